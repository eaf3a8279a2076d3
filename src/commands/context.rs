//! [`Context`], the options of all commands, and [`Status`], how commands end.
//!
//! If several statuses apply, the worst counts: interrupted, error, set aside, nothing found.
//! `docs/reliability.md` explains this rule to people.

use super::render::{Align, TextTable, wrapped};
use crate::cli::ReadingArgs;
use crate::messages::Lang;
use anyhow::{Context as _, anyhow, bail};
use std::fs::File;
use std::io::{self, ErrorKind, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use xqdb::export::csv;
use xqdb::import::Options;
use xqdb::notation::{Legend, System};
use xqdb::text::{Encoding, decode, detect, truncate};

/// Options of all commands, and facts about the screen.
#[derive(Clone)]
pub(crate) struct Context {
    /// `--db`: path of the database.
    pub(crate) db: PathBuf,
    /// Whether the user named the database.
    #[cfg(feature = "serve")]
    pub(crate) is_db_named: bool,
    /// Language of messages.
    pub(crate) lang: Lang,
    /// `--quiet`: prints no progress and no summary.
    pub(crate) quiet: bool,
    /// `--verbose`: prints explanations, too.
    pub(crate) verbose: bool,
    /// Whether stdout gets colours.
    pub(crate) colour: bool,
    /// Width of the screen in columns; `None` when stdout is no screen.
    pub(crate) width: Option<usize>,
    /// Whether stdout is closed, so that everything printed is lost.
    pub(crate) is_stdout_closed: bool,
    /// `--legend`: path of the legend of poem notation.
    pub(crate) legend: Option<PathBuf>,
    /// `--as-stated`: leaves out derived values and doubts.
    pub(crate) as_stated: bool,
    /// `--safe-csv`: writes no formulas into CSV.
    pub(crate) safe_csv: bool,
    /// Words that repeat the command when typed.
    pub(crate) words: Vec<String>,
    /// Clauses of the line below the answer, gathered by [`Context::tell_below`].
    pub(crate) below: Arc<Mutex<Vec<String>>>,
}

impl Context {
    /// Writes bytes to `out`, which must be stdout; fails if stdout is closed.
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

    /// Line of CSV; with `--safe-csv` no cell is a formula.
    pub(super) fn csv_line<S: AsRef<str>>(&self, cells: &[S]) -> String {
        if !self.safe_csv {
            return csv::line(cells);
        }
        let mut cells: Vec<String> = cells.iter().map(|cell| cell.as_ref().to_owned()).collect();
        csv::disarm(&mut cells);
        csv::line(&cells)
    }

    /// Table as wide as the screen. `heads` lists the names of its heads, separated by blanks: `>`
    /// before a name means a column of numbers, and `-` an empty head.
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

    /// Prints a line on stderr unless `--quiet`. A closed stderr is no reason to stop.
    pub(super) fn tell(&self, line: &str) {
        if !self.quiet {
            self.tell_always(line);
        }
    }

    /// Adds a clause to the line below the answer; with `--verbose` prints it as a line of its own.
    pub(super) fn tell_below(&self, clause: String) {
        match self.verbose {
            true => self.tell(&clause),
            false => self.below.lock().unwrap_or_else(PoisonError::into_inner).push(clause),
        }
    }

    /// Adds a clause about what `--verbose` prints to the line below the answer; with `--verbose` does
    /// nothing.
    pub(super) fn tell_more_below(&self, clause: String) {
        if !self.verbose {
            self.tell_below(clause);
        }
    }

    /// Prints the line below the answer, cut to the width of a screen.
    pub(super) fn tell_gathered(&self) {
        let clauses =
            std::mem::take(&mut *self.below.lock().unwrap_or_else(PoisonError::into_inner));
        if clauses.is_empty() {
            return;
        }
        let line = clauses.join(&self.lang.between_clauses());
        self.tell(&truncate(&line, self.width.unwrap_or(usize::MAX)));
    }

    /// Prints `line` with the number of games, and that of `programs`: games by programs, which do
    /// not count. With `--verbose` prints which options count the others; `is_default_kind` means
    /// that the user named no kinds.
    pub(super) fn tell_games(&self, line: &str, is_default_kind: bool, programs: u64) {
        self.tell_below(line.to_owned() + &self.lang.programs_left_out(programs));
        if is_default_kind {
            self.tell_more(&self.lang.games_of_default_kind());
        }
        if programs > 0 {
            self.tell_more(&self.lang.games_of_programs_count());
        }
    }

    /// Prints an explanation on stderr, with `--verbose` only.
    pub(super) fn tell_more(&self, line: &str) {
        if self.verbose {
            self.tell(line);
        }
    }

    /// Prints a line on stderr, even with `--quiet`.
    pub(super) fn tell_always(&self, line: &str) {
        let _ = writeln!(std::io::stderr(), "{}", wrapped(line, self.width));
    }

    /// Notation of this name; `poem` with the user's legend.
    pub(super) fn system(&self, name: &str) -> anyhow::Result<System> {
        match (System::named(name)?, &self.legend) {
            (System::Row(row), Some(path)) if row.name == "poem" => {
                Ok(System::Poem(Arc::new(legend(path, self.lang)?)))
            }
            (system, _) => Ok(system),
        }
    }

    /// Options for reading files.
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
    /// Number of bytes: ninety words with remarks take far fewer.
    const LONGEST: u64 = 1 << 20;
    let text = File::open(path)
        .and_then(|file| typed(file, LONGEST))
        .with_context(|| lang.cannot_read_legend(path))?;
    Legend::parse(&text).with_context(|| lang.cannot_read_legend(path))
}

/// Reads a text that a person wrote, in any encoding. Bytes that are no text are an error, and so
/// are more than `most` bytes: the file may be anything, even endless.
pub(super) fn typed(from: impl io::Read, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    if from.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        return Err(ErrorKind::FileTooLarge.into());
    }
    let text = String::from_utf8(bytes).or_else(|error| {
        let decoded = decode(error.as_bytes(), detect(error.as_bytes()));
        let is_sound = decoded.replaced == 0;
        is_sound.then(|| decoded.text.into_owned()).ok_or(ErrorKind::InvalidData)
    });
    Ok(text?.trim_start_matches('\u{feff}').to_owned())
}

/// How a command ended: the exit status.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Status {
    /// Done, or something was found.
    Success = 0,
    /// Nothing was found.
    NothingFound = 1,
    /// Error in usage, in a file or in the database; also a named file that cannot be opened.
    Error = 2,
    /// Finished, but some records were set aside, read in part or not written, or a file that may
    /// hold games was not read to its end.
    SetAside = 3,
    /// Stopped by the user.
    Interrupted = 130,
}

impl Status {
    /// All statuses from the worst to the best.
    const BY_WEIGHT: [Status; 5] = [
        Status::Interrupted,
        Status::Error,
        Status::SetAside,
        Status::NothingFound,
        Status::Success,
    ];

    /// Status of a question: whether it found anything.
    pub(crate) fn found(is_anything: bool) -> Status {
        if is_anything { Status::Success } else { Status::NothingFound }
    }

    /// Worst of the statuses whose condition is true; success if none is.
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
