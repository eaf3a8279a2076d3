//! How far a row of raw moves can be played from a position.

use super::token::read;
use crate::format::RawMove;
use crate::notation::{Reading, System};
use crate::xiangqi::{Move, Position};

/// Of a row with many readings, so many beginnings wait to be tried.
const MOST_BRANCHES: usize = 64;

/// Reads moves ahead, as many as the budget allows.
pub(super) struct Ahead<'s> {
    pub(super) system: &'s System,
    /// How many moves may still be read.
    pub(super) budget: u32,
}

/// The moves of a row as far as it can be played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) moves: Vec<Move>,
    /// How many of them leave the own king in check.
    pub(super) exposed: u32,
}

impl Way {
    fn is_better(&self, other: &Way) -> bool {
        let rank = |way: &Way| (way.moves.len(), std::cmp::Reverse(way.exposed));
        rank(self) > rank(other)
    }
}

impl Ahead<'_> {
    /// Plays a token that has one reading.
    pub(super) fn plays(&mut self, position: &mut Position, token: RawMove<'_>) -> Option<Move> {
        self.budget = self.budget.saturating_sub(1);
        match self.read(token, position) {
            Reading::One(mv) => {
                position.play_unchecked(mv);
                Some(mv)
            }
            Reading::Several(_) | Reading::None(_) => None,
        }
    }

    /// The longest way along these tokens, whatever readings they have.
    pub(super) fn way(&mut self, position: &Position, tokens: &[RawMove<'_>]) -> Way {
        let mut branches = vec![(position.clone(), Way::default())];
        let mut best = Way::default();
        while let Some((mut position, mut way)) = branches.pop() {
            while let Some(&token) = tokens.get(way.moves.len()).filter(|_| self.budget > 0) {
                self.budget -= 1;
                let mv = match self.read(token, &position) {
                    Reading::None(_) => break,
                    Reading::One(mv) => mv,
                    Reading::Several(readings) => {
                        let Some((&first, others)) = readings.split_first() else { break };
                        let room = MOST_BRANCHES.saturating_sub(branches.len());
                        for &mv in others.iter().take(room) {
                            let (mut position, mut way) = (position.clone(), way.clone());
                            step(&mut position, &mut way, mv);
                            branches.push((position, way));
                        }
                        first
                    }
                };
                step(&mut position, &mut way, mv);
            }
            if way.is_better(&best) {
                best = way;
            }
        }
        best
    }

    fn read(&self, token: RawMove<'_>, position: &Position) -> Reading {
        read(token, position, &|text, position| self.system.read(text, position))
    }
}

fn step(position: &mut Position, way: &mut Way, mv: Move) {
    let mover = position.side();
    position.play_unchecked(mv);
    way.exposed += u32::from(position.is_attacked(mover));
    way.moves.push(mv);
}
