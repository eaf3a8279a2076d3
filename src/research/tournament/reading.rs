//! Reads the games of editions from an archive as tournaments.

use super::{Tournament, TournamentGame, TournamentPlayer, widen_days};
use crate::metadata::{GameResult, SaidYears, said_years, stated_standings};
use crate::names::{Notable, NotableEntry, NotableKind};
use crate::search::{Archive, FoldedNames, widen};
use crate::store::{EditionRow, Fact, GameRow, RecordParts, RecordSet, Result};
use crate::text::{fold, hanzi_digit, hanzi_number, is_hanzi_ten};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Reads the tournament of an edition, by the edition's number, and compares places and scores that
/// its records state.
pub fn tournament(archive: &Archive, number: u32) -> Result<Tournament> {
    let mut one = tournaments(archive, &|one| one == number)?.pop().unwrap_or_default();
    let names: Vec<&str> = one.players.iter().map(|player| player.name.as_str()).collect();
    let mut stated = Vec::new();
    for game in &one.games {
        let mut read = |text: &str| {
            // A text about other years is about other tournaments.
            let year = one.year.and_then(|year| u16::try_from(year).ok());
            let is_of_year = |said: &SaidYears| year.is_none_or(|year| said.may_be(year));
            if said_years(text).iter().all(is_of_year) {
                let found = stated_standings(text, &names).into_iter();
                stated.extend(found.map(|said| (said, game.key.clone())));
            }
        };
        archive.snapshot().trees_of(game.id, &mut |tree| {
            tree.comments.iter().for_each(|(_, comment)| read(comment));
            Ok(())
        })?;
        archive.snapshot().title(game.id)?.iter().for_each(|title| read(title));
    }
    one.compare_stated(stated);
    Ok(one)
}

/// Reads the tournaments of the wanted editions, by number. Costs two passes over the facts of all
/// games, and one row per game of the editions.
pub fn tournaments(archive: &Archive, is_wanted: &dyn Fn(u32) -> bool) -> Result<Vec<Tournament>> {
    let (kin, editions) = (archive.duplicates()?, archive.editions()?);
    let mut copies: BTreeMap<u32, BTreeMap<u32, Vec<u32>>> = BTreeMap::new();
    for (id, fact) in archive.facts().alive() {
        let number = editions.number_of(fact);
        if editions.edition(number).is_some() && is_wanted(number) {
            copies.entry(number).or_default().entry(kin.first(id)).or_default().push(id);
        }
    }
    let names = archive.folded_names()?;
    let mut all = Vec::with_capacity(copies.len());
    for (number, copies) in copies {
        let Some(edition) = editions.edition(number) else { continue };
        let series = editions.series(edition.series);
        all.push(read(archive, names, edition, is_of_teams(series, edition), &copies)?);
    }
    doubt_players(archive, names, &mut all)?;
    Ok(all)
}

/// Whether an edition is one of teams: by the list of main events, or by a word in its name.
fn is_of_teams(series: &str, edition: &EditionRow) -> bool {
    let listed = Notable::of_project(NotableKind::Events).rows().iter();
    let is_listed =
        |row: &NotableEntry| row.name == series && ["team", "league"].contains(&&*row.title);
    let words = [fold(series), fold(&edition.wording)];
    let is_named = |word: &str| words.iter().any(|text| text.contains(word));
    listed.into_iter().any(is_listed) || ["团体", "team"].into_iter().any(is_named)
}

/// Reads the tournament of an edition; `copies` has its games by the game that represents their
/// group.
fn read(
    archive: &Archive,
    names: &FoldedNames,
    edition: &EditionRow,
    is_of_teams: bool,
    copies: &BTreeMap<u32, Vec<u32>>,
) -> Result<Tournament> {
    let mut tournament =
        Tournament { name: edition.name.clone(), year: edition.year, ..Tournament::default() };
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    // Games that count: id, players, and the copies that belong to the edition.
    let mut counted: Vec<(u32, [usize; 2], Vec<&Fact>)> = Vec::new();
    for (first, games) in copies {
        let fact_of = |id: &u32| archive.facts().get(*id).filter(|fact| fact.is_game());
        let games: Vec<(u32, &Fact)> =
            games.iter().filter_map(|id| Some((*id, fact_of(id)?))).collect();
        // Prefers the game that represents its group, if it belongs to the edition.
        let best = games.iter().find(|game| game.0 == *first).or(games.first());
        let Some(&(id, fact)) = best else {
            tournament.others += 1;
            continue;
        };
        let heads = [fact.red, fact.black].map(|player| names.player(player));
        let heads = heads[0].zip(heads[1]).filter(|(red, black)| red != black);
        let Some((red, black)) = heads else {
            tournament.unnamed += 1;
            continue;
        };
        let players = [red, black].map(|head| {
            *places.entry(head).or_insert_with(|| {
                let name = names.name_of_player(head).to_owned();
                tournament.players.push(TournamentPlayer { head, name, ..Default::default() });
                tournament.players.len() - 1
            })
        });
        counted.push((id, players, games.into_iter().map(|(_, fact)| fact).collect()));
    }
    let ids: Vec<u32> = counted.iter().map(|(id, ..)| *id).collect();
    for ((id, players, copies), row) in counted.into_iter().zip(archive.games(&ids)?) {
        let mut game = game_of(archive, id, row, players)?;
        game.disputed.extend(copies.iter().map(|fact| fact.result()));
        game.disputed.retain(|other| other.is_known() && *other != game.result);
        game.disputed.sort_unstable_by_key(|result| result.as_str());
        game.disputed.dedup();
        widen_days(&mut tournament.dates, game.date);
        tournament.games.push(game);
    }
    tournament.settle(is_of_teams);
    Ok(tournament)
}

fn game_of(
    archive: &Archive,
    id: u32,
    row: GameRow,
    players: [usize; 2],
) -> Result<TournamentGame> {
    let fact = archive.facts().get(id).copied().unwrap_or(Fact::GONE);
    let derived = row.derived.get("Round").map(|(value, _)| value.to_owned());
    let round = row.round.clone().or(derived).as_deref().and_then(round_number);
    let mut disputed: Vec<GameResult> = Vec::new();
    let witnesses = RecordSet::Game(id);
    archive.snapshot().records(witnesses, RecordParts::NONE, &mut |record| -> Result<_> {
        disputed.push(record.result);
        Ok(ControlFlow::Continue(()))
    })?;
    // The doubt reads `event says 0-1`.
    let doubts = row.derived.doubts_json();
    let said = doubts.get("Result").and_then(|says| says.as_str()?.split(' ').next_back());
    disputed.extend(said.and_then(GameResult::from_name));
    Ok(TournamentGame {
        id,
        key: row.key,
        players,
        teams: [row.red_team, row.black_team],
        result: fact.result(),
        round,
        date: fact.date,
        disputed,
        is_play_off: false,
    })
}

/// Number of a round as records write it: `4`, `第四轮`, `Round 4.2`.
fn round_number(text: &str) -> Option<u32> {
    const MOST: u32 = 99;
    let is_figure = |c: &char| c.is_ascii_digit() || hanzi_digit(*c).is_some() || is_hanzi_ten(*c);
    let figures: Vec<char> =
        text.chars().skip_while(|c| !is_figure(c)).take_while(is_figure).collect();
    let arabic = figures.iter().collect::<String>().parse().ok();
    let number = arabic.or_else(|| hanzi_number(&figures).map(|(number, _)| number));
    number.filter(|number| (1..=MOST).contains(number))
}

/// Number of years without a game after which a player does not return.
const DECADES: u32 = 20;
/// Smallest number of other games that date a player's career.
const ENOUGH: u32 = 3;
/// Age in years below which nobody plays in a tournament.
const YOUNGEST: u32 = 8;

/// Marks players who cannot have played: their other games are decades away, or they were not yet
/// born, small children or dead.
fn doubt_players(
    archive: &Archive,
    names: &FoldedNames,
    tournaments: &mut [Tournament],
) -> Result<()> {
    let kin = archive.duplicates()?;
    let players = tournaments.iter().flat_map(|of| &of.players);
    // Dated games of each player: the game that represents its group, and the year.
    let mut careers: FxHashMap<u32, Vec<(u32, u16)>> =
        players.map(|player| (player.head, Vec::new())).collect();
    for (id, fact) in archive.facts().alive().filter(|(_, fact)| fact.is_game()) {
        let Some(year) = fact.year() else { continue };
        for head in [fact.red, fact.black].into_iter().filter_map(|player| names.player(player)) {
            if let Some(games) = careers.get_mut(&head) {
                games.push((kin.first(id), year));
            }
        }
    }
    let notable = Notable::of_project(NotableKind::Players);
    for of in tournaments {
        let Some(year) = of.year else { continue };
        let own: FxHashSet<u32> = of.games.iter().map(|game| kin.first(game.id)).collect();
        for player in &mut of.players {
            let other = careers[&player.head].iter().filter(|(first, _)| !own.contains(first));
            let (mut games, mut years) = (0, None);
            for (_, year) in other {
                games += 1;
                widen(&mut years, Some(*year));
            }
            let is_far = years.is_some_and(|(first, last)| {
                year + DECADES <= u32::from(first) || u32::from(last) + DECADES <= year
            });
            player.other_years = years.filter(|_| is_far && games >= ENOUGH);
            if let Some([born, died]) = notable.find(&player.name).map(|noted| noted.years) {
                let is_unborn = born.is_some_and(|born| u32::from(born) + YOUNGEST > year);
                let is_dead = died.is_some_and(|died| u32::from(died) < year);
                player.lived = (is_unborn || is_dead).then_some([born, died]);
            }
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
