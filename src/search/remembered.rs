//! Answers about common positions, as they are stored and looked up; `common.rs` works them out.
//!
//! They carry the generation of the database they were worked out in, and are used in no other:
//! after any change to a game they are passed over until they are worked out anew.

use super::archive::Archive;
use super::archive::postings::{Mirroring, View};
use super::behind::{Behind, Lead};
use super::conditions::filter::Matcher;
use super::conditions::question::Order;
use super::conditions::question::{Found, Query};
use super::explored::{Explored, Row};
use super::score::Score;
use crate::metadata::Kind;
use crate::store::{AnswerKey, Error, Result};
use crate::xiangqi::{Move, Orientation};
use serde::{Deserialize, Serialize};

/// How many games are remembered in each order: two pages of the usual length.
pub(super) const GAMES: usize = 40;
/// How many of the latest games are remembered for each move.
pub(super) const LATEST: usize = 5;

/// `common_position.found`: how many games, how many of them in the mirror only, how many copies do
/// not count, and the first in every order of [`Order::REMEMBERED`].
#[derive(Serialize, Deserialize)]
pub(super) struct StoredFound {
    pub(super) count: u64,
    pub(super) mirrored: u64,
    #[serde(default)]
    pub(super) copies: u64,
    pub(super) first: [Vec<u32>; 4],
}

/// `common_position.explored`. What was stored before players and events were counted lacks these,
/// and is not an answer any more.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredExplored {
    pub(super) score: Score,
    #[serde(default)]
    pub(super) behind: Option<StoredBehind>,
    pub(super) mirrored: u64,
    #[serde(default)]
    pub(super) copies: u64,
    pub(super) ended: u64,
    pub(super) rows: Vec<StoredRow>,
}

/// Move, games won by Red, drawn, won by Black, of unknown result; then the fields of [`Row`] as
/// they follow, the game to open where none is dated, and who played the games.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredRow(
    String,
    [u64; 4],
    u64,
    u64,
    Option<(u16, u16)>,
    Option<u32>,
    Vec<u32>,
    #[serde(default)] Option<u32>,
    #[serde(default)] StoredBehind,
);

/// Players, events, and who has most games: player and event.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct StoredBehind(u64, u64, Option<(String, u64)>, Option<(String, u64)>);

/// The answer to a search, if it is remembered.
pub(super) fn found(archive: &Archive, query: &Query) -> Result<Option<Found>> {
    let Some(position) = &query.position else { return Ok(None) };
    let is_usual = query.line.is_none()
        && query.contains.is_empty()
        && !query.variations
        && query.matcher.asks_only_for(&[]);
    if !is_usual || !archive.remembers() || query.places.end > GAMES {
        return Ok(None);
    }
    let view = View { asked: position.key(), mirroring: query.mirroring };
    let Some(text) = archive.snapshot().remembered_search(key_of(view))? else { return Ok(None) };
    let stored: StoredFound = parse(&text)?;
    let order = Order::REMEMBERED.iter().position(|order| *order == query.order);
    let Some(first) = order.and_then(|order| stored.first.get(order)) else { return Ok(None) };
    let places = query.places.start..query.places.end.min(first.len());
    let games = first.get(places).unwrap_or_default().to_vec();
    let StoredFound { count, mirrored, copies, .. } = stored;
    Ok(Some(Found { count, games, mirrored, copies, ..Found::default() }))
}

/// The answer of the explorer, if it is remembered.
pub(super) fn explored(
    archive: &Archive,
    view: View,
    matcher: &Matcher,
    latest: usize,
) -> Result<Option<Explored>> {
    if !matcher.asks_only_for(&[Kind::Game]) || !archive.remembers() || latest > LATEST {
        return Ok(None);
    }
    let Some(text) = archive.snapshot().remembered_rows(key_of(view))? else { return Ok(None) };
    let stored: StoredExplored = parse(&text)?;
    let Some(behind) = stored.behind else { return Ok(None) };
    let rows = stored.rows.into_iter().map(|row| row.into_row(latest));
    Ok(Some(Explored {
        score: stored.score,
        behind: behind.into_behind(),
        mirrored: stored.mirrored,
        copies: stored.copies,
        ended: stored.ended,
        undated: 0,
        rows: rows.collect::<Result<_>>()?,
    }))
}

/// How many games come to a position, if that is remembered.
pub(super) fn games(archive: &Archive, view: View, matcher: &Matcher) -> Result<Option<u64>> {
    if !matcher.asks_only_for(&[Kind::Game]) || !archive.remembers() {
        return Ok(None);
    }
    let Some(text) = archive.snapshot().remembered_rows(key_of(view))? else { return Ok(None) };
    Ok(Some(parse::<StoredExplored>(&text)?.score.games()))
}

/// The question that an answer is stored under.
pub(super) fn key_of(view: View) -> AnswerKey {
    let View { asked, mirroring } = view;
    AnswerKey {
        key: asked.key,
        is_mirrored: asked.orientation == Orientation::Mirrored,
        is_exact: mirroring == Mirroring::Exact && asked.orientation != Orientation::Symmetric,
    }
}

fn parse<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T> {
    serde_json::from_str(text)
        .map_err(|error| Error::Damaged(format!("a remembered answer makes no sense: {error}")))
}

impl StoredRow {
    /// A row as it is stored.
    pub(super) fn of(row: &Row) -> StoredRow {
        let Score { red, draw, black, unknown, .. } = row.score;
        StoredRow(
            row.mv.to_string(),
            [red, draw, black, unknown],
            row.mirrored,
            row.reached,
            row.years,
            row.earliest,
            row.latest.clone(),
            row.undated,
            StoredBehind::of(&row.behind),
        )
    }

    fn into_row(self, most: usize) -> Result<Row> {
        let StoredRow(mv, score, mirrored, reached, years, earliest, mut latest, undated, behind) =
            self;
        let mv: Move = mv
            .parse()
            .map_err(|_| Error::Damaged(format!("a remembered answer has the move `{mv}`")))?;
        let [red, draw, black, unknown] = score;
        latest.truncate(most);
        let score = Score { red, draw, black, unknown, others: 0 };
        let behind = behind.into_behind();
        Ok(Row { mv, score, behind, mirrored, reached, years, earliest, undated, latest })
    }
}

impl StoredBehind {
    /// Players and events as they are stored.
    pub(super) fn of(behind: &Behind) -> StoredBehind {
        let Behind { players, events, leading_player, leading_event } = behind;
        let lead = |lead: &Option<Lead>| lead.as_ref().map(|it| (it.name.clone(), it.games));
        StoredBehind(*players, *events, lead(leading_player), lead(leading_event))
    }

    fn into_behind(self) -> Behind {
        let StoredBehind(players, events, player, event) = self;
        let lead = |(name, games)| Lead { name, games };
        Behind { players, events, leading_player: player.map(lead), leading_event: event.map(lead) }
    }
}
