//! Deletes names of players and events that nothing refers to.

use crate::store::database::Database;
use crate::store::error::Result;
use crate::store::facts::{self, Columns, overlay};
use crate::store::rows::decision::decided_names;
use crate::store::rows::name::{EVENTS, NameTable, PLAYERS};
use crate::store::sql::Connection;

impl Database {
    /// Deletes the names of players and events that no game, namesake or decision has any more:
    /// better records came, or files were forgotten. The names that remain follow from records and
    /// decisions, not from the order of imports. The caller holds the lock of writers, who keep ids
    /// of names in memory.
    ///
    /// # Errors
    /// The database cannot be read or written; it is then unchanged.
    pub fn delete_unused_names(&mut self) -> Result<()> {
        if self.is_settled()? {
            return Ok(());
        }
        let [players, events] = self.unused_names()?;
        if players.is_empty() && events.is_empty() {
            return Ok(());
        }
        let tx = self.transaction()?;
        for id in players {
            tx.write("delete from player where id = ?1")?.execute([id])?;
        }
        for id in events {
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

impl Connection {
    /// Ids of the players and of the events that nothing refers to.
    fn unused_names(&self) -> Result<[Vec<u32>; 2]> {
        let mut players = vec![false; PLAYERS.last(self)? as usize + 1];
        let mut events = vec![false; EVENTS.last(self)? as usize + 1];
        let note = |used: &mut Vec<bool>, id: u32| {
            used.get_mut(id as usize).into_iter().for_each(|used| *used = true);
        };
        facts::each_chunk(self, |_, data, _| {
            if let Some(columns) = Columns::of(&data) {
                columns.players().for_each(|id| note(&mut players, id));
                columns.events().into_iter().for_each(|id| note(&mut events, id));
            }
            Ok(())
        })?;
        overlay::each_chunk(self, |_, data| {
            let laid = overlay::entries(&data).flat_map(|(_, laid)| [laid.red, laid.black]);
            laid.for_each(|id| note(&mut players, id));
        })?;
        for (name, _) in self.namesakes()?.names {
            PLAYERS.id_of(self, &name)?.into_iter().for_each(|id| note(&mut players, id));
        }
        for (table, name) in self.decisions()?.iter().flat_map(decided_names) {
            let used = if table.name == EVENTS.name { &mut events } else { &mut players };
            table.id_of(self, &name)?.into_iter().for_each(|id| note(used, id));
        }
        let unused = |table: &NameTable, used: Vec<bool>| -> Result<Vec<u32>> {
            let mut ids: Vec<u32> = table.ids(self)?;
            ids.retain(|id| !used[*id as usize]);
            Ok(ids)
        };
        Ok([unused(PLAYERS, players)?, unused(EVENTS, events)?])
    }
}
