//! The parameters of a question as the rest of the room takes them.

use super::{AskError, ParamError, ParamProblem, Params};
use crate::metadata::{Kind, LaxDate, asked_date, parse_result};
use crate::notation::{System, typed_moves};
use crate::query::{self, Library, PartialBoard};
use crate::search::archive::Archive;
use crate::search::filter::Filter;
use crate::search::names::NameMatch;
use crate::search::order::Order;
use crate::search::postings::Mirroring;
use crate::search::question::Query;
use crate::search::watch::Watch;
use crate::store::Unit;
use crate::xiangqi::{Move, Position};
use std::ops::Range;

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
    ///
    /// # Errors
    /// When it cannot be read.
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
