//! One file per command: a plain function from typed arguments to an exit status.
//!
//! Data goes to stdout, everything else to stderr. Commands never call `exit`.

mod backup;
mod convert;
mod dump;
mod explore;
mod import;
mod notate;
mod question;
pub mod render;
mod report;
mod search;
mod show;
mod small;
mod verify;

pub use backup::backup;
pub use convert::convert;
pub use dump::dump;
pub use explore::explore;
pub use import::import;
pub use notate::notate;
pub use report::report;
pub use search::search;
pub use show::show;
pub use small::{completions, forget, formats, man, optimize, stats};
pub use verify::verify;

use crate::cli::Reading;
use crate::import::Options;
use crate::notation::{self, Notation, System};
use crate::search::{COMMON, remember_common};
use crate::store;
use crate::text::Encoding;
use anyhow::{Context as _, anyhow};
use rusqlite::Connection;
use std::io::Write;

/// How a command ended.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Done, or found.
    Success = 0,
    /// Nothing was found.
    NothingFound = 1,
    /// Usage, file or database error.
    Error = 2,
    /// Finished, but some records were set aside.
    SetAside = 3,
    /// Stopped by the user.
    Interrupted = 130,
}

/// What all commands share.
pub struct Context {
    /// The database file.
    pub db: std::path::PathBuf,
    /// Say less.
    pub quiet: bool,
    /// Use colours on stdout.
    pub colour: bool,
}

/// Pipeline options of the command line.
fn reading_options(reading: &Reading) -> anyhow::Result<Options> {
    let encoding = reading
        .encoding
        .as_deref()
        .map(|label| {
            Encoding::from_label(label).ok_or_else(|| {
                anyhow!(
                    "unknown encoding `{label}`; known are utf-8, gb18030, big5, utf-16le, utf-16be"
                )
            })
        })
        .transpose()?;
    let default = Options::default();
    let notation = System::named(&reading.from)?;
    Ok(Options {
        notation,
        threads: reading.threads.unwrap_or(default.threads).max(1),
        encoding,
        ..default
    })
}

/// The notation of this name.
fn notation_named(name: &str) -> anyhow::Result<&'static Notation> {
    notation::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = notation::NOTATIONS
            .iter()
            .chain(notation::RIVALS)
            .map(|notation| notation.name)
            .collect();
        anyhow!("unknown notation `{name}`; known are {}", known.join(", "))
    })
}

/// Waits until no other program writes into the database. `None` when it was stopped meanwhile.
fn write_lock(
    context: &Context,
    is_stopped: impl Fn() -> bool,
) -> anyhow::Result<Option<store::WriteLock>> {
    let tell = || {
        if !context.quiet {
            // Nobody to tell is no reason to stop.
            let _ = writeln!(std::io::stderr(), "another import is writing; waiting for it to end");
        }
    };
    let db = context.db.display();
    store::WriteLock::acquire(&context.db, tell, is_stopped)
        .with_context(|| format!("cannot write to the database `{db}`"))
}

/// Works out the answers about common positions again after games changed.
fn remember(conn: &mut Connection) {
    // Without them questions take longer and are answered all the same.
    let _ = remember_common(conn, COMMON);
}

/// Writes to stdout.
fn print(out: &mut impl Write, bytes: &[u8]) -> anyhow::Result<()> {
    out.write_all(bytes).context("cannot write the output")
}
