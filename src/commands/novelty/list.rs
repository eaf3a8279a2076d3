//! Many games, a row each.

use crate::cli::{AnswerFormat, NoveltyArgs};
use crate::commands::Context;
use crate::commands::played;
use crate::commands::render::Align;
use crate::commands::sheet::{Cell, Column, Sheet};
use std::collections::HashMap;
use xqdb::notation::System;
use xqdb::research::{Leaver, leaving};
use xqdb::search::Archive;

/// So many games are printed at once, where that is possible.
const PART: usize = 4096;

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
    let mut sheet = Sheet { columns, rows: Vec::new() };
    let format = args.answer.format();
    if format == AnswerFormat::Csv {
        // An archive can have millions of games.
        context.print_all(&sheet.csv_head(context))?;
        for part in told.chunks(PART) {
            sheet.rows = rows(context, archive, part, notation)?;
            context.print_all(&sheet.csv_rows(context))?;
        }
        return Ok(());
    }
    sheet.rows = rows(context, archive, told, notation)?;
    let spare = ["leftLast", "plies", "result", "leftFirst", "left", "date"];
    context.print_all(&sheet.of_games(format.into(), context, &spare))
}

fn rows(
    context: &Context,
    archive: &Archive,
    told: &[Leaver],
    notation: &System,
) -> anyhow::Result<Vec<Vec<Cell>>> {
    // Many games left the same ones.
    let mut keys: HashMap<u32, String> = HashMap::new();
    let mut key = |id: Option<u32>| -> anyhow::Result<Option<String>> {
        let Some(id) = id else { return Ok(None) };
        if let Some(key) = keys.get(&id) {
            return Ok(Some(key.clone()));
        }
        let key = archive.snapshot().game_key(id)?;
        Ok(Some(keys.entry(id).or_insert(key).clone()))
    };
    let row = |Leaver { game, ply, left }: &Leaver| {
        let game = archive.game(*game)?;
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
    };
    told.iter().map(row).collect()
}
