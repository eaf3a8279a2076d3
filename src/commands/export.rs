//! `xqdb export`: games of the database to files.

use super::output::Output;
use super::scanning::Scanning;
use super::{Context, Status, question};
use crate::cli::ExportArgs;
use xqdb::export::Loss;
use xqdb::replay::Tree;
use xqdb::search::{Archive, GameRow, load, search_watched as find};

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
        &scanning,
    )?;
    let found = find(&archive, &query, &scanning)?;
    scanning.finish();
    let mut output = Output::new(&args.output, context)?;
    output.expect(found.count);
    for &id in &found.games {
        scanning.go_on()?;
        let game = load(&archive, id)?;
        let (tree, others) = tree(&archive, &game)?;
        let start = game.start.as_ref().map(|_| game.start_position());
        if others > 0 {
            output.note(&game.key, &context.lang.loss(&Loss::Trees(others)));
        }
        output.write(&game.key, &game.entry(start.as_ref(), &tree))?;
    }
    let refused = output.refused;
    output.finish()?;
    context.tell(&context.lang.games_written(found.count - refused));
    Ok(match (found.games.is_empty(), refused) {
        (true, _) => Status::NothingFound,
        (false, 0) => Status::Success,
        (false, _) => Status::SetAside,
    })
}

/// The tree of the game's witnesses with the most moves, then the most comments, then the first by
/// place; and how many other trees there are. Without any, the bare moves.
fn tree(archive: &Archive, game: &GameRow) -> anyhow::Result<(Tree, u32)> {
    let mut ids: Vec<i64> = Vec::new();
    for id in archive.witnesses(game.id)?.iter().filter_map(|witness| witness.tree) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let mut best: Option<Tree> = None;
    for &id in &ids {
        let tree = archive.tree(id)?;
        let size = |tree: &Tree| (tree.nodes.len(), tree.comments.len());
        if best.as_ref().is_none_or(|best| size(&tree) > size(best)) {
            best = Some(tree);
        }
    }
    let others = ids.len().saturating_sub(1) as u32;
    Ok((best.unwrap_or_else(|| Tree::line(game.moves.iter().copied())), others))
}
