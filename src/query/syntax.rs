//! What a query says, as a tree: names are looked up, numbers and points are values, nothing is
//! turned or planned yet.
//!
//! The depth of a tree is bounded when it is read, so walking it recursively is safe.

use super::board::PartialBoard;
use super::points::Region;
use crate::metadata::{GameResult, Kind, LaxDate, Played};
use crate::xiangqi::{Move, Piece, Side};
use std::sync::Arc;

/// Something that is true or false at each moment of a game.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// A condition on what the record says.
    Header(Header),
    /// How many plies were played before.
    Ply(Numbers),
    /// The number of the round, from 1.
    Round(Numbers),
    /// A number that a program wrote behind the move that led here lies in a range.
    Measured(Measure, Thousandths),
    /// The given side is to move.
    ToMove(Side),
    /// A condition of one word on the moment.
    State(State),
    /// A pattern: of one side, or of either.
    Named(Arc<Pattern>, Option<Side>),
    /// One of the pieces stands on the board.
    Exists(PieceGroups),
    /// The number of these men lies in a range.
    Count(PieceGroups, Numbers),
    /// There are more, as many, fewer of the first than of the second.
    Compare(PieceGroups, Comparison, PieceGroups),
    /// The condition holds at this number of plies of the game.
    Times(Box<Condition>, Numbers),
    /// The board, in part.
    Board(PartialBoard),
    /// Just these pieces beside the kings.
    Material(Material),
    /// The move played from this moment.
    Moved(Moved),
    /// A move played from this moment, as it is written; any of them.
    Written(Vec<SpelledMove>),
    /// A condition behind a word that turns it.
    Prefixed(Prefix, Box<Condition>),
    /// All of the conditions hold at one moment.
    All(Vec<Condition>),
    /// At least one of the conditions holds.
    Any(Vec<Condition>),
    /// The first now, each other one after the one before it. The first link joins nothing.
    Sequence(Vec<(Link, Condition)>),
    /// Now, and at each of a number of next moments.
    For(Box<Condition>, u32),
}

impl Condition {
    /// Whether the condition is about the game as a whole: true at every moment or at none.
    pub fn is_whole(&self) -> bool {
        match self {
            Condition::Header(_)
            | Condition::Times(..)
            | Condition::Prefixed(Prefix::Never | Prefix::Always | Prefix::Ever, _) => true,
            Condition::Prefixed(_, inner) => inner.is_whole(),
            Condition::Named(pattern, _) => pattern.is_whole,
            Condition::All(parts) | Condition::Any(parts) => parts.iter().all(Condition::is_whole),
            _ => false,
        }
    }

    /// The conditions that it is made of.
    pub(super) fn parts(&self) -> Vec<&Condition> {
        match self {
            Condition::Times(inner, _)
            | Condition::Prefixed(_, inner)
            | Condition::For(inner, _) => vec![inner],
            Condition::All(parts) | Condition::Any(parts) => parts.iter().collect(),
            Condition::Sequence(parts) => parts.iter().map(|(_, part)| part).collect(),
            _ => Vec::new(),
        }
    }
}

/// A state of a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Moment 0.
    Start,
    /// The last moment.
    End,
    /// The side to move is in check.
    Check,
    /// The side to move is in check and has no legal move.
    Mate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
}

/// A word that turns the condition behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefix {
    /// Not now.
    Not,
    /// At no moment.
    Never,
    /// At every moment.
    Always,
    /// At one moment at least.
    Ever,
    /// The condition or its left-right mirror image holds.
    Mirror,
    /// This or the same from the other chair.
    Swap,
}

/// A condition with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    /// Its spellings.
    pub names: Vec<String>,
    /// The definition as written, from Red's side.
    pub definition: String,
    /// The meaning in a few words; empty for patterns of a user.
    pub meaning: &'static str,
    /// The condition for which the name stands.
    pub body: Condition,
    /// How many levels of brackets, prefixes and names the body has.
    pub(super) depth: u32,
    /// Whether the body is about games as a whole.
    pub(super) is_whole: bool,
}

/// How much later the next part of a sequence holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Link {
    /// At any later moment.
    Later,
    /// Between one moment and this number of moments later.
    Within(u32),
}

/// Some numbers: a range, or all but a range. Both ends belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// The lowest.
    pub least: u32,
    /// The highest.
    pub most: u32,
    /// Whether the numbers outside the range are meant.
    pub is_negated: bool,
}

impl Numbers {
    /// The numbers from `least` to `most`.
    pub const fn range(least: u32, most: u32) -> Numbers {
        Numbers { least, most, is_negated: false }
    }

    /// Whether `number` is one of the numbers meant.
    pub const fn contains(self, number: u32) -> bool {
        (self.least <= number && number <= self.most) != self.is_negated
    }
}

/// A number that programs write into comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The score of the position from Red's side, in pawns.
    Eval,
    /// The time that the player who moved last has left, in seconds.
    Clock,
}

/// Some numbers with decimals, in thousandths: a range, or all but a range. Both ends belong to it.
/// What is not known is in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Thousandths {
    /// The lowest; [`Thousandths::FAR`] below 0 where there is none.
    pub least: i32,
    /// The highest; [`Thousandths::FAR`] where there is none.
    pub most: i32,
    /// Whether the numbers outside the range are meant.
    pub is_negated: bool,
}

impl Thousandths {
    /// Further than any number that can be written, which has six digits before the point.
    pub const FAR: i32 = 2_000_000_000;

    /// The numbers from `least` to `most`.
    pub const fn range(least: i32, most: i32) -> Thousandths {
        Thousandths { least, most, is_negated: false }
    }

    /// Whether `number` is one of the numbers meant.
    pub const fn contains(self, number: i32) -> bool {
        (self.least <= number && number <= self.most) != self.is_negated
    }

    /// These numbers with their signs turned.
    #[must_use]
    pub(super) const fn turned(self) -> Thousandths {
        Thousandths { least: -self.most, most: -self.least, is_negated: self.is_negated }
    }
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the signs, spelled out")]
pub enum Comparison {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
}

impl Comparison {
    /// All comparisons, each with its sign in one character and its usual spelling.
    pub(super) const SIGNS: [(Comparison, char, &str); 6] = [
        (Comparison::Less, '<', "<"),
        (Comparison::LessOrEqual, '≤', "<="),
        (Comparison::Equal, '=', "="),
        (Comparison::NotEqual, '≠', "!="),
        (Comparison::GreaterOrEqual, '≥', ">="),
        (Comparison::Greater, '>', ">"),
    ];

    /// Whether two numbers stand so to each other.
    pub fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::GreaterOrEqual => left >= right,
            Comparison::Greater => left > right,
        }
    }

    /// The numbers that stand so to `number`.
    pub const fn numbers(self, number: u32) -> Numbers {
        match self {
            Comparison::Less => Numbers { least: number, most: u32::MAX, is_negated: true },
            Comparison::LessOrEqual => Numbers::range(0, number),
            Comparison::Equal => Numbers::range(number, number),
            Comparison::NotEqual => Numbers { least: number, most: number, is_negated: true },
            Comparison::GreaterOrEqual => Numbers::range(number, u32::MAX),
            Comparison::Greater => Numbers { least: 0, most: number, is_negated: true },
        }
    }

    /// The thousandths that stand so to `number`.
    pub const fn thousandths(self, number: i32) -> Thousandths {
        const FAR: i32 = Thousandths::FAR;
        match self {
            Comparison::Less => Thousandths::range(-FAR, number - 1),
            Comparison::LessOrEqual => Thousandths::range(-FAR, number),
            Comparison::Equal => Thousandths::range(number, number),
            Comparison::NotEqual => Thousandths { least: number, most: number, is_negated: true },
            Comparison::GreaterOrEqual => Thousandths::range(number, FAR),
            Comparison::Greater => Thousandths::range(number + 1, FAR),
        }
    }
}

/// A condition on what a record says of its game; any of the values fits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Header {
    /// Text in a field.
    Text(TextField, Vec<String>),
    /// The date lies in one of these, ends included.
    Date(Vec<(Option<LaxDate>, Option<LaxDate>)>),
    /// The year.
    Year(Numbers),
    /// The length of the main line.
    Plies(Numbers),
    /// The result.
    Result(Vec<GameResult>),
    /// The kind of game.
    Kind(Vec<Kind>),
    /// How it was played.
    Played(Vec<Played>),
}

/// The fields that hold text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields, spelled out")]
pub enum TextField {
    Player,
    Red,
    Black,
    Event,
    Opening,
    Title,
    Site,
    Book,
    Source,
    Comment,
}

/// A set of the men on the board: groups joined by verbs, each looking at all that follows it.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceGroups {
    /// The men that are meant.
    pub first: PieceGroup,
    /// The verbs and their objects, each of which may be a subject in turn.
    pub rest: Vec<(Verb, PieceGroup)>,
}

impl PieceGroups {
    /// Any men.
    pub(super) fn any() -> PieceGroups {
        let atoms = vec![Atom::Pieces(PieceSet::ALL)];
        PieceGroups { first: PieceGroup { atoms, filters: Vec::new() }, rest: Vec::new() }
    }
}

/// Men of several sorts, less those that the filters take away one after another.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceGroup {
    /// The sorts.
    pub atoms: Vec<Atom>,
    /// The filters that every man must pass.
    pub filters: Vec<PieceFilter>,
}

/// One sort of men.
#[derive(Debug, Clone, PartialEq)]
pub enum Atom {
    /// Any of the pieces in the set.
    Pieces(PieceSet),
    /// The first men of lines.
    Line(MenInLine),
    /// A set in brackets.
    Bracket(Box<PieceGroups>),
}

/// Men in a row.
#[derive(Debug, Clone, PartialEq)]
pub struct MenInLine {
    /// The direction of the row.
    pub axis: Axis,
    /// The sorts of men that may stand first in the row.
    pub first: Vec<Atom>,
    /// For each further man: the number of empty points before it, where given, and its sorts.
    pub rest: Vec<(Option<u32>, Vec<Atom>)>,
}

/// Which way lines run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Any of the four.
    Both,
    /// Up and down.
    File,
    /// Sideways.
    Rank,
}

/// Pieces as bits, by [`Piece::index`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceSet(pub u16);

impl PieceSet {
    /// All pieces.
    pub const ALL: PieceSet = PieceSet((1 << 14) - 1);

    /// Whether the piece belongs to it.
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 == 1
    }

    /// The pieces of it, by index.
    pub(super) fn pieces(self) -> impl Iterator<Item = Piece> {
        Piece::all().into_iter().filter(move |&piece| self.contains(piece))
    }

    /// The kinds of the set, of one side. A noun that is carved for the other side is taken by its
    /// kind: 红士 is Red's advisor.
    pub(super) fn of_side(self, side: Side) -> PieceSet {
        let own = |piece: Piece| 1 << Piece::new(side, piece.kind()).index();
        PieceSet(self.pieces().fold(0, |set, piece| set | own(piece)))
    }
}

/// A filter that keeps a part of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PieceFilter {
    /// The men stand in this region.
    In(Region),
    /// An enemy attacks them.
    Attacked,
    /// A man of their own side protects them.
    Protected,
    /// None does.
    Unprotected,
    /// An enemy pins them.
    Pinned,
}

/// A relation between one man and another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    /// The first man could take the second.
    Attacks,
    /// The first man could retake on the point of the second.
    Protects,
    /// The first man would attack the king of the second if the second were gone.
    Pins,
    /// The first man stands on the leg or eye of the second.
    Blocks,
}

/// How many of each kind either side has, by [`Piece::index`]; kings are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material(pub [u32; 14]);

/// A move by its parts; what is `None` may be anything.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Moved {
    /// The men that may move, looked at before the move.
    pub mover: Option<PieceGroups>,
    /// The points from which the move may come, as the mover sees the board; `None` for any.
    pub from: Option<Region>,
    /// The points to which the move may go, as the mover sees the board; `None` for any.
    pub to: Option<Region>,
    /// The men of which the move takes one, looked at before the move.
    pub takes: Option<PieceGroups>,
    /// Whether the move must leave the enemy in check.
    pub is_checking: bool,
}

/// A move as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SpelledMove {
    /// Two points.
    Squares(Move),
    /// Text in a notation that counts files from the mover's right.
    Text {
        /// The token.
        text: String,
        /// The side whose move it is, where the numerals show that; else `None`.
        side: Option<Side>,
    },
}
