//! Ways in which games were played: on boards, online or by programs, as names of players and
//! events, and sites, show. Names are read on first use; the games with an online site, which the
//! last import stored, on the first question that needs more than programs.

use super::ids::IdSet;
use super::parallel::in_parallel;
use super::{Archive, once};
use crate::decision::GameField;
use crate::metadata::Played;
use crate::store::{
    Connection, EVENTS, Fact, Facts, GameText, NameRow, OnlinePart, PLAYERS, Result,
};
use crate::text::fold;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use twox_hash::XxHash3_64;

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
        once(&self.known.played, || PlayedNames::load(self.snapshot()).map(Arc::new))
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

/// Games with an online site.
#[derive(Debug)]
pub(crate) struct OnlineGames {
    games: Arc<IdSet>,
    /// Parts that the file lacks or has of other rows.
    pub(crate) read: Vec<OnlinePart>,
}

impl OnlineGames {
    /// Takes the games of the parts that are stored, and reads the sites of all other parts.
    fn of(archive: &Archive) -> Result<OnlineGames> {
        let conn = archive.snapshot();
        let words = Played::words_of_sites().collect::<Vec<_>>().join("\n");
        let words = XxHash3_64::oneshot(words.as_bytes()) as i64;
        let sums = conn.sums_of(&["game"])?.into_iter();
        let sums: FxHashMap<i64, i64> = sums.map(|(_, part, sum)| (part, sum ^ words)).collect();
        let chunks = 0..archive.facts().chunk_count() as u32;
        let mut parts = conn.online_parts()?;
        parts.retain(|it| chunks.contains(&it.part) && sums.get(&it.part.into()) == Some(&it.read));
        let stored: IdSet = parts.iter().map(|it| it.part).collect();
        let others: Vec<u32> = chunks.filter(|&part| !stored.contains(part)).collect();
        let read = in_parallel(archive, others.len(), |conn, at| {
            let part = others[at];
            let read = sums.get(&part.into()).copied().unwrap_or_default();
            let (ids, mut games) = (Facts::ids_of_chunk(part as usize), IdSet::default());
            conn.game_texts(GameText::Site, ids.clone(), &mut |id, site| {
                if is_online_site(site) {
                    games.insert(id);
                }
            })?;
            let bits = ids.step_by(64).map(|first| games.bits(first).to_le_bytes());
            let mut games = bits.collect::<Vec<_>>().into_flattened();
            games.truncate(games.iter().rposition(|&byte| byte > 0).map_or(0, |last| last + 1));
            Ok(OnlinePart { part, read, games })
        })?;
        let mut games = IdSet::default();
        for OnlinePart { part, games: bits, .. } in parts.iter().chain(&read) {
            let ids = Facts::ids_of_chunk(*part as usize).step_by(8);
            ids.zip(bits).for_each(|(first, &bits)| games.insert_bits(first, bits.into()));
        }
        for (id, site) in archive.decided().texts(GameField::Site) {
            match is_online_site(site) {
                true => games.insert(id),
                false => games.remove(id),
            }
        }
        Ok(OnlineGames { games: games.into(), read })
    }
}

impl Archive {
    /// Games with an online site.
    pub(crate) fn games_online(&self) -> Result<&Arc<IdSet>> {
        Ok(&self.online()?.games)
    }

    /// Games with an online site, and the parts whose sites were read for this answer.
    pub(crate) fn online(&self) -> Result<&OnlineGames> {
        once(&self.known.online, || OnlineGames::of(self))
    }
}

/// Whether the site of a game is online.
pub(crate) fn is_online_site(site: &str) -> bool {
    let site = fold(site);
    Played::words_of_sites().any(|word| site.contains(word))
}
