//! Fields of a game in a list, and fields that all lists of games have.

use super::field::FieldKind::{self, Count, Date, Json, Key, Text};
use super::field::{Answer, Field, answer};
use super::listed::Listed;
use crate::export::csv;
use crate::metadata::{DateSpan, Kind};
use crate::opening::Code;
use crate::replay::Tree;
use crate::search::{Archive, GameRow, SearchQuery, title};
use crate::store::Result;
use serde_json::Value;
use std::cell::OnceCell;

/// Fields of date, players and result as stated, and of derived values.
pub(super) fn played<R: 'static>(of: fn(&R) -> &GameRow) -> Vec<Field<R>> {
    answer! { R;
        "date", Date, "The date as it is stated; null where none is.",
            |it| of(it).date.clone() => nullable();
        "red", Text, "The player of Red as stated; null where none is.",
            |it| of(it).red.clone() => nullable();
        "black", Text, "The player of Black as stated; null where none is.",
            |it| of(it).black.clone() => nullable();
        "result", Text, "`1-0`, `0-1`, `1/2-1/2` or `*`.", |it| of(it).result.as_str();
        "derived", Json, "Values that are derived, by field: `{\"Red\": {\"value\": …, \"from\": …}}`.",
            |it| Value::Object(of(it).derived.values_json()) => only_json();
    }
}

/// Game of a list, for tables and CSV. JSON Lines have all of [`Listed`].
#[derive(Debug)]
pub struct ListedGame {
    /// The game with everything that JSON Lines have.
    pub listed: Listed,
    /// Kind of the game, with decisions applied.
    pub kind: Kind,
    /// Code of the game's opening.
    pub opening: Option<Code>,
    /// Title that is shown.
    pub title: Option<String>,
    /// Ply at which the game left all earlier games; `None` if not asked for.
    pub novelty: Option<u32>,
    /// Cells of [`csv::columns`], made when first needed.
    cells: OnceCell<Vec<String>>,
}

impl ListedGame {
    /// Loads a game that a query found; without derived values if `as_stated`.
    pub fn new(
        archive: &Archive,
        id: u32,
        query: &SearchQuery,
        as_stated: bool,
    ) -> Result<ListedGame> {
        let listed = Listed::new(archive, id, query, as_stated)?;
        let game = &listed.game;
        let kind = archive.facts().get(id).and_then(|fact| fact.kind()).unwrap_or(game.kind);
        let opening = archive.opening(id).map(|opening| opening.code);
        let title = title(&game.headings, as_stated).map(str::to_owned);
        Ok(ListedGame { kind, opening, title, novelty: None, cells: OnceCell::new(), listed })
    }

    fn cells(&self) -> &[String] {
        self.cells.get_or_init(|| {
            let game = &self.listed.game;
            let tree = Tree::line(game.moves.iter().copied());
            let start = game.start.as_ref().map(|_| game.start_position());
            let mut cells = csv::cells(&game.entry(start.as_ref(), &tree));
            // The date is the one by which games are compared, not the text of the record.
            cells[csv::DATE] = game.date.clone().unwrap_or_default();
            cells
        })
    }
}

/// Derived value in brackets, for a cell of CSV that the record leaves empty.
fn derived_cell(game: &ListedGame, column: &str) -> Option<String> {
    let field = match column {
        "date" => "Date",
        "red" => "Red",
        "black" => "Black",
        "result" => "Result",
        "opening" => return game.opening.map(|code| format!("[{code}]")),
        _ => return None,
    };
    game.listed.game.derived.get(field).map(|(value, _)| format!("[{value}]"))
}

/// Kinds and sentences of the columns of [`csv::columns`].
const COLUMNS: [(FieldKind, &str); 19] = [
    (Key, "The key of the game."),
    (Text, "The kind of the game."),
    (Date, "The date."),
    (Text, "The player of Red."),
    (Text, "The team of Red."),
    (Text, "The player of Black."),
    (Text, "The team of Black."),
    (Text, "`1-0`, `0-1`, `1/2-1/2` or `*`."),
    (Text, "The event."),
    (Text, "The round."),
    (Text, "The place."),
    (Text, "The opening as it is stated, or else its code."),
    (Text, "The start as FEN; empty for the standard start."),
    (Count, "Plies of the game."),
    (Text, "The moves as squares."),
    (Text, "The title."),
    (Text, "Whether the record was read to its end."),
    (Text, "Why it was not."),
    (Text, "The date as it was found, where that says more."),
];

/// Fields of a game in a list. `columns` names the wanted ones of `ply`, `says` and `novelty`.
#[must_use]
pub fn listed_games(columns: &[&str]) -> Answer<ListedGame> {
    let mut fields: Vec<Field<ListedGame>> = Vec::new();
    for (place, (name, (kind, sentence))) in csv::columns().zip(COLUMNS).enumerate() {
        let cell = move |it: &ListedGame| match it.cells()[place].as_str() {
            stated @ ("" | "*") => derived_cell(it, name).unwrap_or_else(|| stated.to_owned()),
            stated => stated.to_owned(),
        };
        fields.push(Field::new(name, kind, sentence, cell).only_csv());
    }
    let others = answer! { ListedGame;
        "ply", Count, "The first ply at which the game fits.",
            |it| it.listed.ply() => unit("ply"), only_csv();
        screen "says", Text, |it| {
            let says = it.listed.says.iter().map(|snippet| snippet.text.as_str());
            says.collect::<Vec<_>>().join(" | ")
        };
        "novelty", Count, "Ply of the new move.", |it| it.novelty => unit("ply"), only_csv();
    };
    fields.extend(others.into_iter().filter(|field| columns.contains(&field.about.name)));
    fields.extend(answer! { ListedGame;
        "date_from", Date, "The first date at which it may have been played.",
            |it| it.listed.game.dated.and_then(|it| it.end(DateSpan::from)) => nullable(), only_csv();
        "date_to", Date, "The last date at which it may have been played.",
            |it| it.listed.game.dated.and_then(|it| it.end(DateSpan::to)) => nullable(), only_csv();
        "red_person", Text, "The person who has Red, by the name at the head of all spellings.",
            |it| it.listed.titled.red_person.clone() => nullable(), only_csv();
        "black_person", Text, "The person who has Black, likewise.",
            |it| it.listed.titled.black_person.clone() => nullable(), only_csv();
        "played", Text, "How it was played: `board`, `online`, `program` or `unknown`.",
            |it| it.listed.played.as_str() => only_csv();
        "date_because", Text, "The reason for these dates: `stated`, `event`, `copy` and others.",
            |it| it.listed.game.dated.map(|dated| dated.because.as_str()) => nullable(), only_csv();
    });
    Answer::new("listed-game", "A game of a list, as CSV has it.", fields)
}
