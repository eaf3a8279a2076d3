//! xqdb: one open SQLite database for every Xiangqi (Chinese chess) archive.
//!
//! # A walk through the house
//!
//! Data flows one way, downwards; a room uses only the rooms above it.
//!
//! | room | question it answers |
//! | --- | --- |
//! | [`xiangqi`] | What may be played here? Squares, moves, positions, FEN, hashes, endings |
//! | [`notation`] | Which move does this text mean here? One file a notation, one table |
//! | [`diagram`] | How does a position look? Boards as SVG |
//! | [`opening`] | Which opening is it? ECCO codes from moves |
//! | [`text`] | Which characters are these bytes, and what are they searched by? |
//! | [`metadata`] | Who, where, when, with what result: what does a record say of itself? |
//! | [`format`](mod@format) | Which records does this file hold? One file a format, one table; nothing is played |
//! | [`replay`] | Can the record be played, and how far? |
//! | [`query`] | Which moments of a game does this question fit? Text, plan, matching; no database |
//! | [`export`] | Games as bytes: one file a format, one table, and what each format cannot hold |
//! | [`archive`] | What is in this zip? The only room that knows compression |
//! | [`store`] | Which records are one game, and how is everything kept? Schema and index |
//! | [`import`] | Files to database, on all cores, in order |
//! | [`search`] | Which games, which moves, how did they score? |
//!
//! The program itself is built on top of these rooms, in the binary: `cli.rs` (what can be said on the command line),
//! `commands` (one plain function a command) and `main.rs`.
//!
//! A record's way: [`import`] finds a file, tells its format and hands its bytes to the reader, which gives
//! [`format::RawRecord`]s; [`replay`](mod@replay) plays them into [`replay::Record`]s; [`store::Prepared`] works out
//! keys and postings; the [`store::Writer`] decides which game it witnesses and writes all in one transaction.
//!
//! # Features
//!
//! Without features the library is the rooms down to [`export`]. They do no I/O, start no threads and compile for
//! WebAssembly. `archive` adds the room of that name, `store` the database with [`store`], [`import`] and [`search`],
//! `cli` the program. The default is everything.
//!
//! # Where to add what
//!
//! Adding a format is one file and one row in [`format::FORMATS`]; a notation, one file and one row in
//! [`notation::NOTATIONS`]; a format that is written, one file and one row in [`export::EXPORTS`]; a container, one file and one row in `archive`; a command, one file, one variant of
//! `Command` in `cli.rs` and one line in `main.rs`.

#[cfg(feature = "archive")]
pub mod archive;
pub mod diagram;
pub mod export;
pub mod format;
#[cfg(feature = "store")]
pub mod import;
pub mod metadata;
pub mod notation;
pub mod opening;
pub mod query;
pub mod replay;
#[cfg(feature = "store")]
pub mod search;
#[cfg(feature = "store")]
pub mod store;
pub mod text;
pub mod xiangqi;
