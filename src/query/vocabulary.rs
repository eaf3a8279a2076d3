//! The words of the language, for those who help to write it.

use super::words::{Word, spellings};

/// What sort of word it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// Joins or turns conditions.
    Joining,
    /// Who, when, with what result: a `:` and a value follow.
    Header,
    /// A part of the board.
    Region,
    /// Pieces.
    Piece,
    /// Everything else that is said of pieces, moves and moments.
    Other,
}

impl Sort {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Sort::Joining => "joining",
            Sort::Header => "header",
            Sort::Region => "region",
            Sort::Piece => "piece",
            Sort::Other => "other",
        }
    }

    const fn of(word: Word) -> Sort {
        match word {
            Word::And
            | Word::Or
            | Word::Not
            | Word::Never
            | Word::Always
            | Word::Ever
            | Word::Times
            | Word::Mirror
            | Word::Swap
            | Word::Def
            | Word::Then
            | Word::Within
            | Word::Steps
            | Word::Next
            | Word::For => Sort::Joining,
            Word::Field(_) => Sort::Header,
            Word::Region(_) => Sort::Region,
            Word::Noun(_) => Sort::Piece,
            _ => Sort::Other,
        }
    }
}

/// Every spelling of every word, and what sort of word it is.
///
/// ```
/// use xqdb::query::{Sort, vocabulary};
/// let all: Vec<_> = vocabulary().collect();
/// assert!(all.contains(&("palace", Sort::Region)) && all.contains(&("九宫", Sort::Region)));
/// assert!(all.contains(&("player", Sort::Header)));
/// ```
pub fn vocabulary() -> impl Iterator<Item = (&'static str, Sort)> {
    spellings().map(|(text, word)| (text, Sort::of(word)))
}
