//! Positions that several games reach, each with one game and ply.

use crate::metadata::Kind;
use crate::search::archive::Archive;
use crate::search::archive::parallel::{Watch, in_parallel};
use crate::store::Result;
use crate::xiangqi::{Position, PositionKey};
use rustc_hash::FxHashSet;

/// A position reached by games, in one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommonPosition {
    /// Id of the first game of kind `game` that reaches the position, or of the first of any kind.
    pub game: u32,
    /// Number of plies before the position.
    pub ply: u16,
    /// The position as it is in the game.
    pub position: Position,
}

/// Number of parts in which keys are scanned.
const PARTS: u64 = 256;

/// All positions of main lines that at least `least` games reach (mirror images counted together,
/// copies counted), and all starts other than the standard one; by game and ply. Returns
/// [`Stopped`](crate::store::Error::Stopped) when `watch` stops it.
pub fn common_positions(
    archive: &Archive,
    least: usize,
    watch: &dyn Watch,
) -> Result<Vec<CommonPosition>> {
    let mut wanted = common_keys(archive, least, watch)?;
    let kind = |id: u32| archive.facts().get(id).and_then(|fact| fact.kind());
    let starts = (1..=archive.facts().last_id())
        .filter(|&id| kind(id).is_some_and(|kind| kind != Kind::Game));
    wanted.extend(starts.map(|id| (id, None)));
    wanted.sort_unstable();
    let lines = archive.effective();
    let games: Vec<&[(u32, Option<u64>)]> = wanted.chunk_by(|a, b| a.0 == b.0).collect();
    let found = in_parallel(archive, games.len(), |conn, number| {
        let id = games[number][0].0;
        let wants_start = games[number][0].1.is_none();
        let mut left: FxHashSet<u64> = games[number].iter().filter_map(|&(_, key)| key).collect();
        let mut places = Vec::new();
        lines.game_line(conn, id, &mut |line| {
            let mut position = line.start_position()?;
            let moves = line.played()?;
            let is_set_up = wants_start && !position.is_start();
            for (ply, mv) in (0u16..).zip(moves.into_iter().map(Some).chain([None])) {
                if left.remove(&position.key().key) || (is_set_up && ply == 0) {
                    places.push(CommonPosition { game: id, ply, position: position.clone() });
                }
                let Some(mv) = mv.filter(|_| !left.is_empty()) else { break };
                position.play_unchecked(mv);
            }
            Ok(())
        })?;
        Ok(places)
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// Keys of the positions that at least `least` games reach, each with one of the games.
fn common_keys(
    archive: &Archive,
    least: usize,
    watch: &dyn Watch,
) -> Result<Vec<(u32, Option<u64>)>> {
    let (facts, index) = (archive.facts(), archive.effective());
    // A removed game has no kind.
    let kind = |id: u32| facts.get(id).and_then(|fact| fact.kind());
    let width = (1 << PositionKey::BITS) / PARTS;
    let found = in_parallel(archive, PARTS as usize, |conn, part| {
        watch.go_on()?;
        let first = part as u64 * width;
        let mut postings: Vec<(u64, u32)> = Vec::new();
        index.scan_keys(conn, first..=first + (width - 1), |posting| {
            if !posting.payload.is_variation() && kind(posting.game).is_some() {
                postings.push((posting.key, posting.game));
            }
        })?;
        postings.sort_unstable();
        postings.dedup();
        let common = postings.chunk_by(|a, b| a.0 == b.0).filter(|games| games.len() >= least);
        let chosen = |games: &[(u64, u32)]| {
            let whole = games.iter().find(|(_, id)| kind(*id) == Some(Kind::Game));
            whole.or(games.first()).map(|&(key, id)| (id, Some(key)))
        };
        Ok(common.filter_map(chosen).collect::<Vec<_>>())
    })?;
    Ok(found.into_iter().flatten().collect())
}
