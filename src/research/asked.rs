//! Questions by their parameters, as every door asks them: timelines, strengths, tournaments.

use super::rating::Assumptions;
use super::strengths::{RankedField, Strengths, strengths};
use super::timeline::{Span, Timeline, timeline};
use super::tournament::{Published, StandingDifference, Tournament, compare, tournament};
use crate::search::{
    AllGames, Archive, AskError, Filter, Found, Matcher, Params, Purpose, SearchQuery, Watch,
    editions_asked, search_unsorted, search_watched,
};
use crate::store::{EditionRow, Result};
use crate::xiangqi::Side;
use std::sync::Arc;

/// Games by period, with their query.
#[derive(Debug)]
pub struct TimelineAnswer {
    /// The query that selects the games.
    pub query: SearchQuery,
    /// `game.id` of the games.
    pub games: Vec<u32>,
    /// Number of games of programs, which are left out.
    pub programs: u64,
    /// The games by period.
    pub timeline: Timeline,
}

/// Counts the games of a question by period.
pub fn ask_timeline(
    archive: &Archive,
    params: &Params,
    watch: &dyn Watch,
) -> std::result::Result<TimelineAnswer, AskError> {
    let span = params.choice("per", [Span::Year, Span::Decade])?;
    let filter = Filter { purpose: Purpose::Statistics, ..params.scope()? }.of_every_kind();
    let query = params.query_of(filter.resolve_watched(archive, watch)?, 0..usize::MAX)?;
    let found = search_unsorted(archive, &query, watch)?;
    let beside = AllGames::beside(archive, &query.matcher)?;
    let timeline = timeline(archive, &found.games, span, beside)?;
    Ok(TimelineAnswer { query, games: found.games, programs: found.programs, timeline })
}

/// Games of a question, with the strengths of their players.
#[derive(Debug)]
pub struct RatedGames {
    /// `game.id` of the games.
    pub games: Vec<u32>,
    /// The strengths.
    pub strengths: Strengths,
    /// Number of games of programs, which are left out.
    pub programs: u64,
    /// The matcher that selects the games.
    pub matcher: Matcher,
}

/// Finds the strengths of players. The archive remembers the last answers.
pub fn ask_strengths(
    archive: &Archive,
    params: &Params,
    assumed: &Assumptions,
    watch: &dyn Watch,
) -> std::result::Result<Arc<RatedGames>, AskError> {
    let matcher = params.filter(Purpose::Statistics)?.resolve_watched(archive, watch)?;
    let rated = archive.remembered_of_players(&(&matcher.filter, assumed), || {
        let query = SearchQuery::new(matcher.clone());
        let found = search_watched(archive, &query, watch)?;
        let strengths = strengths(archive, &found.games, assumed, watch)?;
        let Found { games, programs, .. } = found;
        Ok(RatedGames { games, strengths, programs, matcher: query.matcher })
    })?;
    Ok(rated)
}

impl RankedField {
    /// Players of at least `least` games; of a question about a time, or with `all`, also those who
    /// are not active. `has` says whether the question has a parameter.
    pub fn of(has: impl Fn(&str) -> bool, least: u32, year: Option<u16>, all: bool) -> RankedField {
        let has_time = year.is_some() || has("since") || has("until");
        RankedField { least, year, is_active: !all && !has_time }
    }
}

/// The games in which `name` has `side`, and the matcher that selects them.
pub fn games_with(
    archive: &Archive,
    filter: &Filter,
    (side, name): (Side, &str),
    watch: &dyn Watch,
) -> Result<(Found, Matcher)> {
    let mut filter = filter.clone();
    let slot = if side == Side::Red { &mut filter.red } else { &mut filter.black };
    *slot = Some(name.to_owned());
    let query = SearchQuery::new(filter.resolve_watched(archive, watch)?);
    let found = search_watched(archive, &query, watch)?;
    Ok((found, query.matcher))
}

/// Result of looking for a tournament.
#[derive(Debug)]
pub enum FoundTournament {
    /// The tournament, and its differences from a published table.
    One(Box<Tournament>, Vec<StandingDifference>),
    /// Names of the editions that fit, if several do, with their years.
    Several(Vec<String>),
}

/// Finds the tournament named `series@edition`; a series held once needs no edition.
pub fn ask_tournament(
    archive: &Archive,
    asked: &str,
    published: &[Published],
) -> Result<FoundTournament> {
    let numbers = editions_asked(archive, asked)?;
    let &[number] = &numbers[..] else {
        let editions = archive.editions()?;
        let found = numbers.into_iter().filter_map(|it| editions.edition(it));
        return Ok(FoundTournament::Several(found.map(with_year).collect()));
    };
    let tournament = tournament(archive, number)?;
    let places = tournament.places_of(archive, published.iter().map(|row| row.name.as_str()))?;
    let differences = match published {
        [] => Vec::new(),
        rows => compare(&tournament, rows, |name| places.get(name).copied()),
    };
    Ok(FoundTournament::One(tournament.into(), differences))
}

/// Name of an edition, with its year behind it where the name has another number.
fn with_year(edition: &EditionRow) -> String {
    let name = &edition.name;
    match edition.year {
        Some(year) if !name.contains(&year.to_string()) => format!("{name} ({year})"),
        _ => name.clone(),
    }
}
