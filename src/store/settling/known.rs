//! Which games are on a line? The first half of every game's key says it but for a chance in a
//! thousand million; the facts have it, and here it stands in memory.
//!
//! An index in the database would be dear: keys are spread evenly, so that in a large archive
//! nearly every new game changes a page of its own. Looking through all of them for a whole batch
//! at once costs little: a millisecond for a million games, four bytes each.
//!
//! Which games of a crowded line can new records concern?
//!
//! Thousands of records with one short line and different names are as many games, and hardly any
//! of them has to be looked at when another record comes. Two records have nothing to do with each
//! other unless their names are spelled alike in Latin letters. Of those that are, a pair in hanzi
//! concerns records of the same pair, and all that are in Latin letters: these join a pair in hanzi
//! if there is only one, so two pairs are enough to say that there are several. The rule itself is
//! in `identity.rs`; here is what can be left out of it, which changes nothing that it decides.
//!
//! All records of a game on such a line are spelled alike, and so is what is known best of it. So
//! the facts of a game tell how its names are spelled, and of one record also how they are written.
//! Only games of several records are read, and only those that a new record is spelled like.
//!
//! What the many witnesses of a game say, counted, as long as an import runs.
//!
//! A game with few witnesses is read from its records whenever another one comes. One with very
//! many would be read again for every batch; what they say is therefore counted once and counted
//! on.

use crate::metadata::{Ballot, Metadata};
use crate::store::error::Result;
use crate::store::facts;
use crate::store::prepared::Prepared;
use crate::store::prepared::identity::{Identity, LONG_LINE, MainLine, spelled};
use crate::store::rows::record::StoredRecord;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{BuildHasher, RandomState};

/// Bits of the quick look for every prefix that is looked for; about one other in so many passes
/// it.
const BITS_EACH: usize = 32;

/// No line has this prefix, which is longer than 30 bits.
const NO_LINE: u32 = u32::MAX;

/// The prefixes of the lines of all games, in the order of their ids.
pub(crate) struct Lines(Vec<u32>);

/// Ids of games, ascending, by the prefix of their line; see
/// [`MainLine::prefix_bits`](crate::store::prepared::identity::MainLine::prefix_bits).
pub(crate) type GamesByLine = FxHashMap<u32, Vec<u32>>;

impl Lines {
    /// The lines of all games.
    pub(crate) fn load(conn: &Connection) -> Result<Lines> {
        let mut prefixes = Vec::new();
        facts::for_each(conn, |_, fact| {
            prefixes.push(if fact.is_alive() { fact.key } else { NO_LINE });
        })?;
        Ok(Lines(prefixes))
    }

    /// Adds the line of the game that got the next id.
    pub(crate) fn push(&mut self, prefix: u32) {
        self.0.push(prefix);
    }

    /// Forgets the line of a game that is gone.
    pub(crate) fn forget(&mut self, game: u32) {
        if let Some(prefix) = self.0.get_mut(game as usize - 1) {
            *prefix = NO_LINE;
        }
    }

    /// How many games were ever stored.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The games on lines with these prefixes.
    pub(crate) fn games(&self, prefixes: impl ExactSizeIterator<Item = u32>) -> GamesByLine {
        let bits = (prefixes.len() * BITS_EACH).next_power_of_two().max(64);
        // Prefixes are uniform, so their last bits are as good as a hash.
        let place = |prefix: u32| {
            let bit = prefix as usize & (bits - 1);
            (bit / 64, 1u64 << (bit % 64))
        };
        let mut quick = vec![0u64; bits / 64];
        let wanted: FxHashSet<u32> = prefixes
            .inspect(|&prefix| {
                let (word, mask) = place(prefix);
                quick[word] |= mask;
            })
            .collect();
        let mut games = GamesByLine::default();
        for (id, &prefix) in (1..).zip(&self.0) {
            let (word, mask) = place(prefix);
            if quick[word] & mask != 0 && wanted.contains(&prefix) {
                games.entry(prefix).or_default().push(id);
            }
        }
        games
    }

    /// How many bytes they occupy in memory.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<u32>()
    }
}

/// A line is crowded when more than so many games and new records are on it; of others everything
/// is looked at.
pub(crate) const CROWD: usize = 16;

/// So many games are remembered, or twice those of one line if these are more.
const MOST: usize = 1 << 20;

/// How the records of one game name its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GameNames {
    /// A hash of the names in Latin letters.
    spelled: u64,
    /// How they are written; `None` as long as no record was read.
    written: Option<Written>,
}

/// How the records of one game are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Written {
    /// A hash of the pair that is not in Latin letters; 0 when no record has one.
    hanzi: u32,
    /// A record has the names in Latin letters.
    has_latin: bool,
}

/// A folded name.
#[derive(Debug, Clone, Copy)]
struct Name {
    /// A hash of it in Latin letters.
    spelled: u64,
    /// A hash of it as it is.
    folded: u64,
    is_ascii: bool,
    is_empty: bool,
}

/// The names of games on crowded lines, as long as an import runs.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    games: FxHashMap<u32, GameNames>,
    /// Nobody can make names whose hashes are equal.
    hasher: RandomState,
}

/// New records that may concern each other, and the stored games that they may concern.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Places among the new records, ascending.
    pub(crate) fresh: Vec<usize>,
    /// Ids, ascending.
    pub(crate) games: Vec<u32>,
}

impl Crowd {
    /// The names that the records of one game have; `None` without records.
    pub(crate) fn names<'i>(
        &self,
        records: impl IntoIterator<Item = &'i Identity>,
    ) -> Option<GameNames> {
        let mut names: Option<(u64, Written)> = None;
        for record in records {
            let (spelled, written) = self.pair(self.name(&record.red), self.name(&record.black));
            let (_, all) = names.get_or_insert((spelled, written));
            all.has_latin |= written.has_latin;
            if all.hanzi == 0 {
                all.hanzi = written.hanzi;
            }
        }
        names.map(|(spelled, written)| GameNames { spelled, written: Some(written) })
    }

    fn name(&self, folded: &str) -> Name {
        Name {
            spelled: self.hasher.hash_one(spelled(folded)),
            folded: self.hasher.hash_one(folded),
            is_ascii: folded.is_ascii(),
            is_empty: folded.is_empty(),
        }
    }

    /// How one record names its players.
    fn pair(&self, red: Name, black: Name) -> (u64, Written) {
        // As in `Identity::is_latin`.
        let is_latin = !red.is_empty && red.is_ascii && black.is_ascii;
        let hanzi = match is_latin {
            true => 0,
            false => self.hasher.hash_one((red.folded, black.folded)) as u32 | 1,
        };
        let spelled = self.hasher.hash_one((red.spelled, black.spelled));
        (spelled, Written { hanzi, has_latin: is_latin })
    }

    /// Remembers how these games (ascending) are spelled, by their facts. Looks through the facts of
    /// all games and all names.
    pub(crate) fn spell(&mut self, conn: &Connection, games: &[u32]) -> Result<()> {
        let mut wanted = games.iter().peekable();
        let mut players: Vec<(u32, u32, u32)> = Vec::with_capacity(games.len());
        facts::for_each(conn, |id, fact| {
            if wanted.next_if_eq(&&id).is_some() && fact.is_alive() {
                players.push((id, fact.red, fact.black));
            }
        })?;
        let witnesses = conn.witness_counts(games.last().copied().unwrap_or_default())?;
        let ids = players.iter().flat_map(|&(_, red, black)| [red, black]);
        // Nobody is the player 0.
        let nobody = self.name("");
        let mut names: FxHashMap<u32, Name> = ids.map(|id| (id, nobody)).collect();
        conn.players(&mut |player| {
            if let Some(name) = names.get_mut(&player.id()?) {
                *name = self.name(player.key()?);
            }
            Ok(())
        })?;
        for (id, red, black) in players {
            let (spelled, written) = self.pair(names[&red], names[&black]);
            let written = (witnesses[id as usize] == 1).then_some(written);
            self.games.insert(id, GameNames { spelled, written });
        }
        Ok(())
    }

    /// Those of these games whose records have to be read, because the new records may concern
    /// them or because nothing is remembered of them.
    pub(crate) fn unread(&self, games: &[u32], fresh: &[&Identity]) -> Vec<u32> {
        let spelled: FxHashSet<u64> =
            fresh.iter().filter_map(|record| Some(self.names([*record])?.spelled)).collect();
        let is_unread = |game: &&u32| match self.games.get(game) {
            Some(names) => names.written.is_none() && spelled.contains(&names.spelled),
            None => true,
        };
        games.iter().filter(is_unread).copied().collect()
    }

    /// Makes room for a line with so many games, which may be remembered already.
    pub(crate) fn make_room(&mut self, games: usize) {
        if self.games.len() > MOST.max(2 * games) {
            self.games.clear();
        }
    }

    /// Whether the names of a game are remembered.
    pub(crate) fn knows(&self, game: u32) -> bool {
        self.games.contains_key(&game)
    }

    /// Remembers the names of a game, or that they are not known any more.
    pub(crate) fn set(&mut self, game: u32, names: Option<GameNames>) {
        match names {
            Some(names) => self.games.insert(game, names),
            None => self.games.remove(&game),
        };
    }

    /// Divides the new records of a line, and says which of its games each part may concern. Games
    /// whose records were not read are on another line, or none of them is concerned.
    pub(crate) fn divide(&self, games: &[u32], fresh: &[&Identity]) -> Vec<Part> {
        let mut groups: FxHashMap<u64, Group> = FxHashMap::default();
        for (place, record) in fresh.iter().enumerate() {
            if let Some(GameNames { spelled, written: Some(written) }) = self.names([*record]) {
                let group = groups.entry(spelled).or_default();
                group.part.fresh.push(place);
                group.hanzi.insert(written.hanzi);
            }
        }
        let read = || {
            games.iter().filter_map(|&id| {
                let names = self.games.get(&id)?;
                Some((id, names.spelled, names.written?))
            })
        };
        for (_, spelled, written) in read() {
            if let Some(group) = groups.get_mut(&spelled) {
                group.meet(written.hanzi);
            }
        }
        for (id, spelled, written) in read() {
            if let Some(group) = groups.get_mut(&spelled)
                && group.may_concern(written)
            {
                group.part.games.push(id);
            }
        }
        let mut parts: Vec<Part> = groups.into_values().map(|group| group.part).collect();
        parts.sort_unstable_by_key(|part| part.fresh[0]);
        parts
    }

    /// How many bytes it occupies in memory.
    pub(crate) fn memory(&self) -> usize {
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
    fn may_concern(&self, written: Written) -> bool {
        self.met[1].is_none()
            || written.has_latin
            || self.hanzi.contains(&written.hanzi)
            || self.met.contains(&Some(written.hanzi))
    }
}

/// From so many witnesses on, a game is remembered.
const MANY: usize = 32;

/// Games with many witnesses.
#[derive(Debug)]
pub(crate) struct Recall {
    /// What those say that have the same identity.
    games: FxHashMap<u32, FxHashMap<Identity, Ballot>>,
    weight: usize,
    /// About so many bytes are remembered.
    most: usize,
}

/// A stored record, or all those of a game that have the same identity.
pub(crate) struct Stored {
    pub(crate) game: u32,
    pub(crate) identity: Identity,
    /// `None` for records that are counted.
    pub(crate) record: Option<StoredRecord>,
}

impl Recall {
    pub(crate) fn new(most: usize) -> Recall {
        Recall { games: FxHashMap::default(), weight: 0, most }
    }

    /// Makes room for the games of another line.
    pub(crate) fn make_room(&mut self) {
        if self.weight > self.most {
            self.games.clear();
            self.weight = 0;
        }
    }

    /// The witnesses of a game on this line.
    pub(crate) fn witnesses(
        &mut self,
        tx: &Transaction<'_>,
        line: &MainLine,
        game: u32,
    ) -> Result<Vec<Stored>> {
        let records = match self.games.get(&game) {
            Some(_) => Vec::new(),
            None => tx.stored_witnesses(game)?,
        };
        if records.len() >= MANY {
            self.games.insert(game, FxHashMap::default());
            for record in &records {
                self.count(game, identity(line, record), &record.metadata);
            }
        } else if !records.is_empty() {
            let stored = |record: StoredRecord| Stored {
                game,
                identity: identity(line, &record),
                record: Some(record),
            };
            return Ok(records.into_iter().map(stored).collect());
        }
        let counted = self.games.get(&game).into_iter().flatten();
        let stored = |(identity, _): (&Identity, _)| Stored {
            game,
            identity: identity.clone(),
            record: None,
        };
        Ok(counted.map(stored).collect())
    }

    /// What those witnesses of a game say that are counted under this identity.
    pub(crate) fn ballot(&self, game: u32, identity: &Identity) -> Option<&Ballot> {
        self.games.get(&game)?.get(identity)
    }

    /// Another witness of a game.
    pub(crate) fn add(&mut self, game: u32, record: &Prepared) {
        self.count(game, record.identity.clone(), &record.metadata);
    }

    /// The witnesses of a game have to be read anew.
    pub(crate) fn forget(&mut self, game: u32) {
        let ballots = self.games.remove(&game);
        self.weight -= ballots.iter().flatten().map(|(_, ballot)| ballot.weight()).sum::<usize>();
    }

    /// Roughly how many bytes it occupies in memory.
    pub(crate) fn memory(&self) -> usize {
        self.weight
    }

    fn count(&mut self, game: u32, identity: Identity, said: &Metadata) {
        let Some(ballots) = self.games.get_mut(&game) else { return };
        let ballot = ballots.entry(identity).or_insert_with(|| {
            self.weight += Ballot::default().weight();
            Ballot::default()
        });
        let before = ballot.weight();
        ballot.add(said);
        self.weight += ballot.weight() - before;
    }
}

/// What tells a stored record from others on its line, if that is a short one.
pub(crate) fn identity(line: &MainLine, record: &StoredRecord) -> Identity {
    if line.plies() < LONG_LINE { Identity::of(&record.metadata) } else { Identity::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::prepared::identity::cluster;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn games_are_found_by_line() {
        let mut lines = Lines((0..5000).map(|id| id << 15).collect());
        lines.push(7 << 15);
        let games = lines.games([0, 7 << 15, (7 << 15) + 1, 4999 << 15, 5000 << 15].into_iter());
        let mut found: Vec<(u32, Vec<u32>)> = games.into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, [(0, vec![1]), (7 << 15, vec![8, 5001]), (4999 << 15, vec![5000])]);
        lines.forget(8);
        assert_eq!(lines.games([7 << 15].into_iter())[&(7 << 15)], [5001]);
        assert!(lines.games([].into_iter()).is_empty());
    }

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
        // Of the others only the spelling is known.
        for names in crowd.games.values_mut() {
            names.written = None;
        }
        assert_eq!(crowd.unread(&ids, &[&new[0]]), ids);
        assert_eq!(crowd.unread(&ids, &[&new[1]]), [8]);
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
