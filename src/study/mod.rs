//! Questions of history about many games, with the doubt of every number.
//!
//! What belongs here: what is counted for historians, as plain functions from games to numbers that
//! can be cited. What does not: which games are wanted, and how an answer looks.
//!
//! | file | subject |
//! | --- | --- |
//! | `share` | a share and the interval in which it lies |
//! | `sample` | how many games, players and events stand behind a number, and who has most of them |
//! | `life` | games of a line or a position by year or decade |
//! | `rating` | how strong everybody was, when only results are known: pure numbers |
//! | `strengths` | the same of the players of an archive |

mod life;
mod rating;
mod sample;
mod share;
mod strengths;

pub use life::{Life, Period, Span, life};
pub use rating::{Assumptions, Career, Played, Ratings, Strength, rate};
pub use sample::{Lead, Sample};
pub use share::Share;
pub use strengths::{LeftOut, Player, Strengths, strengths};
