//! A query made ready for games: a list of parts, each part once, every part after those it is made
//! of.
//!
//! Mirrors and changes of chairs are gone: they are conditions of their own. What is linear has
//! become numbers kept up to date from move to move (`tally`); before what is geometric stand the
//! linear conditions without which it cannot be; parts of one `and` stand in the order of their
//! cost.

use super::moves::WrittenMove;
use super::moves::{MoveBank, MovedParts};
use super::sets::{SetId, Sets};
use super::sweep::{Bank, Place};
use super::syntax::{Comparison, Header, Link, Measure, Numbers, Thousandths};
use crate::xiangqi::{Position, Side};

/// The place of a part in its plan.
pub(super) type NodeId = usize;

/// A part of a query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A header, by its place in [`Plan::headers`].
    Header(usize),
    /// The ply is one of these.
    Ply(Numbers),
    /// A number in the comment of the move that led here is one of these.
    Measured(Measure, Thousandths),
    ToMove(Side),
    Start,
    End,
    /// A number lies in its range, by its place among the numbers.
    Tally(usize),
    /// The set is not empty.
    Exists(SetId),
    Count(SetId, Numbers),
    Compare(SetId, Comparison, SetId),
    /// The king of the side to move could be taken, or faces the other.
    Check,
    /// The side to move has a king and no legal move.
    NoMove,
    /// The move with this index in [`Plan::moves`].
    Moved(usize),
    /// The written move with this index in [`Plan::written`].
    Written(usize),
    Not(NodeId),
    /// The part holds at some moment of the game.
    Ever(NodeId),
    Times(NodeId, Numbers),
    All(Vec<NodeId>),
    Any(Vec<NodeId>),
    Sequence(Vec<(Link, NodeId)>),
    For(NodeId, u32),
}

impl Node {
    /// The parts of which the node is made.
    pub(super) fn parts(&self) -> Vec<NodeId> {
        match self {
            Node::All(parts) | Node::Any(parts) => parts.clone(),
            Node::Sequence(parts) => parts.iter().map(|&(_, part)| part).collect(),
            Node::Not(part) | Node::Ever(part) | Node::Times(part, _) | Node::For(part, _) => {
                vec![*part]
            }
            _ => Vec::new(),
        }
    }
}

/// Which conditions on headers hold for a game, by their place in [`Plan::headers`].
#[derive(Debug, Clone, Copy)]
pub struct Headers<'a>(pub &'a [bool]);

impl Headers<'_> {
    /// None of them.
    pub const NONE: Headers<'static> = Headers(&[]);

    pub(super) fn holds(self, header: usize) -> bool {
        self.0.get(header).copied().unwrap_or(false)
    }
}

/// The means by which a part of a query is answered, the cheapest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Means {
    /// Facts about games that need no moves.
    Facts,
    /// The position index of a database, for games that must come to a position.
    Index,
    /// The scan of games, by numbers kept up to date from move to move.
    Numbers,
    /// The scan, by attacks, pins and lines on the board of a moment.
    Geometry,
    /// The scan, by legal moves, or by reading a move as text.
    Rules,
}

/// A part of the `and` that a query is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanStep {
    pub(super) node: NodeId,
    /// The condition it comes from, as written; its normal spelling.
    pub text: String,
    /// It is only numbers without which the condition cannot be; they are looked at first.
    pub is_needed: bool,
    /// The means by which it is answered.
    pub means: Means,
}

/// A query made ready for games.
///
/// ```
/// use xqdb::query::{Evaluator, Headers, Library, Matches, Query};
/// use xqdb::xiangqi::{Move, Position};
///
/// let query = Query::read("move C2=5 next move H8+7", Library::prelude())?;
/// let plan = query.plan();
/// let moves: Vec<Move> = ["h2e2", "h9g7"].iter().map(|mv| mv.parse().unwrap()).collect();
/// let mut evaluator = Evaluator::new(&plan);
/// let moves: Vec<[u8; 2]> = moves.iter().map(|mv| mv.bytes()).collect();
/// evaluator.begin(&Position::start(), &moves);
/// assert_eq!(evaluator.matches(&Headers::NONE), Some(Matches::Plies(vec![0])));
/// # Ok::<(), xqdb::query::QueryError>(())
/// ```
#[derive(Debug)]
pub struct Plan {
    pub(super) nodes: Vec<Node>,
    /// How dear each part is to look at, roughly in nanoseconds a moment.
    pub(super) costs: Vec<u32>,
    pub(super) root: NodeId,
    /// The root without the mirror image that may fit instead.
    pub(super) as_written: NodeId,
    pub(super) is_whole: bool,
    pub(super) sets: Sets,
    /// By part: whether numbers and the moves played decide it alone, without a look at the board.
    pub(super) is_linear: Vec<bool>,
    /// By part: whether the query holds nowhere in a game in which the part holds nowhere.
    pub(super) is_required: Vec<bool>,
    pub(super) banks: Vec<Bank>,
    /// Where each number lies in the banks.
    pub(super) places: Vec<Place>,
    /// The moves: those by their parts, and the written ones.
    pub(super) move_banks: Vec<MoveBank>,
    pub(super) headers: Vec<Header>,
    pub(super) moves: Vec<MovedParts>,
    pub(super) written: Vec<WrittenMove>,
    /// Positions of which a game must come to one, by the part that asks for it.
    pub(super) positions: Vec<(NodeId, Vec<Position>)>,
    pub(super) steps: Vec<PlanStep>,
}

impl Plan {
    /// The conditions on headers; [`Headers`] has one truth value for each, in this order.
    pub fn headers(&self) -> &[Header] {
        &self.headers
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the query is about the game as a whole and says nothing of moments.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Where a part that is a move lies in the banks of moves.
    pub(super) fn move_place(&self, node: &Node) -> Place {
        let number = match node {
            Node::Written(written) => self.moves.len() + written,
            Node::Moved(moved) => *moved,
            _ => 0,
        };
        MoveBank::place(number)
    }

    /// Whether a part is about the moves that are played.
    pub(super) fn means_moves(&self, id: NodeId) -> bool {
        matches!(self.nodes[id], Node::Moved(_) | Node::Written(_))
    }

    /// The parts that must all hold at one moment, in the order in which they are asked.
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Lists of positions: every game that fits comes to one of each list.
    pub fn positions(&self) -> Vec<Vec<Position>> {
        let mut needed: Vec<Vec<Vec<Position>>> = Vec::with_capacity(self.nodes.len());
        for (id, node) in self.nodes.iter().enumerate() {
            let own = self.positions.iter().filter(|(of, _)| *of == id);
            let mut lists: Vec<Vec<Position>> = own.map(|(_, list)| list.clone()).collect();
            lists.extend(match node {
                Node::All(_) | Node::Sequence(_) | Node::Ever(_) | Node::For(..) => {
                    node.parts().into_iter().flat_map(|part| needed[part].clone()).collect()
                }
                // A game that fits has one of the alternatives, so it needs one of their lists.
                Node::Any(parts) if parts.iter().all(|&part| !needed[part].is_empty()) => {
                    let lists = parts.iter().filter_map(|&part| needed[part].first());
                    vec![lists.flatten().cloned().collect()]
                }
                _ => Vec::new(),
            });
            for list in &mut lists {
                list.sort_unstable_by_key(Position::to_fen);
                list.dedup();
            }
            lists.dedup();
            needed.push(lists);
        }
        needed.swap_remove(self.root)
    }

    /// Whether a step holds at every moment, or at none, by the headers alone.
    pub fn step_on_headers(&self, step: usize, holds: &dyn Fn(usize) -> bool) -> Option<bool> {
        self.decided(self.steps[step].node, &|header| Some(holds(header)), true)
    }

    /// The answer as far as headers alone decide: whether the query holds at every moment, or at
    /// none. `None` when the moves have to be looked at, or a header of which nothing is known.
    /// `is_evaluated`: the game may have numbers of programs in its comments.
    pub fn on_headers(
        &self,
        holds: &dyn Fn(usize) -> Option<bool>,
        is_evaluated: bool,
    ) -> Option<bool> {
        self.decided(self.root, holds, is_evaluated)
    }

    /// Whether the query asks for numbers that programs write into comments.
    pub fn asks_for_evaluations(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node, Node::Measured(..)))
    }

    fn decided(
        &self,
        root: NodeId,
        holds: &dyn Fn(usize) -> Option<bool>,
        is_evaluated: bool,
    ) -> Option<bool> {
        let mut known: Vec<Option<bool>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes[..=root] {
            let all = |parts: &mut dyn Iterator<Item = Option<bool>>, decides: bool| {
                let mut joined = Some(!decides);
                for part in parts {
                    match part {
                        Some(part) if part == decides => return Some(decides),
                        Some(_) => {}
                        None => joined = None,
                    }
                }
                joined
            };
            let value = match node {
                Node::Header(header) => holds(*header),
                Node::Measured(..) if !is_evaluated => Some(false),
                Node::Not(part) => known[*part].map(|part| !part),
                Node::Ever(part) => known[*part],
                Node::For(part, _) => known[*part].filter(|part| !part),
                Node::Times(part, numbers) => {
                    known[*part].filter(|part| !part).map(|_| numbers.contains(0))
                }
                Node::All(parts) => all(&mut parts.iter().map(|&part| known[part]), false),
                Node::Any(parts) => all(&mut parts.iter().map(|&part| known[part]), true),
                Node::Sequence(parts) => {
                    all(&mut parts.iter().map(|&(_, part)| known[part]), false).filter(|all| !all)
                }
                _ => None,
            };
            known.push(value);
        }
        known[root]
    }
}
