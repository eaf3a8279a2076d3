//! The library in a few lines: [`Collection`] keeps games in one file, imports into it and answers
//! questions. It is built on [`import`], [`search`] and [`store`], which work without it, too.

use crate::duplicates::refresh;
use crate::import::{self, Import, NamedInput, Options, Progress, Report};
use crate::search::parameters::group;
use crate::search::{
    self, Archive, AskError, Explored, Look, Params, Purpose, SearchQuery, Unwatched, load,
    search_watched,
};
use crate::store::{Database, Error, Evidence, GameRow, Result, WriteLock};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Database of games of every format.
#[derive(Debug)]
pub struct Collection {
    path: PathBuf,
    archive: Archive,
}

impl Collection {
    /// Opens the database at `path`; creates it if there is no file.
    pub fn create(path: impl AsRef<Path>) -> Result<Collection> {
        drop(Database::open(path.as_ref())?);
        Collection::open(path)
    }

    /// Opens the existing database at `path` as it is now: games that another program adds later
    /// are not seen.
    pub fn open(path: impl AsRef<Path>) -> Result<Collection> {
        let path = path.as_ref().to_owned();
        let archive = Archive::open_as(&path, Evidence::Derived)?;
        Ok(Collection { path, archive })
    }

    /// Archive of the games, for questions that this façade does not ask.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Prepares an import of files, folders and archives; [`Importing::run`] begins it.
    pub fn import<'c, P: AsRef<Path>>(
        &'c mut self,
        paths: impl IntoIterator<Item = P>,
    ) -> Importing<'c> {
        let inputs =
            paths.into_iter().map(|path| NamedInput::from_argument(path.as_ref())).collect();
        let options = Options { own: Options::own_database(&self.path), ..Options::default() };
        Importing {
            collection: self,
            inputs,
            options,
            memory: 1 << 30,
            reread: false,
            stop: None,
            on_progress: Box::new(|_| ()),
        }
    }

    /// Asks which moves were played in a position; the start position unless one is named.
    pub fn explore(&self) -> Question<'_> {
        Question { archive: &self.archive, said: Vec::new() }
    }

    /// Asks for the games that fit a question in the query language; an empty one fits all games.
    pub fn search(&self, question: &str) -> Question<'_> {
        self.explore().with("where", question)
    }
}

/// Import that is prepared but not begun.
#[allow(missing_debug_implementations, reason = "it holds a closure")]
pub struct Importing<'c> {
    collection: &'c mut Collection,
    inputs: Vec<NamedInput>,
    options: Options,
    memory: u64,
    reread: bool,
    stop: Option<&'c AtomicBool>,
    on_progress: Box<dyn FnMut(Progress) + Send + 'c>,
}

impl<'c> Importing<'c> {
    /// Sets how files are read: notation, encoding, threads.
    #[must_use]
    pub fn options(mut self, options: Options) -> Importing<'c> {
        self.options = Options { own: self.options.own, ..options };
        self
    }

    /// Sets the memory that the import may take, in bytes; 1 GiB by default.
    #[must_use]
    pub fn memory(self, memory: u64) -> Importing<'c> {
        Importing { memory, ..self }
    }

    /// Reads files again although their bytes were imported before.
    #[must_use]
    pub fn reread(self) -> Importing<'c> {
        Importing { reread: true, ..self }
    }

    /// Stops the import as soon as `stop` is true; games already committed stay.
    #[must_use]
    pub fn stopping(self, stop: &'c AtomicBool) -> Importing<'c> {
        Importing { stop: Some(stop), ..self }
    }

    /// Calls `on_progress` several times a second with the progress of the import.
    #[must_use]
    pub fn progress(self, on_progress: impl FnMut(Progress) + Send + 'c) -> Importing<'c> {
        Importing { on_progress: Box::new(on_progress), ..self }
    }

    /// Imports everything, links near copies, and computes the answers about common positions;
    /// afterwards the collection has the new games. Waits while another program writes.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the import is stopped while it waits.
    pub fn run(mut self) -> Result<Report> {
        let never = AtomicBool::new(false);
        let stop = self.stop.unwrap_or(&never);
        let path = &self.collection.path;
        let is_stopped = || stop.load(Ordering::Relaxed);
        let Some(_lock) = WriteLock::acquire(path, || (), is_stopped)? else {
            return Err(Error::Stopped);
        };
        let mut database = Database::open(path)?;
        let settings = Import { reread: self.reread, ..Import::within(self.memory, self.options) };
        let on_progress = &mut *self.on_progress;
        let report = import::import(&mut database, self.inputs, &settings, stop, on_progress)?;
        refresh(&mut database)?;
        database.reclaim();
        self.collection.archive = Archive::open(path)?;
        Ok(report)
    }
}

/// Question made of conditions, whose names and values are those of the command line and the API.
#[derive(Debug, Clone)]
pub struct Question<'c> {
    archive: &'c Archive,
    said: Vec<(String, String)>,
}

impl Question<'_> {
    /// Adds a condition by the name of its option, with `_` for `-`: `min_plies`, `opening` …
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.said.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Keeps games in which a player of this name plays.
    #[must_use]
    pub fn player(self, name: &str) -> Self {
        self.with("player", name)
    }

    /// Keeps games of this date or later: `1980`, `1980-05`, `1980-05-01`.
    #[must_use]
    pub fn since(self, date: &str) -> Self {
        self.with("since", date)
    }

    /// Keeps games of this date or earlier.
    #[must_use]
    pub fn until(self, date: &str) -> Self {
        self.with("until", date)
    }

    /// Keeps games with the position after these moves, in any notation.
    #[must_use]
    pub fn moves(self, moves: &str) -> Self {
        self.with("moves", moves)
    }

    /// Keeps games with this position, or with the position to which `moves` lead from it.
    #[must_use]
    pub fn fen(self, fen: &str) -> Self {
        self.with("fen", fen)
    }

    fn params(&self) -> std::result::Result<Params, AskError> {
        Ok(Params::new(self.said.clone(), group("position filter search"))?)
    }

    /// Computes the moves played in the position, with their scores in games between two players.
    pub fn rows(&self) -> std::result::Result<Explored, AskError> {
        let params = self.params()?;
        let matcher = params.filter(Purpose::Statistics)?.resolve(self.archive)?;
        let variations = params.flag("variations")?;
        let look = Look { mirroring: params.mirroring()?, variations, latest: 3 };
        Ok(search::explore(self.archive, &params.line()?.position, &matcher, &look)?)
    }

    /// Loads the first `most` games that fit, in the order of the condition `sort`: oldest first by
    /// default.
    pub fn games(&self, most: usize) -> std::result::Result<Vec<GameRow>, AskError> {
        let query: SearchQuery = self.params()?.query(self.archive, 0..most, &Unwatched)?;
        let found = search_watched(self.archive, &query, &Unwatched)?;
        let games = found.games.into_iter().map(|id| load(self.archive, id));
        Ok(games.collect::<Result<_>>()?)
    }
}
