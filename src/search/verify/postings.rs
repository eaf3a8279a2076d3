//! Verifies that the index has exactly the postings that games demand.
//!
//! Postings of main lines are many and nearly always right, so sums are compared first: each
//! posting is hashed to 64 bits, and the hashes are added in 256 parts by the first byte of the
//! key. Equal sums mean equal postings, except by a chance of 1 in 2^64. Where sums differ (by a
//! fault, or by a posting in two segments, which is allowed), the postings of the part are
//! compared. Postings of variations are always compared.

use super::{Known, Outcome, Verified};
use crate::replay::Tree;
use crate::search::archive::Archive;
use crate::search::archive::parallel::in_parallel;
use crate::store::index::{self, Part, Payload, Posting};
use crate::store::{Connection, Facts, Result, postings};
use crate::xiangqi::{Move, Orientation, Position, PositionKey, mix};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Number of postings compared in one pass.
const MOST_POSTINGS: u64 = 24_000_000;
/// Largest number of listed faults of each sort.
const LISTED: usize = 20;

/// Adds the postings of a part of the index to the sums.
pub(super) fn stored(
    conn: &Connection,
    known: &Known<'_>,
    part: &Part,
    outcome: &mut Outcome,
) -> Result<()> {
    let scanned = known.index.scan_part(conn, part, |posting| {
        if known.facts.is_alive(posting.game) {
            if posting.payload.is_variation() {
                outcome.variations += 1;
            } else {
                outcome.stored.put(part_of(posting.key), mixed(posting));
            }
        }
        ControlFlow::Continue(())
    })?;
    if let ControlFlow::Continue(scanned) = scanned {
        outcome.scanned.push((part.clone(), scanned));
    }
    Ok(())
}

/// Compares postings of main lines in the parts whose sums differ.
pub(super) fn main_lines(
    archive: &Archive,
    demanded: &PostingSums,
    stored: &PostingSums,
    verdict: &mut Verified,
) -> Result<()> {
    let differing = demanded.differing(stored);
    let mut waiting: Vec<usize> = (0..PARTS).filter(|&part| differing[part]).collect();
    while !waiting.is_empty() {
        let mut pass = [false; PARTS];
        let mut postings = 0;
        while let Some(part) = waiting.pop() {
            pass[part] = true;
            postings += demanded.counts[part].max(stored.counts[part]);
            if postings >= MOST_POSTINGS {
                break;
            }
        }
        let is_wanted =
            |posting: &Posting| !posting.payload.is_variation() && pass[part_of(posting.key)];
        let demanded = in_parallel(archive, archive.facts().chunk_count(), |conn, chunk| {
            demanded_by_chunk(conn, chunk, &is_wanted)
        })?;
        compare(archive, demanded.concat(), &is_wanted, verdict)?;
    }
    Ok(())
}

fn demanded_by_chunk(
    conn: &Connection,
    chunk: usize,
    is_wanted: &dyn Fn(&Posting) -> bool,
) -> Result<Vec<Posting>> {
    let mut demanded = Vec::new();
    conn.game_lines(Facts::ids_of_chunk(chunk), &mut |game| {
        // An unreadable start is reported elsewhere.
        let found =
            postings(game.start_position().ok().as_ref(), &Tree::line(game.playable())).main;
        let found = found.into_iter().map(|(key, payload)| Posting { key, game: game.id, payload });
        demanded.extend(found.filter(is_wanted));
        Ok(())
    })?;
    Ok(demanded)
}

/// Replays all variations and compares their postings with the index.
pub(super) fn variations(
    archive: &Archive,
    trees: &[(u32, u32)],
    stored: u64,
    verdict: &mut Verified,
) -> Result<()> {
    // By tree, so that each is unpacked once.
    let mut games: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &(game, tree) in trees {
        games.entry(tree).or_default().push(game);
    }
    let games: Vec<(u32, Vec<u32>)> = games.into_iter().collect();
    if games.is_empty() && stored == 0 {
        return Ok(());
    }
    let passes = (stored / MOST_POSTINGS + 1).next_power_of_two();
    let bits = passes.trailing_zeros();
    const TREES: usize = 512;
    for pass in 0..passes {
        let is_wanted = |posting: &Posting| {
            posting.payload.is_variation()
                && (bits == 0 || posting.key >> (PositionKey::BITS - bits) == pass)
        };
        let parts: Vec<_> = games.chunks(TREES).collect();
        let found = in_parallel(archive, parts.len(), |conn, part| {
            let (mut demanded, mut faults) = (Vec::new(), Vec::new());
            for (tree, games) in parts[part] {
                let (found, wrong) = demanded_by_tree(conn, *tree, games, &is_wanted)?;
                demanded.extend(found);
                faults.extend(wrong);
            }
            Ok((demanded, faults))
        })?;
        let (demanded, faults): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        if pass == 0 {
            verdict.faults.extend(faults.concat());
        }
        let mut demanded = demanded.concat();
        index::sort(&mut demanded);
        verdict.postings += demanded.len() as u64;
        compare(archive, demanded, &is_wanted, verdict)?;
    }
    Ok(())
}

/// Postings that a tree demands for each of its games, and its faults.
fn demanded_by_tree(
    conn: &Connection,
    tree: u32,
    games: &[u32],
    is_wanted: &dyn Fn(&Posting) -> bool,
) -> Result<(Vec<Posting>, Vec<String>)> {
    let (mut demanded, mut faults) = (Vec::new(), Vec::new());
    let tree = conn.checked_tree(tree.into());
    let mut games = games.to_vec();
    games.sort_unstable();
    games.dedup();
    for id in games {
        let mut start = None;
        conn.game_lines(id..=id, &mut |game| {
            start = Some(game.start_position().ok());
            Ok(())
        })?;
        let Some(start) = start else { continue };
        let mut fault = |what: String| -> Result<()> {
            faults.push(format!("game {}: {what}", conn.game_key(id)?));
            Ok(())
        };
        match &tree {
            Err(error) => fault(error.to_string())?,
            Ok(tree) if is_playable(start.clone(), tree) => {
                let found = postings(start.as_ref(), tree).variations;
                let found =
                    found.into_iter().map(|(key, payload)| Posting { key, game: id, payload });
                demanded.extend(found.filter(is_wanted));
            }
            Ok(_) => fault("a variation cannot be played".to_owned())?,
        }
    }
    Ok((demanded, faults))
}

/// Compares demanded postings with those of the index.
fn compare(
    archive: &Archive,
    mut demanded: Vec<Posting>,
    is_wanted: &(dyn Fn(&Posting) -> bool + Sync),
    verdict: &mut Verified,
) -> Result<()> {
    index::sort(&mut demanded);
    let parts = archive.index().parts(crate::search::verify::BLOCKS);
    let (facts, index) = (archive.facts(), archive.index());
    let stored = in_parallel(archive, parts.len(), |conn, number| {
        let mut stored = Vec::new();
        let _ = index.scan_part(conn, &parts[number], |posting| {
            if is_wanted(&posting) && facts.is_alive(posting.game) {
                stored.push(posting);
            }
            ControlFlow::Continue(())
        })?;
        Ok(stored)
    })?;
    let mut stored = stored.concat();
    index::sort(&mut stored);
    let mut describe = |posting: &Posting, what: &str| -> Result<()> {
        let key = match archive.facts().is_alive(posting.game) {
            true => archive.snapshot().game_key(posting.game).unwrap_or_else(|_| "?".to_owned()),
            false => "?".to_owned(),
        };
        verdict.faults.push(format!("game {key}: {what} in position {:016x}", posting.key));
        Ok(())
    };
    let missing = demanded.iter().filter(|posting| stored.binary_search(posting).is_err());
    missing.take(LISTED).try_for_each(|posting| describe(posting, "a posting is missing"))?;
    let surplus = stored.iter().filter(|posting| demanded.binary_search(posting).is_err());
    surplus.take(LISTED).try_for_each(|posting| describe(posting, "a posting too many"))
}

fn is_playable(start: Option<Position>, tree: &Tree) -> bool {
    let Some(mut position) = start else { return false };
    let mut path = Vec::new();
    tree.nodes.iter().enumerate().all(|(index, node)| {
        while let Some((_, undo)) = path.pop_if(|(last, _)| *last != node.parent) {
            position.undo(undo);
        }
        let is_possible = position.is_pseudo_legal(node.mv);
        path.push((index as u32, position.play_unchecked(node.mv)));
        is_possible
    })
}

/// Number of sums: one for each first byte of a key.
const PARTS: usize = 256;

/// The posting of a main line that the index should have.
#[inline]
pub(super) fn posting(game: u32, position: &Position, mv: Option<Move>) -> Posting {
    let key = position.key();
    let code = mv.map_or(Payload::NO_MOVE, Move::code);
    let payload = Payload::new(code, key.orientation == Orientation::Mirrored, false);
    Posting { key: key.key, game, payload }
}

/// Sums over postings, by the first byte of the key.
pub(super) struct PostingSums {
    sums: Box<[u64; PARTS]>,
    counts: Box<[u64; PARTS]>,
}

impl Default for PostingSums {
    fn default() -> PostingSums {
        PostingSums { sums: Box::new([0; PARTS]), counts: Box::new([0; PARTS]) }
    }
}

impl PostingSums {
    /// Adds a posting unless `once` has it, since a game may reach a position twice and continue
    /// equally.
    #[inline]
    pub(super) fn put_once(&mut self, posting: Posting, once: &mut FxHashSet<u64>) {
        let mixed = mixed(posting);
        if once.insert(mixed) {
            self.put(part_of(posting.key), mixed);
        }
    }

    #[inline]
    fn put(&mut self, part: usize, mixed: u64) {
        self.sums[part] = self.sums[part].wrapping_add(mixed);
        self.counts[part] += 1;
    }

    pub(super) fn add(&mut self, other: &PostingSums) {
        for part in 0..PARTS {
            self.sums[part] = self.sums[part].wrapping_add(other.sums[part]);
            self.counts[part] += other.counts[part];
        }
    }

    /// Number of postings in the sums.
    pub(super) fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The parts in which two sums differ.
    fn differing(&self, other: &PostingSums) -> [bool; PARTS] {
        std::array::from_fn(|part| {
            (self.sums[part], self.counts[part]) != (other.sums[part], other.counts[part])
        })
    }
}

/// Part of a key.
fn part_of(key: u64) -> usize {
    (key >> (PositionKey::BITS - 8)) as usize % PARTS
}

/// 64-bit hash of a posting.
#[inline]
fn mixed(posting: Posting) -> u64 {
    let rest = u64::from(posting.game) << 16 | u64::from(posting.payload.0);
    mix(posting.key ^ mix(rest.wrapping_add(1)))
}
