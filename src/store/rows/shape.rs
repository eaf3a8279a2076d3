//! The table `tag_shape`: lists of names of tags; see `tags.rs`.
//!
//! Shapes of tags: list of names to id; see `tags.rs`.

use crate::store::checksum::{Summed, content_hash, number, row_hash};
use crate::store::error::Result;
use crate::store::prepared::tags::StoredTags;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rustc_hash::FxHashMap;

/// The columns.
pub(crate) const TAG_SHAPE: Summed =
    Summed { name: "tag_shape", links: &["id"], content: &["names"], since: 12 };

impl Connection {
    /// The ids of all shapes.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn shape_ids<C: FromIterator<u32>>(&self) -> Result<C> {
        Ok(self.select("select id from tag_shape")?.all([], |row| row.get(0))?)
    }
}

/// The id of a shape; makes its row when it is new.
pub(crate) fn insert_shape(tx: &Transaction<'_>, names: &str) -> Result<i64> {
    let sql = "select id from tag_shape where names = ?1";
    if let Some(id) = tx.select(sql)?.optional([names], |row| row.get(0))? {
        return Ok(id);
    }
    let id = tx.write("insert into tag_shape (names) values (?1)")?.insert([names])?;
    tx.sums().add(&TAG_SHAPE, id, row_hash(content_hash(&[names.into()]), &[number(id)]));
    Ok(id)
}

/// Real archives have hundreds; beyond this many the memory is worth more than the lookups.
const MOST_CACHED: usize = 10_000;

/// Ids of shapes, remembered between records.
#[derive(Default)]
pub(crate) struct Shapes(FxHashMap<String, i64>);

impl Shapes {
    /// The `shape` column; a new row when the shape was never seen.
    pub(crate) fn id(&mut self, tx: &Transaction<'_>, tags: &StoredTags) -> Result<Option<i64>> {
        let Some(shape) = tags.shape() else { return Ok(None) };
        if let Some(&id) = self.0.get(shape) {
            return Ok(Some(id));
        }
        let id = insert_shape(tx, shape)?;
        if self.0.len() >= MOST_CACHED {
            self.0.clear();
        }
        self.0.insert(shape.to_owned(), id);
        Ok(Some(id))
    }
}
