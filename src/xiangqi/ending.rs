//! What the board itself says about the end of a game.

use super::{Position, Side};

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
}
