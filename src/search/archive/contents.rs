//! An archive in numbers: counts of its contents, a hash that is equal for equal contents read in
//! the same way, and stamps that show which games changed.

use super::Archive;
use super::ids::NamesOf;
use crate::metadata::{GameResult, Kind};
use crate::store::{CountUnit, Evidence, Result, Statistics, ValueCount, index};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Contents of an archive in numbers; games are counted in a unit and as questions compare them.
#[derive(Debug, Clone)]
pub struct Holdings {
    /// Numbers of rows.
    pub tables: Statistics,
    /// Games by kind.
    pub kinds: Vec<ValueCount>,
    /// Games by result.
    pub results: Vec<ValueCount>,
    /// Number of games not counted, as certain copies of others.
    pub copies: u64,
    /// Number of postings in the position index.
    pub postings: u64,
    /// Number of segments of the position index.
    pub segments: u64,
}

impl Holdings {
    /// Counts the contents of an archive in a unit.
    pub fn of(archive: &Archive, unit: CountUnit) -> Result<Holdings> {
        let kin = archive.duplicates()?;
        let witnesses = match unit {
            CountUnit::Witnesses => archive.witness_counts()?,
            CountUnit::Games | CountUnit::Lines => &[],
        };
        let weight = |id: u32| match unit {
            CountUnit::Games => u64::from(kin.first(id) == id),
            CountUnit::Lines => 1,
            CountUnit::Witnesses => witnesses.get(id as usize).copied().map_or(0, u64::from),
        };
        let mut kinds = Kind::ALL.map(|kind| (kind.as_str(), 0));
        let mut results = GameResult::ALL.map(|result| (result.as_str(), 0));
        for (id, fact) in archive.facts().alive() {
            let weight = weight(id);
            results[fact.result() as usize].1 += weight;
            fact.kind().into_iter().for_each(|kind| kinds[kind as usize].1 += weight);
        }
        Ok(Holdings {
            tables: archive.snapshot().statistics()?,
            kinds: shares(kinds),
            results: shares(results),
            copies: if unit == CountUnit::Games { kin.copies() } else { 0 },
            postings: archive.index().posting_count(),
            segments: index::segments(archive.snapshot())?.len() as u64,
        })
    }
}

/// The positive counts, highest first.
fn shares<const N: usize>(mut counts: [(&'static str, u64); N]) -> Vec<ValueCount> {
    counts.sort_by_key(|&(name, count)| (Reverse(count), name));
    let some = counts.into_iter().filter(|(_, count)| *count > 0);
    some.map(|(name, count)| (Some(name.to_owned()), count)).collect()
}

/// Hashed first; changes with the layout of the hashed data.
const LAYOUT: &str = "xqdb fingerprint 1";

/// Hash of the contents of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// BLAKE3 hash, 64 hexadecimal digits.
    pub hash: String,
    /// Number of sources with records.
    pub contents: u64,
    /// Number of people's decisions.
    pub decisions: u64,
}

impl Archive {
    /// Hashes everything that determines answers: the hashes of all sources with records, with
    /// options and version of the reader; the decisions, without reasons and authors; whether only
    /// stated values count; and the version of this program.
    ///
    /// Neither the order of imports nor the places of files matter; values derived from file names
    /// are not included.
    pub fn fingerprint(&self) -> Result<Fingerprint> {
        let mut hasher = blake3::Hasher::new();
        // Each part is preceded by its length, so that different lists give different bytes.
        let mut add = |part: &[u8]| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        add(LAYOUT.as_bytes());
        add(env!("CARGO_PKG_VERSION").as_bytes());
        add(if self.lay() == Evidence::Stated { b"stated" } else { b"derived" });
        let readings = self.snapshot().sources_with_records()?;
        add(&(readings.len() as u64).to_le_bytes());
        for reading in &readings {
            add(&reading.hash);
            add(reading.options.as_bytes());
            add(&reading.reader.to_le_bytes());
            add(&reading.records.to_le_bytes());
            add(&reading.done_to.to_le_bytes());
        }
        let [action, target, value] = [0, 1, 2];
        let decisions = self.decided().decisions().iter().map(|decision| {
            let fields = decision.fields();
            [action, target, value].map(|place| fields[place].clone())
        });
        let mut decisions: Vec<[String; 3]> = decisions.collect();
        decisions.sort();
        decisions.dedup();
        for part in decisions.iter().flatten() {
            add(part.as_bytes());
        }
        Ok(Fingerprint {
            hash: hasher.finalize().to_hex().to_string(),
            contents: readings.len() as u64,
            decisions: decisions.len() as u64,
        })
    }
}

/// A game with a hash of its facts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamped {
    /// Key of the game.
    pub key: String,
    /// Hash, 8 hexadecimal digits.
    pub stamp: String,
}

/// Hashes date, result, kind, opening, players and event of games, names folded and joined as
/// people decided; ordered by key.
pub fn stamps(archive: &Archive, games: &[u32]) -> Result<Vec<Stamped>> {
    let keys = |names: NamesOf| -> Result<FxHashMap<u32, String>> {
        let mut keys = FxHashMap::default();
        archive.spellings(names, &mut |row, key| {
            keys.insert(row.id()?, key.to_owned());
            Ok(())
        })?;
        Ok(keys)
    };
    let (players, events) = (keys(NamesOf::Players)?, keys(NamesOf::Events)?);
    let mut stamped = games
        .iter()
        .filter_map(|&id| Some((id, archive.facts().get(id)?)))
        .map(|(id, fact)| {
            let player = |id: u32| players.get(&id).map_or("", String::as_str);
            let mut hasher = blake3::Hasher::new();
            let kind = fact.kind().map_or("", |kind| kind.as_str());
            let (date, opening) = (fact.date.bits().to_string(), fact.opening.to_string());
            let event = events.get(&fact.event).map_or("", String::as_str);
            let (red, black) = (player(fact.red), player(fact.black));
            for part in [&*date, fact.result().as_str(), kind, &*opening, red, black, event] {
                hasher.update(&(part.len() as u64).to_le_bytes());
                hasher.update(part.as_bytes());
            }
            let stamp = hasher.finalize().to_hex()[..8].to_owned();
            Ok(Stamped { key: archive.snapshot().game_key(id)?, stamp })
        })
        .collect::<Result<Vec<Stamped>>>()?;
    stamped.sort_unstable();
    Ok(stamped)
}
