//! Solves a whole line: finds the moves that all its tokens can mean together.
//!
//! Incomplete systems allow several moves for many tokens, and only later tokens decide: a reading
//! that makes a later move impossible was wrong. The line is played breadth first, ply by ply;
//! lines that meet in one position are merged, so the work grows with the positions possible at a
//! ply, not with the number of lines.
//!
//! [`identify`] also finds the notation of a line by trying every system on it. It claims only
//! moves on which all systems agree that play the line, and never guesses. If the two remaining
//! lines are mirror images (files counted from the left or from the right, say), no play from a
//! symmetric start can decide between them.

use super::{NOTATIONS, RIVALS, Reading, Scheme, System, Unreadable};
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashMap;

/// Largest number of positions kept at one ply. A score without strokes needs a dozen; a game
/// described in words can need any number.
const WIDEST: usize = 4_096;

/// Largest number of lines listed.
const LISTED: usize = 5;

/// Meaning of a whole line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solution {
    /// Exactly one line of moves.
    Unique(Vec<Move>),
    /// Several lines of moves.
    Several {
        /// Number of lines that play to the end; a lower bound unless `is_exact`.
        count: u64,
        /// Whether every line was followed.
        is_exact: bool,
        /// Some of the lines, at most five.
        lines: Vec<Vec<Move>>,
    },
    /// Too many positions are possible at a ply, and all lines followed end early; nothing is known
    /// of the rest.
    TooMany {
        /// First ply, 1-based, at which positions were left out.
        ply: usize,
    },
    /// No line plays to the end.
    None {
        /// One of the lines that play furthest.
        played: Vec<Move>,
        /// Number of lines that play as far.
        count: u64,
        /// Reason why the token at `played.len()` (0-based) cannot be played.
        why: Unreadable,
    },
}

impl Solution {
    /// The line, if there is exactly one.
    pub fn unique(&self) -> Option<&[Move]> {
        match self {
            Solution::Unique(moves) => Some(moves),
            _ => None,
        }
    }

    /// Whether a line plays to the end, or might.
    pub fn plays(&self) -> bool {
        !matches!(self, Solution::None { .. })
    }

    /// Known lines; the furthest one if none plays to the end, and none for [`Solution::TooMany`].
    pub fn lines(&self) -> &[Vec<Move>] {
        match self {
            Solution::Unique(moves) | Solution::None { played: moves, .. } => {
                std::slice::from_ref(moves)
            }
            Solution::Several { lines, .. } => lines,
            Solution::TooMany { .. } => &[],
        }
    }
}

/// Index of a position of the previous ply, and the move that leads from it.
type Step = (u32, Move);

/// Positions possible at one ply.
#[derive(Default)]
struct Layer {
    /// Number of lines that reach each position, saturating.
    counts: Vec<u64>,
    /// Steps that lead to each position.
    steps: Vec<Vec<Step>>,
}

/// Plays `tokens` from `start` in every way that `read` allows.
///
/// ```
/// use xqdb::notation::{Solution, by_name, solve};
/// use xqdb::xiangqi::Position;
///
/// // Which of the two horses? The third move tells.
/// let strokeless = by_name("strokeless").expect("a row of the table");
/// let line = solve(&["炮25", "马87", "马23"], &Position::start(), &strokeless.read);
/// assert!(matches!(line, Solution::Unique(_)));
/// ```
pub fn solve<T: AsRef<str>>(
    tokens: &[T],
    start: &Position,
    read: &dyn Fn(&str, &Position) -> Reading,
) -> Solution {
    let mut layers = vec![Layer { counts: vec![1], steps: vec![Vec::new()] }];
    let mut positions = vec![start.clone()];
    let mut left_out = None;
    for token in tokens {
        let mut seen: FxHashMap<u64, u32> = FxHashMap::default();
        let mut layer = Layer::default();
        let mut next = Vec::new();
        let mut why = Unreadable::NotAMove;
        for (from, position) in positions.iter().enumerate() {
            let reading = read(token.as_ref(), position);
            if let Reading::None(reason) = reading {
                why = why.max(reason);
            }
            let count = layers.last().map_or(0, |layer| layer.counts[from]);
            for &mv in reading.moves() {
                let mut after = position.clone();
                after.play_unchecked(mv);
                let is_full = next.len() >= WIDEST;
                let index = match seen.get(&after.zobrist()) {
                    Some(&index) => index,
                    None if is_full => {
                        left_out.get_or_insert(layers.len());
                        continue;
                    }
                    None => {
                        let index = next.len() as u32;
                        seen.insert(after.zobrist(), index);
                        next.push(after);
                        layer.counts.push(0);
                        layer.steps.push(Vec::new());
                        index
                    }
                } as usize;
                layer.counts[index] = layer.counts[index].saturating_add(count);
                layer.steps[index].push((from as u32, mv));
            }
        }
        if next.is_empty() {
            if let Some(ply) = left_out {
                return Solution::TooMany { ply };
            }
            let count = total(&layers);
            let played = lines(&layers, 1).pop().unwrap_or_default();
            return Solution::None { played, count, why };
        }
        layers.push(layer);
        positions = next;
    }
    match (total(&layers), left_out.is_none()) {
        (1, true) => Solution::Unique(lines(&layers, 1).pop().unwrap_or_default()),
        (count, is_exact) => Solution::Several { count, is_exact, lines: lines(&layers, LISTED) },
    }
}

/// Number of lines that reach the last layer, saturating.
fn total(layers: &[Layer]) -> u64 {
    let counts = layers.last().map(|layer| layer.counts.as_slice()).unwrap_or_default();
    counts.iter().fold(0, |sum: u64, &count| sum.saturating_add(count))
}

/// Up to `most` of the lines that reach the last layer.
fn lines(layers: &[Layer], most: usize) -> Vec<Vec<Move>> {
    let last = layers.len() - 1;
    let mut found = Vec::new();
    // Walks back from the end; an entry is ply, index of the position, and the moves behind, last
    // first.
    let mut open: Vec<(usize, u32, Vec<Move>)> = (0..layers[last].counts.len() as u32)
        .take(most)
        .rev()
        .map(|index| (last, index, Vec::new()))
        .collect();
    while let Some((ply, index, moves)) = open.pop() {
        if ply == 0 {
            found.push(moves.into_iter().rev().collect());
            if found.len() == most {
                break;
            }
            continue;
        }
        for &(from, mv) in layers[ply].steps[index as usize].iter().take(most).rev() {
            let mut moves = moves.clone();
            moves.push(mv);
            open.push((ply - 1, from, moves));
        }
    }
    found
}

/// How certain the moves of a line are.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Certainty {
    /// All systems that play the line agree on its moves.
    Decided,
    /// Two lines remain, each the mirror image of the other.
    UpToMirror,
    /// Several lines remain.
    Undecided,
    /// No system plays the line to its end.
    Unplayable,
}

/// Systems that give a line the same moves.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Names of the systems.
    pub systems: Vec<String>,
    /// Meaning of the line in these systems.
    pub solution: Solution,
}

/// Systems that fit a line.
#[derive(Debug, Clone)]
pub struct Identified {
    /// How certain the moves are.
    pub verdict: Certainty,
    /// Every way to play the whole line, more usual systems first; if none does, the one that plays
    /// furthest.
    pub candidates: Vec<Candidate>,
}

/// Tries every system on a whole line.
///
/// ```
/// use xqdb::notation::{Certainty, identify};
/// use xqdb::xiangqi::Position;
///
/// let start = Position::start();
/// assert_eq!(identify(&["C2=5", "H8+7"], &start).verdict, Certainty::Decided);
/// // The direction is lost: traverse, advance or retreat?
/// assert_eq!(identify(&["炮21"], &start).verdict, Certainty::Undecided);
/// ```
pub fn identify<T: AsRef<str>>(tokens: &[T], start: &Position) -> Identified {
    let mut playing: Vec<Candidate> = Vec::new();
    let mut furthest: Option<Candidate> = None;
    for system in systems() {
        let solution = solve(tokens, start, &|token, position| system.read(token, position));
        let name = system.name().into_owned();
        if !solution.plays() {
            let plies =
                |candidate: &Candidate| candidate.solution.lines().first().map_or(0, Vec::len);
            let candidate = Candidate { systems: vec![name], solution };
            if furthest.as_ref().is_none_or(|known| plies(known) < plies(&candidate)) {
                furthest = Some(candidate);
            }
        } else if let Some(same) = playing.iter_mut().find(|known| known.solution == solution) {
            same.systems.push(name);
        } else {
            playing.push(Candidate { systems: vec![name], solution });
        }
    }
    let verdict = verdict(&playing, start);
    if playing.is_empty() {
        playing.extend(furthest);
    }
    Identified { verdict, candidates: playing }
}

/// Reads a line in the system that the user named. [`System::Auto`] means the usual notations
/// first, and all systems if those leave the line open.
pub fn understand<T: AsRef<str>>(from: &System, tokens: &[T], start: &Position) -> Identified {
    let solution = solve(tokens, start, &|token, position| from.read(token, position));
    if matches!(from, System::Auto) && solution.unique().is_none() {
        return identify(tokens, start);
    }
    let verdict = match solution {
        Solution::Unique(_) => Certainty::Decided,
        Solution::Several { .. } | Solution::TooMany { .. } => Certainty::Undecided,
        Solution::None { .. } => Certainty::Unplayable,
    };
    let candidates = vec![Candidate { systems: vec![from.name().into_owned()], solution }];
    Identified { verdict, candidates }
}

/// Every system to try on a line, more usual ones first.
fn systems() -> impl Iterator<Item = System> {
    // `meng` is one of the schemes that follow.
    let rows = NOTATIONS.iter().chain(RIVALS).filter(|row| row.name != "meng").map(System::Row);
    std::iter::once(System::Auto).chain(rows).chain(Scheme::all().map(System::Meng))
}

fn verdict(playing: &[Candidate], start: &Position) -> Certainty {
    let lines: Option<Vec<&[Move]>> =
        playing.iter().map(|candidate| candidate.solution.unique()).collect();
    match lines.as_deref() {
        Some([]) => Certainty::Unplayable,
        Some([_]) => Certainty::Decided,
        Some([one, other]) if start.is_symmetric() && are_mirrored(one, other) => {
            Certainty::UpToMirror
        }
        _ => Certainty::Undecided,
    }
}

fn are_mirrored(one: &[Move], other: &[Move]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.mirror() == *other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::by_name;

    fn solved(system: &str, line: &str) -> Solution {
        let tokens: Vec<&str> = line.split(' ').filter(|token| !token.is_empty()).collect();
        solve(&tokens, &Position::start(), &by_name(system).unwrap().read)
    }

    #[test]
    fn later_moves_decide_earlier_ones() {
        // 炮21 may be a traverse, an advance or a retreat; 炮12 is possible only behind the
        // traverse.
        let line = solved("strokeless", "炮21 马87 炮12");
        assert_eq!(line.unique().map(<[Move]>::len), Some(3));
        assert_eq!(line.lines()[0][0], "h2i2".parse().unwrap());
    }

    #[test]
    fn lines_are_counted_and_listed() {
        let Solution::Several { count, is_exact, lines } = solved("strokeless", "炮21") else {
            panic!()
        };
        assert_eq!((count, is_exact, lines.len()), (3, true, 3));
        assert_eq!(solved("iccs", ""), Solution::Unique(Vec::new()));
    }

    #[test]
    fn the_furthest_line_is_kept() {
        let Solution::None { played, count, why } = solved("strokeless", "炮21 马87 车99")
        else {
            panic!()
        };
        assert_eq!((played.len(), count, why), (2, 3, Unreadable::CannotMove));
    }

    fn verdict_of(line: &str) -> (Certainty, String) {
        let tokens: Vec<&str> = line.split(' ').collect();
        let found = identify(&tokens, &Position::start());
        (found.verdict, found.candidates[0].systems.join(" "))
    }

    #[test]
    fn whole_lines_tell() {
        assert_eq!(verdict_of("h2e2 h9g7 h0g2").0, Certainty::Decided);
        assert_eq!(verdict_of("p2p5 m8j7").0, Certainty::Decided);
        assert_eq!(verdict_of("炮25 马87 马2九"), (Certainty::Unplayable, "auto".to_owned()));
        let (verdict, systems) = verdict_of("h3e3 h10g8 h1g3");
        assert_eq!((verdict, systems.as_str()), (Certainty::Decided, "uci-10"));
    }
}
