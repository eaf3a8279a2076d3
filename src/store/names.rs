//! Players and events: name as found to id.

use super::error::Result;
use super::overlay::Overlay;
use super::tables::{insert_event, insert_player};
use super::transaction::Transaction;
use crate::metadata::{Metadata, PackedDate};
use rustc_hash::FxHashMap;

/// Names beyond this many are looked up in the database again, to bound the memory.
const MOST_CACHED: usize = 200_000;

/// Ids of names, remembered between records.
#[derive(Default)]
pub(super) struct NameIds {
    players: FxHashMap<String, u32>,
    events: FxHashMap<String, u32>,
}

impl NameIds {
    /// The id of a player's name; a new row when it was never seen. 0 for no name.
    pub(super) fn player(&mut self, tx: &Transaction<'_>, name: Option<&str>) -> Result<u32> {
        find(&mut self.players, name, |name| match tx.player(name)? {
            Some(id) => Ok(id),
            None => insert_player(tx, name),
        })
    }

    /// What is laid over the facts of a game with this metadata.
    pub(super) fn overlay(&mut self, tx: &Transaction<'_>, data: &Metadata) -> Result<Overlay> {
        let Some(inferred) = data.inferred.as_deref() else { return Ok(Overlay::NOTHING) };
        Ok(Overlay {
            date: PackedDate::new(inferred.date),
            red: self.player(tx, inferred.red.as_deref())?,
            black: self.player(tx, inferred.black.as_deref())?,
            result: inferred.result as u8,
            from_file: inferred.from_file,
            doubts_date: inferred.doubts_date,
            is_played: data.compared_kind() != data.kind,
        })
    }

    /// The id of an event's name; a new row when it was never seen. 0 for no name.
    pub(super) fn event(&mut self, tx: &Transaction<'_>, name: Option<&str>) -> Result<u32> {
        find(&mut self.events, name, |name| match tx.event(name)? {
            Some(id) => Ok(id),
            None => insert_event(tx, name),
        })
    }
}

/// The id of a name: the one that is remembered, or else the one that `look_up` finds. 0 for no
/// name.
pub(super) fn find(
    cache: &mut FxHashMap<String, u32>,
    name: Option<&str>,
    look_up: impl FnOnce(&str) -> Result<u32>,
) -> Result<u32> {
    let Some(name) = name else { return Ok(0) };
    if let Some(&id) = cache.get(name) {
        return Ok(id);
    }
    let id = look_up(name)?;
    if cache.len() >= MOST_CACHED {
        cache.clear();
    }
    cache.insert(name.to_owned(), id);
    Ok(id)
}
