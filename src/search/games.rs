//! Lists of games, found and ordered at once or in blocks.
//!
//! Facts give the order of games before a scan. In blocks of growing size the first games are
//! scanned first and can be shown at once; the scan ends when enough games are found.

use super::archive::Archive;
use super::archive::duplicates::OnePerGroup;
use super::archive::ids::IdSet;
use super::archive::parallel::{Unwatched, Watch};
use super::conditions::filter::{Sieve, Sifted};
use super::conditions::question::{Found, Order, Ranking, SearchQuery, TopGames};
use super::conditions::scan::{PlannedQuery, Sights, games_showing};
use super::explore::position::Coming;
use super::explore::remembered;
use crate::query::{Condition, Link, SpelledMove, State};
use crate::store::Result;
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// Finds games.
pub fn search(archive: &Archive, query: &SearchQuery) -> Result<Found> {
    search_watched(archive, query, &Unwatched)
}

/// Like [`search`], with progress. Returns [`Error::Stopped`](crate::store::Error::Stopped) when
/// `watch` stops it.
pub fn search_watched(archive: &Archive, query: &SearchQuery, watch: &dyn Watch) -> Result<Found> {
    match remembered::found(archive, query)? {
        Some(found) => Ok(found),
        None => found(archive, query, Some(query.order), watch),
    }
}

/// Finds all games of a query, by id: for numbers of games, which need no order.
///
/// # Errors
/// Like [`search_watched`].
pub fn search_unsorted(archive: &Archive, query: &SearchQuery, watch: &dyn Watch) -> Result<Found> {
    found(archive, query, None, watch)
}

/// Finds games at the places of a query in an order; without an order all games, by id.
fn found(
    archive: &Archive,
    query: &SearchQuery,
    order: Option<Order>,
    watch: &dyn Watch,
) -> Result<Found> {
    let mut found = Found::default();
    let ranking = order.map(|order| Ranking::of(archive, order)).transpose()?;
    let mut first = ranking.map(|ranking| TopGames::new(ranking, query.places.end));
    let sieve = Sieve::new(archive, &query.matcher)?;
    let mut once = OnePerGroup::new(sieve.duplicates());
    let is_of_games_alone = query.matcher.is_of_games_alone();
    let mut list = |found: &mut Found, id: u32, is_mirrored: bool| {
        found.count += sieve.weight(id);
        found.mirrored += if is_mirrored { sieve.weight(id) } else { 0 };
        if is_of_games_alone && first.is_none() {
            found.games.push(id);
        } else if let Some(fact) = archive.facts().get(id) {
            found.others += if fact.is_game() { 0 } else { sieve.weight(id) };
            match &mut first {
                Some(first) => first.push(id, fact),
                None => found.games.push(id),
            }
        }
    };
    let mut take = |id: u32, is_mirrored: bool, sifted: Sifted| match sifted {
        Sifted::Fits => {
            if let Some(is_mirrored) = once.hold(id, is_mirrored) {
                list(&mut found, id, is_mirrored);
            }
        }
        Sifted::Undated => found.add_undated(id),
        Sifted::OfProgram => found.programs += 1,
        Sifted::Falls => {}
    };
    if query.line.is_none() && query.contains.is_empty() {
        query.coming().each(archive, &sieve, &mut take)?;
    } else {
        // Lines and boards need the moves of games, so all other conditions are tested first.
        let mut games = Vec::new();
        query.coming().each(archive, &sieve, |id, is_mirrored, sifted| {
            if sifted != Sifted::Falls {
                games.push((id, is_mirrored));
            }
        })?;
        let SearchQuery { mirroring, variations, .. } = *query;
        let line = query.line.as_ref().map(|(start, moves)| {
            (begins_with(start, moves), Sights { mirroring, variations: false })
        });
        let boards = query
            .contains
            .iter()
            .map(|board| (Condition::Board(board.clone()), Sights { mirroring, variations }));
        for (condition, sights) in line.into_iter().chain(boards) {
            let is_board = matches!(condition, Condition::Board(_));
            let wanted: Vec<u32> = games.iter().map(|&(id, _)| id).collect();
            let showing = games_showing(archive, &condition, sights, &wanted, watch)?;
            // Both lists are ordered by id, and the showing games are among the others.
            let mut others = games.into_iter();
            let merged = showing.into_iter().map(|(id, shows_mirror)| {
                let is_mirrored = others.find(|game| game.0 == id).is_some_and(|game| game.1);
                (id, is_mirrored || is_board && shows_mirror)
            });
            games = merged.collect();
        }
        games.into_iter().for_each(|(id, is_mirrored)| take(id, is_mirrored, sieve.sift(id)));
    }
    let copies = once.release(|id, is_mirrored| list(&mut found, id, is_mirrored));
    found.copies = copies;
    match first {
        Some(first) => found.games = first.at(archive.snapshot(), query.places.clone())?,
        None => found.games.sort_unstable(),
    }
    Ok(found)
}

impl SearchQuery {
    /// The condition that games reach the query's position, if any.
    fn coming(&self) -> Coming<'_> {
        let &SearchQuery { mirroring, variations, .. } = self;
        Coming { position: self.position.as_ref(), mv: None, mirroring, variations }
    }
}

/// Condition that a game begins with these moves from this start.
fn begins_with(start: &Position, moves: &[Move]) -> Condition {
    let mut parts = vec![Condition::State(State::Start), Condition::Board(start.into())];
    let written =
        |&mv: &Move| (Link::Within(1), Condition::Written(vec![SpelledMove::Squares(mv)]));
    if !moves.is_empty() {
        parts.push(Condition::Sequence(moves.iter().map(written).collect()));
    }
    Condition::All(parts)
}

/// Number of games in the first block, which are scanned in no time.
pub const FIRST_BLOCK: usize = 4096;
/// Factor by which each block is larger than the one before.
const GROWTH: usize = 4;

/// Finds games by a query whose matcher was resolved without its question
/// ([`Filter::resolve_but_asked`](crate::search::Filter::resolve_but_asked)), in order. Calls
/// `take` with each block's games at the requested places; the first block has at least `first`
/// games. Ends early after the last requested place ([`Found::is_cut`]).
///
/// # Errors
/// Those of `take`, and [`Error::Stopped`](crate::store::Error::Stopped) when `watch` stops it.
pub fn search_in_blocks<E: From<crate::store::Error>>(
    archive: &Archive,
    query: &SearchQuery,
    first: usize,
    watch: &dyn Watch,
    mut take: impl FnMut(&[u32]) -> std::result::Result<(), E>,
) -> std::result::Result<Found, E> {
    let mut found = Found::default();
    let Some(asked) = query.matcher.asked() else { return Ok(found) };
    let (mut ranked, mut mirrored, mut undated) =
        (TopGames::new(Ranking::of(archive, query.order)?, usize::MAX), Vec::new(), Vec::new());
    let sieve = Sieve::new(archive, &query.matcher)?;
    // The first fitting game of a group represents it; later copies are skipped.
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    query.coming().each(archive, &sieve, |id, is_mirrored, sifted| match sifted {
        Sifted::Falls | Sifted::OfProgram => {}
        Sifted::Undated => undated.push(id),
        Sifted::Fits => {
            if let Some(fact) = archive.facts().get(id) {
                ranked.push(id, fact);
            }
            if is_mirrored {
                mirrored.push(id);
            }
        }
    })?;
    let mirrored: IdSet = mirrored.into_iter().collect();
    let mut size = first.max(1);
    watch.expect(ranked.len() as u64);
    while ranked.len() > 0 {
        if found.count >= query.places.end as u64 {
            found.is_cut = true;
            return Ok(found);
        }
        let block = ranked.split_off(size);
        let block_watch = BlockWatch { whole: watch, done: AtomicU64::new(0) };
        let mut games = in_order(archive, query, asked, &block, &block_watch)?;
        // The other games were decided by facts.
        watch.advance(block.len() as u64 - block_watch.done.into_inner());
        if let Some(kin) = sieve.duplicates() {
            let before = games.len();
            games.retain(|&id| !kin.contains(id) || seen.insert(kin.first(id)));
            found.copies += (before - games.len()) as u64;
        }
        let place = |end: usize| end.saturating_sub(found.count as usize).min(games.len());
        let shown = &games[place(query.places.start)..place(query.places.end)];
        found.count += games.len() as u64;
        found.others += archive.facts_of(&games).filter(|fact| !fact.is_game()).count() as u64;
        found.mirrored += games.iter().filter(|&&id| mirrored.contains(id)).count() as u64;
        found.games.extend_from_slice(shown);
        take(shown)?;
        size = size.saturating_mul(GROWTH);
    }
    if !undated.is_empty() {
        let undated: IdSet = undated.into_iter().collect();
        let fits = asked.games(archive, |id| undated.contains(id), watch)?;
        fits.iter().for_each(|id| found.add_undated(id));
    }
    Ok(found)
}

/// The games of a block that fit the question, in order.
fn in_order(
    archive: &Archive,
    query: &SearchQuery,
    asked: &PlannedQuery,
    block: &[u32],
    watch: &dyn Watch,
) -> Result<Vec<u32>> {
    let wanted: IdSet = block.iter().copied().collect();
    let fits = asked.games(archive, |id| wanted.contains(id), watch)?;
    let mut first = TopGames::new(Ranking::of(archive, query.order)?, usize::MAX);
    for &id in block.iter().filter(|&&id| fits.contains(id)) {
        if let Some(fact) = archive.facts().get(id) {
            first.push(id, fact);
        }
    }
    first.at(archive.snapshot(), 0..usize::MAX)
}

/// Watch of one block; all games were announced at the beginning.
struct BlockWatch<'w> {
    whole: &'w dyn Watch,
    done: AtomicU64,
}

impl Watch for BlockWatch<'_> {
    fn expect(&self, _: u64) {}

    fn advance(&self, games: u64) {
        self.done.fetch_add(games, Ordering::Relaxed);
        self.whole.advance(games);
    }

    fn is_stopped(&self) -> bool {
        self.whole.is_stopped()
    }
}
