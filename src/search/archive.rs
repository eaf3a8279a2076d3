//! A database opened for questions, with what every question needs in memory.

use crate::replay::Tree;
use crate::store::{Facts, Result, Snapshot, Witness, index};
use std::path::Path;

/// A database opened for questions.
#[derive(Debug)]
pub struct Archive {
    snapshot: Snapshot,
    /// Facts of all games, in memory.
    pub facts: Facts,
    /// The position index.
    pub index: index::Reader,
}

impl Archive {
    /// Opens an existing database as it is at this moment; an import may go on meanwhile.
    ///
    /// # Errors
    /// When it is missing, not ours, of a version that cannot be asked, or damaged.
    pub fn open(path: &Path) -> Result<Archive> {
        Archive::of(Snapshot::open(path)?)
    }

    /// The archive that a snapshot shows.
    ///
    /// # Errors
    /// When facts or index are damaged.
    pub fn of(snapshot: Snapshot) -> Result<Archive> {
        let facts = Facts::load(&snapshot)?;
        let index = index::Reader::open(&snapshot)?;
        Ok(Archive { snapshot, facts, index })
    }

    /// The rows of the database.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The witnesses of a game, by place.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn witnesses(&self, game: u32) -> Result<Vec<Witness>> {
        self.snapshot.witnesses(game)
    }

    /// A tree of variations and comments.
    ///
    /// # Errors
    /// When the database cannot be read, or the tree is missing or damaged.
    pub fn tree(&self, id: i64) -> Result<Tree> {
        self.snapshot.tree(id)
    }
}
