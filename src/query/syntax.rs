//! The syntax tree of a query: names are resolved, numbers and points are values, nothing is turned
//! or planned yet.
//!
//! Reading bounds the depth of a tree, so that recursion is safe.

use super::board::PartialBoard;
use super::points::Region;
use crate::metadata::{GameResult, Kind, LaxDate, Played};
use crate::xiangqi::{Move, Piece, Side};
use std::sync::Arc;

/// A condition that is true or false at each moment of a game.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// A condition on the record.
    Header(Header),
    /// The number of plies played before is in a range.
    Ply(Numbers),
    /// The number of the round, 1-based, is in a range.
    Round(Numbers),
    /// A number in the comment of the move that led here is in a range.
    Measured(Measure, Thousandths),
    /// The given side is to move.
    ToMove(Side),
    /// A state of the moment.
    State(State),
    /// A pattern, for the given side or for either.
    Named(Arc<Pattern>, Option<Side>),
    /// At least one of the men is on the board.
    Exists(PieceGroups),
    /// The number of the men is in a range.
    Count(PieceGroups, Numbers),
    /// The numbers of two sets of men compare so.
    Compare(PieceGroups, Comparison, PieceGroups),
    /// The number of moments of the game at which the condition holds is in a range.
    Times(Box<Condition>, Numbers),
    /// The board fits a partial board.
    Board(PartialBoard),
    /// The men besides the kings are exactly these men.
    Material(Material),
    /// The move played from this moment fits.
    Moved(Moved),
    /// The move played from this moment is one of these moves.
    Written(Vec<SpelledMove>),
    /// A prefix applied to a condition.
    Prefixed(Prefix, Box<Condition>),
    /// All conditions hold at this moment.
    All(Vec<Condition>),
    /// At least one condition holds at this moment.
    Any(Vec<Condition>),
    /// The first condition holds now, each other one after the one before; the first link is
    /// unused.
    Sequence(Vec<(Link, Condition)>),
    /// The condition holds now and at each of this number of next moments.
    For(Box<Condition>, u32),
}

impl Condition {
    /// Whether the condition is about the game as a whole: equal at all moments.
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

    /// Conditions of which the condition consists.
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

/// State of a moment.
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

/// Word that changes the condition behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefix {
    /// Not at this moment.
    Not,
    /// At no moment.
    Never,
    /// At every moment.
    Always,
    /// At one moment or more.
    Ever,
    /// The condition or its left-right mirror image holds.
    Mirror,
    /// The condition or the condition with sides exchanged holds.
    Swap,
}

/// A named condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    /// Spellings of the name.
    pub names: Vec<String>,
    /// Definition as written, from Red's side.
    pub definition: String,
    /// Meaning in a few words; empty for a user's pattern.
    pub meaning: &'static str,
    /// The condition that the name stands for.
    pub body: Condition,
    /// Number of levels of brackets, prefixes and names in the body.
    pub(super) depth: u32,
    /// Whether the body is about games as a whole.
    pub(super) is_whole: bool,
}

/// Time from one part of a sequence to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Link {
    /// Any number of moments later.
    Later,
    /// From one to this number of moments later.
    Within(u32),
}

/// A range of numbers, ends included, or its complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// Lowest number of the range.
    pub least: u32,
    /// Highest number of the range.
    pub most: u32,
    /// Whether the complement is meant.
    pub is_negated: bool,
}

impl Numbers {
    /// The numbers from `least` to `most`.
    pub const fn range(least: u32, most: u32) -> Numbers {
        Numbers { least, most, is_negated: false }
    }

    /// Whether `number` fits.
    pub const fn contains(self, number: u32) -> bool {
        (self.least <= number && number <= self.most) != self.is_negated
    }
}

/// A number that programs write into comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Score of the position from Red's side, in pawns.
    Eval,
    /// Time left to the player who moved last, in seconds.
    Clock,
}

/// A range of decimal numbers in thousandths, ends included, or its complement. An unknown number
/// never fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Thousandths {
    /// Lowest number; -[`Thousandths::FAR`] for none.
    pub least: i32,
    /// Highest number; [`Thousandths::FAR`] for none.
    pub most: i32,
    /// Whether the complement is meant.
    pub is_negated: bool,
}

impl Thousandths {
    /// Beyond any number that can be written, which has at most six digits before the point.
    pub const FAR: i32 = 2_000_000_000;

    /// The numbers from `least` to `most`.
    pub const fn range(least: i32, most: i32) -> Thousandths {
        Thousandths { least, most, is_negated: false }
    }

    /// Whether `number` fits.
    pub const fn contains(self, number: i32) -> bool {
        (self.least <= number && number <= self.most) != self.is_negated
    }

    /// The range with the signs of its numbers inverted.
    #[must_use]
    pub(super) const fn turned(self) -> Thousandths {
        Thousandths { least: -self.most, most: -self.least, is_negated: self.is_negated }
    }
}

/// Comparison of two numbers.
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
    /// All comparisons, each as one character and in its usual spelling.
    pub(super) const SIGNS: [(Comparison, char, &str); 6] = [
        (Comparison::Less, '<', "<"),
        (Comparison::LessOrEqual, '≤', "<="),
        (Comparison::Equal, '=', "="),
        (Comparison::NotEqual, '≠', "!="),
        (Comparison::GreaterOrEqual, '≥', ">="),
        (Comparison::Greater, '>', ">"),
    ];

    /// Whether two numbers compare so.
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

    /// Numbers that compare so with `number`.
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

    /// Thousandths that compare so with `number`.
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

/// A condition on a record; one of the values must fit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Header {
    /// Text in a field.
    Text(TextField, Vec<String>),
    /// Ranges of dates, ends included; an open end is `None`.
    Date(Vec<(Option<LaxDate>, Option<LaxDate>)>),
    /// Year of the game.
    Year(Numbers),
    /// Number of plies of the main line.
    Plies(Numbers),
    /// Result of the game.
    Result(Vec<GameResult>),
    /// Kind of the game.
    Kind(Vec<Kind>),
    /// Way in which the game was played.
    Played(Vec<Played>),
}

/// Fields with text.
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

/// A set of men: groups joined by verbs, each verb with all that follows as its object.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceGroups {
    /// The men of the set.
    pub first: PieceGroup,
    /// Verbs with their objects; each object is the subject of the next verb.
    pub rest: Vec<(Verb, PieceGroup)>,
}

impl PieceGroups {
    /// All men.
    pub(super) fn any() -> PieceGroups {
        let atoms = vec![Atom::Pieces(PieceSet::ALL)];
        PieceGroups { first: PieceGroup { atoms, filters: Vec::new() }, rest: Vec::new() }
    }
}

/// Men of several kinds that pass all filters.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceGroup {
    /// The kinds; a man fits any of them.
    pub atoms: Vec<Atom>,
    /// Filters that each man must pass.
    pub filters: Vec<PieceFilter>,
}

/// One kind of men.
#[derive(Debug, Clone, PartialEq)]
pub enum Atom {
    /// Pieces of a set.
    Pieces(PieceSet),
    /// First men of lines.
    Line(MenInLine),
    /// A set in brackets.
    Bracket(Box<PieceGroups>),
}

/// Men in line, with nobody between.
#[derive(Debug, Clone, PartialEq)]
pub struct MenInLine {
    /// Direction of the line.
    pub axis: Axis,
    /// Kinds of the first man.
    pub first: Vec<Atom>,
    /// Each further man: number of empty points before it (`None` for any), and its kinds.
    pub rest: Vec<(Option<u32>, Vec<Atom>)>,
}

/// Directions of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// All four directions.
    Both,
    /// Along a file: up and down.
    File,
    /// Along a rank: sideways.
    Rank,
}

/// A set of pieces as bits, by [`Piece::index`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceSet(pub u16);

impl PieceSet {
    /// All pieces.
    pub const ALL: PieceSet = PieceSet((1 << 14) - 1);

    /// Whether the set has the piece.
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 == 1
    }

    /// Pieces of the set, by index.
    pub(super) fn pieces(self) -> impl Iterator<Item = Piece> {
        Piece::all().into_iter().filter(move |&piece| self.contains(piece))
    }

    /// The pieces of one side with the kinds in this set. A noun of the other side counts by its
    /// kind: 红士 is Red's advisor.
    pub(super) fn of_side(self, side: Side) -> PieceSet {
        let own = |piece: Piece| 1 << Piece::new(side, piece.kind()).index();
        PieceSet(self.pieces().fold(0, |set, piece| set | own(piece)))
    }
}

/// Filter of a set of men.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PieceFilter {
    /// In this region.
    In(Region),
    /// Attacked by an enemy.
    Attacked,
    /// Protected by a man of the same side.
    Protected,
    /// Not protected.
    Unprotected,
    /// Pinned by an enemy.
    Pinned,
}

/// Relation between two men.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    /// The first man attacks the second, an enemy.
    Attacks,
    /// The first man could retake on the point of the second.
    Protects,
    /// The first man would attack the king of the second if the second were gone.
    Pins,
    /// The first man is on the leg or eye of the second.
    Blocks,
}

/// Number of men of each piece, by [`Piece::index`]; kings are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material(pub [u32; 14]);

/// A condition on a move by its parts; `None` fits anything.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Moved {
    /// Men that may move, evaluated before the move.
    pub mover: Option<PieceGroups>,
    /// Points that the move may leave, as the mover sees the board.
    pub from: Option<Region>,
    /// Points that the move may reach, as the mover sees the board.
    pub to: Option<Region>,
    /// Men of which the move must take one, evaluated before the move.
    pub takes: Option<PieceGroups>,
    /// Whether the move must give check.
    pub is_checking: bool,
}

/// A move as written in a query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SpelledMove {
    /// Two points.
    Squares(Move),
    /// Text in a notation that counts files from the mover's right.
    Text {
        /// The token.
        text: String,
        /// Side of the move, if its numerals show it.
        side: Option<Side>,
    },
}
