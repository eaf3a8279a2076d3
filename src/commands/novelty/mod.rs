//! `xqdb novelty`: the ply at which a game left everything that was played before it, and what it
//! left.

mod list;
mod single;

use super::scanning::Scanning;
use super::show::game_of_key;
use super::{Context, Status, question};
use crate::cli::NoveltyArgs;
use std::ops::Range;
use xqdb::metadata::Kind;
use xqdb::search::{Archive, IdSet, Query, search};
use xqdb::study::{Left, Novelty, Past, novelties};

/// With fewer games than this share of the archive, each is looked up by itself.
const FEW: usize = 64;

/// Prints the novelty of a game, or of many.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn novelty(context: &Context, args: &NoveltyArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.notation)?;
    if let Some(key) = &args.key {
        let archive = question::open(context)?;
        let Some(id) = game_of_key(&archive, key, lang)? else {
            context.tell_always(&lang.no_such_key(key));
            return Ok(Status::NothingFound);
        };
        return single::print(context, args, &archive, (id, &notation));
    }
    let filter = question::filter(context, &args.filter, &[Kind::Game])?;
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    let found = search(&archive, &Query { places: places(args.limit), ..Query::new(matcher) })?;
    let told = all(&archive, &found.games, &scanning)?;
    scanning.finish();
    list::print(context, args, &archive, (&told, &notation))?;
    let mut line = lang.games_found(found.count);
    let listed = found.games.len() as u64;
    if listed < found.count {
        line += &lang.games_listed(1, listed);
    }
    context.tell(&line);
    let left_out = listed - told.len() as u64;
    if left_out > 0 {
        context.tell(&lang.novelty_undated(left_out));
    }
    Ok(Status::found(!told.is_empty()))
}

/// So many games; 0 is all.
fn places(limit: usize) -> Range<usize> {
    0..if limit == 0 { usize::MAX } else { limit }
}

/// A game, the ply at which it left what was before it, and the games that it left.
type Told = (u32, Option<u32>, Left);

/// The novelties of games, in their order. Those that leave nothing are left out.
fn all(archive: &Archive, games: &[u32], scanning: &Scanning<'_>) -> anyhow::Result<Vec<Told>> {
    let past = Past::of(archive)?;
    if games.len() * FEW < archive.facts.last_id() as usize {
        let one = |&game: &u32| past.novelty(archive.snapshot(), game).transpose();
        let found = games.iter().filter_map(one);
        let short = |found: Novelty| (found.game, found.ply, Left::of(&found.left));
        let found = found.map(|found| found.map(short));
        return Ok(found.collect::<xqdb::store::Result<_>>()?);
    }
    let wanted: IdSet = games.iter().copied().collect();
    let plies = novelties(archive, &wanted, scanning)?;
    /// Games a task looks up.
    const TASK: usize = 1024;
    let parts: Vec<_> = games.chunks(TASK).collect();
    let found = xqdb::search::in_parallel(archive, parts.len(), |conn, number| {
        let ply = |game: u32| {
            let place = plies.binary_search_by_key(&game, |&(game, _)| game).ok()?;
            Some((game, plies[place].1))
        };
        let found = parts[number].iter().filter_map(|&game| ply(game));
        let left = found.map(|(game, ply)| Ok((game, ply, past.left_at(conn, game, ply)?)));
        left.collect::<xqdb::store::Result<Vec<Told>>>()
    })?;
    Ok(found.concat())
}
