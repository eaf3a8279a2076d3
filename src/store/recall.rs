//! What the many witnesses of a game say, counted, as long as an import runs.
//!
//! A game with few witnesses is read from its records whenever another one comes. One with very
//! many would be read again for every batch; what they say is therefore counted once and counted
//! on.

use super::error::Result;
use super::identity::{Identity, LONG_LINE, MainLine};
use super::prepared::Prepared;
use super::tables::StoredRecord;
use super::transaction::Transaction;
use crate::metadata::{Ballot, Metadata};
use rustc_hash::FxHashMap;

/// From so many witnesses on, a game is remembered.
const MANY: usize = 32;

/// Games with many witnesses.
#[derive(Debug)]
pub(super) struct Recall {
    /// What those say that have the same identity.
    games: FxHashMap<u32, FxHashMap<Identity, Ballot>>,
    weight: usize,
    /// About so many bytes are remembered.
    most: usize,
}

/// A stored record, or all those of a game that have the same identity.
pub(super) struct Stored {
    pub(super) game: u32,
    pub(super) identity: Identity,
    /// `None` for records that are counted.
    pub(super) record: Option<StoredRecord>,
}

impl Recall {
    pub(super) fn new(most: usize) -> Recall {
        Recall { games: FxHashMap::default(), weight: 0, most }
    }

    /// Makes room for the games of another line.
    pub(super) fn make_room(&mut self) {
        if self.weight > self.most {
            self.games.clear();
            self.weight = 0;
        }
    }

    /// The witnesses of a game on this line.
    pub(super) fn witnesses(
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
    pub(super) fn ballot(&self, game: u32, identity: &Identity) -> Option<&Ballot> {
        self.games.get(&game)?.get(identity)
    }

    /// Another witness of a game.
    pub(super) fn add(&mut self, game: u32, record: &Prepared) {
        self.count(game, record.identity.clone(), &record.metadata);
    }

    /// The witnesses of a game have to be read anew.
    pub(super) fn forget(&mut self, game: u32) {
        let ballots = self.games.remove(&game);
        self.weight -= ballots.iter().flatten().map(|(_, ballot)| ballot.weight()).sum::<usize>();
    }

    /// Roughly how many bytes it occupies in memory.
    pub(super) fn memory(&self) -> usize {
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
pub(super) fn identity(line: &MainLine, record: &StoredRecord) -> Identity {
    if line.plies() < LONG_LINE { Identity::of(&record.metadata) } else { Identity::default() }
}
