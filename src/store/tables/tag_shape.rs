//! The table `tag_shape`: lists of names of tags; see `tags.rs`.

use crate::store::checksum::{Summed, content_hash, number, row_hash};
use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;

/// The columns.
pub(super) const TAG_SHAPE: Summed =
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
pub(in crate::store) fn insert_shape(tx: &Transaction<'_>, names: &str) -> Result<i64> {
    let sql = "select id from tag_shape where names = ?1";
    if let Some(id) = tx.select(sql)?.optional([names], |row| row.get(0))? {
        return Ok(id);
    }
    let id = tx.write("insert into tag_shape (names) values (?1)")?.insert([names])?;
    tx.sums().add(&TAG_SHAPE, id, row_hash(content_hash(&[names.into()]), &[number(id)]));
    Ok(id)
}
