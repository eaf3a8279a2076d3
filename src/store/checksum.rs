//! Sums over rows, which reveal a byte that changed by itself.
//!
//! SQLite checks how its pages hang together, not the values in them. So every row of a table
//! described by a [`Summed`] is hashed, and the table `checksum` holds the sum of the hashes of
//! 8,192 neighbouring ids. Deleting a row subtracts its hash, without a look at other rows.
//! `verify` computes the sums again and compares.
//!
//! A row has *links*, the ids given when the row is written, and *content*. The hash of a row is
//! XXH3-64 of the hash of its content and its links. A leading byte gives the kind of a value: 0
//! null, 1 integer (8 bytes), 2 text and 3 blob (8 bytes of length, then the bytes), 4 real (8
//! bytes of length, then the bytes); all numbers are little-endian. These bytes are part of the
//! file format.
//!
//! SQLite itself keeps the sums: [`watch`] creates temporary triggers on a connection that writes;
//! the triggers pass every added or deleted row to a function of this file. New games and records
//! are many, and are hashed while their values are bound
//! ([`insert_summed`](crate::store::rows::insert_summed)).

use crate::store::error::Result;
use crate::store::sql::{Connection, SqlRow};
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{Null, ValueRef};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use twox_hash::XxHash3_64;

/// Number of ids that share a sum: the number of games in a chunk of facts.
pub(crate) const RANGE: i64 = 8192;

/// A table whose rows are summed.
#[derive(Debug)]
pub(crate) struct Summed {
    /// Name of the table.
    pub(crate) name: &'static str,
    /// Columns that are known when a row is written. The first gives the part of a row; without
    /// links all rows are in one part.
    pub(crate) links: &'static [&'static str],
    /// Columns beside the key.
    pub(crate) content: &'static [&'static str],
    /// Number of the migration from which on the rows are summed.
    pub(crate) since: u32,
    /// Whether rows are hashed while many are inserted at a time, and not by a trigger.
    pub(crate) is_bulk: bool,
    /// Source from which the rows can be made again.
    pub(crate) origin: RowOrigin,
}

/// Sources from which changed rows of a table can be made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowOrigin {
    /// No source.
    Itself,
    /// The titles and chapters that records state.
    Headings,
    /// The tags and warnings of records, from which values are derived.
    Findings,
    /// Games and records, by the work that follows every import.
    Games,
    /// The comments of records, which hold evaluations.
    Comments,
    /// Decisions are made of their journal, and the journal of the decisions.
    Decisions,
}

/// Number of the migration from which on every table that can change an answer is summed, and the
/// journal of decisions.
pub(crate) const WATCHED: u32 = 25;

impl Summed {
    /// Describes a table whose sums SQLite keeps, from the migration [`WATCHED`] on.
    pub(crate) const fn watched(
        name: &'static str,
        links: &'static [&'static str],
        content: &'static [&'static str],
    ) -> Summed {
        let (since, origin) = (WATCHED, RowOrigin::Itself);
        Summed { name, links, content, since, is_bulk: false, origin }
    }

    /// This table, summed from another migration on.
    pub(crate) const fn since(self, since: u32) -> Summed {
        Summed { since, ..self }
    }

    /// This table, with rows that can be made again from `origin`.
    pub(crate) const fn made_of(self, origin: RowOrigin) -> Summed {
        Summed { origin, ..self }
    }

    /// This table, into which [`insert_summed`](crate::store::rows::insert_summed) writes.
    pub(crate) const fn bulk(self) -> Summed {
        Summed { is_bulk: true, ..self }
    }

    /// Names of the columns as a statement lists them: links, then content.
    pub(crate) fn columns(&self) -> String {
        [self.links, self.content].concat().join(", ")
    }

    /// Id and hash of a row that begins with [`Summed::columns`].
    pub(crate) fn hash(&self, row: &SqlRow<'_>) -> Result<(i64, u64)> {
        let mut hasher = RowHasher::new(self);
        for column in 0..self.links.len() + self.content.len() {
            hasher.add(row.value(column)?);
        }
        Ok(hasher.finish())
    }

    /// Numbers of the parts that have rows.
    pub(crate) fn parts(&self, conn: &Connection) -> Result<Vec<i64>> {
        let Summed { name, links, .. } = self;
        let Some(id) = links.first() else {
            let has_rows = conn.value(&format!("select exists (select 1 from {name})"))?;
            return Ok(Vec::from_iter(Some(WHOLE).filter(|_| has_rows)));
        };
        let mut next = conn.select(&format!("select min({id}) from {name} where {id} > ?1"))?;
        let mut parts = Vec::new();
        let mut last = i64::MIN;
        while let Some(id) = next.one([last], |row| row.get::<Option<i64>>(0))? {
            parts.push(part_of(id));
            last = part_of(id).saturating_add(1).saturating_mul(RANGE);
        }
        Ok(parts)
    }

    /// First and last id of a part.
    pub(crate) fn ids(&self, part: i64) -> [i64; 2] {
        [part.saturating_mul(RANGE).saturating_add(1), part.saturating_add(1).saturating_mul(RANGE)]
    }

    /// Computes the sum over the stored rows of a part.
    pub(crate) fn sum(&self, conn: &Connection, part: i64) -> Result<i64> {
        let id = self.links.first().unwrap_or(&"1");
        let (name, columns) = (self.name, self.columns());
        let sql = format!("select {columns} from {name} where {id} between ?1 and ?2");
        let mut sum = 0u64;
        conn.each(&sql, self.ids(part), |row| {
            sum = sum.wrapping_add(self.hash(row)?.1);
            Ok(())
        })?;
        Ok(sum as i64)
    }
}

/// The part of all rows in a table without links: that of the id 1.
const WHOLE: i64 = 0;

fn part_of(id: i64) -> i64 {
    id.saturating_sub(1).div_euclid(RANGE)
}

/// Hashes rows whose values are added in the order of [`Summed::columns`].
pub(crate) struct RowHasher {
    id: i64,
    links_left: usize,
    link_count: usize,
    /// 8 bytes for the hash of the content, then the links.
    links: Vec<u8>,
    content: Vec<u8>,
}

impl RowHasher {
    pub(crate) fn new(table: &Summed) -> RowHasher {
        let link_count = table.links.len();
        let (links, content) = (vec![0; 8], Vec::with_capacity(512));
        RowHasher { id: 1, links_left: link_count, link_count, links, content }
    }

    /// Adds the next value of a row. The first link is the id of the row.
    pub(crate) fn add(&mut self, value: ValueRef<'_>) {
        let is_first_link = self.links_left > 0 && self.links_left == self.link_count;
        if let (true, ValueRef::Integer(id)) = (is_first_link, value) {
            self.id = id;
        }
        let bytes = match self.links_left {
            0 => &mut self.content,
            _ => &mut self.links,
        };
        self.links_left = self.links_left.saturating_sub(1);
        let (kind, long) = match value {
            ValueRef::Null => return bytes.push(0),
            ValueRef::Integer(number) => {
                bytes.push(1);
                return bytes.extend_from_slice(&number.to_le_bytes());
            }
            ValueRef::Text(text) => (2, text),
            ValueRef::Blob(blob) => (3, blob),
            // No column holds a real; a damaged row may.
            ValueRef::Real(number) => (4, &number.to_le_bytes()[..]),
        };
        bytes.push(kind);
        bytes.extend_from_slice(&(long.len() as u64).to_le_bytes());
        bytes.extend_from_slice(long);
    }

    /// Returns id and hash of the row, and begins the next row.
    pub(crate) fn finish(&mut self) -> (i64, u64) {
        let content = XxHash3_64::oneshot(&self.content);
        self.links[..8].copy_from_slice(&content.to_le_bytes());
        let hash = XxHash3_64::oneshot(&self.links);
        self.content.clear();
        self.links.truncate(8);
        self.links_left = self.link_count;
        (self.id, hash)
    }
}

/// Changes of sums in one transaction.
#[derive(Debug, Default)]
pub(crate) struct Sums(BTreeMap<(&'static str, i64), u64>);

impl Sums {
    /// Adds the hash of a new row with this id.
    pub(crate) fn add(&mut self, table: &'static Summed, (id, hash): (i64, u64)) {
        let sum = self.0.entry((table.name, part_of(id))).or_default();
        *sum = sum.wrapping_add(hash);
    }

    /// Subtracts the hash of a deleted row with this id.
    pub(crate) fn remove(&mut self, table: &'static Summed, (id, hash): (i64, u64)) {
        self.add(table, (id, hash.wrapping_neg()));
    }

    /// Drops the changes of a table.
    pub(crate) fn forget(&mut self, table: &Summed) {
        self.0.retain(|(name, _), _| *name != table.name);
    }

    /// Changes as `((table, part), summand)`.
    pub(crate) fn changes(self) -> impl Iterator<Item = ((&'static str, i64), i64)> {
        self.0.into_iter().map(|(range, change)| (range, change as i64))
    }
}

/// Changes of sums, shared by a connection and its triggers.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedSums(Arc<Mutex<Sums>>);

impl SharedSums {
    /// Locks the changes. No statement may run while the guard lives.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Sums> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Name of the function that the triggers call.
const ROW: &str = "xqdb_row";

/// Creates triggers on a connection that writes, so that the sums of `tables` follow every change
/// of a row. Another program has no such triggers: `verify` finds its changes.
pub(crate) fn watch(
    conn: &Connection,
    tables: &'static [&'static Summed],
    sums: &SharedSums,
) -> Result<()> {
    let sums = sums.clone();
    let row = move |context: &Context<'_>| -> rusqlite::Result<Null> {
        let table = tables[context.get::<u32>(0)? as usize];
        let mut hasher = RowHasher::new(table);
        (2..context.len()).for_each(|value| hasher.add(context.get_raw(value)));
        match context.get(1)? {
            true => sums.lock().add(table, hasher.finish()),
            false => sums.lock().remove(table, hasher.finish()),
        }
        Ok(Null)
    };
    conn.raw().create_scalar_function(ROW, -1, FunctionFlags::SQLITE_UTF8, row)?;
    // Without this setting, a row that another row replaces fires no trigger.
    conn.raw().pragma_update(None, "recursive_triggers", true)?;
    for (place, table) in tables.iter().enumerate() {
        let name = table.name;
        let call = |is_added: bool| {
            let row = if is_added { "new" } else { "old" };
            let columns: Vec<String> =
                table.links.iter().chain(table.content).map(|it| format!("{row}.{it}")).collect();
            format!("select {ROW}({place}, {is_added}, {});", columns.join(", "))
        };
        let (came, went) = (call(true), call(false));
        let changed = format!("{went} {came}");
        let events = [("insert", came), ("delete", went), ("update", changed)];
        for (event, calls) in events.into_iter().skip(usize::from(table.is_bulk)) {
            conn.raw().execute_batch(&format!(
                "create temp trigger {event}_{name} after {event} on main.{name} begin {calls} end"
            ))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Summed = Summed::watched("a", &["id", "b"], &["c"]);

    fn hash(values: &[ValueRef<'_>]) -> u64 {
        let mut hasher = RowHasher::new(&TABLE);
        // Clears the values of an earlier row.
        hasher.add(ValueRef::Null);
        hasher.finish();
        values.iter().for_each(|value| hasher.add(*value));
        hasher.finish().1
    }

    #[test]
    fn hashes_are_part_of_the_file_format() {
        let links = [ValueRef::Integer(7), ValueRef::Null];
        let content = [ValueRef::Text(b"1-0"), ValueRef::Null, ValueRef::Blob(b"")];
        assert_eq!(format!("{:016x}", hash(&[&links[..], &content].concat())), "75254c7381953c28");
    }

    #[test]
    fn values_do_not_run_into_each_other() {
        let texts = |one: &'static [u8], other: &'static [u8]| {
            hash(&[ValueRef::Null, ValueRef::Null, ValueRef::Text(one), ValueRef::Text(other)])
        };
        assert_ne!(texts(b"ab", b""), texts(b"a", b"b"));
        let one = |value: ValueRef<'_>| hash(&[ValueRef::Null, ValueRef::Null, value]);
        assert_ne!(one(ValueRef::Blob(b"a")), one(ValueRef::Text(b"a")));
    }

    #[test]
    fn ids_have_the_part_of_their_chunk_of_facts() {
        assert_eq!([1, 8192, 8193].map(part_of), [0, 0, 1]);
    }
}
