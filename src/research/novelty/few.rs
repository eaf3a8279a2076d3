//! Novelties of a few games, such as those of a player.
//!
//! The games are followed together, ply after ply, until they leave earlier games. A position that
//! several of them reach is looked up once for a ply and a thread, until one earlier game is found.

use super::Past;
use super::left::{Leaver, Leaves, with_left};
use crate::metadata::PackedDate;
use crate::search::{Archive, Watch, in_chunks, in_parallel};
use crate::store::{Connection, Result};
use crate::xiangqi::{Move, Position};

/// Largest number of games that a thread follows together.
const TOGETHER: usize = 1 << 15;

/// A game that is followed.
struct Followed {
    game: u32,
    /// First day on which it can have been played.
    begin: PackedDate,
    position: Position,
    moves: Vec<Move>,
    /// Key of the last position that earlier games have; `None` without one.
    last: Option<u64>,
}

/// Novelties of games by id, equal to those of [`super::all::novelties`].
///
/// # Errors
/// [`Stopped`](crate::store::Error::Stopped) when `watch` ends the search.
pub(super) fn novelties_of_few(
    archive: &Archive,
    games: &[u32],
    watch: &dyn Watch,
) -> Result<Vec<Leaver>> {
    let past = Past::of(archive)?;
    let dated = games.iter().filter_map(|&game| Some((past.date(game)?.earliest(), game)));
    let mut dated: Vec<(PackedDate, u32)> = dated.collect();
    // Earlier games are soon found for the games of later years.
    dated.sort_unstable();
    dated.dedup();
    let part = dated.len().div_ceil(rayon::current_num_threads()).clamp(1, TOGETHER);
    let parts: Vec<&[(PackedDate, u32)]> = dated.chunks(part).collect();
    let found = in_parallel(archive, parts.len(), |conn, part| {
        follow(&past, conn, parts[part].iter().map(|(_, game)| *game).collect(), watch)
    })?;
    let mut leavers = found.concat();
    leavers.sort_unstable_by_key(|(game, _)| *game);
    let end = |game| Some(past.date(game)?.latest());
    let begin = |game| past.date(game).map_or(PackedDate::UNKNOWN, PackedDate::earliest);
    with_left(archive, &leavers, end, begin)
}

/// Follows games to where they leave earlier games.
fn follow(
    past: &Past<'_>,
    conn: &Connection,
    mut games: Vec<u32>,
    watch: &dyn Watch,
) -> Result<Vec<(u32, Leaves)>> {
    games.sort_unstable();
    let mut followed: Vec<Followed> = Vec::with_capacity(games.len());
    for games in in_chunks(&games) {
        past.lines.lines_of(conn, games, &mut |line| {
            let Some(date) = past.date(line.id) else { return Ok(()) };
            followed.push(Followed {
                game: line.id,
                begin: date.earliest(),
                position: line.start_position()?,
                moves: line.played()?,
                last: None,
            });
            Ok(())
        })?;
    }
    let mut leavers: Vec<(u32, Leaves)> = Vec::with_capacity(followed.len());
    for ply in 0.. {
        watch.go_on()?;
        if followed.is_empty() {
            break;
        }
        let are_known = are_known(past, conn, &followed)?;
        let mut next = Vec::with_capacity(followed.len());
        for (mut it, is_known) in followed.into_iter().zip(are_known) {
            if is_known {
                it.last = Some(it.position.key().key);
            }
            match it.moves.get(ply).filter(|_| is_known) {
                Some(&mv) => {
                    it.position.play_unchecked(mv);
                    next.push(it);
                }
                None => {
                    let ply = (!is_known).then_some(ply as u32);
                    leavers.push((it.game, Leaves { ply, last: it.last }));
                }
            }
        }
        followed = next;
    }
    Ok(leavers)
}

/// Whether earlier games have the position of each game.
fn are_known(past: &Past<'_>, conn: &Connection, followed: &[Followed]) -> Result<Vec<bool>> {
    // Key of a position, begin and place of a game that reached it.
    let reached = followed.iter().enumerate();
    let mut reached: Vec<(u64, PackedDate, usize)> =
        reached.map(|(at, it)| (it.position.key().key, it.begin, at)).collect();
    reached.sort_unstable();
    let mut are_known = vec![false; followed.len()];
    for games in reached.chunk_by(|a, b| a.0 == b.0) {
        let (key, first, _) = games[0];
        let mut least: Option<PackedDate> = None;
        // A game before the first of these games is before all.
        past.lines.has_any(conn, key, |other, payload| {
            let date = past.date(other).filter(|_| !payload.is_variation());
            least = [least, date.map(PackedDate::latest)].into_iter().flatten().min();
            least.is_some_and(|least| least < first)
        })?;
        for &(_, begin, at) in games {
            are_known[at] = least.is_some_and(|least| least < begin);
        }
    }
    Ok(are_known)
}

#[cfg(test)]
mod tests {
    use super::super::all::novelties;
    use super::*;
    use crate::import::{Import, NamedInput, Options, import};
    use crate::search::Unwatched;
    use crate::store::{Database, Evidence};
    use crate::xiangqi::mix;
    use std::sync::atomic::AtomicBool;

    /// Short games whose moves can be played in any order, so that many positions are common.
    fn games(count: u64) -> String {
        let red = ["h2e2", "b0c2", "h0g2", "c3c4", "g3g4", "g0e2", "f0e1"];
        let black = ["h9g7", "b9c7", "c6c5", "g6g5", "c9e7", "d9e8", "b7d7"];
        let game = |seed: u64| {
            let number = |what: u64, below: u64| mix(8 * seed + what) % below;
            let mut moves = [red, black];
            for (side, moves) in moves.iter_mut().enumerate() {
                moves.sort_by_key(|mv| mix(number(side as u64, 3) ^ u64::from(mv.as_bytes()[0])));
                moves.rotate_left(number(2 + side as u64, 3) as usize);
            }
            let plies = (2 + number(4, 9)) as usize;
            let line = moves[0].iter().zip(&moves[1]).flat_map(|(red, black)| [*red, *black]);
            let line: Vec<&str> = line.take(plies).collect();
            let (year, month) = (1980 + number(5, 6), 1 + number(6, 12));
            let line = line.join(" ");
            format!("[Red \"甲{seed}\"]\n[Date \"{year}.{month:02}\"]\n\n{line} *\n\n")
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn few_games_have_the_novelties_that_all_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        std::fs::write(&path, games(300)).unwrap();
        let mut database = Database::open(&folder.path().join("a.db")).unwrap();
        let settings = Import::within(64 << 20, Options::default());
        let never = AtomicBool::new(false);
        let inputs = vec![NamedInput::Path(path)];
        import(&mut database, inputs, &settings, &never, &mut |_| ()).unwrap();
        let archive = Archive::of(database.snapshot().unwrap(), Evidence::Derived).unwrap();
        let all = archive.facts().alive_ids();
        let wanted = novelties(&archive, &all.iter().copied().collect(), &Unwatched).unwrap();
        let few = novelties_of_few(&archive, &all, &Unwatched).unwrap();
        assert_eq!(few, wanted);
        let plies = wanted.iter().filter_map(|leaver| leaver.ply).filter(|ply| *ply > 3).count();
        assert!(plies > 20, "games have positions in common: {plies}");
        let own = novelties_of_few(&archive, &all[40..60], &Unwatched).unwrap();
        let is_own = |leaver: &&Leaver| all[40..60].contains(&leaver.game);
        assert!(own.iter().eq(wanted.iter().filter(is_own)));
    }
}
