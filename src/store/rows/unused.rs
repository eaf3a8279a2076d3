//! Deletes names of players and events that nothing refers to.

use crate::store::database::Database;
use crate::store::error::Result;
use crate::store::facts::reader::Facts;
use crate::store::rows::decision::decided_names;
use crate::store::rows::name::{EVENTS, NameTable, PLAYERS};
use crate::store::sql::Connection;

/// Ids of names that nothing refers to.
#[derive(Debug, Default)]
pub struct UnusedNames {
    players: Vec<u32>,
    events: Vec<u32>,
}

impl UnusedNames {
    /// Whether every name is used.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players.is_empty() && self.events.is_empty()
    }
}

impl Connection {
    /// The names of players and events that no game, namesake or decision has any more: better
    /// records came, or files were forgotten. `facts` are those of this state of the file.
    pub fn unused_names(&self, facts: &Facts) -> Result<UnusedNames> {
        let [mut players, mut events] = facts.named([PLAYERS.last(self)?, EVENTS.last(self)?]);
        let mut note = |table: &NameTable, name: &str| -> Result<()> {
            let used = if table.name == EVENTS.name { &mut events } else { &mut players };
            table.id_of(self, name)?.into_iter().for_each(|id| used[id as usize] = true);
            Ok(())
        };
        for (name, _) in self.namesakes()?.names {
            note(PLAYERS, &name)?;
        }
        for (table, name) in self.decisions()?.iter().flat_map(decided_names) {
            note(table, &name)?;
        }
        let unused = |table: &NameTable, used: Vec<bool>| -> Result<Vec<u32>> {
            let mut ids: Vec<u32> = table.ids(self)?;
            ids.retain(|id| !used[*id as usize]);
            Ok(ids)
        };
        Ok(UnusedNames { players: unused(PLAYERS, players)?, events: unused(EVENTS, events)? })
    }
}

impl Database {
    /// Deletes names. Those that remain follow from records and decisions, not from the order of
    /// imports. The caller holds the lock of writers, who keep ids of names in memory.
    ///
    /// # Errors
    /// The database cannot be read or written; it is then unchanged.
    pub fn delete_names(&mut self, unused: &UnusedNames) -> Result<()> {
        let tx = self.transaction()?;
        for id in &unused.players {
            tx.write("delete from player where id = ?1")?.execute([id])?;
        }
        for id in &unused.events {
            for sql in [
                "delete from held where event = ?1",
                "delete from wording where event = ?1",
                "delete from event where id = ?1",
            ] {
                tx.write(sql)?.execute([id])?;
            }
        }
        tx.commit()
    }
}
