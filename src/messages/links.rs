//! `links`: games that are nearly equal.

use super::Lang;
use super::argument::{count, verb};
use xqdb::people::Relation;

sentences! {
    /// Column: players and date.
    head_game {
        en: "Game";
        zh_hans: "对局";
        zh_hant: "對局";
    }
    /// Column: what happened to one of two games.
    head_relation {
        en: "Relation";
        zh_hans: "关系";
        zh_hant: "關係";
    }
    /// Column: the ply with which two games part.
    head_parts_at {
        en: "From ply";
        zh_hans: "相异自";
        zh_hant: "相異自";
    }
    /// Column: whether two games are held to be one.
    head_one_game {
        en: "One game";
        zh_hans: "同局";
        zh_hant: "同局";
    }
    /// In that column.
    one_game {
        en: "yes";
        zh_hans: "是";
        zh_hant: "是";
    }
    /// Below the list.
    links_found(links: u64, same: u64) {
        en: "{}, {same} held to be one game", count(links, "pair", "pairs");
        zh_hans: "共 {links} 对，其中 {same} 对视为同一局";
        zh_hant: "共 {links} 對，其中 {same} 對視為同一局";
    }
    /// All links were made anew.
    linked(links: u64, same: u64, copies: u64) {
        en: "{} linked, {same} held to be one game; {copies} {} not count by themselves",
            count(links, "pair", "pairs"), verb(copies, "game does", "games do");
        zh_hans: "已关联 {links} 对，其中 {same} 对视为同一局；{copies} 局不单独计数";
        zh_hant: "已關聯 {links} 對，其中 {same} 對視為同一局；{copies} 局不單獨計數";
    }
    /// A copy stops early.
    is_prefix {
        en: "stops early";
        zh_hans: "截短";
        zh_hant: "截短";
    }
    /// A copy has single moves wrong.
    is_misprint {
        en: "misprint";
        zh_hans: "误植";
        zh_hant: "誤植";
    }
    /// A copy has a repetition more often or less often.
    is_cycle {
        en: "repetition";
        zh_hans: "循环次数不同";
        zh_hant: "循環次數不同";
    }
    /// A copy has the same moves in another order.
    is_order {
        en: "order of moves";
        zh_hans: "次序不同";
        zh_hant: "次序不同";
    }
    /// A copy lacks a pair of moves.
    is_dropped {
        en: "moves left out";
        zh_hans: "漏着";
        zh_hant: "漏著";
    }
    /// A copy ends otherwise.
    is_ending {
        en: "another end";
        zh_hans: "结尾不同";
        zh_hant: "結尾不同";
    }
    /// A copy differs in several ways.
    is_mixed {
        en: "several";
        zh_hans: "多种差异";
        zh_hant: "多種差異";
    }
    /// A copy is the mirror image.
    is_mirror {
        en: "mirror image";
        zh_hans: "左右镜像";
        zh_hant: "左右鏡像";
    }
    /// A piece of a game.
    is_fragment {
        en: "fragment";
        zh_hans: "片段";
        zh_hant: "片段";
    }
    /// The moves agree and the diagrams do not.
    is_diagram {
        en: "another diagram";
        zh_hans: "图式不同";
        zh_hant: "圖式不同";
    }
    /// A composed position with another solution.
    is_study {
        en: "another solution";
        zh_hans: "解法不同";
        zh_hant: "解法不同";
    }
    /// Nothing but that somebody decided it.
    is_decided {
        en: "decided";
        zh_hans: "裁定";
        zh_hant: "裁定";
    }
    /// Equal moves under other headings.
    is_names {
        en: "other heading";
        zh_hans: "题头不同";
        zh_hant: "題頭不同";
    }
}

impl Lang {
    /// What happened to one of two games, by the word that the database has for it.
    pub(crate) fn relation_named(self, name: &str) -> String {
        match name {
            "decided" => self.is_decided(),
            name => self.relation(Relation::by_name(name)),
        }
    }

    /// What happened to one of two games, in a word or two.
    pub(crate) fn relation(self, relation: Option<Relation>) -> String {
        match relation {
            None => "?".to_owned(),
            Some(Relation::Prefix) => self.is_prefix(),
            Some(Relation::Misprint) => self.is_misprint(),
            Some(Relation::Cycle) => self.is_cycle(),
            Some(Relation::Order) => self.is_order(),
            Some(Relation::Dropped) => self.is_dropped(),
            Some(Relation::Ending) => self.is_ending(),
            Some(Relation::Mixed) => self.is_mixed(),
            Some(Relation::Mirror) => self.is_mirror(),
            Some(Relation::Fragment) => self.is_fragment(),
            Some(Relation::Diagram) => self.is_diagram(),
            Some(Relation::Study) => self.is_study(),
            Some(Relation::Names) => self.is_names(),
        }
    }
}
