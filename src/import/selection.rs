//! Which sources and records of an archive a selection of its games concerns.

use crate::store::{self, Connection};
use rustc_hash::{FxHashMap, FxHashSet};

/// Records are looked at so many together.
const TOGETHER: i64 = 1 << 16;

/// Games of an archive, and the sources that have records of them.
#[derive(Debug)]
pub struct Selection {
    games: FxHashSet<u32>,
    /// The sources concerned, and whether all of their games are selected.
    sources: FxHashMap<u32, bool>,
}

impl Selection {
    /// Selects games of an archive, by their ids.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub fn of(archive: &Connection, games: FxHashSet<u32>) -> store::Result<Selection> {
        let (mut concerned, mut others) = (FxHashSet::default(), FxHashSet::default());
        let last = archive.last_record()?;
        for first in (1..=last).step_by(TOGETHER as usize) {
            archive.record_links(first..=first + TOGETHER - 1, &mut |record| {
                if let Some(game) = record.game {
                    let sources = if games.contains(&game) { &mut concerned } else { &mut others };
                    sources.insert(record.source);
                }
            })?;
        }
        let sources = concerned.into_iter().map(|source| (source, !others.contains(&source)));
        Ok(Selection { games, sources: sources.collect() })
    }

    /// Whether a game is selected.
    pub(super) fn has(&self, game: Option<u32>) -> bool {
        game.is_some_and(|game| self.games.contains(&game))
    }

    /// Whether all games of a source are selected, `None` when none is.
    pub(super) fn has_all_of(&self, source: i64) -> Option<bool> {
        self.sources.get(&u32::try_from(source).ok()?).copied()
    }
}
