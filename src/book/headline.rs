//! A game as one line of a list.

use xqdb::search::GameRow;

/// Players and date of a game, as a line.
pub(crate) fn headline(game: &GameRow) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let names = format!("{} – {}", name(&game.red), name(&game.black));
    match &game.date {
        Some(date) => format!("{names} {date}"),
        None => names,
    }
}
