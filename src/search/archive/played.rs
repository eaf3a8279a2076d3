//! Ways in which games were played: on boards, online or by programs, as names of players and
//! events, and sites, show. Names are read on first use; sites on the first question that needs
//! more than programs.

use super::Archive;
use super::ids::IdSet;
use crate::decision::GameField;
use crate::metadata::Played;
use crate::store::{Connection, EVENTS, Fact, GameText, NameRow, PLAYERS, Result};
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
        let mut names = PlayedNames::default();
        PLAYERS.each(conn, &mut |row| names.add_player(&row))?;
        EVENTS.each(conn, &mut |row| names.add_event(&row))?;
        Ok(names)
    }

    /// Reads the names of one game.
    fn of_game(conn: &Connection, fact: &Fact) -> Result<PlayedNames> {
        let mut names = PlayedNames::default();
        PLAYERS.one(conn, fact.red, &mut |row| names.add_player(&row))?;
        PLAYERS.one(conn, fact.black, &mut |row| names.add_player(&row))?;
        EVENTS.one(conn, fact.event, &mut |row| names.add_event(&row))?;
        Ok(names)
    }

    fn add_player(&mut self, row: &NameRow<'_>) -> Result<()> {
        add(&mut self.players, Played::of_player(row.name()?), row)
    }

    fn add_event(&mut self, row: &NameRow<'_>) -> Result<()> {
        add(&mut self.events, Played::of_folded_event(row.key()?), row)
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

/// Adds the id of a name to the set of the way of playing that the name shows.
fn add(sets: &mut [IdSet; 3], said: Option<Played>, row: &NameRow<'_>) -> Result<()> {
    if let Some(at) = SIGNS.iter().position(|&sign| said == Some(sign)) {
        sets[at].insert(row.id()?);
    }
    Ok(())
}

impl Archive {
    /// Names that show how games were played.
    pub fn played_names(&self) -> Result<&Arc<PlayedNames>> {
        super::once(&self.known.played, || PlayedNames::load(self.snapshot()).map(Arc::new))
    }

    /// Way in which a game was played.
    pub fn played(&self, id: u32) -> Result<Played> {
        let Some(fact) = self.facts.get(id) else { return Ok(Played::Unknown) };
        let mut is_online = false;
        match self.decided().text(id, GameField::Site) {
            Some(site) => is_online = is_online_site(site),
            None => self.snapshot().game_texts(GameText::Site, id..=id, &mut |_, site| {
                is_online = is_online_site(site);
            })?,
        }
        if self.known.played.get().is_none() && self.known.games_asked.is_among_first() {
            return Ok(PlayedNames::of_game(self.snapshot(), fact)?.of(fact, is_online));
        }
        Ok(self.played_names()?.of(fact, is_online))
    }
}

/// Whether the site of a game is online.
pub(crate) fn is_online_site(site: &str) -> bool {
    let site = fold(site);
    Played::words_of_sites().any(|word| site.contains(word))
}
