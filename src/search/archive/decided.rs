//! People's decisions that concern an archive.
//!
//! Only the decisions are stored; everything else here is computed from them and the archive when
//! it is opened.
//!
//! A decision names a namesake as `player:王斌@上海`: the 王斌 who has the games in which
//! 王斌 plays for 上海, and those at events where decisions say that he played. If a record
//! names the team of another namesake, the team overrides the event.

use super::ids::{IdSet, NamesOf};
use super::readings::Readings;
use crate::decision::{
    DecidedStatement, Decision, GameField, GameKey, JoinedSubjects, Setting, Subject,
};
use crate::metadata::{Metadata, PackedDate, PersonName, name_key, split_team, team_place};
use crate::store::{Connection, DecidedFact, EVENTS, Facts, GameRow, PLAYERS, Result, keys_with};
use crate::text::fold;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Decisions, with the ids of their games.
#[derive(Debug, Clone, Default)]
pub struct Decided {
    decisions: Vec<Decision>,
    alike: JoinedSubjects,
    games: BTreeMap<GameKey, u32>,
    /// Indexes in `decisions` of decisions that set values of a game, by game.
    set: FxHashMap<u32, Vec<usize>>,
    /// Seats in which a decided namesake sits, by game.
    namesakes: FxHashMap<u32, Vec<Seat>>,
    readings: Readings,
    /// Seats of namesakes that were separated by evidence, by game.
    parted: FxHashMap<u32, Vec<Setting>>,
    /// Names of the namesakes in `parted`.
    parted_names: FxHashSet<String>,
}

impl Decided {
    /// The decisions of a database, with names joined by evidence.
    pub(crate) fn load(conn: &Connection, facts: &Facts) -> Result<Decided> {
        let mut decided = Decided::of(conn, facts, conn.decisions()?)?;
        let mut derived: Vec<(Subject, Subject)> = Vec::new();
        for sort in NamesOf::ALL {
            let joined = conn.joined(sort.as_str())?.into_iter();
            derived.extend(joined.map(|name| (sort.subject(&name.key), sort.subject(&name.head))));
        }
        if !derived.is_empty() {
            decided.alike = JoinedSubjects::with(&derived, &decided.decisions);
        }
        let namesakes = conn.namesakes()?;
        decided.parted_names = namesakes.names.into_iter().map(|(name, _)| name).collect();
        for (game, side, name) in namesakes.seats {
            let field = if side == "red" { GameField::Red } else { GameField::Black };
            decided.parted.entry(game).or_default().push(Setting::Text(field, name));
        }
        Ok(decided)
    }

    /// Only the decisions that say how records are read.
    pub(crate) fn readings_alone(conn: &Connection, facts: &Facts) -> Result<Decided> {
        let mut decisions = conn.decisions()?;
        decisions.retain(|decision| decision.what.is_of_reading());
        Decided::of(conn, facts, decisions)
    }

    fn of(conn: &Connection, facts: &Facts, decisions: Vec<Decision>) -> Result<Decided> {
        if decisions.is_empty() {
            return Ok(Decided::default());
        }
        let games = games(conn, facts, &decisions)?;
        let mut set: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (place, decision) in decisions.iter().enumerate() {
            if let DecidedStatement::Set(key, _) = &decision.what
                && let Some(&id) = games.get(key)
            {
                set.entry(id).or_default().push(place);
            }
        }
        let readings = Readings::load(conn, &decisions)?;
        let namesakes = seats(conn, facts, &decisions)?;
        let alike = JoinedSubjects::of(&decisions);
        let decided = Decided { alike, decisions, games, set, namesakes, ..Decided::default() };
        Ok(Decided { readings, ..decided })
    }

    /// Sets decided values in the facts, and the length and opening of games read otherwise.
    pub(crate) fn lay_over(&self, conn: &Connection, facts: &mut Facts) -> Result<()> {
        let read = self.readings.games().map(|(id, _)| id);
        let seats = self.namesakes.keys().copied();
        let set = self.set.keys().chain(self.parted.keys()).copied();
        let ids: FxHashSet<u32> = set.chain(seats).chain(read).collect();
        for id in ids {
            let mut fact = DecidedFact::default();
            let read = self.readings.game(id);
            fact.opening = read.map(|read| read.opening);
            fact.plies = read.map(|read| u16::try_from(read.moves.len()).unwrap_or(u16::MAX));
            for setting in self.laid_over(id) {
                match setting {
                    Setting::Date(date) => fact.date = Some(PackedDate::new(Some(*date))),
                    Setting::Result(result) => fact.result = Some(*result),
                    Setting::Kind(kind) => fact.kind = Some(*kind),
                    Setting::Text(GameField::Red, name) => {
                        fact.red = PLAYERS.id_of(conn, &split_team(name).name)?;
                    }
                    Setting::Text(GameField::Black, name) => {
                        fact.black = PLAYERS.id_of(conn, &split_team(name).name)?;
                    }
                    Setting::Text(GameField::Event, name) => {
                        fact.event = EVENTS.id_of(conn, name)?;
                    }
                    Setting::Text(..) => {}
                }
            }
            facts.decide(id, fact);
        }
        Ok(())
    }

    /// All decisions, in canonical order.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Names and games that evidence or decisions join, and those that decisions keep apart.
    pub fn alike(&self) -> &JoinedSubjects {
        &self.alike
    }

    /// Id of a game that a decision names, if it exists.
    pub fn game(&self, key: &GameKey) -> Option<u32> {
        self.games.get(key).copied()
    }

    /// Games that decisions read otherwise.
    pub(crate) fn readings(&self) -> &Readings {
        &self.readings
    }

    /// Whether decisions change the row of a game.
    pub fn concerns(&self, id: u32) -> bool {
        self.set.contains_key(&id)
            || self.namesakes.contains_key(&id)
            || self.readings.game(id).is_some()
    }

    /// Whether decisions make a game playable to the end of its record.
    pub(crate) fn is_whole(&self, id: u32) -> bool {
        self.readings.game(id).is_some_and(|read| read.is_whole)
    }

    /// Decided values of a game; values of decisions about the game itself come last.
    fn settings(&self, id: u32) -> impl Iterator<Item = &Setting> {
        let places = self.set.get(&id).into_iter().flatten();
        let set = places.filter_map(|&place| match &self.decisions[place].what {
            DecidedStatement::Set(_, setting) => Some(setting),
            _ => None,
        });
        self.namesakes.get(&id).into_iter().flatten().map(|seat| &seat.setting).chain(set)
    }

    /// Seats of separated namesakes, then the decided values of a game.
    fn laid_over(&self, id: u32) -> impl Iterator<Item = &Setting> {
        self.parted.get(&id).into_iter().flatten().chain(self.settings(id))
    }

    /// Folded name of the player whom a text names; with a namesake's team, that namesake.
    pub fn player_key(&self, text: &str) -> String {
        // As in an import: a team may stand before another team.
        let PersonName { team, name, .. } = split_team(text);
        let key = name_key(&name);
        let place = team.as_deref().and_then(team_place).filter(|_| !self.parted_names.is_empty());
        let namesake = place.map(|place| format!("{key}@{}", place.name));
        namesake.filter(|namesake| self.parted_names.contains(namesake)).unwrap_or(key)
    }

    /// The games with a decided text in a field, and the text.
    pub(crate) fn texts(&self, field: GameField) -> impl Iterator<Item = (u32, &str)> {
        let only_seats = self.namesakes.keys().filter(|id| !self.set.contains_key(id));
        self.set.keys().chain(only_seats).filter_map(move |&id| Some((id, self.text(id, field)?)))
    }

    /// Decided text of a game in a field.
    pub(crate) fn text(&self, id: u32, field: GameField) -> Option<&str> {
        let texts = self.settings(id).filter_map(|setting| match setting {
            Setting::Text(of, text) if *of == field => Some(text.as_str()),
            _ => None,
        });
        texts.last()
    }

    /// Sets decided values in the row of a game, and removes derived values of those fields.
    pub fn tell(&self, game: &mut GameRow) {
        let read = self.readings.game(game.id);
        if let Some(read) = read {
            (game.moves, game.plies) = (read.moves.clone(), read.moves.len() as u32);
        }
        for setting in self.settings(game.id) {
            lay_over(game, setting);
            let tag = setting.field().tag();
            game.derived.values.retain(|(field, ..)| *field != tag);
            game.derived.doubts.retain(|(field, _)| *field != tag);
        }
        let seats = self.namesakes.get(&game.id).into_iter().flatten();
        let places = self.set.get(&game.id).into_iter().chain(read.map(|read| &read.places));
        let places = places.flatten().chain(seats.flat_map(|seat| &seat.places));
        game.decided = places.map(|&place| self.decisions[place].clone()).collect();
    }

    /// Sets decided values of a game in the metadata of one of its records.
    pub fn lay_over_stated(&self, game: u32, stated: &mut Metadata) {
        if self.set.is_empty() && self.namesakes.is_empty() && self.parted.is_empty() {
            return;
        }
        for setting in self.laid_over(game) {
            match setting {
                Setting::Text(GameField::Red, text) => {
                    set_person(text, &mut stated.red, &mut stated.red_team);
                }
                Setting::Text(GameField::Black, text) => {
                    set_person(text, &mut stated.black, &mut stated.black_team);
                }
                Setting::Text(GameField::Event, text) => stated.event = Some(text.clone()),
                Setting::Date(date) => stated.date = Some(*date),
                _ => {}
            }
        }
    }

    /// Every decision, and whether all its subjects exist in the archive.
    pub fn in_effect(&self, conn: &Connection, facts: &Facts) -> Result<Vec<(&Decision, bool)>> {
        self.judge(conn, facts, |one, other| one && other)
    }

    /// The decisions of which at least one subject exists in the archive.
    pub fn about_something(&self, conn: &Connection, facts: &Facts) -> Result<Vec<&Decision>> {
        let judged = self.judge(conn, facts, |one, other| one || other)?.into_iter();
        Ok(judged.filter(|(_, is_there)| *is_there).map(|(decision, _)| decision).collect())
    }

    /// Every decision, and `both` of whether its two subjects exist.
    fn judge(
        &self,
        conn: &Connection,
        facts: &Facts,
        both: impl Fn(bool, bool) -> bool,
    ) -> Result<Vec<(&Decision, bool)>> {
        let mut names: BTreeMap<&Subject, bool> = BTreeMap::new();
        for decision in &self.decisions {
            names.extend(decision.what.subjects().into_iter().map(|subject| (subject, false)));
        }
        for sort in NamesOf::ALL {
            if !names.keys().any(|subject| sort.has(subject)) {
                continue;
            }
            let ids = facts.alive().flat_map(|(_, fact)| sort.ids(fact)).map(|(id, _)| id);
            let ids: IdSet = ids.collect();
            sort.table().each(conn, &mut |row| {
                let is_there = ids.contains(row.id()?);
                let name = names.get_mut(&sort.subject(row.key()?));
                name.into_iter().for_each(|known| *known |= is_there);
                Ok(())
            })?;
        }
        let is_there = |subject: &Subject| match subject {
            Subject::Game(key) => self.games.contains_key(key),
            name => names.get(name).is_some_and(|is_there| *is_there),
        };
        let judge = |decision: &Decision| match &decision.what {
            DecidedStatement::Set(key, _) => self.games.contains_key(key),
            DecidedStatement::Read(at, _) => self.readings.is_there(at),
            DecidedStatement::Same(a, b) | DecidedStatement::Differ(a, b) => {
                both(is_there(a), is_there(b))
            }
            DecidedStatement::Namesake { event, namesake, .. } => {
                both(is_there(event), is_there(namesake))
            }
        };
        Ok(self.decisions.iter().map(|decision| (decision, judge(decision))).collect())
    }
}

/// Ids of the games that decisions name. Facts have the first half of a key.
fn games(
    conn: &Connection,
    facts: &Facts,
    decisions: &[Decision],
) -> Result<BTreeMap<GameKey, u32>> {
    let mut keys: Vec<&GameKey> = Vec::new();
    for decision in decisions {
        match &decision.what {
            DecidedStatement::Set(key, _) => keys.push(key),
            what => keys.extend(what.subjects().into_iter().filter_map(|subject| match subject {
                Subject::Game(key) => Some(key),
                _ => None,
            })),
        }
    }
    if keys.is_empty() {
        return Ok(BTreeMap::new());
    }
    let halves: FxHashSet<u32> =
        keys.iter().filter_map(|key| Some(*keys_with(key.as_str())?.start())).collect();
    let mut games = BTreeMap::new();
    for (_, id) in facts.with_keys(|key| halves.contains(&key)) {
        if let Some(key) = GameKey::new(&conn.game_key(id)?) {
            games.insert(key, id);
        }
    }
    games.retain(|key, _| keys.contains(&key));
    Ok(games)
}

fn lay_over(game: &mut GameRow, setting: &Setting) {
    match setting {
        Setting::Date(date) => {
            (game.date, game.date_found) = (Some(date.to_string()), Some(date.to_string()));
        }
        Setting::Result(result) => game.result = *result,
        Setting::Kind(kind) => game.kind = *kind,
        Setting::Text(field, text) => match field {
            GameField::Red => set_person(text, &mut game.red, &mut game.red_team),
            GameField::Black => set_person(text, &mut game.black, &mut game.black_team),
            GameField::Event => game.event = Some(text.clone()),
            GameField::Site => game.site = Some(text.clone()),
            _ => game.round = Some(text.clone()),
        },
    }
}

/// Sets a name, and the team if the text has one.
fn set_person(text: &str, name: &mut Option<String>, team: &mut Option<String>) {
    let person = split_team(text);
    *name = Some(person.name);
    *team = person.team.or_else(|| team.take());
}

/// A seat of a game in which a namesake sits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seat {
    /// The namesake's name as a setting.
    pub(crate) setting: Setting,
    /// Places of the decisions about the namesake.
    pub(crate) places: Vec<usize>,
}

/// A person with namesakes.
#[derive(Debug, Default)]
struct Namesake<'d> {
    places: Vec<usize>,
    /// Events at which the person played.
    events: Vec<&'d Subject>,
}

/// Namesakes of one name, by team.
type Namesakes<'d> = BTreeMap<&'d str, Namesake<'d>>;

/// Seats of all persons whom decisions separate from namesakes, by game.
pub(crate) fn seats(
    conn: &Connection,
    facts: &Facts,
    decisions: &[Decision],
) -> Result<FxHashMap<u32, Vec<Seat>>> {
    let named = named(decisions);
    let mut seats: FxHashMap<u32, Vec<Seat>> = FxHashMap::default();
    if named.is_empty() {
        return Ok(seats);
    }
    let mut names: FxHashMap<u32, &str> = FxHashMap::default();
    PLAYERS.each(conn, &mut |row| {
        if let Some((&name, _)) = named.get_key_value(row.key()?) {
            names.insert(row.id()?, name);
        }
        Ok(())
    })?;
    let decided: FxHashSet<&Subject> =
        named.values().flat_map(|of| of.values()).flat_map(|one| one.events.clone()).collect();
    let mut events: FxHashMap<u32, Subject> = FxHashMap::default();
    if !decided.is_empty() {
        EVENTS.each(conn, &mut |row| {
            let event = Subject::Event(row.key()?.to_owned());
            if decided.contains(&event) {
                events.insert(row.id()?, event);
            }
            Ok(())
        })?;
    }
    for (id, fact) in facts.alive() {
        let sides = [(GameField::Red, fact.red), (GameField::Black, fact.black)];
        let known = sides.map(|(_, player)| names.get(&player));
        if known == [None, None] {
            continue;
        }
        let game = conn.game(id)?;
        let teams = [game.red_team, game.black_team];
        for (((field, _), name), team) in sides.into_iter().zip(known).zip(teams) {
            let Some(&name) = name else { continue };
            let team = team.map(|team| fold(team.trim()));
            let found = who(&named[name], team.as_deref(), events.get(&fact.event));
            seats.entry(id).or_default().extend(found.map(|(team, namesake)| Seat {
                setting: Setting::Text(field, format!("{name}@{team}")),
                places: namesake.places.clone(),
            }));
        }
    }
    seats.retain(|_, seats| !seats.is_empty());
    Ok(seats)
}

/// All persons whom decisions separate from namesakes, by name and team.
fn named(decisions: &[Decision]) -> BTreeMap<&str, Namesakes<'_>> {
    let mut named: BTreeMap<&str, Namesakes<'_>> = BTreeMap::new();
    for (place, decision) in decisions.iter().enumerate() {
        let subjects = decision.what.subjects().into_iter();
        for (name, team) in subjects.filter_map(Subject::namesake) {
            let namesake = named.entry(name).or_default().entry(team).or_default();
            namesake.places.push(place);
            if let DecidedStatement::Namesake { event, .. } = &decision.what {
                namesake.events.push(event);
            }
        }
    }
    named
}

/// The namesake of this team, or else the one who played at this event.
fn who<'n, 'd>(
    namesakes: &'n Namesakes<'d>,
    team: Option<&str>,
    event: Option<&Subject>,
) -> Option<(&'d str, &'n Namesake<'d>)> {
    let by_team = team.and_then(|team| namesakes.get_key_value(team));
    let plays =
        |namesake: &Namesake<'_>| event.is_some_and(|event| namesake.events.contains(&event));
    let found = by_team.or_else(|| namesakes.iter().find(|(_, namesake)| plays(namesake)));
    found.map(|(&team, namesake)| (team, namesake))
}
