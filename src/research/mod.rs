//! Questions of history about many games, with the doubt of every number.
//!
//! What belongs here: what is counted for historians, as plain functions from games to numbers that
//! can be cited. What does not: which games are wanted, and how an answer looks.
//!
//! | file | subject |
//! | --- | --- |
//! | `audit` | records against the rules, and against each other |
//! | `endings` | endgames by material |
//! | `first` | who first played a move or came to a position |
//! | `life` | games of a line or a position by year or decade |
//! | `novelty` | when games left everything before them |
//! | `repertoire` | what a player plays |
//! | `spans` | years and decades |
//! | `rating` | how strong everybody was, when only results are known: pure numbers |
//! | `strengths` | the same of the players of an archive |

mod audit;
mod endings;
mod first;
mod life;
mod novelty;
mod rating;
mod repertoire;
mod spans;
mod strengths;

pub use audit::{Finding, Impossible, LONGEST, LongCareer, TwoPlaces, impossible};
pub use endings::{Armies, Ending, Endings, When, endings};
pub use first::{First, FirstGame, Sought, Standing, first};
pub use life::{Life, Period, life};
pub use novelty::{Leaver, Left, Novelty, Past, leaving, next_move, novelties, position_before};
pub use rating::{Assumptions, Career, Played, Ratings, Strength, rate};
pub use repertoire::{Choice, Chosen, ChosenIn, Field, Scope, repertoire};
pub use spans::Span;
pub use strengths::{LeftOut, Player, Strengths, strengths};
