//! `xqdb export`: games of the database to files.

use super::output::Output;
use super::scanning::Scanning;
use super::{Context, Status, question};
use crate::cli::ExportArgs;
use std::cmp::Reverse;
use xqdb::export::{Entry, Loss};
use xqdb::replay::{Damage, Tree};
use xqdb::search::{Archive, GameRow, Witness, load, search_watched as find};

/// Writes the games that are asked for, with their chosen metadata and the largest tree of their
/// witnesses.
///
/// # Errors
/// When an argument cannot be understood, the database cannot be read, or the output not be
/// written.
pub(crate) fn export(context: &Context, args: &ExportArgs) -> anyhow::Result<Status> {
    let selection = &args.selection;
    let scanning = Scanning::new(context);
    let (archive, query) = question::query(
        context,
        selection,
        &context.system(&args.output.notation)?,
        0..usize::MAX,
        Some(&scanning),
    )?;
    let found = find(&archive, &query, &scanning)?;
    scanning.finish();
    let mut output = Output::new(&args.output, context)?;
    output.expect(found.count);
    for &id in &found.games {
        scanning.go_on()?;
        let game = load(&archive, id)?;
        let Drawn { tree, damaged, others } = drawn(&archive, &game)?;
        let start = game.start.as_ref().map(|_| game.start_position());
        if others > 0 {
            output.note(&game.key, &context.lang.loss(&Loss::Trees(others)));
        }
        let entry = Entry { damaged: &damaged, ..game.entry(start.as_ref(), &tree) };
        output.write(&game.key, &entry)?;
    }
    let (written, is_whole) = (output.written(), output.is_whole());
    output.finish()?;
    context.tell(&context.lang.games_written(written));
    question::tell_names(context, &query.matcher);
    Ok(match (found.games.is_empty(), is_whole) {
        (true, _) => Status::NothingFound,
        (false, true) => Status::Success,
        (false, false) => Status::SetAside,
    })
}

/// A game with all that is written of it.
struct Drawn {
    tree: Tree,
    /// Variations of the tree that end before their record does.
    damaged: Vec<Damage>,
    /// How many other trees there are.
    others: u32,
}

/// The game with the tree of its witnesses that has the most moves, then the most comments, then the
/// least damage, then is the first by place.
fn drawn(archive: &Archive, game: &GameRow) -> anyhow::Result<Drawn> {
    let bare = || Tree::line(game.moves.iter().copied());
    let mut ids: Vec<i64> = Vec::new();
    let mut best: Option<(Tree, Vec<Damage>)> = None;
    for Witness { tree: id, damaged, .. } in archive.witnesses(game.id)? {
        if id.is_some_and(|id| ids.contains(&id)) {
            continue;
        }
        ids.extend(id);
        let tree = id.map_or_else(|| Ok(bare()), |id| archive.tree(id))?;
        let rank = |tree: &Tree, damaged: &[Damage]| {
            (tree.nodes.len(), tree.comments.len(), Reverse(damaged.len()))
        };
        let is_better =
            |(best, lost): &(Tree, Vec<Damage>)| rank(&tree, &damaged) > rank(best, lost);
        if best.as_ref().is_none_or(is_better) {
            best = Some((tree, damaged));
        }
    }
    let others = ids.len().saturating_sub(1) as u32;
    let (tree, damaged) = best.unwrap_or_else(|| (bare(), Vec::new()));
    Ok(Drawn { tree, damaged, others })
}
