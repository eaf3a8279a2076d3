//! The tables `player` and `event`: names as found, with the keys they are searched by; and how all
//! tables of texts (`title`, `chapter` and `tag_shape` are the others) give ids to what is new.

use crate::metadata::{Metadata, PackedDate, name_key};
use crate::store::checksum::{Summed, content_hash, number, row_hash};
use crate::store::error::{Error, Result};
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

/// The columns of `tag_shape`.
pub(crate) const TAG_SHAPE: Summed =
    Summed { name: "tag_shape", links: &["id"], content: &["names"], since: 12 };

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
    pub fn key(&self) -> Result<&'r str> {
        Ok(self.0.text(1)?)
    }

    /// The name as found.
    pub fn name(&self) -> Result<&'r str> {
        Ok(self.0.text(2)?)
    }

    /// The name in Latin letters.
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
    pub fn event_keys(&self, visit: &mut dyn FnMut(u32, &str, &str)) -> Result<()> {
        self.select("select id, name, key from event")?.each([], |row| -> Result<()> {
            visit(row.get(0)?, row.text(1)?, row.text(2)?);
            Ok(())
        })
    }

    /// The events whose folded name has `part` in it.
    pub fn events_with<C: FromIterator<u32>>(&self, part: &str) -> Result<C> {
        self.column("select id from event where instr(key, ?1) > 0", [part])
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
    pub fn player_key(&self, id: u32) -> Result<Option<String>> {
        self.find("select key from player where id = ?1", [id])
    }

    /// The folded name of an event, likewise.
    pub fn event_key(&self, id: u32) -> Result<Option<String>> {
        self.find("select key from event where id = ?1", [id])
    }

    /// Hands id and name of every player of a folded name to `visit`; false, and nothing, in a file
    /// of an older version, in which they cannot be found at once.
    pub fn players_of(&self, key: &str, visit: &mut dyn FnMut(u32, &str)) -> Result<bool> {
        self.alike("player_key", "select id, name from player where key = ?1", key, visit)
    }

    /// The same of events.
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
    pub fn last_player(&self) -> Result<u32> {
        Ok(self.value("select coalesce(max(id), 0) from player")?)
    }

    /// The highest id of an event, likewise.
    pub fn last_event(&self) -> Result<u32> {
        Ok(self.value("select coalesce(max(id), 0) from event")?)
    }

    /// The ids of all players.
    pub fn player_ids<C: FromIterator<u32>>(&self) -> Result<C> {
        self.column("select id from player", [])
    }

    /// The ids of all events.
    pub fn event_ids<C: FromIterator<u32>>(&self) -> Result<C> {
        self.column("select id from event", [])
    }

    /// The ids of all shapes of tags.
    pub fn shape_ids<C: FromIterator<u32>>(&self) -> Result<C> {
        self.column("select id from tag_shape", [])
    }

    /// The id of a player's name.
    pub fn player(&self, name: &str) -> Result<Option<u32>> {
        self.find("select id from player where name = ?1", [name])
    }

    /// The id of an event's name.
    pub fn event(&self, name: &str) -> Result<Option<u32>> {
        self.find("select id from event where name = ?1", [name])
    }
}

/// A table of texts that rows of other tables point at by id.
pub(crate) struct NameTable {
    name: &'static str,
    /// The column of the text, then those that follow from it.
    columns: &'static [&'static str],
    derive: fn(&str) -> Vec<String>,
    summed: Option<&'static Summed>,
    /// Number of ids that a [`NameCache`] remembers, to bound the memory.
    most_cached: usize,
}

pub(crate) const PLAYERS: &NameTable = &NameTable {
    name: "player",
    columns: PLAYER.content,
    derive: |name| vec![name_key(name), pinyin(name)],
    summed: Some(&PLAYER),
    most_cached: 200_000,
};
pub(crate) const EVENTS: &NameTable = &NameTable {
    name: "event",
    columns: EVENT.content,
    derive: |name| vec![fold(name)],
    summed: Some(&EVENT),
    most_cached: 200_000,
};
pub(crate) const TITLES: &NameTable = &NameTable {
    name: "title",
    columns: &["name", "key"],
    derive: |name| vec![fold(name)],
    summed: None,
    most_cached: 200_000,
};
pub(crate) const CHAPTERS: &NameTable = &NameTable {
    name: "chapter",
    columns: &["name"],
    derive: |_| Vec::new(),
    summed: None,
    most_cached: 200_000,
};
/// Lists of names of tags; see `tags.rs`. Real archives have hundreds.
pub(crate) const SHAPES: &NameTable = &NameTable {
    name: "tag_shape",
    columns: TAG_SHAPE.content,
    derive: |_| Vec::new(),
    summed: Some(&TAG_SHAPE),
    most_cached: 10_000,
};

impl NameTable {
    /// The id of a text; of a new row when the table lacks it.
    pub(crate) fn id(&self, tx: &Transaction<'_>, text: &str) -> Result<u32> {
        let sql = format!("select id from {} where {} = ?1", self.name, self.columns[0]);
        if let Some(id) = tx.find::<u32, Error>(&sql, [text])? {
            return Ok(id);
        }
        let texts = [vec![text.to_owned()], (self.derive)(text)].concat();
        let (columns, places) = (self.columns.join(", "), vec!["?"; texts.len()].join(", "));
        let sql = format!("insert into {} ({columns}) values ({places})", self.name);
        let id = tx.write(&sql)?.insert(rusqlite::params_from_iter(&texts))?;
        if let Some(summed) = self.summed {
            let content: Vec<ValueRef<'_>> =
                texts.iter().map(|text| text.as_str().into()).collect();
            tx.sums().add(summed, id, row_hash(content_hash(&content), &[number(id)]));
        }
        Ok(id as u32)
    }
}

/// Ids of the texts of one table, remembered between records.
pub(crate) struct NameCache {
    table: &'static NameTable,
    ids: FxHashMap<String, u32>,
}

impl NameCache {
    pub(crate) fn new(table: &'static NameTable) -> NameCache {
        NameCache { table, ids: FxHashMap::default() }
    }

    /// The id of a text, as [`NameTable::id`] gives it.
    pub(crate) fn id(&mut self, tx: &Transaction<'_>, text: &str) -> Result<u32> {
        if let Some(&id) = self.ids.get(text) {
            return Ok(id);
        }
        let id = self.table.id(tx, text)?;
        if self.ids.len() >= self.table.most_cached {
            self.ids.clear();
        }
        self.ids.insert(text.to_owned(), id);
        Ok(id)
    }
}

/// Ids of players and events, remembered between records.
pub(crate) struct NameIds {
    players: NameCache,
    events: NameCache,
}

impl Default for NameIds {
    fn default() -> NameIds {
        NameIds { players: NameCache::new(PLAYERS), events: NameCache::new(EVENTS) }
    }
}

impl NameIds {
    /// The id of a player's name; 0 for no name.
    pub(crate) fn player(&mut self, tx: &Transaction<'_>, name: Option<&str>) -> Result<u32> {
        name.map_or(Ok(0), |name| self.players.id(tx, name))
    }

    /// The id of an event's name; 0 for no name.
    pub(crate) fn event(&mut self, tx: &Transaction<'_>, name: Option<&str>) -> Result<u32> {
        name.map_or(Ok(0), |name| self.events.id(tx, name))
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
}
