//! Settling decides which games the records of one line witness, and which changes follow.
//!
//! The decision turns a heap of records into an archive. It is a pure function from the stored
//! games and records of a line to a list of changes. It depends on the set of witnesses alone, so
//! the order of imports, files and threads never matters, and another program with these records
//! decides alike. `identity.rs` decides which records are one game.
//!
//! A game keeps its id as long as it only gains witnesses. A game that is divided, or loses a
//! witness with variations, gets a new id and new postings, and the old id is never used again:
//! postings are never searched for and deleted.

use crate::metadata::{Metadata, WitnessSays, named_otherwise};
use crate::store::prepared::identity::{Cluster, Identity, MainLine, cluster};
use rustc_hash::FxHashMap;

pub(super) mod again;
pub(super) mod apply;
pub(super) mod known;

/// A record on the line, or many records of one stored game with one identity.
#[derive(Debug, Clone)]
pub struct LineClaim<'m> {
    /// Id of the stored game that the record witnesses; `None` for a new record.
    pub game: Option<u32>,
    /// Identity among the records of a short line; see [`Identity::of`].
    pub identity: Identity,
    /// Statements of the record about its game.
    pub said: WitnessSays<'m>,
}

/// A stored game on the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredOnLine {
    /// Id of the game.
    pub id: u32,
    /// Key of the game.
    pub key: String,
    /// Loss of the game since it was last settled.
    pub loss: GameLoss,
}

/// Loss of a stored game.
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameLoss {
    /// No loss.
    Nothing,
    /// Witnesses, none of which had variations.
    Witnesses,
    /// Witnesses with variations, whose positions are in the index under the game's id.
    Variations,
}

/// A change of the games of a line. Unchanged games have none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Makes a new game.
    Make(SettledGame),
    /// Changes the stored game with this id to this game.
    Update(u32, SettledGame),
    /// Deletes the stored game with this id.
    Remove(u32),
}

/// A game with the values of its witnesses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledGame {
    /// Key by which people cite the game.
    pub key: String,
    /// Metadata that the witnesses support best.
    pub metadata: Metadata,
    /// Indexes of all its witnesses among the claims, ascending.
    pub witnesses: Vec<usize>,
    /// Folded names of Red and Black by its witnesses, if these differ.
    pub named_otherwise: Vec<[String; 2]>,
}

/// Decides the changes of the games of one line.
///
/// `stored` are the games on the line, by id, and `claims` all records on it, stored and new.
/// Whatever the order of the claims, the games have equal keys, metadata and witnesses. Games that
/// no new claim can concern may be left out, with their records; `apply.rs` finds the others.
///
/// ```
/// use xqdb::metadata::{Metadata, WitnessSays};
/// use xqdb::store::{Change, Identity, LineClaim, MainLine, settle};
/// let line = MainLine::new(None, ["h2e2".parse().unwrap()].into_iter());
/// let named = |red: &str| Metadata { red: Some(red.to_owned()), ..Metadata::default() };
/// let (hu, li) = (named("胡荣华"), named("李来群"));
/// let claim = |data| LineClaim {
///     game: None,
///     identity: Identity::of(data),
///     said: WitnessSays::ByOne(data),
/// };
/// let changes = settle(&line, &[], &[claim(&hu), claim(&li), claim(&hu)]);
/// let games = changes.iter().filter_map(|change| match change {
///     Change::Make(game) => Some(game.witnesses.clone()),
///     _ => None,
/// });
/// assert_eq!(games.collect::<Vec<_>>(), [vec![0, 2], vec![1]]);
/// ```
pub fn settle(line: &MainLine, stored: &[StoredOnLine], claims: &[LineClaim<'_>]) -> Vec<Change> {
    let places: FxHashMap<u32, usize> =
        stored.iter().enumerate().map(|(place, game)| (game.id, place)).collect();
    let place = |claim: &LineClaim<'_>| claim.game.and_then(|game| places.get(&game).copied());
    let mut witnesses = vec![0usize; stored.len()];
    claims.iter().filter_map(place).for_each(|place| witnesses[place] += 1);
    let identities: Vec<Identity> = claims.iter().map(|claim| claim.identity.clone()).collect();

    let mut goes_on = vec![false; stored.len()];
    let mut changes = Vec::new();
    for Cluster { members, signature } in cluster(line, &identities) {
        let key = line.key(&signature);
        let heir =
            heir(stored, &witnesses, members.iter().filter_map(|&at| place(&claims[at])), &key);
        if let Some(heir) = heir {
            goes_on[heir] = true;
            let game = &stored[heir];
            let is_same = game.key == key
                && game.loss == GameLoss::Nothing
                && members.iter().all(|&at| claims[at].game == Some(game.id));
            if is_same {
                continue;
            }
        }
        let said: Vec<WitnessSays<'_>> = members.iter().map(|&at| claims[at].said).collect();
        let (metadata, named_otherwise) = (Metadata::best_of(&said), named_otherwise(&said));
        let game = SettledGame { key, metadata, witnesses: members, named_otherwise };
        changes.push(match heir {
            Some(heir) => Change::Update(stored[heir].id, game),
            None => Change::Make(game),
        });
    }
    let gone = stored.iter().zip(goes_on).filter(|(_, goes_on)| !goes_on);
    changes.extend(gone.map(|(game, _)| Change::Remove(game.id)));
    changes
}

/// Index of the stored game that continues as a cluster: all its witnesses are in the cluster; of
/// several the one with the cluster's key, else the first. `places` are the indexes of the games of
/// the cluster's stored witnesses.
fn heir(
    stored: &[StoredOnLine],
    witnesses: &[usize],
    places: impl Iterator<Item = usize>,
    key: &str,
) -> Option<usize> {
    let mut here: FxHashMap<usize, usize> = FxHashMap::default();
    places.for_each(|place| *here.entry(place).or_default() += 1);
    here.into_iter()
        .filter(|&(place, count)| {
            count == witnesses[place] && stored[place].loss != GameLoss::Variations
        })
        .map(|(place, _)| place)
        .min_by_key(|&place| (stored[place].key != key, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn line(plies: usize) -> MainLine {
        MainLine::from_parts(None, [19, 22].repeat(plies))
    }

    fn said(red: &str, year: u16) -> Metadata {
        Metadata {
            red: Some(red.to_owned()),
            black: Some("李来群".to_owned()),
            date: crate::metadata::LaxDate::new(year.into(), 0, 0),
            site: Some(format!("{red} {year}")),
            ..Metadata::default()
        }
    }

    fn claim(game: Option<u32>, metadata: &Metadata) -> LineClaim<'_> {
        LineClaim { game, identity: Identity::of(metadata), said: WitnessSays::ByOne(metadata) }
    }

    fn standing(id: u32, line: &MainLine, metadata: &Metadata) -> StoredOnLine {
        let Some(Change::Make(game)) = settle(line, &[], &[claim(None, metadata)]).pop() else {
            panic!("a lone record makes a game")
        };
        StoredOnLine { id, key: game.key, loss: GameLoss::Nothing }
    }

    /// A line with its games and records, as in a database.
    #[derive(Clone, Default)]
    struct Stored {
        games: BTreeMap<u32, String>,
        records: Vec<(usize, u32)>,
        last_id: u32,
        said: BTreeMap<u32, Metadata>,
    }

    impl Stored {
        /// Adds and deletes records by their indexes in `all`.
        fn settle(&mut self, line: &MainLine, all: &[Metadata], add: &[usize], lose: &[usize]) {
            let mut losses: BTreeMap<u32, GameLoss> = BTreeMap::new();
            for &(record, game) in self.records.iter().filter(|(record, _)| lose.contains(record)) {
                // Every third record has variations.
                let loss = if record % 3 == 0 { GameLoss::Variations } else { GameLoss::Witnesses };
                let known = losses.entry(game).or_insert(loss);
                *known = loss.max(*known);
            }
            self.records.retain(|(record, _)| !lose.contains(record));
            let standing: Vec<StoredOnLine> = self
                .games
                .iter()
                .map(|(&id, key)| {
                    let loss = losses.get(&id).copied().unwrap_or(GameLoss::Nothing);
                    StoredOnLine { id, key: key.clone(), loss }
                })
                .collect();
            let mut records = self.records.clone();
            records.extend(add.iter().map(|&record| (record, 0)));
            let claims: Vec<LineClaim<'_>> = records
                .iter()
                .map(|&(record, game)| claim((game > 0).then_some(game), &all[record]))
                .collect();
            for change in settle(line, &standing, &claims) {
                let (id, game) = match change {
                    Change::Make(game) => {
                        self.last_id += 1;
                        (self.last_id, game)
                    }
                    Change::Update(id, game) => {
                        assert!(
                            self.games.contains_key(&id)
                                && losses.get(&id) != Some(&GameLoss::Variations)
                        );
                        (id, game)
                    }
                    Change::Remove(id) => {
                        assert!(self.games.remove(&id).is_some());
                        self.said.remove(&id);
                        continue;
                    }
                };
                game.witnesses.iter().for_each(|&at| records[at].1 = id);
                self.games.insert(id, game.key);
                self.said.insert(id, game.metadata);
            }
            self.records = records;
        }

        /// The rows without their ids.
        fn dump(&self) -> BTreeSet<(String, String, Vec<usize>)> {
            let game = |(id, key): (&u32, &String)| {
                let mut records: Vec<usize> = self
                    .records
                    .iter()
                    .filter_map(|(record, game)| (game == id).then_some(*record))
                    .collect();
                records.sort_unstable();
                (key.clone(), format!("{:?}", self.said[id]), records)
            };
            self.games.iter().map(game).collect()
        }
    }

    #[test]
    fn a_lone_record_makes_a_game() {
        let (line, hu) = (line(20), said("胡荣华", 1982));
        let changes = settle(&line, &[], &[claim(None, &hu)]);
        let [Change::Make(game)] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!((&game.metadata, &game.witnesses), (&hu, &vec![0]));
        assert_eq!(settle(&line, &[], &[]), []);
    }

    #[test]
    fn what_stays_as_it_is_does_not_appear() {
        let (line, hu, li) = (line(20), said("胡荣华", 1982), said("李来群", 1982));
        let stored = [standing(1, &line, &hu), standing(2, &line, &li)];
        assert_eq!(settle(&line, &stored, &[claim(Some(1), &hu), claim(Some(2), &li)]), []);
        let changes =
            settle(&line, &stored, &[claim(Some(1), &hu), claim(Some(2), &li), claim(None, &li)]);
        let [Change::Update(2, game)] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!(game.witnesses, [1, 2]);
    }

    #[test]
    fn a_game_that_loses_variations_gets_a_new_id() {
        let (line, hu) = (line(20), said("胡荣华", 1982));
        for (loss, is_new) in
            [(GameLoss::Nothing, false), (GameLoss::Witnesses, false), (GameLoss::Variations, true)]
        {
            let stored = [StoredOnLine { loss, ..standing(1, &line, &hu) }];
            let changes = settle(&line, &stored, &[claim(Some(1), &hu), claim(None, &hu)]);
            assert_eq!(matches!(changes[0], Change::Make(_)), is_new, "{loss:?}");
            assert_eq!(changes.contains(&Change::Remove(1)), is_new, "{loss:?}");
        }
    }

    #[test]
    fn a_game_without_witnesses_is_gone() {
        let (line, hu) = (line(20), said("胡荣华", 1982));
        assert_eq!(settle(&line, &[standing(1, &line, &hu)], &[]), [Change::Remove(1)]);
    }

    #[test]
    fn a_second_year_divides_a_game() {
        let (line, one, other) = (line(20), said("胡荣华", 1982), said("胡荣华", 1983));
        let stored = [standing(1, &line, &one)];
        let changes = settle(&line, &stored, &[claim(Some(1), &one), claim(None, &other)]);
        let [Change::Update(1, first), Change::Make(second)] = &changes[..] else {
            panic!("{changes:?}")
        };
        assert_eq!((&first.witnesses, &second.witnesses), (&vec![0], &vec![1]));
        assert_ne!(first.key, stored[0].key, "the year tells them apart from now on");
    }

    #[test]
    fn many_names_on_one_line_come_to_an_end() {
        let line = line(4);
        let all: Vec<Metadata> = (0..20_000).map(|at| said(&format!("甲{at}"), 1982)).collect();
        let mut claims: Vec<LineClaim<'_>> =
            (1..).zip(&all).map(|(id, data)| claim(Some(id), data)).collect();
        let stored: Vec<StoredOnLine> = claims
            .iter()
            .map(|claim| {
                let Some(cluster) = cluster(&line, std::slice::from_ref(&claim.identity)).pop()
                else {
                    panic!("a lone record is a cluster")
                };
                let key = line.key(&cluster.signature);
                StoredOnLine { id: claim.game.unwrap(), key, loss: GameLoss::Nothing }
            })
            .collect();
        let new = said("乙", 1982);
        claims.push(claim(None, &new));
        // A quadratic algorithm would take too long here.
        assert_eq!(settle(&line, &stored, &claims).len(), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_order_of_witnesses_does_not_matter(
            records in prop::collection::vec((0..5usize, 0..4u16), 1..12),
            plies in prop::sample::select(vec![20usize, 50, 70]),
            order in any::<u64>(),
            parts in 1..4usize,
            forgotten in any::<u16>(),
        ) {
            let pairs = [
                ("胡荣华", "许银川"), ("HU RongHua", "XU YinChuan"), ("李来群", "柳大华"),
                ("胡荣", "杨官璘"), ("", "柳大华"),
            ];
            let all: Vec<Metadata> = records
                .iter()
                .map(|&(pair, year)| Metadata {
                    black: Some(pairs[pair].1.to_owned()),
                    ..said(pairs[pair].0, if year == 0 { 0 } else { 1980 + year })
                })
                .collect();
            let line = line(plies);
            let (kept, lost): (Vec<usize>, Vec<usize>) =
                (0..all.len()).partition(|record| forgotten >> record & 1 == 0);

            let mut at_once = Stored::default();
            at_once.settle(&line, &all, &kept, &[]);

            // Again in another order, in parts, with some records deleted again.
            let mut shuffled: Vec<usize> = (0..all.len()).collect();
            shuffled.sort_by_key(|&record| crate::xiangqi::mix(order ^ record as u64));
            let mut in_parts = Stored::default();
            for part in shuffled.chunks(shuffled.len().div_ceil(parts)) {
                in_parts.settle(&line, &all, part, &[]);
            }
            in_parts.settle(&line, &all, &[], &lost);
            prop_assert_eq!(in_parts.dump(), at_once.dump());
        }
    }
}
