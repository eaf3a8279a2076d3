//! `people` and `events`.

use super::argument::count;

sentences! {
    /// Column: a player or an event.
    head_name {
        en: "Name";
        zh_hans: "名称";
        zh_hant: "名稱";
    }
    /// Column: other spellings of a name.
    head_spellings {
        en: "Also written";
        zh_hans: "其他写法";
        zh_hant: "其他寫法";
    }
    /// Column: whether two names are one.
    head_verdict {
        en: "One?";
        zh_hans: "是否同一";
        zh_hant: "是否同一";
    }
    /// Column: in how many games two names stand in one place.
    head_beside {
        en: "Games with both";
        zh_hans: "互见局数";
        zh_hant: "互見局數";
    }
    /// Two names are one.
    is_the_same {
        en: "yes";
        zh_hans: "是";
        zh_hant: "是";
    }
    /// Two names are two.
    is_another {
        en: "no";
        zh_hans: "否";
        zh_hant: "否";
    }
    /// Nothing decides it.
    is_unclear {
        en: "open";
        zh_hans: "未定";
        zh_hant: "未定";
    }
    /// Below the list.
    names_listed(listed: u64, all: u64) {
        en: "{listed} of {}", count(all, "row", "rows");
        zh_hans: "共 {all} 行，列出 {listed} 行";
        zh_hant: "共 {all} 行，列出 {listed} 行";
    }
}
