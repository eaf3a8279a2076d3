//! The knowledge of a writer about stored games during an import: their lines, and the statements
//! of the witnesses of games with many of them.
//!
//! An index of lines in the database would be expensive: keys are spread evenly, so in a large
//! archive nearly every new game changes its own page. The first half of a game's key names its
//! line, except with a chance of one in a thousand million. These halves are kept in memory, four
//! bytes a game, and are scanned once for a whole batch.
//!
//! A game with few witnesses is read from its records whenever another record comes. A game with
//! very many would be read again for every batch; so the statements of its witnesses are counted
//! once, and new ones are added.

use crate::metadata::{Ballot, Metadata, WitnessSays};
use crate::store::error::Result;
use crate::store::facts;
use crate::store::prepared::Prepared;
use crate::store::prepared::identity::{Identity, MainLine};
use crate::store::rows::record::RecordRow;
use crate::store::settling::LineClaim;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rustc_hash::{FxHashMap, FxHashSet};

/// Prefix of no line, longer than 30 bits.
const NO_LINE: u32 = u32::MAX;
/// Number of marks for each wanted line: few other lines have a mark that is set.
const MARKS_EACH: usize = 16;

/// Prefixes of the lines of all games, in the order of their ids.
pub(crate) struct Lines(Vec<u32>);

/// Ids of games, ascending, by the prefix of their line; see
/// [`MainLine::prefix_bits`](crate::store::prepared::identity::MainLine::prefix_bits).
pub(crate) type GamesByLine = FxHashMap<u32, Vec<u32>>;

impl Lines {
    /// Loads the lines of all games.
    pub(crate) fn load(conn: &Connection) -> Result<Lines> {
        let mut prefixes = Vec::new();
        facts::each_key(conn, |key| prefixes.push(key.unwrap_or(NO_LINE)))?;
        Ok(Lines(prefixes))
    }

    /// Adds the line of the game with the next id.
    pub(crate) fn push(&mut self, prefix: u32) {
        self.0.push(prefix);
    }

    /// Removes the line of a deleted game.
    pub(crate) fn forget(&mut self, game: u32) {
        if let Some(prefix) = self.0.get_mut(game as usize - 1) {
            *prefix = NO_LINE;
        }
    }

    /// Whether a game is deleted.
    pub(crate) fn lacks(&self, game: u32) -> bool {
        self.0.get((game as usize).wrapping_sub(1)).is_none_or(|prefix| *prefix == NO_LINE)
    }

    /// Number of games that were ever stored.
    pub(crate) fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// Games on lines with these prefixes.
    pub(crate) fn games(&self, prefixes: impl Iterator<Item = u32>) -> GamesByLine {
        let wanted: FxHashSet<u32> = prefixes.collect();
        // Every stored line is compared: one mark rules out nearly all unwanted lines.
        let mask = (wanted.len() * MARKS_EACH).next_power_of_two() - 1;
        let mut marks = vec![false; mask + 1];
        wanted.iter().for_each(|&prefix| marks[prefix as usize & mask] = true);
        let may_be_wanted = |prefix: u32| marks[prefix as usize & mask] && wanted.contains(&prefix);
        let mut games = GamesByLine::default();
        for (id, &prefix) in (1..).zip(&self.0).filter(|(_, prefix)| may_be_wanted(**prefix)) {
            games.entry(prefix).or_default().push(id);
        }
        games
    }

    /// Size of the lines in memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<u32>()
    }
}

/// Least number of witnesses of a kept game.
const MANY: usize = 32;

/// Games with many witnesses.
#[derive(Debug)]
pub(crate) struct Recall {
    /// For each game, the counted statements of its witnesses by identity.
    games: FxHashMap<u32, FxHashMap<Identity, Ballot>>,
    weight: usize,
    /// Most bytes kept, roughly.
    most: usize,
}

/// A stored record, or all records of a game with one identity.
pub(crate) struct Stored {
    pub(crate) game: u32,
    pub(crate) identity: Identity,
    /// The record and its metadata; `None` for counted records.
    pub(crate) record: Option<(RecordRow, Metadata)>,
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

    /// Witnesses of a game on this line.
    pub(crate) fn witnesses(
        &mut self,
        tx: &Transaction<'_>,
        line: &MainLine,
        game: u32,
    ) -> Result<Vec<Stored>> {
        let is_remembered = self.games.contains_key(&game);
        if !is_remembered {
            let records = tx.stored_witnesses(game)?;
            if records.len() < MANY {
                let stored = |record: (RecordRow, Metadata)| {
                    let identity = line.identity(&record.1);
                    Stored { game, identity, record: Some(record) }
                };
                return Ok(records.into_iter().map(stored).collect());
            }
            self.games.insert(game, FxHashMap::default());
            for (_, said) in &records {
                self.count(game, line.identity(said), said);
            }
        }
        let stored =
            |identity: &Identity| Stored { game, identity: identity.clone(), record: None };
        Ok(self.games[&game].keys().map(stored).collect())
    }

    /// Claim of a stored witness; `None` if its counts are gone.
    pub(crate) fn claim<'s>(&'s self, stored: &'s Stored) -> Option<LineClaim<'s>> {
        let said = match &stored.record {
            Some((_, metadata)) => WitnessSays::ByOne(metadata),
            None => WitnessSays::ByMany(self.games.get(&stored.game)?.get(&stored.identity)?),
        };
        Some(LineClaim { game: Some(stored.game), identity: stored.identity.clone(), said })
    }

    /// Adds a new witness of a game.
    pub(crate) fn add(&mut self, game: u32, record: &Prepared) {
        self.count(game, record.identity.clone(), &record.metadata);
    }

    /// Drops the witnesses of a game, which must be read again.
    pub(crate) fn forget(&mut self, game: u32) {
        let ballots = self.games.remove(&game);
        self.weight -= ballots.iter().flatten().map(|(_, ballot)| ballot.weight()).sum::<usize>();
    }

    /// Rough size in memory, in bytes.
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
