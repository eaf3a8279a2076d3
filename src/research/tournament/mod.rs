//! A tournament as its games show it: who played whom, how, and what is missing.
//!
//! | file | subject |
//! | --- | --- |
//! | `system.rs` | how it was played, recognised from its games |
//! | `table.rs` | standings and cross table |
//! | `published.rs` | a published table beside the one of the games |
//!
//! This file reads the games of an edition from an archive; the rest is pure. Copies of one game
//! count once. A win counts 2 points, a draw 1.

mod published;
mod system;
mod table;

pub use published::{
    DifferenceCause, Published, PublishedError, StandingDifference, compare, read_published,
};
pub use system::PlayingSystem;
pub use table::{MissingGame, TournamentPlayer, cross_cell};

use crate::metadata::{GameResult, PackedDate, name_key};
use crate::names::{Notable, NotableKind};
use crate::search::{Archive, AskedEdition, FoldedNames, widen};
use crate::store::{EditionRow, Fact, PLAYERS, Result};
use crate::text::{hanzi_digit, hanzi_number, is_hanzi_ten};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A game of a tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TournamentGame {
    /// The id of the game.
    pub id: u32,
    /// The key of the game.
    pub key: String,
    /// Red and Black, by their places in the list of players.
    pub players: [usize; 2],
    /// Their teams, as far as the record names them.
    pub teams: [Option<String>; 2],
    /// The result.
    pub result: GameResult,
    /// The round.
    pub round: Option<u32>,
    /// The day, as far as it is known.
    pub date: PackedDate,
    /// Results of its records and copies that are not the result of the game.
    pub disputed: Vec<GameResult>,
}

impl TournamentGame {
    /// The points of Red and Black.
    #[must_use]
    pub fn points(&self) -> Option<[u32; 2]> {
        points(self.result)
    }
}

fn points(result: GameResult) -> Option<[u32; 2]> {
    match result {
        GameResult::RedWins => Some([2, 0]),
        GameResult::Draw => Some([1, 1]),
        GameResult::BlackWins => Some([0, 2]),
        GameResult::Unknown => None,
    }
}

/// A tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tournament {
    /// The name of the edition.
    pub name: String,
    /// Its year.
    pub year: Option<u32>,
    /// How it was played.
    pub system: PlayingSystem,
    /// The players in the order of the standings.
    pub players: Vec<TournamentPlayer>,
    /// The games, by round and day.
    pub games: Vec<TournamentGame>,
    /// Games in which a player is not named; they are in no table.
    pub unnamed: u64,
    /// Games that are known to be missing.
    pub missing: Vec<MissingGame>,
    /// Number of games that it must have had, where the system tells it.
    pub expected: Option<u32>,
    /// First and last day, as far as they are known.
    pub dates: Option<(PackedDate, PackedDate)>,
}

impl Tournament {
    /// The share of the games that are there, in percent.
    #[must_use]
    pub fn found_percent(&self) -> Option<f64> {
        let expected = self.expected.filter(|expected| *expected > 0)?;
        let missing: u32 = self.missing.iter().map(|missing| missing.games).sum();
        Some(100.0 * f64::from(expected.saturating_sub(missing)) / f64::from(expected))
    }

    /// The places in the standings of players under these names, as archives and people spell them.
    pub fn places_of<'n>(
        &self,
        archive: &Archive,
        names: impl Iterator<Item = &'n str>,
    ) -> Result<FxHashMap<String, usize>> {
        let folded = archive.folded_names()?;
        let mut places = FxHashMap::default();
        for name in names {
            PLAYERS.alike(archive.snapshot(), &name_key(name), &mut |row| {
                let head = folded.player(row.id()?);
                let place = self.players.iter().position(|player| Some(player.head) == head);
                places.extend(place.map(|place| (name.to_owned(), place)));
                Ok(())
            })?;
        }
        Ok(places)
    }

    /// The rounds with the number of their games, first and last day.
    #[must_use]
    pub fn rounds(&self) -> BTreeMap<u32, (u32, Option<(PackedDate, PackedDate)>)> {
        let mut rounds: BTreeMap<u32, (u32, Option<(PackedDate, PackedDate)>)> = BTreeMap::new();
        for game in &self.games {
            let Some(round) = game.round else { continue };
            let known = rounds.entry(round).or_default();
            known.0 += 1;
            widen_days(&mut known.1, game.date);
        }
        rounds
    }
}

fn widen_days(days: &mut Option<(PackedDate, PackedDate)>, day: PackedDate) {
    if !day.is_unknown() {
        let known = days.unwrap_or((day, day));
        *days = Some((known.0.min(day), known.1.max(day)));
    }
}

/// The editions that `name@24` or `name@2004` asks for, each with its number, or those of a whole
/// series.
pub fn editions_asked(archive: &Archive, asked: &str) -> Result<Vec<(u32, EditionRow)>> {
    let editions = archive.editions()?;
    let numbers = match AskedEdition::read(asked) {
        Some(asked) => editions.asked(&asked, || Ok(Vec::new()))?,
        None => editions.of_series(asked),
    };
    let row = |number| Some((number, editions.edition(number)?.clone()));
    Ok(numbers.into_iter().filter_map(row).collect())
}

/// Reads the tournament that an edition is, by the number of the edition.
pub fn tournament(archive: &Archive, number: u32) -> Result<Tournament> {
    let (editions, names) = (archive.editions()?, archive.folded_names()?);
    let Some(edition) = editions.edition(number) else { return Ok(Tournament::default()) };
    let (mut chosen, copies) = (chosen_games(archive, number)?, copies_of(archive, number)?);
    chosen.sort_unstable();
    let mut tournament =
        Tournament { name: edition.name.clone(), year: edition.year, ..Tournament::default() };
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    for id in chosen {
        let Some(fact) = archive.facts().get(id).copied() else { continue };
        let heads = [fact.red, fact.black].map(|player| names.player(player));
        let [Some(red), Some(black)] = heads else {
            tournament.unnamed += 1;
            continue;
        };
        if red == black {
            tournament.unnamed += 1;
            continue;
        }
        let players = [red, black].map(|head| {
            *places.entry(head).or_insert_with(|| {
                let name = names.name_of_player(head).to_owned();
                tournament.players.push(TournamentPlayer { head, name, ..Default::default() });
                tournament.players.len() - 1
            })
        });
        let mut game = game_of(archive, id, &fact, players)?;
        let others = copies.get(&archive.duplicates()?.first(id)).into_iter().flatten();
        let facts = others.filter_map(|other| archive.facts().get(*other));
        game.disputed.extend(facts.map(Fact::result));
        game.disputed.retain(|other| other.is_known() && *other != game.result);
        game.disputed.sort_unstable_by_key(|result| result.as_str());
        game.disputed.dedup();
        widen_days(&mut tournament.dates, game.date);
        tournament.games.push(game);
    }
    tournament.settle();
    doubt_players(archive, &names, &mut tournament)?;
    Ok(tournament)
}

/// One game of each group of copies that are of an edition: the one that stands for its group, if
/// it is of the edition.
fn chosen_games(archive: &Archive, number: u32) -> Result<Vec<u32>> {
    let mut chosen: FxHashMap<u32, u32> = FxHashMap::default();
    for (first, games) in copies_of(archive, number)? {
        let best = games.iter().copied().find(|game| *game == first);
        chosen.extend(best.or(games.first().copied()).map(|game| (first, game)));
    }
    Ok(chosen.into_values().collect())
}

/// The games between two players of an edition, by the game that stands for their group.
fn copies_of(archive: &Archive, number: u32) -> Result<FxHashMap<u32, Vec<u32>>> {
    let (kin, editions) = (archive.duplicates()?, archive.editions()?);
    let mut copies: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (id, fact) in archive.facts().alive() {
        if fact.is_game() && editions.number_of(fact) == number {
            copies.entry(kin.first(id)).or_default().push(id);
        }
    }
    Ok(copies)
}

fn game_of(archive: &Archive, id: u32, fact: &Fact, players: [usize; 2]) -> Result<TournamentGame> {
    let row = archive.game(id)?;
    let derived = row.derived.get("Round").map(|(value, _)| value.to_owned());
    let round = row.round.clone().or(derived).as_deref().and_then(round_number);
    let disputed = archive.witnesses(id)?.into_iter().map(|witness| witness.result).collect();
    let teams = [row.red_team, row.black_team];
    let (result, date) = (fact.result(), fact.date);
    Ok(TournamentGame { id, key: row.key, players, teams, result, round, date, disputed })
}

/// The number of a round as records write it: `4`, `第四轮`, `Round 4.2`.
fn round_number(text: &str) -> Option<u32> {
    const MOST: u32 = 99;
    let is_figure = |c: &char| c.is_ascii_digit() || hanzi_digit(*c).is_some() || is_hanzi_ten(*c);
    let figures: Vec<char> =
        text.chars().skip_while(|c| !is_figure(c)).take_while(is_figure).collect();
    let arabic = figures.iter().collect::<String>().parse().ok();
    let number = arabic.or_else(|| hanzi_number(&figures).map(|(number, _)| number));
    number.filter(|number| (1..=MOST).contains(number))
}

/// Nobody comes back after so many years without a game.
const DECADES: u32 = 20;
/// Number of other games that say when a player played.
const ENOUGH: u32 = 3;

/// Notes who cannot have been there: whose other games are all decades away, or who was not yet
/// born or no longer alive.
fn doubt_players(
    archive: &Archive,
    names: &FoldedNames,
    tournament: &mut Tournament,
) -> Result<()> {
    let Some(year) = tournament.year else { return Ok(()) };
    let places = tournament.players.iter().enumerate().map(|(at, player)| (player.head, at));
    let places: FxHashMap<u32, usize> = places.collect();
    let own: FxHashSet<u32> = tournament.games.iter().map(|game| game.id).collect();
    let kin = archive.duplicates()?;
    let own: FxHashSet<u32> = own.iter().map(|id| kin.first(*id)).collect();
    let mut careers = vec![(0_u32, None::<(u16, u16)>); tournament.players.len()];
    for (id, fact) in archive.facts().alive() {
        if !fact.is_game() || own.contains(&kin.first(id)) {
            continue;
        }
        for head in [fact.red, fact.black].into_iter().filter_map(|player| names.player(player)) {
            if let (Some(&at), Some(year)) = (places.get(&head), fact.year()) {
                careers[at].0 += 1;
                widen(&mut careers[at].1, Some(year));
            }
        }
    }
    let notable = Notable::of_project(NotableKind::Players);
    for (player, (games, years)) in tournament.players.iter_mut().zip(careers) {
        let is_far = years.is_some_and(|(first, last)| {
            year + DECADES <= u32::from(first) || u32::from(last) + DECADES <= year
        });
        player.other_years = years.filter(|_| is_far && games >= ENOUGH);
        if let Some([born, died]) = notable.find(&player.name).map(|noted| noted.years) {
            let is_unborn = born.is_some_and(|born| u32::from(born) >= year);
            let is_dead = died.is_some_and(|died| u32::from(died) < year);
            player.lived = (is_unborn || is_dead).then_some([born, died]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_read() {
        for (text, round) in [
            ("4", Some(4)),
            ("第四轮", Some(4)),
            ("Round 4.2", Some(4)),
            ("第十一輪", Some(11)),
            ("决赛", None),
            ("19900101", None),
            ("", None),
        ] {
            assert_eq!(round_number(text), round, "{text}");
        }
    }
}
