//! The players and events of an archive, as people decided which names are one.

use super::archive::Archive;
use super::folded::FoldedNames;
use crate::store::{PlayerRow, Result};

impl Archive {
    /// The names of all players and events, as people decided which are one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn folded_names(&self) -> Result<FoldedNames> {
        FoldedNames::read(self.snapshot(), self.decided().alike())
    }

    /// Hands every spelling of a player's name to `visit`, with the folded name of the person, as
    /// people decided who is one. What names no player, as `(江苏)`, which is a team alone, is handed
    /// to nobody.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn players(&self, visit: &mut dyn FnMut(PlayerRow<'_>, &str) -> Result<()>) -> Result<()> {
        let alike = self.decided().alike();
        self.snapshot().players(&mut |row| match row.key()? {
            "" => Ok(()),
            key => visit(row, alike.player(key)),
        })
    }

    /// Hands every event to `visit`: id, name, and the folded name that stands for it, as people
    /// decided which are one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn events(&self, visit: &mut dyn FnMut(u32, &str, &str)) -> Result<()> {
        let alike = self.decided().alike();
        self.snapshot().event_keys(&mut |id, name, key| {
            if !key.is_empty() {
                visit(id, name, alike.event(key));
            }
        })
    }
}
