//! `search`: heads of its table, what stands below it, and arguments that are not understood.

use super::Lang;
use super::argument::{count, verb};
use xqdb::notation::TypedError;

impl Lang {
    /// What is wrong with moves that somebody typed.
    pub(crate) fn typed_refused(self, error: &TypedError) -> String {
        match error {
            TypedError::SeveralNotations(systems) => self.moves_in_several_notations(systems),
            TypedError::Ambiguous { token, number, readings } => {
                self.move_is_ambiguous(token, *number, readings)
            }
            TypedError::TooManyWays(number) => self.moves_in_too_many_ways(*number),
            TypedError::Unplayable { token, number, why, near, .. } => {
                let mut told = self.move_unplayable(token, *number, &self.unreadable(*why));
                if !near.is_empty() {
                    told += &self.near_moves(near);
                }
                told
            }
            other => self.stored(&other.to_string()),
        }
    }

    /// The position in which it is wrong, where that is known.
    pub(crate) fn typed_place(self, error: &TypedError) -> Option<String> {
        match error {
            TypedError::Unplayable { fen, .. } => Some(self.in_position(fen)),
            _ => None,
        }
    }
}

sentences! {
    /// Below the list of games.
    games_found(games: u64) {
        en: "{}", count(games, "game", "games");
        zh_hans: "共 {games} 局";
        zh_hant: "共 {games} 局";
    }
    /// Below the list of games: the search ended with the last game that was to be listed.
    games_found_so_far(games: u64) {
        en: "{} and perhaps more", count(games, "game", "games");
        zh_hans: "已找到 {games} 局，可能还有";
        zh_hant: "已找到 {games} 局，可能還有";
    }
    /// After the number of games: which of them are listed, 1-based.
    games_listed(first: u64, last: u64) {
        en: ", {first} to {last} shown";
        zh_hans: "，列出第 {first} 至第 {last} 局";
        zh_hant: "，列出第 {first} 至第 {last} 局";
    }
    /// After the number of games: `--offset` is as large as that or larger.
    games_passed_over(offset: u64) {
        en: ", none shown: --offset {offset:#} passes over all";
        zh_hans: "，未列出：--offset {offset:#} 已越过全部";
        zh_hant: "，未列出：--offset {offset:#} 已越過全部";
    }
    /// After the number of games.
    games_mirrored(games: u64) {
        en: "; {games} of them {} the mirror image", verb(games, "has", "have");
        zh_hans: "；其中 {games} 局为左右镜像";
        zh_hant: "；其中 {games} 局為左右鏡像";
    }
    /// After the number of games: so many lines more are copies of them.
    games_copied(copies: u64) {
        en: "; {copies} {} of them {} not counted", verb(copies, "copy", "copies"),
            verb(copies, "is", "are");
        zh_hans: "；另有 {copies} 份近似抄本不计";
        zh_hant: "；另有 {copies} 份近似抄本不計";
    }
    /// After the number of games, when dates were asked for.
    games_undated(games: u64) {
        en: "; {games} more {} but {} no sure date", verb(games, "fits", "fit"),
            verb(games, "has", "have");
        zh_hans: "；另有 {games} 局符合条件但无确切日期";
        zh_hant: "；另有 {games} 局符合條件但無確切日期";
    }
    /// After their number: keys of games without a date, so that they can be opened.
    games_undated_keys(keys: &str) {
        en: " ({keys})";
        zh_hans: "（编号 {keys}）";
        zh_hant: "（編號 {keys}）";
    }
    /// Below a table of games with such cells.
    marks_explained {
        en: "[…] is said by an event, a title or a file's name only; ? marks a doubtful date (--as-stated leaves both out)";
        zh_hans: "[…] 仅见于赛事、标题或文件名；? 表示日期可疑（--as-stated 可略去两者）";
        zh_hant: "[…] 僅見於賽事、標題或檔案名稱；? 表示日期可疑（--as-stated 可略去兩者）";
    }
    /// Column: the key of a game.
    head_key {
        en: "Key";
        zh_hans: "编号";
        zh_hant: "編號";
    }
    /// Column.
    head_date {
        en: "Date";
        zh_hans: "日期";
        zh_hant: "日期";
    }
    /// Column: the player who has Red.
    head_red {
        en: "Red";
        zh_hans: "红方";
        zh_hant: "紅方";
    }
    /// Column: the player who has Black.
    head_black {
        en: "Black";
        zh_hans: "黑方";
        zh_hant: "黑方";
    }
    /// Column.
    head_result {
        en: "Result";
        zh_hans: "结果";
        zh_hant: "結果";
    }
    /// Column: how long a game is.
    head_plies {
        en: "Plies";
        zh_hans: "步数";
        zh_hant: "步數";
    }
    /// Column: the ply at which a pattern is seen.
    head_ply {
        en: "Ply";
        zh_hans: "第几步";
        zh_hant: "第幾步";
    }
    /// Column: where the words that were asked for are said.
    head_says {
        en: "Says";
        zh_hans: "原文";
        zh_hant: "原文";
    }
    /// Column: what kind of record it is.
    head_kind {
        en: "Kind";
        zh_hans: "类别";
        zh_hant: "類別";
    }
    /// Column.
    head_event {
        en: "Event";
        zh_hans: "赛事";
        zh_hant: "賽事";
    }
    /// Below the answer: names that sound as the one that was asked for in hanzi, which nobody has.
    names_by_sound_only(asked: &str, names: &str) {
        en: "Nobody is written `{asked}`; matched by pinyin: {names} (--names script: none of them)";
        zh_hans: "没有写作“{asked}”的棋手；按拼音匹配：{names}（--names script 则一概不取）";
        zh_hant: "沒有寫作「{asked}」的棋手；按拼音匹配：{names}（--names script 則一概不取）";
    }
    /// Below the answer: spellings in Latin letters of the name that was asked for in hanzi.
    names_by_sound_too(asked: &str, names: &str) {
        en: "`{asked}`, matched by pinyin, too: {names} (--names script: not these)";
        zh_hans: "“{asked}”另按拼音匹配：{names}（--names script 则不取）";
        zh_hant: "「{asked}」另按拼音匹配：{names}（--names script 則不取）";
    }
    /// Below the answer: names that somebody decided to be those of one who was asked for.
    names_by_decision(asked: &str, names: &str) {
        en: "`{asked}` is also, as decided: {names} (`xqdb decisions`; --as-stated: not these)";
        zh_hans: "按裁定，“{asked}”亦作：{names}（见 `xqdb decisions`；--as-stated 则不取）";
        zh_hant: "按裁定，「{asked}」亦作：{names}（見 `xqdb decisions`；--as-stated 則不取）";
    }
    /// Column, and head of a line.
    head_title {
        en: "Title";
        zh_hans: "标题";
        zh_hant: "標題";
    }
    /// Column, and head of a line: book and chapter.
    head_chapter {
        en: "Chapter";
        zh_hans: "章节";
        zh_hant: "章節";
    }
    /// Row of the games that stand in no chapter.
    no_chapter {
        en: "(none)";
        zh_hans: "（无）";
        zh_hant: "（無）";
    }
    /// A ply of a variation.
    ply_in_variation(ply: &str) {
        en: "{ply} variation";
        zh_hans: "{ply} 变着";
        zh_hant: "{ply} 變著";
    }
    /// A ply where the mirror image stands.
    ply_mirrored(ply: &str) {
        en: "{ply} mirror";
        zh_hans: "{ply} 镜像";
        zh_hant: "{ply} 鏡像";
    }
    /// What is wrong with an argument.
    argument_wrong(argument: &str, why: &str) {
        en: "{argument}: {why}";
        zh_hans: "{argument}：{why}";
        zh_hant: "{argument}：{why}";
    }
    /// `--since`, `--until`.
    no_date(text: &str) {
        en: "`{text}` is no date; write 1960, 1960-05 or 1960-05-01";
        zh_hans: "“{text}”不是日期；请写成 1960、1960-05 或 1960-05-01";
        zh_hant: "「{text}」不是日期；請寫成 1960、1960-05 或 1960-05-01";
    }
    /// An argument that takes some words only.
    none_of(text: &str, known: &str) {
        en: "`{text}` is none of {known}";
        zh_hans: "“{text}”不在可选值之中：{known}";
        zh_hant: "「{text}」不在可選值之中：{known}";
    }
    /// `--moves` in several notations at once.
    moves_in_several_notations(systems: &str) {
        en: "they can be played in several notations; name one with --notation: {systems}";
        zh_hans: "这些着法按几种记谱法都走得通；请用 --notation 指定其一：{systems}";
        zh_hant: "這些著法按幾種記譜法都走得通；請用 --notation 指定其一：{systems}";
    }
    /// A move of `--moves` with several meanings; `number` is 1-based.
    move_is_ambiguous(token: &str, number: u64, readings: &str) {
        en: "`{token}` (move {number}) can mean {readings}; write one of them";
        zh_hans: "“{token}”（第 {number} 着）可指 {readings}；请写明其一";
        zh_hant: "「{token}」（第 {number} 著）可指 {readings}；請寫明其一";
    }
    /// `--moves` that would take too long to follow.
    moves_in_too_many_ways(number: u64) {
        en: "they can be played in too many ways at move {number}; write them in another notation";
        zh_hans: "走到第 {number} 着时可能的走法太多；请换一种记谱法";
        zh_hant: "走到第 {number} 著時可能的走法太多；請換一種記譜法";
    }
    /// A move of `--moves` that cannot be played.
    move_unplayable(token: &str, number: u64, why: &str) {
        en: "`{token}` (move {number}): {why}";
        zh_hans: "“{token}”（第 {number} 着）：{why}";
        zh_hant: "「{token}」（第 {number} 著）：{why}";
    }
    /// After a move that cannot be played: moves that are spelt nearly so.
    near_moves(moves: &str) {
        en: "; near it: {moves}";
        zh_hans: "；相近的着法：{moves}";
        zh_hant: "；相近的著法：{moves}";
    }
    /// Below a move that cannot be played: the position, as FEN.
    in_position(fen: &str) {
        en: "in {fen}";
        zh_hans: "局面 {fen}";
        zh_hant: "局面 {fen}";
    }
}
