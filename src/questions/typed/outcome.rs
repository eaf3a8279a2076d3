//! Words between the names of two players, or behind the name of one: that they met, or how the
//! game ended.

use xqdb::metadata::{GameResult, parse_result};
use xqdb::text::{fold, fold_char};

/// Meaning of words between two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// The two met, in either colour: `vs`, `对`.
    Met,
    /// The first has Red and the second Black; the result of the game: `先胜`.
    First(GameResult),
    /// As [`Between::First`], if a player stands on both sides: `1–0`.
    Figures(GameResult),
    /// The first has this result, in either colour, seen as if the first had Red: `胜`, `lost to`.
    Own(GameResult),
}

/// Words for a meeting, folded.
const MET: &[&str] = &["vs", "vs.", "v", "v.", "versus", "against", "对", "对阵", "-", "–", "—"];

/// Words for what a player achieved, folded.
const OWN: &[(&str, GameResult)] = &[
    ("战胜", GameResult::RedWins),
    ("击败", GameResult::RedWins),
    ("胜", GameResult::RedWins),
    ("赢", GameResult::RedWins),
    ("beat", GameResult::RedWins),
    ("beats", GameResult::RedWins),
    ("won", GameResult::RedWins),
    ("wins", GameResult::RedWins),
    ("负于", GameResult::BlackWins),
    ("不敌", GameResult::BlackWins),
    ("负", GameResult::BlackWins),
    ("输", GameResult::BlackWins),
    ("lost", GameResult::BlackWins),
    ("loses", GameResult::BlackWins),
    ("战和", GameResult::Draw),
    ("弈和", GameResult::Draw),
    ("drew", GameResult::Draw),
];

/// Words that may follow those of [`OWN`], before the name of the other player.
const BEFORE_OTHER: &[&str] = &["against", "to", "with"];

/// Words with which the player named first has Red, folded.
const FIRST: &[&str] = &["先胜", "先负", "先和"];

/// Words that may stand between two names without blanks. A word comes before a word that it
/// begins or ends with.
const WITHIN: &[&str] = &[
    "先胜", "先负", "先和", "战胜", "击败", "负于", "不敌", "战和", "弈和", "对阵", "1-0", "0-1",
    "1–0", "0–1", "½–½", "1/2-1/2", "vs.", "vs", "胜", "负", "和", "赢", "输", "对", "-", "–", "—",
];

impl Between {
    /// Reads words; `None` for words that say nothing of two players.
    pub(super) fn read(words: &str) -> Option<Between> {
        let said = fold(words);
        if MET.contains(&said.as_str()) {
            return Some(Between::Met);
        }
        let bare = said.rsplit_once(' ').filter(|(_, last)| BEFORE_OTHER.contains(last));
        let achieved = bare.map_or(said.as_str(), |(first, _)| first);
        if let Some((_, result)) = OWN.iter().find(|(own, _)| *own == achieved) {
            return Some(Between::Own(*result));
        }
        let result = parse_result(words)?;
        if FIRST.contains(&said.as_str()) {
            return Some(Between::First(result));
        }
        said.starts_with(|c: char| c.is_ascii_digit() || c == '½')
            .then_some(Between::Figures(result))
    }
}

/// Whether a text is several words, or has a word inside that may stand between two names.
pub(crate) fn may_name_several(text: &str) -> bool {
    text.trim().contains(char::is_whitespace) || divided(text).next().is_some()
}

/// Texts around each word in a text that may stand between two names, with the word: `胡荣华`, `先胜`
/// and `吕钦` for 胡荣华先胜吕钦.
pub(super) fn divided(text: &str) -> impl Iterator<Item = [&str; 3]> {
    let folded: Vec<char> = text.chars().map(fold_char).flat_map(char::to_lowercase).collect();
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    // Letters that become several in lower case stand in no name that is divided here.
    let is_even = folded.len() + 1 == places.len();
    let at = move |word: &'static str| {
        let word: Vec<char> = word.chars().collect();
        let found = folded.windows(word.len()).enumerate().skip(1);
        let found = found.filter(|(_, window)| *window == word).map(|(first, _)| first);
        let ends = found.map(|first| [places[first], places[first + word.len()]]);
        ends.collect::<Vec<[usize; 2]>>()
    };
    let words = WITHIN.iter().filter(move |_| is_even).flat_map(move |word| at(word));
    let parts = words.map(move |[first, end]| [&text[..first], &text[first..end], &text[end..]]);
    parts.filter(|[.., behind]| !behind.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_between_names() {
        for (words, meaning) in [
            ("vs", Some(Between::Met)),
            ("VS.", Some(Between::Met)),
            ("對", Some(Between::Met)),
            ("–", Some(Between::Met)),
            ("先勝", Some(Between::First(GameResult::RedWins))),
            ("先负", Some(Between::First(GameResult::BlackWins))),
            ("½–½", Some(Between::Figures(GameResult::Draw))),
            ("0-1", Some(Between::Figures(GameResult::BlackWins))),
            ("勝", Some(Between::Own(GameResult::RedWins))),
            ("lost to", Some(Between::Own(GameResult::BlackWins))),
            ("红胜", None),
            ("和棋", None),
            ("和", None),
            ("胡荣华", None),
            ("", None),
        ] {
            assert_eq!(Between::read(words), meaning, "{words}");
        }
    }

    #[test]
    fn names_without_blanks_are_divided() {
        let first = |text| divided(text).next();
        assert_eq!(first("胡榮華先勝吕钦"), Some(["胡榮華", "先勝", "吕钦"]));
        assert_eq!(first("李VS王"), Some(["李", "VS", "王"]));
        assert_eq!(divided("于1-0洪").collect::<Vec<_>>()[0], ["于", "1-0", "洪"]);
        for text in ["", "胜", "胡荣华", "胡荣华胜", "胜胡荣华", "İ对洪"] {
            assert_eq!(first(text), None, "{text}");
        }
    }
}
