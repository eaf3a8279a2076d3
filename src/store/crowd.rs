//! Which games of a crowded line can new records concern?
//!
//! Thousands of records with one short line and different names are as many games, and hardly any
//! of them has to be looked at when another record comes. Two records have nothing to do with each
//! other unless their names are spelled alike in Latin letters. Of those that are, a pair in hanzi
//! concerns records of the same pair, and all that are in Latin letters: these join a pair in hanzi
//! if there is only one, so two pairs are enough to say that there are several. The rule itself is
//! in `identity.rs`; here is what can be left out of it, which changes nothing that it decides.

use super::identity::Identity;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{BuildHasher, RandomState};

/// A line is crowded when more than so many games and new records are on it; of others everything
/// is looked at.
pub(super) const CROWD: usize = 16;

/// So many games are remembered, or twice those of one line if these are more.
const MOST: usize = 1 << 20;

/// How the records of one game name its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GameNames {
    /// A hash of the names in Latin letters.
    spelled: u64,
    /// A hash of the pair that is not in Latin letters; 0 when no record has one.
    hanzi: u32,
    /// A record has the names in Latin letters.
    has_latin: bool,
}

/// The names of games on crowded lines, as long as an import runs.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    games: FxHashMap<u32, GameNames>,
    /// Nobody can make names whose hashes are equal.
    hasher: RandomState,
}

/// New records that may concern each other, and the stored games that they may concern.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Places among the new records, ascending.
    pub(super) fresh: Vec<usize>,
    /// Ids, ascending.
    pub(super) games: Vec<u32>,
}

impl Crowd {
    /// The names that the records of one game have; `None` without records.
    pub(super) fn names<'i>(
        &self,
        records: impl IntoIterator<Item = &'i Identity>,
    ) -> Option<GameNames> {
        let mut names: Option<GameNames> = None;
        for record in records {
            let names = names.get_or_insert_with(|| GameNames {
                spelled: self.hasher.hash_one(record.spelled()),
                hanzi: 0,
                has_latin: false,
            });
            if record.is_latin() {
                names.has_latin = true;
            } else if names.hanzi == 0 {
                names.hanzi = self.hasher.hash_one((&record.red, &record.black)) as u32 | 1;
            }
        }
        names
    }

    /// Makes room for a line with so many games, which may be remembered already.
    pub(super) fn make_room(&mut self, games: usize) {
        if self.games.len() > MOST.max(2 * games) {
            self.games.clear();
        }
    }

    /// Whether the names of a game are remembered.
    pub(super) fn knows(&self, game: u32) -> bool {
        self.games.contains_key(&game)
    }

    /// Remembers the names of a game, or that they are not known any more.
    pub(super) fn set(&mut self, game: u32, names: Option<GameNames>) {
        match names {
            Some(names) => self.games.insert(game, names),
            None => self.games.remove(&game),
        };
    }

    /// Divides the new records of a line, and says which of its games each part may concern. Games
    /// whose names are not remembered are on another line.
    pub(super) fn divide(&self, games: &[u32], fresh: &[&Identity]) -> Vec<Part> {
        let mut groups: FxHashMap<u64, Group> = FxHashMap::default();
        for (place, record) in fresh.iter().enumerate() {
            if let Some(names) = self.names([*record]) {
                let group = groups.entry(names.spelled).or_default();
                group.part.fresh.push(place);
                group.hanzi.insert(names.hanzi);
            }
        }
        let remembered = || games.iter().filter_map(|&id| Some((id, self.games.get(&id)?)));
        for (_, names) in remembered() {
            if let Some(group) = groups.get_mut(&names.spelled) {
                group.meet(names.hanzi);
            }
        }
        for (id, names) in remembered() {
            if let Some(group) = groups.get_mut(&names.spelled)
                && group.may_concern(names)
            {
                group.part.games.push(id);
            }
        }
        let mut parts: Vec<Part> = groups.into_values().map(|group| group.part).collect();
        parts.sort_unstable_by_key(|part| part.fresh[0]);
        parts
    }

    /// How many bytes it occupies in memory.
    pub(super) fn memory(&self) -> usize {
        self.games.capacity() * size_of::<(u32, GameNames)>()
    }
}

/// New records whose names are spelled alike.
#[derive(Debug)]
struct Group {
    part: Part,
    /// The pairs of the new records.
    hanzi: FxHashSet<u32>,
    /// The first pair that stored games have, and another one.
    met: [Option<u32>; 2],
}

impl Default for Group {
    fn default() -> Group {
        let part = Part { fresh: Vec::new(), games: Vec::new() };
        Group { part, hanzi: FxHashSet::default(), met: [None; 2] }
    }
}

impl Group {
    fn meet(&mut self, hanzi: u32) {
        match self.met {
            _ if hanzi == 0 => {}
            [None, _] => self.met[0] = Some(hanzi),
            [Some(first), None] if first != hanzi => self.met[1] = Some(hanzi),
            _ => {}
        }
    }

    /// Whether a game has to be looked at, once all have been met. Two pairs are looked at whole:
    /// the years of all their games decide how they are divided.
    fn may_concern(&self, names: &GameNames) -> bool {
        self.met[1].is_none()
            || names.has_latin
            || self.hanzi.contains(&names.hanzi)
            || self.met.contains(&Some(names.hanzi))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::identity::{MainLine, cluster};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn identity((red, black, year): (&str, &str, u16)) -> Identity {
        Identity { red: red.to_owned(), black: black.to_owned(), year }
    }

    /// The games that a set of records is divided into.
    fn games(records: &[Identity], places: &[usize]) -> BTreeSet<(Vec<usize>, String)> {
        let line = MainLine::from_parts(None, vec![1; 20]);
        let chosen: Vec<Identity> = places.iter().map(|&at| records[at].clone()).collect();
        cluster(&line, &chosen)
            .into_iter()
            .map(|game| (game.members.iter().map(|&at| places[at]).collect(), game.signature))
            .collect()
    }

    #[test]
    fn of_many_names_few_are_looked_at() {
        let mut crowd = Crowd::default();
        let all: Vec<Identity> =
            (0..1000).map(|at| identity((&format!("甲{at}"), "乙", 0))).collect();
        for (id, record) in (1..).zip(&all) {
            let names = crowd.names([record]);
            crowd.set(id, names);
        }
        let ids: Vec<u32> = (1..=1000).collect();
        let new = [identity(("甲7", "乙", 0)), identity(("丙", "丁", 0))];
        let parts = crowd.divide(&ids, &new.iter().collect::<Vec<_>>());
        assert_eq!(parts[0], Part { fresh: vec![0], games: vec![1, 2, 8] });
        assert_eq!(parts[1], Part { fresh: vec![1], games: vec![] });
        crowd.set(8, None);
        assert!(!crowd.knows(8) && crowd.knows(7));
    }

    proptest! {
        /// What is left out changes nothing.
        #[test]
        fn the_parts_of_a_line_are_decided_as_the_whole_is(
            records in prop::collection::vec((0..7usize, 0..3u16), 1..24),
            stored in 0..20usize,
        ) {
            let pairs = [
                ("胡荣华", "许银川"), ("胡荣花", "许银川"), ("hu ronghua", "xu yinchuan"),
                ("huronghua", "xu yinchuan"), ("李来群", "柳大华"), ("li laiqun", "liu dahua"),
                ("", ""),
            ];
            let records: Vec<Identity> = records
                .iter()
                .map(|&(pair, year)| identity((pairs[pair].0, pairs[pair].1, year)))
                .collect();
            let stored = stored.min(records.len() - 1);
            let before: Vec<(Vec<usize>, String)> =
                games(&records, &(0..stored).collect::<Vec<_>>()).into_iter().collect();
            let mut crowd = Crowd::default();
            let mut ids = Vec::new();
            for (id, (members, _)) in (1u32..).zip(&before) {
                let names = crowd.names(members.iter().map(|&at| &records[at]));
                crowd.set(id, names);
                ids.push(id);
            }
            let fresh: Vec<&Identity> = records[stored..].iter().collect();
            let mut after: BTreeSet<(Vec<usize>, String)> = before.iter().cloned().collect();
            for part in crowd.divide(&ids, &fresh) {
                let mut places: Vec<usize> = Vec::new();
                for &id in &part.games {
                    let game = &before[id as usize - 1];
                    after.remove(game);
                    places.extend(&game.0);
                }
                places.extend(part.fresh.iter().map(|&at| stored + at));
                places.sort_unstable();
                after.extend(games(&records, &places));
            }
            prop_assert_eq!(after, games(&records, &(0..records.len()).collect::<Vec<_>>()));
        }
    }
}
