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
use xqdb::research::{Leaver, Left, Novelty, Past, novelties};
use xqdb::search::{Archive, IdSet, Query, search};

/// With fewer games than this share of the archive, each is looked up by itself.
const FEW: usize = 64;

/// Prints the novelty of a game, or of many.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn novelty(context: &Context, args: &NoveltyArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.answer.notation)?;
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

/// The novelties of games, in their order. Those that leave nothing are left out.
fn all(archive: &Archive, games: &[u32], scanning: &Scanning<'_>) -> anyhow::Result<Vec<Leaver>> {
    if games.len() * FEW < archive.facts.last_id() as usize {
        let past = Past::of(archive)?;
        let one = |&game: &u32| past.novelty(archive.snapshot(), game).transpose();
        let short = |Novelty { game, ply, left }| Leaver { game, ply, left: Left::of(&left) };
        let found = games.iter().filter_map(one).map(|found| found.map(short));
        return Ok(found.collect::<xqdb::store::Result<_>>()?);
    }
    let wanted: IdSet = games.iter().copied().collect();
    let leavers = novelties(archive, &wanted, scanning)?;
    let leaver = |&game: &u32| {
        let place = leavers.binary_search_by_key(&game, |leaver| leaver.game).ok()?;
        Some(leavers[place])
    };
    Ok(games.iter().filter_map(leaver).collect())
}
