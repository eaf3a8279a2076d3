//! `report` and `verify`.

use super::argument::{count, verb};

sentences! {
    /// Head of an entry of the report. `what` is the status, with the key of the game if any.
    report_record(place: &str, record: u64, what: &str) {
        en: "{place} record {record:#} ({what})";
        zh_hans: "{place} 第 {record:#} 条记录（{what}）";
        zh_hant: "{place} 第 {record:#} 筆記錄（{what}）";
    }
    /// Status of a record that witnesses a game.
    report_status_of_game(status: &str, key: &str) {
        en: "{status}, game {key}";
        zh_hans: "{status}，对局 {key}";
        zh_hant: "{status}，對局 {key}";
    }
    /// Why a line ends.
    report_failure(offset: u64, ply: u64, token: &str, reason: &str) {
        en: "byte {offset:#}, ply {ply}, `{token}`: {reason}";
        zh_hans: "字节 {offset:#}，第 {ply} 步，`{token}`：{reason}";
        zh_hant: "位元組 {offset:#}，第 {ply} 步，`{token}`：{reason}";
    }
    /// Why a record cannot begin: its start position, as it stands there.
    report_start(offset: u64, token: &str, reason: &str) {
        en: "byte {offset:#}, `{token}`: {reason}";
        zh_hans: "字节 {offset:#}，`{token}`：{reason}";
        zh_hant: "位元組 {offset:#}，`{token}`：{reason}";
    }
    /// Something at a place of a file that is not about a move.
    report_at(offset: u64, what: &str) {
        en: "byte {offset:#}: {what}";
        zh_hans: "字节 {offset:#}：{what}";
        zh_hant: "位元組 {offset:#}：{what}";
    }
    /// Possible moves that are spelt nearly so.
    report_near(moves: &str) {
        en: "near it: {moves}";
        zh_hans: "相近的着法：{moves}";
        zh_hant: "相近的著法：{moves}";
    }
    /// Head of a damaged variation.
    report_in_variation {
        en: "in a variation:";
        zh_hans: "变着中：";
        zh_hant: "變著中：";
    }
    /// Moves behind the damage.
    report_lost(moves: u64) {
        en: "{} of the file {} left out", count(moves, "move", "moves"), verb(moves, "is", "are");
        zh_hans: "文件中有 {moves} 着未收入";
        zh_hant: "檔案中有 {moves} 著未收入";
    }
    /// Head of a disagreement; `field` is one of the names below.
    report_conflict(game: &str, field: &str) {
        en: "{game}: witnesses disagree on {field}";
        zh_hans: "{game}：各出处的{field}不一致";
        zh_hant: "{game}：各出處的{field}不一致";
    }
    /// Where a witness stands.
    report_witness(place: &str, record: u64) {
        en: "{place} record {record:#}";
        zh_hans: "{place} 第 {record:#} 条记录";
        zh_hant: "{place} 第 {record:#} 筆記錄";
    }
    /// The text of the moves that could not be played.
    report_tail(text: &str) {
        en: "not played: {text}";
        zh_hans: "未能重演：{text}";
        zh_hant: "未能重演：{text}";
    }
    /// A slip that would explain why a line ends: all of the rest can be played then.
    report_repair_whole(slip: &str, moves: u64) {
        en: "if {slip}: {} can be played", count(moves, "move that is left", "moves that are left");
        zh_hans: "若{slip}，则余下 {moves} 着全部可以走通";
        zh_hant: "若{slip}，則餘下 {moves} 著全部可以走通";
    }
    /// A slip that would explain why a line ends: so many moves of the rest can be played then.
    report_repair(slip: &str, plays: u64, moves: u64) {
        en: "if {slip}: {plays} of {} can be played",
            count(moves, "move that is left", "moves that are left");
        zh_hans: "若{slip}，则余下 {moves} 着中有 {plays} 着可以走通";
        zh_hant: "若{slip}，則餘下 {moves} 著中有 {plays} 著可以走通";
    }
    /// The first moves of a record do not fit the position that it begins with.
    report_odd_start {
        en: "position and moves do not belong together: the FEN may be that of another line";
        zh_hans: "局面与着法不合：FEN 可能属于另一局";
        zh_hant: "局面與著法不合：FEN 可能屬於另一局";
    }
    /// No slip explains why a line ends.
    report_no_repair {
        en: "no single slip explains it: not one move missing, doubled, exchanged or misprinted";
        zh_hans: "单独一处漏记、重记、颠倒或误记都不能解释";
        zh_hant: "單獨一處漏記、重記、顛倒或誤記都不能解釋";
    }
    /// A slip.
    slip_misprint(ply: u64, moves: &str) {
        en: "ply {ply} is a misprint of {moves}";
        zh_hans: "第 {ply} 步为 {moves} 之误";
        zh_hant: "第 {ply} 步為 {moves} 之誤";
    }
    /// A slip.
    slip_exchanged(ply: u64, other: u64) {
        en: "plies {ply} and {other} are exchanged";
        zh_hans: "第 {ply} 步与第 {other} 步颠倒";
        zh_hant: "第 {ply} 步與第 {other} 步顛倒";
    }
    /// A slip.
    slip_extra(ply: u64) {
        en: "ply {ply} stands twice or is one too many";
        zh_hans: "第 {ply} 步重复或多余";
        zh_hant: "第 {ply} 步重複或多餘";
    }
    /// A slip.
    slip_extra_pair(first: u64, last: u64) {
        en: "plies {first} to {last} stand twice";
        zh_hans: "第 {first} 至第 {last} 步重复";
        zh_hant: "第 {first} 至第 {last} 步重複";
    }
    /// A slip; `moves` are those that fit.
    slip_missing(ply: u64, side: &str, moves: &str) {
        en: "a move of {side} is missing before ply {ply}, such as {moves}";
        zh_hans: "第 {ply} 步之前漏记{side}一着，如 {moves}";
        zh_hant: "第 {ply} 步之前漏記{side}一著，如 {moves}";
    }
    /// A slip.
    slip_missing_pair(ply: u64, moves: &str) {
        en: "a pair of moves is missing before ply {ply}, such as {moves}";
        zh_hans: "第 {ply} 步之前漏记一个回合，如 {moves}";
        zh_hant: "第 {ply} 步之前漏記一個回合，如 {moves}";
    }
    /// A slip.
    slip_crossed(ply: u64, next: u64) {
        en: "plies {ply} and {next}: each side has been given what the other side played";
        zh_hans: "第 {ply}、{next} 步：双方的着法互相错植";
        zh_hant: "第 {ply}、{next} 步：雙方的著法互相錯植";
    }
    /// A slip.
    slip_turn(ply: u64, side: &str) {
        en: "it is {side}'s turn at ply {ply}";
        zh_hans: "第 {ply} 步轮到{side}走";
        zh_hant: "第 {ply} 步輪到{side}走";
    }
    /// Row of the summary of `report`.
    report_set_aside(records: u64) {
        en: "{} set aside", verb(records, "record", "records");
        zh_hans: "条记录搁置";
        zh_hant: "筆記錄擱置";
    }
    /// Row of the summary of `report`.
    report_partial(records: u64) {
        en: "{} early",
            verb(records, "record whose main line ends", "records whose main line ends");
        zh_hans: "条记录的主线中途断掉";
        zh_hant: "筆記錄的主線中途斷掉";
    }
    /// Row of the summary of `report`.
    report_damaged(records: u64) {
        en: "{} with variations that end early", verb(records, "record", "records");
        zh_hans: "条记录的变着中途断掉";
        zh_hant: "筆記錄的變著中途斷掉";
    }
    /// Row of the summary of `report`.
    report_warned(records: u64) {
        en: "{} with warnings (--warnings lists them)", verb(records, "record", "records");
        zh_hans: "条记录附有提示（--warnings 逐条列出）";
        zh_hant: "筆記錄附有提示（--warnings 逐條列出）";
    }
    /// Row of the summary of `report`.
    report_damaged_files(files: u64) {
        en: "{} with damage outside records", verb(files, "file", "files");
        zh_hans: "个文件在记录之外有损坏";
        zh_hant: "個檔案在記錄之外有損壞";
    }
    /// Row of the summary of `report`.
    report_unread_files(files: u64) {
        en: "{} could not be read, or not to the end", verb(files, "file that", "files that");
        zh_hans: "个文件未能读取或未能读完";
        zh_hant: "個檔案未能讀取或未能讀完";
    }
    /// What `report --unread` found.
    report_unread_total(files: u64) {
        en: "{} could not be read, or not to the end", count(files, "file", "files");
        zh_hans: "共 {files} 个文件未能读取或未能读完";
        zh_hant: "共 {files} 個檔案未能讀取或未能讀完";
    }
    /// Row of the summary of `report`.
    report_doubts(records: u64) {
        en: "{} with doubtful values (--doubts lists them)", verb(records, "record", "records");
        zh_hans: "条记录有可疑之处（--doubts 逐条列出）";
        zh_hant: "筆記錄有可疑之處（--doubts 逐條列出）";
    }
    /// A value that is contradicted, by the name of its field.
    report_doubt(field: &str, why: &str) {
        en: "{field}: {why}";
        zh_hans: "{field}：{why}";
        zh_hant: "{field}：{why}";
    }
    /// The game of a record.
    report_game(key: &str) {
        en: "game {key}";
        zh_hans: "对局 {key}";
        zh_hant: "對局 {key}";
    }
    /// Below: where the rest of a list is.
    report_rest(listed: u64, rest: u64) {
        en: "{listed} are listed, and {rest} more there are: --limit 0 lists all, and --format jsonl gives \
            them to programs";
        zh_hans: "以上列出 {listed} 条，另有 {rest} 条：--limit 0 列出全部，--format jsonl 供程序读取";
        zh_hant: "以上列出 {listed} 條，另有 {rest} 條：--limit 0 列出全部，--format jsonl 供程式讀取";
    }
    /// A file that could not be read.
    report_unread(why: &str) {
        en: "not read, or not to its end: {why}";
        zh_hans: "未能读取或未能读完：{why}";
        zh_hant: "未能讀取或未能讀完：{why}";
    }
    /// Row of the summary of `report`.
    report_conflicts(conflicts: u64) {
        en: "{} between witnesses of one game (--conflicts lists them)",
            verb(conflicts, "disagreement", "disagreements");
        zh_hans: "处同一对局的出处互相矛盾（--conflicts 逐条列出）";
        zh_hant: "處同一對局的出處互相矛盾（--conflicts 逐條列出）";
    }
    /// What `verify` looked at.
    verified(games: u64, entries: u64, verdict: &str) {
        en: "{} replayed, {} compared: {verdict}", count(games, "game", "games"),
            count(entries, "index entry", "index entries");
        zh_hans: "重演 {games} 局，核对 {entries} 个索引项：{verdict}";
        zh_hant: "重演 {games} 局，核對 {entries} 個索引項：{verdict}";
    }
    /// Verdict of `verify`.
    verified_well {
        en: "all is well";
        zh_hans: "一切正常";
        zh_hant: "一切正常";
    }
    /// Verdict of `verify`.
    verified_damaged {
        en: "the database is damaged; make it anew with `xqdb import`, or take a backup";
        zh_hans: "数据库已损坏；请用 `xqdb import` 重新建立，或取用备份";
        zh_hant: "資料庫已損壞；請用 `xqdb import` 重新建立，或取用備份";
    }
}
