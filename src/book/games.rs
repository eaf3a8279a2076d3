//! Games in few words: lines of lists, in which derived and doubted values are marked
//! (`[胡荣华]`, `1882?`), and plies that fit a question.

use crate::messages::Lang;
use xqdb::metadata::{DateReason, GameResult};
use xqdb::search::{FittingPlies, GameRow, title};

/// Players and date of a game in one line.
pub(crate) fn headline(game: &GameRow) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let names = format!("{} – {}", name(&game.red), name(&game.black));
    match &*marked(game, "Date", game.date.as_deref()).text {
        "-" => names,
        date => format!("{names} {date}"),
    }
}

/// Text of a cell, and whether it marks a derived or doubted value.
pub(crate) struct Marked {
    pub(crate) text: String,
    pub(crate) is_marked: bool,
}

/// Date of a game, if other records, a heading or a copy say more than the date of its row; `None`
/// if not. A date stated in another form is not marked.
pub(crate) fn settled_date(game: &GameRow) -> Option<Marked> {
    let dated = game.dated?;
    let is_of_row =
        matches!(dated.because, DateReason::Stated | DateReason::File | DateReason::Decision);
    let span = dated.date.span().filter(|_| !is_of_row)?.to_string();
    match (&game.date, dated.because) {
        (Some(date), _) if *date == span => None,
        (None, DateReason::Read) => Some(Marked { text: span, is_marked: false }),
        _ => Some(Marked { text: format!("[{span}]"), is_marked: true }),
    }
}

/// Text of a field in a list of games; `stated` is the stated value.
pub(crate) fn marked(game: &GameRow, field: &str, stated: Option<&str>) -> Marked {
    if let Some(date) = settled_date(game).filter(|_| field == "Date") {
        return date;
    }
    let derived = game.derived.get(field).map(|(value, _)| value);
    match (stated, derived) {
        (Some(stated), None) => {
            let is_marked =
                field == "Date" && game.derived.doubts.iter().any(|(doubted, _)| *doubted == field);
            let text = if is_marked { format!("{stated}?") } else { stated.to_owned() };
            Marked { text, is_marked }
        }
        // A value from the file's name stands among the fields, since it was read there.
        (Some(read), Some(_)) => Marked { text: format!("[{read}]"), is_marked: true },
        (None, Some(derived)) => {
            Marked { text: format!("[{}]", short(field, derived)), is_marked: true }
        }
        (None, None) => Marked { text: "-".to_owned(), is_marked: false },
    }
}

/// Result of a game, marked like [`marked`].
pub(crate) fn marked_result(game: &GameRow, lang: Lang) -> Marked {
    let derived = game.derived.get("Result").and_then(|(value, _)| GameResult::from_name(value));
    let result = lang.result(derived.unwrap_or(game.result));
    match derived {
        Some(_) => Marked { text: format!("[{result}]"), is_marked: true },
        None => Marked { text: result, is_marked: false },
    }
}

/// Derived value in its normal form.
fn short(field: &str, value: &str) -> String {
    match field {
        "Date" => xqdb::metadata::parse_date(value)
            .map_or_else(|| value.to_owned(), |date| date.to_string()),
        "Red" | "Black" => xqdb::metadata::split_team(value).name,
        _ => value.to_owned(),
    }
}

/// Short text about a game: its players, or the title if none is named; with a note if the game has
/// no date.
pub(crate) fn named(game: &GameRow, as_stated: bool, lang: Lang) -> String {
    let name = |field: &str, stated: &Option<String>| {
        let marked = marked(game, field, stated.as_deref());
        if marked.text == "-" { "?".to_owned() } else { marked.text }
    };
    let players = [name("Red", &game.red), name("Black", &game.black)];
    // A study has no players.
    let text = match title(&game.headings, as_stated) {
        Some(title) if players == ["?", "?"] => title.to_owned(),
        _ => players.join("-"),
    };
    let is_dated = game.date.is_some() || game.derived.get("Date").is_some();
    if is_dated { text } else { lang.with_note(&text, &lang.standing_no_date()) }
}

/// Plies at which a game fits a question, also in variations; `None` if it does not fit.
#[derive(Clone)]
pub(crate) struct Marks(pub(crate) Option<FittingPlies>);

impl Marks {
    /// Plies of the main line, ascending.
    pub(crate) fn plies(&self) -> &[u32] {
        let moments = self.0.as_ref().filter(|moments| !moments.variation);
        moments.and_then(|moments| moments.plies.as_deref()).unwrap_or_default()
    }

    pub(crate) fn first(&self) -> Option<u32> {
        self.plies().first().copied()
    }

    pub(crate) fn describe(&self, lang: Lang) -> String {
        let Some(moments) = &self.0 else { return lang.nowhere() };
        let Some(plies) = &moments.plies else { return lang.whole_game_fits() };
        let plies: Vec<String> = plies.iter().map(u32::to_string).collect();
        match moments.variation {
            true => lang.ply_in_variation(&plies.join(", ")),
            false => lang.marked_plies(&plies.join(", ")),
        }
    }
}
