//! Games that fit a question, handed out while others are still scanned.
//!
//! Facts know the order of the games before the scan. So the first of them are scanned first, in
//! blocks of growing size, and what a block holds can be shown at once; as soon as there are as
//! many as were asked for, nothing more is read.

use super::archive::Archive;
use super::games::candidates;
use super::ids::IdSet;
use super::matching::Asked;
use super::order::{First, Ranked, Ranking};
use super::question::{Found, Query};
use super::sieve::Sieve;
use super::sifted::Sifted;
use super::watch::Watch;
use crate::store::Result;
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// Games of the first block: they are scanned in no time.
pub const FIRST_BLOCK: usize = 4096;
/// Each further block is so many times larger.
const GROWTH: usize = 4;

/// Finds games by a query whose matcher was resolved but for its question
/// ([`Filter::resolve_but_asked`](super::Filter::resolve_but_asked)), in order. Each block's games
/// at the places that are asked for are handed to `take`; the first block has `first` games, or a
/// few more. There is an early end when the last place has been handed out ([`Found::is_cut`]).
///
/// # Errors
/// When the database cannot be read, when the watcher ends the search, and what `take` fails with.
pub fn search_in_blocks<E: From<crate::store::Error>>(
    archive: &Archive,
    query: &Query,
    first: usize,
    watch: &dyn Watch,
    mut take: impl FnMut(&[u32]) -> std::result::Result<(), E>,
) -> std::result::Result<Found, E> {
    let mut found = Found::default();
    let Some(asked) = query.matcher.asked() else { return Ok(found) };
    let (mut ranked, mut mirrored, mut undated) =
        (Ranked::new(Ranking::of(archive, query.order)?), Vec::new(), Vec::new());
    let sieve = Sieve::new(archive, &query.matcher)?;
    // The first of a group that fits stands for it: those behind it are found later.
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    candidates(archive, query, &sieve, &mut |id, is_mirrored, sifted| match sifted {
        Sifted::Falls => {}
        Sifted::Undated => undated.push(id),
        Sifted::Fits => {
            if let Some(fact) = archive.facts.get(id) {
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
    while !ranked.is_empty() {
        if found.count >= query.places.end as u64 {
            found.is_cut = true;
            return Ok(found);
        }
        let block = ranked.split_off(size);
        let block_watch = BlockWatch { whole: watch, done: AtomicU64::new(0) };
        let mut games = in_order(archive, query, asked, &block, &block_watch)?;
        // Facts decided the others.
        watch.advance(block.len() as u64 - block_watch.done.into_inner());
        if let Some(kin) = sieve.kin() {
            let before = games.len();
            games.retain(|&id| !kin.contains(id) || seen.insert(kin.first(id)));
            found.copies += (before - games.len()) as u64;
        }
        let place = |end: usize| end.saturating_sub(found.count as usize).min(games.len());
        let shown = &games[place(query.places.start)..place(query.places.end)];
        found.count += games.len() as u64;
        found.mirrored += games.iter().filter(|&&id| mirrored.contains(id)).count() as u64;
        found.games.extend_from_slice(shown);
        take(shown)?;
        size = size.saturating_mul(GROWTH);
    }
    if !undated.is_empty() {
        let undated: IdSet = undated.into_iter().collect();
        let fits = asked.games(archive, |id, _| undated.contains(id), watch)?;
        fits.iter().for_each(|id| found.add_undated(id));
    }
    Ok(found)
}

/// Those of a block that fit the question, in order.
fn in_order(
    archive: &Archive,
    query: &Query,
    asked: &Asked,
    block: &[u32],
    watch: &dyn Watch,
) -> Result<Vec<u32>> {
    let wanted: IdSet = block.iter().copied().collect();
    let fits = asked.games(archive, |id, _| wanted.contains(id), watch)?;
    let mut first = First::new(Ranking::of(archive, query.order)?, usize::MAX);
    for &id in block.iter().filter(|&&id| fits.contains(id)) {
        if let Some(fact) = archive.facts.get(id) {
            first.push(id, fact);
        }
    }
    first.at(archive.snapshot(), 0..usize::MAX)
}

/// Follows the scan of one block: its games were expected with all others.
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
