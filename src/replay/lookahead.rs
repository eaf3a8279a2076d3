//! Plays raw moves as far as possible, choosing among their readings: to decide a token with
//! several readings, and to play a main line with decided readings.

use crate::format::RawMove;
use crate::notation::{self, Reading, Unreadable};
use crate::xiangqi::{Move, Position};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Moves read at most to decide one token or to play one decided line. Real cases need dozens or
/// hundreds.
const BUDGET: u32 = 20_000;

/// Largest number of positions that a line may lead to while a token before it is undecided. Scores
/// without strokes need some dozens; where a game in words leads to more, nothing decides soon.
const WIDEST: usize = 256;

/// The reading of a token after which the tokens that follow play furthest; `None` on a tie, or if
/// too many lines would have to be followed. All lines are played side by side, and those that meet
/// in one position go on as one, until only one reading is left.
pub(super) fn choose<'a>(
    readings: &[Move],
    position: &Position,
    following: impl Iterator<Item = RawMove<'a>>,
    reader: ReadToken<'_>,
) -> Option<Move> {
    // Each position with the readings, a bit each, that lead to it.
    let after =
        |(at, &mv): (usize, &Move)| Some((position.after(&[mv]), 1u128.checked_shl(at as u32)?));
    let mut layer: Vec<(Position, u128)> =
        readings.iter().enumerate().map(after).collect::<Option<_>>()?;
    let mut budget = BUDGET as usize;
    for token in following {
        budget = budget.checked_sub(layer.len())?;
        let mut next: Vec<(Position, u128)> = Vec::new();
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        for (position, from) in &layer {
            let reading = read(token, position, reader);
            for &mv in reading.moves() {
                let after = position.after(&[mv]);
                let place = *places.entry(after.zobrist()).or_insert(next.len());
                match next.get_mut(place) {
                    Some((_, known)) => *known |= from,
                    None => next.push((after, *from)),
                }
            }
        }
        let left = next.iter().fold(0, |left, (_, from)| left | from);
        match left.count_ones() {
            0 => return None,
            1 => return readings.get(left.trailing_zeros() as usize).copied(),
            _ if next.len() > WIDEST => return None,
            _ => layer = next,
        }
    }
    None
}

/// Function that reads a token: by the usual notations, a rival, or the system that the user named.
pub(super) type ReadToken<'r> = &'r dyn Fn(&str, &Position) -> Reading;

/// Reads a raw move in `position`.
pub(super) fn read(token: RawMove<'_>, position: &Position, reader: ReadToken<'_>) -> Reading {
    match token {
        RawMove::Text(text) => reader(text, position),
        RawMove::Squares(mv) => Reading::on_board(mv, position),
        RawMove::OffBoard(..) => Reading::None(Unreadable::NotAMove),
        RawMove::Missing(_) => Reading::None(Unreadable::Missing),
    }
}

/// Text of a raw move for reports.
pub fn token_text(token: RawMove<'_>) -> String {
    match token {
        RawMove::Text(text) | RawMove::Missing(text) => text.to_owned(),
        RawMove::Squares(mv) => mv.to_string(),
        RawMove::OffBoard(from, to) => format!("square bytes {from} and {to}"),
    }
}

/// Largest number of branches of a line that wait to be tried.
const MOST_BRANCHES: usize = 1024;

/// Plays raw moves while its budget lasts.
pub(super) struct LineReader<'s> {
    pub(super) reader: ReadToken<'s>,
    /// Number of moves that may still be read.
    pub(super) budget: u32,
}

/// The moves of a line that play.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ReachedLine {
    pub(super) moves: Vec<Move>,
    /// Number of those moves that leave their own king in check.
    pub(super) exposed: u32,
}

impl ReachedLine {
    fn is_better(&self, other: &ReachedLine) -> bool {
        let rank = |line: &ReachedLine| (line.moves.len(), std::cmp::Reverse(line.exposed));
        rank(self) > rank(other)
    }
}

impl LineReader<'_> {
    /// Plays a token if it has exactly one reading, and returns the move.
    pub(super) fn plays(&mut self, position: &mut Position, token: RawMove<'_>) -> Option<Move> {
        self.budget = self.budget.saturating_sub(1);
        match read(token, position, self.reader) {
            Reading::One(mv) => {
                position.play_unchecked(mv);
                Some(mv)
            }
            Reading::Several(_) | Reading::None(_) => None,
        }
    }

    /// Longest line along `tokens` over all their readings.
    pub(super) fn furthest(&mut self, position: &Position, tokens: &[RawMove<'_>]) -> ReachedLine {
        let mut branches = vec![(position.clone(), ReachedLine::default())];
        let mut best = ReachedLine::default();
        // Branches often meet: a place seen once is not followed again.
        let mut seen: FxHashSet<(usize, u32, u64)> = FxHashSet::default();
        while let Some((mut position, mut line)) = branches.pop() {
            while let Some(&token) = tokens.get(line.moves.len()).filter(|_| self.budget > 0) {
                let place = (line.moves.len(), line.exposed, position.zobrist());
                if !branches.is_empty() && !seen.insert(place) {
                    break;
                }
                self.budget -= 1;
                let mv = match read(token, &position, self.reader) {
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
}

fn extend(position: &mut Position, line: &mut ReachedLine, mv: Move) {
    let mover = position.side();
    position.play_unchecked(mv);
    line.exposed += u32::from(position.is_attacked(mover));
    line.moves.push(mv);
}

/// Plays a main line in which some moves (by 1-based ply) are replaced by others. Returns the moves
/// that play, and whether that is the whole line.
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
    let read = LineReader { reader: &notation::read, budget: BUDGET }.furthest(start, &line);
    let is_whole = read.moves.len() == line.len();
    (read.moves, is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn what_no_later_move_decides_is_soon_given_up() {
        let count = Cell::new(0);
        let words = notation::by_name("descriptive").unwrap();
        let reader = |token: &str, position: &Position| {
            count.set(count.get() + 1);
            (words.read)(token, position)
        };
        let following = "马进 马进 车平 炮平 兵进 卒进 车进 象进 马进 士进 炮进 卒进 车进 马进";
        let start = Position::start();
        let Reading::Several(cannons) = (words.read)("炮平中路", &start) else { panic!() };
        let following = following.split(' ').map(RawMove::Text);
        assert_eq!(choose(&cannons, &start, following, &reader), None);
        assert!(count.get() < 2_000, "{} readings", count.get());
    }
}
