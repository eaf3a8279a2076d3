//! What all commands share: what was said for all of them, where they talk, and how they end.
//!
//! There is one rule of exit statuses. Where several are true, the worst counts: stopped, then an
//! error, then what was set aside, then that nothing was found. `docs/reliability.md` tells the
//! rule to people.

use super::render::{Align, TextTable, wrapped};
use crate::cli::ReadingArgs;
use crate::messages::Lang;
use anyhow::{Context as _, anyhow, bail};
use std::fs::File;
use std::io::{self, ErrorKind, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xqdb::export::csv;
use xqdb::import::Options;
use xqdb::notation::{Legend, System};
use xqdb::text::{Encoding, decode, detect};

/// Values that all commands share.
#[derive(Clone)]
pub(crate) struct Context {
    /// The database file.
    pub(crate) db: PathBuf,
    /// The user named it.
    #[cfg(feature = "serve")]
    pub(crate) is_db_named: bool,
    /// The language of what is said.
    pub(crate) lang: Lang,
    /// Say less.
    pub(crate) quiet: bool,
    /// Say more.
    pub(crate) verbose: bool,
    /// Use colours on stdout.
    pub(crate) colour: bool,
    /// Columns of the screen; none when stdout is no screen.
    pub(crate) width: Option<usize>,
    /// Whether stdout is closed, so that nothing written there arrives.
    pub(crate) is_stdout_closed: bool,
    /// The legend of poem notation.
    pub(crate) legend: Option<PathBuf>,
    /// Leave out what is derived, and doubts.
    pub(crate) as_stated: bool,
    /// Write no formulas into CSV.
    pub(crate) safe_csv: bool,
    /// The words of the command, as they would be typed again.
    pub(crate) words: Vec<String>,
}

impl Context {
    /// Writes to stdout.
    pub(super) fn print(&self, out: &mut impl Write, bytes: &[u8]) -> anyhow::Result<()> {
        if self.is_stdout_closed && !bytes.is_empty() {
            bail!(self.lang.cannot_write_output());
        }
        out.write_all(bytes).with_context(|| self.lang.cannot_write_output())
    }

    /// Writes a whole answer to stdout.
    pub(super) fn print_all(&self, text: &str) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        self.print(&mut out, text.as_bytes())?;
        out.flush().with_context(|| self.lang.cannot_write_output())
    }

    /// A line of CSV, in which nothing is a formula if the user wants none.
    pub(super) fn csv_line<S: AsRef<str>>(&self, cells: &[S]) -> String {
        if !self.safe_csv {
            return csv::line(cells);
        }
        let mut cells: Vec<String> = cells.iter().map(|cell| cell.as_ref().to_owned()).collect();
        csv::disarm(&mut cells);
        csv::line(&cells)
    }

    /// A table as wide as the screen. `heads` names the heads of its columns, divided by blanks:
    /// `>` stands before those of numbers, and `-` for no head.
    pub(super) fn table(&self, heads: &str) -> TextTable {
        let heads = heads.split(' ').map(|head| {
            let (name, align) = match head.strip_prefix('>') {
                Some(name) => (name, Align::Right),
                None => (head, Align::Left),
            };
            (self.lang.head(name).unwrap_or_default().to_owned(), align)
        });
        TextTable::new(heads.collect()).within(self.width)
    }

    /// Tells something on stderr, unless less is to be said. Nobody to tell is no reason to stop.
    pub(super) fn tell(&self, line: &str) {
        if !self.quiet {
            self.tell_always(line);
        }
    }

    /// Tells how many games there are, and how many of `programs` are not among them. Who wants to
    /// know more reads by which options all others count; `is_default_kind` says that nobody named
    /// kinds.
    pub(super) fn tell_games(&self, line: &str, is_default_kind: bool, programs: u64) {
        self.tell(&(line.to_owned() + &self.lang.programs_left_out(programs)));
        if is_default_kind {
            self.tell_more(&self.lang.games_of_default_kind());
        }
        if programs > 0 {
            self.tell_more(&self.lang.games_of_programs_count());
        }
    }

    /// Tells something on stderr that not everybody wants to read: what columns are, what was left
    /// out, and whom names mean.
    pub(super) fn tell_more(&self, line: &str) {
        if self.verbose {
            self.tell(line);
        }
    }

    /// Tells something on stderr in any case.
    pub(super) fn tell_always(&self, line: &str) {
        let _ = writeln!(std::io::stderr(), "{}", wrapped(line, self.width));
    }

    /// The notation of this name; `poem` with the legend that the user named.
    pub(super) fn system(&self, name: &str) -> anyhow::Result<System> {
        match (System::named(name)?, &self.legend) {
            (System::Row(row), Some(path)) if row.name == "poem" => {
                Ok(System::Poem(Arc::new(legend(path, self.lang)?)))
            }
            (system, _) => Ok(system),
        }
    }

    /// How files are to be read.
    pub(super) fn reading(&self, reading: &ReadingArgs) -> anyhow::Result<Options> {
        let encoding = reading.encoding.as_deref().map(|label| {
            Encoding::from_label(label).ok_or_else(|| anyhow!(self.lang.unknown_encoding(label)))
        });
        let default = Options::default();
        Ok(Options {
            notation: self.system(&reading.from)?,
            threads: reading.threads.unwrap_or(default.threads).max(1),
            encoding: encoding.transpose()?,
            own: Options::own_database(&self.db),
            ..default
        })
    }
}

fn legend(path: &Path, lang: Lang) -> anyhow::Result<Legend> {
    /// Ninety words, and what is said about them.
    const LONGEST: u64 = 1 << 20;
    let text = File::open(path)
        .and_then(|file| typed(file, LONGEST))
        .with_context(|| lang.cannot_read_legend(path))?;
    Legend::parse(&text).with_context(|| lang.cannot_read_legend(path))
}

/// The text that a person wrote, in the encoding that it has. Refused are bytes that make no sense,
/// and more of them than `most`: the file may be anything, without an end, too.
pub(super) fn typed(from: impl io::Read, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    if from.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        return Err(ErrorKind::FileTooLarge.into());
    }
    let text = String::from_utf8(bytes).or_else(|error| {
        let decoded = decode(error.as_bytes(), detect(error.as_bytes()));
        let is_sound = decoded.replaced == 0;
        is_sound.then(|| decoded.into_text().into_owned()).ok_or(ErrorKind::InvalidData)
    });
    Ok(text?.trim_start_matches('\u{feff}').to_owned())
}

/// How a command ended.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Status {
    /// Done, or found.
    Success = 0,
    /// Nothing was found.
    NothingFound = 1,
    /// Usage, file or database error: also a file that was named and cannot be opened.
    Error = 2,
    /// Finished, but some records were set aside, read in part or not written, or a file that may
    /// hold games was not read, or not to its end.
    SetAside = 3,
    /// Stopped by the user.
    Interrupted = 130,
}

impl Status {
    /// From the worst to the best.
    const BY_WEIGHT: [Status; 5] = [
        Status::Interrupted,
        Status::Error,
        Status::SetAside,
        Status::NothingFound,
        Status::Success,
    ];

    /// How a question ends.
    pub(crate) fn found(is_anything: bool) -> Status {
        if is_anything { Status::Success } else { Status::NothingFound }
    }

    /// The worst of what is true; done when nothing is.
    pub(crate) fn worst(said: &[(bool, Status)]) -> Status {
        let is_true = |status: &Status| said.contains(&(true, *status));
        Status::BY_WEIGHT.into_iter().find(is_true).unwrap_or(Status::Success)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_counts() {
        use Status::{Error, Interrupted, NothingFound, SetAside, Success};
        let all = [(true, SetAside), (true, Error), (true, Interrupted), (true, NothingFound)];
        assert_eq!(Status::worst(&all), Interrupted);
        assert_eq!(Status::worst(&all[..2]), Error);
        assert_eq!(Status::worst(&[(true, NothingFound), (true, SetAside)]), SetAside);
        assert_eq!(Status::worst(&[(false, Error), (true, NothingFound)]), NothingFound);
        assert_eq!(Status::worst(&[(false, Error)]), Success);
        assert_eq!((Status::found(true), Status::found(false)), (Success, NothingFound));
    }
}
