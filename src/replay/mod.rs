//! Records to games: resolves every move of the tree on a board, marks what it had to interpret, and cuts a line
//! where it cannot be played.

mod game;

pub use game::{Damage, Failure, Game, GameResult, Node, Outcome, Tree};
