//! By what nearly equal games are found: rare positions, and runs of moves.
//!
//! A copy with another order of moves, a repetition or a start in the middle meets its game again
//! in positions that few others have. A misprint or a wrong diagram never does, but plays the same
//! moves, and eight in a row are as rare. Both are looked at without left and right. Pure.

use super::account::Account;
use super::alignment::FEW_PIECES;
use crate::xiangqi::{Move, mix};

/// The first positions of whole games are theory.
pub(super) const THEORY: usize = 16;
/// Runs of so many moves.
const RUN: usize = 8;
/// The first runs of whole games begin here.
const FIRST_RUN: usize = 8;
/// A feature that more games have tells nothing.
pub(super) const RARE: usize = 30;

/// The keys of the positions by which an account is found.
pub(super) fn positions(account: &Account) -> impl Iterator<Item = u64> + '_ {
    let first = if account.is_whole { THEORY } else { 0 };
    account
        .positions
        .iter()
        .enumerate()
        .skip(first)
        // A composed position is known by its start, however bare.
        .filter(|(ply, placed)| *ply == 0 || placed.pieces > FEW_PIECES)
        .map(|(_, placed)| placed.key())
}

/// The runs of moves by which an account is found, as numbers.
fn runs(account: &Account) -> impl Iterator<Item = u64> + '_ {
    let first = if account.is_whole { FIRST_RUN } else { 0 };
    account.moves.windows(RUN).skip(first).map(|run| {
        let number = |moves: &mut dyn Iterator<Item = Move>| {
            moves.fold(RUN as u64, |number, mv| mix(number ^ u64::from(mv.code())))
        };
        let straight = number(&mut run.iter().copied());
        straight.min(number(&mut run.iter().map(|mv| mv.mirror())))
    })
}

/// All features of an account, as numbers of 32 bits.
pub(super) fn features(account: &Account) -> impl Iterator<Item = u32> + '_ {
    positions(account).chain(runs(account)).map(|feature| mix(feature) as u32)
}

/// Two games, the one with the smaller id first, and how many features they share.
pub(super) type Pair = (u32, u32, u32);

/// The pairs of games that share rare features. `found` are features with the games that have them;
/// they are sorted on the way.
pub(super) fn pairs(mut found: Vec<u64>) -> Vec<Pair> {
    use rayon::slice::ParallelSliceMut;
    found.par_sort_unstable();
    found.dedup();
    let mut both: Vec<u64> = Vec::new();
    let mut counted: Vec<(u64, u32)> = Vec::new();
    for games in found.chunk_by(|a, b| a >> 32 == b >> 32) {
        if !(2..=RARE).contains(&games.len()) {
            continue;
        }
        for (at, game) in games.iter().enumerate() {
            both.extend(games[at + 1..].iter().map(|other| game << 32 | other & 0xffff_ffff));
        }
        if both.len() >= MOST {
            count(&mut both, &mut counted);
        }
    }
    drop(found);
    count(&mut both, &mut counted);
    counted.into_iter().map(|(pair, shared)| ((pair >> 32) as u32, pair as u32, shared)).collect()
}

/// So many pairs wait before they are counted.
const MOST: usize = 1 << 23;
/// More pairs than this are not kept: those that share least go.
const KEPT: usize = 1 << 23;

/// Counts the pairs that wait.
fn count(both: &mut Vec<u64>, counted: &mut Vec<(u64, u32)>) {
    use rayon::slice::ParallelSliceMut;
    both.par_sort_unstable();
    counted.extend(both.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)));
    both.clear();
    counted.par_sort_unstable();
    counted.dedup_by(|later, first| {
        let is_same = later.0 == first.0;
        first.1 += if is_same { later.1 } else { 0 };
        is_same
    });
    let mut least = 1;
    while counted.len() > KEPT {
        counted.retain(|&(_, shared)| shared > least);
        least += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::alignment::tests::from;
    use super::*;

    #[test]
    fn games_that_share_features_are_pairs() {
        let of = |game: u64, features: &[u64]| -> Vec<u64> {
            features.iter().map(|feature| feature << 32 | game).collect()
        };
        let mut found = of(7, &[1, 2, 3]);
        found.extend(of(5, &[2, 3, 3, 4]));
        found.extend(of(9, &[4]));
        // What everybody has tells nothing.
        (1..=RARE as u64 + 1).for_each(|game| found.extend(of(game, &[6])));
        assert_eq!(pairs(found), [(5, 7, 2), (5, 9, 1)]);
    }

    #[test]
    fn mirror_images_have_the_same_features() {
        let before = "h2e2 h9g7 h0g2 i9h9";
        let line = from(before, "i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7");
        let mirror = |moves: &str| -> String {
            let turned = moves.split(' ').map(|mv| mv.parse::<Move>().unwrap().mirror());
            turned.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
        };
        let other = from(&mirror(before), &mirror("i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7"));
        assert!(features(&line).eq(features(&other)));
        assert_eq!(features(&line).count(), 9 + 1);
    }
}
