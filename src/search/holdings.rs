//! What an archive holds, in numbers, for other programs.

use super::archive::Archive;
use crate::store::{Result, Share, Statistics, index};
use serde_json::{Map, Value, json};

/// Totals by name.
///
/// # Errors
/// When the database cannot be read.
pub fn totals(archive: &Archive, held: &Statistics) -> Result<[(&'static str, u64); 10]> {
    let segments = index::segments(archive.snapshot())?.len() as u64;
    Ok([
        ("locations", held.locations),
        ("sources", held.sources),
        ("records", held.records),
        ("games", archive.facts.alive().count() as u64),
        ("players", held.players),
        ("events", held.events),
        ("trees", held.trees),
        ("postings", archive.index.posting_count()),
        ("segments", segments),
        ("bytes", held.bytes),
    ])
}

/// Totals, and how many there are of each kind, result, format, encoding and status.
///
/// # Errors
/// When the database cannot be read.
pub fn holdings(archive: &Archive) -> Result<Value> {
    let held = archive.snapshot().statistics()?;
    let mut all: Map<String, Value> = totals(archive, &held)?
        .into_iter()
        .map(|(name, count)| (name.to_owned(), json!(count)))
        .collect();
    let divisions: [(&str, &[Share]); 5] = [
        ("by_kind", &held.kinds),
        ("by_result", &held.results),
        ("by_format", &held.formats),
        ("by_encoding", &held.encodings),
        ("by_status", &held.statuses),
    ];
    all.extend(divisions.map(|(name, shares)| (name.to_owned(), json!(shares))));
    Ok(Value::Object(all))
}
