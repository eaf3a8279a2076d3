//! The facts of all games in memory, for questions. `mod.rs` describes the layout on disk.

use crate::metadata::{Dated, FieldSet, PackedDate};
use crate::store::error::Result;
use crate::store::facts::overlay::{self, DecidedFact, Overlay};
use crate::store::facts::{CHUNK, Columns, Fact, WITH_OPENINGS, each_chunk};
use crate::store::file::version;
use crate::store::sql::Connection;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Evidence that is laid over the stored facts.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// Values derived from headings: questions are answered with these.
    Derived,
    /// No values; values that only names of files state are removed.
    Stated,
    /// No values: the facts of the games' rows.
    Nothing,
}

impl Evidence {
    fn over(self, overlay: &Overlay, fact: &mut Fact) {
        match self {
            Evidence::Derived => overlay.lay_over(fact),
            Evidence::Stated => overlay.take_away(fact),
            Evidence::Nothing => {}
        }
    }
}

/// The facts of all games, by id from 1.
///
/// All chunks are read at once, which is cheap, and a chunk is decoded when one of its games is
/// first needed: a question about a rare position needs few chunks.
#[derive(Debug, Default, Clone)]
pub struct Facts {
    chunks: Vec<Chunk>,
    last_id: u32,
    /// Highest `player.id`; damaged facts have higher ones.
    last_player: u32,
    lacks_openings: bool,
    /// Number of games by `player.id`, on first use.
    games_of_players: OnceLock<Vec<u32>>,
}

#[derive(Debug, Clone)]
struct Chunk {
    lay: Evidence,
    /// Bytes as stored; their sum was compared.
    data: Vec<u8>,
    /// Entries of the overlay.
    overlay: Vec<u8>,
    /// Places of games that other games date, with their dates.
    dated: Vec<(usize, Dated)>,
    /// Places of games with decided facts, with these facts.
    decided: Vec<(usize, DecidedFact)>,
    facts: OnceLock<Vec<Fact>>,
}

impl Chunk {
    #[inline]
    fn facts(&self) -> &[Fact] {
        self.facts.get_or_init(|| {
            let mut facts = Columns::of(&self.data).map_or_else(Vec::new, |all| all.facts());
            for (place, overlay) in overlay::entries(&self.overlay) {
                if let Some(fact) = facts.get_mut(usize::from(place)).filter(|fact| fact.is_alive())
                {
                    self.lay.over(&overlay, fact);
                }
            }
            for (place, dated) in &self.dated {
                facts.get_mut(*place).into_iter().for_each(|fact| fact.date = dated.date);
            }
            for (place, decided) in &self.decided {
                facts.get_mut(*place).into_iter().for_each(|fact| decided.lay_over(fact));
            }
            facts
        })
    }
}

impl Facts {
    /// Number of games in one chunk; [`Facts::chunk`] returns them together.
    pub const CHUNK: usize = CHUNK;

    /// The ids of the games of a chunk, 0-based.
    pub fn ids_of_chunk(chunk: usize) -> std::ops::RangeInclusive<u32> {
        let first = (chunk * CHUNK) as u32 + 1;
        first..=first + CHUNK as u32 - 1
    }

    /// Reads all chunks.
    pub fn load(conn: &Connection, lay: Evidence) -> Result<Facts> {
        let lacks_openings = version(conn)? < WITH_OPENINGS;
        let last_player: u32 = conn.value("select coalesce(max(id), 0) from player")?;
        let mut facts = Facts { last_player, lacks_openings, ..Facts::default() };
        each_chunk(conn, |before, data, len| {
            facts.last_id = before + len as u32;
            let (overlay, dated, decided) = Default::default();
            let facts_of = OnceLock::new();
            facts.chunks.push(Chunk { lay, data, overlay, dated, decided, facts: facts_of });
            Ok(())
        })?;
        if lay != Evidence::Nothing {
            overlay::each_chunk(conn, |chunk, data| {
                if let Some(chunk) = facts.chunks.get_mut(chunk) {
                    chunk.overlay = data;
                }
            })?;
        }
        let dated = if lay == Evidence::Derived { conn.dated_by_others()? } else { Vec::new() };
        for game in dated {
            let place = (game.game as usize).saturating_sub(1);
            if let Some(chunk) = facts.chunks.get_mut(place / CHUNK) {
                chunk.dated.push((place % CHUNK, game.dated));
            }
        }
        Ok(facts)
    }

    /// Lays the facts that a person decided for an existing game over all others. Stores nothing.
    pub fn decide(&mut self, id: u32, decided: DecidedFact) {
        let place = (id as usize).saturating_sub(1);
        let Some(chunk) = self.chunks.get_mut(place / CHUNK) else { return };
        chunk.decided.push((place % CHUNK, decided));
        self.games_of_players.take();
        if let Some(fact) = chunk.facts.get_mut().and_then(|all| all.get_mut(place % CHUNK)) {
            decided.lay_over(fact);
        }
    }

    /// Whether the file is too old to have openings: [`Fact::opening`] is then `None` until
    /// [`Facts::set_openings`] is called.
    pub fn lacks_openings(&self) -> bool {
        self.lacks_openings
    }

    /// Replaces the openings of all games; `openings` has their numbers by id from 1, 0 for none.
    /// Stores nothing.
    pub fn set_openings(&mut self, openings: &[u16]) {
        for (chunk, openings) in self.chunks.iter_mut().zip(openings.chunks(CHUNK)) {
            let mut facts = chunk.facts().to_vec();
            for (fact, &opening) in facts.iter_mut().zip(openings) {
                fact.opening = opening;
            }
            chunk.facts = OnceLock::from(facts);
        }
        self.lacks_openings = false;
    }

    /// The facts of a game; `None` if the id was never given.
    #[inline]
    pub fn get(&self, id: u32) -> Option<&Fact> {
        let place = (id as usize).checked_sub(1)?;
        self.chunks.get(place / CHUNK)?.facts().get(place % CHUNK)
    }

    /// Fields of a game that only names of files state.
    pub fn from_file(&self, id: u32) -> FieldSet {
        let chunk = |place: usize| {
            let chunk = self.chunks.get(place / CHUNK)?;
            overlay::find(&chunk.overlay, (place % CHUNK) as u16)
        };
        let overlay = (id as usize).checked_sub(1).and_then(chunk);
        overlay.map_or(FieldSet::NONE, |overlay| overlay.from_file)
    }

    /// The date that the row of a game states.
    pub fn stated_date(&self, id: u32) -> PackedDate {
        let chunk = |place: usize| {
            let columns = Columns::of(&self.chunks.get(place / CHUNK)?.data)?;
            Some(columns.date(place % CHUNK))
        };
        (id as usize).checked_sub(1).and_then(chunk).unwrap_or_default()
    }

    /// The stated date of a game whose [`Fact::date`] is unknown because the stated date cannot be
    /// right. `None` where doubts do not count.
    pub fn doubted_date(&self, id: u32) -> Option<PackedDate> {
        let chunk = self.chunks.get((id as usize).checked_sub(1)? / CHUNK)?;
        let is_told = chunk.lay == Evidence::Derived && self.get(id)?.date.is_unknown();
        Some(self.stated_date(id)).filter(|stated| is_told && !stated.is_unknown())
    }

    /// The date that a person decided for a game; `None` without one.
    pub fn decided_date(&self, id: u32) -> Option<PackedDate> {
        let place = (id as usize).checked_sub(1)?;
        let decided = &self.chunks.get(place / CHUNK)?.decided;
        decided.iter().rev().filter(|(at, _)| *at == place % CHUNK).find_map(|(_, of)| of.date)
    }

    /// The stated dates of all games in order of their ids, unknown for a deleted game; and the games
    /// that their own witnesses date otherwise, without other games and without decisions.
    pub fn own_dates(&self) -> (Vec<PackedDate>, BTreeMap<u32, Dated>) {
        let of_chunk = |(number, chunk): (usize, &Chunk)| {
            let first = *Facts::ids_of_chunk(number).start();
            let stated = Columns::of(&chunk.data).map_or_else(Vec::new, |columns| columns.dates());
            let own = overlay::entries(&chunk.overlay).filter_map(|(place, overlay)| {
                let is_alive = chunk.facts().get(usize::from(place)).is_some_and(Fact::is_alive);
                Some((first + u32::from(place), overlay.dated.filter(|_| is_alive)?))
            });
            (stated, own.collect::<Vec<_>>())
        };
        let chunks: Vec<_> = self.chunks.par_iter().enumerate().map(of_chunk).collect();
        let (mut dates, mut own) = (Vec::with_capacity(self.chunks.len() * CHUNK), BTreeMap::new());
        for (stated, of_chunk) in chunks {
            dates.extend(stated);
            own.extend(of_chunk);
        }
        (dates, own)
    }

    /// Date of a game by its own witnesses alone.
    pub fn own_date(&self, id: u32) -> PackedDate {
        let own = |place: usize| {
            let overlay = &self.chunks.get(place / CHUNK)?.overlay;
            Some(overlay::find(overlay, (place % CHUNK) as u16)?.dated?.date)
        };
        let own = (id as usize).checked_sub(1).and_then(own);
        own.unwrap_or_else(|| self.stated_date(id))
    }

    /// Whether a game is not deleted.
    pub fn is_alive(&self, id: u32) -> bool {
        self.get(id).is_some_and(Fact::is_alive)
    }

    /// All games that are not deleted, with their ids. Decodes all chunks.
    pub fn alive(&self) -> impl Iterator<Item = (u32, &Fact)> {
        self.take_apart();
        let chunks = (1..).step_by(CHUNK).zip(&self.chunks);
        let all = chunks.flat_map(|(first, chunk)| (first..).zip(chunk.facts()));
        all.filter(|(_, fact)| fact.is_alive())
    }

    /// Number of chunks in the share of one core.
    fn share(&self) -> usize {
        self.chunks.len().div_ceil(rayon::current_num_threads()).max(1)
    }

    /// Adds every game that is not deleted to one of several values, in parallel. Each value has the
    /// games of a range of ids; the values are in order.
    pub fn fold<T: Default + Send>(&self, add: impl Fn(&mut T, u32, &Fact) + Sync) -> Vec<T> {
        let share = self.share();
        let of_share = |(number, chunks): (usize, &[Chunk])| {
            let mut value = T::default();
            for (number, chunk) in (number * share..).zip(chunks) {
                for (id, fact) in Facts::ids_of_chunk(number).zip(chunk.facts()) {
                    if fact.is_alive() {
                        add(&mut value, id, fact);
                    }
                }
            }
            value
        };
        self.chunks.par_chunks(share).enumerate().map(of_share).collect()
    }

    /// Whether a row of a game or a value derived from its records names each player and each event,
    /// by `player.id` and by `event.id` up to the `last` of both; higher ids are left out.
    pub fn named(&self, last: [u32; 2]) -> [Vec<bool>; 2] {
        let share = self.share();
        let nobody = || last.map(|last| vec![false; last as usize + 1]);
        let note = |named: &mut [bool], id: u32| {
            named.get_mut(id as usize).into_iter().for_each(|named| *named = true);
        };
        let of_share = |chunks: &[Chunk]| {
            let [mut players, mut events] = nobody();
            for chunk in chunks {
                if let Some(columns) = Columns::of(&chunk.data) {
                    columns.each_player(|id| note(&mut players, id));
                    columns.each_event(|id| note(&mut events, id));
                }
                for (_, overlay) in overlay::entries(&chunk.overlay) {
                    [overlay.red, overlay.black].into_iter().for_each(|id| note(&mut players, id));
                }
            }
            [players, events]
        };
        let shares = self.chunks.par_chunks(share).map(of_share);
        shares.reduce(nobody, |mut both, other| {
            for (named, other) in both.iter_mut().flatten().zip(other.into_iter().flatten()) {
                *named |= other;
            }
            both
        })
    }

    /// Number of games of the player with an id; a game against himself counts twice. Decodes all
    /// chunks on first use.
    pub fn games_of_player(&self, id: u32) -> u32 {
        let all = self.games_of_players.get_or_init(|| {
            let mut all: Vec<u32> = Vec::new();
            let add = |games: &mut Vec<u32>, fact: &Fact| {
                games.resize(games.len().max(self.last_player as usize + 1), 0);
                for id in [fact.red as usize, fact.black as usize] {
                    games.get_mut(id).into_iter().for_each(|games| *games += 1);
                }
            };
            for games in self.fold(|games, _, fact| add(games, fact)) {
                all.resize(all.len().max(games.len()), 0);
                all.iter_mut().zip(games).for_each(|(all, games)| *all += games);
            }
            all
        });
        all.get(id as usize).copied().unwrap_or_default()
    }

    /// Number of chunks.
    pub fn chunk_count(&self) -> usize {
        self.chunks.len()
    }

    /// The games of a chunk (0-based), deleted ones included; the first has the id `chunk * CHUNK +
    /// 1`.
    pub fn chunk(&self, chunk: usize) -> &[Fact] {
        self.chunks.get(chunk).map_or(&[], Chunk::facts)
    }

    /// Calls `look` for all chunks on all cores; the results are in order.
    pub fn map_chunks<T: Send>(&self, look: impl Fn(usize, &[Fact]) -> T + Sync) -> Vec<T> {
        self.chunks.par_iter().enumerate().map(|(at, chunk)| look(at, chunk.facts())).collect()
    }

    /// Decodes all chunks on all cores, for a question about many games.
    pub fn take_apart(&self) {
        self.chunks.par_iter().for_each(|chunk| _ = chunk.facts());
    }

    /// The games whose [`Fact::key`] is wanted, as `(key, id)`, sorted. Only this column is
    /// decoded.
    pub fn with_keys(&self, is_wanted: impl Fn(u32) -> bool + Sync) -> Vec<(u32, u32)> {
        let of_chunk = |(first, chunk): (u32, &Chunk)| {
            let all = Columns::of(&chunk.data).map_or_else(Vec::new, |columns| columns.keys());
            let ids = (first..).zip(all);
            ids.filter(|(_, key)| is_wanted(*key)).map(|(id, key)| (key, id)).collect::<Vec<_>>()
        };
        let firsts = (0..self.chunks.len()).map(|chunk| (chunk * CHUNK + 1) as u32);
        let chunks: Vec<(u32, &Chunk)> = firsts.zip(&self.chunks).collect();
        let mut found: Vec<(u32, u32)> = chunks.into_par_iter().flat_map_iter(of_chunk).collect();
        found.retain(|&(_, id)| self.is_alive(id));
        found.sort_unstable();
        found
    }

    /// The highest id ever given.
    pub fn last_id(&self) -> u32 {
        self.last_id
    }
}
