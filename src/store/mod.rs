//! The database: one open SQLite file with its schema, its writer and its position index.
//!
//! No other folder speaks SQL. Callers open a [`Database`] to write or a [`Snapshot`] to ask, and
//! call methods that take and return typed rows.
//!
//! # Contents of the file
//!
//! The folder `migrations/` holds the schema, with a comment on every table and index; the files of
//! `rows` hold the statements of each table. A *source* is a content that was read, at one or more
//! *locations*; a source has *records*; a record witnesses a *game*. `prepared/identity.rs` and
//! `settling` decide which records are one game. The index and the facts refer to a game by
//! `game.id`, which is never given twice; outside the file, `game.key` cites a game.
//!
//! Beside the relational part there are four binary layouts, each described byte by byte in its
//! file: trees of variations (`prepared/tree.rs`), the facts of games in columns (`facts`), the
//! blocks of the position index ([`index`], in `block.rs`) and the bytes that are hashed for the
//! sums over rows (`checksum.rs`).
//!
//! # Writing
//!
//! One [`Writer`] works during an import. Every function that writes takes a [`Transaction`]. Some
//! batches and the segment of their postings are one transaction, so every game has its index.
//! Readers go on meanwhile (write-ahead log, bounded by `database.rs`); a second import waits for
//! its turn ([`WriteLock`]).
//!
//! # Merging archives
//!
//! Records of another archive go through the same writer: [`Prepared::again`] prepares its stored
//! records once more. A source of which only some records were taken is an *excerpt*:
//! `source.options` begins with [`EXCERPT`], so an import of the file reads the file again. Every
//! source from another archive is an excerpt until its last record is written.
//!
//! # Asking
//!
//! A [`Snapshot`] shows the file as of one moment and never writes; it opens read-only files and
//! folders, too. Its methods are those of [`Connection`].

mod checksum;
mod console;
mod database;
mod engine_book;
mod error;
mod facts;
mod file;
pub mod index;
mod migrations;
mod other;
mod prepared;
mod repair;
mod rows;
mod settling;
mod snapshot;
mod sql;
#[cfg(test)]
mod tests;
mod transaction;
mod writer;

pub use console::{Console, OnRow, Value};
pub use database::Database;
pub use engine_book::write::{BookWriter, KeyFate};
pub use engine_book::{BookKey, BookLayout, BookRow, BookTable};
pub use error::{BlockError, Error, Refused, Result};
pub use facts::Fact;
pub(crate) use facts::FactColumns;
pub use facts::overlay::DecidedFact;
pub use facts::reader::{Evidence, Facts};
pub use other::{Other, backup, is_archive};
pub use prepared::identity::{
    Cluster, Groups, Identity, LONG_LINE, MIDDLE_LINE, MainLine, cluster, key_alone, keys_with,
};
pub use prepared::tags::{RecordTags, StoredTags};
pub use prepared::tree::{StoredTree, pack, unpack};
pub use prepared::{Postings, Prepared, postings};
pub use rows::counted::{CountedGame, CountedPart, OnlinePart, PersonRow};
pub use rows::derived::{DatedGame, DerivedValue, Doubt, DoubtedRecord, GameFindings};
pub use rows::edition::{EditionRow, EditionRows, HeldRow, SeriesRow, WordingRow};
pub use rows::game::{GameRow, GameText, StoredGame};
pub use rows::heading::{ChapterRow, Headings};
pub use rows::line::GameLine;
pub use rows::link::LinkRow;
pub use rows::location::PlaceRow;
pub use rows::name::{EVENTS, NameRow, NameTable, PLAYERS, SHAPES};
pub use rows::person::{JoinedName, NamedOtherwise, Namesakes, PlayedFor};
pub use rows::record::{RecordParts, RecordRow, RecordSet, Testimony, Witness, WitnessTree};
pub use rows::source::{EXCERPT, Known, KnownSources, ReadTo, SourceInfo, SourceRow};
pub use rows::statistics::{AnswerKey, CountUnit, RememberedAnswer, Statistics, ValueCount};
pub use rows::unread::{RawBytes, Unread};
pub use rows::unused::UnusedNames;
pub use rows::{MadeTable, StoredSum};
pub use settling::{Change, GameLoss, LineClaim, SettledGame, StoredOnLine, settle};
pub use snapshot::{Snapshot, Stamp};
pub use sql::Connection;
pub use transaction::{Transaction, WriteLock};
pub use writer::{Forgotten, Tally, Writer, Written};
