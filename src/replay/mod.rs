//! Records to games: plays every move of the tree on a board, notes what it had to interpret, and
//! cuts a line where it cannot be played.
//!
//! The rules, in short. A pseudo-legal move is kept, even where it leaves the own king in check.
//! Anything else ends its line, and nothing after it is guessed. On the main line that makes the
//! record partial. In a variation it is listed as damage, and the siblings go on. A token with
//! several readings is tried on the moves that follow: the reading that plays uniquely furthest is
//! taken and written down; a tie ends the line.
//!
//! Here belongs what needs a record and a board together: its moves, its result against its last
//! position. Here does not belong: reading bytes (`format`), spelling moves (`notation`),
//! the words of tags (`metadata`), deciding which records are the same game (`store`).
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
