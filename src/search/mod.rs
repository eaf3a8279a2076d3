//! What a user can ask: filters, positions, lines, the opening explorer.
//!
//! Questions are answered from the position index and the facts of games, both without touching a game's row; rows
//! are read only for the games that are shown. Nothing here prints.

mod explore;
mod filter;
mod games;
mod position;
mod trouble;
mod verify;
mod witness;

pub use explore::{Explored, Row, Score, explore};
pub use filter::{Filter, Matcher};
pub use games::{Found, GameRow, Order, Query, load, search};
pub use position::{Hit, Mirroring, hits};
pub use trouble::{Conflict, Trouble};
pub use verify::{Verdict, verify};
pub use witness::Witness;

use crate::store::{Facts, Result, index, open_read_only};
use rusqlite::Connection;
use std::path::Path;

/// A database opened for questions.
pub struct Archive {
    /// The connection, read-only.
    pub conn: Connection,
    /// Facts of all games, in memory.
    pub facts: Facts,
    /// The position index.
    pub index: index::Reader,
}

impl Archive {
    /// Opens an existing database.
    ///
    /// # Errors
    /// When it is missing, not ours, of another version, or damaged.
    pub fn open(path: &Path) -> Result<Archive> {
        let conn = open_read_only(path)?;
        // One transaction for the whole question: an import may go on meanwhile.
        conn.execute_batch("begin")?;
        let facts = Facts::load(&conn)?;
        let index = index::Reader::open(&conn)?;
        Ok(Archive { conn, facts, index })
    }
}
