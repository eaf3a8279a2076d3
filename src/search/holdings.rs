//! What an archive holds, in numbers.

use super::archive::Archive;
use crate::metadata::{GameResult, Kind};
use crate::store::{Result, Share, Statistics, Unit, index};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;

/// What an archive holds. Games count in a unit, and as questions compare them: with what is
/// derived, or without.
#[derive(Debug, Clone)]
pub struct Holdings {
    /// What the tables hold.
    pub tables: Statistics,
    /// Games by kind.
    pub kinds: Vec<Share>,
    /// Games by result.
    pub results: Vec<Share>,
    /// Games that do not count: certain copies of others.
    pub copies: u64,
    /// Entries of the position index.
    pub postings: u64,
    /// Parts of the position index.
    pub segments: u64,
}

impl Holdings {
    /// Counts what an archive holds; games in this unit.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn of(archive: &Archive, unit: Unit) -> Result<Holdings> {
        let kin = archive.kin()?;
        let witnesses = match unit {
            Unit::Witnesses => archive.snapshot().witness_counts(archive.facts.last_id())?,
            Unit::Games | Unit::Lines => Vec::new(),
        };
        let weight = |id: u32| match unit {
            Unit::Games => u64::from(kin.first(id) == id),
            Unit::Lines => 1,
            Unit::Witnesses => witnesses.get(id as usize).copied().map_or(0, u64::from),
        };
        let mut kinds = Kind::ALL.map(|kind| (kind.as_str(), 0));
        let mut results = GameResult::ALL.map(|result| (result.as_str(), 0));
        for (id, fact) in archive.facts.alive() {
            let weight = weight(id);
            results[fact.result() as usize].1 += weight;
            fact.kind().into_iter().for_each(|kind| kinds[kind as usize].1 += weight);
        }
        Ok(Holdings {
            tables: archive.snapshot().statistics()?,
            kinds: shares(kinds),
            results: shares(results),
            copies: if unit == Unit::Games { kin.copies() } else { 0 },
            postings: archive.index.posting_count(),
            segments: index::segments(archive.snapshot())?.len() as u64,
        })
    }

    /// How many there are of everything, by the names that programs use.
    pub fn totals(&self) -> [(&'static str, u64); 11] {
        [
            ("locations", self.tables.locations),
            ("sources", self.tables.sources),
            ("records", self.tables.records),
            ("games", self.kinds.iter().map(|(_, games)| games).sum()),
            ("copies", self.copies),
            ("players", self.tables.players),
            ("events", self.tables.events),
            ("trees", self.tables.trees),
            ("postings", self.postings),
            ("segments", self.segments),
            ("bytes", self.tables.bytes),
        ]
    }

    /// Totals, and how many there are of each kind, result, format, encoding and status.
    pub fn to_json(&self) -> Value {
        let totals = self.totals().into_iter();
        let mut all: Map<String, Value> =
            totals.map(|(name, count)| (name.to_owned(), json!(count))).collect();
        let divisions: [(&str, &[Share]); 5] = [
            ("by_kind", &self.kinds),
            ("by_result", &self.results),
            ("by_format", &self.tables.formats),
            ("by_encoding", &self.tables.encodings),
            ("by_status", &self.tables.statuses),
        ];
        all.extend(divisions.map(|(name, shares)| (name.to_owned(), json!(shares))));
        Value::Object(all)
    }
}

/// Those of which there is any, the commonest first.
fn shares<const N: usize>(mut counts: [(&'static str, u64); N]) -> Vec<Share> {
    counts.sort_by_key(|&(name, count)| (Reverse(count), name));
    let some = counts.into_iter().filter(|(_, count)| *count > 0);
    some.map(|(name, count)| (Some(name.to_owned()), count)).collect()
}
