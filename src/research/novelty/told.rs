//! The moves by which games parted.

use crate::search::GameRow;
use crate::xiangqi::{Move, Position};

/// The position of a game after so many plies.
pub fn position_before(game: &GameRow, plies: usize) -> Position {
    game.start_position().after(&game.moves[..plies.min(game.moves.len())])
}

/// The move by which a game left what was before it, and the position in which it was played; none
/// for a game that left nothing, or began where nothing was.
pub fn leaving(game: &GameRow, ply: Option<u32>) -> Option<(Move, Position)> {
    let place = (ply? as usize).checked_sub(1)?;
    Some((*game.moves.get(place)?, position_before(game, place)))
}

/// The ply that a game played in a position or in its mirror image, and the move as it looks on
/// this board.
pub fn next_move(game: &GameRow, wanted: &Position) -> Option<(u32, Move)> {
    let mut position = game.start_position();
    for (ply, &mv) in (1..).zip(&game.moves) {
        if position.key().key == wanted.key().key {
            return Some((ply, if position == *wanted { mv } else { mv.mirror() }));
        }
        position.play_unchecked(mv);
    }
    None
}
