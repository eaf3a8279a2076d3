//! The opening explorer: every move played in a position, with its score.

use super::position::{Hit, Mirroring, hits};
use super::{Archive, Matcher};
use crate::replay::GameResult;
use crate::store::{Fact, Result};
use crate::xiangqi::{Move, Position};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::AddAssign;

/// Results of a set of games, from Red's side.
#[derive(Debug, Copy, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Score {
    pub red: u64,
    pub draw: u64,
    pub black: u64,
    pub unknown: u64,
}

impl Score {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.red + self.draw + self.black + self.unknown
    }

    /// Red's share of the points in percent, over the games whose result is known.
    pub fn percent(&self) -> Option<f64> {
        let known = self.games() - self.unknown;
        (known > 0).then(|| (2 * self.red + self.draw) as f64 * 50.0 / known as f64)
    }

    fn add(&mut self, result: GameResult) {
        match result {
            GameResult::RedWins => self.red += 1,
            GameResult::Draw => self.draw += 1,
            GameResult::BlackWins => self.black += 1,
            GameResult::Unknown => self.unknown += 1,
        }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.red += other.red;
        self.draw += other.draw;
        self.black += other.black;
        self.unknown += other.unknown;
    }
}

/// One move in the explorer.
#[derive(Debug, Clone)]
pub struct Row {
    /// The move on the board that was asked for. In a position that is its own mirror image it stands for its mirror
    /// move, too, and is the commoner of the two.
    pub mv: Move,
    /// Games in which it was played here.
    pub score: Score,
    /// Of those, games that had the mirror image.
    pub mirrored: u64,
    /// Games that come to the resulting position by any way.
    pub reached: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// The earliest dated game, by id.
    pub earliest: Option<u32>,
    /// The latest dated games, newest first, by id.
    pub latest: Vec<u32>,
}

/// What is known of a position.
#[derive(Debug, Clone, Default)]
pub struct Explored {
    /// The games that come here, each counted once. Rows may sum to more: a game can come here twice and go on
    /// differently.
    pub score: Score,
    /// Of those, games that had the mirror image only.
    pub mirrored: u64,
    /// Games whose line ends here.
    pub ended: u64,
    /// Games that fit but have no date, when a date was asked for.
    pub undated: u64,
    /// Moves, the commonest first; equal ones by name.
    pub rows: Vec<Row>,
}

/// Looks at one position.
///
/// # Errors
/// When the database cannot be read.
pub fn explore(
    archive: &Archive,
    position: &Position,
    matcher: &Matcher,
    mirroring: Mirroring,
    variations: bool,
    latest: usize,
) -> Result<Explored> {
    let mut explored = Explored::default();
    let mut rows: FxHashMap<Move, Tally> = FxHashMap::default();
    let found = hits(archive, position, mirroring, variations)?;
    let is_symmetric = position.is_symmetric();
    for game in found.chunk_by(|a, b| a.game == b.game) {
        let id = game[0].game;
        let Some(fact) = archive.facts.get(id) else { continue };
        if !matcher.fits(id, fact) {
            let fits_otherwise = matcher.lacks_date(fact) && matcher.fits_undated(id, fact);
            explored.undated += u64::from(fits_otherwise);
            continue;
        }
        explored.score.add(fact.result());
        explored.mirrored += u64::from(game.iter().all(|hit| hit.is_mirrored));
        explored.ended += u64::from(game.iter().any(|hit| hit.mv.is_none()));
        count_moves(&mut rows, game, id, fact, is_symmetric, latest);
    }
    for (mv, tally) in rows {
        let reached = reached(archive, position, mv, matcher, mirroring, variations)?;
        explored.rows.push(tally.into_row(mv, is_symmetric, reached));
    }
    explored.rows.sort_by_key(|row| (std::cmp::Reverse(row.score.games()), row.mv));
    Ok(explored)
}

/// What is counted for a move (of a pair of mirror moves: for both, under the smaller).
#[derive(Default)]
struct Tally {
    score: Score,
    mirrored: u64,
    /// How often the mirror move of the one it is counted under was meant.
    as_mirror: u64,
    years: Option<(u16, u16)>,
    earliest: Option<(u32, u32, u32)>,
    latest: Vec<(u32, u32, u32)>,
}

fn count_moves(
    rows: &mut FxHashMap<Move, Tally>,
    game: &[Hit],
    id: u32,
    fact: &Fact,
    is_symmetric: bool,
    latest: usize,
) {
    let mut counted: FxHashSet<Move> = FxHashSet::default();
    for hit in game {
        let Some(mv) = hit.mv else { continue };
        let row = if is_symmetric { mv.min(mv.mirror()) } else { mv };
        if !counted.insert(row) {
            continue;
        }
        let tally = rows.entry(row).or_default();
        tally.score.add(fact.result());
        tally.mirrored += u64::from(hit.is_mirrored);
        tally.as_mirror += u64::from(row != mv);
        if let Some(year) = fact.year() {
            let (first, last) = tally.years.unwrap_or((year, year));
            tally.years = Some((first.min(year), last.max(year)));
            let dated = (fact.date, fact.key, id);
            tally.earliest = Some(tally.earliest.map_or(dated, |known| known.min(dated)));
            let at = tally.latest.partition_point(|known| *known > dated);
            if at < latest {
                tally.latest.insert(at, dated);
                tally.latest.truncate(latest);
            }
        }
    }
}

impl Tally {
    fn into_row(self, mv: Move, is_symmetric: bool, reached: u64) -> Row {
        let as_mirror = is_symmetric && 2 * self.as_mirror > self.score.games();
        Row {
            mv: if as_mirror { mv.mirror() } else { mv },
            score: self.score,
            mirrored: self.mirrored,
            reached,
            years: self.years,
            earliest: self.earliest.map(|(_, _, id)| id),
            latest: self.latest.into_iter().map(|(_, _, id)| id).collect(),
        }
    }
}

/// How many games come to the position after `mv`.
fn reached(
    archive: &Archive,
    position: &Position,
    mv: Move,
    matcher: &Matcher,
    mirroring: Mirroring,
    variations: bool,
) -> Result<u64> {
    let mut after = position.clone();
    after.play(mv);
    // From a symmetric position both mirror moves are one row, so both results count.
    let mirroring = if position.is_symmetric() { Mirroring::Any } else { mirroring };
    let hits = hits(archive, &after, mirroring, variations)?;
    let games = hits.chunk_by(|a, b| a.game == b.game).filter(|game| {
        let id = game[0].game;
        archive.facts.get(id).is_some_and(|fact| matcher.fits(id, fact))
    });
    Ok(games.count() as u64)
}
