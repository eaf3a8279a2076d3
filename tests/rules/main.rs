//! The rules and the notations: moves, repetition, and texts of moves, against generators and
//! tables that share no code with them.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests; they report what they counted"
)]

mod altered_moves;
#[path = "../common/mod.rs"]
mod common;
mod incomplete;
mod notation_games;
mod notation_truth;
mod perft;
mod repetition_truth;
mod seeds;
