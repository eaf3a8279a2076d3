//! `export --to parquet`.

#[cfg(feature = "parquet")]
use super::argument::count;
#[cfg(feature = "parquet")]
use std::path::Path;

sentences! {
    /// Last line of `export --to parquet`.
    #[cfg(feature = "parquet")]
    tables_written(games: u64, positions: u64, records: u64) {
        en: "{}, {} and {} written", count(games, "game", "games"),
            count(positions, "position", "positions"), count(records, "record", "records");
        zh_hans: "写出 {games} 局、{positions} 个局面、{records} 条记录";
        zh_hant: "寫出 {games} 局、{positions} 個局面、{records} 筆記錄";
    }
    /// `--to parquet` writes several files.
    #[cfg(feature = "parquet")]
    tables_need_folder {
        en: "the format parquet is a folder of tables: name one with --output FOLDER";
        zh_hans: "格式 parquet 是一个存放数据表的文件夹：请用 --output 指定";
        zh_hant: "格式 parquet 是一個存放資料表的資料夾：請用 --output 指定";
    }
    /// The folder for `--to parquet` has something in it.
    #[cfg(feature = "parquet")]
    folder_holds(folder: &Path, name: &str) {
        en: "the folder `{folder}` holds `{name}`: name an empty one; --force replaces the \
             tables of an earlier export";
        zh_hans: "文件夹 `{folder}` 中已有 `{name}`：请指定空文件夹；--force 可替换先前导出的数据表";
        zh_hant: "資料夾 `{folder}` 中已有 `{name}`：請指定空資料夾；--force 可替換先前匯出的資料表";
    }
    /// An option that says something of files of games.
    #[cfg(feature = "parquet")]
    not_for_tables {
        en: "the format parquet always holds everything, in UTF-8";
        zh_hans: "格式 parquet 总是写出全部内容，编码为 UTF-8";
        zh_hant: "格式 parquet 總是寫出全部內容，編碼為 UTF-8";
    }
    /// `convert --to parquet`.
    tables_of_databases {
        en: "tables are made of a database: `xqdb import` the files, then \
             `xqdb export --to parquet`";
        zh_hans: "数据表由数据库生成：请先 `xqdb import`，再 `xqdb export --to parquet`";
        zh_hant: "資料表由資料庫產生：請先 `xqdb import`，再 `xqdb export --to parquet`";
    }
    /// `--to parquet` in a program that was built without it.
    #[cfg(not(feature = "parquet"))]
    without_tables {
        en: "this xqdb was built without the feature `parquet`, and so it does not write this format";
        zh_hans: "这个 xqdb 编译时未加入 `parquet` 功能，不能写出此格式";
        zh_hant: "這個 xqdb 編譯時未加入 `parquet` 功能，不能寫出此格式";
    }
}
