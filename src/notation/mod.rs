//! Text to move and move to text, given a position. One file per notation system and one table,
//! [`NOTATIONS`].
//!
//! Reading a token answers with every pseudo-legal move it can mean: a
//! spelling that the geometry decides has one reading; [`Reading::Several`] is for those that play
//! alone can decide, and `replay` does that. Nothing here looks at more than one position.
//!
//! Adding a notation is one file with its `NOTATION` and one row here.

mod chinese;
mod coordinates;
mod descriptive;
mod dress;
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
    /// Exactly this pseudo-legal move.
    One(Move),
    /// Any of these pseudo-legal moves (two or more), the commonest reading of the field first.
    Several(Vec<Move>),
    /// No pseudo-legal move.
    None(Unreadable),
}

impl Reading {
    /// The moves of several readings together, each once, in order; the reason that understood most
    /// when there is none.
    fn any(readings: impl IntoIterator<Item = Reading>) -> Reading {
        let mut moves: Vec<Move> = Vec::new();
        let mut why = Unreadable::NotAMove;
        for reading in readings {
            match reading {
                Reading::One(mv) => moves.push(mv),
                Reading::Several(several) => moves.extend(several),
                Reading::None(reason) => why = why.max(reason),
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

    /// The reading of two squares that were named outright.
    fn on_board(mv: Move, position: &Position) -> Reading {
        let own = position.piece_at(mv.from).is_some_and(|piece| piece.side() == position.side());
        match own {
            true if position.is_pseudo_legal(mv) => Reading::One(mv),
            true => Reading::None(Unreadable::CannotMove),
            false => Reading::None(Unreadable::NoSuchPiece),
        }
    }

    /// The reading that these moves are; `why` when there are none.
    fn of(moves: Vec<Move>, why: Unreadable) -> Reading {
        match moves[..] {
            [] => Reading::None(why),
            [mv] => Reading::One(mv),
            _ => Reading::Several(moves),
        }
    }
}

/// Why a token means no pseudo-legal move.
///
/// Ordered by how much of the token was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// Nothing stands where a move has to be.
    #[error("a move is missing here")]
    Missing,
    /// The text has not the form of a move in this notation.
    #[error("not a move in any notation")]
    NotAMove,
    /// A move, but in another notation than the others of its line.
    #[error("a move in another notation than the rest of the line")]
    OtherNotation,
    /// Well formed, but no such piece of the side to move stands there.
    #[error("no such piece there")]
    NoSuchPiece,
    /// The piece is there but cannot move so (blocked, off the board, out of its palace ...).
    #[error("the piece cannot move so")]
    CannotMove,
}

/// A row of the table of notations.
#[derive(Debug)]
pub struct Notation {
    /// Name for `--notation` and `--to`: `chinese`, `wxf`.
    pub name: &'static str,
    /// Other names it is known by.
    pub aliases: &'static [&'static str],
    /// Whether every pseudo-legal move has a text that means this move alone.
    pub is_complete: bool,
    /// Whether [`read`] takes its tokens when no system is named.
    pub is_automatic: bool,
    /// The opening moves h2e2 and h9g7, as it writes them.
    pub example: &'static str,
    /// Reads one token.
    pub read: fn(&str, &Position) -> Reading,
    /// Writes one pseudo-legal move; `None` where the system has no name for it.
    pub write: fn(Move, &Position) -> Option<String>,
    /// Whether it may write a move that its reader found so, although it does not.
    allows: fn(&str, Move, &Position) -> bool,
}

impl Notation {
    /// The fields most rows share whose system only a whole line shows.
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

    /// The fields most rows share whose system each token shows.
    const TOKEN: Notation = Notation { is_automatic: true, ..Notation::LINE };
}

/// All notations.
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

/// Notations whose tokens look like those of others: tried on a whole line when the usual reading
/// ends early.
pub const RIVALS: &[Notation] =
    &[coordinates::SAN, coordinates::SAN_10, coordinates::UCI_10, pinyin::NOTATION];

/// The notation with this name or alias, any case.
pub fn by_name(name: &str) -> Option<&'static Notation> {
    NOTATIONS.iter().chain(RIVALS).find(|notation| {
        notation.name.eq_ignore_ascii_case(name)
            || notation.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    })
}

/// Reads a token in whichever of the usual notations (Chinese, WXF, ICCS) it is written.
///
/// Marks that a reader left at the end (`!`, `?`, `,`, `.`) are ignored; anything else is part of
/// the move.
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

/// The kind of the piece that makes a pseudo-legal move.
fn mover(mv: Move, position: &Position) -> Option<PieceKind> {
    let piece = position.piece_at(mv.from).filter(|_| position.is_pseudo_legal(mv));
    piece.map(|piece| piece.kind())
}

/// The token without what annotators and sloppy readers leave behind it.
fn trim(token: &str) -> &str {
    if is_trimmed(token.as_bytes()) { token } else { without_marks(token) }
}

fn without_marks(token: &str) -> &str {
    token
        .trim_matches(char::is_whitespace)
        .trim_end_matches(['!', '?', ',', '.', ';', '！', '？', '，', '。', '；', '、', '．'])
}

/// Whether a token begins and ends with a letter, a digit (also in full width) or a hanzi, as
/// nearly all do.
fn is_trimmed(token: &[u8]) -> bool {
    // The first of the three bytes of a hanzi, never the second or third of any character.
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

/// The ASCII character that is meant: itself, its full-width form, or one of the many dashes.
fn to_ascii(letter: char) -> Option<u8> {
    match letter {
        '!'..='~' => Some(letter as u8),
        '！'..='～' => Some((letter as u32 - '！' as u32) as u8 + b'!'),
        '‐'..='―' | '−' => Some(b'-'),
        _ => None,
    }
}

/// The ASCII characters that are meant, with their number; `None` for more than `N`, for others,
/// and for letters and digits of which only some are in full width.
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

/// How moves are to be read or written.
#[derive(Debug, Clone)]
pub enum System {
    /// Found out token by token; for reading only.
    Auto,
    /// A row of the table.
    Row(&'static Notation),
    /// Meng's coordinates, counted in this way.
    Meng(Scheme),
    /// Poem notation with the legend of a manual.
    Poem(Arc<Legend>),
}

/// Why a text names no system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SystemError {
    /// No table has the name.
    #[error("unknown notation `{name}`; known are {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// `meng:` is followed by no scheme.
    #[error(transparent)]
    Scheme(#[from] ParseSchemeError),
}

impl System {
    /// The system of this name; `auto` included, and `meng:` with a [`Scheme`].
    ///
    /// # Errors
    /// When no table has the name (the error lists those there are) or a scheme is not understood.
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

    /// Its name, as [`System::named`] takes it; that of a poem tells its legend, which is no part
    /// of a name that can be taken.
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            System::Auto => "auto".into(),
            System::Row(row) => row.name.into(),
            System::Meng(scheme) => format!("meng:{scheme}").into(),
            System::Poem(legend) => format!("poem:{}", legend.fingerprint()).into(),
        }
    }

    /// The system that a PGN file names in its tag `Format`; none where it names one of the usual
    /// notations, which are found out by themselves and often named wrongly.
    pub fn of_format_tag(value: &str) -> Option<System> {
        let is_usual =
            ["chinese", "iccs", "wxf"].iter().any(|usual| value.eq_ignore_ascii_case(usual));
        match System::named(value).ok()? {
            System::Auto => None,
            system => Some(system).filter(|_| !is_usual),
        }
    }

    /// Whether its moves need not look like moves to a reader of files: they can be any words.
    pub fn takes_any_word(&self) -> bool {
        match self {
            System::Auto | System::Meng(_) => false,
            System::Row(row) => !row.is_automatic,
            System::Poem(_) => true,
        }
    }

    /// The meaning of a token.
    pub fn read(&self, token: &str, position: &Position) -> Reading {
        match self {
            System::Auto => read(token, position),
            System::Row(row) => (row.read)(token, position),
            System::Meng(scheme) => scheme.read(token, position),
            System::Poem(legend) => legend.read(token, position),
        }
    }

    /// Whether this system writes the move so, in either case, with any marks behind it.
    pub fn spells(&self, token: &str, mv: Move, position: &Position) -> bool {
        let bare = trim(token).trim_end_matches(['+', '#']);
        self.write(mv, position).eq_ignore_ascii_case(bare)
            || matches!(self, System::Row(row) if (row.allows)(bare, mv, position))
    }

    /// The text of a pseudo-legal move; canonical coordinates for [`System::Auto`] and where the
    /// system has none.
    pub fn write(&self, mv: Move, position: &Position) -> String {
        match self {
            System::Auto => None,
            System::Row(row) => (row.write)(mv, position),
            System::Meng(scheme) => scheme.write(mv, position),
            System::Poem(legend) => legend.write(mv, position),
        }
        .unwrap_or_else(|| mv.to_string())
    }
}
