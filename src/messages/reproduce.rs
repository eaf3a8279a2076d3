//! `reproduce`: what changed since a figure was made.

use super::argument::count;

sentences! {
    /// Nothing changed.
    reproduced(rows: u64, games: u64) {
        en: "the same: all numbers in {}, of {}, and the fingerprint", count(rows, "row", "rows"), count(games, "game", "games");
        zh_hans: "完全一致：{rows} 行数字、{games} 局对局与指纹均同";
        zh_hant: "完全一致：{rows} 行數字、{games} 局對局與指紋均同";
    }
    /// The archive is not what it was.
    fingerprint_changed(before: &str, now: &str) {
        en: "the archive is another: fingerprint {before} then, {now} now";
        zh_hans: "库已不同：当时指纹 {before}，现为 {now}";
        zh_hant: "庫已不同：當時指紋 {before}，現為 {now}";
    }
    /// Another version of the program.
    program_changed(before: &str, now: &str) {
        en: "the program is another: xqdb {before} then, {now} now";
        zh_hans: "程序已不同：当时为 xqdb {before}，现为 {now}";
        zh_hant: "程式已不同：當時為 xqdb {before}，現為 {now}";
    }
    /// A file that the question names.
    file_changed(path: &str) {
        en: "the file {path}, which the question names, is another";
        zh_hans: "问题所用的文件 {path} 已不同";
        zh_hant: "問題所用的檔案 {path} 已不同";
    }
    /// All numbers are what they were.
    numbers_kept {
        en: "all numbers are the same";
        zh_hans: "所有数字均同";
        zh_hant: "所有數字均同";
    }
    /// How many numbers changed; they follow.
    numbers_changed(numbers: u64) {
        en: "{} changed:", count(numbers, "number", "numbers");
        zh_hans: "{numbers} 个数字有变化：";
        zh_hant: "{numbers} 個數字有變化：";
    }
    /// All games are what they were.
    games_kept(games: u64) {
        en: "the same {} counted", count(games, "game is", "games are");
        zh_hans: "所计对局相同：{games} 局";
        zh_hant: "所計對局相同：{games} 局";
    }
    /// A group of games, in which some changed.
    group_changed(beginning: &str, before: u64, now: u64) {
        en: "games with keys that begin with {beginning}: {before} then, {now} now";
        zh_hans: "编号以 {beginning} 开头的对局：当时 {before} 局，现有 {now} 局";
        zh_hant: "編號以 {beginning} 開頭的對局：當時 {before} 局，現有 {now} 局";
    }
    /// How many groups of games changed; they follow.
    groups_changed(groups: u64) {
        en: "games changed in {}:", count(groups, "group", "groups");
        zh_hans: "{groups} 组中的对局有变化：";
        zh_hant: "{groups} 組中的對局有變化：";
    }
    /// After a list that is cut.
    and_more(left: u64) {
        en: "… and {left} more";
        zh_hans: "……另有 {left} 项";
        zh_hant: "……另有 {left} 項";
    }
    /// The file says nothing of a figure.
    no_figure(path: &std::path::Path) {
        en: "`{path}` tells of no figure of xqdb";
        zh_hans: "`{path}` 不是 xqdb 图的说明文件";
        zh_hant: "`{path}` 不是 xqdb 圖的說明檔案";
    }
    /// The file is too large for one that xqdb wrote.
    figure_too_large(path: &std::path::Path) {
        en: "`{path}` is larger than anything xqdb writes of a figure";
        zh_hans: "`{path}` 过大，不是 xqdb 所写";
        zh_hant: "`{path}` 過大，不是 xqdb 所寫";
    }
    /// The file was written by a later version.
    figure_is_newer(path: &std::path::Path) {
        en: "`{path}` was written by a later version of xqdb";
        zh_hans: "`{path}` 由更新版本的 xqdb 写成";
        zh_hant: "`{path}` 由更新版本的 xqdb 寫成";
    }
    /// The question of the file makes no sense.
    figure_asks_nothing(question: &str) {
        en: "no question that makes a figure: {question}";
        zh_hans: "不是能作图的问题：{question}";
        zh_hant: "不是能作圖的問題：{question}";
    }
}
