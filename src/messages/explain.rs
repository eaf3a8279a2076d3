//! How a question is answered.

use super::Lang;
use super::argument::count;
use xqdb::search::Way;

sentences! {
    /// Above the table: the games before any condition.
    explain_games(games: u64) {
        en: "{} to begin with", count(games, "game", "games");
        zh_hans: "起初共 {games} 局";
        zh_hant: "起初共 {games} 局";
    }
    /// Column: what answers a condition.
    head_answered_by {
        en: "By";
        zh_hans: "凭借";
        zh_hant: "憑藉";
    }
    head_condition {
        en: "Condition";
        zh_hans: "条件";
        zh_hant: "條件";
    }
    /// Column: how many games a condition was expected to leave.
    head_estimated {
        en: "Expected";
        zh_hans: "预计";
        zh_hant: "預計";
    }
    /// Column: how many games a condition leaves.
    head_left {
        en: "Left";
        zh_hans: "剩余";
        zh_hant: "剩餘";
    }
    /// What is looked at first because the condition cannot be without it.
    explain_needed(condition: &str) {
        en: "needed for {condition}";
        zh_hans: "前提：{condition}";
        zh_hant: "前提：{condition}";
    }
    way_facts {
        en: "facts";
        zh_hans: "档案要素";
        zh_hant: "檔案要素";
    }
    way_index {
        en: "position index";
        zh_hans: "局面索引";
        zh_hant: "局面索引";
    }
    way_numbers {
        en: "scan: numbers";
        zh_hans: "扫描：计数";
        zh_hant: "掃描：計數";
    }
    way_geometry {
        en: "scan: board";
        zh_hans: "扫描：盘面";
        zh_hant: "掃描：盤面";
    }
    way_rules {
        en: "scan: rules";
        zh_hans: "扫描：规则";
        zh_hant: "掃描：規則";
    }
    /// Below the table.
    explain_end(scanned: u64, found: u64) {
        en: "{} scanned, {found} found", count(scanned, "game", "games");
        zh_hans: "扫描 {scanned} 局，找到 {found} 局";
        zh_hant: "掃描 {scanned} 局，找到 {found} 局";
    }
}

impl Lang {
    /// What answers a condition.
    pub(crate) fn way(self, way: Way) -> String {
        match way {
            Way::Facts => self.way_facts(),
            Way::Index => self.way_index(),
            Way::Numbers => self.way_numbers(),
            Way::Geometry => self.way_geometry(),
            Way::Rules => self.way_rules(),
        }
    }
}
