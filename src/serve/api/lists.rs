//! What the games that fit have in common: players, events, openings, chapters, years.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::games::places;
use serde_json::{Value, json};
use xqdb::search::{
    ChapterCount, by_chapter, by_event, by_opening, by_player, by_year, search_watched,
};
use xqdb::text::{fold, latin_key, latin_keys};

/// The ids of the games that fit.
pub(super) fn games(asking: &Asking<'_>) -> Result<Vec<u32>, Refusal> {
    let query = asking.query(0..usize::MAX)?;
    let found = search_watched(asking.archive, &query, asking.patience);
    Ok(found.map_err(|error| asking.failed(error))?.games)
}

/// Games by year.
pub(super) fn years(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (years, undated) = by_year(asking.archive, &games(asking)?);
    Ok(Answer::Json(json!({ "years": years, "undated": undated })))
}

/// Players.
pub(super) fn players(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let part = Part::of(asking);
    let mut rows =
        by_player(asking.archive, &games(asking)?).map_err(|error| asking.failed(error))?;
    rows.retain(|row| row.names.iter().any(|name| part.is_in(name, &row.pinyin)));
    page(asking, "players", &rows)
}

/// Events.
pub(super) fn events(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let part = Part::of(asking);
    let mut rows =
        by_event(asking.archive, &games(asking)?).map_err(|error| asking.failed(error))?;
    rows.retain(|row| part.is_in(&row.name, ""));
    page(asking, "events", &rows)
}

/// Openings.
pub(super) fn openings(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let rows = by_opening(asking.archive, &games(asking)?).map_err(|error| asking.failed(error))?;
    let rows: Result<Vec<Value>, _> = rows.iter().map(|row| row.to_json(asking.archive)).collect();
    Ok(Answer::Json(json!({ "openings": rows.map_err(|error| asking.failed(error))? })))
}

/// Chapters of books.
pub(super) fn books(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let rows = by_chapter(asking.archive, &games(asking)?).map_err(|error| asking.failed(error))?;
    let rows: Vec<Value> = rows.iter().map(ChapterCount::to_json).collect();
    Ok(Answer::Json(json!({ "chapters": rows })))
}

/// The part of a list that is wanted.
fn page<T: serde::Serialize>(
    asking: &Asking<'_>,
    name: &str,
    rows: &[T],
) -> Result<Answer, Refusal> {
    let places = places(asking)?;
    let shown: Vec<&T> = rows.iter().skip(places.start).take(places.len()).collect();
    Ok(Answer::Json(json!({ "count": rows.len(), "offset": places.start, name: shown })))
}

/// Part of a name, as written and by its sound.
struct Part {
    folded: String,
    sound: String,
}

impl Part {
    fn of(asking: &Asking<'_>) -> Part {
        let name = asking.params.one("name").unwrap_or_default();
        Part { folded: fold(name), sound: latin_key(name) }
    }

    fn is_in(&self, name: &str, pinyin: &str) -> bool {
        fold(name).contains(&self.folded)
            || (!self.sound.is_empty()
                && (latin_key(pinyin).contains(&self.sound)
                    || latin_keys(name).iter().any(|key| key.contains(&self.sound))))
    }
}
