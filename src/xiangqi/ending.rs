//! What the board itself says about the end of a game.

use super::{BySide, Move, PieceKind, Position, Side};

/// A final position in which the game is decided by the rules of movement alone.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Ending {
    /// The side to move is in check and has no legal move; it has lost.
    Checkmate {
        /// Who lost.
        loser: Side,
    },
    /// The side to move is not in check and has no legal move (困毙); it has lost.
    Stalemate {
        /// Who lost.
        loser: Side,
    },
}

impl Ending {
    /// Who lost.
    pub const fn loser(self) -> Side {
        match self {
            Ending::Checkmate { loser } | Ending::Stalemate { loser } => loser,
        }
    }
}

impl Position {
    /// The ending this position is in, if any.
    ///
    /// On a board without the king of the side to move nothing is said about mate.
    pub fn ending(&self) -> Option<Ending> {
        let loser = self.side();
        self.king(loser)?;
        if self.has_legal_move() {
            return None;
        }
        Some(if self.is_check() {
            Ending::Checkmate { loser }
        } else {
            Ending::Stalemate { loser }
        })
    }
}

/// A position that came for the third time (or more often).
#[derive(Debug, Copy, Clone, Eq, PartialEq)]
pub struct Repetition {
    /// The ply (number of moves played) at which the position stood for the last time.
    pub ply: usize,
    /// How often it stood on the board in all.
    pub times: usize,
    /// Which side gave check with every one of its moves between the first and the last time.
    pub checks: BySide<bool>,
}

/// The most repeated position of a line that stands at least three times, the earliest of equals.
///
/// Says who was giving check throughout; whether a chase went on needs a definition per rule set and is
/// not said. `moves` are played as they are.
pub fn repetition(start: &Position, moves: &[Move]) -> Option<Repetition> {
    let mut position = start.clone();
    let mut hashes = vec![position.zobrist()];
    // Whether the move that led to ply i + 1 gave check.
    let mut gave_check = Vec::with_capacity(moves.len());
    let mut last_change = 0;
    let mut best: Option<(usize, Repetition)> = None;
    for (index, &mv) in moves.iter().enumerate() {
        let irreversible = position.piece_at(mv.to).is_some()
            || position.piece_at(mv.from).is_some_and(|piece| {
                piece.kind() == PieceKind::Pawn && mv.from.file() == mv.to.file()
            });
        position.play_unchecked(mv);
        gave_check.push(position.is_check());
        let ply = index + 1;
        if irreversible {
            last_change = ply;
        }
        let hash = position.zobrist();
        let earlier = &hashes[last_change..];
        let times = 1 + earlier.iter().filter(|&&other| other == hash).count();
        if times >= 3 && best.as_ref().is_none_or(|(_, known)| times > known.times) {
            let first = last_change + earlier.iter().position(|&other| other == hash).unwrap_or(0);
            let checks = BySide {
                red: always_checks(start, &gave_check, first, ply, Side::Red),
                black: always_checks(start, &gave_check, first, ply, Side::Black),
            };
            best = Some((first, Repetition { ply, times, checks }));
        }
        hashes.push(hash);
    }
    best.map(|(_, repetition)| repetition)
}

/// Whether every move of `side` among the plies `first + 1 ..= last` gave check.
fn always_checks(
    start: &Position,
    gave_check: &[bool],
    first: usize,
    last: usize,
    side: Side,
) -> bool {
    let parity = usize::from(start.side() != side);
    (first..last).filter(|ply| ply % 2 == parity).all(|ply| gave_check[ply])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(fen: &str) -> Option<Ending> {
        Position::from_fen(fen).unwrap().ending()
    }

    #[test]
    fn mate_and_stalemate_lose() {
        let loser = Side::Black;
        assert_eq!(ending("3akR3/9/9/9/9/9/9/9/9/4K4 b"), None);
        assert_eq!(ending("R3k4/R8/9/9/9/9/9/9/9/3K5 b"), Some(Ending::Checkmate { loser }));
        assert_eq!(ending("3k5/R8/9/9/9/9/9/9/9/4K4 b"), Some(Ending::Stalemate { loser }));
        assert_eq!(ending("9/9/9/9/9/9/9/9/9/4K4 b"), None, "no king, nothing said");
    }

    #[test]
    fn perpetual_check_is_seen() {
        let start = Position::from_fen("4k4/9/9/9/9/9/9/9/R8/3K5 w").unwrap();
        let line =
            |text: &str| text.split(' ').map(|mv| mv.parse().unwrap()).collect::<Vec<Move>>();
        let moves = line("a1a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9 e9e8");
        let seen = repetition(&start, &moves).unwrap();
        assert_eq!((seen.ply, seen.times), (9, 3));
        assert_eq!(seen.checks, BySide { red: true, black: false });
        assert_eq!(repetition(&start, &moves[..8]), None);
    }
}
