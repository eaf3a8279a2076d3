//! One file per command: a plain function from typed arguments to an exit status.
//!
//! Data goes to stdout, everything else to stderr. Commands never call `exit`.

mod backup;
mod convert;
mod dump;
mod explore;
mod export;
mod import;
mod notate;
mod output;
mod question;
pub(crate) mod render;
mod report;
mod search;
mod show;
mod small;
mod verify;

pub(crate) use backup::backup;
pub(crate) use convert::convert;
pub(crate) use dump::dump;
pub(crate) use explore::explore;
pub(crate) use export::export;
pub(crate) use import::import;
pub(crate) use notate::notate;
pub(crate) use report::report;
pub(crate) use search::search;
pub(crate) use show::show;
pub(crate) use small::{completions, forget, formats, man, optimize, stats};
pub(crate) use verify::verify;

use crate::cli::Reading;
use anyhow::{Context as _, anyhow};
use rusqlite::Connection;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use xqdb::import::Options;
use xqdb::notation::{Legend, System};
use xqdb::search::{COMMON, remember_common};
use xqdb::store;
use xqdb::text::Encoding;

/// How a command ended.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Status {
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
pub(crate) struct Context {
    /// The database file.
    pub(crate) db: std::path::PathBuf,
    /// Say less.
    pub(crate) quiet: bool,
    /// Use colours on stdout.
    pub(crate) colour: bool,
    /// The legend of poem notation.
    pub(crate) legend: Option<std::path::PathBuf>,
}

impl Context {
    /// The notation of this name; `poem` with the legend that the user named.
    fn system(&self, name: &str) -> anyhow::Result<System> {
        match (System::named(name)?, &self.legend) {
            (System::Row(row), Some(path)) if row.name == "poem" => {
                Ok(System::Poem(Arc::new(legend(path)?)))
            }
            (system, _) => Ok(system),
        }
    }
}

fn legend(path: &Path) -> anyhow::Result<Legend> {
    /// Ninety words, and what is said about them.
    const LONGEST: u64 = 1 << 20;
    let shown = path.display();
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST).read_to_string(&mut text))
        .with_context(|| format!("cannot read the legend `{shown}`"))?;
    Legend::parse(&text).map_err(|error| anyhow!("`{shown}`: {error}"))
}

/// Pipeline options of the command line.
fn reading_options(context: &Context, reading: &Reading) -> anyhow::Result<Options> {
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
    let notation = context.system(&reading.from)?;
    Ok(Options {
        notation,
        threads: reading.threads.unwrap_or(default.threads).max(1),
        encoding,
        ..default
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
