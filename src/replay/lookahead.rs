//! Which of several readings do the following moves bear out?

use super::children::Children;
use super::token::{ReadToken, read};
use crate::format::RawTree;
use crate::notation::Reading;
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashSet;

/// How many moves may be read to decide one token. Real cases need a few dozen.
const BUDGET: u32 = 20_000;

/// What became of a token with several readings.
pub(super) enum Choice {
    /// This reading plays further than every other.
    Decided(Move),
    /// Two or more play equally far.
    Tie,
}

/// What the moves after a token are read from.
pub(super) struct Ahead<'a> {
    pub(super) tree: &'a RawTree<'a>,
    pub(super) children: &'a Children,
    pub(super) reader: ReadToken<'a>,
}

/// Tries each reading of the raw node on the line that follows it.
pub(super) fn choose(
    ahead: &Ahead<'_>,
    raw: u32,
    position: &Position,
    readings: &[Move],
) -> Choice {
    let mut budget = BUDGET;
    let mut best: Option<(u32, Move)> = None;
    let mut is_tied = false;
    for &mv in readings {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let plies = furthest(ahead, raw, after, &mut budget);
        match best {
            Some((known, _)) if plies < known => {}
            Some((known, _)) if plies == known => is_tied = true,
            _ => (best, is_tied) = (Some((plies, mv)), false),
        }
    }
    match best {
        Some((_, mv)) if !is_tied && budget > 0 => Choice::Decided(mv),
        _ => Choice::Tie,
    }
}

/// How many moves of the line after `raw` can be played, trying every reading of every move:
/// branches are kept in a list, so depth costs no stack.
fn furthest(ahead: &Ahead<'_>, raw: u32, position: Position, budget: &mut u32) -> u32 {
    let mut branches = vec![(raw, position, 0)];
    let mut best = 0;
    // Branches often meet again; what was seen at a node need not be followed twice.
    let mut seen: FxHashSet<(u32, u64)> = FxHashSet::default();
    while let Some((mut node, mut position, mut plies)) = branches.pop() {
        while let Some(next) = ahead.children.main(node) {
            if !branches.is_empty() && !seen.insert((next, position.zobrist())) {
                break;
            }
            if *budget == 0 {
                return best;
            }
            *budget -= 1;
            match read(ahead.tree.nodes[next as usize].mv, &position, ahead.reader) {
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
