//! Questions of users: filters, positions, lines, the opening explorer.
//!
//! Answers come from the position index and the facts of games; the rows of games are read only for
//! games that are shown. [`search`] and [`explore`] first look up remembered answers about common
//! positions. Printing and SQL do not belong here.

mod archive;
mod conditions;
mod counted;
mod explore;
mod games;
mod named;
pub mod parameters;
mod params;
mod reports;
mod series;
mod verify;

pub use crate::store::{CountUnit, GameRow, Headings, Witness};
pub use archive::contents::{Fingerprint, Holdings, Stamped, stamps};
pub use archive::decided::Decided;
pub use archive::disputed::DisputedPlayers;
pub use archive::duplicates::{DuplicateGroups, OnePerGroup};
pub use archive::editions::{AskedEdition, Editions};
pub use archive::game::{EvaluatedGames, load, load_stated, title};
pub(crate) use archive::ids::NumbersById;
pub use archive::ids::{IdSet, NamesOf};
pub(crate) use archive::names::SomeNames;
pub use archive::names::{FoldedNames, NameClass, Nameable, NamedGames};
pub(crate) use archive::parallel::fold_games;
#[cfg(feature = "parquet")]
pub(crate) use archive::parallel::in_order;
pub use archive::parallel::{Unwatched, Watch, in_parallel};
#[cfg(feature = "parquet")]
pub(crate) use archive::played::is_online_site;
pub(crate) use archive::postings::in_chunks;
pub use archive::postings::{Effective, Mirroring};
pub use archive::{Archive, Shared};
pub use conditions::explain::{Explained, Stage};
pub use conditions::facts::{editions_asked, words_of};
pub use conditions::filter::{Filter, Matcher, Purpose, Sieve, Sifted};
pub use conditions::names::{
    FoundBy, FoundNames, NameMatch, is_whole_name, near_names, one_person, persons_with,
};
pub use conditions::near::near_events;
pub(crate) use conditions::question::sort_by_whole_key;
pub use conditions::question::{Found, Order, SearchQuery};
pub use conditions::scan::{FittingPlies, PlannedQuery, Sighting, fitting_plies};
pub use counted::note_counted;
pub use explore::chapters::{ChapterCount, by_chapter, chapter_tree};
pub use explore::common::{CommonPosition, common_positions};
pub use explore::count::{MoveYears, moves_by_year};
pub use explore::groups::{
    Counter, GroupBy, GroupRow, NameTally, Sample, by_group, by_name, sample, samples_by,
    tell_names,
};
pub(crate) use explore::groups::{join_years, widen};
pub use explore::openings::{
    OpeningBranch, OpeningList, OpeningOrder, OpeningRow, SettledOpening, by_opening, is_opening,
    settled,
};
pub use explore::participants::{Crowd, Lead, ParticipantCounter, Participants};
pub use explore::periods::{AllGames, Growth};
pub use explore::position::{Coming, Hit, hits};
pub use explore::remembered::{COMMON, remember_common};
pub use explore::score::{Score, Share};
pub use explore::{Explored, Look, Row, add_unplayed, explore, explore_here};
pub use games::{FIRST_BLOCK, search, search_in_blocks, search_unsorted, search_watched};
pub use named::{FittingNames, TypedFit, named_exactly, named_like, nearly};
pub use params::{AskError, ParamError, ParamProblem, Params, TypedLine};
pub use reports::differences::{ChangedGame, Difference, FieldChange, differences};
pub use reports::emended::{BorneOut, Diagnosis, Emended};
pub use reports::places::PlacesOfGames;
pub use reports::trouble::{Conflict, ReportItem, Trouble, near_moves};
pub use series::{SeriesTally, by_series, games_of_events};
pub use verify::{Verified, verify};
