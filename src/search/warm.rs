//! Gets an archive ready for the first question about many games.

use super::archive::Archive;
use super::archive::postings::Mirroring;
use super::conditions::filter::Filter;
use super::explore::{Look, explore};
use crate::store::Result;
use crate::xiangqi::Position;

impl Archive {
    /// Answers a question about the start that nothing is remembered of. What it works out for all
    /// games stays known, and the memory and the pages of the file it takes are at hand from then
    /// on.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn warm(&self) -> Result<()> {
        let matcher = Filter { min_plies: Some(1), ..Filter::default() }.resolve(self)?;
        let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
        explore(self, &Position::start(), &matcher, &look).map(drop)
    }
}
