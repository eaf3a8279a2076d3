//! `diff`: in what two databases differ.

use super::argument::count;

sentences! {
    /// Column: what changed of a game.
    head_difference {
        en: "Change";
        zh_hans: "变化";
        zh_hant: "變化";
    }
    /// In that column: other records witness the game.
    witnesses_changed(came: u64, went: u64) {
        en: "witnesses +{came} -{went}";
        zh_hans: "来源 +{came} -{went}";
        zh_hant: "來源 +{came} -{went}";
    }
    /// Below the list.
    diff_counted(came: u64, went: u64, changed: u64) {
        en: "{} came, {went} went, {changed} changed", count(came, "game", "games");
        zh_hans: "新增 {came} 局，消失 {went} 局，变化 {changed} 局";
        zh_hant: "新增 {came} 局，消失 {went} 局，變化 {changed} 局";
    }
}
