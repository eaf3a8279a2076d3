//! The move played, by its parts or as it is written.

use super::compiler::Compiler;
use crate::query::moved::{MovedParts, TAKES_OR_NOT, takes};
use crate::query::plan::{Node, NodeId};
use crate::query::points::{self, Points};
use crate::query::region::Region;
use crate::query::sets::{SetId, Sets, within};
use crate::query::syntax::{Moved, Taken, Written};
use crate::query::tally::Places;
use crate::query::turn::Turn;
use crate::query::written::WrittenMove;
use crate::xiangqi::Side;

/// Every place of the board, for every piece.
const EVERYWHERE: Places = [points::ALL; 14];

impl Compiler<'_> {
    pub(super) fn moved(&mut self, moved: &Moved, turn: Turn) -> NodeId {
        let mover = moved.mover.as_ref().map(|mover| self.pieces(mover, turn));
        let taken = moved.takes.as_ref().map(|taken| match taken {
            Taken::Any => None,
            Taken::Of(pieces) => Some(self.pieces(pieces, turn)),
        });
        let bound =
            |sets: &Sets, set: Option<SetId>| set.map_or(EVERYWHERE, |set| *sets.bound(set));
        let exact = |sets: &Sets, set: Option<SetId>| set.filter(|&set| !sets.is_linear(set));
        let region = |region: Option<Region>| region.unwrap_or(Region::BOARD).turned(turn);
        let to = region(moved.to);
        let parts = MovedParts {
            mover: within(&bound(&self.sets, mover), region(moved.from)),
            to: Side::ALL.map(|side| to.points(side)),
            taken: taken.map_or(TAKES_OR_NOT, |set| takes(&bound(&self.sets, set))),
            exact_mover: exact(&self.sets, mover),
            exact_taken: exact(&self.sets, taken.flatten()),
            is_checking: moved.is_checking,
        };
        self.moved_parts(parts)
    }

    pub(super) fn moved_parts(&mut self, parts: MovedParts) -> NodeId {
        let moved = self.moves.add(parts);
        self.add(Node::Moved(moved))
    }

    pub(super) fn written(&mut self, written: &Written, turn: Turn) -> NodeId {
        match (written, WrittenMove::new(written, turn)) {
            (_, Some(text)) => {
                let text = self.written.add(text);
                self.add(Node::Written(text))
            }
            (Written::Squares(mv), None) => {
                let mv = turn.mv(*mv);
                let (from, to): (Points, Points) = (points::point(mv.from), points::point(mv.to));
                self.moved_parts(MovedParts {
                    mover: [from; 14],
                    to: [to; 2],
                    taken: TAKES_OR_NOT,
                    exact_mover: None,
                    exact_taken: None,
                    is_checking: false,
                })
            }
            // A token that names no piece is never a move.
            (Written::Text { .. }, None) => self.any(Vec::new()),
        }
    }
}
