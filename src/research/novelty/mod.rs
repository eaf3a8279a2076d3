//! Novelties: the ply at which a game left everything that was played before it.
//!
//! A game leaves what was before it with the first of its positions that stands in the main line of
//! no earlier game, its mirror image not either. *Earlier* is a game whose date is surely before:
//! games of one day, and of one year when no more is known, are not before each other. Games
//! without a date are before none and leave nothing. Of linked copies the one that stands for them
//! is compared, and the others leave nothing.
//!
//! | file | subject |
//! | --- | --- |
//! | `one` | one game, by looking up its positions |
//! | `all` | all games at once, by going through the index |
//! | `left` | what all of them left |
//! | `before` | which games are before which, for all games |
//! | `told` | the moves by which games parted |

mod all;
mod before;
mod left;
mod one;
mod told;

pub use all::{Leaver, novelties};
pub use one::{Left, Novelty, Past};
pub use told::{leaving, next_move, position_before};
