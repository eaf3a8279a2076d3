//! The table `tag_shape`: lists of names of tags; see `tags.rs`.

use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;

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
    match tx.select(sql)?.optional([names], |row| row.get(0))? {
        Some(id) => Ok(id),
        None => Ok(tx.write("insert into tag_shape (names) values (?1)")?.insert([names])?),
    }
}
