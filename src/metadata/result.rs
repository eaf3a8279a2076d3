//! Results of games: the type, and the words and figures in which records state it.

use super::named::named;
use super::words::words;
use crate::text::fold_char;
use crate::xiangqi::Side;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

named! {
    /// Result as the record states it, for Red.
    ///
    /// ```
    /// use xqdb::metadata::GameResult;
    /// assert_eq!(GameResult::RedWins.to_string(), "1-0");
    /// assert_eq!(GameResult::from_name("1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::RedWins.turned(), GameResult::BlackWins);
    /// ```
    #[derive(Default)]
    #[repr(u8)]
    pub enum GameResult {
        /// Unknown, `*`.
        #[default]
        Unknown = "*",
        /// Victory of Red, `1-0`.
        RedWins = "1-0",
        /// Victory of Black, `0-1`.
        BlackWins = "0-1",
        /// Draw, `1/2-1/2`.
        Draw = "1/2-1/2",
    }
}

impl GameResult {
    /// Victory of `side`.
    pub const fn win(side: Side) -> GameResult {
        match side {
            Side::Red => GameResult::RedWins,
            Side::Black => GameResult::BlackWins,
        }
    }

    /// The result with sides exchanged.
    #[must_use]
    pub const fn turned(self) -> GameResult {
        match self {
            GameResult::RedWins => GameResult::BlackWins,
            GameResult::BlackWins => GameResult::RedWins,
            other => other,
        }
    }

    /// Whether the result is known.
    pub const fn is_known(self) -> bool {
        !matches!(self, GameResult::Unknown)
    }
}

/// Parses a result in figures or words, for Red; `None` if the text states none.
///
/// ```
/// use xqdb::metadata::{GameResult, parse_result};
/// assert_eq!(parse_result("红先胜"), Some(GameResult::RedWins));
/// assert_eq!(parse_result("½-½"), Some(GameResult::Draw));
/// assert_eq!(parse_result("待续"), None);
/// ```
pub fn parse_result(text: &str) -> Option<GameResult> {
    // Nearly all texts need no folding.
    let said = SAID.get(text).or_else(|| SAID.get(&folded(text)));
    said.map(|&(result, _)| result)
}

/// Folds a text for comparing: no blanks and brackets, one script, width and case.
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
    // Characters that folding leaves in upper case are not ASCII: Đỏ thắng.
    folded.to_lowercase()
}

/// Type of wording of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wording {
    /// Figures.
    Figures,
    /// A word that is only a result.
    Word,
    /// A word for a draw.
    Draw,
    /// A side, or both, with its outcome: 红方认负, 后手胜, Black resigns.
    OfSide,
}

/// Folded texts that state a result.
static SAID: LazyLock<FxHashMap<String, (GameResult, Wording)>> = LazyLock::new(|| {
    let mut said = FxHashMap::default();
    let mut add = |text: String, result: GameResult, wording: Wording| {
        said.entry(text).or_insert((result, wording));
    };
    add(String::new(), GameResult::Unknown, Wording::Word);
    for (kind, wording) in
        [("game", Wording::Figures), ("points", Wording::Figures), ("word", Wording::Word)]
    {
        words_of_results(kind).for_each(|(word, result)| add(word.to_owned(), result, wording));
    }
    for draw in words("draws") {
        add(draw.to_owned(), GameResult::Draw, Wording::Draw);
        add(format!("双方{draw}"), GameResult::Draw, Wording::OfSide);
    }
    for side in Side::ALL {
        let (win, loss) = (GameResult::win(side), GameResult::win(side.other()));
        for (fate, result) in [("wins", win), ("loses", loss), ("draws", GameResult::Draw)] {
            for (subject, fate) in
                words(side.as_str()).flat_map(|it| words(fate).map(move |fate| (it, fate)))
            {
                add(format!("{subject}{fate}"), result, Wording::OfSide);
            }
        }
    }
    said
});

/// Words of the sections `KIND RESULT`, with these results.
pub(super) fn words_of_results(kind: &str) -> impl Iterator<Item = (&'static str, GameResult)> {
    let of =
        move |result: GameResult| words(&format!("{kind} {result}")).map(move |it| (it, result));
    GameResult::ALL.into_iter().flat_map(of)
}

/// Result of a single word about the first player, who has Red: 胜, 負, 和棋.
pub(super) fn result_of_first(word: &str) -> Option<GameResult> {
    let &(result, wording) = SAID.get(&folded(word))?;
    (result.is_known() && wording != Wording::OfSide).then_some(result)
}

/// Whether a word among moves is the result that ends them: figures, the outcome of a side (红胜,
/// 黑方认负), or a draw. A single 胜 or 平 may be part of something else.
///
/// ```
/// use xqdb::metadata::is_result_sign;
/// assert!(["1-0", "½-½", "紅先勝", "黑方认负", "和棋"].into_iter().all(is_result_sign));
/// assert!(!["胜", "平", "red", "-", "炮二平五"].into_iter().any(is_result_sign));
/// ```
pub fn is_result_sign(word: &str) -> bool {
    let Some(first) = word.chars().next() else { return false };
    // Most words are moves, which their first character shows.
    if !word.is_ascii() && !SIGN_BEGINS.contains(fold_char(first)) {
        return false;
    }
    let folded = if word.is_ascii() { word.to_owned() } else { folded(word) };
    SAID.get(&folded).is_some_and(|(_, wording)| match wording {
        Wording::Figures => true,
        _ if word.is_ascii() => false,
        Wording::Word => folded.chars().nth(1).is_some(),
        Wording::Draw => folded != "平",
        Wording::OfSide => true,
    })
}

/// First characters of result signs in hanzi or figures; folded.
const SIGN_BEGINS: &str = "012½*红黑先后双和议判战弈握正作言平";

#[cfg(test)]
mod tests {
    use super::super::words::truths;
    use super::*;
    use crate::text::is_latin;
    use std::collections::BTreeSet;

    #[test]
    fn what_says_a_result_is_folded() {
        for (form, (result, _)) in SAID.iter() {
            assert_eq!(folded(form), *form);
            assert_eq!(parse_result(&format!(" {form}")), Some(*result), "{form}, to be folded");
        }
    }

    #[test]
    fn signs_begin_with_what_their_words_begin_with() {
        let is_hanzi = |text: &&str| text.chars().all(|c| !is_latin(&c.to_string()));
        let wordings =
            SAID.iter().filter(|(_, (_, it))| [Wording::Draw, Wording::OfSide].contains(it));
        let begins = wordings.map(|(form, _)| form.as_str()).filter(is_hanzi);
        let begins: BTreeSet<char> = begins.filter_map(|form| form.chars().next()).collect();
        let expected = SIGN_BEGINS.chars().filter(|c| is_hanzi(&&*c.to_string()));
        assert_eq!(begins, expected.collect());
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
        for [text, result] in truths("results") {
            assert_eq!(parse_result(text), GameResult::from_name(result), "{text}");
        }
        for text in ["红优", "待续", "先", "红先", "认负", "超时", "双方胜", "0-0", "3-2", "胜负"]
        {
            assert_eq!(parse_result(text), None, "{text}");
        }
    }
}
