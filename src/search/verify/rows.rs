//! The relational part: structures, references, games that can be played.

use super::postings::{Once, posting};
use super::{Known, Outcome};
use crate::search::{Archive, IdSet};
use crate::store::{Facts, Line, Result, keys_with};
use crate::xiangqi::{Move, Position};
use rusqlite::Connection;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The ids that a statement names.
pub(super) fn ids(conn: &Connection, sql: &str) -> Result<IdSet> {
    let mut statement = conn.prepare(sql)?;
    let ids = statement.query_map([], |row| row.get::<_, u32>(0))?;
    Ok(ids.collect::<rusqlite::Result<_>>()?)
}

/// SQLite's own structures.
pub(super) fn integrity(conn: &Connection, faults: &mut Vec<String>) -> Result<()> {
    let mut statement = conn.prepare("pragma integrity_check(20)")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let said: String = row.get(0)?;
        if said != "ok" {
            faults.push(format!("SQLite: {said}"));
        }
    }
    Ok(())
}

const DANGLING: &str = "SQLite: a row points at nothing";

/// Sources lie somewhere; locations are of sources.
pub(super) fn sources(
    conn: &Connection,
    known: &Known<'_>,
    faults: &mut Vec<String>,
) -> Result<()> {
    let located = ids(conn, "select distinct source from location")?;
    let count = |sql: &str, missing: &dyn Fn(u32) -> bool| -> Result<usize> {
        let mut statement = conn.prepare(sql)?;
        let ids = statement.query_map([], |row| row.get::<_, u32>(0))?;
        let ids = ids.collect::<rusqlite::Result<Vec<u32>>>()?;
        Ok(ids.into_iter().filter(|&id| missing(id)).count())
    };
    let nowhere = count("select id from source", &|id| !located.contains(id))?;
    if nowhere > 0 {
        faults.push(format!("{nowhere} sources lie nowhere"));
    }
    let dangling = count("select source from location", &|id| !known.sources.contains(id))?;
    faults.extend((0..dangling).map(|_| DANGLING.to_owned()));
    Ok(())
}

/// What records say about games and sources.
#[derive(Default)]
pub(super) struct Records {
    /// How many each source has.
    of_source: FxHashMap<u32, u64>,
    /// The games that have a witness.
    witnessed: Vec<u32>,
    /// Games and the trees of their records.
    pub(super) trees: Vec<(u32, u32)>,
}

impl Records {
    pub(super) fn add(&mut self, other: Records) {
        for (source, count) in other.of_source {
            *self.of_source.entry(source).or_default() += count;
        }
        self.witnessed.extend(other.witnessed);
        self.trees.extend(other.trees);
    }
}

/// Looks at the records with these ids.
pub(super) fn records(
    conn: &Connection,
    known: &Known<'_>,
    ids: Range<i64>,
    outcome: &mut Outcome,
) -> Result<()> {
    let sql = "select source, game, tree, shape from record where id >= ?1 and id < ?2";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([ids.start, ids.end])?;
    let records = &mut outcome.records;
    while let Some(row) = rows.next()? {
        let source: u32 = row.get(0)?;
        let (game, tree): (Option<u32>, Option<u32>) = (row.get(1)?, row.get(2)?);
        *records.of_source.entry(source).or_default() += 1;
        let is_whole = known.sources.contains(source)
            && game.is_none_or(|game| known.facts.is_alive(game))
            && tree.is_none_or(|tree| known.trees.contains(tree))
            && row.get::<_, Option<u32>>(3)?.is_none_or(|shape| known.shapes.contains(shape));
        if !is_whole {
            outcome.faults.push(DANGLING.to_owned());
            continue;
        }
        records.witnessed.extend(game);
        records.trees.extend(game.zip(tree));
    }
    Ok(())
}

/// Sources have as many records as they say, games have witnesses, facts and games are the same set.
pub(super) fn witnesses(
    archive: &Archive,
    records: &Records,
    faults: &mut Vec<String>,
) -> Result<()> {
    let mut statement = archive.conn.prepare("select id, records from source")?;
    let said = statement.query_map([], |row| Ok((row.get::<_, u32>(0)?, row.get::<_, u64>(1)?)))?;
    let said = said.collect::<rusqlite::Result<Vec<_>>>()?;
    let wrong = said
        .into_iter()
        .filter(|(source, said)| records.of_source.get(source).copied().unwrap_or(0) != *said);
    let wrong = wrong.count();
    if wrong > 0 {
        faults.push(format!("{wrong} sources do not have as many records as they say"));
    }
    let witnessed: IdSet = records.witnessed.iter().copied().collect();
    let alone = archive.facts.alive().filter(|&(id, _)| !witnessed.contains(id)).count();
    if alone > 0 {
        faults.push(format!("{alone} games have no witness"));
    }
    let games: u64 = archive.conn.query_row("select count(*) from game", [], |row| row.get(0))?;
    let facts = archive.facts.alive().count() as u64;
    if games != facts {
        faults.push(format!("{games} games, but facts of {facts}"));
    }
    Ok(())
}

/// A stored game as far as the check needs it.
pub(super) struct Stored {
    pub(super) id: u32,
    pub(super) key: String,
    pub(super) start: Option<String>,
    pub(super) moves: Vec<u8>,
}

impl Stored {
    /// The position it begins from, if that can be read.
    pub(super) fn start(&self) -> Option<Position> {
        match &self.start {
            None => Some(Position::start()),
            Some(fen) => Position::from_fen(fen).ok(),
        }
    }
}

/// Replays the games of a chunk and sums up the postings they demand.
pub(super) fn games(
    conn: &Connection,
    known: &Known<'_>,
    chunk: usize,
    outcome: &mut Outcome,
) -> Result<()> {
    let (mut once, standard) = (Once::default(), Position::start());
    let sql = "select id, key, start, moves, plies, result, kind, red, black, event from game
               where id between ?1 and ?2 order by id";
    let mut statement = conn.prepare_cached(sql)?;
    let first = (chunk * Facts::CHUNK) as u32 + 1;
    let mut rows = statement.query([first, first + Facts::CHUNK as u32 - 1])?;
    while let Some(row) = rows.next()? {
        let game =
            Stored { id: row.get(0)?, key: row.get(1)?, start: row.get(2)?, moves: row.get(3)? };
        outcome.games += 1;
        let plies: u32 = row.get(4)?;
        let (result, kind) = (row.get_ref(5)?, row.get_ref(6)?);
        let name = |column| row.get::<_, Option<u32>>(column).map(|id| id.unwrap_or(0));
        let (red, black, event) = (name(7)?, name(8)?, name(9)?);
        let is_same = known.facts.get(game.id).is_some_and(|fact| {
            result.as_str() == Ok(fact.result().as_str())
                && fact.kind().is_some_and(|known| kind.as_str() == Ok(known.as_str()))
                && u32::from(fact.plies) == plies.min(65535)
                && (fact.red, fact.black, fact.event) == (red, black, event)
                && keys_with(&game.key) == Some(fact.key..=fact.key)
        });
        if !is_same || game.moves.len() != plies as usize * 2 {
            let fault = format!("game {}: its row and its facts differ", game.key);
            outcome.faults.push(fault);
        }
        let has = |set: &IdSet, id: u32| id == 0 || set.contains(id);
        if !(has(&known.players, red) && has(&known.players, black) && has(&known.events, event)) {
            outcome.faults.push(DANGLING.to_owned());
        }
        once.clear(game.moves.len() / 2 + 1);
        if let Err(what) = replay(&game, &standard, &mut once, outcome) {
            outcome.faults.push(format!("game {}: {what}", game.key));
        }
    }
    Ok(())
}

/// Plays the main line; the postings up to where it cannot be played are demanded.
fn replay(
    game: &Stored,
    standard: &Position,
    once: &mut Once,
    outcome: &mut Outcome,
) -> std::result::Result<(), String> {
    let line = Line::from_parts(game.start.clone(), game.moves.clone());
    let start = match &game.start {
        None => Some(standard.clone()),
        Some(_) => game.start(),
    };
    let mut position = start.ok_or("its start is no FEN")?;
    for (ply, pair) in game.moves.as_chunks::<2>().0.iter().enumerate() {
        let mv = Move::from_bytes(*pair).filter(|&mv| position.is_pseudo_legal(mv));
        let mv = mv.ok_or_else(|| format!("ply {} cannot be played", ply + 1))?;
        once.put(posting(game.id, &position, Some(mv), false), &mut outcome.demanded);
        position.play_unchecked(mv);
    }
    once.put(posting(game.id, &position, None, false), &mut outcome.demanded);
    if game.key.starts_with(&line.prefix()) {
        Ok(())
    } else {
        Err("the key does not fit the moves".to_owned())
    }
}
