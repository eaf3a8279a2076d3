//! Players and events: name as found to id.

use super::Result;
use crate::metadata::name_key;
use crate::text::{fold, pinyin};
use rusqlite::{Connection, OptionalExtension, params};
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
    /// The id of a player's name; a new row when it was never seen.
    pub(super) fn player(&mut self, conn: &Connection, name: Option<&str>) -> Result<u32> {
        find(&mut self.players, conn, name, "select id from player where name = ?1", |name| {
            conn.prepare_cached("insert into player (name, key, pinyin) values (?1, ?2, ?3)")?
                .insert(params![name, name_key(name), pinyin(name)])
        })
    }

    /// The id of an event's name; a new row when it was never seen.
    pub(super) fn event(&mut self, conn: &Connection, name: Option<&str>) -> Result<u32> {
        find(&mut self.events, conn, name, "select id from event where name = ?1", |name| {
            conn.prepare_cached("insert into event (name, key) values (?1, ?2)")?
                .insert(params![name, fold(name)])
        })
    }

    /// Forgets everything: after a rollback the ids may not be there.
    pub(super) fn clear(&mut self) {
        self.players.clear();
        self.events.clear();
    }
}

/// 0 for no name.
fn find(
    cache: &mut FxHashMap<String, u32>,
    conn: &Connection,
    name: Option<&str>,
    select: &str,
    insert: impl FnOnce(&str) -> rusqlite::Result<i64>,
) -> Result<u32> {
    let Some(name) = name else { return Ok(0) };
    if let Some(&id) = cache.get(name) {
        return Ok(id);
    }
    let stored = conn.prepare_cached(select)?.query_row([name], |row| row.get(0)).optional()?;
    let id = match stored {
        Some(id) => id,
        None => insert(name)? as u32,
    };
    if cache.len() >= MOST_CACHED {
        cache.clear();
    }
    cache.insert(name.to_owned(), id);
    Ok(id)
}
