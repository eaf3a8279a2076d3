//! `import` and `forget`.

use super::argument::{count, verb};

sentences! {
    /// Beside the progress bar.
    import_progress(files: u64, records: u64) {
        en: "{}, {}", count(files, "file", "files"), count(records, "record", "records");
        zh_hans: "{files} 个文件，{records} 条记录";
        zh_hant: "{files} 個檔案，{records} 筆記錄";
    }
    /// First line of the summary: bytes with their unit, seconds with one decimal.
    import_files(files: u64, bytes: &str, seconds: &str) {
        en: "{}, {bytes} read in {seconds} s", count(files, "file", "files");
        zh_hans: "{files} 个文件，读取 {bytes}，用时 {seconds} 秒";
        zh_hant: "{files} 個檔案，讀取 {bytes}，用時 {seconds} 秒";
    }
    /// Row of the summary: contents that need not be read.
    import_known(files: u64) {
        en: "{} known before: byte for byte what was imported already",
            verb(files, "file was", "files were");
        zh_hans: "个文件此前已导入，或与已导入的文件逐字节相同";
        zh_hant: "個檔案先前已匯入，或與已匯入的檔案逐位元組相同";
    }
    /// Row of the summary.
    import_unrecognised(files: u64) {
        en: "{} of no known format and may hold games", verb(files, "file is", "files are");
        zh_hans: "个文件不属于任何已知格式，可能含有对局";
        zh_hant: "個檔案不屬於任何已知格式，可能含有對局";
    }
    /// Row of the summary.
    import_passed_over(files: u64) {
        en: "{} empty, no archive of games by nature, or {} of none",
            verb(files, "file is", "files are"), verb(files, "speaks", "speak");
        zh_hans: "个文件是空的、并非棋谱，或未提及对局";
        zh_hant: "個檔案是空的、並非棋譜，或未提及對局";
    }
    /// Below the summary: files that may hold games.
    import_first_unrecognised(names: &str) {
        en: "of no known format: {names} (`xqdb report --unread` lists all)";
        zh_hans: "格式未知：{names}（全部见 `xqdb report --unread`）";
        zh_hant: "格式未知：{names}（全部見 `xqdb report --unread`）";
    }
    /// Row of the summary: all records, which the rows below divide up.
    import_records(records: u64, rate: u64) {
        en: "{} found ({rate} a second)", verb(records, "record", "records");
        zh_hans: "条记录（每秒 {rate} 条）";
        zh_hant: "筆記錄（每秒 {rate} 筆）";
    }
    /// Row of the summary.
    import_games(games: u64) {
        en: "{} new", verb(games, "game", "games");
        zh_hans: "局新对局";
        zh_hant: "局新對局";
    }
    /// Row of the summary.
    import_witnesses(witnesses: u64) {
        en: "further {} of known games", verb(witnesses, "witness", "witnesses");
        zh_hans: "条已有对局的其他出处";
        zh_hant: "筆已有對局的其他出處";
    }
    /// Row of the summary.
    import_positions(positions: u64) {
        en: "{} without moves, new", verb(positions, "position", "positions");
        zh_hans: "个没有着法的新局面";
        zh_hant: "個沒有著法的新局面";
    }
    /// Row of the summary.
    import_headings(headings: u64) {
        en: "{} without moves", verb(headings, "heading", "headings");
        zh_hans: "条没有着法的标题";
        zh_hant: "筆沒有著法的標題";
    }
    /// Row of the summary: records that could not become a game.
    import_set_aside {
        en: "set aside (see `xqdb report`)";
        zh_hans: "条搁置（见 `xqdb report`）";
        zh_hant: "筆擱置（見 `xqdb report`）";
    }
    /// Row of the summary.
    import_partial(records: u64) {
        en: "of the games and witnesses {} early (see `xqdb report`)", verb(records, "ends", "end");
        zh_hans: "条对局记录中途断掉（见 `xqdb report`）";
        zh_hant: "筆對局記錄中途斷掉（見 `xqdb report`）";
    }
    /// Row of the summary: records whose main line is whole.
    import_variations(records: u64) {
        en: "of the games and witnesses {} a variation that ends early (see `xqdb report`)",
            verb(records, "has", "have");
        zh_hans: "条对局记录的变着中途断掉（见 `xqdb report`）";
        zh_hant: "筆對局記錄的變著中途斷掉（見 `xqdb report`）";
    }
    /// Row of the summary: damage that belongs to no record.
    import_damage(places: u64) {
        en: "damaged {} outside records (see `xqdb report`)", verb(places, "place", "places");
        zh_hans: "处记录之外的损坏（见 `xqdb report`）";
        zh_hant: "處記錄之外的損壞（見 `xqdb report`）";
    }
    /// Row of the summary.
    import_deleted(entries: u64) {
        en: "{} marked as deleted in the file, left out", verb(entries, "entry", "entries");
        zh_hans: "个条目在文件中已标为删除，未导入";
        zh_hant: "個條目在檔案中已標為刪除，未匯入";
    }
    /// Row of the summary.
    import_replaced(records: u64) {
        en: "{} taken away because the file changed", verb(records, "record", "records");
        zh_hans: "条旧记录因文件改动而移除";
        zh_hant: "筆舊記錄因檔案改動而移除";
    }
    /// After Ctrl-C.
    import_interrupted {
        en: "interrupted; the same command goes on from here";
        zh_hans: "已中断；再次运行同一命令即可继续";
        zh_hant: "已中斷；再次執行同一命令即可繼續";
    }
    /// Another program writes into the database.
    waiting_for_writer {
        en: "another import is writing; waiting for it to end";
        zh_hans: "另一个导入正在写入，等待其结束";
        zh_hant: "另一個匯入正在寫入，等待其結束";
    }
    /// Another program reads an old state, and the log has grown to so many `bytes` meanwhile.
    waiting_for_reader(bytes: &str) {
        en: "another program is reading an old state, and the log has grown to {bytes}; waiting \
             for it to end";
        zh_hans: "另一个程序正在读取旧状态，日志已增至 {bytes}，等待其结束";
        zh_hant: "另一個程式正在讀取舊狀態，日誌已增至 {bytes}，等待其結束";
    }
    /// With `-v`, a line a file. What it holds in a few words: `pgn, gb18030`.
    file_read(path: &str, what: &str, records: u64) {
        en: "{path}: {what}, {}", count(records, "record", "records");
        zh_hans: "{path}：{what}，{records} 条记录";
        zh_hant: "{path}：{what}，{records} 筆記錄";
    }
    /// `forget` found nothing.
    forgotten_nothing {
        en: "no imported file lies there; `xqdb stats` tells how many there are";
        zh_hans: "该处没有已导入的文件；文件数目见 `xqdb stats`";
        zh_hant: "該處沒有已匯入的檔案；檔案數目見 `xqdb stats`";
    }
    /// What `forget` did, first part.
    forgotten(places: u64) {
        en: "{} forgotten", count(places, "file", "files");
        zh_hans: "已撤销 {places} 个文件的导入";
        zh_hant: "已撤銷 {places} 個檔案的匯入";
    }
    /// What `forget` did, second part: contents of which no copy is left.
    forgotten_contents(contents: u64, records: u64) {
        en: "; {} had no copy elsewhere: {} removed",
            count(contents, "content", "contents"), count(records, "record", "records");
        zh_hans: "；其中 {contents} 份内容别处没有副本，移除 {records} 条记录";
        zh_hant: "；其中 {contents} 份內容別處沒有副本，移除 {records} 筆記錄";
    }
}
