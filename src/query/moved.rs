//! Moves by their parts, side by side in a word: where from, where to, and what is taken are three
//! table entries, and a move fits where all three agree.

use super::bank::Place;
use super::lanes::{CELLS, Cells, LANES, Swept, cell};
use super::line::PlayedLine;
use super::points::{self, BIT, Points};
use super::sets::SetId;
use super::tally::Places;
use crate::xiangqi::Piece;

/// A move by its parts: the sets as far as they are linear, and the sets themselves where that is
/// not all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct MovedParts {
    /// By piece: where it may come from.
    pub(super) mover: Places,
    /// By side: where it may go.
    pub(super) to: [Points; 2],
    /// By piece, the last for nothing: where it may stand at the end of the move.
    pub(super) taken: [Points; 15],
    pub(super) exact_mover: Option<SetId>,
    pub(super) exact_taken: Option<SetId>,
    pub(super) is_checking: bool,
}

impl MovedParts {
    /// Whether the table entries are all there is to it.
    pub(super) fn is_linear(&self) -> bool {
        self.exact_mover.is_none() && self.exact_taken.is_none() && !self.is_checking
    }
}

/// Takes anything or nothing.
pub(super) const TAKES_OR_NOT: [Points; 15] = [points::ALL; 15];

/// Takes what stands on these places.
pub(super) fn takes(places: &Places) -> [Points; 15] {
    std::array::from_fn(|stands| places.get(stands).copied().unwrap_or(0))
}

/// As many moves as fit in a word.
#[derive(Debug)]
pub(super) struct MoveBank {
    leaves: Cells,
    takes: Cells,
    arrives: Cells,
}

impl MoveBank {
    /// Puts moves into words, in order.
    pub(super) fn of(moves: &[MovedParts]) -> Vec<MoveBank> {
        moves.chunks(LANES).map(MoveBank::new).collect()
    }

    /// Where a move lies.
    pub(super) fn place(number: usize) -> Place {
        Place { bank: number / LANES, lane: number % LANES }
    }

    fn new(moves: &[MovedParts]) -> MoveBank {
        let cells = || Box::new([0; CELLS]);
        let mut bank = MoveBank { leaves: cells(), takes: cells(), arrives: cells() };
        for (lane, parts) in moves.iter().enumerate() {
            let answer = |fits: bool| u64::from(fits) << (8 * lane + 7);
            for (square, bit) in BIT.iter().take(90).enumerate() {
                let has = |places: Points| answer(places & bit != 0);
                let index = |piece: usize| square * 16 + piece;
                for piece in Piece::all() {
                    let number = piece.index();
                    bank.leaves[index(number)] |= has(parts.mover[number]);
                    bank.arrives[index(number)] |= has(parts.to[piece.side() as usize]);
                }
                for (stands, &places) in parts.taken.iter().enumerate() {
                    bank.takes[index(stands)] |= has(places);
                }
            }
        }
        bank
    }

    /// From which moments moves are played that fit, in a game whose moves have been played.
    pub(super) fn sweep(&self, line: &PlayedLine, swept: &mut Swept) {
        swept.fill(
            &line.steps,
            (),
            |(), step| {
                cell(&self.leaves, step.leaves)
                    & cell(&self.takes, step.takes)
                    & cell(&self.arrives, step.arrives)
            },
            |()| 0,
        );
    }
}
