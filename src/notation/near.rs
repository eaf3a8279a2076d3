//! For a token that means no move: the legal moves whose spelling is almost it.
//!
//! A hint for whoever repairs a record, never an interpretation: nothing is played because it is
//! near.

use super::fields::{direction_and_number, file_number};
use super::hanzi::Glyph;
use super::{by_name, hanzi, latin, to_ascii, trim};
use crate::xiangqi::{Move, Position};

/// How many moves are offered.
const LIMIT: usize = 5;

/// Longer texts than this are no slip of the pen.
const LONGEST: usize = 8;

/// The legal moves whose spelling, in the notation of `token`, differs from it by one character, by
/// two neighbours swapped, or by two characters with piece and target the same; nearest first, at
/// most five, each with its own spelling.
///
/// ```
/// use xqdb::notation::near_readings;
/// use xqdb::xiangqi::Position;
///
/// // There is no rook on file 2; the cannon may be meant.
/// let near = near_readings("车二平五", &Position::start());
/// assert_eq!(near[0].1, "炮二平五");
/// ```
pub fn near_readings(token: &str, position: &Position) -> Vec<(Move, String)> {
    let token = trim(token);
    let system = System::of(token);
    let wanted = system.fold(token);
    if wanted.is_empty() || wanted.len() > LONGEST {
        return Vec::new();
    }
    let mut near: Vec<(u8, Move, String)> = Vec::new();
    for mv in position.legal_moves() {
        let Some(text) = system.write(mv, position) else { continue };
        let full = nearness(&wanted, &system.fold(&text), system);
        let plain = system
            .write_plain(mv, position)
            .and_then(|plain| nearness(&wanted, &system.fold(&plain), system));
        if let Some(rank) = full.into_iter().chain(plain).min() {
            near.push((rank, mv, text));
        }
    }
    near.sort_by_key(|&(rank, ..)| rank);
    near.truncate(LIMIT);
    near.into_iter().map(|(_, mv, text)| (mv, text)).collect()
}

/// The text of a move that may be misspelt.
#[derive(Debug, Clone)]
pub struct Misspelt {
    system: System,
    wanted: Vec<char>,
}

impl Misspelt {
    /// Takes a token as it is found.
    pub fn new(token: &str) -> Misspelt {
        let token = trim(token);
        let system = System::of(token);
        Misspelt { system, wanted: system.fold(token) }
    }

    /// How the token differs from the spelling of a move. `None` for what is too long to be a move.
    ///
    /// ```
    /// use xqdb::notation::{Misspelling, Misspelt};
    /// use xqdb::xiangqi::Position;
    ///
    /// let cannon = "h2e2".parse().unwrap();
    /// let unlike = |token| Misspelt::new(token).unlike(cannon, &Position::start());
    /// assert_eq!(unlike("炮二平六"), Some(Misspelling::Character));
    /// assert_eq!(unlike("炮二退五"), Some(Misspelling::Direction));
    /// assert_eq!(unlike("车二平五"), Some(Misspelling::Piece));
    /// assert_eq!(unlike("炮二进四"), Some(Misspelling::Characters(2)));
    /// ```
    pub fn unlike(&self, mv: Move, position: &Position) -> Option<Misspelling> {
        if self.wanted.is_empty() || self.wanted.len() > LONGEST {
            return None;
        }
        let full = self.system.write(mv, position);
        let plain = self.system.write_plain(mv, position);
        let spelt = full.into_iter().chain(plain);
        spelt.map(|text| self.compare(&self.system.fold(&text))).min()
    }

    fn compare(&self, found: &[char]) -> Misspelling {
        match distance(&self.wanted, found) {
            0 => Misspelling::None,
            1 if self.wanted.len() == found.len() => {
                let differs = |at: &usize| self.wanted[*at] != found[*at];
                let at = (0..found.len()).find(differs).unwrap_or_default();
                match (self.wanted[at], found[at]) {
                    _ if self.system == System::Coordinates => Misspelling::Character,
                    (a, b) if at == 0 && is_standing(a) && is_standing(b) => Misspelling::Standing,
                    _ if at == 0 => Misspelling::Piece,
                    _ if at + 2 == found.len() => Misspelling::Direction,
                    _ => Misspelling::Character,
                }
            }
            1 => Misspelling::Character,
            many => Misspelling::Characters(many),
        }
    }
}

/// How a token differs from the spelling of a move; what is commoner comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Misspelling {
    /// It does not.
    None,
    /// The other one of two pieces on a file: front for rear.
    Standing,
    /// Another direction.
    Direction,
    /// Another character, one too many or too few, or two neighbours swapped.
    Character,
    /// Another piece.
    Piece,
    /// So many characters, two or more.
    Characters(usize),
}

/// Whether a character tells pieces on one file apart.
fn is_standing(letter: char) -> bool {
    matches!(Glyph::of(letter), Some(Glyph::Standing(_))) || matches!(letter, '+' | '-')
}

/// The family of notations a token belongs to, however garbled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum System {
    Simplified,
    Traditional,
    Letters,
    Coordinates,
}

impl System {
    fn of(token: &str) -> System {
        if token.chars().any(|letter| to_ascii(letter).is_none()) {
            return if token.chars().any(hanzi::is_traditional) {
                System::Traditional
            } else {
                System::Simplified
            };
        }
        let mut letters = token.chars().filter_map(to_ascii).filter(|&letter| letter != b'-');
        match (letters.next(), letters.next(), letters.next()) {
            (Some(file), Some(_), Some(to_file))
                if file.is_ascii_alphabetic() && to_file.is_ascii_alphabetic() =>
            {
                System::Coordinates
            }
            _ => System::Letters,
        }
    }

    /// One symbol for all characters that say the same.
    fn fold(self, text: &str) -> Vec<char> {
        match self {
            System::Simplified | System::Traditional => text.chars().map(hanzi::fold).collect(),
            System::Letters => text
                .chars()
                .filter_map(to_ascii)
                .map(|letter| match letter.to_ascii_uppercase() {
                    b'N' => 'H',
                    b'G' => 'K',
                    b'.' => '=',
                    other => char::from(other),
                })
                .collect(),
            System::Coordinates => text
                .chars()
                .filter_map(to_ascii)
                .filter(|&letter| letter != b'-')
                .map(|letter| char::from(letter.to_ascii_lowercase()))
                .collect(),
        }
    }

    fn write(self, mv: Move, position: &Position) -> Option<String> {
        let name = match self {
            System::Simplified => "chinese",
            System::Traditional => "chinese-traditional",
            System::Letters => "wxf",
            System::Coordinates => "iccs",
        };
        by_name(name).and_then(|notation| (notation.write)(mv, position))
    }

    /// Piece and file, even where others of the kind stand on the file: so a careless hand writes.
    fn write_plain(self, mv: Move, position: &Position) -> Option<String> {
        let kind = position.piece_at(mv.from)?.kind();
        let (_, number) = direction_and_number(mv, kind, position.side());
        let file = file_number(mv.from.file(), position.side());
        let mut text = self.write(mv, position)?;
        // The direction is the last character but one in every notation of this kind.
        let direction = text.chars().rev().nth(1)?;
        text.clear();
        text.push(match self {
            System::Coordinates => return None,
            System::Letters => latin::letter(kind),
            System::Simplified | System::Traditional => hanzi::letter(kind),
        });
        text.extend([char::from(b'0' + file), direction, char::from(b'0' + number)]);
        Some(text)
    }
}

/// 0 for the same spelling, then the nearer the smaller; `None` when it is not near.
fn nearness(wanted: &[char], found: &[char], system: System) -> Option<u8> {
    match distance(wanted, found) {
        0 => Some(0),
        // A wrong digit is commoner than a wrong piece.
        1 if wanted.first() == found.first() => Some(1),
        1 => Some(2),
        2 if wanted.last() == found.last() => {
            let same = match system {
                System::Coordinates => {
                    wanted.len() == found.len() && wanted[2..] == found[2..] && wanted.len() == 4
                }
                _ => wanted.first() == found.first(),
            };
            same.then_some(3)
        }
        _ => None,
    }
}

/// How many characters must be changed, left out, put in or swapped with their neighbour.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut rows = vec![vec![0; right.len() + 1]; left.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=right.len()).collect();
    for i in 1..=left.len() {
        for j in 1..=right.len() {
            let changed = rows[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut best = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_its_move() {
        let start = Position::start();
        let black = start.with_side(crate::xiangqi::Side::Black);
        for (token, position, expected) in [
            ("炮二平五五", &start, "炮二平五"),
            ("炮平二五", &start, "炮二平五"),
            ("泡二平五", &start, "炮二平五"),
            ("车二平五", &start, "炮二平五"),
            ("馬８進6", &black, "馬8進7"),
            ("马8进", &black, "马8进7"),
            ("C2=55", &start, "C2=5"),
            ("H2+2", &start, "H2+3"),
            ("h2e22", &start, "h2e2"),
            ("H2-J2", &start, "h2e2"),
            ("g2e2", &start, "h2e2"),
        ] {
            let near = near_readings(token, position);
            assert!(near.iter().any(|(_, text)| text == expected), "{token}: {near:?}");
            assert!(near.len() <= LIMIT);
        }
        for token in ["", "王", "第一回合红方弃马抢攻", "1-0", "炮"] {
            assert!(near_readings(token, &start).len() <= LIMIT, "{token}");
        }
        assert_eq!(near_readings("第一回合红方弃马抢攻", &start), []);
    }

    #[test]
    fn the_nearest_comes_first() {
        let texts = |token: &str| {
            let near = near_readings(token, &Position::start());
            near.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
        };
        insta::assert_snapshot!(texts("相三进四"), @"相三进一 相三进五");
        insta::assert_snapshot!(texts("车二平五"), @"炮二平五");
    }
}
