//! Which of several readings do the following moves bear out?
//!
//! One raw move and its meaning on a board.
//!
//! How far raw moves can be played from a position, whichever of their readings bears it out.
//!
//! A main line in which somebody decided what is read.

use super::game::Children;
use crate::format::{RawMove, RawTree};
use crate::notation::{Reading, System, Unreadable};
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// How many moves may be read to decide one token. Real cases need a few dozen.
const BUDGET: u32 = 20_000;

/// Outcome for a token with several readings.
pub(super) enum ReadingChoice {
    /// This reading plays further than every other.
    Decided(Move),
    /// Two or more play equally far.
    Tie,
}

/// Source of the moves after a token.
pub(super) struct Following<'a> {
    pub(super) tree: &'a RawTree<'a>,
    pub(super) children: &'a Children,
    pub(super) reader: ReadToken<'a>,
}

/// Tries each reading of the raw node on the line that follows it.
pub(super) fn choose(
    following: &Following<'_>,
    raw: u32,
    position: &Position,
    readings: &[Move],
) -> ReadingChoice {
    let mut budget = BUDGET;
    let mut best: Option<(u32, Move)> = None;
    let mut is_tied = false;
    for &mv in readings {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let plies = furthest(following, raw, after, &mut budget);
        match best {
            Some((known, _)) if plies < known => {}
            Some((known, _)) if plies == known => is_tied = true,
            _ => (best, is_tied) = (Some((plies, mv)), false),
        }
    }
    match best {
        Some((_, mv)) if !is_tied && budget > 0 => ReadingChoice::Decided(mv),
        _ => ReadingChoice::Tie,
    }
}

/// How many moves of the line after `raw` can be played, trying every reading of every move:
/// branches are kept in a list, so depth costs no stack.
fn furthest(following: &Following<'_>, raw: u32, position: Position, budget: &mut u32) -> u32 {
    let mut branches = vec![(raw, position, 0)];
    let mut best = 0;
    // Branches often meet again; what was seen at a node need not be followed twice.
    let mut seen: FxHashSet<(u32, u64)> = FxHashSet::default();
    while let Some((mut node, mut position, mut plies)) = branches.pop() {
        while let Some(next) = following.children.main(node) {
            if !branches.is_empty() && !seen.insert((next, position.zobrist())) {
                break;
            }
            if *budget == 0 {
                return best;
            }
            *budget -= 1;
            match read(following.tree.nodes[next as usize].mv, &position, following.reader) {
                Reading::None(_) => break,
                Reading::One(mv) => {
                    position.play_unchecked(mv);
                }
                Reading::Several(readings) => {
                    let Some((&first, others)) = readings.split_first() else { break };
                    for &mv in others {
                        let mut after = position.clone();
                        after.play_unchecked(mv);
                        branches.push((next, after, plies + 1));
                    }
                    position.play_unchecked(first);
                }
            }
            plies += 1;
            node = next;
        }
        best = best.max(plies);
    }
    best
}

/// How a token is read: the usual notations, one of their rivals, or what the user named.
pub(super) type ReadToken<'r> = &'r dyn Fn(&str, &Position) -> Reading;

/// Reads a raw move in `position`.
pub(super) fn read(token: RawMove<'_>, position: &Position, reader: ReadToken<'_>) -> Reading {
    match token {
        RawMove::Text(text) => reader(text, position),
        RawMove::Squares(mv) if position.is_pseudo_legal(mv) => Reading::One(mv),
        RawMove::Squares(mv) => {
            let own =
                position.piece_at(mv.from).is_some_and(|piece| piece.side() == position.side());
            Reading::None(if own { Unreadable::CannotMove } else { Unreadable::NoSuchPiece })
        }
        RawMove::OffBoard(..) => Reading::None(Unreadable::NotAMove),
        RawMove::Missing(_) => Reading::None(Unreadable::Missing),
    }
}

/// A raw move as a report shows it.
pub fn token_text(token: RawMove<'_>) -> String {
    match token {
        RawMove::Text(text) | RawMove::Missing(text) => text.to_owned(),
        RawMove::Squares(mv) => mv.to_string(),
        RawMove::OffBoard(from, to) => format!("square bytes {from} and {to}"),
    }
}

/// Number of beginnings of a line with many readings that wait to be tried.
const MOST_BRANCHES: usize = 64;

/// Plays raw moves in a notation until the budget is spent.
pub(super) struct LineReader<'s> {
    pub(super) system: &'s System,
    /// Number of moves that may still be read.
    pub(super) budget: u32,
}

/// The moves of a line as far as it can be played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ReachedLine {
    pub(super) moves: Vec<Move>,
    /// How many of them leave the own king in check.
    pub(super) exposed: u32,
}

impl ReachedLine {
    fn is_better(&self, other: &ReachedLine) -> bool {
        let rank = |line: &ReachedLine| (line.moves.len(), std::cmp::Reverse(line.exposed));
        rank(self) > rank(other)
    }
}

impl LineReader<'_> {
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

    /// The longest line along these tokens, whatever readings they have.
    pub(super) fn furthest(&mut self, position: &Position, tokens: &[RawMove<'_>]) -> ReachedLine {
        let mut branches = vec![(position.clone(), ReachedLine::default())];
        let mut best = ReachedLine::default();
        while let Some((mut position, mut line)) = branches.pop() {
            while let Some(&token) = tokens.get(line.moves.len()).filter(|_| self.budget > 0) {
                self.budget -= 1;
                let mv = match self.read(token, &position) {
                    Reading::None(_) => break,
                    Reading::One(mv) => mv,
                    Reading::Several(readings) => {
                        let Some((&first, others)) = readings.split_first() else { break };
                        let room = MOST_BRANCHES.saturating_sub(branches.len());
                        for &mv in others.iter().take(room) {
                            let (mut position, mut line) = (position.clone(), line.clone());
                            extend(&mut position, &mut line, mv);
                            branches.push((position, line));
                        }
                        first
                    }
                };
                extend(&mut position, &mut line, mv);
            }
            if line.is_better(&best) {
                best = line;
            }
        }
        best
    }

    fn read(&self, token: RawMove<'_>, position: &Position) -> Reading {
        read(token, position, &|text, position| self.system.read(text, position))
    }
}

fn extend(position: &mut Position, line: &mut ReachedLine, mv: Move) {
    let mover = position.side();
    position.play_unchecked(mv);
    line.exposed += u32::from(position.is_attacked(mover));
    line.moves.push(mv);
}

/// How many moves may be read. Lines are hundreds long.
const DECIDED_BUDGET: u32 = 20_000;

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
    let read = LineReader { system: &System::Auto, budget: DECIDED_BUDGET }.furthest(start, &line);
    let is_whole = read.moves.len() == line.len();
    (read.moves, is_whole)
}
