//! One file per command: a plain function from typed arguments to an exit status.
//!
//! Data goes to stdout, everything else to stderr. Commands never call `exit`.

mod convert;
mod dump;
mod explore;
mod export;
mod import;
mod output;
mod question;
pub mod render;
mod report;
mod search;
mod show;
mod small;
mod verify;

pub use convert::convert;
pub use dump::dump;
pub use explore::explore;
pub use export::export;
pub use import::import;
pub use report::report;
pub use search::search;
pub use show::show;
pub use small::{completions, forget, formats, man, optimize, stats};
pub use verify::verify;

use crate::cli::Reading;
use crate::import::Options;
use crate::notation::{self, Notation};
use crate::text::Encoding;
use anyhow::{Context as _, anyhow};
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
    Ok(Options { threads: reading.threads.unwrap_or(default.threads).max(1), encoding, ..default })
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

/// Writes to stdout.
fn print(out: &mut impl Write, bytes: &[u8]) -> anyhow::Result<()> {
    out.write_all(bytes).context("cannot write the output")
}
