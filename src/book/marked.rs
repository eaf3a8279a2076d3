//! Values that are derived or doubted, as people see them: `[胡荣华]`, `1882?`.

use crate::messages::Lang;
use xqdb::metadata::GameResult;
use xqdb::search::GameRow;

/// A cell of a list, and whether it is marked.
pub(crate) struct Marked {
    pub(crate) text: String,
    pub(crate) is_marked: bool,
}

/// What a list shows of a field of a game, which has the value `stated`.
pub(crate) fn marked(game: &GameRow, field: &str, stated: Option<&str>) -> Marked {
    let derived = game.derived.get(field).map(|(value, _)| value);
    match (stated, derived) {
        (Some(stated), None) => {
            let is_marked =
                field == "Date" && game.derived.doubts.iter().any(|(doubted, _)| *doubted == field);
            let text = if is_marked { format!("{stated}?") } else { stated.to_owned() };
            Marked { text, is_marked }
        }
        // What a file's name says stands among the fields, as it was read there.
        (Some(read), Some(_)) => Marked { text: format!("[{read}]"), is_marked: true },
        (None, Some(derived)) => {
            Marked { text: format!("[{}]", short(field, derived)), is_marked: true }
        }
        (None, None) => Marked { text: "-".to_owned(), is_marked: false },
    }
}

/// The result, as [`marked`] shows it.
pub(crate) fn marked_result(game: &GameRow, lang: Lang) -> Marked {
    let derived = game.derived.get("Result").and_then(|(value, _)| GameResult::from_name(value));
    let result = lang.result(derived.unwrap_or(game.result));
    match derived {
        Some(_) => Marked { text: format!("[{result}]"), is_marked: true },
        None => Marked { text: result, is_marked: false },
    }
}

/// A derived value as it is compared.
fn short(field: &str, value: &str) -> String {
    match field {
        "Date" => xqdb::metadata::parse_date(value)
            .map_or_else(|| value.to_owned(), |date| date.to_string()),
        "Red" | "Black" => xqdb::metadata::split_team(value).name,
        _ => value.to_owned(),
    }
}
