//! What an archive holds, in numbers, for other programs.

use super::archive::Archive;
use crate::metadata::Kind;
use crate::store::{Fact, Result, Share, Statistics, index};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The same with kinds and results as questions compare them: with what is derived, or without.
#[must_use]
pub fn as_asked(archive: &Archive, held: Statistics) -> Statistics {
    let kinds = shares(archive, |fact| fact.kind().map(Kind::as_str));
    let results = shares(archive, |fact| Some(fact.result().as_str()));
    Statistics { kinds, results, ..held }
}

/// How many games have each value, the commonest first.
fn shares(archive: &Archive, value: impl Fn(&Fact) -> Option<&'static str>) -> Vec<Share> {
    let mut counts = BTreeMap::<&str, u64>::new();
    for (_, fact) in archive.facts.alive() {
        value(fact).into_iter().for_each(|value| *counts.entry(value).or_default() += 1);
    }
    let shares = counts.into_iter().map(|(value, count)| (Some(value.to_owned()), count));
    let mut shares: Vec<Share> = shares.collect();
    shares.sort_by_key(|(_, count)| Reverse(*count));
    shares
}

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
    let held = as_asked(archive, archive.snapshot().statistics()?);
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
