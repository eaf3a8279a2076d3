//! What an archive holds, in numbers, for other programs.

use super::archive::Archive;
use crate::metadata::Kind;
use crate::store::{Fact, Result, Share, Statistics, Unit, index};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The same with kinds and results as questions compare them: with what is derived, or without;
/// games in this unit.
///
/// # Errors
/// When the database cannot be read.
pub fn as_asked(archive: &Archive, held: Statistics, unit: Unit) -> Result<Statistics> {
    let witnesses = match unit {
        Unit::Witnesses => archive.snapshot().witness_counts(archive.facts.last_id())?,
        Unit::Games | Unit::Lines => Vec::new(),
    };
    let kin = archive.kin()?;
    let weight = |id: u32| match unit {
        Unit::Games => u64::from(kin.first(id) == id),
        Unit::Lines => 1,
        Unit::Witnesses => witnesses.get(id as usize).copied().map_or(0, u64::from),
    };
    let kinds = shares(archive, weight, |fact| fact.kind().map(Kind::as_str));
    let results = shares(archive, weight, |fact| Some(fact.result().as_str()));
    Ok(Statistics { kinds, results, ..held })
}

/// How many games have each value, the commonest first.
fn shares(
    archive: &Archive,
    weight: impl Fn(u32) -> u64,
    value: impl Fn(&Fact) -> Option<&'static str>,
) -> Vec<Share> {
    let mut counts = BTreeMap::<&str, u64>::new();
    for (id, fact) in archive.facts.alive() {
        value(fact).into_iter().for_each(|value| *counts.entry(value).or_default() += weight(id));
    }
    counts.retain(|_, count| *count > 0);
    let shares = counts.into_iter().map(|(value, count)| (Some(value.to_owned()), count));
    let mut shares: Vec<Share> = shares.collect();
    shares.sort_by_key(|(_, count)| Reverse(*count));
    shares
}

/// Totals by name; games in this unit.
///
/// # Errors
/// When the database cannot be read.
pub fn totals(
    archive: &Archive,
    held: &Statistics,
    unit: Unit,
) -> Result<[(&'static str, u64); 11]> {
    let games: u64 = held.kinds.iter().map(|(_, games)| games).sum();
    let copies = if unit == Unit::Games { archive.kin()?.copies() } else { 0 };
    let segments = index::segments(archive.snapshot())?.len() as u64;
    Ok([
        ("locations", held.locations),
        ("sources", held.sources),
        ("records", held.records),
        ("games", games),
        ("copies", copies),
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
pub fn holdings(archive: &Archive, unit: Unit) -> Result<Value> {
    let held = as_asked(archive, archive.snapshot().statistics()?, unit)?;
    let mut all: Map<String, Value> = totals(archive, &held, unit)?
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
