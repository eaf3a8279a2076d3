//! The library in a few lines: a collection of games in one file, what is imported into it, and the
//! questions it answers. Behind it stand [`import`], [`search`] and [`store`], each of which can be
//! used by itself.

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

/// Games of every format in one database.
#[derive(Debug)]
pub struct Collection {
    path: PathBuf,
    archive: Archive,
}

impl Collection {
    /// Makes a database for a new collection, or opens the one that is there.
    ///
    /// # Errors
    /// When the file cannot be written, or is no database of this program.
    pub fn create(path: impl AsRef<Path>) -> Result<Collection> {
        drop(Database::open(path.as_ref())?);
        Collection::open(path)
    }

    /// Opens the collection as it is at this moment; an import may go on meanwhile.
    ///
    /// # Errors
    /// When the file is missing, or is no database of this program.
    pub fn open(path: impl AsRef<Path>) -> Result<Collection> {
        let path = path.as_ref().to_owned();
        let archive = Archive::open_as(&path, Evidence::Derived)?;
        Ok(Collection { path, archive })
    }

    /// The games, for questions that this façade does not ask.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Imports files, folders and archives; [`Importing::run`] begins it.
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

    /// Asks which moves were played in a position, the start if none is named.
    pub fn explore(&self) -> Question<'_> {
        Question { archive: &self.archive, said: Vec::new() }
    }

    /// Asks for games with a question in the query language; an empty one asks for all.
    pub fn search(&self, question: &str) -> Question<'_> {
        self.explore().with("where", question)
    }
}

/// An import that has not begun.
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
    /// How to read: notation, encoding, threads.
    #[must_use]
    pub fn options(mut self, options: Options) -> Importing<'c> {
        self.options = Options { own: self.options.own, ..options };
        self
    }

    /// The memory that it may take, in bytes; 1 GiB if nothing is said.
    #[must_use]
    pub fn memory(self, memory: u64) -> Importing<'c> {
        Importing { memory, ..self }
    }

    /// Reads contents again that are known.
    #[must_use]
    pub fn reread(self) -> Importing<'c> {
        Importing { reread: true, ..self }
    }

    /// Ends as soon as `stop` is set; everything up to the last commit is kept.
    #[must_use]
    pub fn stopping(self, stop: &'c AtomicBool) -> Importing<'c> {
        Importing { stop: Some(stop), ..self }
    }

    /// Hands `on_progress` how far the import is, several times a second.
    #[must_use]
    pub fn progress(self, on_progress: impl FnMut(Progress) + Send + 'c) -> Importing<'c> {
        Importing { on_progress: Box::new(on_progress), ..self }
    }

    /// Imports everything, links copies, and works out the answers about common positions;
    /// afterwards the collection shows the new games. Waits while another program writes.
    ///
    /// # Errors
    /// When the database cannot be written, and [`Error::Stopped`] when the import is stopped while
    /// it waits.
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

/// A question, said piece by piece. Names and values are those of the command line and of the API.
#[derive(Debug, Clone)]
pub struct Question<'c> {
    archive: &'c Archive,
    said: Vec<(String, String)>,
}

impl Question<'_> {
    /// Adds a condition by its name on the command line, with `_` for `-`: `min_plies`, `opening` …
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.said.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Somebody of this name plays.
    #[must_use]
    pub fn player(self, name: &str) -> Self {
        self.with("player", name)
    }

    /// The games are not older than this date: `1980`, `1980-05`, `1980-05-01`.
    #[must_use]
    pub fn since(self, date: &str) -> Self {
        self.with("since", date)
    }

    /// The games are not younger than this date.
    #[must_use]
    pub fn until(self, date: &str) -> Self {
        self.with("until", date)
    }

    /// The games come to the position after these moves, in any notation.
    #[must_use]
    pub fn moves(self, moves: &str) -> Self {
        self.with("moves", moves)
    }

    /// The games come to this position, or the moves begin in it.
    #[must_use]
    pub fn fen(self, fen: &str) -> Self {
        self.with("fen", fen)
    }

    fn params(&self) -> std::result::Result<Params, AskError> {
        Ok(Params::new(self.said.clone(), group("position filter search"))?)
    }

    /// The moves played in the position, with scores; games between two players count.
    pub fn rows(&self) -> std::result::Result<Explored, AskError> {
        let params = self.params()?;
        let matcher = params.filter(Purpose::Statistics)?.resolve(self.archive)?;
        let variations = params.flag("variations")?;
        let look = Look { mirroring: params.mirroring()?, variations, latest: 3 };
        Ok(search::explore(self.archive, &params.line()?.position, &matcher, &look)?)
    }

    /// The games that fit, at most `most` of them, in the order that was asked for: the oldest
    /// first.
    pub fn games(&self, most: usize) -> std::result::Result<Vec<GameRow>, AskError> {
        let query: SearchQuery = self.params()?.query(self.archive, 0..most, &Unwatched)?;
        let found = search_watched(self.archive, &query, &Unwatched)?;
        let games = found.games.into_iter().map(|id| load(self.archive, id));
        Ok(games.collect::<Result<_>>()?)
    }
}
