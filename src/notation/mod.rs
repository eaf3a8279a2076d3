//! Notations: text to move and move to text, given a position. One file per notation, and one
//! table, [`NOTATIONS`].
//!
//! Reading a token returns every pseudo-legal move that the token can mean. If the position does
//! not decide between several ([`Reading::Several`]), `replay` decides by playing on; this room
//! never looks beyond one position.
//!
//! A new notation is one file with its `NOTATION` and one row in the table.

mod chinese;
mod coordinates;
mod descriptive;
mod hand;
mod meng;
mod pinyin;
mod poem;
mod shorthand;
mod solve;
mod spelling;
mod symbols;
#[cfg(test)]
mod tests;
mod typed;
mod wxf;

pub(crate) use coordinates::{begins_iccs, is_joined};
pub(crate) use descriptive::describes_moves;
use hand::Spelt;
pub use hand::{Hand, MoveLook, TokenReader};
pub use meng::{ParseSchemeError, Scheme};
pub use poem::{Legend, LegendError};
pub use solve::{Candidate, Certainty, Identified, Solution, identify, solve, understand};
pub(crate) use spelling::{direction_and_number, file_number};
pub use symbols::{Direction, Glyph, TandemPlace};
pub use typed::{
    Misspelling, Misspelt, TypedError, near_readings, near_spellings, tokens, typed_moves,
};

use crate::xiangqi::{Move, PieceKind, Position};
use std::borrow::Cow;
use std::sync::Arc;

/// The meaning of a token in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// Exactly one pseudo-legal move.
    One(Move),
    /// Two or more pseudo-legal moves, the commonest meaning first.
    Several(Vec<Move>),
    /// No pseudo-legal move.
    None(Unreadable),
}

impl Reading {
    /// Merges readings: all their moves, each once, in order; without moves, the reason that
    /// understood most of the token.
    fn any(readings: impl IntoIterator<Item = Reading>) -> Reading {
        let mut moves: Vec<Move> = Vec::new();
        let mut why = Unreadable::NotAMove;
        for reading in readings {
            moves.extend(reading.moves());
            if let Reading::None(reason) = reading {
                why = why.max(reason);
            }
        }
        let mut seen = Vec::with_capacity(moves.len());
        moves.retain(|mv| {
            !seen.contains(mv) && {
                seen.push(*mv);
                true
            }
        });
        Reading::of(moves, why)
    }

    /// All moves of the reading, the commonest meaning first.
    pub fn moves(&self) -> &[Move] {
        match self {
            Reading::One(mv) => std::slice::from_ref(mv),
            Reading::Several(moves) => moves,
            Reading::None(_) => &[],
        }
    }

    /// Reading of a move whose squares are both named.
    pub(crate) fn on_board(mv: Move, position: &Position) -> Reading {
        let own = position.piece_at(mv.from).is_some_and(|piece| piece.side() == position.side());
        match own {
            true if position.is_pseudo_legal(mv) => Reading::One(mv),
            true => Reading::None(Unreadable::CannotMove),
            false => Reading::None(Unreadable::NoSuchPiece),
        }
    }

    /// Reading with these moves; `why` is the reason if there are none.
    fn of(moves: Vec<Move>, why: Unreadable) -> Reading {
        match moves[..] {
            [] => Reading::None(why),
            [mv] => Reading::One(mv),
            _ => Reading::Several(moves),
        }
    }
}

/// Reason why a token means no pseudo-legal move.
///
/// Reasons are ordered by how much of the token was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// A gap stands where a move should be.
    #[error("a move is missing here")]
    Missing,
    /// The text does not have the form of a move in this notation.
    #[error("not a move in any notation")]
    NotAMove,
    /// The text is a move in another notation than the rest of its line.
    #[error("a move in another notation than the rest of the line")]
    OtherNotation,
    /// The side to move has no such piece there.
    #[error("no such piece there")]
    NoSuchPiece,
    /// The piece cannot move there (blocked, off the board, out of its palace ...).
    #[error("the piece cannot move so")]
    CannotMove,
}

/// A row of the table of notations.
#[derive(Debug)]
pub struct Notation {
    /// Name for `--notation` and `--to`: `chinese`, `wxf`.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Whether every pseudo-legal move has a text that means only this move.
    pub is_complete: bool,
    /// Whether [`read`] tries the notation when no system is named.
    pub is_automatic: bool,
    /// The opening moves h2e2 and h9g7 in this notation.
    pub example: &'static str,
    /// Reads one token.
    pub read: fn(&str, &Position) -> Reading,
    /// Writes one pseudo-legal move; `None` where the system has no name for it.
    pub write: fn(Move, &Position) -> Option<String>,
    /// Whether a token is a permitted spelling of a move, besides the one that `write` gives.
    allows: fn(&str, Move, &Position) -> bool,
}

impl Notation {
    /// Defaults for notations that only a whole line reveals.
    const LINE: Notation = Notation {
        name: "",
        aliases: &[],
        is_complete: true,
        is_automatic: false,
        example: "",
        read: |_, _| Reading::None(Unreadable::NotAMove),
        write: |_, _| None,
        allows: |_, _, _| false,
    };

    /// Defaults for notations that each token reveals.
    const TOKEN: Notation = Notation { is_automatic: true, ..Notation::LINE };
}

/// All notations except [`RIVALS`].
pub const NOTATIONS: &[Notation] = &[
    coordinates::ICCS,
    coordinates::ICCS_DASHED,
    chinese::NOTATION,
    chinese::ZH_HANT,
    chinese::PGN,
    wxf::NOTATION,
    wxf::SUFFIX,
    wxf::LI,
    shorthand::NOTATION,
    shorthand::LATIN,
    shorthand::STROKELESS,
    shorthand::KEYPAD,
    descriptive::NOTATION,
    descriptive::ENGLISH,
    coordinates::DPXQ,
    coordinates::CBF,
    meng::NOTATION,
    chinese::LAOPU,
    chinese::SHILIN,
    chinese::SHILIN_LEFT,
    poem::NOTATION,
];

/// Notations whose tokens look like those of other notations; tried on a whole line when the usual
/// notations end early.
pub const RIVALS: &[Notation] =
    &[coordinates::SAN, coordinates::SAN_10, coordinates::UCI_10, pinyin::NOTATION];

/// Finds a notation by name or alias, in any case.
pub fn by_name(name: &str) -> Option<&'static Notation> {
    NOTATIONS.iter().chain(RIVALS).find(|notation| {
        notation.name.eq_ignore_ascii_case(name)
            || notation.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    })
}

/// Reads a token in any of the usual notations (Chinese, WXF, ICCS).
///
/// Marks behind it (`!`, `?`, `,`, `.`) are ignored; everything else is part of the move.
///
/// ```
/// use xqdb::notation::{Reading, read};
/// use xqdb::xiangqi::Position;
///
/// let start = Position::start();
/// for token in ["炮二平五", "砲２平５", "C2=5", "H2-E2", "h2e2!"] {
///     assert_eq!(read(token, &start), Reading::One("h2e2".parse()?), "{token}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(token: &str, position: &Position) -> Reading {
    let not_a_move = Reading::None(Unreadable::NotAMove);
    Spelt::of(token).map_or(not_a_move, |spelt| spelt.read(position))
}

/// Kind of the piece that plays a pseudo-legal move; None for any other move.
fn mover(mv: Move, position: &Position) -> Option<PieceKind> {
    let piece = position.piece_at(mv.from).filter(|_| position.is_pseudo_legal(mv));
    piece.map(|piece| piece.kind())
}

/// Strips blanks, and the marks behind a token.
fn trim(token: &str) -> &str {
    if is_trimmed(token.as_bytes()) { token } else { without_marks(token) }
}

fn without_marks(token: &str) -> &str {
    token
        .trim_matches(char::is_whitespace)
        .trim_end_matches(['!', '?', ',', '.', ';', '！', '？', '，', '。', '；', '、', '．'])
}

/// Whether a token begins and ends with a letter, a digit (also full-width) or a hanzi, as nearly
/// all do.
fn is_trimmed(token: &[u8]) -> bool {
    // First byte of a hanzi in UTF-8, which is no byte inside any character.
    let opens_hanzi = |byte: &u8| matches!(byte, 0xe4..=0xe9);
    let begins =
        token.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || opens_hanzi(byte));
    begins
        && match token {
            [.., last] if last.is_ascii() => last.is_ascii_alphanumeric(),
            [.., 0xef, 0xbc, 0x90..=0x99] => true,
            [.., first, _, _] => opens_hanzi(first),
            _ => false,
        }
}

/// ASCII form of a character, its full-width form, or a dash of any kind.
fn to_ascii(letter: char) -> Option<u8> {
    match letter {
        '!'..='~' => Some(letter as u8),
        '！'..='～' => Some((letter as u32 - '！' as u32) as u8 + b'!'),
        '‐'..='―' | '−' => Some(b'-'),
        _ => None,
    }
}

/// ASCII forms of all characters, and their number; `None` for more than `N`, for other characters,
/// and if only some letters and digits are full-width.
fn ascii<const N: usize>(token: &str) -> Option<([u8; N], usize)> {
    let mut bytes = [0; N];
    let mut len = 0;
    let mut is_wide = None;
    for letter in token.chars() {
        let byte = to_ascii(letter)?;
        *bytes.get_mut(len)? = byte;
        len += 1;
        if byte.is_ascii_alphanumeric()
            && *is_wide.get_or_insert(!letter.is_ascii()) == letter.is_ascii()
        {
            return None;
        }
    }
    Some((bytes, len))
}

/// How moves are read or written.
#[derive(Debug, Clone)]
pub enum System {
    /// Each token in the usual notation it shows; for reading only.
    Auto,
    /// A notation of the table.
    Row(&'static Notation),
    /// Meng's coordinates by this scheme.
    Meng(Scheme),
    /// Poem notation by the legend of a manual.
    Poem(Arc<Legend>),
}

/// Reason why a text names no system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SystemError {
    /// No notation has the name.
    #[error("unknown notation `{name}`; known are {known}")]
    Unknown {
        /// The unknown name.
        name: String,
        /// All known names.
        known: String,
    },
    /// The text behind `meng:` is no scheme.
    #[error(transparent)]
    Scheme(#[from] ParseSchemeError),
}

impl System {
    /// Finds a system by name: a notation, `auto`, or `meng:` with a [`Scheme`].
    pub fn named(name: &str) -> Result<System, SystemError> {
        if let Some(scheme) = name.strip_prefix("meng:") {
            return Ok(System::Meng(scheme.parse()?));
        }
        if name.eq_ignore_ascii_case("auto") {
            return Ok(System::Auto);
        }
        by_name(name).map(System::Row).ok_or_else(|| {
            let known: Vec<&str> = NOTATIONS.iter().chain(RIVALS).map(|row| row.name).collect();
            SystemError::Unknown { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// Name of the system, as [`System::named`] takes it; `poem:` with a fingerprint of the legend
    /// cannot be taken back.
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            System::Auto => "auto".into(),
            System::Row(row) => row.name.into(),
            System::Meng(scheme) => format!("meng:{scheme}").into(),
            System::Poem(legend) => format!("poem:{}", legend.fingerprint()).into(),
        }
    }

    /// System named in the tag `Format` of a PGN file; None for the usual notations, which are
    /// detected and often named wrongly.
    pub fn of_format_tag(value: &str) -> Option<System> {
        let is_usual =
            ["chinese", "iccs", "wxf"].iter().any(|usual| value.eq_ignore_ascii_case(usual));
        match System::named(value).ok()? {
            System::Auto => None,
            system => Some(system).filter(|_| !is_usual),
        }
    }

    /// Whether moves of the system can be any words, so that a reader of files cannot know them by
    /// their form.
    pub fn takes_any_word(&self) -> bool {
        match self {
            System::Auto | System::Meng(_) => false,
            System::Row(row) => !row.is_automatic,
            System::Poem(_) => true,
        }
    }

    /// Reads a token in a position.
    pub fn read(&self, token: &str, position: &Position) -> Reading {
        match self {
            System::Auto => read(token, position),
            System::Row(row) => (row.read)(token, position),
            System::Meng(scheme) => scheme.read(token, position),
            System::Poem(legend) => legend.read(token, position),
        }
    }

    /// Whether `token` spells the move in this system, in any case, with any marks behind it.
    pub fn spells(&self, token: &str, mv: Move, position: &Position) -> bool {
        let bare = trim(token).trim_end_matches(['+', '#']);
        self.write(mv, position).eq_ignore_ascii_case(bare)
            || matches!(self, System::Row(row) if (row.allows)(bare, mv, position))
    }

    /// Writes a pseudo-legal move; as canonical coordinates for [`System::Auto`], and where the
    /// system has no text for it.
    pub fn write(&self, mv: Move, position: &Position) -> String {
        match self {
            System::Auto => None,
            System::Row(row) => (row.write)(mv, position),
            System::Meng(scheme) => scheme.write(mv, position),
            System::Poem(legend) => legend.write(mv, position),
        }
        .unwrap_or_else(|| mv.to_string())
    }

    /// Writes pseudo-legal moves one after the other, and plays them in `position`.
    pub fn write_line(&self, moves: &[Move], position: &mut Position) -> Vec<String> {
        let write = |&mv: &Move| {
            let text = self.write(mv, position);
            position.play_unchecked(mv);
            text
        };
        moves.iter().map(write).collect()
    }
}
