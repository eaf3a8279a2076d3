//! What a user can ask: filters, positions, lines, the opening explorer.
//!
//! Questions are answered from the position index and the facts of games, both without touching a
//! game's row; rows are read only for the games that are shown. The answers about the commonest
//! positions are remembered: `common.rs` works them out, `remembered.rs` looks them up, and
//! [`search`] and [`explore`] try that first. Nothing here prints, and nothing here speaks SQL.

mod archive;
mod behind;
mod by_year;
mod chapters;
mod common;
mod conditions;
mod contains;
mod count;
mod crowd;
mod explore;
mod explored;
mod games;
mod grouped;
mod listed;
mod openings;
mod params;
mod position;
mod remembered;
mod reports;
mod sample;
mod score;
mod tallies;
mod verify;
mod warm;

pub use crate::query::PartialBoard as Pattern;
pub use crate::store::{GameRow, Headings, Unit, Witness};
pub use archive::contents::{Fingerprint, Holdings, Stamped, stamps};
pub use archive::decided::Decided;
pub use archive::duplicates::{DuplicateGroups, Once};
pub use archive::game::{Titled, load, title};
pub use archive::ids::IdSet;
pub use archive::names::FoldedNames;
pub use archive::parallel::{Unwatched, Watch, in_parallel};
pub use archive::postings::{Effective, Mirroring};
pub use archive::{Archive, Shared};
pub use behind::{Behind, Lead, Teller};
pub use by_year::{MoveYears, moves_by_year};
pub use chapters::{ChapterCount, by_chapter};
pub use common::{COMMON, remember_common};
pub use conditions::explain::{Explained, Stage, Way};
pub use conditions::facts::words_of;
pub use conditions::filter::{Filter, Matcher, Sieve, Sifted};
pub use conditions::names::{BySound, Joined, NameMatch};
pub use conditions::question::{Found, Order, Query};
pub use conditions::scan::{Asked, Moments};
pub use contains::Sighting;
pub use crowd::Crowd;
pub use explore::{Look, explore, explore_here};
pub use explored::{Explored, Row};
pub use games::{FIRST_BLOCK, search, search_in_blocks, search_watched};
pub use grouped::{GroupBy, GroupRow, by_group};
pub use listed::{Drawn, Listed, Sightings, Snippet, shown, with_entry};
pub use openings::{OpeningRow, by_opening};
pub use params::{AskError, ParamError, ParamProblem, Params, TypedLine};
pub use position::{Coming, Hit, hits};
pub use reports::differences::{Change, Changed, Difference, differences};
pub use reports::emended::{BorneOut, Diagnosis, Emended};
pub use reports::trouble::{Conflict, Finding, Trouble, near_moves};
pub use sample::{Counter, Sample, sample};
pub use score::{Score, Share};
pub use tallies::{
    EventTally, PlayerTally, YearTally, by_event, by_player, by_year, tell_events, tell_players,
};
pub use verify::{Verified, verify};
