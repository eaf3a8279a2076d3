//! The table `meta`: small facts of the file itself.

use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;

impl Connection {
    /// A number that grows with every change to a game.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn generation(&self) -> Result<i64> {
        Ok(self.value("select value from meta where name = 'generation'")?)
    }
}

/// To be called after every change to a game: what was remembered of the former ones is stale.
pub(in crate::store) fn next_generation(tx: &Transaction<'_>) -> Result<()> {
    tx.write("update meta set value = value + 1 where name = 'generation'")?.execute([])?;
    Ok(())
}
