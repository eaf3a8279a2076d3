//! Plays records: turns the raw moves of a tree into moves on a board, notes every interpretation,
//! and cuts a line at a move that cannot be played.
//!
//! A pseudo-legal move is kept, even if it leaves its own king in check; any other move ends its
//! line, and nothing behind is guessed. On the main line that makes the record partial; in a
//! variation it is listed as damage, and the siblings play on. A token with several readings is
//! tried on the moves behind it: the reading that plays uniquely furthest is chosen and noted; a
//! tie ends the line.
//!
//! The room holds questions that need a record and a board together. Reading bytes belongs to
//! `format`, spelling moves to `notation`, the words of tags to `metadata`, and deciding which
//! records are one game to `store`.
//!
//! ```
//! use xqdb::format::{BytesFrom, RawMove, RawRecord, RawTree};
//! use xqdb::metadata::Status;
//! use xqdb::{notation::System, replay::replay, text::Encoding};
//!
//! let mut tree = RawTree::default();
//! let first = tree.push(RawTree::ROOT, 0, RawMove::Text("炮二平五"));
//! tree.push(first, 12, RawMove::Text("马8进6"));
//! let record = RawRecord { tree, ..RawRecord::new(0..24, Encoding::Utf8, &BytesFrom(0)) };
//!
//! let game = replay(&record, &System::Auto);
//! assert_eq!((game.outcome.status(), game.tree.plies), (Status::Partial, 1));
//! let failure = game.outcome.failure().expect("no horse goes there");
//! assert_eq!((failure.ply, failure.byte_offset), (2, 12));
//! ```

mod emendation;
mod evaluated;
mod game;
mod lookahead;
mod play;
mod record;
mod slip;
mod walk;

pub use emendation::{Edit, Emendation, Repair, emendations, repairs};
pub use evaluated::{LineEvaluations, NodeEvaluation, PlyEvaluation};
pub use game::{Children, Damage, Failure, MoveNode, Outcome, ReplayedGame, Tree, Visited};
pub use lookahead::{read_as, token_text};
pub use play::replay;
pub use record::{Record, UnreadMoves};
pub use slip::{BrokenLine, Slip};
