//! Builds groups of games that are one from the links of pairs. Pure.

use super::judge::{LinkStrength, Relation};
use crate::store::{Groups, Result};
use rustc_hash::FxHashMap;

/// A link, reduced to the values that decide groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bond {
    /// The linked games.
    pub(super) games: (u32, u32),
    pub(super) relation: Relation,
    pub(super) standing: LinkStrength,
    /// Number of moves compared, of each game.
    pub(super) compared: (usize, usize),
    /// Game that is a piece if one is: 0 or 1, or 2 if either may be.
    pub(super) part: u8,
    /// Whether the games share a run longer than any two different games, or have the same day.
    pub(super) is_certain: bool,
}

impl Bond {
    /// Whether one game may be a mere piece of the other.
    fn has_part(&self) -> bool {
        let (of_a, of_b) = self.compared;
        let is_short = !self.is_piece() && 4 * of_a.min(of_b) < 3 * of_a.max(of_b);
        self.standing == LinkStrength::Sole || is_short
    }

    /// Pairs of a game and another that may be a piece of it.
    fn wholes_and_parts(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let ((a, b), part) = (self.games, self.part);
        let pairs = [(0, (b, a)), (1, (a, b))].into_iter();
        let pairs = pairs.filter(move |(at, _)| part == *at || part > 1);
        pairs.map(|(_, pair)| pair).take(if self.has_part() { 2 } else { 0 })
    }

    /// Whether the two are one game only if no other game fits the piece as well.
    fn is_open(&self) -> bool {
        self.standing == LinkStrength::Sole || (!self.is_certain && self.has_part())
    }

    /// Whether one of the two begins in the middle.
    fn is_piece(&self) -> bool {
        matches!(self.relation, Relation::Fragment | Relation::Diagram | Relation::Study)
    }
}

/// For each link, whether its games are one: certain links, and links of a piece that fits one
/// group only.
pub(super) fn same(bonds: &[Bond]) -> Vec<bool> {
    let mut groups = Links::default();
    let held = bonds.iter().filter(|bond| bond.standing != LinkStrength::Alike);
    for bond in held.clone().filter(|bond| !bond.is_open()) {
        groups.join(bond.games);
    }
    // The group that each piece fits; `None` if several do.
    let mut owners: FxHashMap<u32, Option<u32>> = FxHashMap::default();
    for (whole, part) in held.flat_map(Bond::wholes_and_parts) {
        let owner = groups.first(whole);
        let known = owners.entry(part).or_insert(Some(owner));
        if *known != Some(owner) {
            *known = None;
        }
    }
    let has_owner = |part: u32| owners.get(&part).is_some_and(Option::is_some);
    let is_same = |bond: &Bond| {
        bond.standing != LinkStrength::Alike
            && (!bond.is_open() || bond.wholes_and_parts().all(|(_, part)| has_owner(part)))
    };
    bonds.iter().map(is_same).collect()
}

/// Groups of certain copies of whole games: each game with the game that represents its group,
/// which has the best `rank` and, among equals, the least `key`.
pub(super) fn kin<R: Ord>(
    bonds: &[Bond],
    same: &[bool],
    rank: impl Fn(u32) -> Option<R>,
    key: impl Fn(u32) -> Result<String>,
) -> Result<Vec<(u32, u32)>> {
    let mut groups = Links::default();
    for (bond, _) in bonds.iter().zip(same).filter(|(_, same)| **same) {
        let (a, b) = bond.games;
        if !bond.is_piece() && rank(a).is_some() && rank(b).is_some() {
            groups.join(bond.games);
        }
    }
    let mut best: FxHashMap<u32, (R, u32)> = FxHashMap::default();
    let games: Vec<u32> = groups.places.keys().copied().collect();
    let mut members: Vec<(u32, u32)> =
        games.into_iter().map(|game| (game, groups.first(game))).collect();
    members.sort_unstable();
    for &(game, group) in &members {
        let Some(rank) = rank(game) else { continue };
        match best.get(&group) {
            Some((known, _)) if *known > rank => {}
            Some((known, other)) if *known == rank && key(*other)? <= key(game)? => {}
            _ => {
                best.insert(group, (rank, game));
            }
        }
    }
    let first = |(game, group)| Some((game, best.get(&group)?.1));
    Ok(members.into_iter().filter_map(first).collect())
}

/// Union of games by id.
#[derive(Default)]
struct Links {
    groups: Groups,
    places: FxHashMap<u32, u32>,
}

impl Links {
    fn place(&mut self, game: u32) -> u32 {
        *self.places.entry(game).or_insert_with(|| self.groups.push())
    }

    fn join(&mut self, (a, b): (u32, u32)) {
        let (a, b) = (self.place(a), self.place(b));
        self.groups.join(a, b);
    }

    fn first(&mut self, game: u32) -> u32 {
        let place = self.place(game);
        self.groups.first(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bond(games: (u32, u32), standing: LinkStrength, compared: (usize, usize)) -> Bond {
        let part = u8::from(compared.1 < compared.0);
        Bond { games, relation: Relation::Prefix, standing, compared, part, is_certain: false }
    }

    #[test]
    fn an_extract_belongs_to_one_group_or_to_none() {
        let copies = bond((1, 2), LinkStrength::Same, (80, 82));
        let of_both = [
            bond((1, 9), LinkStrength::Sole, (80, 26)),
            bond((2, 9), LinkStrength::Same, (82, 26)),
        ];
        assert_eq!(same(&[copies, of_both[0], of_both[1]]), [true; 3]);
        let other = bond((5, 9), LinkStrength::Sole, (90, 26));
        assert_eq!(same(&[copies, of_both[0], of_both[1], other]), [true, false, false, false]);
        assert_eq!(same(&[Bond { standing: LinkStrength::Alike, ..copies }]), [false]);
        let of_that_day = Bond { is_certain: true, standing: LinkStrength::Same, ..other };
        assert_eq!(same(&[of_that_day, of_both[0]]), [true, false], "it has its game");
    }

    #[test]
    fn of_three_that_are_equally_long_no_two_are_one_by_their_order() {
        let sole =
            |games: (u32, u32)| Bond { part: 2, ..bond(games, LinkStrength::Sole, (28, 28)) };
        let alike = Bond { standing: LinkStrength::Alike, ..sole((1, 3)) };
        for of_two in [[(1, 2), (2, 3)], [(2, 1), (3, 2)], [(2, 1), (2, 3)]] {
            assert_eq!(same(&[sole(of_two[0]), sole(of_two[1]), alike]), [false; 3]);
        }
        assert_eq!(same(&[sole((1, 2))]), [true]);
    }

    #[test]
    fn a_group_has_one_that_stands_for_it() {
        let bonds = [
            bond((1, 2), LinkStrength::Same, (80, 82)),
            bond((2, 9), LinkStrength::Same, (82, 80)),
            bond((4, 5), LinkStrength::Alike, (80, 80)),
            Bond { relation: Relation::Fragment, ..bond((2, 7), LinkStrength::Same, (80, 80)) },
        ];
        let of = |key: fn(u32) -> u32| {
            let key = |game: u32| Ok(key(game).to_string());
            kin(&bonds, &same(&bonds), |game| Some(game < 9), key).unwrap()
        };
        assert_eq!(of(|game| 9 - game), [(1, 2), (2, 2), (9, 2)]);
        assert_eq!(of(|game| game), [(1, 1), (2, 1), (9, 1)], "of the best the least key");
    }
}
