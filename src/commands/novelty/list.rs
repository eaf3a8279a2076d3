//! Many games, a row each.

use super::Told;
use crate::cli::NoveltyArgs;
use crate::commands::Context;
use crate::commands::marked::{marked, marked_result};
use crate::commands::render::Align;
use crate::commands::sheet::{Cell, Column, Sheet};
use serde_json::json;
use xqdb::notation::System;
use xqdb::search::{Archive, GameRow, load};
use xqdb::xiangqi::Position;

/// Prints games with their novelties.
pub(super) fn print(
    context: &Context,
    args: &NoveltyArgs,
    archive: &Archive,
    (told, notation): (&[Told], &System),
) -> anyhow::Result<()> {
    let lang = context.lang;
    let column = |field, head, align| Column { field, head, align };
    let columns = vec![
        column("key", lang.head_key(), Align::Left),
        column("date", lang.head_date(), Align::Left),
        column("red", lang.head_red(), Align::Left),
        column("black", lang.head_black(), Align::Left),
        column("result", lang.head_result(), Align::Left),
        column("plies", lang.head_plies(), Align::Right),
        column("novelty", lang.head_novelty(), Align::Right),
        column("move", lang.head_move(), Align::Left),
        column("left", lang.head_left_games(), Align::Right),
        column("leftFirst", lang.head_left_first(), Align::Left),
        column("leftLast", lang.head_left_last(), Align::Left),
    ];
    let rows = told.iter().map(|(game, ply, left)| {
        let game = load(archive, *game)?;
        let key = |id: Option<u32>| id.map(|id| archive.snapshot().game_key(id)).transpose();
        let (first, last) = (key(left.first)?, key(left.last)?);
        let date = marked(&game, "Date", game.date.as_deref()).text;
        let mv = played(&game, *ply, notation);
        let named = |key: Option<String>| {
            Cell::valued(json!(key), key.clone().unwrap_or_else(|| "-".to_owned()))
        };
        anyhow::Ok(vec![
            Cell::text(&game.key),
            Cell::valued(json!(game.date), date),
            Cell::valued(json!(game.red), marked(&game, "Red", game.red.as_deref()).text),
            Cell::valued(json!(game.black), marked(&game, "Black", game.black.as_deref()).text),
            Cell::told(game.result.as_str(), marked_result(&game, context).text),
            Cell::number(game.plies.into()),
            ply_cell(*ply),
            Cell::valued(json!(mv), mv.clone().unwrap_or_else(|| "-".to_owned())),
            Cell::number(left.games),
            named(first),
            named(last),
        ])
    });
    let rows = rows.collect::<anyhow::Result<_>>()?;
    let sheet = Sheet { columns, rows };
    let spare = ["leftLast", "plies", "result", "leftFirst"];
    context.print_all(&sheet.of_games(args.answer.format().into(), context, &spare))
}

/// After how many plies; nothing where a game never left what was before it.
pub(super) fn ply_cell(ply: Option<u32>) -> Cell {
    Cell::valued(json!(ply), ply.map_or_else(|| "-".to_owned(), |ply| ply.to_string()))
}

/// The move by which a game left what was before it.
pub(super) fn played(game: &GameRow, ply: Option<u32>, notation: &System) -> Option<String> {
    let place = (ply? as usize).checked_sub(1)?;
    let mv = *game.moves.get(place)?;
    Some(notation.write(mv, &before(game, place)))
}

/// The position after so many plies.
pub(super) fn before(game: &GameRow, plies: usize) -> Position {
    game.start_position().after(&game.moves[..plies.min(game.moves.len())])
}
