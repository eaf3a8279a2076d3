//! Questions of history about many games, with the doubt of every number.
//!
//! What belongs here: what is counted for historians, as plain functions from games to numbers that
//! can be cited. What does not: which games are wanted, and how an answer looks.
//!
//! | file | subject |
//! | --- | --- |
//! | `audit` | records against the rules, and against each other |
//! | `critical` | moves that lost much, by the scores in comments |
//! | `endings` | endgames by material |
//! | `first` | who first played a move or came to a position |
//! | `novelty` | when games left everything before them |
//! | `profile` | a player's games by colour, opening, opponent, year and edition |
//! | `repertoire` | what a player plays |
//! | `rating` | how strong everybody was, when only results are known: pure numbers |
//! | `timeline` | games of a line or a position by year or decade |
//! | `tournament` | standings, cross table and what is missing of an edition |
//! | `strengths` | the same of the players of an archive |

mod audit;
mod critical;
mod endings;
mod first;
mod novelty;
mod profile;
mod rated_list;
mod rating;
mod repertoire;
mod strengths;
mod timeline;
mod tournament;

pub use audit::{AuditFinding, Impossible, LONGEST, LongCareer, TwoPlaces, impossible};
pub use critical::{CriticalMove, critical_moves};
pub use endings::{Armies, EndingReached, Endings, When, endings};
pub use first::{First, FirstGame, Sought, Standing, first};
pub use novelty::{Leaver, Left, Novelty, Past, leaving, next_move, novelties, position_before};
pub use profile::{PlacedEdition, PlayerGames, Profile, SeatedGame, Worth};
pub use rated_list::{ListedCause, ListedPlayer, compare_listed};
pub use rating::{Assumptions, Career, DEVIATIONS, Ratings, ScoredGame, Strength, rate};
pub use repertoire::{Choice, Chosen, ChosenIn, Scope, repertoire};
pub use strengths::{ACTIVE_YEARS, LeftOut, PlayerStrengths, RankedField, Strengths, strengths};
pub use timeline::{Period, Span, Timeline, timeline};
pub use tournament::{
    ContradictedStanding, DifferenceCause, MissingGame, PlayingSystem, Published, PublishedError,
    StandingDifference, Tournament, TournamentGame, TournamentGroup, TournamentPlayer, compare,
    cross_cell, editions_asked, read_published, tournament, tournaments,
};
