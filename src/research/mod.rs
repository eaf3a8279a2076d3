//! Numbers about many games for historians, each with its uncertainty.
//!
//! This folder has plain functions from games to numbers that can be cited. Choosing the games and
//! presenting answers do not belong here.
//!
//! | file | subject |
//! | --- | --- |
//! | `asked` | timelines, strengths and tournaments by the parameters of a question |
//! | `audit` | records against the rules, and against each other |
//! | `critical` | moves that lost much, by the scores in comments |
//! | `endings` | endgames by material |
//! | `first` | games that may be the first with a move or position |
//! | `novelty` | the ply at which a game left all earlier games |
//! | `player` | all about a player |
//! | `profile` | a player's games by colour, opening, opponent, year and edition |
//! | `rated_list` | a published list of players beside their computed strengths |
//! | `rating` | whole-history rating from results: pure numbers |
//! | `repertoire` | the moves that a player chooses |
//! | `strengths` | ratings of the players of an archive |
//! | `timeline` | games of a line or a position by year or decade |
//! | `tournament` | standings, cross table and missing games of an edition |

mod asked;
mod audit;
mod critical;
mod endings;
mod first;
mod novelty;
mod player;
mod profile;
mod rated_list;
mod rating;
mod repertoire;
mod strengths;
mod timeline;
mod tournament;

pub use asked::{
    FoundTournament, RatedGames, TimelineAnswer, ask_strengths, ask_timeline, ask_tournament,
    games_with,
};
pub use audit::{AuditFinding, Impossible, LONGEST, LongCareer, TwoPlaces, impossible};
pub use critical::{CriticalMove, critical_moves};
pub use endings::{Armies, EndingReached, Endings, When, endings};
pub use first::{First, FirstGame, Sought, Standing, first};
pub use novelty::{
    Leaver, Left, Novelty, NoveltyFound, Past, leavers, leaving, next_move, position_before,
};
pub use player::{OwnNovelty, PlayerGame, PlayerPage, WantedPlayer, ask_player};
pub use profile::{PlacedEdition, PlayerGames, Profile, SeatedGame, Worth};
pub use rated_list::{ListedCause, ListedPlayer, compare_listed};
pub use rating::{Assumptions, Career, DEVIATIONS, Ratings, ScoredGame, Strength, rate};
pub use repertoire::{Choice, Chosen, ChosenIn, Scope, repertoire};
pub use strengths::{ACTIVE_YEARS, LeftOut, PlayerStrengths, RankedField, Strengths, strengths};
pub use timeline::{Period, Span, Timeline, timeline};
pub use tournament::{
    ContradictedStanding, DifferenceCause, MissingGame, PlayingSystem, Published, PublishedError,
    StandingDifference, Tournament, TournamentGame, TournamentGroup, TournamentPlayer, compare,
    cross_cell, read_published, tournament, tournaments,
};
