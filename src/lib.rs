//! xqdb: one open SQLite database for every Xiangqi (Chinese chess) archive.
//!
//! Import a folder, and ask what was played at the start:
//!
//! ```
//! # #[cfg(feature = "store")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = std::env::temp_dir().join(format!("xqdb-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! std::fs::write(folder.join("a.pgn"), "[Red \"Hu\"]\n[Date \"1980\"]\n\n1. 炮二平五 马8进7 1-0\n")?;
//!
//! let mut games = xqdb::Collection::create(folder.join("games.db"))?;
//! games.import([&folder]).run()?;
//! for row in games.explore().player("Hu").since("1980").rows()?.rows {
//!     println!("{} {} games, {:?} %", row.mv, row.score.games(), row.score.percent());
//! #   assert_eq!((row.mv.to_string().as_str(), row.score.red), ("h2e2", 1));
//! }
//! for game in games.search("move C2=5 next move H8+7").games(20)? {
//!     println!("{} {:?} {:?}", game.key, game.red, game.date);
//! #   assert_eq!(game.red.as_deref(), Some("Hu"));
//! }
//! # assert_eq!(games.search("").games(20)?.len(), 1);
//! # drop(games);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "store"))]
//! # fn main() {}
//! ```
//!
//! Without a database: [`format`](mod@format) reads a file, [`replay`](mod@replay) plays its
//! records.
//!
//! # A walk through the house
//!
//! Data flows one way, downwards; a room uses only the rooms above it. `tests/house` holds that.
//!
//! | room | question it answers |
//! | --- | --- |
//! | [`xiangqi`] | What may be played here? Squares, moves, positions, FEN, hashes, endings |
//! | [`notation`] | Which move does this text mean here? One file a notation, one table |
//! | [`diagram`] | How does a position look? Boards as SVG |
//! | [`text`] | Which characters are these bytes, and what are they searched by? |
//! | [`metadata`] | Who, where, when, with what result: what does a record say of itself? |
//! | [`decision`] | What does a person decide beside the records? Lines of a text file |
//! | [`format`](mod@format) | Which records does this file hold? One file a format, one table |
//! | [`replay`] | Can the record be played, and how far? |
//! | [`query`] | Which moments of a game does this question fit? No database |
//! | [`opening`] | Which opening is it? ECCO codes from moves |
//! | [`export`] | Games as bytes: one file a format, one table, and what each cannot hold |
//! | [`figure`] | How do numbers look? Charts as SVG and for Vega-Lite |
//! | [`container`] | What is in this zip? The only room that knows compression |
//! | [`system`] | What differs from one operating system to the next? |
//! | [`store`] | Which records are one game, and how is everything kept? Schema and index |
//! | [`import`] | Files to database, on all cores, in order |
//! | [`search`] | Which games, which moves, how did they score? |
//! | [`engine_book`] | What does an engine's opening book say of a position, and what would one of this archive? |
//! | [`names`] | Who played, where and when: which names are one, which dates cannot be? |
//! | [`duplicates`] | Which games are nearly equal, and is that one game? |
//! | [`research`] | Since when, by how many, with what doubt? Numbers that can be cited |
//! | `collection` | How does one use it in ten lines? [`Collection`], a façade |
//! | [`answers`] | Which fields has an answer, and what do they mean? Each described once |
//! | [`columns`] | What do other programs get? Arrow tables of games, positions, records |
//!
//! The program is built on top of these rooms, in the binary: `messages` (every sentence a person
//! reads, in three languages), `book` (a game as a page of a book), `questions` (what the command
//! line and the API ask alike), `serve` (the archive in a browser: an API and a page), `cli` (what
//! can be said on the command line), `commands` (one plain function a command) and `main.rs`.
//!
//! # From a file to a block
//!
//! These files do the work when a PGN file is imported, in this order; their helpers stand beside
//! them. Another format has its own folder instead of `format/pgn`, an archive goes through
//! [`container`] before.
//!
//! 1. **Find.** `commands/import.rs` calls `import/importer.rs`. `import/walk.rs` finds the files,
//!    `import/hashing.rs` hashes the bytes while it reads them. A content with a known hash ends
//!    here.
//! 2. **Cut.** `text/detect.rs` finds the encoding, `import/decide.rs` the format
//!    (`format/mod.rs`). `import/cut.rs` cuts a long text between records into units of bounded
//!    size (`import/unit.rs`). All this is one thread.
//! 3. **Read.** Any thread takes a unit (`import/pipeline.rs`, `import/parse.rs`) and decodes it
//!    (`text/decode.rs`). `format/pgn/mod.rs`, `format/pgn/games.rs`, `format/pgn/tags.rs`,
//!    `format/pgn/segment.rs`, `format/pgn/movetext/mod.rs` and `format/pgn/movetext/tokens.rs`
//!    give one [`format::RawRecord`] after the other.
//! 4. **Play.** `replay/walk.rs` and `replay/play.rs` ask `notation/spelling.rs`,
//!    `notation/solve.rs` and `notation/chinese.rs` for each move; `metadata/tags.rs`,
//!    `metadata/kind_rule.rs` and `metadata/derived.rs` read what the record says;
//!    `replay/record.rs` is the result, which `store/prepared/mod.rs`, `store/prepared/tags.rs` and
//!    `store/prepared/tree.rs` turn into names, keys and postings.
//! 5. **Settle.** The thread that writes takes the units in the order of the files
//!    (`import/merge.rs`, `store/writer.rs`). For every line of moves `store/settling/known.rs`
//!    reads the games already there, `store/settling/mod.rs` decides with
//!    `store/prepared/identity.rs` which game each record witnesses, and `store/settling/apply.rs`
//!    writes the rows (`store/rows/record.rs`, `store/rows/game.rs`, `store/rows/name.rs`).
//! 6. **Index.** Postings wait in `store/index/draft.rs` until they are worth a segment. Then
//!    `store/index/sort.rs` sorts them, `store/index/encode.rs` makes blocks, and
//!    `store/index/merge.rs` merges small segments. In the end `duplicates/linking.rs` links near
//!    copies and `search/explore/remembered.rs` remembers the answers about common positions.
//!
//! # From a question to a row
//!
//! These files do the work of `xqdb explore --player X --since Y`, in this order.
//!
//! 1. **Understand.** `main.rs`, `cli/mod.rs`, `cli/commands.rs` and `cli/asked.rs` read the
//!    arguments, `commands/question.rs` and `search/params.rs` turn them into a position and a
//!    [`search::Filter`] (`search/conditions/filter.rs`); `metadata/parse_date.rs` reads the date.
//! 2. **Open.** `search/archive/mod.rs` opens one moment of the database: `store/database.rs`,
//!    `store/snapshot.rs`, `store/transaction.rs`, the facts of all games as columns in memory
//!    (`store/facts/mod.rs`, `store/facts/reader.rs`, `store/facts/overlay.rs`), decisions
//!    (`search/archive/decided.rs`, `store/rows/decision.rs`) and near copies
//!    (`search/archive/duplicates.rs`, `store/rows/link.rs`).
//! 3. **Resolve.** The filter becomes a [`search::Matcher`]: `search/conditions/names.rs` finds the
//!    player's ids (`search/archive/names.rs`, `text/fold.rs`, `text/pinyin.rs`), everything else
//!    is compared with facts (`search/conditions/facts.rs`), without a row of a game.
//! 4. **Look up.** `search/explore/mod.rs` asks `search/explore/remembered.rs`, or else the index
//!    for the key of the position: `search/archive/postings.rs`, `store/index/lookup.rs`,
//!    `store/index/block.rs`.
//! 5. **Count.** `search/explore/position.rs` gathers the games, `search/explore/count.rs` and
//!    `search/explore/participants.rs` count moves, players and events, `search/explore/score.rs`
//!    gives shares and intervals.
//! 6. **Show.** `answers/explore.rs` describes the fields of the answer;
//!    `commands/explore/mod.rs`, `commands/printed.rs` and `commands/render/table.rs` print it with
//!    sentences of `messages/mod.rs`. Rows are read for the named games only
//!    (`search/archive/game.rs`, `store/rows/game.rs`).
//!
//! # Features
//!
//! Without features the library is the rooms down to [`figure`]. They do no I/O, start no threads
//! and compile for WebAssembly. `archive` adds [`container`], `store` the database with the rooms
//! from [`store`] to [`answers`], `cli` the program, `serve` its page in the browser, `parquet` the
//! room [`columns`]. The default is everything.
//!
//! # Where to add what
//!
//! * A format: one file and one row in [`format::FORMATS`].
//! * A notation: one file and one row in [`notation::NOTATIONS`].
//! * A format that is written: one file and one row in [`export::EXPORTS`].
//! * A container: one file in `container` and one row of its table.
//! * A column of an answer: one row in the room [`answers`], and what computes it.
//! * A condition on games: one row in the words of [`query`], and what evaluates it.
//! * A parameter of questions: one row of `search/parameters.tsv`, and what reads it.
//! * A question to the server: one function and one row of `serve/routes.tsv`.
//! * A command: one file in `commands`, one variant of `Command` in `cli`, and its sentences in
//!   `locales`; the program does not compile while a language lacks one.
//! * A sentence: one line in `locales/en` and one in `locales/zh-Hans`; traditional Chinese is made
//!   from the simplified one, with the exceptions in `locales/zh-Hant.words`.

#[cfg(feature = "store")]
pub mod answers;
#[cfg(feature = "store")]
mod collection;
#[cfg(feature = "parquet")]
pub mod columns;
#[cfg(feature = "archive")]
pub mod container;
pub mod decision;
pub mod diagram;
#[cfg(feature = "store")]
pub mod duplicates;
#[cfg(feature = "store")]
pub mod engine_book;
pub mod export;
pub mod figure;
pub mod format;
#[cfg(feature = "store")]
pub mod import;
pub mod metadata;
#[cfg(feature = "store")]
pub mod names;
pub mod notation;
pub mod opening;
pub mod query;
pub mod replay;
#[cfg(feature = "store")]
pub mod research;
#[cfg(feature = "store")]
pub mod search;
#[cfg(feature = "store")]
pub mod store;
#[cfg(feature = "store")]
pub mod system;
pub mod text;
pub mod xiangqi;

#[cfg(feature = "store")]
pub use collection::{Collection, Importing, Question};
