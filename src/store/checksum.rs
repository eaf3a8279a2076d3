//! Sums over rows, so that a byte that changed by itself is noticed.
//!
//! SQLite checks how its pages hang together, not what is in them. Every row of the tables named
//! here is therefore hashed, and the hashes of 8,192 neighbouring ids are added up in the table
//! `checksum`. Adding can be undone: who deletes a row subtracts its hash, and no other row has to
//! be looked at. `verify` adds up again and compares.
//!
//! A row's *content* is what the workers of an import know; they hash it. Its *links* are the ids
//! that are given when the row is written. The hash of a row is XXH3-64 of the hash of its content
//! and its links. Values are told apart by a leading byte: 0 null, 1 integer (8 bytes), 2 text and
//! 3 blob (8 bytes of length, then the bytes); all numbers are little-endian. This is part of the
//! file format.

use crate::store::sql::{Connection, Result, Row, SqlError};
use rusqlite::types::ValueRef;
use std::collections::BTreeMap;
use twox_hash::XxHash3_64;

/// So many ids share a sum: as many as a chunk of facts has games.
pub(crate) const RANGE: i64 = 8192;

/// A table whose rows are summed up.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Summed {
    /// Its name.
    pub(crate) name: &'static str,
    /// The columns that are known when a row is written; `id` is the first.
    pub(crate) links: &'static [&'static str],
    /// All other columns.
    pub(crate) content: &'static [&'static str],
    /// The migration from which on its rows are summed up.
    pub(crate) since: u32,
}

impl Summed {
    /// The columns as a statement lists them: links, then content.
    pub(crate) fn columns(&self) -> String {
        [self.links, self.content].concat().join(", ")
    }

    /// The hash of a row that begins with [`Summed::columns`].
    pub(crate) fn hash(&self, row: &Row<'_>) -> Result<u64> {
        let value = |column| row.value(column);
        let content = self.links.len()..self.links.len() + self.content.len();
        let links = (0..self.links.len()).map(value).collect::<Result<Vec<_>>>()?;
        let content = content.map(value).collect::<Result<Vec<_>>>()?;
        Ok(row_hash(content_hash(&content), &links))
    }

    /// The hash of one row, as it stands.
    pub(crate) fn hash_of(&self, conn: &Connection, id: i64) -> Result<u64> {
        let sql = format!("select {} from {} where id = ?1", self.columns(), self.name);
        conn.select(&sql)?.one([id], |row| self.hash(row))
    }

    /// The parts that have rows.
    pub(crate) fn parts(&self, conn: &Connection) -> Result<Vec<i64>> {
        let mut next = conn.select(&format!("select min(id) from {} where id > ?1", self.name))?;
        let mut parts = Vec::new();
        let mut last = i64::MIN;
        while let Some(id) = next.one([last], |row| row.get::<Option<i64>>(0))? {
            parts.push(part_of(id));
            last = part_of(id).saturating_add(1).saturating_mul(RANGE);
        }
        Ok(parts)
    }

    /// The first and the last id of a part.
    pub(crate) fn ids(&self, part: i64) -> [i64; 2] {
        [part.saturating_mul(RANGE).saturating_add(1), part.saturating_add(1).saturating_mul(RANGE)]
    }

    /// The sum over the rows of a part, as they are.
    pub(crate) fn sum(&self, conn: &Connection, part: i64) -> Result<i64> {
        let sql =
            format!("select {} from {} where id between ?1 and ?2", self.columns(), self.name);
        let mut sum = 0u64;
        conn.select(&sql)?.each(self.ids(part), |row| {
            sum = sum.wrapping_add(self.hash(row)?);
            Ok::<(), SqlError>(())
        })?;
        Ok(sum as i64)
    }
}

fn part_of(id: i64) -> i64 {
    id.saturating_sub(1).div_euclid(RANGE)
}

/// An integer, or null, as a value of a row.
pub(crate) fn number(number: impl Into<Option<i64>>) -> ValueRef<'static> {
    number.into().map_or(ValueRef::Null, ValueRef::Integer)
}

/// The hash of the content of a row.
pub(crate) fn content_hash(values: &[ValueRef<'_>]) -> u64 {
    XxHash3_64::oneshot(&encode(Vec::with_capacity(512), values))
}

/// The hash of a row.
pub(crate) fn row_hash(content: u64, links: &[ValueRef<'_>]) -> u64 {
    let mut bytes = Vec::with_capacity(64);
    bytes.extend_from_slice(&content.to_le_bytes());
    XxHash3_64::oneshot(&encode(bytes, links))
}

fn encode(mut bytes: Vec<u8>, values: &[ValueRef<'_>]) -> Vec<u8> {
    let long = |bytes: &mut Vec<u8>, kind: u8, value: &[u8]| {
        bytes.push(kind);
        bytes.extend_from_slice(&(value.len() as u64).to_le_bytes());
        bytes.extend_from_slice(value);
    };
    for value in values {
        match *value {
            ValueRef::Null => bytes.push(0),
            ValueRef::Integer(number) => {
                bytes.push(1);
                bytes.extend_from_slice(&number.to_le_bytes());
            }
            // No column of ours holds one; a damaged row may.
            ValueRef::Real(number) => long(&mut bytes, 4, &number.to_le_bytes()),
            ValueRef::Text(text) => long(&mut bytes, 2, text),
            ValueRef::Blob(blob) => long(&mut bytes, 3, blob),
        }
    }
    bytes
}

/// How sums change in one transaction.
#[derive(Debug, Default)]
pub(crate) struct Sums(BTreeMap<(&'static str, i64), u64>);

impl Sums {
    /// A row with this id and hash is added.
    pub(crate) fn add(&mut self, table: &'static Summed, id: i64, hash: u64) {
        let sum = self.0.entry((table.name, part_of(id))).or_default();
        *sum = sum.wrapping_add(hash);
    }

    /// A row with this id and hash is deleted.
    pub(crate) fn remove(&mut self, table: &'static Summed, id: i64, hash: u64) {
        self.add(table, id, hash.wrapping_neg());
    }

    /// Table, part, and what is to be added to its sum.
    pub(crate) fn changes(self) -> impl Iterator<Item = ((&'static str, i64), i64)> {
        self.0.into_iter().map(|(range, change)| (range, change as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_part_of_the_file_format() {
        let content = content_hash(&[ValueRef::Text(b"1-0"), ValueRef::Null, ValueRef::Blob(b"")]);
        assert_eq!(format!("{content:016x}"), "065be8c29d4a8de4");
        let row = row_hash(content, &[ValueRef::Integer(7), ValueRef::Null]);
        assert_eq!(format!("{row:016x}"), "75254c7381953c28");
    }

    #[test]
    fn values_do_not_run_into_each_other() {
        let hash = |texts: [&[u8]; 2]| content_hash(&texts.map(ValueRef::Text));
        assert_ne!(hash([b"ab", b""]), hash([b"a", b"b"]));
        let blob = |text: &'static [u8]| content_hash(&[ValueRef::Blob(text)]);
        assert_ne!(blob(b"a"), content_hash(&[ValueRef::Text(b"a")]));
    }

    #[test]
    fn ids_have_the_part_of_their_chunk_of_facts() {
        assert_eq!([1, 8192, 8193].map(part_of), [0, 0, 1]);
    }
}
