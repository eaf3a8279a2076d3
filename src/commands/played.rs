//! When a game was played, by whom and with what result: what lists of games have in common.

use super::Context;
use super::render::Align;
use super::sheet::{Cell, Column};
use crate::book::{marked, marked_result};
use crate::messages::Lang;
use serde_json::json;
use xqdb::search::GameRow;

/// The columns of [`cells`].
pub(super) fn columns(lang: Lang) -> [Column; 4] {
    [
        Column::new("date", lang.head_date(), Align::Left),
        Column::new("red", lang.head_red(), Align::Left),
        Column::new("black", lang.head_black(), Align::Left),
        Column::new("result", lang.head_result(), Align::Left),
    ]
}

/// Date, players and result of a game: for programs as they are stated, for people marked where
/// they are derived or doubted.
pub(super) fn cells(game: &GameRow, context: &Context) -> [Cell; 4] {
    let field = |name: &str, stated: &Option<String>| {
        Cell::valued(json!(stated), marked(game, name, stated.as_deref()).text)
    };
    [
        field("Date", &game.date),
        field("Red", &game.red),
        field("Black", &game.black),
        Cell::told(game.result.as_str(), marked_result(game, context.lang).text),
    ]
}
