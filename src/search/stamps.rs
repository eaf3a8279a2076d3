//! Games as they were counted, so that a later look can tell which came, went or changed.

use super::archive::Archive;
use crate::store::Result;
use rustc_hash::FxHashMap;

/// A game, and a hash of what of it counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamped {
    /// Its key.
    pub key: String,
    /// 8 digits to the base 16.
    pub stamp: String,
}

/// Stamps games: what counts are date, result, kind, opening, players and event, names folded and
/// as people decided which are one. By key.
///
/// # Errors
/// When the database cannot be read.
pub fn stamps(archive: &Archive, games: &[u32]) -> Result<Vec<Stamped>> {
    let mut players: FxHashMap<u32, String> = FxHashMap::default();
    archive.players(&mut |row, key| {
        players.insert(row.id()?, key.to_owned());
        Ok(())
    })?;
    let mut events: FxHashMap<u32, String> = FxHashMap::default();
    archive.events(&mut |id, _, key| {
        events.insert(id, key.to_owned());
    })?;
    let mut stamped = games
        .iter()
        .filter_map(|&id| Some((id, archive.facts.get(id)?)))
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
