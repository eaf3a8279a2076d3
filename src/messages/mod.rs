//! Every sentence a person reads, in English, simplified and traditional Chinese.
//!
//! One file a subject. A sentence is a method of [`Lang`], written down with its three languages
//! one below the other by `sentences!`, so that a translator sees them together:
//!
//! ```text
//! /// Below the table of `search`.
//! games_found(games: u64) {
//!     en: "{} found", count(games, "game", "games");
//!     zh_hans: "找到 {games} 局";
//!     zh_hant: "找到 {games} 局";
//! }
//! ```
//!
//! Why a table in code and no library: Fluent and rust-i18n look sentences up by a text while the
//! program runs, so that a misspelt key, a missing language or a wrong argument shows only on the
//! screen. Here none of them compiles. Three languages whose grammar needs one plural
//! ([`argument::count`]) need nothing more. Texts of the command line, which clap asks for by
//! the names of arguments, are in `help`; a test holds that none is missing.
//!
//! Texts from files and from the user become visible on their way into a sentence (`argument`):
//! no escape sequence reaches the terminal.
//!
//! What does not belong here: data formats (JSON, CSV, PGN, `dump`), which are never translated;
//! deciding anything. Errors and warnings of the library keep an English `Display` of their own
//! for those formats, and are told here by their types (`error`, `warning`). Where a database
//! keeps a sentence, `stored` knows it by its English words.

#[macro_use]
mod sentence;

mod argument;
mod audit;
mod backup;
mod cite;
mod collate;
mod convert;
mod decisions;
mod diff;
mod emend;
mod endings;
mod error;
mod explain;
mod explore;
mod figure;
mod first;
mod formats;
pub(crate) mod help;
mod import;
mod lang;
mod links;
mod notate;
mod opening;
#[cfg(feature = "serve")]
pub(crate) mod page;
#[cfg(feature = "serve")]
mod page_study;
#[cfg(feature = "serve")]
mod page_work;
mod part;
mod patterns;
mod people;
mod query;
mod ratings;
mod repertoire;
mod report;
mod reproduce;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod stats;
mod stored;
mod study;
mod tables;
mod usage;
mod warning;
mod words;

pub(crate) use error::told;
pub(crate) use lang::Lang;
pub(crate) use usage::refusal;

#[cfg(test)]
mod tests;
