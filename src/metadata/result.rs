//! How a game ended: the type, and the words and figures in which records state it.

use super::named::named;
use crate::text::fold_char;
use crate::xiangqi::Side;
use serde::{Deserialize, Serialize};

/// The result as the record has it, from Red's side.
///
/// ```
/// use xqdb::metadata::GameResult;
/// assert_eq!(GameResult::RedWins.to_string(), "1-0");
/// assert_eq!(GameResult::from_name("1/2-1/2"), Some(GameResult::Draw));
/// assert_eq!(GameResult::RedWins.turned(), GameResult::BlackWins);
/// ```
#[derive(
    Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[repr(u8)]
pub enum GameResult {
    /// `*`
    #[default]
    #[serde(rename = "*")]
    Unknown = 0,
    /// `1-0`
    #[serde(rename = "1-0")]
    RedWins = 1,
    /// `0-1`
    #[serde(rename = "0-1")]
    BlackWins = 2,
    /// `1/2-1/2`
    #[serde(rename = "1/2-1/2")]
    Draw = 3,
}

named! { GameResult, as_str, from_name:
    Unknown = "*",
    RedWins = "1-0",
    BlackWins = "0-1",
    Draw = "1/2-1/2",
}

impl GameResult {
    /// The victory of `side`.
    pub const fn win(side: Side) -> GameResult {
        match side {
            Side::Red => GameResult::RedWins,
            Side::Black => GameResult::BlackWins,
        }
    }

    /// The result with the sides exchanged.
    #[must_use]
    pub const fn turned(self) -> GameResult {
        match self {
            GameResult::RedWins => GameResult::BlackWins,
            GameResult::BlackWins => GameResult::RedWins,
            other => other,
        }
    }

    /// Whether the record says how the game ended.
    pub const fn is_known(self) -> bool {
        !matches!(self, GameResult::Unknown)
    }
}

/// Reads a result in figures or words, from Red's side; `None` when the text names no result.
///
/// ```
/// use xqdb::metadata::{GameResult, parse_result};
/// assert_eq!(parse_result("红先胜"), Some(GameResult::RedWins));
/// assert_eq!(parse_result("½-½"), Some(GameResult::Draw));
/// assert_eq!(parse_result("待续"), None);
/// ```
pub fn parse_result(text: &str) -> Option<GameResult> {
    // Nearly all are one of these as they stand.
    whole(text).or_else(|| parse_folded(text))
}

/// The result that is a text by itself.
fn whole(text: &str) -> Option<GameResult> {
    FIGURES.iter().chain(WORDS).find(|(form, _)| text == *form).map(|&(_, result)| result)
}

fn parse_folded(text: &str) -> Option<GameResult> {
    let folded = folded(text);
    whole(&folded).or_else(|| said_of_a_side(&folded))
}

/// A text as it is compared: without blanks and brackets, in one script, width and case.
fn folded(text: &str) -> String {
    let folded: String = text
        .chars()
        .filter(|c| {
            !c.is_whitespace() && !matches!(c, '(' | ')' | '（' | '）' | '【' | '】' | '。')
        })
        .map(|c| match c {
            '—' | '–' | '−' => '-',
            '∶' => ':',
            _ => fold_char(c),
        })
        .collect();
    // What stays upper case after folding is no ASCII: Đỏ thắng.
    folded.to_lowercase()
}

/// Results in figures.
const FIGURES: &[(&str, GameResult)] = &[
    ("1-0", GameResult::RedWins),
    ("0-1", GameResult::BlackWins),
    ("1/2-1/2", GameResult::Draw),
    ("*", GameResult::Unknown),
    ("½-½", GameResult::Draw),
    ("0.5-0.5", GameResult::Draw),
    ("1/2", GameResult::Draw),
    ("½", GameResult::Draw),
    ("2-0", GameResult::RedWins),
    ("0-2", GameResult::BlackWins),
    ("1-1", GameResult::Draw),
    ("1:0", GameResult::RedWins),
    ("0:1", GameResult::BlackWins),
    ("2:0", GameResult::RedWins),
    ("0:2", GameResult::BlackWins),
    ("1:1", GameResult::Draw),
    ("0.5:0.5", GameResult::Draw),
];

/// Words that are a result alone; folded. A lone 胜 or 负 belongs to the first player.
const WORDS: &[(&str, GameResult)] = &[
    ("胜", GameResult::RedWins),
    ("负", GameResult::BlackWins),
    ("红先黑胜", GameResult::BlackWins),
    ("红胜黑负", GameResult::RedWins),
    ("红负黑胜", GameResult::BlackWins),
    ("red", GameResult::RedWins),
    ("red_win", GameResult::RedWins),
    ("w", GameResult::RedWins),
    ("black", GameResult::BlackWins),
    ("black_win", GameResult::BlackWins),
    ("l", GameResult::BlackWins),
    ("draw", GameResult::Draw),
    ("drawn", GameResult::Draw),
    ("d", GameResult::Draw),
    ("hòa", GameResult::Draw),
    ("hoà", GameResult::Draw),
    ("hòacờ", GameResult::Draw),
    ("未知", GameResult::Unknown),
    ("不详", GameResult::Unknown),
    ("unknown", GameResult::Unknown),
    ("?", GameResult::Unknown),
    ("-", GameResult::Unknown),
    ("", GameResult::Unknown),
];

/// Words for a side. Who moves first has Red.
const SIDES: &[(&str, Side)] = &[
    ("红", Side::Red),
    ("红方", Side::Red),
    ("红先", Side::Red),
    ("红方先", Side::Red),
    ("先", Side::Red),
    ("先手", Side::Red),
    ("red", Side::Red),
    ("white", Side::Red),
    ("đỏ", Side::Red),
    ("黑", Side::Black),
    ("黑方", Side::Black),
    ("黑先", Side::Black),
    ("黑方先", Side::Black),
    ("后", Side::Black),
    ("后手", Side::Black),
    ("black", Side::Black),
    ("đen", Side::Black),
];

/// Words about the side that wins.
const WINS: &[&str] = &["胜", "胜出", "获胜", "得胜", "取胜", "赢", "win", "wins", "won", "thắng"];

/// Words about the side that loses.
const LOSSES: &[&str] = &[
    "负",
    "告负",
    "输",
    "认负",
    "认输",
    "判负",
    "超时",
    "超时负",
    "超时判负",
    "投子认负",
    "resign",
    "resigns",
    "resigned",
    "lose",
    "loses",
    "lost",
    "thua",
];

/// A draw, of either side, of both, or of nobody.
const DRAWS: &[&str] = &[
    "和", "和棋", "和局", "平", "平局", "议和", "判和", "战和", "弈和", "握和", "正和", "作和",
    "言和",
];

/// The result of a lone word, said of the first player, who has Red: 胜, 負, 和棋.
pub(super) fn result_of_first(word: &str) -> Option<GameResult> {
    let folded = folded(word);
    match whole(&folded) {
        Some(result) if result.is_known() => Some(result),
        _ => DRAWS.contains(&&*folded).then_some(GameResult::Draw),
    }
}

/// Whether a word that stands among moves is the result that ends them: figures, what became of a
/// side (红胜, 黑方认负), or a draw. A lone 胜 or 平 can be a part of something else.
///
/// ```
/// use xqdb::metadata::is_result_sign;
/// assert!(["1-0", "½-½", "紅先勝", "黑方认负", "和棋"].into_iter().all(is_result_sign));
/// assert!(!["胜", "平", "red", "-", "炮二平五"].into_iter().any(is_result_sign));
/// ```
pub fn is_result_sign(word: &str) -> bool {
    let is_figure = |word: &str| FIGURES.iter().any(|(form, _)| word == *form);
    let Some(first) = word.chars().next() else { return false };
    if word.is_ascii() {
        return is_figure(word);
    }
    // Most words are moves, and their first character tells it.
    if word.len() > LONGEST_SIGN || !SIGN_BEGINS.contains(fold_char(first)) {
        return false;
    }
    let folded = folded(word);
    is_figure(&folded)
        || WORDS.iter().any(|(form, _)| folded == *form && form.chars().nth(1).is_some())
        || folded != "平" && said_of_a_side(&folded).is_some()
}

/// In bytes; no result sign is longer.
const LONGEST_SIGN: usize = 24;

/// The characters with which a result sign begins that is not ASCII; folded.
const SIGN_BEGINS: &str = "012½*红黑先后双和议判战弈握正作言平";

/// Reads a result that names a side: 红方认负, 后手胜, Black resigns.
fn said_of_a_side(folded: &str) -> Option<GameResult> {
    if DRAWS.contains(&folded.strip_prefix("双方").unwrap_or(folded)) {
        return Some(GameResult::Draw);
    }
    SIDES.iter().find_map(|&(subject, side)| {
        let told = folded.strip_prefix(subject)?;
        match told {
            _ if WINS.contains(&told) => Some(GameResult::win(side)),
            _ if LOSSES.contains(&told) => Some(GameResult::win(side.other())),
            _ if DRAWS.contains(&told) => Some(GameResult::Draw),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::is_latin;

    #[test]
    fn whole_forms_are_folded() {
        for &(form, result) in FIGURES.iter().chain(WORDS) {
            assert_eq!(parse_folded(form), Some(result), "{form}");
        }
    }

    #[test]
    fn signs_begin_with_what_their_words_begin_with() {
        let sides = SIDES.iter().map(|(side, _)| *side);
        let words = sides.chain(DRAWS.iter().copied()).chain(["双方"]).filter(|w| !is_latin(w));
        for word in words {
            assert!(SIGN_BEGINS.contains(word.chars().next().unwrap()), "{word}");
        }
        for first in SIGN_BEGINS.chars().filter(|first| !is_latin(&first.to_string())) {
            let mut all = SIDES.iter().map(|(side, _)| *side).chain(DRAWS.iter().copied());
            assert!(first == '双' || all.any(|word| word.starts_with(first)), "{first}");
        }
    }

    #[test]
    fn lone_words_are_said_of_the_first_player() {
        for (word, result) in [
            ("胜", Some(GameResult::RedWins)),
            ("負", Some(GameResult::BlackWins)),
            ("和", Some(GameResult::Draw)),
            ("平局", Some(GameResult::Draw)),
            ("议和", Some(GameResult::Draw)),
            ("先", None),
            ("", None),
            ("不详", None),
        ] {
            assert_eq!(result_of_first(word), result, "{word}");
        }
    }

    #[test]
    fn dialects_of_results() {
        for (text, result) in [
            ("1-0", GameResult::RedWins),
            ("１－０", GameResult::RedWins),
            ("0 - 1", GameResult::BlackWins),
            ("（先和）", GameResult::Draw),
            ("Red_Win", GameResult::RedWins),
            ("黑勝", GameResult::BlackWins),
            ("*", GameResult::Unknown),
            ("2：0", GameResult::RedWins),
            ("０∶１", GameResult::BlackWins),
            ("½ – ½", GameResult::Draw),
            ("红 方 胜", GameResult::RedWins),
            ("紅先負", GameResult::BlackWins),
            ("红先黑胜", GameResult::BlackWins),
            ("黑先胜", GameResult::BlackWins),
            ("黑方先負", GameResult::RedWins),
            ("后手胜", GameResult::BlackWins),
            ("後負", GameResult::RedWins),
            ("黑方认输", GameResult::RedWins),
            ("红方超时判负", GameResult::BlackWins),
            ("红胜黑负", GameResult::RedWins),
            ("雙方議和。", GameResult::Draw),
            ("黑和", GameResult::Draw),
            ("負", GameResult::BlackWins),
            ("White wins", GameResult::RedWins),
            ("ＢＬＡＣＫ　ＷＯＮ", GameResult::BlackWins),
            ("Black resigns", GameResult::RedWins),
            ("Đỏ thắng", GameResult::RedWins),
            ("đen thắng", GameResult::BlackWins),
            ("Hòa", GameResult::Draw),
            ("不詳", GameResult::Unknown),
        ] {
            assert_eq!(parse_result(text), Some(result), "{text}");
        }
        for (form, result) in FIGURES.iter().chain(WORDS) {
            assert_eq!(parse_result(form), Some(*result), "{form}");
            assert_eq!(parse_result(&format!(" {form}")), Some(*result), "{form}, to be folded");
        }
        for text in ["红优", "待续", "先", "红先", "认负", "超时", "双方胜", "0-0", "3-2", "胜负"]
        {
            assert_eq!(parse_result(text), None, "{text}");
        }
    }
}
