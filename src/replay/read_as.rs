//! A main line in which somebody decided what is read.

use super::way::Ahead;
use crate::format::RawMove;
use crate::notation::System;
use crate::xiangqi::{Move, Position};
use std::collections::BTreeMap;

/// How many moves may be read. Lines are hundreds long.
const BUDGET: u32 = 20_000;

/// The moves of a main line as far as it can be played, where in the place of some (by 1-based ply)
/// others are read; and whether that is all of it.
#[must_use]
pub fn read_as(
    start: &Position,
    tokens: &[RawMove<'_>],
    reads: &BTreeMap<u32, Vec<Move>>,
) -> (Vec<Move>, bool) {
    let mut line = Vec::with_capacity(tokens.len());
    for (ply, &token) in (1..).zip(tokens) {
        match reads.get(&ply) {
            Some(moves) => line.extend(moves.iter().map(|&mv| RawMove::Squares(mv))),
            None => line.push(token),
        }
    }
    let way = Ahead { system: &System::Auto, budget: BUDGET }.way(start, &line);
    let is_whole = way.moves.len() == line.len();
    (way.moves, is_whole)
}
