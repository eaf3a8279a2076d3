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

mod life;
mod sample;
mod share;

pub use life::{Life, Period, Span, life};
pub use sample::{Lead, Sample};
pub use share::Share;
