//! `stats` and `optimize`.

use super::argument::{count, verb};

sentences! {
    /// Row: a number stands before it.
    stats_locations(n: u64) {
        en: "{}", verb(n, "file or archive member", "files and archive members");
        zh_hans: "个文件与压缩包成员";
        zh_hant: "個檔案與壓縮檔成員";
    }
    /// Row: byte copies count once.
    stats_sources(n: u64) {
        en: "{}, byte copies counted once", verb(n, "content", "contents");
        zh_hans: "份不同内容（相同副本只计一次）";
        zh_hant: "份不同內容（相同副本只計一次）";
    }
    /// Row.
    stats_records(n: u64) {
        en: "{}", verb(n, "record", "records");
        zh_hans: "条记录";
        zh_hant: "筆記錄";
    }
    /// Row.
    stats_games(n: u64) {
        en: "{}", verb(n, "game or position", "games and positions");
        zh_hans: "个对局与局面";
        zh_hant: "個對局與局面";
    }
    /// Row: lines that do not count.
    stats_copies(n: u64) {
        en: "{} of them, not counted", verb(n, "copy", "copies");
        zh_hans: "份近似抄本，不计在内";
        zh_hant: "份近似抄本，不計在內";
    }
    /// Row: names as they are spelt.
    stats_players(n: u64) {
        en: "{} of players' names", verb(n, "spelling", "spellings");
        zh_hans: "种棋手姓名写法";
        zh_hant: "種棋手姓名寫法";
    }
    /// Row: names as they are spelt.
    stats_events(n: u64) {
        en: "{} of events' names", verb(n, "spelling", "spellings");
        zh_hans: "种赛事名称写法";
        zh_hant: "種賽事名稱寫法";
    }
    /// Row.
    stats_trees(n: u64) {
        en: "{} of variations and comments", verb(n, "tree", "trees");
        zh_hans: "份变着与注解";
        zh_hant: "份變著與註解";
    }
    /// Row: a position of a game, with the move made there.
    stats_postings(n: u64) {
        en: "{} in the position index", verb(n, "entry", "entries");
        zh_hans: "个局面索引项";
        zh_hant: "個局面索引項";
    }
    /// Row.
    stats_segments(n: u64) {
        en: "{} of the position index", verb(n, "segment", "segments");
        zh_hans: "个局面索引段";
        zh_hant: "個局面索引段";
    }
    /// Row: size of the file.
    stats_bytes(n: u64) {
        en: "{} in the database file", verb(n, "byte", "bytes");
        zh_hans: "字节（数据库文件大小）";
        zh_hant: "位元組（資料庫檔案大小）";
    }
    /// Column: nothing is known.
    stats_none {
        en: "(none)";
        zh_hans: "（无）";
        zh_hant: "（無）";
    }
    /// Column: number of records.
    head_records {
        en: "Records";
        zh_hans: "记录数";
        zh_hant: "記錄數";
    }
    /// Column: number of contents.
    head_contents {
        en: "Contents";
        zh_hans: "内容数";
        zh_hant: "內容數";
    }
    /// Column: encoding of texts.
    head_encoding {
        en: "Encoding";
        zh_hans: "编码";
        zh_hant: "編碼";
    }
    /// Column: what became of a record.
    head_status {
        en: "Status";
        zh_hans: "状态";
        zh_hant: "狀態";
    }
    /// What `optimize` did.
    optimized(before: u64, after: u64) {
        en: "{} of the position index merged into {after}", count(before, "segment", "segments");
        zh_hans: "局面索引由 {before} 段合并为 {after} 段";
        zh_hant: "局面索引由 {before} 段合併為 {after} 段";
    }
}
