//! Lists of games: a part of one as JSON, or the whole of it as a file.

use super::super::answer::{Answer, CSV, JSONL, PGN, WriteGame};
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::json;
use xqdb::export::{csv as cells, jsonl as lines, pgn as record};
use xqdb::replay::Tree;
use xqdb::search::{Listed, Query, load, search_watched, with_entry};
use xqdb::store::Error;

/// Games that are listed at most.
const MOST: usize = 1000;
/// Games that are listed without a number.
const USUAL: usize = 50;

/// Which part of a list is wanted.
pub(super) fn places(asking: &Asking<'_>) -> Result<std::ops::Range<usize>, Refusal> {
    let offset = asking.params.number("offset", 0, u32::MAX as usize)?;
    let limit = asking.params.number("limit", USUAL, MOST)?;
    Ok(offset..offset + limit)
}

/// A part of the list.
pub(super) fn games(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    asking.notation()?;
    let query = asking.query(places(asking)?)?;
    let as_stated = asking.params.flag("as_stated")?;
    let failed = |error| asking.failed(error);
    let found = search_watched(asking.archive, &query, asking.patience).map_err(failed)?;
    let mut games = Vec::with_capacity(found.games.len());
    for &id in &found.games {
        asking.go_on()?;
        let listed = Listed::new(asking.archive, id, &query, as_stated).map_err(failed)?;
        games.push(listed.with_codes(asking.archive));
    }
    Ok(Answer::Json(json!({
        "count": found.count,
        "mirrored": found.mirrored,
        "copies": found.copies,
        "undated": found.undated,
        "offset": query.places.start,
        "games": games,
        "matched": query.matcher.matched_json(),
    })))
}

/// All games as lines of JSON.
pub(super) fn jsonl(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let as_stated = asking.params.flag("as_stated")?;
    all(asking, (JSONL, "games.jsonl", Vec::new()), |query| {
        Box::new(move |archive, id| {
            let listed = Listed::new(archive, id, &query, as_stated);
            Ok(lines::line(&listed.map_err(broken_off)?.with_codes(archive)))
        })
    })
}

/// All games as rows of CSV. Nothing in them is a formula to a spreadsheet.
pub(super) fn csv(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let head = cells::line(&cells::COLUMNS).into_bytes();
    all(asking, (CSV, "games.csv", head), |_| {
        Box::new(|archive, id| {
            let game = load(archive, id).map_err(broken_off)?;
            let tree = Tree::line(game.moves.iter().copied());
            let start = game.start.as_ref().map(|_| game.start_position());
            let mut row = cells::cells(&game.entry(start.as_ref(), &tree));
            row[cells::DATE] = game.date.clone().unwrap_or_default();
            cells::disarm(&mut row);
            Ok(cells::line(&row).into_bytes())
        })
    })
}

/// All games as PGN.
pub(super) fn pgn(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let notation = asking.notation()?;
    all(asking, (PGN, "games.pgn", Vec::new()), |_| {
        Box::new(move |archive, id| {
            let text = with_entry(archive, id, |entry, _| record::text(entry, &notation));
            Ok(text.map_err(broken_off)?.into_bytes())
        })
    })
}

/// All games that fit, to be written one by one.
fn all(
    asking: &Asking<'_>,
    (kind, name, head): (&'static str, &str, Vec<u8>),
    writer: impl FnOnce(Query) -> WriteGame,
) -> Result<Answer, Refusal> {
    let query = asking.query(0..usize::MAX)?;
    let found = search_watched(asking.archive, &query, asking.patience);
    let games = found.map_err(|error| asking.failed(error))?.games;
    Ok(Answer::Games { kind, name: name.to_owned(), head, games, write: writer(query) })
}

/// A list that breaks off; its beginning is sent, and nobody is told why.
fn broken_off(error: Error) -> Refusal {
    Refusal::new(500, "failed", error.to_string())
}
