//! `show`: one game.

use super::Lang;
use super::argument::{count, verb};
use xqdb::metadata::Source;

sentences! {
    /// No game has the key.
    no_such_key(key: &str) {
        en: "no game has a key that begins with `{key}`; `xqdb search` lists keys";
        zh_hans: "没有编号以“{key}”开头的对局；编号见 `xqdb search`";
        zh_hant: "沒有編號以「{key}」開頭的對局；編號見 `xqdb search`";
    }
    /// Several games have the key.
    several_keys(key: &str, keys: &str) {
        en: "`{key}` begins the keys of several games, write more of it: {keys}";
        zh_hans: "有多局的编号以“{key}”开头，请多写几位：{keys}";
        zh_hant: "有多局的編號以「{key}」開頭，請多寫幾位：{keys}";
    }
    /// A player and the team.
    with_team(name: &str, team: &str) {
        en: "{name} ({team})";
        zh_hans: "{name}（{team}）";
        zh_hant: "{name}（{team}）";
    }
    /// Above a game that no record has whole: where it breaks off, and why.
    game_breaks_off(ply: u64, token: &str, why: &str) {
        en: "Not whole: the record breaks off before ply {ply:#}, at `{token}`: {why}";
        zh_hans: "残缺：记录在第 {ply:#} 步之前中断，该处为“{token}”：{why}";
        zh_hant: "殘缺：記錄在第 {ply:#} 步之前中斷，該處為「{token}」：{why}";
    }
    /// Above a game that no record has whole: what was not read of it.
    game_unread(tail: &str) {
        en: "Not read: {tail}";
        zh_hans: "未读部分：{tail}";
        zh_hant: "未讀部分：{tail}";
    }
    /// Above a game with variations that no record has whole.
    game_variations_end(variations: u64) {
        en: "Not whole: {}", count(variations, "variation breaks off", "variations break off");
        zh_hans: "残缺：{variations} 条变着中断";
        zh_hant: "殘缺：{variations} 條變著中斷";
    }
    /// Where a variation breaks off: the ply, what stands there, why, and all that was not read.
    variation_breaks_off(ply: u64, token: &str, why: &str, tail: &str) {
        en: "The variation breaks off before ply {ply:#}, at `{token}`: {why}. Not read: {tail}";
        zh_hans: "变着在第 {ply:#} 步之前中断，该处为“{token}”：{why}。未读部分：{tail}";
        zh_hant: "變著在第 {ply:#} 步之前中斷，該處為「{token}」：{why}。未讀部分：{tail}";
    }
    /// The title of a game that states none.
    title_of_file(name: &str) {
        en: "{name} (the file's name)";
        zh_hans: "{name}（文件名）";
        zh_hant: "{name}（檔案名稱）";
    }
    /// Beside a value: where it is said, as no record states it.
    derived_from(source: &str) {
        en: "not stated; said by {source}";
        zh_hans: "未注明，据{source}推得";
        zh_hant: "未註明，據{source}推得";
    }
    /// Where a derived value is said.
    source_event {
        en: "the event";
        zh_hans: "赛事名";
        zh_hant: "賽事名";
    }
    /// Where a derived value is said.
    source_title {
        en: "the title";
        zh_hans: "标题";
        zh_hant: "標題";
    }
    /// Where a derived value is said.
    source_file {
        en: "the file's name";
        zh_hans: "文件名";
        zh_hant: "檔案名稱";
    }
    /// Where a derived value is said.
    source_folder {
        en: "the folder";
        zh_hans: "文件夹名";
        zh_hant: "資料夾名稱";
    }
    /// Beside a value that is contradicted.
    doubtful(why: &str) {
        en: "doubtful: {why}";
        zh_hans: "存疑：{why}";
        zh_hant: "存疑：{why}";
    }
    /// Why a value is doubtful.
    doubt_says(source: &str, value: &str) {
        en: "{source} says {value}";
        zh_hans: "{source}作 {value}";
        zh_hant: "{source}作 {value}";
    }
    /// Why a date is doubtful.
    doubt_no_such_day {
        en: "the calendar has no such day";
        zh_hans: "历法中没有这一天";
        zh_hant: "曆法中沒有這一天";
    }
    /// Why a date is doubtful: a year that was put into a column of dates.
    doubt_spreadsheet(number: &str) {
        en: "a spreadsheet writes the number {number} so";
        zh_hans: "电子表格会把数字 {number} 写成这样";
        zh_hant: "試算表會把數字 {number} 寫成這樣";
    }
    /// Why a date is doubtful.
    doubt_too_old(year: &str) {
        en: "no game from before {year} is known";
        zh_hans: "{year} 年以前的对局无一存世";
        zh_hant: "{year} 年以前的對局無一存世";
    }
    /// Why a date is doubtful: how late and how early the other games of its players are.
    doubt_other_games(years: &str) {
        en: "all other games of its players are of {years}";
        zh_hans: "双方棋手的其他对局都在 {years} 年";
        zh_hant: "雙方棋手的其他對局都在 {years} 年";
    }
    /// Why a date is doubtful.
    doubt_to_come {
        en: "it was still to come when the record was read";
        zh_hans: "读取记录时这一天尚未到来";
        zh_hant: "讀取記錄時這一天尚未到來";
    }
    /// A date, and how the file has it.
    date_as_found(date: &str, found: &str) {
        en: "{date} (as found: {found})";
        zh_hans: "{date}（原文：{found}）";
        zh_hant: "{date}（原文：{found}）";
    }
    /// A value, and what is to be said beside it.
    with_note(value: &str, note: &str) {
        en: "{value} ({note})";
        zh_hans: "{value}（{note}）";
        zh_hant: "{value}（{note}）";
    }
    /// Beside a result: so many witnesses have another one.
    witnesses_say(result: &str, records: u64) {
        en: "{} {result}", format!("{} {}", count(records, "witness", "witnesses"), verb(records, "says", "say"));
        zh_hans: "另有 {records} 个出处作 {result}";
        zh_hant: "另有 {records} 個出處作 {result}";
    }
    /// Head of a line.
    head_site {
        en: "Site";
        zh_hans: "地点";
        zh_hant: "地點";
    }
    /// Head of a line.
    head_round {
        en: "Round";
        zh_hans: "轮次";
        zh_hant: "輪次";
    }
    /// Head of a line.
    head_opening {
        en: "Opening";
        zh_hans: "布局";
        zh_hant: "佈局";
    }
    /// Head of a line: resignation, time ...
    head_termination {
        en: "Ended by";
        zh_hans: "终局方式";
        zh_hant: "終局方式";
    }
    /// Head of a line: a start that is not the standard one.
    head_start {
        en: "Start";
        zh_hans: "起始局面";
        zh_hant: "起始局面";
    }
    /// In the head of a game: the plies at which a question holds.
    marked_plies(plies: &str) {
        en: "{plies} (* before the move played from there)";
        zh_hans: "{plies}（由此走出的着法前标 *）";
        zh_hant: "{plies}（由此走出的著法前標 *）";
    }
    /// In the head of a game: a question is about whole games, and holds.
    whole_game_fits {
        en: "the whole game";
        zh_hans: "全局";
        zh_hant: "全局";
    }
    /// In the head of a game: a question does not hold.
    nowhere {
        en: "nowhere";
        zh_hans: "不符";
        zh_hant: "不符";
    }
    /// In the head of a game: what a question finds.
    head_where {
        en: "Where";
        zh_hans: "符合处";
        zh_hant: "符合處";
    }
    /// Above a board.
    board_after(ply: u64) {
        en: "After ply {ply}:";
        zh_hans: "第 {ply} 步之后：";
        zh_hant: "第 {ply} 步之後：";
    }
    /// Above the board of the start.
    board_at_start {
        en: "At the start:";
        zh_hans: "起始局面：";
        zh_hant: "起始局面：";
    }
    /// Above a board: the game is shorter than was asked for.
    board_at_end(asked: u64, plies: u64) {
        en: "The game has no ply {asked:#}; after its last, ply {plies}:";
        zh_hans: "本局没有第 {asked:#} 步；最后一步（第 {plies} 步）之后：";
        zh_hant: "本局沒有第 {asked:#} 步；最後一步（第 {plies} 步）之後：";
    }
    /// Below the moves.
    red_is_checkmated {
        en: "checkmate: Red has lost";
        zh_hans: "将死：红方负";
        zh_hant: "將死：紅方負";
    }
    /// Below the moves.
    black_is_checkmated {
        en: "checkmate: Black has lost";
        zh_hans: "将死：黑方负";
        zh_hant: "將死：黑方負";
    }
    /// Below the moves.
    red_is_stalemated {
        en: "stalemate: Red has lost";
        zh_hans: "困毙：红方负";
        zh_hant: "困斃：紅方負";
    }
    /// Below the moves.
    black_is_stalemated {
        en: "stalemate: Black has lost";
        zh_hans: "困毙：黑方负";
        zh_hant: "困斃：黑方負";
    }
    /// Above a tree of variations.
    tree_from(moves: u64, comments: u64, place: &str) {
        en: "{} in variations, {}, from {place}", count(moves, "move", "moves"),
            count(comments, "comment", "comments");
        zh_hans: "变着 {moves} 着，注解 {comments} 条，出自 {place}";
        zh_hant: "變著 {moves} 著，註解 {comments} 條，出自 {place}";
    }
    /// Above the list of witnesses.
    witnesses(records: u64) {
        en: "Witnesses: {records}";
        zh_hans: "出处：{records}";
        zh_hant: "出處：{records}";
    }
    /// Above the list of games that are nearly equal.
    kin(games: u64) {
        en: "Nearly equal: {games}";
        zh_hans: "近乎相同：{games}";
        zh_hant: "近乎相同：{games}";
    }
    /// Above the list of other games of the same players on one day.
    same_day(games: u64) {
        en: "The same players on that day, perhaps one game filed twice: {games}";
        zh_hans: "同日同两人的其他对局（或为重复收录）：{games}";
        zh_hant: "同日同兩人的其他對局（或為重複收錄）：{games}";
    }
    /// After what happened to a copy.
    held_to_be_one {
        en: ", one game";
        zh_hans: "，同局";
        zh_hant: "，同局";
    }
    /// Below the places of a witness: where in the file it stands, and in what (`pgn, gb18030`).
    witness(record: u64, offset: u64, what: &str) {
        en: "record {record:#}, byte {offset:#}, {what}";
        zh_hans: "第 {record:#} 条记录，字节 {offset:#}，{what}";
        zh_hant: "第 {record:#} 筆記錄，位元組 {offset:#}，{what}";
    }
}

impl Lang {
    /// Where a derived value is said.
    pub(crate) fn source(self, source: Source) -> String {
        match source {
            Source::Event => self.source_event(),
            Source::Title => self.source_title(),
            Source::File => self.source_file(),
            Source::Folder => self.source_folder(),
        }
    }

    /// Why a value is doubtful, as the library says it.
    pub(crate) fn doubt(self, says: &str) -> String {
        if says == "the calendar has no such day" {
            return self.doubt_no_such_day();
        }
        if says == "it was still to come when the record was read" {
            return self.doubt_to_come();
        }
        let within = |before: &str, behind: &str| says.strip_prefix(before)?.strip_suffix(behind);
        if let Some(number) = within("a spreadsheet writes the number ", " so") {
            return self.doubt_spreadsheet(number);
        }
        if let Some(year) = within("no game from before ", " is known") {
            return self.doubt_too_old(year);
        }
        if let Some(years) = within("all other games of its players are of ", "") {
            return self.doubt_other_games(years);
        }
        let said = says.split_once(" says ");
        match said.and_then(|(source, value)| Some((Source::from_name(source)?, value))) {
            Some((source, value)) => self.doubt_says(&self.source(source), value),
            None => says.to_owned(),
        }
    }
}
