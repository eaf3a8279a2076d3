//! Plays a whole tree of raw moves.

use super::game::Children;
use super::lookahead::{ReadToken, choose, read, token_text};
use super::{Damage, Failure, MoveNode, Outcome, Tree};
use crate::format::{RawMove, RawRecord, RawTree, Warning};
use crate::notation::{Reading, Unreadable};
use crate::xiangqi::{Move, Position, Undo};

/// A tree played from one start.
pub(super) struct Walked {
    pub(super) tree: Tree,
    pub(super) outcome: Outcome,
    /// Whether the main line ends at a token without the form of a move.
    pub(super) ends_at_no_move: bool,
    pub(super) damaged: Vec<Damage>,
    pub(super) warnings: Vec<Warning>,
    /// Position at the end of the main line; `None` while the line is still played.
    pub(super) end: Option<Position>,
}

impl Walked {
    /// Whether the first token has the form of a move and could not be played.
    pub(super) fn fails_at_once(&self) -> bool {
        let is_no_move = self.ends_at_no_move;
        self.tree.plies == 0 && matches!(self.outcome, Outcome::Partial(_)) && !is_no_move
    }
}

/// Largest number of damaged lines listed per record: each takes hundreds of bytes, and a hostile
/// file can have one in every five bytes.
const MOST_DAMAGES: usize = 10_000;

/// Largest number of lost moves whose text is kept with a damage.
const MOST_TAIL: usize = 100;

/// Capacity for the moves of nearly every line.
const USUAL_DEPTH: usize = 256;

/// A raw node that waits to be played.
#[derive(Clone, Copy)]
struct Pending {
    raw: u32,
    /// Played node before this one.
    parent: u32,
    /// Number of moves before the node.
    depth: u32,
    is_main: bool,
}

/// Plays every line of the record's tree from `start`. It does not recurse: real lines are 400
/// plies deep, hostile ones deeper.
pub(super) fn walk(record: &RawRecord<'_>, start: &Position, reader: ReadToken<'_>) -> Walked {
    let raw = &record.tree;
    let children = Children::of_raw(raw);
    let mut walker = Walker {
        record,
        reader,
        children: &children,
        position: start.clone(),
        undos: Vec::with_capacity(raw.nodes.len().min(USUAL_DEPTH)),
        played: vec![Tree::ROOT; raw.nodes.len()],
        untold: 0,
        walked: Walked {
            tree: Tree { nodes: Vec::with_capacity(raw.nodes.len()), ..Tree::default() },
            outcome: Outcome::Empty,
            ends_at_no_move: false,
            damaged: Vec::new(),
            warnings: Vec::new(),
            end: None,
        },
    };
    let first = |raw: u32, parent: u32, depth: u32, is_main: bool| {
        children.main(raw).map(|raw| Pending { raw, parent, depth, is_main })
    };
    // The main continuation is played at once, so that a bare line needs no stack.
    let mut next = first(RawTree::ROOT, Tree::ROOT, 0, true);
    let mut waiting: Vec<Pending> = Vec::new();
    while let Some(pending) = next.or_else(|| waiting.pop()) {
        if let Some(raw) = children.sibling(pending.raw) {
            waiting.push(Pending { raw, is_main: false, ..pending });
        }
        next = walker
            .play(&pending)
            .and_then(|node| first(pending.raw, node, pending.depth + 1, pending.is_main));
    }
    walker.finish()
}

struct Walker<'r> {
    record: &'r RawRecord<'r>,
    reader: ReadToken<'r>,
    children: &'r Children,
    position: Position,
    undos: Vec<Undo>,
    /// Played node of each raw node; ROOT if it was not played.
    played: Vec<u32>,
    /// Number of damaged lines beyond the listed ones.
    untold: usize,
    walked: Walked,
}

impl Walker<'_> {
    /// Plays one node in its position; `None` if it cannot be played.
    fn play(&mut self, pending: &Pending) -> Option<u32> {
        if !pending.is_main && self.walked.end.is_none() {
            self.walked.end = Some(self.position.clone());
        }
        while self.undos.len() > pending.depth as usize {
            if let Some(undo) = self.undos.pop() {
                self.position.undo(undo);
            }
        }
        let ply = pending.depth + 1;
        let mv = match self.resolve(pending) {
            Ok(mv) => mv,
            Err(failure) => {
                self.fail(pending, failure);
                return None;
            }
        };
        let mover = self.position.side();
        if pending.is_main && self.position.takes_king(mv) {
            self.walked.warnings.push(Warning::KingTaken { ply });
        }
        self.undos.push(self.position.play_unchecked(mv));
        if pending.is_main {
            self.walked.tree.plies += 1;
            if self.position.is_attacked(mover) {
                self.walked.warnings.push(Warning::KingExposed { ply });
            }
        }
        let node = self.walked.tree.nodes.len() as u32;
        self.walked.tree.nodes.push(MoveNode { parent: pending.parent, mv });
        self.played[pending.raw as usize] = node;
        Some(node)
    }

    fn resolve(&mut self, pending: &Pending) -> Result<Move, Failure> {
        let (raw, ply) = (pending.raw, pending.depth + 1);
        let token = self.record.tree.nodes[raw as usize].mv;
        match read(token, &self.position, self.reader) {
            Reading::One(mv) => Ok(mv),
            Reading::None(reason) => {
                let is_no_move = matches!(reason, Unreadable::NotAMove | Unreadable::OtherNotation);
                self.walked.ends_at_no_move |= pending.is_main && is_no_move;
                Err(self.failure(raw, ply, reason.to_string(), Vec::new()))
            }
            Reading::Several(readings) => {
                let listed: Vec<String> = readings.iter().map(Move::to_string).collect();
                let following = self.line(raw).skip(1);
                match choose(&readings, &self.position, following, self.reader) {
                    Some(mv) => {
                        self.walked.warnings.push(Warning::Interpreted {
                            ply,
                            token: token_text(token),
                            chosen: mv.to_string(),
                            readings: listed.join(" "),
                        });
                        Ok(mv)
                    }
                    None => {
                        let reason = format!("ambiguous: {}", listed.join(", "));
                        Err(self.failure(raw, ply, reason, listed))
                    }
                }
            }
        }
    }

    /// A raw move and its main continuation.
    fn line(&self, raw: u32) -> impl Iterator<Item = RawMove<'_>> {
        let line = std::iter::successors(Some(raw), |&node| self.children.main(node));
        line.map(|node| self.record.tree.nodes[node as usize].mv)
    }

    fn failure(&self, raw: u32, ply: u32, reason: String, readings: Vec<String>) -> Failure {
        let node = self.record.tree.nodes[raw as usize];
        let byte_offset = self.record.offsets.source(node.at);
        let fen = Some(self.position.to_fen());
        Failure { ply, token: token_text(node.mv), reason, byte_offset, fen, readings }
    }

    fn fail(&mut self, pending: &Pending, failure: Failure) {
        if pending.is_main {
            self.walked.outcome = Outcome::Partial(failure);
        } else if self.walked.damaged.len() == MOST_DAMAGES {
            self.untold += 1;
        } else {
            let after = Some(pending.parent).filter(|&node| node != Tree::ROOT);
            let lost = self.children.weight(pending.raw);
            let tail = self.tail(pending.raw);
            self.walked.damaged.push(Damage { after, failure, lost, tail });
        }
    }

    /// Text of a move and its main continuation.
    fn tail(&self, raw: u32) -> String {
        let mut moves = self.line(raw).map(token_text);
        let mut tail = moves.by_ref().take(MOST_TAIL).collect::<Vec<_>>().join(" ");
        if moves.next().is_some() {
            tail.push_str(" …");
        }
        tail
    }

    fn finish(self) -> Walked {
        let mut walked = self.walked;
        walked.end.get_or_insert(self.position);
        walked.tree.comments = comments(&self.record.tree, &self.played);
        if walked.tree.plies > 0 && walked.outcome == Outcome::Empty {
            walked.outcome = Outcome::Ok;
        }
        if self.untold > 0 {
            let text = format!("{} more lines that cannot be played are not listed", self.untold);
            walked.warnings.push(Warning::Other { text });
        }
        walked
    }
}

/// Comments on played nodes and on the start.
fn comments(raw: &RawTree<'_>, played: &[u32]) -> Vec<(u32, String)> {
    let mut comments: Vec<(u32, String)> = Vec::with_capacity(raw.comments.len());
    let mut kept: Vec<(u32, &str)> = raw
        .comments
        .iter()
        .filter_map(|(node, text)| match played.get(*node as usize) {
            None => Some((Tree::ROOT, text.as_ref())),
            Some(&Tree::ROOT) => None,
            Some(&node) => Some((node, text.as_ref())),
        })
        .collect();
    // The start comes first, then the nodes; comments on one node stay in file order.
    kept.sort_by_key(|(node, _)| node.wrapping_add(1));
    for (node, text) in kept {
        match comments.last_mut() {
            Some((last, joined)) if *last == node => {
                joined.push('\n');
                joined.push_str(text);
            }
            _ => comments.push((node, text.to_owned())),
        }
    }
    comments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{BytesFrom, RawMove};
    use crate::notation;
    use crate::text::Encoding;

    #[test]
    fn damaged_lines_by_the_million_are_counted() {
        let mut tree = RawTree::default();
        tree.push(RawTree::ROOT, 0, RawMove::Text("h2e2"));
        for _ in 0..MOST_DAMAGES + 5 {
            tree.push(RawTree::ROOT, 0, RawMove::OffBoard(255, 255));
        }
        let record = RawRecord { tree, ..RawRecord::new(0..1, Encoding::Ascii, &BytesFrom(0)) };
        let walked = walk(&record, &Position::start(), &notation::read);
        assert_eq!((walked.tree.nodes.len(), walked.damaged.len()), (1, MOST_DAMAGES));
        let warnings: Vec<_> = walked.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings, ["5 more lines that cannot be played are not listed"]);
    }
}
