//! The moves of a made-up game: an opening from a small tree with realistic popularity (one game in
//! ten mirrored), then play that is random with a liking for captures, for moves forward and for
//! the few moves that are popular in a position.

use super::Random;
use xqdb::xiangqi::{Move, Position};

/// Openings with their weights: the share each first line has in real archives, roughly.
const OPENINGS: &[(u32, &str)] = &[
    (22, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6"),
    (14, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2"),
    (8, "h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 b0a2"),
    (8, "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8"),
    (6, "h2e2 b7e7 h0g2 b9c7 i0h0 h9g7"),
    (9, "c3c4 b7c7 h2e2 c9e7 h0g2"),
    (6, "c3c4 g6g5 b0c2 h9g7"),
    (5, "c3c4 h9g7 b0c2 g6g5"),
    (8, "g0e2 h7d7 h0g2 h9g7"),
    (5, "g0e2 c6c5 h0f1 b9c7"),
    (4, "h2d2 h9g7 h0g2 i9h9"),
    (3, "b0c2 g6g5 c3c4 h9g7"),
    (2, "h2f2 h9g7 h0g2 i9h9"),
];

/// A line that no other game has: its number is written into the choice of moves after the opening.
pub(super) fn line(random: &mut Random, number: u64, plies: usize) -> Vec<Move> {
    let total: u32 = OPENINGS.iter().map(|(weight, _)| weight).sum();
    let mut draw = random.below(total as usize) as u32;
    let mut opening = OPENINGS[0].1;
    for (weight, moves) in OPENINGS {
        if draw < *weight {
            opening = moves;
            break;
        }
        draw -= weight;
    }
    let mirror = random.below(10) == 0;
    let known = 2 + random.below(opening.split(' ').count() - 1);
    let mut digits = number;
    let mut position = Position::start();
    let mut moves: Vec<Move> = Vec::with_capacity(plies);
    for text in opening.split(' ').take(known) {
        let mv: Move = text.parse().expect("openings are coordinates");
        let mv = if mirror { mv.mirror() } else { mv };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    while moves.len() < plies {
        let possible = position.pseudo_legal_moves();
        // Real players agree on most moves: a few of the possible ones are played nearly always.
        let popular = position.zobrist();
        let mut choice = None;
        for attempt in 0..200 {
            let index = if digits > 0 && moves.len() >= known + 8 {
                let index = digits as usize % possible.len().max(1);
                digits /= possible.len().max(2) as u64;
                index
            } else if random.below(100) < 55 && attempt < 4 {
                (xqdb::xiangqi::mix(popular.wrapping_add(attempt)) % possible.len().max(1) as u64)
                    as usize
            } else {
                random.below(possible.len())
            };
            let Some(&mv) = possible.get(index) else { break };
            let takes = position.piece_at(mv.to).is_some();
            if position.is_legal(mv) && (takes || attempt > 2 || random.below(3) > 0) {
                choice = Some(mv);
                break;
            }
        }
        let Some(mv) = choice else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}
