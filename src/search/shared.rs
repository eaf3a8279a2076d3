//! What archives over one state of a file have in common, in memory once.

use super::decided::Decided;
use super::folded::FoldedNames;
use super::kin::Kin;
use crate::store::{Facts, Stamp};
use std::sync::{Arc, OnceLock, Weak};

/// What is worked out when somebody first needs it.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Needed by whoever counts.
    pub(super) kin: OnceLock<Kin>,
    /// Needed by whoever wants games in the order of these names.
    pub(super) players: OnceLock<Vec<u32>>,
    pub(super) events: OnceLock<Vec<u32>>,
    pub(super) titles: OnceLock<Vec<u32>>,
    /// Needed by whoever tells how many people stand behind many games.
    pub(super) names: OnceLock<FoldedNames>,
}

/// What the open archives of one file and one [`crate::store::Lay`] share, as long as one of them
/// is open.
#[derive(Debug, Default)]
pub struct Shared {
    stamp: Option<Stamp>,
    facts: Weak<Facts>,
    decided: Weak<Decided>,
    known: Weak<Known>,
}

impl Shared {
    pub(super) fn new(
        stamp: Stamp,
        facts: &Arc<Facts>,
        decided: &Arc<Decided>,
        known: &Arc<Known>,
    ) -> Shared {
        let (facts, decided) = (Arc::downgrade(facts), Arc::downgrade(decided));
        Shared { stamp: Some(stamp), facts, decided, known: Arc::downgrade(known) }
    }

    /// What is shared of this state of the file; nothing if none is open that shows it.
    pub(super) fn of(&self, stamp: &Stamp) -> Option<(Arc<Facts>, Arc<Decided>, Arc<Known>)> {
        if self.stamp.as_ref() != Some(stamp) {
            return None;
        }
        Some((self.facts.upgrade()?, self.decided.upgrade()?, self.known.upgrade()?))
    }
}
