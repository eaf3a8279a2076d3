//! A game: what can be relied on after its record was played.

use crate::format::Warning;
use crate::metadata::{GameResult, Status};
use crate::xiangqi::{Move, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A record whose moves have been played on a board.
#[derive(Debug, Clone)]
pub struct Game {
    /// The position the moves begin from; `None` is the standard start with Red to move.
    pub start: Option<Box<Position>>,
    /// Every move that could be played.
    pub tree: Tree,
    /// How far the main line could be read.
    pub outcome: Outcome,
    /// The result for Red as the record claims it.
    pub result: GameResult,
    /// Lines of the tree that end before their record does.
    pub damaged: Vec<Damage>,
    /// What was repaired, interpreted or found odd.
    pub warnings: Vec<Warning>,
}

/// A tree of canonical moves: pre-order, the first child of a node is its main line. So the main
/// line comes first: `nodes[0..plies]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// The moves in pre-order.
    pub nodes: Vec<Node>,
    /// How many of them make the main line.
    pub plies: u32,
    /// Comments by node, ascending; [`Tree::ROOT`] first.
    pub comments: Vec<(u32, String)>,
}

/// A move of a [`Tree`].
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct Node {
    /// Index of the node this move follows; [`Tree::ROOT`] for a first move.
    pub parent: u32,
    /// The move; pseudo-legal in the position where it stands.
    pub mv: Move,
}

impl Tree {
    /// The parent of first moves.
    pub const ROOT: u32 = u32::MAX;

    /// A bare main line.
    pub fn line(moves: impl IntoIterator<Item = Move>) -> Tree {
        let moves = moves.into_iter().enumerate();
        let nodes: Vec<Node> = moves
            .map(|(index, mv)| Node {
                parent: if index == 0 { Tree::ROOT } else { index as u32 - 1 },
                mv,
            })
            .collect();
        Tree { plies: nodes.len() as u32, nodes, comments: Vec::new() }
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.nodes[..self.plies as usize].iter().map(|node| node.mv)
    }

    /// Adds comments behind moves ([`Tree::ROOT`]: before the first), each on a line of its own
    /// below what stands there.
    pub fn add_comments(&mut self, added: impl IntoIterator<Item = (u32, String)>) {
        // Comments stand in the order of their nodes, the start first.
        let place = |node: u32| node.wrapping_add(1);
        let known = std::mem::take(&mut self.comments).into_iter();
        let mut comments: BTreeMap<u32, String> =
            known.map(|(node, text)| (place(node), text)).collect();
        for (node, text) in added {
            let comment = comments.entry(place(node)).or_default();
            if !comment.trim().is_empty() {
                comment.push('\n');
            }
            comment.push_str(&text);
        }
        let comments = comments.into_iter().map(|(place, text)| (place.wrapping_sub(1), text));
        self.comments = comments.collect();
    }

    /// Whether there is more than a bare main line.
    pub fn has_extras(&self) -> bool {
        self.nodes.len() > self.plies as usize || !self.comments.is_empty()
    }
}

/// How far a record could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The whole main line was played.
    Ok,
    /// The main line ends early; the moves before it are kept.
    Partial(Failure),
    /// No moves: a heading or a bare position.
    Empty,
    /// Nothing could be kept: the start is not understood.
    Rejected(Failure),
}

impl Outcome {
    /// The outcome without its reason.
    pub fn status(&self) -> Status {
        match self {
            Outcome::Ok => Status::Ok,
            Outcome::Partial(_) => Status::Partial,
            Outcome::Empty => Status::Empty,
            Outcome::Rejected(_) => Status::Rejected,
        }
    }

    /// Why the record is not whole.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Outcome::Partial(failure) | Outcome::Rejected(failure) => Some(failure),
            Outcome::Ok | Outcome::Empty => None,
        }
    }
}

/// Why a line ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// 1-based ply of the move that could not be played; 0 when it is not about a move.
    pub ply: u32,
    /// The text (or the squares) that stands there.
    pub token: String,
    /// An English sentence without a full stop.
    pub reason: String,
    /// Where it stands in the file or archive member, 0-based.
    pub byte_offset: u64,
    /// The position in which it was to be played, FEN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Every possible reading when the token is ambiguous, canonical.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
}

/// A variation that ends early; its siblings go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// Index in [`Tree::nodes`] of the last move before the damage; `None` is the start.
    pub after: Option<u32>,
    /// What stands there and why it is no move.
    #[serde(flatten)]
    pub failure: Failure,
    /// How many moves of the file hang on it and are left out, this one included.
    pub lost: u32,
    /// Of these the main continuation as it stands there, with blanks between; a long one is cut.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tail: String,
}

impl Damage {
    /// What stands there: the main continuation that is left out, or else its first move.
    #[must_use]
    pub fn text(&self) -> &str {
        if self.tail.is_empty() { &self.failure.token } else { &self.tail }
    }
}
