//! Questions as pairs of name and value, as web pages and other programs send them: reads the
//! values, and reports faults. Names are those of command line options, with `_` for `-`.
//!
//! ```
//! use xqdb::search::{Params, parameters::group};
//!
//! let params = Params::new(vec![("moves".into(), "炮二平五".into())], group("place"))?;
//! assert_eq!(params.line()?.position.side(), xqdb::xiangqi::Side::Black);
//! let wrong = Params::new(vec![("colour".into(), "red".into())], group("place"));
//! assert_eq!(wrong.unwrap_err().to_string(), "colour: `colour` is none of fen, moves");
//! # Ok::<_, xqdb::search::ParamError>(())
//! ```

use super::archive::Archive;
use super::archive::parallel::Watch;
use super::archive::postings::Mirroring;
use super::conditions::filter::{Filter, Matcher, Purpose};
use super::conditions::names::NameMatch;
use super::conditions::question::{Order, SearchQuery};
use super::parameters::{Parameter, ParameterShape, named};
use crate::metadata::{Kind, LaxDate, Played, asked_date, parse_result};
use crate::notation::{System, TypedError, typed_moves};
use crate::query::{self, Library, PartialBoard, QueryError};
use crate::store::{CountUnit, Error};
use crate::xiangqi::{Move, Position};
use std::ops::Range;

/// Named values of a question, in the given order.
#[derive(Debug, Clone)]
pub struct Params {
    values: Vec<(String, String)>,
    known: Vec<&'static Parameter>,
    notation: Option<System>,
    library: Option<Library>,
}

impl Params {
    /// Values for the `known` parameters only; an empty value counts as missing.
    pub fn new(
        mut values: Vec<(String, String)>,
        known: impl IntoIterator<Item = &'static Parameter>,
    ) -> Result<Params, ParamError> {
        let known: Vec<&'static Parameter> = known.into_iter().collect();
        let is_strange = |name: &str| known.iter().all(|parameter| parameter.name != name);
        if let Some((name, _)) = values.iter().find(|(name, _)| is_strange(name)) {
            let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
            return Err(ParamError::none_of(name, name, &names.join(", ")));
        }
        values.retain(|(_, value)| !value.is_empty());
        Ok(Params::said(values, known))
    }

    /// Values whose names are known to be valid; an empty value counts as a value.
    #[must_use]
    pub fn said(values: Vec<(String, String)>, known: Vec<&'static Parameter>) -> Params {
        Params { values, known, notation: None, library: None }
    }

    /// Uses this notation whatever `notation` says.
    #[must_use]
    pub fn written_in(self, notation: System) -> Params {
        Params { notation: Some(notation), ..self }
    }

    /// Makes these patterns available in `where`.
    #[must_use]
    pub fn with_patterns(self, library: Library) -> Params {
        Params { library: Some(library), ..self }
    }

    /// Whether a parameter of this name is allowed.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.known.iter().any(|parameter| parameter.name == name)
    }

    /// Adds a value.
    pub fn set(&mut self, name: &str, value: &str) {
        self.values.push((name.to_owned(), value.to_owned()));
    }

    /// The last value of a name.
    #[must_use]
    pub fn one(&self, name: &str) -> Option<&str> {
        let mut values = self.values.iter().rev().filter(|(known, _)| known == name);
        values.next().map(|(_, value)| value.as_str())
    }

    /// All values of a name.
    #[must_use]
    pub fn all(&self, name: &str) -> Vec<String> {
        let values = self.values.iter().filter(|(known, _)| known == name);
        values.map(|(_, value)| value.clone()).collect()
    }

    /// The value of a flag; false if missing.
    pub fn flag(&self, name: &str) -> Result<bool, ParamError> {
        match self.one(name) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(other) => Err(ParamError::none_of(name, other, "false, true")),
        }
    }

    /// The entry of `values` for the parameter's word; `values` are in the order of the words,
    /// followed by that of the default word if the words lack it.
    pub fn choice<T: Copy, const N: usize>(
        &self,
        name: &str,
        values: [T; N],
    ) -> Result<T, ParamError> {
        let shape = named(&self.known, name).map(|parameter| &parameter.shape);
        let Some(shape @ ParameterShape::OneOf { words, usual }) = shape else {
            return Ok(values[0]);
        };
        let wanted = self.one(name).unwrap_or(usual);
        let place = words.iter().position(|word| *word == wanted);
        let place = place.or_else(|| (wanted == *usual).then_some(N - 1));
        place.and_then(|place| values.get(place).copied()).ok_or_else(|| {
            let known: Vec<&str> = shape.words().collect();
            ParamError::none_of(name, wanted, &known.join(", "))
        })
    }

    /// A number within the parameter's bounds; without a value its default, or else the largest
    /// number.
    pub fn number(&self, name: &str) -> Result<usize, ParamError> {
        let shape = named(&self.known, name).map(|parameter| &parameter.shape);
        let Some(&ParameterShape::Number { usual, most }) = shape else { return Ok(0) };
        let Some(text) = self.one(name) else { return Ok(usual.unwrap_or(most)) };
        let number = text.parse().ok().filter(|number| *number <= most);
        let why = || ParamProblem::Number { text: text.to_owned(), most: most as u64 };
        number.ok_or_else(|| ParamError::new(name, why()))
    }

    /// Notation of answers, also used to read moves of unclear notation; default Chinese.
    pub fn notation(&self) -> Result<System, ParamError> {
        if let Some(notation) = &self.notation {
            return Ok(notation.clone());
        }
        let name = self.one("notation").unwrap_or("chinese");
        System::named(name).map_err(|error| ParamError::refused("notation", &error))
    }

    /// The line given by `fen` and `moves`.
    pub fn line(&self) -> Result<TypedLine, ParamError> {
        let start = match self.one("fen") {
            None => Position::start(),
            Some(fen) => {
                Position::from_fen(fen).map_err(|error| ParamError::refused("fen", &error))?
            }
        };
        let moves = typed_moves(self.one("moves").unwrap_or_default(), &self.notation()?, &start)
            .map_err(|error| ParamError::new("moves", error.into()))?;
        let position = start.after(&moves);
        let is_said = self.one("fen").is_some() || !moves.is_empty();
        Ok(TypedLine { start, moves, position, is_said })
    }

    /// The move given by `move` in a position.
    pub fn one_move(&self, position: &Position) -> Result<Option<Move>, ParamError> {
        let Some(text) = self.one("move") else { return Ok(None) };
        let moves = typed_moves(text, &self.notation()?, position)
            .map_err(|error| ParamError::new("move", error.into()))?;
        match moves[..] {
            [mv] => Ok(Some(mv)),
            _ => Err(ParamError::new("move", ParamProblem::OneMove)),
        }
    }

    /// Whether mirror images count.
    pub fn mirroring(&self) -> Result<Mirroring, ParamError> {
        self.choice("mirror", [Mirroring::Exact, Mirroring::Any])
    }

    /// The conditions on games, for a purpose.
    pub fn filter(&self, purpose: Purpose) -> Result<Filter, ParamError> {
        let result = self.one("result").map(|text| {
            let why = || ParamError::none_of("result", text, "1-0, 0-1, 1/2-1/2, *");
            parse_result(text).ok_or_else(why)
        });
        let plies = |name: &str| -> Result<Option<u16>, ParamError> {
            let plies = self.one(name).map(|_| self.number(name)).transpose()?;
            Ok(plies.and_then(|plies| u16::try_from(plies).ok()))
        };
        let owned = |name: &str| self.one(name).map(str::to_owned);
        let (since, until) = (self.date("since")?, self.date("until")?);
        if let (Some(since), Some(until)) = (since, until)
            && since.first_day() > until.last_day()
        {
            let problem = ParamProblem::EndsBefore { until: until.to_string() };
            return Err(ParamError::new("since", problem));
        }
        Ok(Filter {
            players: self.all("player"),
            red: owned("red"),
            black: owned("black"),
            names: self.choice(
                "names",
                [NameMatch::Exact, NameMatch::Script, NameMatch::Pinyin, NameMatch::Auto],
            )?,
            event: owned("event"),
            openings: self.all("opening"),
            since,
            until,
            result: result.transpose()?,
            kinds: self.words("kind", &Kind::ALL, Kind::as_str)?,
            played: self.words("played", &Played::ALL, Played::as_str)?,
            source: owned("source"),
            min_plies: plies("min_plies")?,
            max_plies: plies("max_plies")?,
            site: owned("site"),
            title: owned("title"),
            chapter: owned("chapter"),
            text: owned("text"),
            as_stated: self.flag("as_stated")?,
            asked: self.asked()?,
            through: None,
            variations: self.flag("variations")?,
            unit: self.unit()?,
            purpose,
        })
    }

    /// The unit of counting.
    pub fn unit(&self) -> Result<CountUnit, ParamError> {
        let usual = CountUnit::usual(self.flag("as_stated")?);
        self.choice("unit", [CountUnit::Games, CountUnit::Lines, CountUnit::Witnesses, usual])
    }

    /// The values of a parameter that takes several words, or `all`.
    fn words<T: Copy>(
        &self,
        parameter: &str,
        all: &[T],
        name_of: fn(T) -> &'static str,
    ) -> Result<Vec<T>, ParamError> {
        let mut found = Vec::new();
        for name in self.all(parameter).iter().flat_map(|names| names.split(',')) {
            match all.iter().find(|value| name_of(**value) == name) {
                _ if name == "all" => found.extend(all),
                Some(value) => found.push(*value),
                None => {
                    let known: Vec<&str> = all.iter().map(|value| name_of(*value)).collect();
                    let known = known.join(", ") + ", all";
                    return Err(ParamError::none_of(parameter, name, &known));
                }
            }
        }
        Ok(found)
    }

    fn date(&self, name: &str) -> Result<Option<LaxDate>, ParamError> {
        let wrong = |text: &str| ParamError::new(name, ParamProblem::Date(text.to_owned()));
        let read = |text: &str| asked_date(text).ok_or_else(|| wrong(text));
        self.one(name).map(read).transpose()
    }

    /// The question in `where`.
    pub fn asked(&self) -> Result<Option<query::Query>, ParamError> {
        let Some(text) = self.one("where") else { return Ok(None) };
        let read = query::Query::read(text, self.library.as_ref().unwrap_or(Library::prelude()));
        read.map(Some).map_err(|error| ParamError::new("where", error.into()))
    }

    /// The query for games: position, line, partial boards and all conditions; `places` is the
    /// requested part of the list.
    ///
    /// # Errors
    /// A parameter that cannot be understood, or [`Error::Stopped`] when `watch` stops the scan.
    pub fn query(
        &self,
        archive: &Archive,
        places: Range<usize>,
        watch: &dyn Watch,
    ) -> Result<SearchQuery, AskError> {
        let matcher = self.scope()?.resolve_watched(archive, watch)?;
        Ok(self.query_of(matcher, places)?)
    }

    /// The conditions on games, restricted to games that reach the position if one is given.
    pub fn scope(&self) -> Result<Filter, ParamError> {
        let (line, mirroring) = (self.line()?, self.mirroring()?);
        let through = line.is_said.then_some((vec![line.position], mirroring));
        Ok(Filter { through, ..self.filter(Purpose::Lists)? })
    }

    /// The query with an already resolved matcher.
    pub fn query_of(
        &self,
        matcher: Matcher,
        places: Range<usize>,
    ) -> Result<SearchQuery, ParamError> {
        let line = self.line()?;
        let boards = self.all("contains");
        let contains = boards.iter().map(|board| {
            let read = board.parse::<PartialBoard>();
            read.map_err(|error| ParamError::refused("contains", &error))
        });
        Ok(SearchQuery {
            line: self.flag("in_order")?.then_some((line.start, line.moves)),
            position: line.is_said.then_some(line.position),
            contains: contains.collect::<Result<_, _>>()?,
            mirroring: self.mirroring()?,
            variations: self.flag("variations")?,
            order: self.choice("sort", Order::ALL)?,
            places,
            matcher,
        })
    }
}

/// A position with the moves that lead to it.
#[derive(Debug, Clone)]
pub struct TypedLine {
    /// Position before the moves.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Position after the moves.
    pub position: Position,
    /// Whether a position or moves were given.
    pub is_said: bool,
}

/// A parameter that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct ParamError {
    /// Name of the parameter.
    pub name: String,
    /// Fault of its value.
    pub problem: Box<ParamProblem>,
}

/// Fault of a parameter's value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParamProblem {
    /// None of the accepted words.
    #[error("`{text}` is none of {known}")]
    NoneOf {
        /// The given value.
        text: String,
        /// The accepted words, separated by commas.
        known: String,
    },
    /// Not a number, or too large.
    #[error("`{text}` is no number up to {most}")]
    Number {
        /// The given value.
        text: String,
        /// Largest accepted number.
        most: u64,
    },
    /// Not a date.
    #[error("`{0}` is no date; write 1960, 1960-05 or 1960-05-01")]
    Date(String),
    /// A period whose end is before its beginning.
    #[error("this lies after `until` {until}: no game can be from between")]
    EndsBefore {
        /// End of the period.
        until: String,
    },
    /// Moves that cannot be read or are ambiguous.
    #[error(transparent)]
    Moves(#[from] TypedError),
    /// No move or several moves instead of one.
    #[error("one move is wanted")]
    OneMove,
    /// A question that cannot be read.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A message of another module about the value.
    #[error("{0}")]
    Refused(String),
}

impl ParamError {
    /// Error of a parameter.
    #[must_use]
    pub fn new(name: &str, problem: ParamProblem) -> ParamError {
        ParamError { name: name.to_owned(), problem: Box::new(problem) }
    }

    /// Error of a parameter that accepts certain words only.
    #[must_use]
    pub fn none_of(name: &str, text: &str, known: &str) -> ParamError {
        let (text, known) = (text.to_owned(), known.to_owned());
        ParamError::new(name, ParamProblem::NoneOf { text, known })
    }

    /// Error with the message of another module.
    pub fn refused(name: &str, why: &impl ToString) -> ParamError {
        ParamError::new(name, ParamProblem::Refused(why.to_string()))
    }
}

/// Reason why a question is not answered.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// A parameter cannot be understood.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The database cannot be read, or the question was stopped.
    #[error(transparent)]
    Store(#[from] Error),
}
