//! What a user can ask: filters, positions, lines, the opening explorer.
//!
//! Questions are answered from the position index and the facts of games, both without touching a game's row; rows
//! are read only for the games that are shown. The answers about the commonest positions are remembered (`common.rs`).
//! Nothing here prints.

mod common;
mod contains;
mod explore;
mod filter;
mod games;
mod ids;
mod order;
mod parallel;
mod position;
mod sieve;
mod trouble;
mod verify;
mod witness;

pub use common::{COMMON, remember_common};
pub use contains::Place;
pub use explore::{Explored, Row, Score, explore};
pub use filter::{Filter, Matcher};
pub use games::{Found, GameRow, Query, load, search};
pub use ids::IdSet;
pub use order::Order;
pub use position::{Hit, Mirroring, hits};
pub use sieve::{Sieve, Sifted};
pub use trouble::{Conflict, Trouble};
pub use verify::{Verdict, verify};
pub use witness::Witness;

pub use crate::query::PartialBoard as Pattern;

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
