//! Moves played: by their parts, and as written.

use super::line::{PlayedLine, PlayedMove};
use super::points::{self, BIT, Points, Turn};
use super::sets::SetId;
use super::sweep::{CELLS, LANES, Place, Places, SquareTable, Swept, cell};
use super::syntax::SpelledMove;
use super::words::piece_kind;
use crate::notation::{Reading, read};
use crate::xiangqi::{Piece, PieceKind, Position, Side, Square};

/// A condition on a move by its parts. Linear sets are tables; other sets are kept exactly beside
/// tables that bound them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct MovedParts {
    /// Points that the mover may leave, by piece.
    pub(super) mover: Places,
    /// Points that the move may reach, by side.
    pub(super) to: [Points; 2],
    /// Points of the taken piece, by piece; the last entry is for no capture.
    pub(super) taken: [Points; 15],
    pub(super) exact_mover: Option<SetId>,
    pub(super) exact_taken: Option<SetId>,
    pub(super) is_checking: bool,
}

impl MovedParts {
    /// The condition that every move fits.
    pub(super) const ANY: MovedParts = MovedParts {
        mover: [points::ALL; 14],
        to: [points::ALL; 2],
        taken: [points::ALL; 15],
        exact_mover: None,
        exact_taken: None,
        is_checking: false,
    };

    /// Whether the tables decide the condition alone.
    pub(super) fn is_linear(&self) -> bool {
        self.exact_mover.is_none() && self.exact_taken.is_none() && !self.is_checking
    }
}

/// Table of a capture of a man on these places.
pub(super) fn takes(places: &Places) -> [Points; 15] {
    std::array::from_fn(|stands| places.get(stands).copied().unwrap_or(0))
}

/// Conditions on moves that fit in one word.
#[derive(Debug)]
pub(super) struct MoveBank {
    leaves: SquareTable,
    takes: SquareTable,
    arrives: SquareTable,
}

impl MoveBank {
    /// Packs conditions into words, in order.
    pub(super) fn of(moves: &[MovedParts]) -> Vec<MoveBank> {
        moves.chunks(LANES).map(MoveBank::new).collect()
    }

    /// Place of a condition in the words.
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

    /// Moments from which a fitting move is played; the moves of `line` must have been played.
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

/// A written move, with all that its text says without a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct WrittenMove {
    text: String,
    /// Side of the move; `None` for either.
    side: Option<Side>,
    /// Whether the text is read on the mirrored board.
    is_mirrored: bool,
    kind: PieceKind,
    /// Direction of the move.
    direction: Direction,
    /// Whether the text selects one of several men on a file (前炮, `+C`), so that there must be
    /// several.
    is_tandem: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Direction {
    Forwards,
    Backwards,
    Sideways,
}

impl WrittenMove {
    /// The written move on a turned board; `None` for two squares, or if it names no piece.
    pub(super) fn new(written: &SpelledMove, turn: Turn) -> Option<WrittenMove> {
        let SpelledMove::Text { text, side } = written else { return None };
        let letters: Vec<char> = text.chars().collect();
        let kind = letters.iter().find_map(|&letter| piece_kind(letter))?;
        let direction = match letters.get(2)? {
            '进' | '+' => Direction::Forwards,
            '退' | '-' => Direction::Backwards,
            _ => Direction::Sideways,
        };
        // Both sides count files from their own right: with swapped sides the words stay, the side
        // changes.
        let side = side.map(|side| turn.side(side));
        let is_tandem = letters[..2].iter().any(|letter| "前后中+-".contains(*letter));
        let text = text.clone();
        Some(WrittenMove { text, side, is_mirrored: turn.is_mirrored, kind, direction, is_tandem })
    }

    /// The condition on piece and side alone.
    pub(super) fn as_parts(&self) -> MovedParts {
        let may_move = |piece: Piece| {
            piece.kind() == self.kind && self.side.is_none_or(|side| side == piece.side())
        };
        let mover = Piece::all().map(|piece| if may_move(piece) { points::ALL } else { 0 });
        MovedParts { mover, ..MovedParts::ANY }
    }

    /// Whether a played move may be the written one, by piece, side and direction.
    pub(super) fn may_be(&self, step: PlayedMove, mover: Side) -> bool {
        let direction = match (step.to() / 9).cmp(&(step.from() / 9)) {
            std::cmp::Ordering::Equal => Direction::Sideways,
            order if order.is_gt() == (mover == Side::Red) => Direction::Forwards,
            _ => Direction::Backwards,
        };
        step.piece().map(Piece::kind) == Some(self.kind)
            && direction == self.direction
            && self.side.is_none_or(|side| side == mover)
    }

    /// Whether the text names exactly this move in this position.
    pub(super) fn names(&self, step: PlayedMove, position: &Position) -> bool {
        let Some(mv) = step.mv() else { return false };
        if self.is_tandem && !has_tandem(position, mv.from) {
            return false;
        }
        match self.is_mirrored {
            true => read(&self.text, &position.mirror()) == Reading::One(mv.mirror()),
            false => read(&self.text, position) == Reading::One(mv),
        }
    }
}

/// Whether an equal piece is on the same file.
fn has_tandem(position: &Position, square: Square) -> bool {
    let on_file = Square::all().filter(|other| other.file() == square.file());
    on_file.filter(|&other| position.piece_at(other) == position.piece_at(square)).count() > 1
}
