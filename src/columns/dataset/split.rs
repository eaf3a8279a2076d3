//! Splits games into three parts for machine learning, so that no part can be guessed from another.
//!
//! Copies of a game stay together, and so do the games of one event. The hash of the first key of
//! such a group decides its part, so that the split can be repeated.

use crate::columns::ColumnsResult;
use crate::search::Archive;
use crate::store::Groups;
use rustc_hash::FxHashMap;

/// Names of the parts.
const PARTS: [&str; 3] = ["train", "validation", "test"];

/// Percentages of the parts: training, validation, test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitShares([u8; 3]);

impl SplitShares {
    /// Reads three numbers separated by commas, as in `80,10,10`; `None` unless their sum is 100.
    #[must_use]
    pub fn read(text: &str) -> Option<SplitShares> {
        let numbers = text.split(',').map(|number| number.trim().parse().ok());
        let shares: [u8; 3] = numbers.collect::<Option<Vec<u8>>>()?.try_into().ok()?;
        let sum: u32 = shares.iter().map(|&share| u32::from(share)).sum();
        (sum == 100).then_some(SplitShares(shares))
    }

    /// The part of a group, by the first key of the group.
    fn part(self, key: &str) -> &'static str {
        let hash = blake3::hash(key.as_bytes());
        let number =
            hash.as_bytes()[..8].iter().fold(0_u128, |sum, byte| (sum << 8) | u128::from(*byte));
        let percent = ((number * 100) >> 64) as u8;
        let [train, validation, _] = self.0;
        match percent {
            percent if percent < train => PARTS[0],
            percent if percent < train + validation => PARTS[1],
            _ => PARTS[2],
        }
    }
}

impl std::fmt::Display for SplitShares {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [train, validation, test] = self.0;
        write!(out, "{train},{validation},{test}")
    }
}

/// The part of each game, by the game's number.
#[derive(Debug)]
pub(super) struct Split(Vec<&'static str>);

impl Split {
    /// Splits the games with these ascending keys and their ids.
    pub(super) fn of(
        archive: &Archive,
        (keys, ids): (&[Box<str>], &[u32]),
        shares: SplitShares,
    ) -> ColumnsResult<Split> {
        let (kin, editions) = (archive.duplicates()?, archive.editions()?);
        let (mut groups, mut of_event) = (Groups::new(ids.len()), FxHashMap::default());
        let mut of_copies = FxHashMap::default();
        for (game, &id) in (0..).zip(ids) {
            groups.join(game, *of_copies.entry(kin.first(id)).or_insert(game));
            let event = archive.facts().get(id).map_or(0, |fact| editions.number_of(fact));
            // Games without an event are not one group.
            if event != 0 {
                groups.join(game, *of_event.entry(event).or_insert(game));
            }
        }
        let parts =
            (0..ids.len() as u32).map(|game| shares.part(&keys[groups.first(game) as usize]));
        Ok(Split(parts.collect()))
    }

    pub(super) fn part(&self, game: usize) -> &'static str {
        self.0[game]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_three_and_sum_up() {
        assert_eq!(
            SplitShares::read("80, 10,10").map(|it| it.to_string()),
            Some("80,10,10".into())
        );
        for text in ["", "80,20", "80,10,11", "80,10,10,0", "-1,1,100", "300,0,0", "a,b,c"] {
            assert_eq!(SplitShares::read(text), None, "{text}");
        }
    }

    #[test]
    fn parts_have_their_shares() {
        let shares = SplitShares::read("70,20,10").unwrap();
        let parts: Vec<&str> = (0..4000).map(|key| shares.part(&format!("{key:012}"))).collect();
        for (part, share) in PARTS.into_iter().zip([2800, 800, 400]) {
            let found = parts.iter().filter(|it| **it == part).count();
            assert!(found.abs_diff(share) < 120, "{part}: {found}");
        }
        let all = SplitShares::read("0,0,100").unwrap();
        assert!((0..100).all(|key| all.part(&key.to_string()) == "test"));
    }
}
