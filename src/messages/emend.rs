//! `emend`: readings of a damaged record.

use super::Lang;
use super::argument::{count, verb};
use xqdb::xiangqi::{Ending, Side};

impl Lang {
    /// What the last position of a line says.
    pub(crate) fn ending(self, ending: Ending) -> String {
        match ending {
            Ending::Checkmate { loser: Side::Red } => self.red_is_checkmated(),
            Ending::Checkmate { loser: Side::Black } => self.black_is_checkmated(),
            Ending::Stalemate { loser: Side::Red } => self.red_is_stalemated(),
            Ending::Stalemate { loser: Side::Black } => self.black_is_stalemated(),
        }
    }
}

sentences! {
    /// The main line of a record ends early.
    stops_at(ply: u64, token: &str) {
        en: "stops at ply {ply:#}: {token}";
        zh_hans: "止于第 {ply:#} 步：{token}";
        zh_hant: "止於第 {ply:#} 步：{token}";
    }
    /// The main line of a record can be played, but not by the rules.
    leaves_king_in_check {
        en: "can be played, but leaves a king in check";
        zh_hans: "虽可走通，但有将帅受将而不应";
        zh_hant: "雖可走通，但有將帥受將而不應";
    }
    /// An edit: other moves than stand there.
    reads_for(ply: u64, reads: &str, stands: &str) {
        en: "ply {ply:#}: {reads} for {stands}";
        zh_hans: "第 {ply:#} 步：{stands} 当作 {reads}";
        zh_hant: "第 {ply:#} 步：{stands} 當作 {reads}";
    }
    /// How far a reading plays.
    plays_to_the_end(plies: u64) {
        en: "plays {} more, to the end of the record", count(plies, "ply", "plies");
        zh_hans: "多走 {plies} 步，直至记录之末";
        zh_hant: "多走 {plies} 步，直至記錄之末";
    }
    /// How far a reading plays.
    plays_so_far(plies: u64) {
        en: "plays {} more", count(plies, "ply", "plies");
        zh_hans: "多走 {plies} 步";
        zh_hant: "多走 {plies} 步";
    }
    /// What speaks against a reading.
    king_left_in_check(moves: u64) {
        en: "{} {} the own king in check", count(moves, "move", "moves"),
            verb(moves, "leaves", "leave");
        zh_hans: "有 {moves} 着使己方将帅受将";
        zh_hant: "有 {moves} 著使己方將帥受將";
    }
    /// What speaks for a reading.
    others_come_here(games: u64) {
        en: "{} {} to this position", count(games, "other game", "other games"),
            verb(games, "comes", "come");
        zh_hans: "另有 {games} 局到达此局面";
        zh_hant: "另有 {games} 局到達此局面";
    }
    /// What speaks for a reading.
    kin_reads_so(key: &str) {
        en: "so does {key}, which is nearly equal";
        zh_hans: "近似对局 {key} 亦然";
        zh_hant: "近似對局 {key} 亦然";
    }
    /// Above a board.
    board_as_it_stands {
        en: "As it stands";
        zh_hans: "原文";
        zh_hant: "原文";
    }
    /// Above a board.
    board_as_read {
        en: "As it is read";
        zh_hans: "校改";
        zh_hant: "校改";
    }
    /// Below the readings.
    readings_found(readings: u64) {
        en: "{}; nothing is changed by them", count(readings, "reading", "readings");
        zh_hans: "{readings} 种校改；原记录不变";
        zh_hant: "{readings} 種校改；原記錄不變";
    }
    /// Beside the length of a game: these plies of its record are read otherwise than they stand.
    read_otherwise(plies: &str) {
        en: "read otherwise at ply {plies}";
        zh_hans: "第 {plies} 步另作读法";
        zh_hant: "第 {plies} 步另作讀法";
    }
    /// There is no such reading.
    no_such_reading(number: u64, readings: u64) {
        en: "there is no reading {number}: there are {readings}";
        zh_hans: "没有第 {number} 种校改：共 {readings} 种";
        zh_hant: "沒有第 {number} 種校改：共 {readings} 種";
    }
    /// A reading says whose turn it is, and no moves.
    turn_cannot_be_decided {
        en: "a reading by which it is the other side's turn cannot be accepted: no move stands for it";
        zh_hans: "改换走子方的校改不能采纳：没有着法与之对应";
        zh_hant: "改換走子方的校改不能採納：沒有著法與之對應";
    }
    /// There is no such record.
    no_such_record(record: &str) {
        en: "no game has the key {record}, and no damaged record is at this place";
        zh_hans: "没有编号为 {record} 的对局，该处也没有受损的记录";
        zh_hant: "沒有編號為 {record} 的對局，該處也沒有受損的記錄";
    }
    /// A record that could be meant is not the only one.
    several_records(record: &str, places: &str) {
        en: "{record} is at several places, say more of its path: {places}";
        zh_hans: "{record} 见于多处，请写出更多路径：{places}";
        zh_hant: "{record} 見於多處，請寫出更多路徑：{places}";
    }
    /// A record is sound, or nothing mends it.
    nothing_to_emend {
        en: "nothing to emend: its main line can be played, or no one or two edits let it play on";
        zh_hans: "无可校改：主线可以走通，或改动一两处仍走不通";
        zh_hant: "無可校改：主線可以走通，或改動一兩處仍走不通";
    }
}
