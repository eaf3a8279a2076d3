//! What the games that fit have in common: players, events, openings, chapters, years.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::games::places;
use serde_json::{Value, json};
use xqdb::search::{
    ChapterCount, EventTally, PlayerTally, YearTally, by_chapter, by_event, by_opening, by_player,
    by_year, search_watched, tell_events, tell_players,
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
    let found = by_year(asking.archive, &games(asking)?);
    let (years, undated) = found.map_err(|error| asking.failed(error))?;
    let years: Vec<Value> = years.iter().map(YearTally::to_json).collect();
    Ok(Answer::Json(json!({ "years": years, "undated": undated })))
}

/// Players.
pub(super) fn players(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let part = Part::of(asking);
    let games = games(asking)?;
    let failed = |error| asking.failed(error);
    let mut rows = by_player(asking.archive, &games).map_err(failed)?;
    rows.retain(|row| row.names.iter().any(|name| part.is_in(name, &row.pinyin)));
    page(asking, "players", rows, |rows| {
        tell_players(asking.archive, &games, rows).map_err(failed)?;
        Ok(rows.iter().map(PlayerTally::to_json).collect())
    })
}

/// Events.
pub(super) fn events(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let part = Part::of(asking);
    let games = games(asking)?;
    let failed = |error| asking.failed(error);
    let mut rows = by_event(asking.archive, &games).map_err(failed)?;
    rows.retain(|row| row.names.iter().any(|name| part.is_in(name, "")));
    page(asking, "events", rows, |rows| {
        tell_events(asking.archive, &games, rows).map_err(failed)?;
        Ok(rows.iter().map(EventTally::to_json).collect())
    })
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

/// The part of a list that is wanted; only its rows are told.
fn page<T>(
    asking: &Asking<'_>,
    name: &str,
    mut rows: Vec<T>,
    told: impl FnOnce(&mut [T]) -> Result<Vec<Value>, Refusal>,
) -> Result<Answer, Refusal> {
    let places = places(asking)?;
    let count = rows.len();
    let shown = places.start.min(count)..places.end.min(count);
    let shown = told(&mut rows[shown])?;
    Ok(Answer::Json(json!({ "count": count, "offset": places.start, name: shown })))
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
