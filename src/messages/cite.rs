//! `cite`: a game, or the answer to a question, as a book or a paper names it.

use super::argument::count;

sentences! {
    /// A name that is not known.
    cite_nobody {
        en: "[unknown]";
        zh_hans: "［不详］";
        zh_hant: "［不詳］";
    }
    /// Who played, from Red's side.
    cite_players(red: &str, black: &str) {
        en: "{red} (Red) – {black} (Black)";
        zh_hans: "{red}（红方）对{black}（黑方）";
        zh_hant: "{red}（紅方）對{black}（黑方）";
    }
    /// Instead of a date.
    cite_undated {
        en: "no date";
        zh_hans: "日期不详";
        zh_hant: "日期不詳";
    }
    /// After a date that something contradicts.
    cite_doubted(date: &str, why: &str) {
        en: "{date} [doubtful: {why}]";
        zh_hans: "{date}［存疑：{why}］";
        zh_hant: "{date}［存疑：{why}］";
    }
    /// Between names of what is listed.
    cite_comma {
        en: ", ";
        zh_hans: "，";
        zh_hant: "，";
    }
    /// The end of a citation.
    cite_stop {
        en: ".";
        zh_hans: "。";
        zh_hant: "。";
    }
    /// How many plies.
    cite_plies(plies: u64) {
        en: "{}", count(plies, "ply", "plies");
        zh_hans: "{plies} 步";
        zh_hant: "{plies} 步";
    }
    /// The game in the archive.
    cite_game(key: &str, archive: &str) {
        en: "Game {key} of the archive {archive}";
        zh_hans: "对局 {key}，库 {archive}";
        zh_hant: "對局 {key}，庫 {archive}";
    }
    /// A record that witnesses the game: where it stands in a content of this hash.
    cite_witness(record: u64, hash: &str) {
        en: "record {record:#} of the content blake3:{hash}";
        zh_hans: "内容 blake3:{hash} 的第 {record:#} 条记录";
        zh_hant: "內容 blake3:{hash} 的第 {record:#} 條記錄";
    }
    /// The records that witness it.
    cite_witnessed(records: u64, all: &str) {
        en: "Witnessed by {}: {all}", count(records, "record", "records");
        zh_hans: "出自 {records} 条记录：{all}";
        zh_hant: "出自 {records} 條記錄：{all}";
    }
    /// The archive as a citation names it.
    cite_archive(archive: &str, fingerprint: &str) {
        en: "Archive {archive}, fingerprint {fingerprint}";
        zh_hans: "库 {archive}，指纹 {fingerprint}";
        zh_hant: "庫 {archive}，指紋 {fingerprint}";
    }
    /// When and by what it was looked up.
    cite_accessed(version: &str, day: &str) {
        en: "xqdb {version}, accessed {day}";
        zh_hans: "xqdb {version}，检索于 {day}";
        zh_hant: "xqdb {version}，檢索於 {day}";
    }
    /// What a question found.
    cite_found(games: u64) {
        en: "{} of Xiangqi", count(games, "game", "games");
        zh_hans: "象棋对局 {games} 局";
        zh_hant: "象棋對局 {games} 局";
    }
    /// Nothing is asked.
    cite_nothing {
        en: "name the key of a game, or ask for games: --moves, --player, --where";
        zh_hans: "请给出对局编号，或检索条件：--moves、--player、--where";
        zh_hant: "請給出對局編號，或檢索條件：--moves、--player、--where";
    }
    /// A key and a question.
    cite_both {
        en: "a key names one game: no condition goes with it";
        zh_hans: "编号已指明一局，不能再加条件";
        zh_hant: "編號已指明一局，不能再加條件";
    }
}
