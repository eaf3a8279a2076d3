//! One game, and the games that it left with what they played.

use super::list::{before, played, ply_cell};
use super::places;
use crate::cli::NoveltyArgs;
use crate::commands::marked::{marked, marked_result};
use crate::commands::render::Align;
use crate::commands::sheet::{Cell, Column, Sheet};
use crate::commands::{Context, Status};
use serde_json::json;
use xqdb::notation::System;
use xqdb::search::{Archive, GameRow, load};
use xqdb::study::Past;
use xqdb::xiangqi::{Move, Position};

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
    let column = |field, head, align| Column { field, head, align };
    let columns = vec![
        column("standing", lang.head_standing(), Align::Left),
        column("date", lang.head_date(), Align::Left),
        column("red", lang.head_red(), Align::Left),
        column("black", lang.head_black(), Align::Left),
        column("result", lang.head_result(), Align::Left),
        column("ply", lang.head_ply(), Align::Right),
        column("move", lang.head_move(), Align::Left),
        column("key", lang.head_key(), Align::Left),
    ];
    let mv = played(&game, novelty.ply, notation);
    let head = Cell::told("novelty", lang.standing_novelty());
    let mut rows = vec![row(context, head, &game, (novelty.ply, mv))];
    let plies = novelty.ply.map_or(game.moves.len(), |ply| (ply as usize).saturating_sub(1));
    let position = before(&game, plies);
    for &id in novelty.left.iter().take(places(args.limit).end) {
        let left = load(archive, id)?;
        let (ply, mv) = next(&left, &position);
        let mv = mv.map(|mv| notation.write(mv, &position));
        rows.push(row(context, Cell::told("left", lang.standing_left()), &left, (ply, mv)));
    }
    let sheet = Sheet { columns, rows };
    context.print_all(&sheet.of_games(args.answer.format().into(), context, &["result"]))?;
    let games = novelty.left.len() as u64;
    context.tell(&match novelty.ply {
        Some(ply) => lang.novelty_left(ply.into(), games),
        None => lang.novelty_none(games),
    });
    Ok(Status::Success)
}

fn row(
    context: &Context,
    standing: Cell,
    game: &GameRow,
    (ply, mv): (Option<u32>, Option<String>),
) -> Vec<Cell> {
    vec![
        standing,
        Cell::valued(json!(game.date), marked(game, "Date", game.date.as_deref()).text),
        Cell::valued(json!(game.red), marked(game, "Red", game.red.as_deref()).text),
        Cell::valued(json!(game.black), marked(game, "Black", game.black.as_deref()).text),
        Cell::told(game.result.as_str(), marked_result(game, context).text),
        ply_cell(ply),
        Cell::valued(json!(mv), mv.clone().unwrap_or_else(|| "-".to_owned())),
        Cell::text(&game.key),
    ]
}

/// What a game played in a position, as it looks on this board, and the ply of the move.
fn next(game: &GameRow, wanted: &Position) -> (Option<u32>, Option<Move>) {
    let mut position = game.start_position();
    for (ply, mv) in (1..).zip(game.moves.iter().map(Some).chain([None])) {
        if position.key().key == wanted.key().key {
            let is_mirrored = position != *wanted;
            let mv = mv.map(|mv| if is_mirrored { mv.mirror() } else { *mv });
            return (mv.map(|_| ply), mv);
        }
        if let Some(&mv) = mv {
            position.play_unchecked(mv);
        }
    }
    (None, None)
}
