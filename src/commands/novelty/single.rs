//! One game, and the games that it left with what they played.

use super::places;
use crate::cli::NoveltyArgs;
use crate::commands::render::Align;
use crate::commands::sheet::{Cell, Column, Sheet};
use crate::commands::{Context, Status, played};
use xqdb::notation::System;
use xqdb::research::{Past, leaving, next_move, position_before};
use xqdb::search::{Archive, GameRow, load};

/// Prints the novelty of a game.
pub(super) fn print(
    context: &Context,
    args: &NoveltyArgs,
    archive: &Archive,
    (id, notation): (u32, &System),
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let game = load(archive, id)?;
    let Some(novelty) = Past::of(archive)?.novelty(archive.snapshot(), id)? else {
        context.tell_always(&lang.novelty_of_undated(&game.key));
        return Ok(Status::NothingFound);
    };
    let mut columns = vec![Column::new("standing", lang.head_standing(), Align::Left)];
    columns.extend(played::columns(lang));
    columns.extend([
        Column::new("ply", lang.head_ply(), Align::Right),
        Column::new("move", lang.head_move(), Align::Left),
        Column::new("key", lang.head_key(), Align::Left),
    ]);
    let mv = leaving(&game, novelty.ply).map(|(mv, before)| notation.write(mv, &before));
    let head = Cell::told("novelty", lang.standing_novelty());
    let mut rows = vec![row(context, head, &game, (novelty.ply, mv))];
    let plies = novelty.ply.map_or(game.moves.len(), |ply| (ply as usize).saturating_sub(1));
    let position = position_before(&game, plies);
    for &id in novelty.left.iter().take(places(args.limit).end) {
        let left = load(archive, id)?;
        let (ply, mv) = next_move(&left, &position).unzip();
        let mv = mv.map(|mv| notation.write(mv, &position));
        rows.push(row(context, Cell::told("left", lang.standing_left()), &left, (ply, mv)));
    }
    let sheet = Sheet { columns, rows };
    context.print_all(&sheet.of_games(
        args.answer.format().into(),
        context,
        &["result", "standing"],
    ))?;
    let games = novelty.left.len() as u64;
    context.tell(&lang.novelty(novelty.ply, games));
    Ok(Status::Success)
}

fn row(
    context: &Context,
    standing: Cell,
    game: &GameRow,
    (ply, mv): (Option<u32>, Option<String>),
) -> Vec<Cell> {
    let mut row = vec![standing];
    row.extend(played::cells(game, context));
    row.extend([Cell::maybe(ply), Cell::maybe(mv), Cell::text(&game.key)]);
    row
}
