//! The table `homeless`: sources that lost their last location in an import under way.

use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;

impl Connection {
    /// All of them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn homeless(&self) -> Result<Vec<u32>> {
        if !self.has_table("homeless")? {
            return Ok(Vec::new());
        }
        Ok(self.select("select source from homeless")?.all([], |row| row.get(0))?)
    }

    /// The one with the lowest id.
    pub(in crate::store) fn next_homeless(&self) -> Result<Option<i64>> {
        Ok(self.value("select min(source) from homeless")?)
    }
}

/// Notes a source that has no location.
pub(in crate::store) fn add_homeless(tx: &Transaction<'_>, source: i64) -> Result<()> {
    tx.write("insert or ignore into homeless (source) values (?1)")?.execute([source])?;
    Ok(())
}

/// Takes a source from the list.
pub(in crate::store) fn remove_homeless(tx: &Transaction<'_>, source: i64) -> Result<()> {
    tx.write("delete from homeless where source = ?1")?.execute([source])?;
    Ok(())
}
