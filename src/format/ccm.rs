//! CCM: a game saved by the China Game Center (中国游戏中心).
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 1 | 1 |
//! | 8 | 4 | number of moves, low byte first |
//! | 12 | 9 each | moves |
//!
//! A move: piece, side (1 moves first), kind, from x, from y, to x, to y, two bytes on the piece
//! taken. Here y counts from the top. When the first move starts in the upper half, the board was
//! saved from Black's side and is turned.
//!
//! Sources: public readers for an older layout with records of seven bytes; one file of 100 moves
//! for this one. Left and right are not proved by it.

use super::cursor::Cursor;
use super::fields::{Fields, LineBuilder, from_top, raw_move};
use super::{BytesFrom, Fit, Format, Input, RawRecord, Sample, Sink, Warning};
use crate::text::Encoding;
use crate::xiangqi::Square;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "ccm",
    about: "China Game Center game (中国游戏中心)",
    extensions: &["ccm"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

const COUNT: usize = 8;
const MOVES: usize = 12;
const PER_MOVE: usize = 9;

fn sniff(sample: &Sample<'_>) -> Fit {
    let head = sample.head;
    let count = Cursor::from(head, COUNT).u32_le().unwrap_or(0);
    let len = u64::from(count) * PER_MOVE as u64 + MOVES as u64;
    let first = Cursor::from(head, MOVES).array::<PER_MOVE>();
    match (head.first(), first) {
        (Some(1), Some([_, 1..=2, _, 0..=8, 0..=9, 0..=8, 0..=9, ..])) if count > 0 => {
            match (len == sample.len, sample.has_extension(FORMAT.extensions)) {
                (true, true) => Fit::Certain,
                (true, false) | (false, true) => Fit::Likely,
                (false, false) => Fit::No,
            }
        }
        _ => Fit::No,
    }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut fields = Fields::new(Encoding::Ascii);
    let count = Cursor::from(input.bytes, COUNT).u32_le();
    let mut cursor = Cursor::from(input.bytes, MOVES);
    let turned = cursor.rest().get(4).is_some_and(|y| *y < 5);
    if turned {
        fields.warn(Warning::Other {
            text: "the board is turned: it was saved from above".to_owned(),
        });
    }
    let square = |x, y| from_top(x, y).map(|square| if turned { square.rotate() } else { square });
    let mut line = LineBuilder::new();
    for ply in 0..count.unwrap_or(u32::MAX) {
        let at = cursor.offset();
        let Some([_, _, _, x, y, to_x, to_y, _, _]) = cursor.array::<PER_MOVE>() else {
            fields.broken_moves(input.base + at as u64, ply, count);
            line.miss(at);
            break;
        };
        let packed = |x: u8, y: u8| x << 4 | y & 0x0F;
        let (from, to): (Option<Square>, Option<Square>) = (square(x, y), square(to_x, to_y));
        line.push(at, raw_move(from, to, (packed(x, y), packed(to_x, to_y))));
    }
    fields.surplus(cursor.left());
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        tree: line.tree,
        warnings,
        ..RawRecord::new(input.span(), Encoding::Ascii, &BytesFrom(input.base))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{attack, keep};

    fn game(moves: &[[u8; 4]]) -> Vec<u8> {
        let mut bytes = vec![1, 0, 18, 0, 0, 0, 0, 0, moves.len() as u8, 0, 0, 0];
        for (ply, squares) in moves.iter().enumerate() {
            bytes.extend([15, 1 + ply as u8 % 2, 6]);
            bytes.extend(squares);
            bytes.extend([0, 0]);
        }
        bytes
    }

    #[test]
    fn a_game_reads_back() {
        let bytes = game(&[[7, 7, 4, 7], [7, 0, 6, 2], [9, 0, 6, 2]]);
        let found = keep(&FORMAT, &bytes).records.remove(0);
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 1:90-62");
        let sample = |len| Sample { head: &bytes, text: "", name: "a.CCM", len };
        assert_eq!(sniff(&sample(bytes.len() as u64)), Fit::Certain);
        assert_eq!(sniff(&sample(5)), Fit::Likely);
    }

    #[test]
    fn a_board_saved_from_the_other_side_is_turned() {
        let found = keep(&FORMAT, &game(&[[1, 2, 4, 2], [1, 9, 2, 7]])).records.remove(0);
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7");
        assert_eq!(found.warnings.len(), 1);
    }

    #[test]
    fn damage_is_survived() {
        attack(&FORMAT, &game(&[[7, 7, 4, 7], [7, 0, 6, 2]]), true);
    }
}
