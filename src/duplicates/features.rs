//! Features by which nearly equal games are found: rare positions, and runs of moves.
//!
//! A copy with another order of moves, a repetition or a start in the middle shares positions with
//! its game that few other games have. A copy with a misprint or a wrong diagram may share none,
//! but plays the same moves, and runs of eight moves are as rare. Mirror images are equal. Pure.

use super::account::Account;
use super::alignment::FEW_PIECES;
use crate::xiangqi::mix;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// Number of first plies of whole games whose positions are not features.
pub(super) const THEORY: usize = 16;
/// Number of moves of a run.
const RUN: usize = 8;
/// First ply of whole games at which a run may begin.
const FIRST_RUN: usize = 8;
/// Number of games above which a feature is too common to be used.
pub(super) const RARE: usize = 30;

/// Keys of the positions that are features of an account.
pub(super) fn positions(account: &Account) -> impl Iterator<Item = u64> + '_ {
    let first = if account.is_whole { THEORY } else { 0 };
    account
        .positions
        .iter()
        .enumerate()
        .skip(first)
        // A composed position is a feature by its start, however few its pieces.
        .filter(|(ply, placed)| *ply == 0 || placed.pieces > FEW_PIECES)
        .map(|(_, placed)| placed.key())
}

/// Numbers of the runs that are features of an account; a run and its mirror image have one number.
///
/// The number is a polynomial of the moves, computed from that of the previous run.
fn runs(account: &Account) -> impl Iterator<Item = u64> + '_ {
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    const OF_LEFT: u64 = BASE.wrapping_pow(RUN as u32);
    let first = if account.is_whole { FIRST_RUN } else { 0 };
    let moves = account.moves.get(first..).unwrap_or_default();
    // Numbers of the moves in the run and of their mirror images; 0 before the first move.
    let mut run = [[0; 2]; RUN];
    let mut numbers = [0u64; 2];
    let ends = moves.iter().enumerate().map(move |(at, &mv)| {
        let entering = [mv, mv.mirror()].map(|mv| u64::from(mv.code()) + 1);
        let left = std::mem::replace(&mut run[at % RUN], entering);
        for side in 0..2 {
            numbers[side] = numbers[side]
                .wrapping_mul(BASE)
                .wrapping_add(entering[side])
                .wrapping_sub(left[side].wrapping_mul(OF_LEFT));
        }
        numbers[0].min(numbers[1])
    });
    ends.skip(RUN - 1)
}

/// All features of an account, as uniformly distributed numbers.
pub(super) fn features(account: &Account) -> impl Iterator<Item = u64> + '_ {
    positions(account).chain(runs(account)).map(mix)
}

/// Features with their games, divided by the upper bits of the feature into parts that a
/// processor's cache can hold while they are sorted.
pub(super) struct FoundFeatures(Vec<Vec<u64>>);

/// Number of parts of [`FoundFeatures`].
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 7;

/// Largest number of low bits by which two features are compared before they are sorted.
const LOOKED_AT: u32 = 21;

impl FoundFeatures {
    /// Makes room for about `features` features.
    pub(super) fn with_room(features: usize) -> FoundFeatures {
        // Features are uniformly distributed, so that parts are nearly equal.
        let room = features / PARTS;
        FoundFeatures((0..PARTS).map(|_| Vec::with_capacity(room + room / 8)).collect())
    }

    /// Adds a feature of a game. The upper 39 bits of the feature are kept, so that features of
    /// ten million games hardly ever meet by chance.
    pub(super) fn add(&mut self, feature: u64, game: u32) {
        let part = feature >> (u64::BITS - PART_BITS);
        let rest = feature << PART_BITS >> 32;
        self.0[part as usize].push(rest << 32 | u64::from(game));
    }

    /// The features of each part, sorted, with the games of a feature side by side.
    fn sorted(all: Vec<FoundFeatures>) -> Vec<Vec<u64>> {
        let mut parts: Vec<Vec<Vec<u64>>> = vec![Vec::new(); PARTS];
        for FoundFeatures(found) in all {
            parts.iter_mut().zip(found).for_each(|(part, found)| part.push(found));
        }
        let sorted = parts.into_par_iter().map(|part| {
            let mut part = met_again(&part);
            part.sort_unstable();
            part.dedup();
            part
        });
        sorted.collect()
    }
}

/// Removes most features of a single game before sorting; most features belong to one game.
fn met_again(part: &[Vec<u64>]) -> Vec<u64> {
    const WORDS: usize = 1 << (LOOKED_AT - u64::BITS.trailing_zeros());
    // Eight bits per feature: few features share a bit by chance.
    let count: usize = part.iter().map(Vec::len).sum();
    let words = (count / 8).next_power_of_two().min(WORDS);
    let place = |found: u64| ((found >> 38) as usize % words, 1u64 << (found >> 32 & 63));
    let (mut once, mut twice) = (vec![0u64; words], vec![0u64; words]);
    for &found in part.iter().flatten() {
        let (word, bit) = place(found);
        twice[word] |= once[word] & bit;
        once[word] |= bit;
    }
    let is_met_again = |&found: &u64| {
        let (word, bit) = place(found);
        twice[word] & bit != 0
    };
    part.iter().flatten().copied().filter(is_met_again).collect()
}

/// Two games, the smaller id first, and the number of features that they share.
pub(super) type Pair = (u32, u32, u32);

/// Pairs of games that share rare features, while they are counted.
#[derive(Default)]
pub(super) struct FoundPairs {
    /// Both games of a pair, once for each feature that is not counted yet.
    both: Vec<u64>,
    /// Both games of a pair and the number of features that they share, sorted.
    counted: Vec<(u64, u32)>,
}

/// Number of pairs from which on the collected pairs are counted.
const MOST: usize = 1 << 23;
/// Largest number of pairs that are kept; those with the fewest shared features are dropped.
const KEPT: usize = 1 << 23;

impl FoundPairs {
    /// Adds the pairs that share rare features.
    pub(super) fn add(&mut self, found: Vec<FoundFeatures>) {
        for part in FoundFeatures::sorted(found) {
            for games in part.chunk_by(|a, b| a >> 32 == b >> 32) {
                if !(2..=RARE).contains(&games.len()) {
                    continue;
                }
                for (at, game) in games.iter().enumerate() {
                    let others = games[at + 1..].iter();
                    self.both.extend(others.map(|other| game << 32 | other & 0xffff_ffff));
                }
                if self.both.len() >= MOST {
                    self.count();
                }
            }
        }
    }

    /// Counts the collected pairs.
    fn count(&mut self) {
        let FoundPairs { both, counted } = self;
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

    /// The pairs, sorted by their games.
    pub(super) fn pairs(mut self) -> Vec<Pair> {
        self.count();
        let pair = |(pair, shared)| ((pair >> 32) as u32, pair as u32, shared);
        self.counted.into_iter().map(pair).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::alignment::tests::from;
    use super::*;
    use crate::xiangqi::Move;

    #[test]
    fn games_that_share_features_are_pairs() {
        let mut found = [FoundFeatures::with_room(0), FoundFeatures::with_room(9)];
        let mut of = |game: u32, features: &[u64]| {
            let place = &mut found[game as usize % 2];
            features.iter().for_each(|feature| place.add(feature << 27, game));
        };
        of(7, &[1, 2, 3]);
        of(5, &[2, 3, 3, 4]);
        of(9, &[4]);
        // A feature of more than `RARE` games makes no pair.
        (1..=RARE as u32 + 1).for_each(|game| of(game, &[6]));
        // Nor do features that differ in some of the upper bits.
        of(11, &[1 << 32]);
        of(12, &[1 << 33]);
        let mut pairs = FoundPairs::default();
        pairs.add(found.into());
        assert_eq!(pairs.pairs(), [(5, 7, 2), (5, 9, 1)]);
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
