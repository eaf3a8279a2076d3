//! A game: what can be relied on after its record was played, the tree of its moves, and the
//! positions that the tree comes to.

use crate::format::{RawTree, Warning};
use crate::metadata::{GameResult, Status};
use crate::xiangqi::{Move, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A record whose moves have been played on a board.
#[derive(Debug, Clone)]
pub struct ReplayedGame {
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
    /// Repairs, interpretations and oddities.
    pub warnings: Vec<Warning>,
}

/// A tree of canonical moves: pre-order, the first child of a node is its main line. So the main
/// line comes first: `nodes[0..plies]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// The moves in pre-order.
    pub nodes: Vec<MoveNode>,
    /// How many of them make the main line.
    pub plies: u32,
    /// Comments by node, ascending; [`Tree::ROOT`] first.
    pub comments: Vec<(u32, String)>,
}

/// A move of a [`Tree`].
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct MoveNode {
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
        // The parent of the first is the start.
        let nodes = (0u32..).zip(moves).map(|(at, mv)| MoveNode { parent: at.wrapping_sub(1), mv });
        let nodes: Vec<MoveNode> = nodes.collect();
        Tree { plies: nodes.len() as u32, nodes, comments: Vec::new() }
    }

    /// Adds a line from the start as a variation: moves that the tree has are gone along. A line
    /// that goes on behind the end of the main line repeats its last move, so that the main line
    /// stays what it is.
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
        // Behind everything that follows the parent, so that the order stays.
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
    /// The token that is no move, and why.
    #[serde(flatten)]
    pub failure: Failure,
    /// How many moves of the file hang on it and are left out, this one included.
    pub lost: u32,
    /// Text of the main continuation that is left out, moves parted by blanks; a long one is cut.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tail: String,
}

impl Damage {
    /// Text of the main continuation that is left out, or else its first move.
    #[must_use]
    pub fn text(&self) -> &str {
        if self.tail.is_empty() { &self.failure.token } else { &self.tail }
    }
}

/// Children of every node of a tree, in order, as linked lists; the last slot belongs to the start.
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

    /// From the parent of every node.
    fn of(parents: impl ExactSizeIterator<Item = u32> + DoubleEndedIterator) -> Children {
        let count = parents.len();
        let mut first = vec![Self::NONE; count + 1];
        let mut next = vec![Self::NONE; count];
        // Backwards, so that each list ends up in order.
        for (index, parent) in parents.enumerate().rev() {
            let slot = (parent as usize).min(count);
            next[index] = first[slot];
            first[slot] = index as u32;
        }
        Children { first, next }
    }

    /// The main continuation after `node` ([`Tree::ROOT`]: from the start).
    #[must_use]
    pub fn main(&self, node: u32) -> Option<u32> {
        let slot = (node as usize).min(self.first.len() - 1);
        Some(self.first[slot]).filter(|&child| child != Self::NONE)
    }

    /// All continuations after `node`, the main one first.
    pub fn all(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.main(node), |&child| self.sibling(child))
    }

    /// The continuation that stands after `node` among those of one parent.
    #[must_use]
    pub fn sibling(&self, node: u32) -> Option<u32> {
        Some(self.next[node as usize]).filter(|&next| next != Self::NONE)
    }

    /// How many nodes hang on `node`, itself included.
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

impl Tree {
    /// Which moves follow which.
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

    /// The comment of a node, or of the start ([`Tree::ROOT`]), without blanks around it; blank
    /// ones say nothing and are left out.
    #[must_use]
    pub fn comment(&self, node: u32) -> Option<&str> {
        // They are in order, the start first.
        let place = |node: u32| node.wrapping_add(1);
        let found = self.comments.binary_search_by_key(&place(node), |(at, _)| place(*at)).ok()?;
        Some(self.comments[found].1.trim()).filter(|text| !text.is_empty())
    }
}

/// A position of a tree, and what is played there.
#[derive(Debug, Clone, Copy)]
pub struct Visited<'p> {
    /// The position.
    pub position: &'p Position,
    /// How many moves lead to it from the start.
    pub ply: u32,
    /// The move that follows; `None` where the line ends.
    pub mv: Option<Move>,
    /// Whether that move, or the end, belongs to a variation.
    pub is_variation: bool,
}

impl Tree {
    /// Hands every position to `look`: those of the main line from the start to the last, then
    /// those where the moves of variations are played and where variations end, in the order of the
    /// nodes.
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

    /// As [`Tree::visit`], but without the main line.
    pub fn visit_variations(&self, start: &Position, mut look: impl FnMut(Visited<'_>)) {
        fn at(position: &Position, ply: usize, mv: Option<Move>) -> Visited<'_> {
            Visited { position, ply: ply as u32, mv, is_variation: true }
        }
        let plies = self.plies as usize;
        if self.nodes.len() <= plies {
            return;
        }
        let mut position = start.clone();
        // The way from the start to `position`: node and how to take it back.
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
            // Pre-order: a node that the next one does not follow is the end of a line.
            let is_leaf = self.nodes.get(index + 1).is_none_or(|next| next.parent != index as u32);
            if index >= plies && is_leaf {
                look(at(&position, path.len(), None));
            }
        }
    }
}
