//! The parameters of a question as the room `search` takes them. They have the names of the
//! arguments on the command line.

use super::asking::Asking;
use super::refusal::Refusal;
use std::ops::Range;
use xqdb::metadata::{Kind, LaxDate, asked_date, parse_result};
use xqdb::notation::{System, typed_moves};
use xqdb::query::{self, Library};
use xqdb::search::{Filter, Mirroring, NameMatch, Order, Pattern, Query, Unit};
use xqdb::xiangqi::{Move, Position};

/// A position and how it was reached.
pub(super) struct Line {
    /// Where the moves begin.
    pub(super) start: Position,
    /// The moves.
    pub(super) moves: Vec<Move>,
    /// Where they lead.
    pub(super) position: Position,
    /// Something was said at all.
    pub(super) is_said: bool,
}

impl Asking<'_> {
    /// The notation of the answer.
    pub(super) fn notation(&self) -> Result<System, Refusal> {
        let name = self.params.one("notation").unwrap_or("chinese");
        let lang = self.lang();
        System::named(name)
            .map_err(|error| self.params.wrong("notation", &lang.stored(&error.to_string())))
    }

    /// The position of `fen` and `moves`.
    pub(super) fn line(&self) -> Result<Line, Refusal> {
        let (params, lang) = (self.params, self.lang());
        let start = match params.one("fen") {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen)
                .map_err(|error| params.wrong("fen", &lang.stored(&error.to_string())))?,
        };
        let moves = typed_moves(params.one("moves").unwrap_or_default(), &System::Auto, &start)
            .map_err(|error| params.wrong("moves", &lang.typed_refused(&error)))?;
        let position = start.after(&moves);
        let is_said = params.one("fen").is_some() || !moves.is_empty();
        Ok(Line { start, moves, position, is_said })
    }

    /// Whether mirror images count.
    pub(super) fn mirroring(&self) -> Result<Mirroring, Refusal> {
        self.params.choice("mirror", &[("any", Mirroring::Any), ("exact", Mirroring::Exact)])
    }

    /// The conditions on games. `default_kinds` are meant when no kind is named.
    pub(super) fn filter(&self, default_kinds: &[Kind]) -> Result<Filter, Refusal> {
        let (params, lang) = (self.params, self.lang());
        let none_of =
            |name: &str, text: &str, known: &str| params.wrong(name, &lang.none_of(text, known));
        let result = params.one("result").map(|text| {
            parse_result(text).ok_or_else(|| none_of("result", text, "1-0, 0-1, 1/2-1/2, *"))
        });
        let mut kinds = Vec::new();
        for name in params.all("kind").iter().flat_map(|names| names.split(',')) {
            match Kind::from_name(name) {
                _ if name == "all" => kinds.extend(Kind::ALL),
                Some(kind) => kinds.push(kind),
                None => {
                    let known = Kind::ALL.map(Kind::as_str).join(", ") + ", all";
                    return Err(none_of("kind", name, &known));
                }
            }
        }
        let plies = |name: &str| -> Result<Option<u16>, Refusal> {
            let plies = params.number(name, 0, u16::MAX.into())?;
            Ok(u16::try_from(plies).ok().filter(|_| params.one(name).is_some()))
        };
        let names = [
            ("auto", NameMatch::Auto),
            ("exact", NameMatch::Exact),
            ("script", NameMatch::Script),
            ("pinyin", NameMatch::Pinyin),
        ];
        let units =
            [("games", Unit::Games), ("lines", Unit::Lines), ("witnesses", Unit::Witnesses)];
        let as_stated = params.flag("as_stated")?;
        let unit = match params.one("unit") {
            Some(_) => params.choice("unit", &units)?,
            None => Unit::usual(as_stated),
        };
        Ok(Filter {
            players: params.all("player"),
            red: params.owned("red"),
            black: params.owned("black"),
            names: params.choice("names", &names)?,
            event: params.owned("event"),
            openings: params.all("opening"),
            since: self.date("since")?,
            until: self.date("until")?,
            result: result.transpose()?,
            kinds: if kinds.is_empty() { default_kinds.to_vec() } else { kinds },
            source: params.owned("source"),
            min_plies: plies("min_plies")?,
            max_plies: plies("max_plies")?,
            site: params.owned("site"),
            title: params.owned("title"),
            chapter: params.owned("chapter"),
            text: params.owned("text"),
            as_stated,
            asked: self.asked()?,
            through: None,
            variations: params.flag("variations")?,
            unit,
        })
    }

    fn date(&self, name: &str) -> Result<Option<LaxDate>, Refusal> {
        let read = |text: &str| {
            asked_date(text).ok_or_else(|| self.params.wrong(name, &self.lang().no_date(text)))
        };
        self.params.one(name).map(read).transpose()
    }

    /// The question in `where`.
    pub(super) fn asked(&self) -> Result<Option<query::Query>, Refusal> {
        let Some(text) = self.params.one("where") else { return Ok(None) };
        let read = query::Query::read(text, Library::prelude());
        read.map(Some).map_err(|error| Refusal::query("where", &error, self.lang()))
    }

    /// Which games are wanted: a position, a line, a partial board and all conditions.
    pub(super) fn query(&self, places: Range<usize>) -> Result<Query, Refusal> {
        let (params, lang) = (self.params, self.lang());
        let line = self.line()?;
        let mirroring = self.mirroring()?;
        let contains = params.one("contains").map(|board| {
            let read = board.parse::<Pattern>();
            read.map_err(|error| params.wrong("contains", &lang.stored(&error.to_string())))
        });
        let through = line.is_said.then(|| (vec![line.position.clone()], mirroring));
        let filter = Filter { through, ..self.filter(&[])? };
        let matcher = filter.resolve_watched(self.archive, self.patience);
        let orders = [
            ("date", Order::Date),
            ("newest", Order::Newest),
            ("key", Order::Key),
            ("plies", Order::Plies),
        ];
        let is_in_order = params.flag("in_order")?;
        Ok(Query {
            line: is_in_order.then_some((line.start, line.moves)),
            position: line.is_said.then_some(line.position),
            contains: contains.transpose()?.into_iter().collect(),
            mirroring,
            variations: params.flag("variations")?,
            order: params.choice("sort", &orders)?,
            places,
            matcher: matcher.map_err(|error| self.failed(error))?,
        })
    }
}
