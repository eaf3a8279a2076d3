//! Poem notation, as in 《梅花谱》: each of the ninety points is named by a character of a
//! poem, and a move is two names, `春-山` or `春山`. Described by Jim Png, "A Detailed
//! Introduction to the Notation System in Xiangqi", who shows the principle with a nursery rhyme:
//! "Jack-Jill", "pail-hill".
//!
//! We know no checkable source of the historical poem, so none is included. Users give the
//! [`Legend`] of their manual as a text file; `poem_example.txt` was made up for this program.

use super::{Notation, Reading, trim};
use crate::xiangqi::{Move, Position, Square};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The notation with the example legend.
pub(super) const NOTATION: Notation = Notation {
    name: "poem",
    aliases: &["诗"],
    example: "落寒 远柳",
    read: |token, position| EXAMPLE.read(token, position),
    write: |mv, position| EXAMPLE.write(mv, position),
    ..Notation::LINE
};

static EXAMPLE: LazyLock<Legend> = LazyLock::new(|| {
    Legend::parse(include_str!("poem_example.txt")).expect("the example has ninety words")
});

/// Names of the ninety points.
///
/// ```
/// use xqdb::notation::Legend;
///
/// let error = Legend::parse("order: rows from-top left-to-right\nJack and Jill and").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: `and` is there twice");
/// ```
#[derive(Debug, Clone)]
pub struct Legend {
    /// Names by [`Square::index`].
    words: Vec<String>,
    /// Squares by name in lower case.
    squares: FxHashMap<String, Square>,
}

/// Reason why a text is no legend. Lines are 1-based.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum LegendError {
    #[error(
        "line {line}: `{text}` is no order; write rows or columns, from-top or from-bottom, and \
         left-to-right or right-to-left"
    )]
    Order { line: usize, text: String },
    #[error("there is no order; begin with a line such as `order: rows from-top left-to-right`")]
    NoOrder,
    /// Two points have one name.
    #[error("line {line}: `{word}` is there twice")]
    Twice { line: usize, word: String },
    #[error("there are {0} words; a board has 90 points")]
    Count(usize),
    /// A name has a hyphen, which separates the names of a move.
    #[error("line {line}: `{word}` has a hyphen in it")]
    Hyphen { line: usize, word: String },
}

/// Order in which the words stand on the board, as Red sees it.
#[derive(Debug, Clone, Copy)]
struct Order {
    by_columns: bool,
    from_bottom: bool,
    right_to_left: bool,
}

impl Order {
    /// Reads one word of each of three pairs, in any order.
    fn parse(text: &str) -> Option<Order> {
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let chosen = |one, other| match (words.contains(&one), words.contains(&other)) {
            (is_one, is_other) if is_one == is_other => None,
            (_, is_other) => Some(is_other),
        };
        let order = Order {
            by_columns: chosen("rows", "columns")?,
            from_bottom: chosen("from-top", "from-bottom")?,
            right_to_left: chosen("left-to-right", "right-to-left")?,
        };
        (words.len() == 3).then_some(order)
    }

    /// Square of word `n`, 0-based.
    fn square(self, n: usize) -> Option<Square> {
        let (file, row) = if self.by_columns { (n / 10, n % 10) } else { (n % 9, n / 9) };
        let file = if self.right_to_left { 8_usize.checked_sub(file)? } else { file };
        let rank = if self.from_bottom { row } else { 9_usize.checked_sub(row)? };
        Square::at(file as u8, rank as u8)
    }
}

impl Legend {
    /// Reads a legend: `#` begins a comment; `order:` states the order of words on the board; every
    /// other line has words separated by blanks, or, without blanks, words of one character. The
    /// words must be ninety different ones.
    pub fn parse(text: &str) -> Result<Legend, LegendError> {
        let mut order = None;
        let mut names: Vec<String> = Vec::new();
        let mut seen: FxHashMap<String, usize> = FxHashMap::default();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let line = line.trim_start_matches('\u{feff}').split('#').next().unwrap_or("").trim();
            if let Some(said) = line.strip_prefix("order:") {
                let text = said.trim().to_owned();
                let wrong = LegendError::Order { line: number, text };
                order = Some(Order::parse(said).ok_or(wrong)?);
                continue;
            }
            let words: Vec<String> = match line.contains(char::is_whitespace) || line.is_ascii() {
                true => line.split_whitespace().map(str::to_owned).collect(),
                false => line.chars().map(String::from).collect(),
            };
            for word in words {
                if word.contains(is_hyphen) {
                    return Err(LegendError::Hyphen { line: number, word });
                }
                if seen.insert(word.to_lowercase(), names.len()).is_some() {
                    return Err(LegendError::Twice { line: number, word });
                }
                names.push(word);
            }
        }
        let order = order.ok_or(LegendError::NoOrder)?;
        if names.len() != Square::COUNT {
            return Err(LegendError::Count(names.len()));
        }
        let mut words = vec![String::new(); Square::COUNT];
        let mut squares = FxHashMap::default();
        for (n, name) in names.into_iter().enumerate() {
            let square = order.square(n).expect("there are ninety words");
            squares.insert(name.to_lowercase(), square);
            words[square.index()] = name;
        }
        Ok(Legend { words, squares })
    }

    /// Fingerprint of the legend: eight hexadecimal digits of a hash over the words in the order of
    /// squares.
    pub fn fingerprint(&self) -> String {
        let hash = blake3::hash(self.words.join(" ").as_bytes());
        hash.to_hex()[..8].to_owned()
    }

    /// Reads two names with a hyphen between them, or without one if only one cut gives two names.
    pub fn read(&self, token: &str, position: &Position) -> Reading {
        let token = trim(token).to_lowercase();
        let square = |word: &str| self.squares.get(word.trim()).copied();
        let moves: Vec<Move> = match token.split_once(is_hyphen) {
            Some((from, to)) => square(from)
                .zip(square(to))
                .map(|(from, to)| Move::new(from, to))
                .into_iter()
                .collect(),
            None => token
                .char_indices()
                .skip(1)
                .filter_map(|(at, _)| Some((square(&token[..at])?, square(&token[at..])?)))
                .map(|(from, to)| Move::new(from, to))
                .collect(),
        };
        Reading::any(moves.into_iter().map(|mv| Reading::on_board(mv, position)))
    }

    /// Writes a pseudo-legal move; joins the names without a hyphen if each is one character.
    pub fn write(&self, mv: Move, position: &Position) -> Option<String> {
        if !position.is_pseudo_legal(mv) {
            return None;
        }
        let (from, to) = (&self.words[mv.from.index()], &self.words[mv.to.index()]);
        let is_short = [from, to].iter().all(|word| word.chars().nth(1).is_none());
        Some(format!("{from}{}{to}", if is_short { "" } else { "-" }))
    }
}

fn is_hyphen(letter: char) -> bool {
    matches!(letter, '-' | '－' | '–' | '—')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Unreadable;

    const RHYME: &str = "Jack and Jill went up the hill to fetch a pail of water";

    fn rhyme(order: &str) -> String {
        let rest: Vec<String> = (0..77).map(|n| format!("w{n}")).collect();
        format!("order: {order}\n{RHYME}\n{}", rest.join(" "))
    }

    #[test]
    fn words_and_characters_name_points() {
        let legend = Legend::parse(&rhyme("rows from-bottom left-to-right")).unwrap();
        let start = Position::start();
        let mv = Reading::One("a0a1".parse().unwrap());
        for token in ["Jack-a", "jack–A", "Jacka", "Jack - a"] {
            assert_eq!(legend.read(token, &start), mv, "{token}");
        }
        assert_eq!(legend.write("b0c2".parse().unwrap(), &start).as_deref(), Some("and-w7"));
        assert_eq!(legend.read("Jack-Jill", &start), Reading::None(Unreadable::CannotMove));
        for token in ["", "Jack", "Jack-Joe", "-", "-Jack"] {
            assert_eq!(legend.read(token, &start), Reading::None(Unreadable::NotAMove), "{token}");
        }
    }

    #[test]
    fn orders_turn_the_board() {
        for (order, square) in [
            ("rows from-top left-to-right", "a9"),
            ("rows, from-top, right-to-left", "i9"),
            ("columns from-bottom right-to-left", "i0"),
            ("columns from-bottom left-to-right", "a0"),
        ] {
            let legend = Legend::parse(&rhyme(order)).unwrap();
            assert_eq!(legend.squares["jack"].to_string(), square, "{order}");
        }
    }

    #[test]
    fn a_bad_legend_is_named() {
        let says = |text: &str| Legend::parse(text).unwrap_err().to_string();
        insta::assert_snapshot!(
            says("春风"),
            @"there is no order; begin with a line such as `order: rows from-top left-to-right`"
        );
        insta::assert_snapshot!(
            says("order: rows from-top left-to-right\n春风\n山春"),
            @"line 3: `春` is there twice"
        );
        insta::assert_snapshot!(
            says("order: rows from-top left-to-right\n春风"),
            @"there are 2 words; a board has 90 points"
        );
        insta::assert_snapshot!(
            says("order: rows from-top left-to-right\na b-c"),
            @"line 2: `b-c` has a hyphen in it"
        );
        assert!(
            says("order: rows rows from-top").contains("line 1: `rows rows from-top` is no order")
        );
        assert!(says(&rhyme("rows from-top")).contains("is no order"));
    }
}
