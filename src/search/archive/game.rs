//! One game for display: its row with titles and chapters, values derived from headings or file
//! names, and decisions. The store adds the derived values to the facts that questions compare.
//! Few games have scores and clocks in comments; which ones have some is looked up on first use.

use super::ids::IdSet;
use super::in_order::FactOrder;
use super::names::Seats;
use super::{Archive, once};
use crate::export::{Entry, Origin};
use crate::metadata::{
    DateReason, Dated, Derived, FieldSet, PackedDate, ValueSource, parse_date, parse_result,
    split_team,
};
use crate::replay::{LineEvaluations, NodeEvaluation, Tree, UnreadMoves};
use crate::store::{
    Connection, DerivedValue, Evidence, Fact, GameFindings, GameRow, Headings, PLAYERS, Result,
    keys_with,
};
use crate::xiangqi::Position;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Reads one game with title, chapters, derived values, decisions, and the text that could not be
/// read.
pub fn load(archive: &Archive, id: u32) -> Result<GameRow> {
    let mut game = archive.game(id)?;
    game.headings = archive.snapshot().headings(id)?;
    game.unread = unread(archive, id)?;
    Ok(game)
}

/// Like [`load`], without derived values and chapters, which [`GameRow::entry`] does not need.
pub fn load_stated(archive: &Archive, id: u32) -> Result<GameRow> {
    let mut game = archive.stated(id)?;
    archive.decided().tell(&mut game);
    game.headings.title = archive.snapshot().title(id)?;
    game.unread = unread(archive, id)?;
    Ok(game)
}

/// The end of a game's records that could not be read, unless decisions read it.
fn unread(archive: &Archive, id: u32) -> Result<Option<UnreadMoves>> {
    if archive.decided().is_whole(id) { Ok(None) } else { archive.snapshot().unread_end(id) }
}

impl GameRow {
    /// The game for writers of formats. `start` and `tree` are the game's own, or those of a
    /// witness with variations.
    pub fn entry<'a>(&'a self, start: Option<&'a Position>, tree: &'a Tree) -> Entry<'a> {
        let date = if self.date_found.is_some() { &self.date_found } else { &self.date };
        let tags = [
            ("Event", &self.event),
            ("Title", &self.headings.title),
            ("Site", &self.site),
            ("Date", date),
            ("Round", &self.round),
            ("RedTeam", &self.red_team),
            ("Red", &self.red),
            ("BlackTeam", &self.black_team),
            ("Black", &self.black),
            ("Opening", &self.opening),
            ("Termination", &self.termination),
        ];
        Entry {
            tags: tags
                .iter()
                .filter_map(|(name, value)| Some((*name, value.as_deref()?)))
                .collect(),
            start,
            tree,
            result: self.result,
            hint: Some(self.kind),
            unread: self.unread.as_ref(),
            damaged: &[],
            origin: Origin::Game { key: &self.key, kind: self.kind },
        }
    }
}

/// Largest number of games returned for the beginning of a key.
const MOST_BY_KEY: usize = 21;

/// The games with scores or clocks in comments.
#[derive(Debug, Clone)]
pub struct EvaluatedGames(Arc<IdSet>);

impl EvaluatedGames {
    /// Whether a witness of the game has scores or clocks.
    pub fn contains(&self, game: u32) -> bool {
        self.0.contains(game)
    }

    /// Whether no game has scores or clocks.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Scores and clocks of the main line of a game, by ply.
    pub fn line(&self, conn: &Connection, game: u32) -> Result<LineEvaluations> {
        match self.contains(game) {
            true => Ok(LineEvaluations::of_main_line(&conn.evaluations(game)?)),
            false => Ok(LineEvaluations::default()),
        }
    }
}

impl Archive {
    /// Reads one game with derived values and decisions.
    pub fn game(&self, id: u32) -> Result<GameRow> {
        self.completed(id, self.beside_rows(&[id])?.get(&id))
    }

    /// Reads games with derived values and decisions, in the order of `ids`; quicker than one by one.
    pub fn games(&self, ids: &[u32]) -> Result<Vec<GameRow>> {
        let found = self.beside_rows(ids)?;
        ids.iter().map(|&id| self.completed(id, found.get(&id))).collect()
    }

    fn completed(&self, id: u32, found: Option<&GameFindings>) -> Result<GameRow> {
        let mut game = self.stated(id)?;
        let has = |field: &str| match field {
            "Red" => game.red.is_some(),
            "Black" => game.black.is_some(),
            "Date" => game.date_found.is_some(),
            "Result" => game.result.is_known(),
            _ => game.round.is_some(),
        };
        let stated = PackedDate::new(game.date.as_deref().and_then(parse_date));
        (game.dated, game.derived) = self.derived(id, (stated, &has), found)?;
        self.decided().tell(&mut game);
        Ok(game)
    }

    /// The row of a game, without decisions; if only stated values count, without those that come
    /// from file names.
    fn stated(&self, id: u32) -> Result<GameRow> {
        let mut game = self.snapshot().game(id)?;
        if self.lay() == Evidence::Stated {
            take_away(&mut game, self.facts.from_file(id));
        }
        Ok(game)
    }

    /// Ids of the games whose key begins with `prefix`, by key; at most 21.
    pub fn games_by_key(&self, prefix: &str) -> Result<Vec<u32>> {
        let prefix = prefix.to_ascii_lowercase();
        let Some(keys) = keys_with(&prefix) else { return Ok(Vec::new()) };
        let mut games: Vec<(String, u32)> = Vec::new();
        // Facts have the first half of a key; games that share it are ordered by their rows.
        let of_order =
            self.known.in_order.with_number(&self.facts, FactOrder::Key, keys.clone()).map(|ids| {
                let key = |id| self.facts.get(id).map_or(0, |fact| fact.key);
                ids.iter().map(|&id| (key(id), id)).collect()
            });
        let found = of_order.unwrap_or_else(|| self.facts.with_keys(|key| keys.contains(&key)));
        for alike in found.chunk_by(|a, b| a.0 == b.0) {
            if games.len() >= MOST_BY_KEY {
                break;
            }
            for &(_, id) in alike {
                let key = self.snapshot().game_key(id)?;
                if key.starts_with(&prefix) {
                    games.push((key, id));
                }
            }
        }
        games.sort_unstable();
        games.truncate(MOST_BY_KEY);
        Ok(games.into_iter().map(|(_, id)| id).collect())
    }

    /// Rows of other tables about games, as far as derived values count, by `game.id`.
    pub(crate) fn beside_rows(&self, ids: &[u32]) -> Result<FxHashMap<u32, GameFindings>> {
        match self.lay() {
            Evidence::Derived => self.snapshot().beside_rows(ids),
            Evidence::Stated | Evidence::Nothing => Ok(FxHashMap::default()),
        }
    }

    /// Date of a game with its reason, and its derived values and doubts, without decisions about
    /// its fields. `stated` is the date of its row, and `has` tells which fields the row has.
    pub(crate) fn derived(
        &self,
        id: u32,
        (stated, has): (PackedDate, &dyn Fn(&str) -> bool),
        found: Option<&GameFindings>,
    ) -> Result<(Option<Dated>, Derived)> {
        let fact = self.facts.get(id).copied().unwrap_or(Fact::GONE);
        let from_file = self.facts.from_file(id);
        let because = found.and_then(|found| found.because);
        let dated = self.dated((id, &fact), stated, from_file, because);
        let mut derived = Derived::default();
        if self.lay() != Evidence::Derived {
            return Ok((dated, derived));
        }
        if let Some(GameFindings { values, doubts, .. }) = found {
            for field in ["Red", "Black", "Date", "Result", "Round"] {
                let value = match from_file.has(FieldSet::of_tag(field)) {
                    true => values.iter().find(|value| is_of_file(value, field)),
                    false if has(field) => None,
                    false => self.chosen(&fact, values, field)?,
                };
                let value = value.map(|value| (field, value.value.clone(), value.from));
                derived.values.extend(value);
            }
            for doubt in doubts {
                let is_about = doubt.field != "Date" || fact.date != stated;
                let mut known = ["Red", "Black", "Date", "Result"].into_iter();
                let field = known.find(|field| is_about && *field == doubt.field);
                derived.doubts.extend(field.map(|field| (field, doubt.says.clone())));
            }
        }
        derived.doubts.extend(says_of(dated, stated).map(|says| ("Date", says)));
        derived.doubts.sort_by_key(|(field, _)| *field);
        derived.doubts.dedup_by_key(|(field, _)| *field);
        Ok((dated, derived))
    }

    /// Date of a game with its reason; `stated` is the date of the row, and `because` the reason for
    /// another one.
    fn dated(
        &self,
        (id, fact): (u32, &Fact),
        stated: PackedDate,
        from_file: FieldSet,
        because: Option<DateReason>,
    ) -> Option<Dated> {
        let date = if self.lay() == Evidence::Derived { fact.date } else { stated };
        let because = match self.facts.decided_date(id) {
            Some(_) => DateReason::Decision,
            None if date == stated && from_file.has(FieldSet::DATE) => DateReason::File,
            None if date == stated => DateReason::Stated,
            None => because.unwrap_or(DateReason::Stated),
        };
        let is_known = !date.is_unknown() || !stated.is_unknown();
        is_known.then_some(Dated { date, because })
    }

    /// The derived value of a field without a stated value that the facts use.
    fn chosen<'v>(
        &self,
        fact: &Fact,
        values: &'v [DerivedValue],
        field: &str,
    ) -> Result<Option<&'v DerivedValue>> {
        let mut of_field = values.iter().filter(|value| value.field == field);
        let player = match field {
            "Red" => fact.red,
            "Black" => fact.black,
            _ => 0,
        };
        Ok(match field {
            "Red" | "Black" if player > 0 => {
                let name = PLAYERS.text(self.snapshot(), player)?.unwrap_or_default();
                of_field.find(|value| split_team(&value.value).name == name)
            }
            "Date" => of_field.find(|value| parse_date(&value.value) == fact.date.date()),
            "Result" if fact.result().is_known() => {
                of_field.find(|value| parse_result(&value.value) == Some(fact.result()))
            }
            "Round" => of_field.next(),
            _ => None,
        })
    }

    /// Ids of the other games between the same two players, in either colour, on the same day;
    /// names are folded. Empty if the day or a player is unknown; at most 20.
    pub fn same_day(&self, game: u32) -> Result<Vec<u32>> {
        let fact = self.facts.get(game).copied();
        let Some(fact) = fact.filter(|fact| fact.red > 0 && fact.black > 0) else {
            return Ok(Vec::new());
        };
        if fact.date.date().is_none_or(|date| date.day == 0) {
            return Ok(Vec::new());
        }
        let date = fact.date.bits();
        let is_of_day = |(id, other): &(u32, &Fact)| *id != game && other.date == fact.date;
        let of_day =
            match self.known.in_order.with_number(&self.facts, FactOrder::Date, date..=date) {
                Some(of_day) => of_day.to_vec(),
                None => self.facts.alive().filter(is_of_day).map(|(id, _)| id).collect(),
            };
        let seats = |id: &u32| {
            let other = self.facts.get(*id).filter(|it| it.red > 0 && it.black > 0)?;
            Some(Seats { event: 0, ..Seats::of(other, 1) })
        };
        let all = of_day.iter().chain([&game]).filter_map(seats);
        let names = self.names(of_day.len() + 1, all)?;
        let pair = |[red, black]: [u32; 2]| {
            let mut pair = [names.player(red), names.player(black)];
            pair.sort_unstable();
            pair
        };
        let players = pair([fact.red, fact.black]);
        let is_between =
            |id: &u32| *id != game && seats(id).map(|it| pair(it.players)) == Some(players);
        Ok(of_day.into_iter().filter(is_between).take(MOST).collect())
    }

    /// The games with scores or clocks in comments.
    pub fn evaluated_games(&self) -> Result<&EvaluatedGames> {
        once(&self.known.evaluated, || {
            let games = self.snapshot().evaluated_games()?;
            Ok(EvaluatedGames(Arc::new(games)))
        })
    }

    /// Scores and clocks of a game, by node; empty for most games.
    pub fn evaluations(&self, game: u32) -> Result<Vec<NodeEvaluation>> {
        match self.evaluated_games()?.contains(game) {
            true => self.snapshot().evaluations(game),
            false => Ok(Vec::new()),
        }
    }
}

/// The contradiction of a stated date by the known date.
fn says_of(dated: Option<Dated>, stated: PackedDate) -> Option<String> {
    let Dated { date, because } = dated?;
    let span = date.span().filter(|span| stated.span().is_some_and(|date| !date.meets(*span)))?;
    match because {
        DateReason::Witnesses => Some(format!("more witnesses say {span}")),
        _ => ValueSource::from_name(because.as_str()).map(|from| format!("{from} says {span}")),
    }
}

fn is_of_file(value: &DerivedValue, field: &str) -> bool {
    value.field == field && value.from == ValueSource::File
}

fn take_away(game: &mut GameRow, from_file: FieldSet) {
    if from_file.has(FieldSet::RED) {
        (game.red, game.red_team) = (None, None);
    }
    if from_file.has(FieldSet::BLACK) {
        (game.black, game.black_team) = (None, None);
    }
    if from_file.has(FieldSet::DATE) {
        (game.date, game.date_found) = (None, None);
    }
    if from_file.has(FieldSet::RESULT) {
        game.result = Default::default();
    }
}

/// Largest number of games returned.
const MOST: usize = 20;

/// Title of a game for display: the stated title, or else the name of the file.
pub fn title(headings: &Headings, as_stated: bool) -> Option<&str> {
    let file = headings.file.as_ref().filter(|_| !as_stated);
    headings.title.as_ref().or(file).map(String::as_str)
}
