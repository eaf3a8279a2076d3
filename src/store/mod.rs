//! The database: one open SQLite file with its schema, its writer and its position index.
//!
//! This room is the only one that speaks SQL. Others open a [`Database`] to write or a [`Snapshot`]
//! to ask, and call methods that take and give typed rows.
//!
//! # What is in the file
//!
//! The schema is in `migrations/`, a comment on every table and index; `tables/` has a file for
//! every table. A *source* is a content that was read, at one or more *locations*; it has
//! *records*; a record witnesses a *game*. What makes records one game is decided in `identity.rs`
//! and `settle.rs`. The index and the facts know games by `game.id`, which is never given twice;
//! whoever cites a game uses `game.key`.
//!
//! Beside the relational part there are four binary layouts, each described byte by byte in its
//! file: trees of variations (`tree.rs`), the facts of games in columns (`facts.rs`), the blocks of
//! the position index ([`index`], in `block.rs`) and what is hashed for the sums over rows
//! (`checksum.rs`).
//!
//! # How it is written
//!
//! One [`Writer`] works during an import. Everything that writes takes a [`Transaction`]. Some
//! batches and the segment of their postings are one transaction, so a game is never without its
//! index. Readers go on meanwhile (write-ahead log, bounded by `log.rs`); a second import waits for
//! its turn ([`WriteLock`]).
//!
//! # How archives meet
//!
//! What another archive holds goes through the same writer: [`Prepared::again`] makes its stored
//! records ready once more. A source of which only some records came along is an *excerpt*:
//! `source.options` begins with [`EXCERPT`], so no import of the file takes it for read. A source
//! is also one as long as its records come, and whole when the last has come.
//!
//! # How it is asked
//!
//! A [`Snapshot`] shows one moment and never writes; it works where nothing can be written, too.
//! Its methods are those of [`Connection`].

mod alike;
mod apply;
mod backup;
mod batch;
mod checksum;
mod connect;
mod console;
mod crowd;
mod database;
mod decide;
mod derive;
mod error;
mod facts;
mod facts_decided;
mod facts_reader;
mod gather;
mod groups;
mod header;
mod headings;
mod identity;
pub mod index;
mod kept;
mod ledger;
mod lines;
mod lock;
mod log;
mod migrations;
mod names;
mod other;
mod overlay;
mod packing;
mod prepared;
mod recall;
mod schema;
mod settle;
mod shapes;
mod snapshot;
mod sql;
mod stated;
mod tables;
mod tags;
mod tally;
#[cfg(test)]
mod tests;
mod transaction;
mod tree;
mod unread;
mod words;
mod writer;

pub use backup::backup;
pub use console::{Console, OnRow, Value};
pub use database::Database;
pub use error::{Error, Result};
pub use facts::Fact;
pub use facts_decided::DecidedFact;
pub use facts_reader::{Facts, Lay};
pub use groups::Groups;
pub use identity::{
    Cluster, Identity, LONG_LINE, MIDDLE_LINE, MainLine, cluster, key_alone, keys_with,
};
pub use lock::WriteLock;
pub use other::{Other, is_archive};
pub use prepared::{Postings, Prepared, postings};
pub use settle::{Change, Claim, Loss, SettledGame, Standing, settle};
pub use snapshot::{Snapshot, Stamp};
pub use sql::{Connection, Refused, SqlError};
pub use tables::{
    Answer, AnswerKey, ChapterRow, DerivedValue, Doubt, DoubtedRecord, EXCERPT, GameCheck,
    GameLine, GameRow, GameText, Headings, KeptRecord, Known, KnownSources, LinkRow, PlaceRow,
    PlacedRecord, PlayerRow, RawBytes, ReadTo, Reading, RecordHead, RecordLine, RecordLinks,
    RecordPlace, RecordRow, Share, SourceInfo, SourceRow, Statistics, StoredSum, Testimony,
    TroubleRow, Unit, Unread, Witness,
};
pub use tags::{StoredTags, tags_of};
pub use tally::{Forgotten, Tally, Written};
pub use transaction::Transaction;
pub use tree::{StoredTree, pack, unpack};
pub use writer::Writer;
