//! `people` and `events`.

use super::Lang;
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
    /// Below the list: somebody or something of the list of notable names, with what is known.
    listed_as(name: &str, facts: &str, source: &str) {
        en: "{name}: {facts}. Source: {source}";
        zh_hans: "{name}：{facts}。出处：{source}";
        zh_hant: "{name}：{facts}。出處：{source}";
    }
    /// When a player was born.
    was_born(year: &str) {
        en: "born {year}";
        zh_hans: "{year} 年生";
        zh_hant: "{year} 年生";
    }
    /// When a player died.
    has_died(year: &str) {
        en: "died {year}";
        zh_hans: "{year} 年卒";
        zh_hant: "{year} 年卒";
    }
    /// The year in which an event was held first.
    is_held_from(year: &str) {
        en: "from {year}";
        zh_hans: "{year} 年起";
        zh_hant: "{year} 年起";
    }
    /// The year in which an event was held last.
    is_held_to(year: &str) {
        en: "to {year}";
        zh_hans: "至 {year} 年";
        zh_hant: "至 {year} 年";
    }
    /// Below the list.
    names_listed(listed: u64, all: u64) {
        en: "{listed} of {}", count(all, "row", "rows");
        zh_hans: "共 {all} 行，列出 {listed} 行";
        zh_hant: "共 {all} 行，列出 {listed} 行";
    }
}

/// Titles and kinds of the project's lists: the word there, then Chinese.
const TITLES: &[[&str; 3]] = &[
    ["grandmaster", "特级大师", "特級大師"],
    ["master", "大师", "大師"],
    ["international grandmaster", "国际特级大师", "國際特級大師"],
    ["international master", "国际大师", "國際大師"],
    ["champion", "冠军", "冠軍"],
    ["champion of Vietnam", "越南冠军", "越南冠軍"],
    ["author", "棋谱作者", "棋譜作者"],
    ["player", "名手", "名手"],
    ["individual", "个人赛", "個人賽"],
    ["team", "团体赛", "團體賽"],
    ["league", "联赛", "聯賽"],
    ["invitation", "邀请赛", "邀請賽"],
    ["rapid", "快棋赛", "快棋賽"],
    ["qualifier", "等级赛", "等級賽"],
    ["match", "对抗赛", "對抗賽"],
    ["games", "运动会", "運動會"],
    ["open", "公开赛", "公開賽"],
];

impl Lang {
    /// A title or kind of a list of notable names; one of the user's own as it stands.
    pub(crate) fn listed_title(self, title: &str) -> &str {
        let column = match self {
            Lang::En => return title,
            Lang::ZhHans => 1,
            Lang::ZhHant => 2,
        };
        TITLES.iter().find(|row| row[0] == title).map_or(title, |row| row[column])
    }
}
