//! How games were played: at boards, over networks or by programs, by the names of their players
//! and events. Names are looked through once, when somebody first asks.

use super::Archive;
use super::ids::IdSet;
use crate::metadata::Played;
use crate::store::{Connection, EVENTS, Fact, NameTable, PLAYERS, Result};
use rustc_hash::FxHashMap;

/// The ids of players and events whose names say how games were played.
#[derive(Debug, Default)]
pub struct PlayedNames {
    players: FxHashMap<Played, IdSet>,
    events: FxHashMap<Played, IdSet>,
}

impl PlayedNames {
    /// Looks through all names.
    pub(crate) fn load(conn: &Connection) -> Result<PlayedNames> {
        let of = |table: &'static NameTable, read: fn(&str) -> Option<Played>| -> Result<_> {
            let mut ids: FxHashMap<Played, IdSet> = FxHashMap::default();
            table.each(conn, &mut |row| {
                if let Some(played) = read(row.name()?) {
                    ids.entry(played).or_default().insert(row.id()?);
                }
                Ok(())
            })?;
            Ok(ids)
        };
        let (players, events) = (of(PLAYERS, Played::of_player)?, of(EVENTS, Played::of_event)?);
        Ok(PlayedNames { players, events })
    }

    /// Whether a player's name, by its id, is that of a program.
    pub fn is_program(&self, player: u32) -> bool {
        self.players.get(&Played::Program).is_some_and(|ids| ids.contains(player))
    }

    /// How a game was played. A program is the surest sign, then a network.
    pub fn of(&self, fact: &Fact) -> Played {
        let has = |ids: &FxHashMap<Played, IdSet>, played: Played, id: u32| {
            ids.get(&played).is_some_and(|ids| ids.contains(id))
        };
        let says = |played: &Played| {
            has(&self.events, *played, fact.event)
                || [fact.red, fact.black].iter().any(|&id| has(&self.players, *played, id))
        };
        let signs = [Played::Program, Played::Online, Played::Board];
        signs.into_iter().find(says).unwrap_or(Played::Unknown)
    }
}

impl Archive {
    /// Names that say how games were played.
    pub fn played_names(&self) -> Result<&PlayedNames> {
        super::once(&self.known.played, || PlayedNames::load(self.snapshot()))
    }

    /// How a game was played.
    pub fn played(&self, id: u32) -> Result<Played> {
        let names = self.played_names()?;
        Ok(self.facts.get(id).map_or(Played::Unknown, |fact| names.of(fact)))
    }
}
