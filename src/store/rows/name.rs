//! The tables `player` and `event`: names as found, with the keys they are searched by.
//!
//! Players and events: name as found to id.

use crate::metadata::{Metadata, PackedDate, name_key};
use crate::store::checksum::{Summed, content_hash, number, row_hash};
use crate::store::error::Result;
use crate::store::facts::overlay::Overlay;
use crate::store::sql::{Connection, Row};
use crate::store::transaction::Transaction;
use crate::text::{fold, pinyin};
use rusqlite::types::ValueRef;
use rustc_hash::FxHashMap;

/// The columns of `player`.
pub(crate) const PLAYER: Summed =
    Summed { name: "player", links: &["id"], content: &["name", "key", "pinyin"], since: 8 };
/// The columns of `event`.
pub(crate) const EVENT: Summed =
    Summed { name: "event", links: &["id"], content: &["name", "key"], since: 8 };

/// A player's row, of which only what is asked for is looked at.
pub struct PlayerRow<'r>(&'r Row<'r>);

impl<'r> PlayerRow<'r> {
    /// `player.id`
    ///
    /// # Errors
    /// When the row is damaged; so for all of them.
    pub fn id(&self) -> Result<u32> {
        Ok(self.0.get(0)?)
    }

    /// The name, folded and without team.
    ///
    /// # Errors
    /// When the row is damaged.
    pub fn key(&self) -> Result<&'r str> {
        Ok(self.0.text(1)?)
    }

    /// The name as found.
    ///
    /// # Errors
    /// When the row is damaged.
    pub fn name(&self) -> Result<&'r str> {
        Ok(self.0.text(2)?)
    }

    /// The name in Latin letters.
    ///
    /// # Errors
    /// When the row is damaged.
    pub fn pinyin(&self) -> Result<&'r str> {
        Ok(self.0.text(3)?)
    }
}

impl std::fmt::Debug for PlayerRow<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("PlayerRow").field(&self.name().ok()).finish()
    }
}

impl Connection {
    /// Hands every spelling of a player's name to `visit`.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn players(&self, visit: &mut dyn FnMut(PlayerRow<'_>) -> Result<()>) -> Result<()> {
        let sql = "select id, key, name, pinyin from player";
        self.select(sql)?.each([], |row| visit(PlayerRow(row)))
    }

    /// A player's name as found.
    ///
    /// # Errors
    /// When the database cannot be read or there is no such player.
    pub fn player_name(&self, id: u32) -> Result<String> {
        Ok(self.select("select name from player where id = ?1")?.one([id], |row| row.get(0))?)
    }

    /// Hands every event to `visit`: id, name and key.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn event_keys(&self, visit: &mut dyn FnMut(u32, &str, &str)) -> Result<()> {
        self.select("select id, name, key from event")?.each([], |row| -> Result<()> {
            visit(row.get(0)?, row.text(1)?, row.text(2)?);
            Ok(())
        })
    }

    /// The events whose folded name has `part` in it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn events_with<C: FromIterator<u32>>(&self, part: &str) -> Result<C> {
        let sql = "select id from event where instr(key, ?1) > 0";
        Ok(self.select(sql)?.all([part], |row| row.get(0))?)
    }

    /// Hands id and name of every event to `visit`.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn events(&self, visit: &mut dyn FnMut(u32, &str) -> Result<()>) -> Result<()> {
        let sql = "select id, name from event";
        self.select(sql)?.each([], |row| visit(row.get(0)?, row.text(1)?))
    }

    /// The folded name of a player, if there is such a player.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn player_key(&self, id: u32) -> Result<Option<String>> {
        let sql = "select key from player where id = ?1";
        Ok(self.select(sql)?.optional([id], |row| row.get(0))?)
    }

    /// The folded name of an event, likewise.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn event_key(&self, id: u32) -> Result<Option<String>> {
        let sql = "select key from event where id = ?1";
        Ok(self.select(sql)?.optional([id], |row| row.get(0))?)
    }

    /// Hands id and name of every player of a folded name to `visit`; false, and nothing, in a file
    /// of an older version, in which they cannot be found at once.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn players_of(&self, key: &str, visit: &mut dyn FnMut(u32, &str)) -> Result<bool> {
        self.alike("player_key", "select id, name from player where key = ?1", key, visit)
    }

    /// The same of events.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn events_of(&self, key: &str, visit: &mut dyn FnMut(u32, &str)) -> Result<bool> {
        self.alike("event_key", "select id, name from event where key = ?1", key, visit)
    }

    fn alike(
        &self,
        index: &'static str,
        sql: &'static str,
        key: &str,
        visit: &mut dyn FnMut(u32, &str),
    ) -> Result<bool> {
        let is_indexed = self.has_table(index)?;
        if is_indexed {
            self.select(sql)?.each([key], |row| -> Result<()> {
                visit(row.get(0)?, row.text(1)?);
                Ok(())
            })?;
        }
        Ok(is_indexed)
    }

    /// The highest id of a player, 0 when there is none.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn last_player(&self) -> Result<u32> {
        Ok(self.value("select coalesce(max(id), 0) from player")?)
    }

    /// The highest id of an event, likewise.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn last_event(&self) -> Result<u32> {
        Ok(self.value("select coalesce(max(id), 0) from event")?)
    }

    /// The ids of all players.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn player_ids<C: FromIterator<u32>>(&self) -> Result<C> {
        Ok(self.select("select id from player")?.all([], |row| row.get(0))?)
    }

    /// The ids of all events.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn event_ids<C: FromIterator<u32>>(&self) -> Result<C> {
        Ok(self.select("select id from event")?.all([], |row| row.get(0))?)
    }

    /// The id of a player's name.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn player(&self, name: &str) -> Result<Option<u32>> {
        let sql = "select id from player where name = ?1";
        Ok(self.select(sql)?.optional([name], |row| row.get(0))?)
    }

    /// The id of an event's name.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn event(&self, name: &str) -> Result<Option<u32>> {
        let sql = "select id from event where name = ?1";
        Ok(self.select(sql)?.optional([name], |row| row.get(0))?)
    }
}

/// Makes the row of a player's name that has none.
pub(crate) fn insert_player(tx: &Transaction<'_>, name: &str) -> Result<u32> {
    insert(tx, &PLAYER, &[name, &name_key(name), &pinyin(name)])
}

/// Makes the row of an event's name that has none.
pub(crate) fn insert_event(tx: &Transaction<'_>, name: &str) -> Result<u32> {
    insert(tx, &EVENT, &[name, &fold(name)])
}

fn insert(tx: &Transaction<'_>, table: &'static Summed, texts: &[&str]) -> Result<u32> {
    let places = vec!["?"; texts.len()].join(", ");
    let columns = table.content.join(", ");
    let sql = format!("insert into {} ({columns}) values ({places})", table.name);
    let id = tx.write(&sql)?.insert(rusqlite::params_from_iter(texts))?;
    let content: Vec<ValueRef<'_>> = texts.iter().map(|&text| text.into()).collect();
    tx.sums().add(table, id, row_hash(content_hash(&content), &[number(id)]));
    Ok(id as u32)
}

/// Names beyond this many are looked up in the database again, to bound the memory.
const MOST_CACHED: usize = 200_000;

/// Ids of names, remembered between records.
#[derive(Default)]
pub(crate) struct NameIds {
    players: FxHashMap<String, u32>,
    events: FxHashMap<String, u32>,
}

impl NameIds {
    /// The id of a player's name; a new row when it was never seen. 0 for no name.
    pub(crate) fn player(&mut self, tx: &Transaction<'_>, name: Option<&str>) -> Result<u32> {
        find(&mut self.players, name, |name| match tx.player(name)? {
            Some(id) => Ok(id),
            None => insert_player(tx, name),
        })
    }

    /// What is laid over the facts of a game with this metadata.
    pub(crate) fn overlay(&mut self, tx: &Transaction<'_>, data: &Metadata) -> Result<Overlay> {
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
    pub(crate) fn event(&mut self, tx: &Transaction<'_>, name: Option<&str>) -> Result<u32> {
        find(&mut self.events, name, |name| match tx.event(name)? {
            Some(id) => Ok(id),
            None => insert_event(tx, name),
        })
    }
}

/// The id of a name: the one that is remembered, or else the one that `look_up` finds. 0 for no
/// name.
pub(crate) fn find(
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
