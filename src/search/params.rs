//! Questions as names and values, the way web pages and other programs ask: what is said in them,
//! and what is wrong with them. Names are those of the arguments on the command line, with `_` for
//! `-`.
//!
//! ```
//! use xqdb::search::Params;
//!
//! let params = Params::new(vec![("moves".into(), "炮二平五".into())], &["fen", "moves"])?;
//! assert_eq!(params.line()?.position.side(), xqdb::xiangqi::Side::Black);
//! let wrong = Params::new(vec![("colour".into(), "red".into())], &["fen", "moves"]);
//! assert_eq!(wrong.unwrap_err().to_string(), "colour: `colour` is none of fen, moves");
//! # Ok::<_, xqdb::search::ParamError>(())
//! ```

use super::archive::Archive;
use super::archive::parallel::Watch;
use super::archive::postings::Mirroring;
use super::conditions::filter::Filter;
use super::conditions::names::NameMatch;
use super::conditions::question::{Order, Query};
use crate::metadata::{Kind, LaxDate, asked_date, parse_result};
use crate::notation::{System, TypedError, typed_moves};
use crate::query::{self, Library, PartialBoard, QueryError};
use crate::store::{Error, Unit};
use crate::xiangqi::{Move, Position};
use std::ops::Range;

/// Names and values, in the order in which they stand.
#[derive(Debug, Clone)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// The names of conditions on games, which [`Params::filter`] reads.
    pub const FILTER: &[&str] = &[
        "player",
        "red",
        "black",
        "names",
        "event",
        "site",
        "opening",
        "since",
        "until",
        "result",
        "kind",
        "source",
        "min_plies",
        "max_plies",
        "title",
        "chapter",
        "text",
        "variations",
        "unit",
        "as_stated",
        "where",
    ];
    /// The names of a position and of the way to look at it.
    pub const POSITION: &[&str] = &["fen", "moves", "mirror"];
    /// The further names that a list of games knows.
    pub const LIST: &[&str] = &["contains", "in_order", "sort"];

    /// Parameters, of which only those named in `known` may be there.
    ///
    /// # Errors
    /// When one is unknown.
    pub fn new(values: Vec<(String, String)>, known: &[&str]) -> Result<Params, ParamError> {
        let stranger = values.iter().find(|(name, _)| !known.contains(&name.as_str()));
        match stranger {
            None => Ok(Params(values)),
            Some((name, _)) => Err(ParamError::none_of(name, name, &known.join(", "))),
        }
    }

    /// Says something in place of whoever asks.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    /// The last value of a name that is not empty.
    #[must_use]
    pub fn one(&self, name: &str) -> Option<&str> {
        let mut values = self.0.iter().rev().filter(|(known, _)| known == name);
        values.next().map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// All values of a name that are not empty.
    #[must_use]
    pub fn all(&self, name: &str) -> Vec<String> {
        let values = self.0.iter().filter(|(known, value)| known == name && !value.is_empty());
        values.map(|(_, value)| value.clone()).collect()
    }

    /// Like [`Params::one`], as an owned text.
    #[must_use]
    pub fn owned(&self, name: &str) -> Option<String> {
        self.one(name).map(str::to_owned)
    }

    /// `true` or `false`; false if nothing is said.
    ///
    /// # Errors
    /// When something else is said.
    pub fn flag(&self, name: &str) -> Result<bool, ParamError> {
        self.choice(name, &[("false", false), ("true", true)])
    }

    /// One of several words; the first if nothing is said.
    ///
    /// # Errors
    /// When another word is said.
    pub fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, ParamError> {
        let wanted = self.one(name).unwrap_or(words[0].0);
        let found = words.iter().find(|(word, _)| *word == wanted);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            ParamError::none_of(name, wanted, &known.join(", "))
        })
    }

    /// A number up to `most`; `default` if nothing is said.
    ///
    /// # Errors
    /// When it is no number, or too large.
    pub fn number(&self, name: &str, default: usize, most: usize) -> Result<usize, ParamError> {
        let Some(text) = self.one(name) else { return Ok(default) };
        let number = text.parse().ok().filter(|number| *number <= most);
        let why = || ParamProblem::Number { text: text.to_owned(), most: most as u64 };
        number.ok_or_else(|| ParamError::new(name, why()))
    }
}

/// A position and how it was reached.
#[derive(Debug, Clone)]
pub struct TypedLine {
    /// Where the moves begin.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Where they lead.
    pub position: Position,
    /// Something was said at all.
    pub is_said: bool,
}

impl Params {
    /// The notation of the answer; Chinese if nothing is said.
    ///
    /// # Errors
    /// When no notation has the name.
    pub fn notation(&self) -> Result<System, ParamError> {
        let name = self.one("notation").unwrap_or("chinese");
        System::named(name).map_err(|error| ParamError::refused("notation", &error))
    }

    /// The position of `fen` and `moves`.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub fn line(&self) -> Result<TypedLine, ParamError> {
        let start = match self.one("fen") {
            None => Position::start(),
            Some(fen) => {
                Position::from_fen(fen).map_err(|error| ParamError::refused("fen", &error))?
            }
        };
        let moves = typed_moves(self.one("moves").unwrap_or_default(), &System::Auto, &start)
            .map_err(|error| ParamError::new("moves", error.into()))?;
        let position = start.after(&moves);
        let is_said = self.one("fen").is_some() || !moves.is_empty();
        Ok(TypedLine { start, moves, position, is_said })
    }

    /// Whether mirror images count.
    ///
    /// # Errors
    /// When another word is said.
    pub fn mirroring(&self) -> Result<Mirroring, ParamError> {
        self.choice("mirror", &[("any", Mirroring::Any), ("exact", Mirroring::Exact)])
    }

    /// The conditions on games. `default_kinds` are meant when no kind is named.
    ///
    /// # Errors
    /// When one is not understood.
    pub fn filter(&self, default_kinds: &[Kind]) -> Result<Filter, ParamError> {
        let result = self.one("result").map(|text| {
            let why = || ParamError::none_of("result", text, "1-0, 0-1, 1/2-1/2, *");
            parse_result(text).ok_or_else(why)
        });
        let kinds = self.kinds()?;
        let plies = |name: &str| -> Result<Option<u16>, ParamError> {
            let plies = self.number(name, 0, u16::MAX.into())?;
            Ok(u16::try_from(plies).ok().filter(|_| self.one(name).is_some()))
        };
        let names = [
            ("auto", NameMatch::Auto),
            ("exact", NameMatch::Exact),
            ("script", NameMatch::Script),
            ("pinyin", NameMatch::Pinyin),
        ];
        let units =
            [("games", Unit::Games), ("lines", Unit::Lines), ("witnesses", Unit::Witnesses)];
        let as_stated = self.flag("as_stated")?;
        let unit = match self.one("unit") {
            Some(_) => self.choice("unit", &units)?,
            None => Unit::usual(as_stated),
        };
        Ok(Filter {
            players: self.all("player"),
            red: self.owned("red"),
            black: self.owned("black"),
            names: self.choice("names", &names)?,
            event: self.owned("event"),
            openings: self.all("opening"),
            since: self.date("since")?,
            until: self.date("until")?,
            result: result.transpose()?,
            kinds: if kinds.is_empty() { default_kinds.to_vec() } else { kinds },
            source: self.owned("source"),
            min_plies: plies("min_plies")?,
            max_plies: plies("max_plies")?,
            site: self.owned("site"),
            title: self.owned("title"),
            chapter: self.owned("chapter"),
            text: self.owned("text"),
            as_stated,
            asked: self.asked()?,
            through: None,
            variations: self.flag("variations")?,
            unit,
        })
    }

    fn kinds(&self) -> Result<Vec<Kind>, ParamError> {
        let mut kinds = Vec::new();
        for name in self.all("kind").iter().flat_map(|names| names.split(',')) {
            match Kind::from_name(name) {
                _ if name == "all" => kinds.extend(Kind::ALL),
                Some(kind) => kinds.push(kind),
                None => {
                    let known = Kind::ALL.map(Kind::as_str).join(", ") + ", all";
                    return Err(ParamError::none_of("kind", name, &known));
                }
            }
        }
        Ok(kinds)
    }

    fn date(&self, name: &str) -> Result<Option<LaxDate>, ParamError> {
        let wrong = |text: &str| ParamError::new(name, ParamProblem::Date(text.to_owned()));
        let read = |text: &str| asked_date(text).ok_or_else(|| wrong(text));
        self.one(name).map(read).transpose()
    }

    /// The question in `where`.
    pub fn asked(&self) -> Result<Option<query::Query>, ParamError> {
        let Some(text) = self.one("where") else { return Ok(None) };
        let read = query::Query::read(text, Library::prelude());
        read.map(Some).map_err(|error| ParamError::new("where", error.into()))
    }

    /// Which games are wanted: a position, a line, a partial board and all conditions. `places`
    /// are those of the list that are named.
    ///
    /// # Errors
    /// When a parameter is not understood, the database cannot be read, or the watcher ends the
    /// scan.
    pub fn query(
        &self,
        archive: &Archive,
        places: Range<usize>,
        watch: &dyn Watch,
    ) -> Result<Query, AskError> {
        let line = self.line()?;
        let mirroring = self.mirroring()?;
        let contains = self.one("contains").map(|board| {
            let read = board.parse::<PartialBoard>();
            read.map_err(|error| ParamError::refused("contains", &error))
        });
        let contains = contains.transpose()?.into_iter().collect();
        let through = line.is_said.then(|| (vec![line.position.clone()], mirroring));
        let filter = Filter { through, ..self.filter(&[])? };
        let orders = [
            ("date", Order::Date),
            ("newest", Order::Newest),
            ("key", Order::Key),
            ("plies", Order::Plies),
            ("red", Order::Red),
            ("black", Order::Black),
            ("result", Order::Result),
            ("opening", Order::Opening),
            ("event", Order::Event),
            ("title", Order::Title),
        ];
        let (is_in_order, order) = (self.flag("in_order")?, self.choice("sort", &orders)?);
        let variations = self.flag("variations")?;
        Ok(Query {
            line: is_in_order.then_some((line.start, line.moves)),
            position: line.is_said.then_some(line.position),
            contains,
            mirroring,
            variations,
            order,
            places,
            matcher: filter.resolve_watched(archive, watch)?,
        })
    }
}

/// A parameter that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct ParamError {
    /// Its name.
    pub name: String,
    /// The fault of its value.
    pub problem: Box<ParamProblem>,
}

/// A fault of the value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParamProblem {
    /// Only some words are understood.
    #[error("`{text}` is none of {known}")]
    NoneOf {
        /// The value given.
        text: String,
        /// The words, separated by commas.
        known: String,
    },
    /// No number, or too large a one.
    #[error("`{text}` is no number up to {most}")]
    Number {
        /// The value given.
        text: String,
        /// The largest that is taken.
        most: u64,
    },
    /// No date.
    #[error("`{0}` is no date; write 1960, 1960-05 or 1960-05-01")]
    Date(String),
    /// The moves have not one meaning.
    #[error(transparent)]
    Moves(#[from] TypedError),
    /// The query cannot be read.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Another room refuses it, and says why.
    #[error("{0}")]
    Refused(String),
}

impl ParamError {
    /// A parameter and what is wrong with it.
    #[must_use]
    pub fn new(name: &str, problem: ParamProblem) -> ParamError {
        ParamError { name: name.to_owned(), problem: Box::new(problem) }
    }

    /// A parameter that takes some words only.
    #[must_use]
    pub fn none_of(name: &str, text: &str, known: &str) -> ParamError {
        let (text, known) = (text.to_owned(), known.to_owned());
        ParamError::new(name, ParamProblem::NoneOf { text, known })
    }

    /// A parameter that another room refuses.
    pub(crate) fn refused(name: &str, why: &impl ToString) -> ParamError {
        ParamError::new(name, ParamProblem::Refused(why.to_string()))
    }
}

/// Why a question is not answered.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It is not understood.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The database cannot be read, or the asking was stopped.
    #[error(transparent)]
    Store(#[from] Error),
}
