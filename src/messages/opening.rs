//! Openings: their names, heads of `openings` and of `--by opening`.

use super::Lang;
use xqdb::opening::Opening;

sentences! {
    /// Column.
    head_code {
        en: "Code";
        zh_hans: "编号";
        zh_hant: "編號";
    }
    /// Row of `show`: the opening as the record states it.
    head_opening_stated {
        en: "Opening, as stated";
        zh_hans: "原记布局";
        zh_hant: "原記佈局";
    }
    /// Row of `show`: the code by position.
    head_opening_by_position {
        en: "Opening, by position";
        zh_hans: "按局面的布局";
        zh_hant: "按局面的佈局";
    }
    /// Column: the first year.
    head_first_year {
        en: "Since";
        zh_hans: "始于";
        zh_hant: "始於";
    }
    /// Instead of a code: games that have none.
    no_opening {
        en: "no code";
        zh_hans: "无编号";
        zh_hant: "無編號";
    }
}

impl Lang {
    /// The name of an opening.
    pub(crate) fn opening_name(self, opening: &Opening) -> &str {
        match self {
            Lang::En => &opening.english,
            Lang::ZhHans => &opening.name,
            Lang::ZhHant => &opening.traditional,
        }
    }

    /// Code and name.
    pub(crate) fn opening(self, opening: &Opening) -> String {
        format!("{} {}", opening.code, self.opening_name(opening))
    }
}
