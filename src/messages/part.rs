//! `export --to xqdb`, and the archives that `import` merges.

use super::argument::{count, verb};

sentences! {
    /// Last line of `export --to xqdb`.
    part_written(games: u64, records: u64, sources: u64) {
        en: "{} with {} of {} written", count(games, "game", "games"),
            count(records, "record", "records"), count(sources, "source", "sources");
        zh_hans: "写出 {games} 局及其 {records} 条记录，出自 {sources} 个来源";
        zh_hant: "寫出 {games} 局及其 {records} 筆記錄，出自 {sources} 個來源";
    }
    /// `--to xqdb` writes a database.
    part_needs_file {
        en: "the format xqdb is a database: name a new file with --output FILE";
        zh_hans: "格式 xqdb 是一个数据库：请用 --output 指定新文件";
        zh_hant: "格式 xqdb 是一個資料庫：請用 --output 指定新檔案";
    }
    /// An option that says something of files of games.
    not_for_parts {
        en: "the format xqdb always holds everything, as it was imported";
        zh_hans: "格式 xqdb 总是按导入时的原样写出全部内容";
        zh_hant: "格式 xqdb 總是按匯入時的原樣寫出全部內容";
    }
    /// `convert --to xqdb`.
    databases_are_imported {
        en: "`xqdb import` makes a database; --to xqdb is for `xqdb export`";
        zh_hans: "数据库由 `xqdb import` 生成；--to xqdb 用于 `xqdb export`";
        zh_hant: "資料庫由 `xqdb import` 產生；--to xqdb 用於 `xqdb export`";
    }
    /// Row of the summary of an import.
    import_archives(archives: u64) {
        en: "{} merged into this one", verb(archives, "database was", "databases were");
        zh_hans: "个 xqdb 数据库已并入";
        zh_hant: "個 xqdb 資料庫已併入";
    }
    /// Row of the summary of an import.
    import_decisions(decisions: u64) {
        en: "{} with them", verb(decisions, "decision came", "decisions came");
        zh_hans: "项裁定随之而来";
        zh_hant: "項裁定隨之而來";
    }
    /// Row of the summary of an import: other contents of the same place.
    import_beside(contents: u64) {
        en: "{} at the place of another one here and {} kept beside it",
            verb(contents, "content lies", "contents lie"), verb(contents, "is", "are");
        zh_hans: "份内容与此处同一位置的内容不同，两者均保留";
        zh_hant: "份內容與此處同一位置的內容不同，兩者均保留";
    }
    /// Below the summary: such a place there, and its name here.
    import_kept_as(there: &str, here: &str) {
        en: "{there}: kept as {here}";
        zh_hans: "{there}：保留为 {here}";
        zh_hant: "{there}：保留為 {here}";
    }
    /// Below the summary: a decision that was left out, and why.
    import_contradiction(theirs: &str, ours: &str) {
        en: "left out: {theirs}; here it is decided: {ours}";
        zh_hans: "未采用：{theirs}；此处已裁定：{ours}";
        zh_hant: "未採用：{theirs}；此處已裁定：{ours}";
    }
}
