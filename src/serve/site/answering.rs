//! Answers the questions of a site with the functions of the API, and adds what else the page
//! needs.

use super::super::api::games::games_in_parts;
use super::super::asking::{Asking, Patience};
use super::super::refusal::Refusal;
use super::super::reply::Reply;
use super::super::routes::{Handler, ROUTES, Work};
use super::SiteSettings;
use super::scripts::written;
use super::slim::{self, kept, of_languages};
use crate::messages::Lang;
use crate::questions::{called, game_named};
use anyhow::anyhow;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::io;
use xqdb::engine_book::Books;
use xqdb::notation::System;
use xqdb::research::{Assumptions, ask_strengths};
use xqdb::search::{Archive, CommonPosition, Params, Watch, load};
use xqdb::xiangqi::{Move, Position, Side};

/// Languages of a site, in the order of a value that differs among them.
const LANGUAGES: [Lang; 3] = [Lang::En, Lang::ZhHans, Lang::ZhHant];
/// Number of games in one part of a list.
const PART: usize = 100;
/// Number of games from which a position has years, players and a longer list of games.
const MUCH_PLAYED: u64 = 50;
/// Number of listed games of a position: of a much played one, and of another.
const LISTED: [usize; 2] = [50, 10];
/// Number of players of a position, and of rows of each part of a player's page, as the page asks.
const TOP: usize = 8;
const ROWS: usize = 12;

/// Largest number of names whose scripts are remembered.
const NAMES_KNOWN: usize = 100_000;

/// Question, the bucket of its answer, and the work that the answer takes.
pub(super) struct SiteQuestion {
    /// Question as the page asks it.
    pub(super) text: String,
    /// Number of the bucket that holds the answer.
    pub(super) bucket: u32,
    pub(super) wanted: Wanted,
}

/// Work that an answer takes.
pub(super) enum Wanted {
    /// Route of the API and its parameters.
    Route(&'static str, Vec<(&'static str, String)>),
    /// Game by its id.
    Game(u32),
    /// Explorer's table of a position, with list of games, years and players.
    Position(CommonPosition),
    /// Games that meet the condition `by` = `value`, of a kind, in an order.
    Games { by: &'static str, value: String, kind: &'static str, sort: &'static str },
    /// Player of a list, with the whole page if `is_full`.
    Player { row: Value, is_full: bool },
    /// Tournament of an edition.
    Tournament(String),
    /// Answer that is known already.
    Known(Value),
}

/// Answers questions: an archive and the settings of its site.
pub(super) struct Desk<'a> {
    pub(super) archive: &'a Archive,
    pub(super) settings: &'a SiteSettings,
    books: Books,
    /// Names with [`Desk::scripts`].
    scripts: RefCell<HashMap<String, Option<[String; 2]>>>,
}

impl<'a> Desk<'a> {
    pub(super) fn new(archive: &'a Archive, settings: &'a SiteSettings) -> Desk<'a> {
        let (books, scripts) = Default::default();
        Desk { archive, settings, books, scripts }
    }

    /// Computes the strengths of all players once, for the pages of all of them.
    pub(super) fn rate(&self, watch: &dyn Watch) -> anyhow::Result<()> {
        let params = Params::said(Vec::new(), Vec::new());
        let asked = ask_strengths(self.archive, &params, &Assumptions::default(), watch);
        asked.map(drop).map_err(|error| self.refused(error.into()))
    }

    fn refused(&self, refusal: Refusal) -> anyhow::Error {
        let answer = refusal.into_json(Lang::En);
        anyhow!(answer["error"]["message"].as_str().unwrap_or_default().to_owned())
    }

    /// Answer of a route of the API.
    pub(super) fn ask(
        &self,
        path: &str,
        values: &[(&str, String)],
        lang: Lang,
    ) -> anyhow::Result<Value> {
        self.answered(path, values, (lang, false))
    }

    /// Answer of the API in English, with all rows of its list at once.
    pub(super) fn ask_whole(&self, path: &str) -> anyhow::Result<Value> {
        self.answered(path, &[], (Lang::En, true))
    }

    fn answered(
        &self,
        path: &str,
        values: &[(&str, String)],
        (lang, is_whole): (Lang, bool),
    ) -> anyhow::Result<Value> {
        match self.asked(path, values, (lang, is_whole), |answer, asking| answer(asking))? {
            Reply::Json(value) => Ok(value),
            Reply::Document { bytes, .. } => Ok(Value::String(String::from_utf8(bytes)?)),
            _ => Err(anyhow!(path.to_owned())),
        }
    }

    /// Calls `answer` with the function of a route of the API and the question for it.
    fn asked<T>(
        &self,
        path: &str,
        values: &[(&str, String)],
        (lang, is_whole): (Lang, bool),
        answer: impl FnOnce(Handler, &Asking<'_>) -> Result<T, Refusal>,
    ) -> anyhow::Result<T> {
        let whole = format!("/api/v1/{path}");
        let route = ROUTES.iter().find(|route| {
            let fixed = route.path.split('{').next().unwrap_or_default();
            route.method == "get"
                && if route.path.contains('{') {
                    whole.starts_with(fixed)
                } else {
                    route.path == whole
                }
        });
        let Some((route, Work::Ask(of_route))) = route.map(|route| (route, route.work)) else {
            return Err(anyhow!(whole));
        };
        let mut values: Vec<(String, String)> =
            values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        if self.settings.as_stated {
            values.push(("as_stated".to_owned(), "true".to_owned()));
        }
        let asked = Params::new(values, route.parameters()).map_err(Refusal::from);
        let answered = asked.and_then(|params| {
            let patience = Patience::endless();
            let (key, form) = route.key_and_form(&whole);
            let asking = Asking {
                archive: self.archive,
                params: &params,
                lang,
                key,
                form,
                patience: &patience,
                books: &self.books,
                name: &self.settings.name,
                file: &self.settings.file,
                is_whole,
            };
            answer(of_route, &asking)
        });
        answered.map_err(|refusal| self.refused(refusal))
    }

    /// Answer in three languages.
    fn ask_in_all(&self, path: &str, values: &[(&str, String)]) -> anyhow::Result<Value> {
        let [en, hans, hant] = LANGUAGES.map(|lang| self.ask(path, values, lang));
        Ok(of_languages([en?, hans?, hant?]))
    }

    /// Answer to a question. The further parts of a list or of a very large game go to `apart`; the
    /// answer names the numbers that `apart` returns.
    pub(super) fn answer(
        &self,
        question: &SiteQuestion,
        apart: &mut dyn FnMut(&Value) -> io::Result<u64>,
    ) -> anyhow::Result<Value> {
        let notation = || ("notation", self.settings.notation.clone());
        let answer = match &question.wanted {
            Wanted::Known(answer) => answer.clone(),
            Wanted::Route("editions", values) => {
                let answer = self.ask("editions", values, Lang::En)?;
                let rows = answer["editions"].as_array().into_iter().flatten();
                json!({ "editions": rows.map(slim::edition).collect::<Vec<_>>() })
            }
            Wanted::Route(path, values) => {
                let tag = values.iter().find(|(name, _)| *name == "lang");
                let lang = tag.and_then(|(_, tag)| Lang::of_tag(tag)).unwrap_or(Lang::En);
                self.ask(path, values, lang)?
            }
            Wanted::Game(id) => {
                let (first, parts) = slim::cut(self.game(*id)?);
                let parts = parts.iter().map(apart).collect::<io::Result<Vec<u64>>>()?;
                with_parts(first, &parts)
            }
            Wanted::Position(place) => self.position(place)?,
            Wanted::Games { by, value, kind, sort } => {
                self.games([(by, value), ("kind", kind), ("sort", sort)], apart)?
            }
            Wanted::Player { row, is_full } => {
                let page = match (is_full, row["name"].as_str()) {
                    (true, Some(name)) => {
                        let limit = ("limit", ROWS.to_string());
                        let values = [("who", name.to_owned()), limit, notation()];
                        slim::player(&self.ask("player", &values, Lang::En)?)
                    }
                    _ => Value::Null,
                };
                let keys = ["games", "novelties"].iter().flat_map(|part| page[part].as_array());
                let keys: Vec<Value> = keys.flatten().map(|game| game["key"].clone()).collect();
                self.with_names(json!({ "row": row, "page": page }), &keys)?
            }
            Wanted::Tournament(name) => {
                let tournaments = LANGUAGES.map(|lang| -> anyhow::Result<Value> {
                    let tournament = self.ask("tournament", &[("edition", name.clone())], lang)?;
                    let players = tournament["standings"].as_array().into_iter().flatten();
                    let players = players.map(|it| kept(it, "player")).collect::<Vec<_>>();
                    let mut kept = kept(&tournament, "name table told");
                    kept["standings"] = json!(players);
                    Ok(kept)
                });
                let [en, hans, hant] = tournaments;
                of_languages([en?, hans?, hant?])
            }
        };
        Ok(answer)
    }

    fn game(&self, id: u32) -> anyhow::Result<Value> {
        let path = format!("game/{}", self.archive.snapshot().game_key(id)?);
        let values = [("notation", self.settings.notation.clone())];
        let mut known = self.ask(&path, &values, Lang::En)?;
        let says = |field: &str| match &known[field] {
            Value::Object(all) => !all.is_empty(),
            Value::Array(all) => !all.is_empty(),
            _ => false,
        };
        if ["doubtTold", "damaged", "evaluations"].into_iter().any(says) {
            known = self.ask_in_all(&path, &values)?;
        }
        let kin = known["links"].as_array().into_iter().flatten().map(|it| it["key"].clone());
        let kin = kin.chain(known["same_day"].as_array().into_iter().flatten().cloned());
        let kin: Vec<Value> = kin.chain(without_name(&known)).collect();
        self.with_names(slim::game(&known), &kin)
    }

    /// First games of a list; the others go to `apart`.
    fn games(
        &self,
        values: [(&str, &str); 3],
        apart: &mut dyn FnMut(&Value) -> io::Result<u64>,
    ) -> anyhow::Result<Value> {
        let values = values.map(|(name, value)| (name, value.to_owned()));
        let (mut count, mut first, mut parts) = (0, None, Vec::new());
        self.asked("games", &values, (Lang::En, false), |_, asking| {
            games_in_parts(asking, PART, &mut |rows| {
                let rows = rows.as_array().map_or(&[][..], Vec::as_slice);
                count += rows.len();
                let part = self.listed(rows)?;
                match first {
                    None => first = Some(part),
                    Some(_) => parts.push(apart(&part)?),
                }
                Ok(())
            })
        })?;
        let mut first = first.unwrap_or_else(|| json!({ "games": [] }));
        first["count"] = json!(count);
        Ok(with_parts(first, &parts))
    }

    /// Rows of a list of games.
    fn listed(&self, games: &[Value]) -> anyhow::Result<Value> {
        let keys: Vec<Value> = games.iter().filter_map(without_name).collect();
        let rows: Vec<Value> = games.iter().map(slim::listed).collect();
        self.with_names(json!({ "games": rows }), &keys)
    }

    /// Explorer's table of a position, mirrored as in [`position_text`], with opening, list of
    /// games, years and players.
    fn position(&self, place: &CommonPosition) -> anyhow::Result<Value> {
        let game = self.archive.game(place.game)?;
        let moves = game.moves.get(..usize::from(place.ply)).unwrap_or_default();
        let own = &place.position;
        let other = own.mirror();
        let is_turned = other.board().to_placement() < own.board().to_placement();
        let position = if is_turned { &other } else { own };
        let line = moves.iter().map(|&mv| if is_turned { mv.mirror() } else { mv }.to_string());
        let start = game.start_position();
        let fen = if is_turned { start.mirror().to_fen() } else { start.to_fen() };
        let mut asked = vec![("moves", line.collect::<Vec<_>>().join(" "))];
        if game.start.is_some() {
            asked.push(("fen", fen));
        }
        let with = |more: &[(&'static str, String)]| [&asked, more].concat();
        let notation = ("notation", self.settings.notation.clone());
        let table = with(&[("place", "true".to_owned()), notation, ("latest", "1".to_owned())]);
        let explored = self.ask("explore", &table, Lang::En)?;
        let mut answer = kept(&explored, slim::ALL);
        let rows = explored["moves"].as_array().into_iter().flatten();
        let mirror = position.mirror();
        answer["moves"] = rows.map(|row| self.row(row, &mirror)).collect();
        let said = [
            ("opening", explored["place"]["opening"]["code"].clone()),
            ("check", json!(position.is_check().then_some(true))),
            ("ending", explored["place"]["ending"].clone()),
        ];
        for (name, value) in said.into_iter().filter(|(_, value)| !value.is_null()) {
            answer[name] = value;
        }
        let is_much = explored["games"].as_u64() >= Some(MUCH_PLAYED);
        let limit = ("limit", LISTED[usize::from(!is_much)].to_string());
        let newest = ("sort", "newest".to_owned());
        let games = with(&[("kind", "game".to_owned()), newest, limit]);
        let games = self.ask("games", &games, Lang::En)?;
        answer["list"] = games["count"].clone();
        let games = games["games"].as_array().map_or(&[][..], Vec::as_slice);
        answer["listed"] = self.listed(games)?["games"].take();
        if is_much {
            let years = self.ask("years", &with(&[("kind", "game".to_owned())]), Lang::En)?;
            let rows = years["years"].as_array().into_iter().flatten();
            answer["years"] = rows.map(|row| kept(row, slim::YEAR)).collect();
            answer["undatedYears"] = years["undated"].clone();
            let of_moves = self.ask("explore/years", &asked, Lang::En)?;
            answer["moveYears"] = of_moves["moves"].clone();
            let top = with(&[("kind", "game".to_owned()), ("limit", TOP.to_string())]);
            let top = self.ask("players", &top, Lang::En)?;
            let rows = top["players"].as_array().into_iter().flatten();
            let rows = rows.map(|row| kept(row, "name games asRed asBlack"));
            answer["top"] = json!({ "count": top["count"], "players": rows.collect::<Vec<_>>() });
        }
        self.with_names(answer, &[])
    }

    /// Move of the explorer as a row of a site.
    fn row(&self, row: &Value, mirror: &Position) -> Value {
        let turned = || {
            let mv = row["uci"].as_str()?.parse::<Move>().ok()?;
            let notation = System::named(&self.settings.notation).ok()?;
            Some(notation.write(mv.mirror(), mirror))
        };
        let field = |name: &str| match name {
            "turned" => json!(turned()),
            "latestGame" => row["recentGames"][0].clone(),
            name => row[name].clone(),
        };
        slim::ROW.split(' ').map(field).collect()
    }

    /// Adds `called`, the names and titles of the answer that are written otherwise in simplified or
    /// traditional characters than character by character, and `named`, short texts about the games
    /// with these keys.
    pub(super) fn with_names(&self, mut answer: Value, keys: &[Value]) -> anyhow::Result<Value> {
        let mut names = BTreeSet::new();
        names_of(&answer, &mut names);
        let mut others = Map::new();
        for name in names.into_iter().filter(|name| !name.is_ascii()) {
            if let Some(own) = self.scripts(&name)? {
                others.insert(name, json!(own));
            }
        }
        let mut named = Map::new();
        for key in keys.iter().filter_map(Value::as_str) {
            if let [id] = self.archive.games_by_key(key)?[..] {
                let game = load(self.archive, id)?;
                let [en, hans, hant] =
                    LANGUAGES.map(|lang| game_named(lang, self.archive, &game).map(Value::from));
                named.insert(key.to_owned(), of_languages([en?, hans?, hant?]));
            }
        }
        for (field, names) in [("called", others), ("named", named)] {
            if !names.is_empty() {
                answer[field] = Value::Object(names);
            }
        }
        Ok(answer)
    }

    /// A name in simplified and in traditional characters, unless it is written so character by
    /// character.
    fn scripts(&self, name: &str) -> anyhow::Result<Option<[String; 2]>> {
        let mut known = self.scripts.borrow_mut();
        if let Some(own) = known.get(name) {
            return Ok(own.clone());
        }
        let own = [Lang::ZhHans, Lang::ZhHant].map(|lang| called(lang, self.archive, name));
        let [hans, hant] = own;
        let own = Some([hans?, hant?]).filter(|own| *own != written(name));
        if known.len() >= NAMES_KNOWN {
            known.clear();
        }
        known.insert(name.to_owned(), own.clone());
        Ok(own)
    }

    /// For each side, the traditional character of each simplified one in which its moves are
    /// written.
    pub(super) fn letters(&self) -> anyhow::Result<Value> {
        let mut letters = [Map::new(), Map::new()];
        if self.settings.notation == "chinese" {
            let (plain, other) = (System::named("chinese")?, System::named("chinese-traditional")?);
            for fen in SAMPLES {
                let position = Position::from_fen(fen)?;
                let letters = &mut letters[usize::from(position.side() == Side::Black)];
                for mv in position.legal_moves() {
                    let (plain, other) = (plain.write(mv, &position), other.write(mv, &position));
                    let pairs =
                        plain.chars().zip(other.chars()).filter(|(one, other)| one != other);
                    letters
                        .extend(pairs.map(|(one, other)| (one.into(), json!(other.to_string()))));
                }
            }
        }
        let [red, black] = letters;
        Ok(json!({ "red": red, "black": black }))
    }
}

/// Answer with the numbers of its further parts, if it has any.
fn with_parts(mut answer: Value, parts: &[u64]) -> Value {
    if !parts.is_empty() {
        answer["parts"] = json!(parts);
    }
    answer
}

/// Key of a game that has neither players nor a title.
fn without_name(game: &Value) -> Option<Value> {
    let says = |value: &Value| !value.is_null();
    let is_named = ["red", "black", "title"].iter().any(|field| says(&game[field]))
        || ["Red", "Black"].iter().any(|field| says(&game["derived"][field]));
    (!is_named).then(|| game["key"].clone())
}

/// Positions whose moves use every character of the notation: all pieces, and tandems of two and
/// three.
const SAMPLES: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1",
    "3k5/9/2P6/2P6/2P1R4/4R4/9/1N7/1N7/5K3 w - - 0 1",
    "3k5/1n7/1n7/9/4r4/4r4/2p6/2p6/2p6/5K3 b - - 0 1",
];

/// Fields with the name of a player, a team, an event or a place, or with a title.
const NAMES: [&str; 11] = [
    "red",
    "black",
    "red_team",
    "black_team",
    "player",
    "opponent",
    "event",
    "title",
    "site",
    "value",
    "chapters",
];

/// Collects the names and titles in an answer: values of fields for them, and names of rows with
/// games.
fn names_of(value: &Value, names: &mut BTreeSet<String>) {
    let Value::Object(all) = value else {
        value.as_array().into_iter().flatten().for_each(|value| names_of(value, names));
        return;
    };
    for (field, value) in all {
        let is_name =
            NAMES.contains(&field.as_str()) || (field == "name" && all.contains_key("games"));
        match value {
            Value::String(name) if is_name => drop(names.insert(name.clone())),
            Value::Array(all) if is_name => {
                names.extend(all.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            Value::Array(_) if field == "tags" || field == "moves" => {}
            _ => names_of(value, names),
        }
    }
}
