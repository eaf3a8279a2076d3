//! Moves that users type or paste: cuts a line into tokens, reads them from a position, and finds
//! moves spelt nearly like an unreadable token.
//!
//! Near moves are hints for whoever repairs a record; none is ever played because of its spelling.

use super::hand::Spelt;
use super::solve::{Certainty, Solution, understand};
use super::spelling::{direction_and_number, file_number};
use super::symbols::{Glyph, fold, hanzi_letter, is_traditional, latin_letter};
use super::{Notation, System, Unreadable, by_name, to_ascii, trim};
use crate::xiangqi::{Move, Position};

/// Reason why typed moves have no single meaning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypedError {
    /// Several notations play the moves differently.
    #[error("typed moves differ by notation: {0}")]
    SeveralNotations(String),
    /// A move has several meanings.
    #[error("typed move {number}, `{token}`, can mean {readings}")]
    Ambiguous {
        /// The move as typed.
        token: String,
        /// Number of the move, 1-based.
        number: u64,
        /// Canonical moves, separated by commas.
        readings: String,
    },
    /// The moves can be played in too many ways, up to this move (1-based).
    #[error("typed moves can be played in too many ways at move {0}")]
    TooManyWays(u64),
    /// A move cannot be played.
    #[error("typed move {number}, `{token}`: {why}")]
    Unplayable {
        /// The move as typed.
        token: String,
        /// Number of the move, 1-based.
        number: u64,
        /// Reason why the move cannot be played.
        why: Unreadable,
        /// Moves spelt nearly like the token, separated by commas.
        near: String,
        /// FEN of the position before the move.
        fen: String,
    },
}

/// Reads typed moves, which must have one meaning. `notation` is used only if the tokens do not
/// show theirs.
///
/// ```
/// use xqdb::notation::{System, typed_moves};
/// use xqdb::xiangqi::Position;
///
/// let moves = typed_moves("C2.5 H8+7", &System::Auto, &Position::start())?;
/// assert_eq!(moves[1].to_string(), "h9g7");
/// assert_eq!(typed_moves("炮二平五马8进7", &System::Auto, &Position::start())?, moves);
/// assert_eq!(typed_moves("h2e2h9g7", &System::Auto, &Position::start())?, moves);
/// assert!(typed_moves("C2.5 R1+9", &System::Auto, &Position::start()).is_err());
/// # Ok::<_, xqdb::notation::TypedError>(())
/// ```
pub fn typed_moves(
    text: &str,
    notation: &System,
    start: &Position,
) -> Result<Vec<Move>, TypedError> {
    let from = match notation {
        System::Row(Notation { is_automatic: true, .. }) => &System::Auto,
        other => other,
    };
    let tokens: Vec<&str> = tokens(text).into_iter().flat_map(without_blanks).collect();
    let found = understand(from, &tokens, start);
    let Some(best) = found.candidates.first() else { return Ok(Vec::new()) };
    Err(match &best.solution {
        Solution::Unique(moves) if found.verdict == Certainty::Decided => return Ok(moves.clone()),
        Solution::Unique(_) => {
            let systems = found.candidates.iter().map(|candidate| candidate.systems.join("|"));
            TypedError::SeveralNotations(systems.collect::<Vec<_>>().join(", "))
        }
        Solution::Several { lines, .. } => {
            let differs = |&ply: &usize| lines.iter().any(|line| line[ply] != lines[0][ply]);
            let ply = (0..tokens.len()).find(differs).unwrap_or(0);
            let mut readings: Vec<String> =
                lines.iter().map(|line| line[ply].to_string()).collect();
            readings.sort();
            readings.dedup();
            TypedError::Ambiguous {
                token: tokens[ply].to_owned(),
                number: ply as u64 + 1,
                readings: readings.join(", "),
            }
        }
        Solution::TooMany { ply } => TypedError::TooManyWays(*ply as u64),
        Solution::None { played, why, .. } => {
            let position = start.after(played);
            let token = tokens[played.len()];
            TypedError::Unplayable {
                token: token.to_owned(),
                number: played.len() as u64 + 1,
                why: *why,
                near: near_spellings(token, &position),
                fen: position.to_fen(),
            }
        }
    })
}

/// Moves spelt nearly like a token, separated by commas.
pub fn near_spellings(token: &str, position: &Position) -> String {
    let near = near_readings(token, position);
    near.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(", ")
}

/// Cuts a line into the texts of its moves; drops move numbers (`1.`, `12、`), fillers (`...`,
/// `……`) and result signs.
///
/// Blanks, commas and semicolons separate moves. In a line of English descriptions, whose moves
/// contain blanks, only commas, semicolons, full stops and line breaks do. Markup keeps the blanks
/// inside its tags.
///
/// ```
/// use xqdb::notation::tokens;
///
/// assert_eq!(tokens("1. 炮二平五 马8进7  2.H2+3 ..."), ["炮二平五", "马8进7", "H2+3"]);
/// let prose = "Pawn captures Chariot, King retreats.";
/// assert_eq!(tokens(prose), ["Pawn captures Chariot", "King retreats"]);
/// ```
pub fn tokens(line: &str) -> Vec<&str> {
    let is_prose = line.split_whitespace().filter(|word| is_english_word(word)).nth(1).is_some();
    let mut in_tag = false;
    line.split(|letter: char| {
        match letter {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ => {}
        }
        let ends = match letter {
            ',' | ';' | '，' | '；' | '。' | '、' | '\n' | '\r' => true,
            '.' => is_prose,
            _ => letter.is_whitespace() && !is_prose,
        };
        ends && !in_tag
    })
    .map(|word| without_number(word.trim()))
    .filter(|word| !word.is_empty() && !word.chars().all(|c| matches!(c, '.' | '…' | '*')))
    .filter(|word| !matches!(*word, "1-0" | "0-1" | "1/2-1/2"))
    .collect()
}

/// Characters of a move in the notations that stay clear without blanks between moves.
const LETTERS: usize = 4;

/// Cuts a token of several moves without blanks, such as `炮二平五马8进7`; returns any other
/// token uncut.
fn without_blanks(token: &str) -> Vec<&str> {
    let starts: Vec<usize> = token.char_indices().map(|(at, _)| at).step_by(LETTERS).collect();
    let ends = starts.iter().skip(1).copied().chain([token.len()]);
    let parts: Vec<&str> = starts.iter().zip(ends).map(|(&from, to)| &token[from..to]).collect();
    let is_row = parts.len() > 1
        && Spelt::of(token).is_none()
        && parts.iter().all(|part| part.chars().count() == LETTERS && Spelt::of(part).is_some());
    if is_row { parts } else { vec![token] }
}

/// Whether a word has four letters or more, as only descriptions have.
fn is_english_word(word: &str) -> bool {
    let bare = word.trim_end_matches([',', '.', ';']);
    bare.len() >= 4 && bare.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Strips the move number in front of a word.
fn without_number(word: &str) -> &str {
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if bare.len() < word.len() && bare.starts_with(['.', '．']) {
        bare.trim_start_matches(['.', '．', '…']).trim_start()
    } else if bare.is_empty() && word.len() < 3 {
        // One or two digits alone are a move number; three or more are a move in some systems.
        ""
    } else {
        word
    }
}

/// Largest number of near moves.
const MOST_NEAR: usize = 5;

/// Legal moves whose spelling, in the notation of `token`, differs from it by one character, by two
/// swapped neighbours, or by two characters if piece and target agree; nearest first, at most five,
/// each with its spelling.
///
/// ```
/// use xqdb::notation::near_readings;
/// use xqdb::xiangqi::Position;
///
/// // No rook stands on file 2; the cannon may be meant.
/// let near = near_readings("车二平五", &Position::start());
/// assert_eq!(near[0].1, "炮二平五");
/// ```
pub fn near_readings(token: &str, position: &Position) -> Vec<(Move, String)> {
    let misspelt = Misspelt::new(token);
    if !misspelt.may_be_move() {
        return Vec::new();
    }
    let near = position.legal_moves().into_iter().filter_map(|mv| {
        let text = misspelt.family.write(mv, position)?;
        let spelt = misspelt.family.spellings(mv, position);
        Some((spelt.filter_map(|found| misspelt.nearness(&found)).min()?, mv, text))
    });
    let mut near: Vec<(u8, Move, String)> = near.collect();
    near.sort_by_key(|&(rank, ..)| rank);
    near.truncate(MOST_NEAR);
    near.into_iter().map(|(_, mv, text)| (mv, text)).collect()
}

/// Token of a move that may be misspelt.
#[derive(Debug, Clone)]
pub struct Misspelt {
    family: Family,
    /// Token with equivalent characters folded to one.
    wanted: String,
}

impl Misspelt {
    /// Takes a token as found.
    pub fn new(token: &str) -> Misspelt {
        let token = trim(token);
        let family = Family::of(token);
        Misspelt { family, wanted: family.fold(token) }
    }

    /// How the token differs from the spelling of a move; `None` if the token is too long to be a
    /// move.
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
        let spelt = self.family.spellings(mv, position);
        if self.may_be_move() { spelt.map(|found| self.compare(&found)).min() } else { None }
    }

    /// Whether the token is short enough to be a slip of the pen.
    fn may_be_move(&self) -> bool {
        (1..=8).contains(&self.wanted.chars().count())
    }

    fn compare(&self, found: &str) -> Misspelling {
        let (wanted, len) = (&self.wanted, found.chars().count());
        let mut differing =
            wanted.chars().zip(found.chars()).enumerate().filter(|(_, (a, b))| a != b);
        match strsim::osa_distance(wanted, found) {
            0 => Misspelling::None,
            1 if self.family != Family::Coordinates && wanted.chars().count() == len => {
                match differing.next() {
                    Some((0, (a, b))) if is_standing(a) && is_standing(b) => Misspelling::Standing,
                    Some((0, _)) => Misspelling::Piece,
                    Some((at, _)) if at + 2 == len => Misspelling::Direction,
                    _ => Misspelling::Character,
                }
            }
            1 => Misspelling::Character,
            many => Misspelling::Characters(many),
        }
    }

    /// Rank of a spelling near the token: 0 for an equal one, higher for farther ones; `None` if it
    /// is not near.
    fn nearness(&self, found: &str) -> Option<u8> {
        let same = |at: fn(&str) -> Option<char>| at(&self.wanted) == at(found);
        let is_same_piece = same(|text| text.chars().next());
        let is_same_target = match self.family {
            Family::Coordinates => {
                self.wanted.len() == 4 && found.len() == 4 && self.wanted[2..] == found[2..]
            }
            _ => same(|text| text.chars().next_back()) && is_same_piece,
        };
        match strsim::osa_distance(&self.wanted, found) {
            0 => Some(0),
            // A wrong digit is commoner than a wrong piece.
            1 if is_same_piece => Some(1),
            1 => Some(2),
            2 if is_same_target => Some(3),
            _ => None,
        }
    }
}

/// How a token differs from the spelling of a move; commoner differences come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Misspelling {
    /// The token equals the spelling.
    None,
    /// The other place of two pieces on a file: front for rear.
    Standing,
    /// The direction differs.
    Direction,
    /// One character differs, is surplus or is missing, or two neighbours are swapped.
    Character,
    /// The piece differs.
    Piece,
    /// Number of different characters, two or more.
    Characters(usize),
}

/// Whether a character says front or rear.
fn is_standing(letter: char) -> bool {
    matches!(Glyph::of(letter), Some(Glyph::Standing(_))) || matches!(letter, '+' | '-')
}

/// Family of notations that a token shows, however garbled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Simplified,
    Traditional,
    Letters,
    Coordinates,
}

impl Family {
    fn of(token: &str) -> Family {
        if token.chars().any(|letter| to_ascii(letter).is_none()) {
            return if token.chars().any(is_traditional) {
                Family::Traditional
            } else {
                Family::Simplified
            };
        }
        let mut letters = token.chars().filter_map(to_ascii).filter(|&letter| letter != b'-');
        match (letters.next(), letters.next(), letters.next()) {
            (Some(file), Some(_), Some(to_file))
                if file.is_ascii_alphabetic() && to_file.is_ascii_alphabetic() =>
            {
                Family::Coordinates
            }
            _ => Family::Letters,
        }
    }

    /// One symbol for all characters that say the same.
    fn fold(self, text: &str) -> String {
        if matches!(self, Family::Simplified | Family::Traditional) {
            return text.chars().map(fold).collect();
        }
        let letters = text.chars().filter_map(to_ascii).map(char::from);
        match self {
            Family::Coordinates => {
                letters.filter(|&letter| letter != '-').map(|c| c.to_ascii_lowercase()).collect()
            }
            _ => letters
                .map(|letter| match letter.to_ascii_uppercase() {
                    'N' => 'H',
                    'G' => 'K',
                    '.' => '=',
                    other => other,
                })
                .collect(),
        }
    }

    /// Folded spellings of a move: the usual one, and the one by piece and file.
    fn spellings(self, mv: Move, position: &Position) -> impl Iterator<Item = String> {
        let spelt = [self.write(mv, position), self.write_plain(mv, position)];
        spelt.into_iter().flatten().map(move |text| self.fold(&text))
    }

    fn write(self, mv: Move, position: &Position) -> Option<String> {
        let name = match self {
            Family::Simplified => "chinese",
            Family::Traditional => "chinese-traditional",
            Family::Letters => "wxf",
            Family::Coordinates => "iccs",
        };
        by_name(name).and_then(|notation| (notation.write)(mv, position))
    }

    /// Spelling by piece and file, as careless hands write even where others of the kind stand on
    /// the file.
    fn write_plain(self, mv: Move, position: &Position) -> Option<String> {
        let kind = position.piece_at(mv.from)?.kind();
        let (_, number) = direction_and_number(mv, kind, position.side());
        let file = file_number(mv.from.file(), position.side());
        let mut text = self.write(mv, position)?;
        // In these notations the direction is the last character but one.
        let direction = text.chars().rev().nth(1)?;
        text.clear();
        text.push(match self {
            Family::Coordinates => return None,
            Family::Letters => latin_letter(kind),
            Family::Simplified | Family::Traditional => hanzi_letter(kind),
        });
        text.extend([char::from(b'0' + file), direction, char::from(b'0' + number)]);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_kind() {
        for (line, expected) in [
            ("炮二平五 马8进7", "炮二平五|马8进7"),
            ("1.炮二平五　马8进7 2.马二进三", "炮二平五|马8进7|马二进三"),
            ("1、炮二平五，马8进7；", "炮二平五|马8进7"),
            ("1. … 马8进7 *", "马8进7"),
            ("h2e2,h9g7", "h2e2|h9g7"),
            ("1 C2.5 H8+7 2 C2.3 1-0", "C2.5|H8+7|C2.3"),
            (
                "C2=5 H8<span style=\"text-decoration: underline\">7</span>",
                "C2=5|H8<span style=\"text-decoration: underline\">7</span>",
            ),
            ("7747 6225", "7747|6225"),
            ("11=2 112", "11=2|112"),
            ("Pawn captures Chariot, King retreats", "Pawn captures Chariot|King retreats"),
            (
                "1. Cannon to the central file. 2. Horse advances.",
                "Cannon to the central file|Horse advances",
            ),
            ("", ""),
            (" , ;", ""),
        ] {
            assert_eq!(tokens(line).join("|"), expected, "{line}");
        }
    }

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
            assert!(near.len() <= MOST_NEAR);
        }
        for token in ["", "王", "第一回合红方弃马抢攻", "1-0", "炮"] {
            assert!(near_readings(token, &start).len() <= MOST_NEAR, "{token}");
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
