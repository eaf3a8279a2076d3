//! Does the database hold what it says?

use super::Archive;
use crate::replay::Tree;
use crate::store::index::{Payload, Posting};
use crate::store::{Line, Result, postings, unpack};
use crate::xiangqi::{Move, Position, PositionKey};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// Postings compared at once; the rest waits for a later pass.
const MOST_POSTINGS: u64 = 24_000_000;

/// What a check of the whole file found.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// Games replayed.
    pub games: u64,
    /// Positions compared with the index.
    pub postings: u64,
    /// What is wrong; at most a hundred faults are listed.
    pub faults: Vec<String>,
}

/// A stored game as far as the check needs it.
struct Stored {
    id: u32,
    key: String,
    start: Option<String>,
    moves: Vec<u8>,
    trees: Vec<i64>,
}

/// Checks SQLite's own structures, replays every game and every variation, and compares every posting.
///
/// # Errors
/// When the database cannot be read at all.
pub fn verify(archive: &Archive) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    integrity(archive, &mut verdict)?;
    counts(archive, &mut verdict)?;
    let games = stored_games(archive, &mut verdict)?;
    verdict.games = games.len() as u64;
    replay_all(&games, &mut verdict);
    compare_index(archive, &games, &mut verdict)?;
    verdict.faults.truncate(100);
    Ok(verdict)
}

fn integrity(archive: &Archive, verdict: &mut Verdict) -> Result<()> {
    for check in ["pragma integrity_check(20)", "pragma foreign_key_check"] {
        let mut statement = archive.conn.prepare(check)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            match row.get::<_, String>(0) {
                Ok(said) if said == "ok" => {}
                Ok(said) => verdict.faults.push(format!("SQLite: {said}")),
                Err(_) => verdict.faults.push("SQLite: a row points at nothing".to_owned()),
            }
        }
    }
    Ok(())
}

/// Sources have as many records as they say, games have witnesses, facts and games are the same set.
fn counts(archive: &Archive, verdict: &mut Verdict) -> Result<()> {
    let checks = [
        (
            "select count(*) from source where records != (select count(*) from record where record.source = source.id)",
            "sources do not have as many records as they say",
        ),
        (
            "select count(*) from game where not exists (select 1 from record where record.game = game.id)",
            "games have no witness",
        ),
        (
            "select count(*) from source where not exists (select 1 from location where location.source = source.id)",
            "sources lie nowhere",
        ),
    ];
    for (sql, what) in checks {
        let count: u64 = archive.conn.query_row(sql, [], |row| row.get(0))?;
        if count > 0 {
            verdict.faults.push(format!("{count} {what}"));
        }
    }
    let games: u64 = archive.conn.query_row("select count(*) from game", [], |row| row.get(0))?;
    let facts = archive.facts.alive().count() as u64;
    if games != facts {
        verdict.faults.push(format!("{games} games, but facts of {facts}"));
    }
    Ok(())
}

fn stored_games(archive: &Archive, verdict: &mut Verdict) -> Result<Vec<Stored>> {
    let mut trees: FxHashMap<u32, Vec<i64>> = FxHashMap::default();
    let mut statement = archive.conn.prepare(
        "select distinct game, tree from record where game is not null and tree is not null",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        trees.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    let mut statement = archive
        .conn
        .prepare("select id, key, start, moves, plies, result, kind from game order by id")?;
    let mut rows = statement.query([])?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        let id: u32 = row.get(0)?;
        let game = Stored {
            id,
            key: row.get(1)?,
            start: row.get(2)?,
            moves: row.get(3)?,
            trees: trees.remove(&id).unwrap_or_default(),
        };
        let (plies, result, kind): (u32, String, String) = (row.get(4)?, row.get(5)?, row.get(6)?);
        let fact = archive.facts.get(id);
        let is_same = fact.is_some_and(|fact| {
            fact.result().as_str() == result
                && fact.kind().is_some_and(|known| known.as_str() == kind)
                && u32::from(fact.plies) == plies.min(65535)
        });
        if !is_same || game.moves.len() != plies as usize * 2 {
            verdict.faults.push(format!("game {}: its row and its facts differ", game.key));
        }
        games.push(game);
    }
    Ok(games)
}

fn replay_all(games: &[Stored], verdict: &mut Verdict) {
    let faults: Vec<String> = games
        .par_iter()
        .filter_map(|game| {
            let line = Line::from_parts(game.start.clone(), game.moves.clone());
            if !game.key.starts_with(&line.prefix()) {
                return Some(format!("game {}: the key does not fit the moves", game.key));
            }
            let mut position = start_of(game)?;
            for (ply, pair) in game.moves.chunks_exact(2).enumerate() {
                match Move::from_bytes([pair[0], pair[1]]) {
                    Some(mv) if position.is_possible(mv) => position.play(mv),
                    _ => {
                        return Some(format!(
                            "game {}: ply {} cannot be played",
                            game.key,
                            ply + 1
                        ));
                    }
                };
            }
            None
        })
        .collect();
    let unreadable = games.iter().filter(|game| start_of(game).is_none());
    verdict.faults.extend(unreadable.map(|game| format!("game {}: its start is no FEN", game.key)));
    verdict.faults.extend(faults);
}

fn start_of(game: &Stored) -> Option<Position> {
    match &game.start {
        None => Some(Position::start()),
        Some(fen) => Position::from_fen(fen).ok(),
    }
}

/// Every posting that should be there is, and no other; a part of the keys at a time, to bound the memory.
fn compare_index(archive: &Archive, games: &[Stored], verdict: &mut Verdict) -> Result<()> {
    let passes = (archive.index.posting_count() / MOST_POSTINGS + 1).next_power_of_two();
    let bits = passes.trailing_zeros();
    for pass in 0..passes {
        let is_wanted = |key: u64| bits == 0 || key >> (PositionKey::BITS - bits) == pass;
        let mut stored = Vec::new();
        let scanned = archive.index.scan_all(&archive.conn, |_, posting| {
            if is_wanted(posting.key) && archive.facts.is_alive(posting.game) {
                stored.push(posting);
            }
            ControlFlow::Continue(())
        });
        if let Err(error) = scanned {
            verdict.faults.push(error.to_string());
            return Ok(());
        }
        crate::store::index::sort(&mut stored);
        let mut expected = expected(archive, games, &is_wanted, verdict)?;
        crate::store::index::sort(&mut expected);
        verdict.postings += expected.len() as u64;
        let describe = |posting: &Posting, what: &str| {
            let key = games
                .binary_search_by_key(&posting.game, |game| game.id)
                .map_or("?", |at| games[at].key.as_str());
            format!("game {key}: {what} in position {:016x}", posting.key)
        };
        let missing = expected.iter().filter(|posting| stored.binary_search(posting).is_err());
        verdict
            .faults
            .extend(missing.take(20).map(|posting| describe(posting, "a posting is missing")));
        let surplus = stored.iter().filter(|posting| expected.binary_search(posting).is_err());
        verdict
            .faults
            .extend(surplus.take(20).map(|posting| describe(posting, "a posting too many")));
    }
    Ok(())
}

fn expected(
    archive: &Archive,
    games: &[Stored],
    is_wanted: &(dyn Fn(u64) -> bool + Sync),
    verdict: &mut Verdict,
) -> Result<Vec<Posting>> {
    let wanted = |game: u32, found: Vec<(u64, Payload)>| {
        found.into_iter().filter(|(key, _)| is_wanted(*key)).map(move |(key, payload)| Posting {
            key,
            game,
            payload,
        })
    };
    let mut all: Vec<Posting> = games
        .par_iter()
        .flat_map_iter(|game| {
            let start = start_of(game);
            wanted(game.id, postings(start.as_ref(), &main_line(&game.moves)).main)
                .collect::<Vec<_>>()
        })
        .collect();
    for game in games {
        for &tree in &game.trees {
            let data: Vec<u8> = archive
                .conn
                .prepare_cached("select data from tree where id = ?1")?
                .query_row([tree], |row| row.get(0))?;
            match unpack(&data) {
                Ok(tree) if is_playable(start_of(game), &tree) => {
                    all.extend(wanted(
                        game.id,
                        postings(start_of(game).as_ref(), &tree).variations,
                    ));
                }
                Ok(_) => {
                    verdict.faults.push(format!("game {}: a variation cannot be played", game.key))
                }
                Err(error) => verdict.faults.push(format!("game {}: {error}", game.key)),
            }
        }
    }
    Ok(all)
}

fn main_line(moves: &[u8]) -> Tree {
    Tree::line(moves.chunks_exact(2).filter_map(|pair| Move::from_bytes([pair[0], pair[1]])))
}

fn is_playable(start: Option<Position>, tree: &Tree) -> bool {
    let Some(mut position) = start else { return false };
    let mut path = Vec::new();
    tree.nodes.iter().enumerate().all(|(index, node)| {
        while path.last().is_some_and(|&(last, _)| last != node.parent) {
            if let Some((_, undo)) = path.pop() {
                position.undo(undo);
            }
        }
        let is_possible = position.is_possible(node.mv);
        path.push((index as u32, position.play(node.mv)));
        is_possible
    })
}
