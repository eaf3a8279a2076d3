//! The tables of texts to which rows of other tables refer by id: `player` and `event`, `title` and
//! `chapter`, and `tag_shape`.

use crate::metadata::{Metadata, name_key};
use crate::store::checksum::Summed;
use crate::store::error::Result;
use crate::store::facts::overlay::Overlay;
use crate::store::sql::{Connection, SqlRow};
use crate::store::transaction::Transaction;
use crate::text::{fold, pinyin};
use rusqlite::params_from_iter;
use rustc_hash::FxHashMap;

/// A row of `player` or `event`, of which only the requested columns are read.
pub struct NameRow<'r>(&'r SqlRow<'r>);

impl<'r> NameRow<'r> {
    /// `player.id` or `event.id`
    pub fn id(&self) -> Result<u32> {
        self.0.get(0)
    }

    /// Name as found.
    pub fn name(&self) -> Result<&'r str> {
        self.0.text(1)
    }

    /// Folded name, of a player without the team.
    pub fn key(&self) -> Result<&'r str> {
        self.0.text(2)
    }

    /// Name of a player in Latin letters.
    pub fn pinyin(&self) -> Result<&'r str> {
        self.0.text(3)
    }
}

impl std::fmt::Debug for NameRow<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("NameRow").field(&self.name().ok()).finish()
    }
}

/// A table of texts to which rows of other tables refer by id.
#[derive(Debug)]
pub struct NameTable {
    pub(crate) name: &'static str,
    /// Column of the text, then the columns derived from the text.
    columns: &'static [&'static str],
    derive: fn(&str) -> Vec<String>,
    /// Number of ids that [`NameIds`] keeps, to bound the memory.
    most_cached: usize,
}

pub(crate) const PLAYER: Summed =
    Summed::watched("player", &["id"], &["name", "key", "pinyin"]).since(8);
pub(crate) const EVENT: Summed = Summed::watched("event", &["id"], &["name", "key"]).since(8);
pub(crate) const TAG_SHAPE: Summed = Summed::watched("tag_shape", &["id"], &["names"]).since(12);

/// Spellings of players' names.
pub const PLAYERS: &NameTable = &NameTable {
    name: PLAYER.name,
    columns: PLAYER.content,
    derive: |name| vec![name_key(name), pinyin(name)],
    most_cached: 200_000,
};
/// Spellings of events' names.
pub const EVENTS: &NameTable = &NameTable {
    name: EVENT.name,
    columns: EVENT.content,
    derive: |name| vec![fold(name)],
    most_cached: 200_000,
};
pub(crate) const TITLES: &NameTable = &NameTable {
    name: "title",
    columns: &["name", "key"],
    derive: |name| vec![fold(name)],
    most_cached: 200_000,
};
pub(crate) const CHAPTERS: &NameTable = &NameTable {
    name: "chapter",
    columns: &["name"],
    derive: |_| Vec::new(),
    most_cached: 200_000,
};
/// Lists of names of tags; see `tags.rs`. Real archives have hundreds.
pub const SHAPES: &NameTable = &NameTable {
    name: TAG_SHAPE.name,
    columns: TAG_SHAPE.content,
    derive: |_| Vec::new(),
    most_cached: 10_000,
};

impl NameTable {
    /// Passes every row of the players or events to `visit`.
    ///
    /// # Errors
    /// The database cannot be read, or `visit` fails.
    pub fn each(
        &self,
        conn: &Connection,
        visit: &mut dyn FnMut(NameRow<'_>) -> Result<()>,
    ) -> Result<()> {
        let sql = format!("select id, {} from {}", self.columns.join(", "), self.name);
        conn.each(&sql, [], |row| visit(NameRow(row)))
    }

    /// Passes the player or event with this id, if it exists, to `visit`.
    ///
    /// # Errors
    /// The database cannot be read, or `visit` fails.
    pub fn one(
        &self,
        conn: &Connection,
        id: u32,
        visit: &mut dyn FnMut(NameRow<'_>) -> Result<()>,
    ) -> Result<()> {
        let sql =
            format!("select id, {} from {} where id = ?1", self.columns.join(", "), self.name);
        conn.each(&sql, [id], |row| visit(NameRow(row)))
    }

    /// Passes every player or event with this folded name to `visit`.
    ///
    /// # Errors
    /// The database cannot be read, or `visit` fails.
    pub fn alike(
        &self,
        conn: &Connection,
        key: &str,
        visit: &mut dyn FnMut(NameRow<'_>) -> Result<()>,
    ) -> Result<()> {
        let sql =
            format!("select id, {} from {} where key = ?1", self.columns.join(", "), self.name);
        conn.each(&sql, [key], |row| visit(NameRow(row)))
    }

    /// Ids of the players or events whose folded name contains `part`.
    pub fn with<C: FromIterator<u32>>(&self, conn: &Connection, part: &str) -> Result<C> {
        let sql = format!("select id from {} where instr(key, ?1) > 0", self.name);
        conn.column(&sql, [part])
    }

    /// Text of a row, as found; `None` if there is no such row.
    pub fn text(&self, conn: &Connection, id: u32) -> Result<Option<String>> {
        let sql = format!("select {} from {} where id = ?1", self.columns[0], self.name);
        conn.find(&sql, [id])
    }

    /// Folded name of a player or an event; `None` if there is no such row.
    pub fn key(&self, conn: &Connection, id: u32) -> Result<Option<String>> {
        conn.find(&format!("select key from {} where id = ?1", self.name), [id])
    }

    /// Id of a text; `None` if the table lacks it.
    pub fn id_of(&self, conn: &Connection, text: &str) -> Result<Option<u32>> {
        let sql = format!("select id from {} where {} = ?1", self.name, self.columns[0]);
        conn.find(&sql, [text])
    }

    /// Highest id; 0 without any.
    pub fn last(&self, conn: &Connection) -> Result<u32> {
        conn.value(&format!("select coalesce(max(id), 0) from {}", self.name))
    }

    /// All ids.
    pub fn ids<C: FromIterator<u32>>(&self, conn: &Connection) -> Result<C> {
        conn.column(&format!("select id from {}", self.name), [])
    }

    /// Id of a text; inserts a row if the table lacks it.
    pub(crate) fn id(&self, tx: &Transaction<'_>, text: &str) -> Result<u32> {
        if let Some(id) = self.id_of(tx, text)? {
            return Ok(id);
        }
        let texts = [vec![text.to_owned()], (self.derive)(text)].concat();
        let (columns, places) = (self.columns.join(", "), vec!["?"; texts.len()].join(", "));
        let sql = format!("insert or rollback into {} ({columns}) values ({places})", self.name);
        Ok(tx.write(&sql)?.insert(params_from_iter(&texts))? as u32)
    }
}

/// Ids of texts, kept between records.
#[derive(Default)]
pub(crate) struct NameIds(FxHashMap<&'static str, FxHashMap<String, u32>>);

impl NameIds {
    /// Id of a text, as [`NameTable::id`] returns it.
    pub(crate) fn id(
        &mut self,
        tx: &Transaction<'_>,
        table: &'static NameTable,
        text: &str,
    ) -> Result<u32> {
        let ids = self.0.entry(table.name).or_default();
        if let Some(&id) = ids.get(text) {
            return Ok(id);
        }
        let id = table.id(tx, text)?;
        if ids.len() >= table.most_cached {
            ids.clear();
        }
        ids.insert(text.to_owned(), id);
        Ok(id)
    }

    /// Id of a text; `None` for no text.
    pub(crate) fn id_of_some(
        &mut self,
        tx: &Transaction<'_>,
        table: &'static NameTable,
        text: Option<&str>,
    ) -> Result<Option<u32>> {
        text.map(|text| self.id(tx, table, text)).transpose()
    }

    /// Id of a player's name; 0 for no name.
    pub(crate) fn player(&mut self, tx: &Transaction<'_>, name: Option<&str>) -> Result<u32> {
        Ok(self.id_of_some(tx, PLAYERS, name)?.unwrap_or_default())
    }

    /// Id of an event's name; 0 for no name.
    pub(crate) fn event(&mut self, tx: &Transaction<'_>, name: Option<&str>) -> Result<u32> {
        Ok(self.id_of_some(tx, EVENTS, name)?.unwrap_or_default())
    }

    /// Overlay of the facts of a game with this metadata.
    pub(crate) fn overlay(&mut self, tx: &Transaction<'_>, data: &Metadata) -> Result<Overlay> {
        let Some(inferred) = data.inferred.as_deref() else { return Ok(Overlay::NOTHING) };
        Ok(Overlay {
            dated: inferred.dated,
            red: self.player(tx, inferred.red.as_deref())?,
            black: self.player(tx, inferred.black.as_deref())?,
            result: inferred.result as u8,
            from_file: inferred.from_file,
            is_played: data.compared_kind() != data.kind,
        })
    }
}
