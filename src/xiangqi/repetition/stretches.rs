//! Stretches of a game in which positions recur.

use crate::xiangqi::{Board, Move, Position};
use rustc_hash::FxHashMap;

/// The moves between two occurrences of a position: those to plies `from + 1 ..= to`.
///
/// Ply n stands after n moves; 0 is the start.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct Window {
    /// Ply of the first occurrence, before the moves.
    pub from: usize,
    /// Ply of the second occurrence, after the moves.
    pub to: usize,
}

/// Consecutive plies whose positions occur for at least the third time.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct Stretch {
    /// From the first to the third of the last three occurrences, at the first ply of the stretch.
    pub third: Window,
    /// From the first to the fourth of the last four occurrences, at the first ply whose position
    /// occurs for the fourth time; None without one.
    pub fourth: Option<Window>,
    /// Last ply of the stretch.
    pub until: usize,
    /// Occurrences, so far in the game, of the most frequent position of the stretch.
    pub count: usize,
}

/// The last four plies with one position, latest first, and the number of all its occurrences.
#[derive(Default)]
struct Occurrences {
    latest: [usize; 4],
    count: usize,
}

impl Occurrences {
    fn add(&mut self, ply: usize) {
        self.latest.rotate_right(1);
        self.latest[0] = ply;
        self.count += 1;
    }

    /// From the earliest to the latest of the last `number` occurrences (2..=4); None with fewer.
    fn window(&self, number: usize) -> Option<Window> {
        (self.count >= number).then(|| Window { from: self.latest[number - 1], to: self.latest[0] })
    }
}

/// Finds every stretch of a game in which positions occur for the third time, in order.
///
/// Positions are equal when board and side to move are. Moves from the first impossible one on are
/// ignored.
///
/// ```
/// use xqdb::xiangqi::{Move, Position, repetition::stretches};
///
/// let moves: Vec<Move> = "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9 b2c2"
///     .split(' ')
///     .map(str::parse)
///     .collect::<Result<_, _>>()?;
/// let found = stretches(&Position::start(), &moves);
/// assert_eq!((found[0].third.from, found[0].third.to), (0, 8));
/// assert_eq!((found[0].until, found[0].count), (8, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stretches(start: &Position, moves: &[Move]) -> Vec<Stretch> {
    let mut position = start.clone();
    let mut seen: FxHashMap<u64, Occurrences> = FxHashMap::default();
    seen.entry(position.zobrist()).or_default().add(0);
    let mut found: Vec<Stretch> = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        if !position.is_pseudo_legal(mv) {
            break;
        }
        // After a capture no earlier position can recur.
        if position.play_unchecked(mv).captured().is_some() {
            seen.clear();
        }
        let ply = index + 1;
        let occurrences = seen.entry(position.zobrist()).or_default();
        occurrences.add(ply);
        let Some(third) = occurrences.window(3) else { continue };
        match found.last_mut() {
            Some(stretch) if stretch.until + 1 == ply => {
                stretch.until = ply;
                stretch.count = stretch.count.max(occurrences.count);
                stretch.fourth = stretch.fourth.or(occurrences.window(4));
            }
            // Equal hashes are nearly always equal positions; comparing the boards makes sure.
            _ if stands_again(position.board(), moves, third) => found.push(Stretch {
                third,
                fourth: occurrences.window(4),
                until: ply,
                count: occurrences.count,
            }),
            _ => {}
        }
    }
    found
}

/// Whether the board after the moves of a window, which take nothing, equals the board before.
fn stands_again(board: &Board, moves: &[Move], window: Window) -> bool {
    let mut earlier = *board;
    for mv in moves[window.from..window.to].iter().rev() {
        let piece = earlier.get(mv.to);
        earlier.set(mv.to, None);
        earlier.set(mv.from, piece);
    }
    earlier == *board
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(fen: &str, moves: &str) -> Vec<Stretch> {
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        stretches(&Position::from_fen(fen).unwrap(), &moves)
    }

    const KINGS: &str = "4k4/9/9/9/9/9/9/R8/9/3K5 w";

    #[test]
    fn a_stretch_is_told_once() {
        let twice = "a2b2 e9e8 b2a2 e8e9";
        assert_eq!(found(KINGS, twice), [], "two occurrences are none too many");
        let third = Window { from: 0, to: 8 };
        let line = [twice, twice, twice, "a2a3"].join(" ");
        let fourth = Some(Window { from: 0, to: 12 });
        assert_eq!(found(KINGS, &line), [Stretch { third, fourth, until: 12, count: 4 }]);
        let short = [twice, twice, "a2b2", "e9f9"].join(" ");
        assert_eq!(found(KINGS, &short), [Stretch { third, fourth: None, until: 9, count: 3 }]);
    }

    #[test]
    fn a_capture_ends_what_was_before() {
        let fen = "4k4/9/9/9/9/9/p8/R8/9/3K5 w";
        let line = "a2b2 e9e8 b2a2 e8e9 a2b2 e9e8 b2a2 e8e9";
        assert_eq!(found(fen, line).len(), 1);
        let line = "a2b2 e9e8 b2a2 e8e9 a2a3 e9e8 a3a2 e8e9 a2b2 e9e8 b2a2 e8e9";
        assert_eq!(found(fen, line), []);
    }

    #[test]
    fn the_side_to_move_is_part_of_a_position() {
        // The same placement three times, twice with Red and once with Black to move.
        let line = "a2b2 e9e8 b2a3 e8e9";
        assert_eq!(found(KINGS, line), [], "an impossible move ends the game");
        let line = "a2b2 e9e8 b2c2 e8e9 c2a2 e9e8 a2b2 e8e9 b2a2";
        assert_eq!(found(KINGS, line), []);
    }
}
