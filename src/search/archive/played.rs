//! Ways in which games were played: on boards, online or by programs, as names of players and
//! events, and sites, show. Names are read on first use; sites on the first question that needs
//! more than programs.

use super::Archive;
use super::ids::IdSet;
use crate::decision::GameField;
use crate::metadata::Played;
use crate::store::{Connection, EVENTS, Fact, GameText, NameRow, NameTable, PLAYERS, Result};
use crate::text::fold;
use std::sync::Arc;

/// Ids of players and events whose names show how games were played.
#[derive(Debug, Default)]
pub struct PlayedNames {
    /// Sets of ids, in the order of [`SIGNS`].
    players: [IdSet; 3],
    events: [IdSet; 3],
}

/// Ways of playing that names can show, the surest first.
const SIGNS: [Played; 3] = [Played::Program, Played::Online, Played::Board];

impl PlayedNames {
    /// Reads all names.
    pub(crate) fn load(conn: &Connection) -> Result<PlayedNames> {
        type Read = fn(&NameRow<'_>) -> Result<Option<Played>>;
        let of = |table: &'static NameTable, read: Read| -> Result<_> {
            let mut ids: [IdSet; 3] = Default::default();
            table.each(conn, &mut |row| {
                let said = read(&row)?;
                if let Some(at) = SIGNS.iter().position(|&sign| said == Some(sign)) {
                    ids[at].insert(row.id()?);
                }
                Ok(())
            })?;
            Ok(ids)
        };
        let players = of(PLAYERS, |row| Ok(Played::of_player(row.name()?)))?;
        let events = of(EVENTS, |row| Ok(Played::of_folded_event(row.key()?)))?;
        Ok(PlayedNames { players, events })
    }

    /// Whether a player's name, given by id, is that of a program.
    pub fn is_program(&self, player: u32) -> bool {
        self.players[0].contains(player)
    }

    /// Whether a program played at least one side of a game.
    #[inline]
    pub fn is_of_program(&self, fact: &Fact) -> bool {
        self.is_said_by(0, fact)
    }

    /// Way in which a game was played; `is_online` says that its site is online.
    pub fn of(&self, fact: &Fact, is_online: bool) -> Played {
        let is_said =
            |at: usize| self.is_said_by(at, fact) || is_online && SIGNS[at] == Played::Online;
        let said = (0..SIGNS.len()).find(|&at| is_said(at));
        said.map_or(Played::Unknown, |at| SIGNS[at])
    }

    /// Whether a name of the game shows the way of playing at place `at` of [`SIGNS`].
    #[inline]
    fn is_said_by(&self, at: usize, fact: &Fact) -> bool {
        let players = &self.players[at];
        players.contains(fact.red)
            || players.contains(fact.black)
            || self.events[at].contains(fact.event)
    }
}

impl Archive {
    /// Names that show how games were played.
    pub fn played_names(&self) -> Result<&Arc<PlayedNames>> {
        super::once(&self.known.played, || PlayedNames::load(self.snapshot()).map(Arc::new))
    }

    /// Way in which a game was played.
    pub fn played(&self, id: u32) -> Result<Played> {
        let (names, fact) = (self.played_names()?, self.facts.get(id));
        let mut is_online = false;
        match self.decided().text(id, GameField::Site) {
            Some(site) => is_online = is_online_site(site),
            None => self.snapshot().game_texts(GameText::Site, id..=id, &mut |_, site| {
                is_online = is_online_site(site);
            })?,
        }
        Ok(fact.map_or(Played::Unknown, |fact| names.of(fact, is_online)))
    }
}

/// Whether the site of a game is online.
pub(crate) fn is_online_site(site: &str) -> bool {
    let site = fold(site);
    Played::words_of_sites().any(|word| site.contains(word))
}
