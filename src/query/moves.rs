//! The move played, by its parts and as it is written.

use super::line::{PlayedLine, PlayedMove};
use super::points::{self, BIT, Points, Turn};
use super::sets::SetId;
use super::sweep::{CELLS, LANES, Place, Places, SquareTable, Swept, cell};
use super::syntax::SpelledMove;
use super::words::piece_kind;
use crate::notation::{Reading, read};
use crate::xiangqi::{Piece, PieceKind, Position, Side, Square};

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
    /// Any move.
    pub(super) const ANY: MovedParts = MovedParts {
        mover: [points::ALL; 14],
        to: [points::ALL; 2],
        taken: [points::ALL; 15],
        exact_mover: None,
        exact_taken: None,
        is_checking: false,
    };

    /// Whether the table entries are all there is to it.
    pub(super) fn is_linear(&self) -> bool {
        self.exact_mover.is_none() && self.exact_taken.is_none() && !self.is_checking
    }
}

/// Takes what stands on these places.
pub(super) fn takes(places: &Places) -> [Points; 15] {
    std::array::from_fn(|stands| places.get(stands).copied().unwrap_or(0))
}

/// As many moves as fit in a word.
#[derive(Debug)]
pub(super) struct MoveBank {
    leaves: SquareTable,
    takes: SquareTable,
    arrives: SquareTable,
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

/// A written move with everything that its text shows without a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct WrittenMove {
    text: String,
    /// The side whose move the text can be; `None` where it can be either.
    side: Option<Side>,
    /// The text is read on the mirrored board.
    is_mirrored: bool,
    kind: PieceKind,
    /// Whether the move goes forwards, backwards or sideways.
    direction: Direction,
    /// The text says which of several men on a file is meant (前炮, `+C`): there must be several.
    is_tandem: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Direction {
    Forwards,
    Backwards,
    Sideways,
}

impl WrittenMove {
    /// The move on the turned board; `None` when it is written as two points or is no move.
    pub(super) fn new(written: &SpelledMove, turn: Turn) -> Option<WrittenMove> {
        let SpelledMove::Text { text, side } = written else { return None };
        let letters: Vec<char> = text.chars().collect();
        let kind = letters.iter().find_map(|&letter| piece_kind(letter))?;
        let direction = match letters.get(2)? {
            '进' | '+' => Direction::Forwards,
            '退' | '-' => Direction::Backwards,
            _ => Direction::Sideways,
        };
        // Seen from the other chair the same words are the other side's, for both count from their
        // own right.
        let side = side.map(|side| turn.side(side));
        let is_tandem = letters[..2].iter().any(|letter| "前后中+-".contains(*letter));
        let text = text.clone();
        Some(WrittenMove { text, side, is_mirrored: turn.is_mirrored, kind, direction, is_tandem })
    }

    /// The move as far as the piece and its owner determine it.
    pub(super) fn as_parts(&self) -> MovedParts {
        let may_move = |piece: Piece| {
            piece.kind() == self.kind && self.side.is_none_or(|side| side == piece.side())
        };
        let mover = Piece::all().map(|piece| if may_move(piece) { points::ALL } else { 0 });
        MovedParts { mover, ..MovedParts::ANY }
    }

    /// Whether a move played can be the one that is written, as far as the move alone tells.
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

    /// Whether the text names just this move in this position.
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

/// Whether another of the same pieces stands on the file.
fn has_tandem(position: &Position, square: Square) -> bool {
    let on_file = Square::all().filter(|other| other.file() == square.file());
    on_file.filter(|&other| position.piece_at(other) == position.piece_at(square)).count() > 1
}
