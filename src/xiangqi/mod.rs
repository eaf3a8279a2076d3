//! The game itself: squares, pieces, boards, moves, positions, FEN, Zobrist hashes, endings,
//! repetition.
//!
//! The room holds pure values and the rules of Xiangqi: no files, text encodings or SQL, and no
//! notation but the coordinate form of a move. It uses no other room.
//!
//! Orientation, once for the whole program: files `a`..`i` run from Red's left to Red's right,
//! ranks `0`..`9` from Red's back rank to Black's. A square's index is `rank * 9 + file`, so `a0`
//! is 0 and `i9` is 89. The canonical text of a move is ICCS without a dash: `h2e2`.
//!
//! ```
//! use xqdb::xiangqi::{Move, Position};
//!
//! let mut position = Position::start();
//! assert_eq!(position.legal_moves().len(), 44);
//! let mv: Move = "h2e2".parse()?;
//! assert!(position.is_legal(mv));
//! position.play_unchecked(mv);
//! assert_eq!(
//!     position.to_fen(),
//!     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod fen;
mod movement;
mod piece;
mod position;
pub mod repetition;
mod square;
mod zobrist;

pub use board::Board;
pub use fen::{ParseFenError, START_PLACEMENT, parse_placement, parse_side};
pub(crate) use movement::is_across;
pub use piece::{BySide, Piece, PieceKind, Side};
pub use position::{Ending, Position, Trail, Undo};
pub use square::{Move, ParseMoveError, ParseSquareError, Square};
pub use zobrist::{Orientation, PositionKey, mix, piece_constant, side_constant};
