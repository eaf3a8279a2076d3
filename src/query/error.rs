//! Errors of queries: the place, the text there, what was expected, and a similar known word.

use crate::text::{display_width, visible};
use std::fmt;
use std::ops::Range;

/// Largest number of characters shown of a token, and of the text on each side of it.
const MOST_SHOWN: usize = 100;
/// Largest number of characters quoted of a word.
const MOST_QUOTED: usize = 60;

/// Reason why a query cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// Characters of the offending token, 0-based in the given text; empty at its end.
    pub span: Range<usize>,
    /// The fault.
    pub problem: QueryProblem,
    /// Tokens that could stand at the place; empty if unhelpful.
    pub expected: Vec<Expected>,
    /// A known word similar to the unknown one.
    pub near: Option<String>,
}

/// A fault of a query.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum QueryProblem {
    #[error("unknown word `{0}`")]
    UnknownWord(String),
    #[error("`{0}` cannot stand here")]
    Unexpected(String),
    #[error("the query ends here")]
    End,
    #[error("`{value}` is no {what}")]
    BadValue { value: String, what: &'static str },
    #[error("the range runs backwards")]
    Backwards,
    #[error("`{0}` cannot be defined: a name has two characters or more and means nothing yet")]
    BadName(String),
    #[error("the quotation mark is never closed")]
    Unclosed,
    #[error("the board cannot be read: {0}")]
    BadBoard(String),
    #[error("one move has Chinese and Arabic numbers; 一二三 are Red's, 1 2 3 Black's")]
    MixedNumbers,
    #[error("pieces are expected in the brackets, not a condition")]
    NotPieces,
    #[error("the number has more than six digits")]
    LongNumber,
    #[error("the number must be 1 or more")]
    Zero,
    #[error("more than {0} characters")]
    TooLong(usize),
    #[error("more than {0} levels of brackets, prefixes and names")]
    TooDeep(u32),
}

/// Token or phrase that may stand at a place of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the texts say it")]
pub enum Expected {
    Condition,
    Pieces,
    Region,
    Point,
    Number,
    Count,
    Decimal,
    Move,
    Name,
    Army,
    Text,
    Colon,
    AfterColour,
    Comparison,
    This(&'static str),
    EndOfQuery,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Condition => "a condition",
            Expected::Pieces => "pieces such as R, n or cannon",
            Expected::Region => "a point such as e4, a range such as d0..f2, or a region",
            Expected::Point => "a point such as f2",
            Expected::Number => "a number",
            Expected::Count => "a number or a range such as 2..4",
            Expected::Decimal => "a number such as 2 or -0.5",
            Expected::Move => "a move such as C2=5, 炮二平五 or h2e2",
            Expected::Name => "a name of two characters or more",
            Expected::Army => "an army such as RP, 车兵, 士象全 or bare",
            Expected::Text => "a value",
            Expected::Colon => "`:`",
            Expected::AfterColour => "a piece, a pattern, `:`, or `to move`",
            Expected::Comparison => "a comparison such as `>= 2`",
            Expected::This(text) => return write!(f, "`{text}`"),
            Expected::EndOfQuery => "the end of the query",
        })
    }
}

/// A word, shortened for a message.
pub(super) fn quoted(word: &str) -> String {
    match word.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

impl QueryError {
    /// First character of the offending token, 1-based.
    pub fn character(&self) -> usize {
        self.span.start + 1
    }

    /// The line with the offending token, made visible, and a line of `^` below the token (two per
    /// wide character). A long line is cut to the text near the token.
    pub fn marked(&self, text: &str) -> (String, String) {
        let letters: Vec<char> = text.chars().collect();
        let start = self.span.start.min(letters.len());
        let is_break = |letter: &char| *letter == '\n' || *letter == '\r';
        let first = letters[..start].iter().rposition(is_break).map_or(0, |at| at + 1);
        let last =
            letters[start..].iter().position(is_break).map_or(letters.len(), |at| start + at);
        let end = self.span.end.clamp(start, last.min(start + MOST_SHOWN));
        let shown = |part: Range<usize>| {
            let part = letters[part].iter().map(|&c| if c == '\t' { ' ' } else { c });
            visible(&part.collect::<String>()).into_owned()
        };
        let from = first.max(start.saturating_sub(MOST_SHOWN));
        let to = last.min(end + MOST_SHOWN);
        let cut = |is_cut: bool| if is_cut { "..." } else { "" };
        let before = format!("{}{}", cut(from > first), shown(from..start));
        let token = shown(start..end);
        let line = format!("{before}{token}{}{}", shown(end..to), cut(to < last));
        let under = display_width(&token).max(1);
        (line, format!("{}{}", " ".repeat(display_width(&before)), "^".repeat(under)))
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: {}", self.character(), self.problem)?;
        for (number, expected) in self.expected.iter().enumerate() {
            let joint = match number {
                0 => "; expected ",
                _ if number + 1 == self.expected.len() => " or ",
                _ => ", ",
            };
            write!(f, "{joint}{expected}")?;
        }
        match &self.near {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for QueryError {}
