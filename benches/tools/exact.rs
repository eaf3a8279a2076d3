//! Compares answers of the position index with a count by brute force: every game of a database is
//! replayed, main lines and variations, and its boards are compared square by square, without
//! hashes and index.
//!
//! The positions are drawn from games of the database, equally in every run; a fifth of them from
//! variations, if there are any. Each is searched exactly and with its mirror image, in main lines
//! and everywhere.

use super::corpus::Random;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use xqdb::replay::Tree;
use xqdb::search::{Archive, GameRow, Mirroring, hits, load};
use xqdb::xiangqi::{Position, Side, Square};

/// Board as FEN letters by square, and the side to move.
type Shown = ([u8; 90], Side);

/// Games with one position: exactly or mirrored, in the main line or only in a variation.
#[derive(Default, Clone)]
struct Found {
    by_kind: [[BTreeSet<u32>; 2]; 2],
}

/// Prints the comparison of `count` positions; fails if an answer differs.
pub(crate) fn run(path: &Path, count: usize) -> anyhow::Result<()> {
    let archive = Archive::open(path).expect("a database of xqdb");
    let asked = draw(&archive, count);
    let counted = count_all(path, &archive, &asked);
    let mut differ = 0;
    let mut games = 0;
    for (position, found) in asked.iter().zip(&counted) {
        for (mirroring, mirrors) in [(Mirroring::Exact, 1), (Mirroring::Any, 2)] {
            for (variations, places) in [(false, 1), (true, 2)] {
                let expected: BTreeSet<u32> = found.by_kind[..mirrors]
                    .iter()
                    .flat_map(|by| &by[..places])
                    .flatten()
                    .copied()
                    .collect();
                let answer = hits(&archive, position, mirroring, variations).expect("an answer");
                let answer: BTreeSet<u32> = answer.iter().map(|hit| hit.game).collect();
                games += expected.len();
                if answer != expected {
                    differ += 1;
                    println!(
                        "{}: {mirroring:?}, variations {variations}: the index has {} games, \
                         brute force {}",
                        position.to_fen(),
                        answer.len(),
                        expected.len()
                    );
                }
            }
        }
    }
    println!(
        "{} positions, {} questions, {games} games in answers, {differ} answers differ",
        asked.len(),
        asked.len() * 4
    );
    anyhow::ensure!(differ == 0, "answers differ");
    Ok(())
}

fn draw(archive: &Archive, count: usize) -> Vec<Position> {
    let mut random = Random(2);
    let last = archive.facts().last_id() as usize;
    let mut drawn = Vec::new();
    // Positions may be drawn twice, and games may have no moves: the search is bounded.
    for _ in 0..count * 1000 {
        if drawn.len() == count {
            break;
        }
        let id = 1 + random.below(last) as u32;
        if !archive.facts().is_alive(id) {
            continue;
        }
        let game = load(archive, id).expect("a game");
        let trees = if drawn.len() % 5 == 0 { trees(archive, id) } else { Vec::new() };
        let mut positions = Vec::new();
        if drawn.len() % 5 > 0 {
            visit(&game, &Tree::line(game.moves.iter().copied()), &mut |position, _| {
                positions.push(position.clone())
            });
        }
        for tree in &trees {
            visit(&game, tree, &mut |position, is_variation| {
                if is_variation {
                    positions.push(position.clone());
                }
            });
        }
        if !positions.is_empty() {
            drawn.push(positions.swap_remove(random.below(positions.len())));
        }
        // In a database without variations, starts are drawn instead.
        if drawn.len() % 5 == 0 && random.below(400) == 0 {
            drawn.push(game.start_position());
        }
    }
    drawn
}

fn trees(archive: &Archive, id: u32) -> Vec<Tree> {
    let witnesses = archive.witnesses(id).expect("witnesses");
    let ids: BTreeSet<i64> = witnesses.iter().filter_map(|witness| witness.tree).collect();
    ids.into_iter().map(|id| archive.tree(id).expect("a tree")).collect()
}

/// Calls `see` with every position of a tree, including the start, and whether it occurs only in a
/// variation.
fn visit(game: &GameRow, tree: &Tree, see: &mut dyn FnMut(&Position, bool)) {
    let start = game.start_position();
    see(&start, false);
    // Nodes and positions on the path to the previous node.
    let mut way: Vec<(u32, Position)> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        while way.last().is_some_and(|(last, _)| *last != node.parent) {
            way.pop();
        }
        let mut position = way.last().map_or(&start, |(_, position)| position).clone();
        position.play_unchecked(node.mv);
        see(&position, index >= tree.plies as usize);
        way.push((index as u32, position));
    }
}

fn shown(position: &Position) -> Shown {
    let mut letters = [b'.'; 90];
    for (square, piece) in position.board().pieces() {
        letters[square.index()] = piece.fen_letter() as u8;
    }
    (letters, position.side())
}

fn mirrored((letters, side): &Shown) -> Shown {
    let mut other = *letters;
    for square in Square::all() {
        other[square.mirror().index()] = letters[square.index()];
    }
    (other, *side)
}

fn count_all(path: &Path, archive: &Archive, asked: &[Position]) -> Vec<Found> {
    // Boards to find: number of the position, and 1 if the board is its mirror image.
    let mut wanted: HashMap<Shown, Vec<(usize, usize)>> = HashMap::new();
    for (number, position) in asked.iter().enumerate() {
        let exact = shown(position);
        let other = mirrored(&exact);
        wanted.entry(exact).or_default().push((number, 0));
        if other != exact {
            wanted.entry(other).or_default().push((number, 1));
        }
    }
    let ids = archive.facts().alive_ids();
    let parts: Vec<Vec<Found>> = ids
        .par_chunks(ids.len().div_ceil(rayon::current_num_threads()).max(1))
        .map(|ids| {
            let archive = Archive::open(path).expect("a database of xqdb");
            let mut found = vec![Found::default(); asked.len()];
            for &id in ids {
                let game = load(&archive, id).expect("a game");
                let mut note = |position: &Position, is_variation: bool| {
                    for &(number, mirror) in wanted.get(&shown(position)).into_iter().flatten() {
                        found[number].by_kind[mirror][usize::from(is_variation)].insert(id);
                    }
                };
                visit(&game, &Tree::line(game.moves.iter().copied()), &mut note);
                trees(&archive, id).iter().for_each(|tree| visit(&game, tree, &mut note));
            }
            found
        })
        .collect();
    let mut all = vec![Found::default(); asked.len()];
    for (number, found) in parts.into_iter().flat_map(|part| part.into_iter().enumerate()) {
        for (all, found) in
            all[number].by_kind.iter_mut().flatten().zip(found.by_kind.into_iter().flatten())
        {
            all.extend(found);
        }
    }
    all
}
