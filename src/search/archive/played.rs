//! How games were played: at boards, over networks or by programs, by the names of their players
//! and events, and by their sites. Names are looked through once, when somebody first asks; sites,
//! which no fact holds, when somebody first asks for more than programs.

use super::Archive;
use super::ids::IdSet;
use crate::decision::GameField;
use crate::metadata::Played;
use crate::store::{Connection, EVENTS, Fact, GameText, NameTable, PLAYERS, Result};
use crate::text::fold;
use std::sync::Arc;

/// The ids of players and events whose names say how games were played.
#[derive(Debug, Default)]
pub struct PlayedNames {
    /// By the places of [`SIGNS`].
    players: [IdSet; 3],
    events: [IdSet; 3],
}

/// Kinds of play that names can show, the surest sign first.
const SIGNS: [Played; 3] = [Played::Program, Played::Online, Played::Board];

impl PlayedNames {
    /// Looks through all names.
    pub(crate) fn load(conn: &Connection) -> Result<PlayedNames> {
        let of = |table: &'static NameTable, read: fn(&str) -> Option<Played>| -> Result<_> {
            let mut ids: [IdSet; 3] = Default::default();
            table.each(conn, &mut |row| {
                let said = read(row.name()?);
                if let Some(at) = SIGNS.iter().position(|&sign| said == Some(sign)) {
                    ids[at].insert(row.id()?);
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
        self.players[0].contains(player)
    }

    /// Whether a program played a game, on one side at least.
    #[inline]
    pub fn is_of_program(&self, fact: &Fact) -> bool {
        self.is_said_by(0, fact)
    }

    /// How a game was played; `is_online` says that its site is on a network.
    pub fn of(&self, fact: &Fact, is_online: bool) -> Played {
        let is_said =
            |at: usize| self.is_said_by(at, fact) || is_online && SIGNS[at] == Played::Online;
        let said = (0..SIGNS.len()).find(|&at| is_said(at));
        said.map_or(Played::Unknown, |at| SIGNS[at])
    }

    /// Whether a name of a game has a sign.
    #[inline]
    fn is_said_by(&self, at: usize, fact: &Fact) -> bool {
        let players = &self.players[at];
        players.contains(fact.red)
            || players.contains(fact.black)
            || self.events[at].contains(fact.event)
    }
}

impl Archive {
    /// Names that say how games were played.
    pub fn played_names(&self) -> Result<&Arc<PlayedNames>> {
        super::once(&self.known.played, || PlayedNames::load(self.snapshot()).map(Arc::new))
    }

    /// How a game was played.
    pub fn played(&self, id: u32) -> Result<Played> {
        let (names, fact) = (self.played_names()?, self.facts.get(id));
        let mut site = String::new();
        self.snapshot().game_texts(GameText::Site, id..=id, &mut |_, text| site = fold(text))?;
        site = self.decided().text(id, GameField::Site).map_or(site, fold);
        let is_online = Played::words_of_sites().any(|word| site.contains(word));
        Ok(fact.map_or(Played::Unknown, |fact| names.of(fact, is_online)))
    }
}
