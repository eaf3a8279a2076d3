//! Opening books of engines: files that give moves, and what they are worth, for positions.
//!
//! What belongs here: how each kind of book knows a position and a move, what a book says of a
//! position, what it holds, where it and an archive disagree, and a book made of an archive. What
//! does not: the tables of SQLite that most books are (`store`).
//!
//! A book knows a position by a number or a packed board, and cannot be turned back into games. It
//! may hold a position, its mirror image, or both: who asks looks for both, and mirrors the moves
//! of the latter back.
//!
//! | file | subject |
//! | --- | --- |
//! | `keys` | keys of positions and codes of moves |
//! | `open` | a book that is asked |
//! | `beside` | what books say beside the moves of the explorer |
//! | `disputes` | where archive and book disagree |
//! | `make` | a book made of an archive |
//! | `survey` | what a book holds, and whether it is sound |
//!
//! ```
//! # #[cfg(feature = "store")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use xqdb::engine_book::{EngineBook, PackedBoard};
//! use xqdb::store::{BookKey, BookLayout, BookRow, BookWriter};
//! use xqdb::xiangqi::Position;
//!
//! let path = std::env::temp_dir().join(format!("xqdb-{}.xqb", std::process::id()));
//! let (start, mv) = (Position::start(), "h2e2".parse()?);
//! let board = PackedBoard::of(&start);
//! let mut writer = BookWriter::create(&path, BookLayout::Xqb)?;
//! let row = BookRow { mv: Some(board.code(mv)), score: Some(35), ..BookRow::default() };
//! writer.add(&BookKey::Board(board.bytes), &row)?;
//! writer.finish()?;
//! let book = EngineBook::open(&path)?;
//! let moves = book.moves(&start)?;
//! assert_eq!((moves[0].mv, moves[0].score, moves[0].is_allowed), (mv, Some(35), false));
//! # drop(book);
//! # std::fs::remove_file(&path)?;
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "store"))]
//! # fn main() {}
//! ```

mod beside;
mod disputes;
mod keys;
mod make;
mod open;
mod survey;
#[cfg(test)]
mod tests;

pub use beside::{Booked, BookedMove, Books};
pub use disputes::{BookDispute, DisputeWalk, Disputes};
pub use keys::{ByteOrder, NumberKeys, PackedBoard, are_points, lock};
pub use make::{BookRecipe, MadeBook, made_score, make_book};
pub use open::{BookError, BookKind, BookMove, EngineBook};
pub use survey::BookSurvey;
