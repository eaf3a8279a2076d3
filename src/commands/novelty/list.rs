//! Many games, a row each.

use crate::cli::NoveltyArgs;
use crate::commands::Context;
use crate::commands::played;
use crate::commands::render::Align;
use crate::commands::sheet::{Cell, Column, Sheet};
use xqdb::notation::System;
use xqdb::search::{Archive, load};
use xqdb::study::{Leaver, leaving};

/// Prints games with their novelties.
pub(super) fn print(
    context: &Context,
    args: &NoveltyArgs,
    archive: &Archive,
    (told, notation): (&[Leaver], &System),
) -> anyhow::Result<()> {
    let lang = context.lang;
    let mut columns = vec![Column::new("key", lang.head_key(), Align::Left)];
    columns.extend(played::columns(lang));
    columns.extend([
        Column::new("plies", lang.head_plies(), Align::Right),
        Column::new("novelty", lang.head_novelty(), Align::Right),
        Column::new("move", lang.head_move(), Align::Left),
        Column::new("left", lang.head_left_games(), Align::Right),
        Column::new("leftFirst", lang.head_left_first(), Align::Left),
        Column::new("leftLast", lang.head_left_last(), Align::Left),
    ]);
    let rows = told.iter().map(|Leaver { game, ply, left }| {
        let game = load(archive, *game)?;
        let key = |id: Option<u32>| id.map(|id| archive.snapshot().game_key(id)).transpose();
        let (first, last) = (key(left.first)?, key(left.last)?);
        let mut row = vec![Cell::text(&game.key)];
        row.extend(played::cells(&game, context));
        row.extend([
            Cell::number(game.plies.into()),
            Cell::maybe(*ply),
            Cell::maybe(leaving(&game, *ply).map(|(mv, before)| notation.write(mv, &before))),
            Cell::number(left.games),
            Cell::maybe(first),
            Cell::maybe(last),
        ]);
        anyhow::Ok(row)
    });
    let rows = rows.collect::<anyhow::Result<_>>()?;
    let sheet = Sheet { columns, rows };
    let spare = ["leftLast", "plies", "result", "leftFirst", "left", "date"];
    context.print_all(&sheet.of_games(args.answer.format().into(), context, &spare))
}
