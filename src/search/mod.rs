//! What a user can ask: filters, positions, lines, the opening explorer.
//!
//! Questions are answered from the position index and the facts of games, both without touching a
//! game's row; rows are read only for the games that are shown. The answers about the commonest
//! positions are remembered: `common.rs` works them out, `remembered.rs` looks them up, and
//! [`search`] and [`explore`] try that first. Nothing here prints, and nothing here speaks SQL.

mod archive;
mod blocks;
mod chapters;
mod codes;
mod common;
mod contains;
mod count;
mod derived;
mod diagnosis;
mod explain;
mod explore;
mod filter;
mod functions;
mod games;
mod grouped;
mod headings;
mod holdings;
mod ids;
mod kin;
mod lines;
mod listed;
mod lookup;
mod matching;
mod names;
mod openings;
mod order;
mod parallel;
mod params;
mod position;
mod postings;
mod question;
mod remembered;
mod report;
mod same_day;
mod saying;
mod sieve;
mod sifted;
mod tallies;
mod titled;
mod told;
mod trouble;
mod verify;
mod watch;

pub use crate::query::PartialBoard as Pattern;
pub use crate::store::{GameRow, Headings, Unit, Witness};
pub use archive::Archive;
pub use blocks::{FIRST_BLOCK, search_in_blocks};
pub use chapters::{ChapterCount, by_chapter};
pub use common::{COMMON, remember_common};
pub use contains::Sighting;
pub use count::{Explored, Row, Score};
pub use diagnosis::Diagnosis;
pub use explain::{Explained, Stage, Way};
pub use explore::{Look, explore};
pub use filter::{Filter, Matcher};
pub use functions::add_functions;
pub use games::{load, search, search_watched};
pub use grouped::{GroupBy, GroupRow, by_group};
pub use holdings::Holdings;
pub use ids::IdSet;
pub use kin::Kin;
pub use listed::{Drawn, Listed, Sightings, shown, with_entry};
pub use matching::{Asked, Moments};
pub use names::{BySound, NameMatch};
pub use openings::{OpeningRow, by_opening};
pub use order::Order;
pub use parallel::in_parallel;
pub use params::{AskError, ParamError, ParamProblem, Params, TypedLine};
pub use position::{Hit, hits};
pub use postings::Mirroring;
pub use question::{Found, Query};
pub use report::Finding;
pub use saying::{Snippet, words_of};
pub use sieve::Sieve;
pub use sifted::Sifted;
pub use tallies::{EventTally, PlayerTally, YearTally, by_event, by_player, by_year};
pub use titled::{Titled, title};
pub use trouble::{Conflict, Trouble, near_moves};
pub use verify::{Verified, verify};
pub use watch::{Unwatched, Watch};
