//! The facts of all games in memory, for questions. `mod.rs` describes the layout on disk.

use crate::metadata::{Dated, FieldSet, PackedDate};
use crate::store::error::Result;
use crate::store::facts::overlay::{self, DecidedFact, Overlay};
use crate::store::facts::{
    CHUNK, Columns, Fact, FactColumns, WITH_OPENINGS, chunk_count, each_chunk,
};
use crate::store::file::version;
use crate::store::sql::Connection;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::{Deref, Range, RangeInclusive};
use std::sync::OnceLock;
use std::thread::ScopedJoinHandle;

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
/// All chunks are read at once, which is cheap. A block of games is decoded when one of its games is
/// first needed: a question about a rare position or a player needs few blocks.
#[derive(Debug, Default, Clone)]
pub struct Facts {
    chunks: Vec<Chunk>,
    /// Decoded facts of [`BLOCK`] games each, by id.
    blocks: Vec<OnceLock<Box<[Fact]>>>,
    last_id: u32,
    /// Highest `player.id`; damaged facts have higher ones.
    last_player: u32,
    lacks_openings: bool,
    /// Number of games by `player.id`, on first use.
    games_of_players: OnceLock<Vec<u32>>,
}

/// Number of games that are decoded together; a divisor of [`CHUNK`].
const BLOCK: usize = 512;
/// Number of chunks for each connection that reads a part of them: opening a connection takes longer
/// than reading fewer.
const MANY_CHUNKS: usize = if cfg!(test) { 1 } else { 32 };

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
}

impl Chunk {
    fn new(lay: Evidence, data: Vec<u8>) -> Chunk {
        let (overlay, dated, decided) = Default::default();
        Chunk { lay, data, overlay, dated, decided }
    }

    /// Replaces `facts` with those of the games at some places, of which only the wanted columns are
    /// sure.
    fn decode(&self, places: Range<usize>, wanted: FactColumns, facts: &mut Vec<Fact>) {
        match Columns::of(&self.data) {
            Some(columns) => columns.read(places.clone(), wanted, facts),
            None => facts.clear(),
        }
        for (place, overlay) in overlay::within(&self.overlay, places.clone()) {
            let fact = facts.get_mut(place - places.start);
            fact.filter(|fact| fact.is_alive())
                .into_iter()
                .for_each(|fact| self.lay.over(&overlay, fact));
        }
        let at = |place: &usize| places.contains(place).then(|| place - places.start);
        for (place, dated) in &self.dated {
            let fact = at(place).and_then(|at| facts.get_mut(at));
            fact.into_iter().for_each(|fact| fact.date = dated.date);
        }
        for (place, decided) in &self.decided {
            let fact = at(place).and_then(|at| facts.get_mut(at));
            fact.into_iter().for_each(|fact| decided.lay_over(fact));
        }
    }
}

/// Place of a game among all games, 0-based; `None` for the id 0.
#[inline]
fn index_of(id: u32) -> Option<usize> {
    (id as usize).checked_sub(1)
}

impl Facts {
    /// Number of games in one chunk.
    pub const CHUNK: usize = CHUNK;

    /// The ids of the games of a chunk, 0-based.
    pub fn ids_of_chunk(chunk: usize) -> RangeInclusive<u32> {
        let first = (chunk * CHUNK) as u32 + 1;
        first..=first + CHUNK as u32 - 1
    }

    /// Reads all chunks.
    pub fn load(conn: &Connection, lay: Evidence) -> Result<Facts> {
        Facts::load_beside(conn, lay, |_| Ok(Vec::<Box<Connection>>::new()))
    }

    /// Reads all chunks. `others` opens at most the given number of further connections to the same
    /// state, each of which reads a part of the chunks.
    pub(crate) fn load_beside<C: Deref<Target = Connection> + Send>(
        conn: &Connection,
        lay: Evidence,
        others: impl FnOnce(usize) -> Result<Vec<C>>,
    ) -> Result<Facts> {
        let lacks_openings = version(conn)? < WITH_OPENINGS;
        let last_player: u32 = conn.value("select coalesce(max(id), 0) from player")?;
        let mut facts = Facts { last_player, lacks_openings, ..Facts::default() };
        let count = chunk_count(conn)?;
        let others = others((count / MANY_CHUNKS).saturating_sub(1))?;
        let share = count.div_ceil(others.len() + 1).max(1);
        let read = |conn: &Connection, number: usize| -> Result<(Vec<Chunk>, usize)> {
            let (mut chunks, mut last) = (Vec::new(), 0);
            let first = count.min(number * share);
            let part = first..count.min(first + share);
            each_chunk(conn, (part, count), |data, len| {
                chunks.push(Chunk::new(lay, data));
                last = len;
                Ok(())
            })?;
            Ok((chunks, last))
        };
        let read = &read;
        let parts = std::thread::scope(|scope| {
            let others = (1..).zip(others);
            let others = others.map(|(number, other)| scope.spawn(move || read(&other, number)));
            let others: Vec<_> = others.collect();
            let own = read(conn, 0);
            let join = |other: ScopedJoinHandle<'_, _>| match other.join() {
                Ok(read) => read,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            std::iter::once(own).chain(others.into_iter().map(join)).collect::<Result<Vec<_>>>()
        })?;
        for (chunks, last) in parts {
            facts.chunks.extend(chunks);
            let whole = facts.chunks.len().saturating_sub(1) * CHUNK;
            facts.last_id = if last > 0 { (whole + last) as u32 } else { facts.last_id };
        }
        facts.blocks.resize_with((facts.last_id as usize).div_ceil(BLOCK), OnceLock::new);
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
        let block = self.blocks.get_mut(place / BLOCK).and_then(OnceLock::get_mut);
        if let Some(fact) = block.and_then(|block| block.get_mut(place % BLOCK)) {
            decided.lay_over(fact);
        }
    }

    /// The facts of a block of games, decoded on first use.
    #[inline]
    fn block(&self, block: usize) -> &[Fact] {
        let Some(facts) = self.blocks.get(block) else { return &[] };
        facts.get_or_init(|| {
            let mut facts = Vec::with_capacity(BLOCK);
            self.decode(block, FactColumns::ALL, &mut facts);
            facts.into()
        })
    }

    /// Replaces `facts` with those of a block of games, of which only the wanted columns are sure.
    fn decode(&self, block: usize, wanted: FactColumns, facts: &mut Vec<Fact>) {
        let place = block * BLOCK;
        match self.chunks.get(place / CHUNK) {
            Some(chunk) => {
                chunk.decode(place % CHUNK..place % CHUNK + BLOCK, wanted, facts);
            }
            None => facts.clear(),
        }
    }

    /// The id of the first game of a block.
    fn first_of_block(block: usize) -> u32 {
        (block * BLOCK) as u32 + 1
    }

    /// Whether the file is too old to have openings: [`Fact::opening`] is then `None` until
    /// [`Facts::set_openings`] is called.
    pub fn lacks_openings(&self) -> bool {
        self.lacks_openings
    }

    /// Replaces the openings of all games; `openings` has their numbers by id from 1, 0 for none.
    /// Stores nothing.
    pub fn set_openings(&mut self, openings: &[u16]) {
        for (block, openings) in openings.chunks(BLOCK).enumerate() {
            let mut facts = self.block(block).to_vec();
            for (fact, &opening) in facts.iter_mut().zip(openings) {
                fact.opening = opening;
            }
            if let Some(block) = self.blocks.get_mut(block) {
                *block = OnceLock::from(facts.into_boxed_slice());
            }
        }
        self.lacks_openings = false;
    }

    /// The facts of a game; `None` if the id was never given.
    #[inline]
    pub fn get(&self, id: u32) -> Option<&Fact> {
        let place = index_of(id)?;
        self.block(place / BLOCK).get(place % BLOCK)
    }

    /// Fields of a game that only names of files state.
    pub fn from_file(&self, id: u32) -> FieldSet {
        let chunk = |place: usize| {
            let chunk = self.chunks.get(place / CHUNK)?;
            overlay::find(&chunk.overlay, place % CHUNK)
        };
        let overlay = index_of(id).and_then(chunk);
        overlay.map_or(FieldSet::NONE, |overlay| overlay.from_file)
    }

    /// The date that the row of a game states.
    pub fn stated_date(&self, id: u32) -> PackedDate {
        let chunk = |place: usize| {
            let columns = Columns::of(&self.chunks.get(place / CHUNK)?.data)?;
            Some(columns.date(place % CHUNK))
        };
        index_of(id).and_then(chunk).unwrap_or_default()
    }

    /// The stated date of a game whose [`Fact::date`] is unknown because the stated date cannot be
    /// right. `None` where doubts do not count.
    pub fn doubted_date(&self, id: u32) -> Option<PackedDate> {
        let chunk = self.chunks.get(index_of(id)? / CHUNK)?;
        let is_told = chunk.lay == Evidence::Derived && self.get(id)?.date.is_unknown();
        Some(self.stated_date(id)).filter(|stated| is_told && !stated.is_unknown())
    }

    /// The date that a person decided for a game; `None` without one.
    pub fn decided_date(&self, id: u32) -> Option<PackedDate> {
        let place = index_of(id)?;
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
                let id = first + u32::from(place);
                Some((id, overlay.dated.filter(|_| self.is_alive(id))?))
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
            Some(overlay::find(overlay, place % CHUNK)?.dated?.date)
        };
        let own = index_of(id).and_then(own);
        own.unwrap_or_else(|| self.stated_date(id))
    }

    /// Whether a game is not deleted.
    pub fn is_alive(&self, id: u32) -> bool {
        self.get(id).is_some_and(Fact::is_alive)
    }

    /// All games that are not deleted, with their ids. Decodes all blocks.
    pub fn alive(&self) -> impl Iterator<Item = (u32, &Fact)> {
        self.take_apart();
        let blocks = (0..self.blocks.len()).flat_map(|block| self.of_block(block));
        blocks.filter(|(_, fact)| fact.is_alive())
    }

    /// Ids of all games that are not deleted. Decodes one column.
    pub fn alive_ids(&self) -> Vec<u32> {
        let alive = |first: u32, facts: &[Fact]| {
            let alive = (first..).zip(facts).filter(|(_, fact)| fact.is_alive());
            alive.map(|(id, _)| id).collect::<Vec<u32>>()
        };
        self.scan(FactColumns::KIND, alive).concat()
    }

    /// The games of a block, deleted ones included, with their ids.
    fn of_block(&self, block: usize) -> impl Iterator<Item = (u32, &Fact)> + Clone {
        (Facts::first_of_block(block)..).zip(self.block(block))
    }

    /// Number of chunks in the share of one core.
    fn share(&self) -> usize {
        self.chunks.len().div_ceil(rayon::current_num_threads()).max(1)
    }

    /// Adds every game that is not deleted to one of several values, in parallel. Each value has the
    /// games of a range of ids; the values are in order.
    pub fn fold<T: Default + Send>(&self, add: impl Fn(&mut T, u32, &Fact) + Sync) -> Vec<T> {
        self.fold_of(FactColumns::ALL, add)
    }

    /// Like [`Facts::fold`], with facts of which only the wanted columns are sure.
    pub(crate) fn fold_of<T: Default + Send>(
        &self,
        wanted: FactColumns,
        add: impl Fn(&mut T, u32, &Fact) + Sync,
    ) -> Vec<T> {
        let count = self.blocks.len();
        let share = count.div_ceil(rayon::current_num_threads()).max(1);
        let of_share = |first: usize| {
            let (mut value, mut room) = (T::default(), Vec::new());
            for block in first..count.min(first + share) {
                let facts = self.facts_of(block, wanted, &mut room);
                for (id, fact) in (Facts::first_of_block(block)..).zip(facts) {
                    if fact.is_alive() {
                        add(&mut value, id, fact);
                    }
                }
            }
            value
        };
        let firsts: Vec<usize> = (0..count).step_by(share).collect();
        firsts.into_par_iter().map(of_share).collect()
    }

    /// Calls `look` for blocks of games on all cores, each with the id of its first game, and facts of
    /// which only the wanted columns are sure; deleted games are included. The results are in order.
    /// The size of a block, except the last, is a multiple of 64.
    pub(crate) fn scan<T: Send>(
        &self,
        wanted: FactColumns,
        look: impl Fn(u32, &[Fact]) -> T + Sync,
    ) -> Vec<T> {
        let look = |room: &mut Vec<Fact>, block: usize| {
            look(Facts::first_of_block(block), self.facts_of(block, wanted, room))
        };
        (0..self.blocks.len()).into_par_iter().map_init(Vec::new, look).collect()
    }

    /// Facts of a block of which only the wanted columns are sure, in `room` unless the block was
    /// decoded before.
    fn facts_of<'f>(
        &'f self,
        block: usize,
        wanted: FactColumns,
        room: &'f mut Vec<Fact>,
    ) -> &'f [Fact] {
        match self.blocks[block].get() {
            Some(facts) => facts,
            None => {
                self.decode(block, wanted, room);
                room
            }
        }
    }

    /// Passes games to `visit` with their facts; quickest by id. Keeps decoded the blocks of which it
    /// visits few games.
    pub(crate) fn each_of(&self, games: &[u32], mut visit: impl FnMut(u32, &Fact)) {
        let block_of = |id: u32| index_of(id).map(|index| index / BLOCK);
        let mut room = Vec::new();
        for run in games.chunk_by(|a, b| block_of(*a) == block_of(*b)) {
            let Some(block) = block_of(run[0]).filter(|block| *block < self.blocks.len()) else {
                continue;
            };
            let facts = match run.len() < BLOCK / 8 {
                true => self.block(block),
                false => self.facts_of(block, FactColumns::ALL, &mut room),
            };
            for &id in run {
                let place = id - Facts::first_of_block(block);
                facts.get(place as usize).into_iter().for_each(|fact| visit(id, fact));
            }
        }
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

    /// Number of games of the player with an id; a game against himself counts twice. Counts those of
    /// all players on first use.
    pub fn games_of_player(&self, id: u32) -> u32 {
        let all = self.games_of_players.get_or_init(|| {
            let mut all: Vec<u32> = Vec::new();
            let add = |games: &mut Vec<u32>, fact: &Fact| {
                games.resize(games.len().max(self.last_player as usize + 1), 0);
                for id in [fact.red as usize, fact.black as usize] {
                    games.get_mut(id).into_iter().for_each(|games| *games += 1);
                }
            };
            for games in self.fold_of(FactColumns::PLAYERS, |games, _, fact| add(games, fact)) {
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

    /// The games of a chunk (0-based), deleted ones included, with their ids.
    pub fn of_chunk(&self, chunk: usize) -> impl Iterator<Item = (u32, &Fact)> + Clone {
        const BLOCKS: usize = CHUNK / BLOCK;
        (chunk * BLOCKS..(chunk + 1) * BLOCKS).flat_map(|block| self.of_block(block))
    }

    /// Decodes all blocks on all cores, for a question about many games.
    pub fn take_apart(&self) {
        (0..self.blocks.len()).into_par_iter().for_each(|block| _ = self.block(block));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{GameResult, Kind};
    use crate::store::database::Database;
    use crate::store::facts::writer::FactsWriter;

    /// Two and a half chunks of games, of which some are deleted and some have derived values.
    fn database() -> (Database, u32) {
        let mut database = Database::for_test();
        let last = (CHUNK * 5 / 2) as u32;
        let tx = database.transaction().unwrap();
        let mut writer = FactsWriter::new(0);
        for id in 1..=last {
            let fact = Fact { red: id % 300, black: id % 7, key: id, plies: 40, ..Fact::GONE };
            let fact = fact.with(GameResult::Draw, Kind::Game);
            let fact = if id % 11 == 0 { Fact::GONE } else { fact };
            writer.push(&tx, fact, Overlay::NOTHING).unwrap();
        }
        for id in (1..=last).step_by(97) {
            writer.lay_over(&tx, id, Overlay { red: 999, ..Overlay::NOTHING }).unwrap();
        }
        writer.flush(&tx).unwrap();
        tx.commit().unwrap();
        (database, last)
    }

    #[test]
    fn every_way_of_reading_finds_the_same_facts() {
        let (database, last) = database();
        let load = || Facts::load(&database, Evidence::Derived).unwrap();
        let mut facts = load();
        facts.decide(12, DecidedFact { red: Some(5), ..DecidedFact::default() });
        assert_eq!(facts.last_id(), last);
        let one_by_one = (1..=last).map(|id| (id, *facts.get(id).unwrap()));
        let alive: Vec<(u32, Fact)> = one_by_one.filter(|(_, fact)| fact.is_alive()).collect();
        assert!(facts.alive().map(|(id, fact)| (id, *fact)).eq(alive.iter().copied()));
        assert_eq!([1, 12, 98].map(|id| facts.get(id).unwrap().red), [999, 5, 999]);
        assert_eq!(facts.get(last + 1), None);
        let of_chunk: Vec<u32> = facts.of_chunk(1).map(|(id, _)| id).collect();
        assert!(of_chunk.into_iter().eq(Facts::ids_of_chunk(1)));

        // Blocks that are not decoded yet are read by columns.
        let mut facts = load();
        facts.decide(12, DecidedFact { red: Some(5), ..DecidedFact::default() });
        assert!(facts.alive_ids().into_iter().eq(alive.iter().map(|(id, _)| *id)));
        let by_columns = facts.fold_of(FactColumns::PLAYERS, |found: &mut Vec<_>, id, fact| {
            found.push((id, fact.red, fact.black));
        });
        let expected = alive.iter().map(|(id, fact)| (*id, fact.red, fact.black));
        assert!(by_columns.concat().into_iter().eq(expected));
        let keys = facts.scan(FactColumns::PLIES, |first, facts| {
            (first, facts.iter().map(|fact| u64::from(fact.plies)).sum::<u64>())
        });
        assert_eq!(keys.iter().map(|(_, plies)| plies).sum::<u64>(), alive.len() as u64 * 40);
        assert!(keys.iter().map(|(first, _)| *first).eq((1..=last).step_by(BLOCK)));
    }

    #[test]
    fn several_connections_read_what_one_reads() {
        let (database, last) = database();
        let others = |most| Ok((0..most).map(|_| self::database().0).collect());
        let facts = Facts::load_beside(&database, Evidence::Derived, others).unwrap();
        let alone = Facts::load(&database, Evidence::Derived).unwrap();
        assert_eq!(facts.last_id(), last);
        assert!(facts.alive().eq(alone.alive()));
    }

    #[test]
    fn a_missing_chunk_is_an_error() {
        for sql in
            ["delete from facts where chunk = 1", "update facts set chunk = -1 where chunk = 0"]
        {
            let (mut database, _) = database();
            let tx = database.transaction().unwrap();
            tx.run(sql).unwrap();
            let loaded = Facts::load(&tx, Evidence::Derived);
            assert!(loaded.is_err_and(|error| error.to_string().contains("facts chunk")), "{sql}");
        }
    }
}
