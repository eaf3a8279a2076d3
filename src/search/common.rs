//! Working out the answers that are remembered about the positions that very many games come to.
//!
//! A million games come to the start; to look at each takes a tenth of a second. So the answers to
//! the usual questions about such positions (search without conditions, explore with `kind = game`)
//! are stored in `common_position` at the end of an import (`remembered.rs` looks them up). Each is
//! exactly what looking would give. Questions never write, so a database that cannot be written is
//! answered all the same.

use super::archive::Archive;
use super::archive::names::FoldedNames;
use super::archive::parallel::in_parallel_from;
use super::archive::postings::{Mirroring, View, tidy};
use super::behind::Teller;
use super::conditions::filter::Filter;
use super::conditions::filter::Sieve;
use super::conditions::filter::Sifted;
use super::conditions::question::{First, Order, Ranking};
use super::count::{after, count};
use super::explored::{Explored, Row};
use super::remembered::{
    GAMES, LATEST, StoredBehind, StoredExplored, StoredFound, StoredRow, key_of,
};
use crate::metadata::Kind;
use crate::store::index::{Payload, Reader};
use crate::store::{Answer as StoredAnswer, Connection, Database, Facts, Lay, Result};
use crate::xiangqi::{Orientation, Position, PositionKey};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::sync::{Mutex, PoisonError};

/// From so many postings on, a position is common. To look at fewer takes well under a millisecond.
pub const COMMON: usize = 4_096;
/// Of very many games, a common position has at least this share: to look at fewer takes a
/// millisecond or two, and the work of an import grows no faster than its games.
const SHARE: usize = 1 << 10;

/// Works out the answers about all positions with at least `least` postings (more if there are very
/// many games) that are reached from the standard start through others such, and stores them,
/// unless they are fresh. Returns how many positions there are.
///
/// # Errors
/// When the database cannot be read or written. It is then as it was: nothing but time is lost.
pub fn remember_common(database: &mut Database, least: usize) -> Result<usize> {
    let archive = Archive::of(database.snapshot()?, Lay::Derived)?;
    let generation = archive.snapshot().generation()?;
    if generation == archive.snapshot().remembered_generation()? {
        return Ok(0);
    }
    let known = look_around(&archive, least.max(archive.facts.last_id() as usize / SHARE))?;
    let mut answers = Vec::new();
    let mut count = 0;
    for looked in known.values() {
        let Some(common) = &looked.common else { continue };
        count += 1;
        for answer in common {
            answers.push(answer.write(&looked.position, &known));
        }
    }
    // The path of the data in the table: by key.
    answers.sort_by_key(|answer| answer.key);
    drop(archive);
    // Should a game have changed meanwhile, this is not its generation, and nothing is believed.
    let tx = database.transaction()?;
    tx.remember(&answers, generation)?;
    tx.commit()?;
    Ok(count)
}

/// What is needed to look at positions; threads share it.
struct Around<'a> {
    facts: &'a Facts,
    index: &'a Reader,
    names: FoldedNames,
    /// Lets games of kind `game` through.
    games: Sieve<'a>,
    /// Lets every game through that is not gone.
    all: Sieve<'a>,
}

/// A position that was looked at.
struct Looked {
    position: Position,
    /// How many games of kind `game` come to it: in any orientation, in the canonical one, in the
    /// mirrored one.
    games: [u64; 3],
    /// The answers about it, if it is common.
    common: Option<Vec<Answer>>,
}

/// The answer to one way of asking for a position.
struct Answer {
    view: View,
    found: StoredFound,
    explored: Explored,
}

/// All common positions, and all that are one move away from one; by key.
fn look_around(archive: &Archive, least: usize) -> Result<FxHashMap<u64, Looked>> {
    let games = Filter { kinds: vec![Kind::Game], ..Filter::default() }.resolve(archive)?;
    let all = Filter::default().resolve(archive)?;
    let around = Around {
        facts: &archive.facts,
        index: &archive.index,
        names: archive.folded_names()?,
        games: Sieve::new(archive, &games)?,
        all: Sieve::new(archive, &all)?,
    };
    // Every game comes to the start.
    around.games.expect(usize::MAX);
    around.all.expect(usize::MAX);
    let start = Position::start();
    let seen = Mutex::new(FxHashSet::from_iter([start.key().key]));
    let looked = in_parallel_from(archive, start, |conn, position, further| {
        let looked = look(&around, conn, &position, least)?;
        // The first view has the moves of all games, on the board of this position.
        let rows = looked.common.iter().filter_map(|answers| answers.first());
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        for row in rows.flat_map(|answer| &answer.explored.rows) {
            let mut after = position.clone();
            after.play_unchecked(row.mv);
            if seen.insert(after.key().key) {
                // Whichever of the ways to it comes first, the answers are the same.
                let is_mirrored = after.key().orientation == Orientation::Mirrored;
                further.push_back(if is_mirrored { after.mirror() } else { after });
            }
        }
        Ok(looked)
    })?;
    Ok(looked.into_iter().map(|looked| (looked.position.key().key, looked)).collect())
}

fn look(
    around: &Around<'_>,
    conn: &Connection,
    position: &Position,
    least: usize,
) -> Result<Looked> {
    let Around { facts, index, names, games, all } = around;
    let asked = position.key();
    let mut found: Vec<(u32, Payload)> = Vec::new();
    index.lookup(conn, asked.key, |game, payload| {
        if !payload.is_variation() {
            found.push((game, payload));
        }
    })?;
    tidy(&mut found);
    let view = |orientation, mirroring| View {
        asked: PositionKey { key: asked.key, orientation },
        mirroring,
    };
    let own = asked.orientation;
    let sides = [own, position.mirror().key().orientation];
    let is_symmetric = own == Orientation::Symmetric;
    if found.len() < least {
        let games = if is_symmetric {
            [view(own, Mirroring::Any).count(&found, games); 3]
        } else {
            [
                view(own, Mirroring::Any).count(&found, games),
                view(Orientation::Canonical, Mirroring::Exact).count(&found, games),
                view(Orientation::Mirrored, Mirroring::Exact).count(&found, games),
            ]
        };
        return Ok(Looked { position: position.clone(), games, common: None });
    }
    let answer = |view: View, found: &[(u32, Payload)]| -> Result<Answer> {
        let counted = count(found, view, games, facts, LATEST);
        let explored = counted.told(&mut Teller::new(names));
        Ok(Answer { view, found: first_games(conn, facts, found, view, all)?, explored })
    };
    let any = answer(view(own, Mirroring::Any), &found)?;
    let mut counts = [any.explored.score.games(); 3];
    let mut common = vec![any];
    if !is_symmetric {
        for side in sides {
            let exact = view(side, Mirroring::Exact);
            let of_side: Vec<_> =
                found.iter().copied().filter(|&(_, payload)| exact.takes(payload)).collect();
            let answer = answer(exact, &of_side)?;
            counts[if side == Orientation::Canonical { 1 } else { 2 }] =
                answer.explored.score.games();
            common.push(answer);
        }
        let other = common[0].seen_in_mirror(view(sides[1], Mirroring::Any), &common[2]);
        common.push(other);
    }
    Ok(Looked { position: position.clone(), games: counts, common: Some(common) })
}

fn first_games(
    conn: &Connection,
    facts: &Facts,
    found: &[(u32, Payload)],
    view: View,
    all: &Sieve<'_>,
) -> Result<StoredFound> {
    let mut stored = StoredFound { count: 0, mirrored: 0, copies: 0, first: Default::default() };
    let mut first = Order::REMEMBERED.map(|order| First::new(Ranking::of_facts(order), GAMES));
    stored.copies = view.for_each_game(found, all, |id, game, sifted| {
        if let (Sifted::Fits, Some(fact)) = (sifted, facts.get(id)) {
            stored.count += 1;
            stored.mirrored += u64::from(game.is_mirrored());
            first.iter_mut().for_each(|first| first.push(id, fact));
        }
    });
    for (slot, first) in stored.first.iter_mut().zip(first) {
        *slot = first.at(conn, 0..GAMES)?;
    }
    Ok(stored)
}

impl Answer {
    /// What the same games give when the mirror image is asked for, `exact` being the answer about
    /// that alone.
    fn seen_in_mirror(&self, view: View, exact: &Answer) -> Answer {
        let StoredFound { count, copies, ref first, .. } = self.found;
        let mirrored = count.saturating_sub(exact.found.count);
        let found = StoredFound { count, mirrored, copies, first: first.clone() };
        let mirrored = self.explored.score.games().saturating_sub(exact.explored.score.games());
        let rows = self.explored.rows.iter().map(|row| {
            let mirrored = row.score.games() - row.mirrored;
            Row { mv: row.mv.mirror(), mirrored, ..row.clone() }
        });
        let mut explored = Explored { mirrored, rows: rows.collect(), ..self.explored.clone() };
        explored.sort();
        Answer { view, found, explored }
    }

    fn write(&self, position: &Position, known: &FxHashMap<u64, Looked>) -> StoredAnswer {
        let View { asked, mirroring } = self.view;
        // The position as this view sees it.
        let position = if asked == position.key() { position.clone() } else { position.mirror() };
        let Explored { score, behind, mirrored, copies, ended, rows, .. } = &self.explored;
        let rows = rows.iter().map(|row| {
            let View { asked, mirroring } = after(&position, row.mv, mirroring);
            let games = known.get(&asked.key).map_or([0; 3], |looked| looked.games);
            let reached = match (mirroring, asked.orientation) {
                (Mirroring::Any, _) | (_, Orientation::Symmetric) => games[0],
                (_, Orientation::Canonical) => games[1],
                (_, Orientation::Mirrored) => games[2],
            };
            StoredRow::of(&Row { reached, ..row.clone() })
        });
        let (score, mirrored, copies, ended) = (*score, *mirrored, *copies, *ended);
        let (behind, rows) = (Some(StoredBehind::of(behind)), rows.collect());
        let explored = StoredExplored { score, behind, mirrored, copies, ended, rows };
        StoredAnswer { key: key_of(self.view), found: text(&self.found), explored: text(&explored) }
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data always serialises")
}
