//! Opening books of engines: files with moves and their worth for positions.
//!
//! This room knows how each kind of book encodes positions and moves; it looks up positions,
//! surveys whole books, compares them with an archive, and makes books from an archive. The SQLite
//! tables of most books are in `store`.
//!
//! A book identifies a position by a number or a packed board, and cannot be turned back into
//! games. It may hold a position, its mirror image, or both: a lookup asks for both, and mirrors
//! the moves of the latter back.
//!
//! | file | subject |
//! | --- | --- |
//! | `keys` | keys of positions and codes of moves |
//! | `open` | opens a book, and looks up a position |
//! | `beside` | moves of books beside those of the explorer |
//! | `disputes` | positions in which archive and book disagree |
//! | `make` | makes a book from an archive |
//! | `survey` | contents and faults of a book |
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
//! writer.add([(&BookKey::Board(board.bytes), row)])?;
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
