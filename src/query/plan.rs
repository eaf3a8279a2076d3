//! A compiled query: a list of distinct parts, each after the parts that it consists of.
//!
//! Turned conditions are parts of their own. Linear conditions are numbers updated from move to
//! move (`Tally`). Geometric conditions follow linear ones that they imply, and the parts of an
//! `and` are ordered by cost.

use super::moves::WrittenMove;
use super::moves::{MoveBank, MovedParts};
use super::sets::{SetId, Sets};
use super::sweep::{Bank, Place};
use super::syntax::{Comparison, Header, Link, Measure, Numbers, Thousandths};
use crate::xiangqi::{Position, Side};

/// Place of a part in its plan.
pub(super) type NodeId = usize;

/// A part of a query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// Condition on a header, as a place in [`Plan::headers`].
    Header(usize),
    /// The number of plies before is in a range.
    Ply(Numbers),
    /// A number in the comment of the move that led here is in a range.
    Measured(Measure, Thousandths),
    ToMove(Side),
    Start,
    End,
    /// A tally is in its range, by its place among the tallies.
    Tally(usize),
    /// The set is not empty.
    Exists(SetId),
    Count(SetId, Numbers),
    Compare(SetId, Comparison, SetId),
    /// The king of the side to move is attacked, or faces the other king.
    Check,
    /// The side to move has a king and no legal move.
    NoMove,
    /// A move fits the condition with this place in [`Plan::moves`].
    Moved(usize),
    /// The move is the written one with this place in [`Plan::written`].
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
    /// Parts of which the node consists.
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

/// Whether each condition in [`Plan::headers`] holds for a game.
#[derive(Debug, Clone, Copy)]
pub struct Headers<'a>(pub &'a [bool]);

impl Headers<'_> {
    /// No condition holds.
    pub const NONE: Headers<'static> = Headers(&[]);

    pub(super) fn holds(self, header: usize) -> bool {
        self.0.get(header).copied().unwrap_or(false)
    }
}

/// Ways to answer a part of a query, the cheapest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Means {
    /// Facts about games, without moves.
    Facts,
    /// The position index of a database, for games that must reach a position.
    Index,
    /// A scan of games with numbers updated from move to move.
    Numbers,
    /// A scan with attacks, pins and lines on boards.
    Geometry,
    /// A scan with legal moves, or with reading written moves.
    Rules,
}

/// A part of a query's top-level `and`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanStep {
    pub(super) node: NodeId,
    /// Normal spelling of the condition from which the part comes.
    pub text: String,
    /// Whether the part is only implied by its condition, and tested first.
    pub is_needed: bool,
    /// The dearest way used to answer the part.
    pub means: Means,
}

/// A compiled query.
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
    /// Cost of each part, roughly in nanoseconds per moment.
    pub(super) costs: Vec<u32>,
    pub(super) root: NodeId,
    /// The root without its mirror image.
    pub(super) as_written: NodeId,
    pub(super) is_whole: bool,
    pub(super) sets: Sets,
    /// Whether tallies and moves decide each part alone, without a board.
    pub(super) is_linear: Vec<bool>,
    /// Whether the query fails in a game in which the part holds nowhere, by part.
    pub(super) is_required: Vec<bool>,
    pub(super) banks: Vec<Bank>,
    /// Place of each tally in the banks.
    pub(super) places: Vec<Place>,
    /// Banks of conditions on moves, then of written moves.
    pub(super) move_banks: Vec<MoveBank>,
    pub(super) headers: Vec<Header>,
    pub(super) moves: Vec<MovedParts>,
    pub(super) written: Vec<WrittenMove>,
    /// Positions of which a game must reach one, with the part that requires it.
    pub(super) positions: Vec<(NodeId, Vec<Position>)>,
    pub(super) steps: Vec<PlanStep>,
}

impl Plan {
    /// Conditions on headers; [`Headers`] has one value for each, in this order.
    pub fn headers(&self) -> &[Header] {
        &self.headers
    }

    /// Number of parts.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the query is about games as a whole, not about moments.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Place of a part about moves in the banks of moves.
    pub(super) fn move_place(&self, node: &Node) -> Place {
        let number = match node {
            Node::Written(written) => self.moves.len() + written,
            Node::Moved(moved) => *moved,
            _ => 0,
        };
        MoveBank::place(number)
    }

    /// Whether a part is about moves.
    pub(super) fn means_moves(&self, id: NodeId) -> bool {
        matches!(self.nodes[id], Node::Moved(_) | Node::Written(_))
    }

    /// Parts that must hold at one moment, in the order of evaluation.
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Lists of positions: a game that fits reaches at least one of each list.
    pub fn positions(&self) -> Vec<Vec<Position>> {
        let mut needed: Vec<Vec<Vec<Position>>> = Vec::with_capacity(self.nodes.len());
        for (id, node) in self.nodes.iter().enumerate() {
            let own = self.positions.iter().filter(|(of, _)| *of == id);
            let mut lists: Vec<Vec<Position>> = own.map(|(_, list)| list.clone()).collect();
            lists.extend(match node {
                Node::All(_) | Node::Sequence(_) | Node::Ever(_) | Node::For(..) => {
                    node.parts().into_iter().flat_map(|part| needed[part].clone()).collect()
                }
                // A game fits one alternative, so it reaches a position of that alternative's list.
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

    /// Whether a step holds at every moment or at none, if headers decide it.
    pub fn step_on_headers(&self, step: usize, holds: &dyn Fn(usize) -> bool) -> Option<bool> {
        self.decided(self.steps[step].node, &|header| Some(holds(header)), true)
    }

    /// Whether the query holds at every moment or at none, if headers decide it; `None` if moves or
    /// an unknown header matter. `is_evaluated`: the game may have scores or clocks in its
    /// comments.
    pub fn on_headers(
        &self,
        holds: &dyn Fn(usize) -> Option<bool>,
        is_evaluated: bool,
    ) -> Option<bool> {
        self.decided(self.root, holds, is_evaluated)
    }

    /// Whether the query needs scores or clocks in comments.
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
