//! A record after replay: what can be relied on.

use super::kind_of;
use crate::format::{RawRecord, Warning};
use crate::metadata::{GameResult, KindHint, Metadata, Status, parse_result};
use crate::notation::System;
use crate::text::Encoding;
use crate::xiangqi::{Move, Position};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;

/// A record that owns what it found: tags and place beside the game.
#[derive(Debug, Clone)]
pub struct Record {
    /// Where its bytes lie in the file or archive member, end excluded.
    pub span: Range<u64>,
    /// How its texts were decoded.
    pub encoding: Encoding,
    /// Tags in file order, as found.
    pub tags: Vec<(String, String)>,
    /// Tags that the record lacks and the name of its file has: players, date, result. Each has its
    /// [`Warning::FromFileName`].
    pub from_file_name: Vec<(String, String)>,
    /// What the file says the record is.
    pub hint: Option<KindHint>,
    /// What was played.
    pub game: Game,
}

impl Record {
    /// Plays a raw record, whose moves are written in `system`, and keeps what it says.
    pub fn of(raw: RawRecord<'_>, system: &System) -> Record {
        let game = super::replay(&raw, system);
        Record {
            span: raw.span,
            encoding: raw.encoding,
            tags: raw
                .tags
                .into_iter()
                .map(|(name, value)| (name.into_owned(), value.into_owned()))
                .collect(),
            from_file_name: Vec::new(),
            hint: raw.hint,
            game,
        }
    }

    /// All tags, those of the file's name in the place of blank ones or at the end.
    pub fn all_tags(&self) -> Cow<'_, [(String, String)]> {
        if self.from_file_name.is_empty() {
            return Cow::Borrowed(&self.tags);
        }
        let mut tags = self.tags.clone();
        for (name, value) in &self.from_file_name {
            match tags.iter_mut().find(|(own, _)| own.eq_ignore_ascii_case(name)) {
                Some((_, blank)) => blank.clone_from(value),
                None => tags.push((name.clone(), value.clone())),
            }
        }
        Cow::Owned(tags)
    }

    /// What its tags and the name of its file say, with result and kind.
    pub fn metadata(&self) -> Metadata {
        let tags = self.tags.iter().chain(&self.from_file_name);
        let mut data =
            Metadata::from_tags(tags.map(|(name, value)| (name.as_str(), value.as_str())));
        let game = &self.game;
        let has_players = data.red.is_some() && data.black.is_some();
        data.result = self.result();
        data.kind = Some(kind_of(
            game.start.as_deref(),
            game.tree.plies,
            self.hint,
            has_players,
            data.result.is_known(),
        ));
        data
    }

    /// The result the record claims, or else the one in the name of its file.
    pub fn result(&self) -> GameResult {
        let taken = self.from_file_name.iter().find(|(name, _)| name == "Result");
        match taken.and_then(|(_, value)| parse_result(value)) {
            Some(taken) if self.game.result == GameResult::Unknown => taken,
            _ => self.game.result,
        }
    }
}

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

/// A tree of canonical moves: pre-order, the first child of a node is its main line. So the main line comes
/// first: `nodes[0..plies]`.
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
    /// The move; possible in the position where it stands.
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
}
