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
//! | [`names`] | Who played, where and when: which names are one, which dates cannot be? |
//! | [`duplicates`] | Which games are nearly equal, and is that one game? |
//! | [`research`] | Since when, by how many, with what doubt? Numbers that can be cited |
//! | `collection` | How does one use it in ten lines? [`Collection`], a façade |
//! | [`answers`] | Which fields has an answer, and what do they mean? Each described once |
//! | [`columns`] | What do other programs get? Arrow tables of games, positions, records |
//!
//! The program is built on top of these rooms, in the binary: `messages` (every sentence a person
//! reads, in three languages), `book` (a game as a page of a book), `serve` (the archive in a
//! browser: an API and a page), `cli` (what can be said on the command line), `commands` (one plain
//! function a command) and `main.rs`.
//!
//! # From a file to a block
//!
//! 1. [`import`] finds a file (`walk.rs`), opens it or the members of its archive ([`container`]),
//!    and hashes the bytes while it reads them. A content known by its hash ends here.
//! 2. The first bytes tell the [`format::Format`] (`decide.rs`). A long text is cut at record
//!    boundaries into units of bounded size (`cut.rs`). All this is one thread.
//! 3. Any thread takes a unit: [`text`] decodes it, the format's reader gives one
//!    [`format::RawRecord`] after the other, [`replay`](mod@replay) plays each into a
//!    [`replay::Record`], and [`store::Prepared`] works out its names, keys and postings.
//! 4. The thread that writes takes the units in the order of the files and hands their records to
//!    the [`store::Writer`]. For every line of moves it reads the games already there,
//!    [`store::settle`] decides which game each record witnesses, and the changes are applied.
//! 5. Postings wait until they are worth a segment. Then they are sorted, encoded into blocks
//!    ([`store::index`]) and written in the transaction of their rows.
//! 6. At the end small segments are merged and the answers about the commonest positions are
//!    remembered ([`search::remember_common`]).
//!
//! # From a question to a row
//!
//! 1. `commands` turns arguments into a [`search::Query`]: a position, a [`search::Filter`], a
//!    [`query`] in words.
//! 2. [`search::Archive`] holds one moment of the database: a [`store::Snapshot`], the facts of
//!    all games as columns in memory, and a reader of the index.
//! 3. [`search::Filter`] becomes a [`search::Matcher`] once: names are looked up as text, all else
//!    is compared with the facts, without touching a row.
//! 4. A position is looked up in the index by its key (two segments of a key are merged on the
//!    way); a pattern or a question is looked for in the moves of the games that are left.
//! 5. [`search::explore`] counts the moves played there; [`search::search`] orders the games. Rows
//!    are read only for the games that are shown.
//!
//! # Features
//!
//! Without features the library is the rooms down to [`figure`]. They do no I/O, start no threads
//! and compile for WebAssembly. `archive` adds the room of that name, `store` the database with
//! [`store`], [`import`] and [`search`], `cli` the program, `serve` its page in the browser,
//! `parquet` the room [`columns`]. The default is everything.
//!
//! # Where to add what
//!
//! * A format: one file and one row in [`format::FORMATS`].
//! * A notation: one file and one row in [`notation::NOTATIONS`].
//! * A format that is written: one file and one row in [`export::EXPORTS`].
//! * A container: one file and one row in `archive`.
//! * A question to the server: one function and one row in `ROUTES` of `serve/api`.
//! * A command: one file in `commands`, one variant of `Command` in `cli`, one line in `main.rs`,
//!   and its sentences in `locales`; the program does not compile while a language lacks one.

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
