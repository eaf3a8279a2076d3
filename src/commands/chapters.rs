//! `--by chapter` of `search` and `explore`: the chapters of books, and how many games stand in
//! each.

use super::Context;
use super::render::Align;
use super::sheet::{Cell, Column, Form, Sheet};
use xqdb::search::{Archive, ChapterCount, Score, by_chapter};

/// Prints the chapters of games.
pub(super) fn print(
    context: &Context,
    archive: &Archive,
    games: &[u32],
    form: Form,
) -> anyhow::Result<()> {
    let lang = context.lang;
    let columns = vec![
        Column::new("chapter", lang.head_chapter(), Align::Left),
        Column::new("games", lang.head_games(), Align::Right),
        Column::new("red", lang.head_red_wins(), Align::Right),
        Column::new("draws", lang.head_draws(), Align::Right),
        Column::new("black", lang.head_black_wins(), Align::Right),
        Column::new("unknown", "?".to_owned(), Align::Right),
    ];
    let rows = by_chapter(archive, games)?;
    let rows = rows.into_iter().map(|row| cells(row, context)).collect();
    context.print_all(&Sheet { columns, rows }.formed(form, context))
}

fn cells(row: ChapterCount, context: &Context) -> Vec<Cell> {
    let ChapterCount { path, score } = row;
    let Score { red, draw, black, unknown } = score;
    let path = match path {
        Some(path) => Cell::text(&path),
        None => Cell::told("", context.lang.no_chapter()),
    };
    let numbers = [score.games(), red, draw, black, unknown].map(Cell::number);
    std::iter::once(path).chain(numbers).collect()
}
