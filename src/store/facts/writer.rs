//! Changes of the facts of games and of the values laid over them, collected for one transaction.

use crate::store::error::Result;
use crate::store::facts::overlay::{self, Overlay};
use crate::store::facts::{CHUNK, Columns, Fact, damaged, encode};
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The games of one chunk in a table of chunks.
trait Chunk: Sized {
    const TABLE: &'static str;

    /// Decodes a chunk; a chunk without a row is empty.
    fn decode(chunk: i64, data: Option<&[u8]>) -> Result<Self>;

    /// Bytes of the row; empty if the row is to be deleted.
    fn encode(&self) -> Vec<u8>;
}

impl Chunk for Vec<Fact> {
    const TABLE: &'static str = "facts";

    fn decode(chunk: i64, data: Option<&[u8]>) -> Result<Vec<Fact>> {
        let facts = |data| Columns::of(data).map(|columns| columns.facts());
        data.map_or(Ok(Vec::new()), |data| facts(data).ok_or_else(|| damaged(chunk)))
    }

    fn encode(&self) -> Vec<u8> {
        encode(self)
    }
}

impl Chunk for BTreeMap<u16, Overlay> {
    const TABLE: &'static str = "overlay";

    fn decode(chunk: i64, data: Option<&[u8]>) -> Result<BTreeMap<u16, Overlay>> {
        Ok(overlay::entries(overlay::checked(chunk, data.unwrap_or_default())?).collect())
    }

    fn encode(&self) -> Vec<u8> {
        self.iter().flat_map(|(place, overlay)| overlay.encode(*place)).collect()
    }
}

/// The changed chunks of one table.
struct Dirty<C>(BTreeMap<i64, C>);

impl<C: Chunk> Dirty<C> {
    fn chunk(&mut self, conn: &Connection, chunk: i64) -> Result<&mut C> {
        Ok(match self.0.entry(chunk) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let sql = format!("select data from {} where chunk = ?1", C::TABLE);
                let stored: Option<Vec<u8>> = conn.find(&sql, [chunk])?;
                entry.insert(C::decode(chunk, stored.as_deref())?)
            }
        })
    }

    /// Writes every changed chunk, then drops all but the last, to bound the memory.
    fn flush(&mut self, tx: &Transaction<'_>) -> Result<()> {
        for (chunk, games) in &self.0 {
            let data = games.encode();
            let table = C::TABLE;
            if data.is_empty() {
                tx.write(&format!("delete from {table} where chunk = ?1"))?.execute([chunk])?;
            } else {
                let sql = format!("insert or replace into {table} (chunk, data) values (?1, ?2)");
                tx.write(&sql)?.execute((chunk, data))?;
            }
        }
        let last = self.0.pop_last();
        self.0 = last.into_iter().collect();
        Ok(())
    }
}

/// Changes of facts and of the values laid over them.
pub(crate) struct FactsWriter {
    facts: Dirty<Vec<Fact>>,
    overlay: Dirty<BTreeMap<u16, Overlay>>,
    last_id: u32,
}

impl FactsWriter {
    /// Begins; `last_id` is the highest id ever given.
    pub(crate) fn new(last_id: u32) -> FactsWriter {
        let (facts, overlay) = (Dirty(BTreeMap::new()), Dirty(BTreeMap::new()));
        FactsWriter { facts, overlay, last_id }
    }

    /// Adds a game and returns its id.
    pub(crate) fn push(
        &mut self,
        tx: &Transaction<'_>,
        fact: Fact,
        overlay: Overlay,
    ) -> Result<u32> {
        self.facts.chunk(tx, i64::from(self.last_id) / CHUNK as i64)?.push(fact);
        self.last_id += 1;
        if overlay != Overlay::NOTHING {
            self.lay_over(tx, self.last_id, overlay)?;
        }
        Ok(self.last_id)
    }

    /// Replaces the facts of a game, and the values laid over them.
    pub(crate) fn set(
        &mut self,
        tx: &Transaction<'_>,
        id: u32,
        fact: Fact,
        overlay: Overlay,
    ) -> Result<()> {
        let (chunk, place) = place_of(id);
        if let Some(slot) = self.facts.chunk(tx, chunk)?.get_mut(usize::from(place)) {
            *slot = fact;
        }
        self.lay_over(tx, id, overlay)
    }

    /// Replaces the values laid over the facts of a game.
    pub(crate) fn lay_over(
        &mut self,
        tx: &Transaction<'_>,
        id: u32,
        overlay: Overlay,
    ) -> Result<()> {
        let (chunk, place) = place_of(id);
        let chunk = self.overlay.chunk(tx, chunk)?;
        match overlay {
            Overlay::NOTHING => chunk.remove(&place),
            overlay => chunk.insert(place, overlay),
        };
        Ok(())
    }

    /// Writes every changed chunk.
    pub(crate) fn flush(&mut self, tx: &Transaction<'_>) -> Result<()> {
        self.facts.flush(tx)?;
        self.overlay.flush(tx)
    }
}

/// Chunk of a game and its place in the chunk.
fn place_of(id: u32) -> (i64, u16) {
    let index = id.saturating_sub(1) as usize;
    ((index / CHUNK) as i64, (index % CHUNK) as u16)
}

/// Adds the openings to the chunks of an older file; `opening` returns the number of a game's
/// opening.
pub(crate) fn add_openings(
    tx: &Transaction<'_>,
    opening: impl Fn(u32) -> Result<u16>,
) -> Result<()> {
    let mut writer = FactsWriter::new(0);
    for number in tx.column::<i64, Vec<_>>("select chunk from facts order by chunk", [])? {
        let first = number as u32 * CHUNK as u32 + 1;
        let facts = writer.facts.chunk(tx, number)?;
        for (id, fact) in (first..).zip(facts).filter(|(_, fact)| fact.is_alive()) {
            fact.opening = opening(id)?;
        }
        writer.flush(tx)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{DateReason, Dated, FieldSet, PackedDate};
    use crate::store::database::Database;

    #[test]
    fn entries_read_back_and_damage_is_refused() {
        let overlay = Overlay {
            dated: Some(Dated { date: PackedDate::from_bits(77), because: DateReason::Witnesses }),
            red: 1 << 20,
            black: 0,
            result: 3,
            from_file: FieldSet::BLACK.and(FieldSet::DATE),
            is_played: true,
        };
        let mut database = Database::for_test();
        let tx = database.transaction().unwrap();
        let mut writer = FactsWriter::new(0);
        writer.lay_over(&tx, 5, Overlay::NOTHING).unwrap();
        writer.lay_over(&tx, 7, overlay).unwrap();
        writer.lay_over(&tx, CHUNK as u32 + 1, overlay).unwrap();
        writer.flush(&tx).unwrap();
        let all = || {
            let mut all = Vec::new();
            let read = overlay::each_chunk(&tx, |chunk, data| {
                let entries = overlay::entries(&data);
                all.extend(entries.map(|(place, overlay)| (chunk, place, overlay)));
            });
            read.map(|()| all)
        };
        assert_eq!(all().unwrap(), [(0, 6, overlay), (1, 0, overlay)]);
        writer.lay_over(&tx, 7, Overlay::NOTHING).unwrap();
        writer.flush(&tx).unwrap();
        assert_eq!(all().unwrap(), [(1, 0, overlay)]);
        tx.run("update overlay set data = substr(data, 2)").unwrap();
        assert!(all().is_err());
    }
}
