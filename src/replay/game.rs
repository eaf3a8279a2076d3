//! Games: the outcome of replaying a record, the tree of its moves, and the positions in the tree.

use crate::format::{RawTree, Warning};
use crate::metadata::{GameResult, Status};
use crate::xiangqi::{Move, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A record whose moves were played on a board.
#[derive(Debug, Clone)]
pub struct ReplayedGame {
    /// Position before the first move; `None` is the standard start.
    pub start: Option<Box<Position>>,
    /// The moves that could be played, with comments.
    pub tree: Tree,
    /// How far the main line plays.
    pub outcome: Outcome,
    /// Result that the record states.
    pub result: GameResult,
    /// Variations that end before their record does.
    pub damaged: Vec<Damage>,
    /// Repairs, interpretations and oddities found while reading and playing.
    pub warnings: Vec<Warning>,
}

/// A tree of moves in pre-order; the first child of a node is its main line, so `nodes[0..plies]`
/// is the main line of the game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// Moves in pre-order.
    pub nodes: Vec<MoveNode>,
    /// Number of moves in the main line.
    pub plies: u32,
    /// Comments with their nodes, ascending, [`Tree::ROOT`] first.
    pub comments: Vec<(u32, String)>,
}

/// A move of a [`Tree`].
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct MoveNode {
    /// Index of the preceding move; [`Tree::ROOT`] for a first move.
    pub parent: u32,
    /// The move, pseudo-legal in its position.
    pub mv: Move,
}

impl Tree {
    /// Stands for the start: parent of the first moves.
    pub const ROOT: u32 = u32::MAX;

    /// Makes a tree of one main line without comments.
    pub fn line(moves: impl IntoIterator<Item = Move>) -> Tree {
        // Wrapping makes `ROOT` the parent of the first move.
        let nodes = (0u32..).zip(moves).map(|(at, mv)| MoveNode { parent: at.wrapping_sub(1), mv });
        let nodes: Vec<MoveNode> = nodes.collect();
        Tree { plies: nodes.len() as u32, nodes, comments: Vec::new() }
    }

    /// Adds a line from the start as a variation, sharing the moves that the tree already has. A
    /// line that goes on behind the end of the main line repeats its last move, so that the main
    /// line stays as it is.
    ///
    /// ```
    /// use xqdb::replay::Tree;
    ///
    /// let moves = |text: &str| text.split(' ').map(|one| one.parse().unwrap()).collect::<Vec<_>>();
    /// let mut tree = Tree::line(moves("h2e2 h9g7 h0g2"));
    /// tree.add_line(&moves("h2e2 b9c7 b0c2"));
    /// tree.add_line(&moves("h2e2 h9g7 h0g2 i9h9"));
    /// let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent).collect();
    /// assert_eq!((tree.plies, &parents[1..]), (3, &[0, 1, 1, 3, 0, 5][..]));
    /// ```
    pub fn add_line(&mut self, moves: &[Move]) {
        let mut parent = Tree::ROOT;
        let follows = |node: &MoveNode, parent, mv| node.parent == parent && node.mv == mv;
        let mut known = 0;
        for &mv in moves {
            let Some(next) = self.nodes.iter().position(|node| follows(node, parent, mv)) else {
                break;
            };
            parent = next as u32;
            known += 1;
        }
        if known == moves.len() {
            return;
        }
        if known > 0 && parent.wrapping_add(1) == self.plies {
            known -= 1;
            parent = self.nodes[parent as usize].parent;
        }
        // Behind every descendant of the parent, which keeps the pre-order.
        let first = parent.wrapping_add(1) as usize;
        let is_below = |node: &MoveNode| node.parent != Tree::ROOT && node.parent >= parent;
        let below = self.nodes[first..].iter().take_while(|node| is_below(node)).count();
        let place = if parent == Tree::ROOT { self.nodes.len() } else { first + below };
        let added = &moves[known..];
        let moved = |node: &mut u32| {
            if *node != Tree::ROOT && *node as usize >= place {
                *node += added.len() as u32;
            }
        };
        self.nodes.iter_mut().for_each(|node| moved(&mut node.parent));
        self.comments.iter_mut().for_each(|(node, _)| moved(node));
        let parents = std::iter::once(parent).chain(place as u32..);
        let line = parents.zip(added).map(|(parent, &mv)| MoveNode { parent, mv });
        if self.nodes.is_empty() {
            self.plies = added.len() as u32;
        }
        self.nodes.splice(place..place, line.collect::<Vec<_>>());
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.nodes[..self.plies as usize].iter().map(|node| node.mv)
    }

    /// Adds comments behind moves (before the first for [`Tree::ROOT`]), each on its own line below
    /// any comment already there.
    pub fn add_comments(&mut self, added: impl IntoIterator<Item = (u32, String)>) {
        // Comments are sorted by node, the start first.
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

    /// Whether the tree has variations or comments.
    pub fn has_extras(&self) -> bool {
        self.nodes.len() > self.plies as usize || !self.comments.is_empty()
    }

    /// Finds the children of every node.
    ///
    /// ```
    /// use xqdb::replay::Tree;
    ///
    /// let line = Tree::line(["h2e2".parse()?, "h9g7".parse()?]);
    /// let children = line.children();
    /// assert_eq!((children.main(Tree::ROOT), children.main(0), children.main(1)), (Some(0), Some(1), None));
    /// # Ok::<_, xqdb::xiangqi::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn children(&self) -> Children {
        Children::of(self.nodes.iter().map(|node| node.parent))
    }

    /// Comment of a node or of the start ([`Tree::ROOT`]), trimmed; None if it is blank.
    #[must_use]
    pub fn comment(&self, node: u32) -> Option<&str> {
        // Comments are sorted by node, the start first.
        let place = |node: u32| node.wrapping_add(1);
        let found = self.comments.binary_search_by_key(&place(node), |(at, _)| place(*at)).ok()?;
        Some(self.comments[found].1.trim()).filter(|text| !text.is_empty())
    }

    /// Calls `look` with every position: first those of the main line, then those where a move of a
    /// variation is played or a variation ends, in the order of nodes.
    ///
    /// ```
    /// use xqdb::{replay::Tree, xiangqi::Position};
    /// let tree = Tree::line(["h2e2", "h9g7"].map(|text| text.parse().unwrap()));
    /// let mut moves = Vec::new();
    /// tree.visit(&Position::start(), |at| moves.push((at.ply, at.mv.map(|mv| mv.to_string()))));
    /// assert_eq!(moves, [(0, Some("h2e2".into())), (1, Some("h9g7".into())), (2, None)]);
    /// ```
    pub fn visit(&self, start: &Position, mut look: impl FnMut(Visited<'_>)) {
        let mut position = start.clone();
        let mut ply = 0;
        for mv in self.main_line() {
            look(Visited { position: &position, ply, mv: Some(mv), is_variation: false });
            position.play_unchecked(mv);
            ply += 1;
        }
        look(Visited { position: &position, ply, mv: None, is_variation: false });
        self.visit_variations(start, look);
    }

    /// Like [`Tree::visit`], without the main line.
    pub fn visit_variations(&self, start: &Position, mut look: impl FnMut(Visited<'_>)) {
        fn at(position: &Position, ply: usize, mv: Option<Move>) -> Visited<'_> {
            Visited { position, ply: ply as u32, mv, is_variation: true }
        }
        let plies = self.plies as usize;
        if self.nodes.len() <= plies {
            return;
        }
        let mut position = start.clone();
        // Path from the start to `position`: each node, and how to take it back.
        let mut path = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            while path.last().is_some_and(|&(last, _)| last != node.parent) {
                if let Some((_, undo)) = path.pop() {
                    position.undo(undo);
                }
            }
            if index >= plies {
                look(at(&position, path.len(), Some(node.mv)));
            }
            path.push((index as u32, position.play_unchecked(node.mv)));
            // In pre-order, a node that the next one does not follow ends a line.
            let is_leaf = self.nodes.get(index + 1).is_none_or(|next| next.parent != index as u32);
            if index >= plies && is_leaf {
                look(at(&position, path.len(), None));
            }
        }
    }
}

/// How far a record could be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The whole main line plays.
    Ok,
    /// The main line ends early; the moves before the failure are kept.
    Partial(Failure),
    /// The record has no moves, only a heading or a position.
    Empty,
    /// The start position is not understood; no moves are kept.
    Rejected(Failure),
}

impl Outcome {
    /// Status of the outcome, without the reason.
    pub fn status(&self) -> Status {
        match self {
            Outcome::Ok => Status::Ok,
            Outcome::Partial(_) => Status::Partial,
            Outcome::Empty => Status::Empty,
            Outcome::Rejected(_) => Status::Rejected,
        }
    }

    /// Reason why the record is not whole; None for `Ok` and `Empty`.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Outcome::Partial(failure) | Outcome::Rejected(failure) => Some(failure),
            Outcome::Ok | Outcome::Empty => None,
        }
    }
}

/// Reason why a line ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Ply of the move that could not be played, 1-based; 0 when the failure is not about a move.
    pub ply: u32,
    /// Text or squares of that move.
    pub token: String,
    /// Reason: an English sentence without a full stop.
    pub reason: String,
    /// Offset in the file or archive member, in bytes, 0-based.
    pub byte_offset: u64,
    /// FEN of the position before the failing move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// All readings of an ambiguous token, as canonical moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
}

/// A variation that ends early; its siblings play on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// Index in [`Tree::nodes`] of the last move played; `None` is the start.
    pub after: Option<u32>,
    /// The token that could not be played, and the reason.
    #[serde(flatten)]
    pub failure: Failure,
    /// Number of moves of the file lost with it, itself included.
    pub lost: u32,
    /// Text of the main continuation that is lost, moves separated by blanks; shortened if long.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tail: String,
}

impl Damage {
    /// Text of the lost main continuation, or at least of its first move.
    #[must_use]
    pub fn text(&self) -> &str {
        if self.tail.is_empty() { &self.failure.token } else { &self.tail }
    }
}

/// Children of every node of a tree, in order.
#[derive(Debug)]
pub struct Children {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Children {
    const NONE: u32 = u32::MAX;

    /// Finds the children of every node of a tree as it was read.
    pub(super) fn of_raw(tree: &RawTree<'_>) -> Children {
        Children::of(tree.nodes.iter().map(|node| node.parent))
    }

    /// Builds the lists from the parent of each node; the last slot belongs to the start.
    fn of(parents: impl ExactSizeIterator<Item = u32> + DoubleEndedIterator) -> Children {
        let count = parents.len();
        let mut first = vec![Self::NONE; count + 1];
        let mut next = vec![Self::NONE; count];
        // Nodes are added from last to first, so that each list comes out in order.
        for (index, parent) in parents.enumerate().rev() {
            let slot = (parent as usize).min(count);
            next[index] = first[slot];
            first[slot] = index as u32;
        }
        Children { first, next }
    }

    /// Main continuation after `node` (after the start for [`Tree::ROOT`]).
    #[must_use]
    pub fn main(&self, node: u32) -> Option<u32> {
        let slot = (node as usize).min(self.first.len() - 1);
        Some(self.first[slot]).filter(|&child| child != Self::NONE)
    }

    /// All continuations after `node`, the main one first.
    pub fn all(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.main(node), |&child| self.sibling(child))
    }

    /// Next continuation, after `node`, of the same parent.
    #[must_use]
    pub fn sibling(&self, node: u32) -> Option<u32> {
        Some(self.next[node as usize]).filter(|&next| next != Self::NONE)
    }

    /// Number of nodes in the subtree of `node`, itself included.
    pub(super) fn weight(&self, node: u32) -> u32 {
        let mut stack = vec![node];
        let mut count = 0;
        while let Some(node) = stack.pop() {
            count += 1;
            stack.extend(self.all(node));
        }
        count
    }
}

/// A position of a tree, and the move played there.
#[derive(Debug, Clone, Copy)]
pub struct Visited<'p> {
    /// The position.
    pub position: &'p Position,
    /// Number of plies from the start.
    pub ply: u32,
    /// Move played next; `None` where a line ends.
    pub mv: Option<Move>,
    /// Whether that move, or the end of the line, belongs to a variation.
    pub is_variation: bool,
}
