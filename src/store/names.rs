//! Players and events: name as found to id.

use super::error::Result;
use super::tables::{insert_event, insert_player};
use super::transaction::Transaction;
use rustc_hash::FxHashMap;

/// Names beyond this many are looked up in the database again, to bound the memory.
const MOST_CACHED: usize = 200_000;

/// Ids of names, remembered between records.
#[derive(Default)]
pub(super) struct Names {
    players: FxHashMap<String, u32>,
    events: FxHashMap<String, u32>,
}

impl Names {
    /// The id of a player's name; a new row when it was never seen. 0 for no name.
    pub(super) fn player(&mut self, tx: &Transaction<'_>, name: Option<&str>) -> Result<u32> {
        find(&mut self.players, name, |name| match tx.player(name)? {
            Some(id) => Ok(id),
            None => insert_player(tx, name),
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
