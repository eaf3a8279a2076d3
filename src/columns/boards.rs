//! The columns `fen` and `board` of positions, which take much room and are made on request alone.

use super::table::ArrowColumn;
use crate::xiangqi::{Move, Position, Side, Square};
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, FixedSizeListArray, Int8Array};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use std::sync::Arc;

/// The descriptions of `fen` and `board`.
pub(super) fn board_columns() -> [ArrowColumn; 2] {
    let column =
        |name, data_type, about| ArrowColumn { name, data_type, is_optional: false, about };
    [
        column("fen", DataType::Utf8, "The position as FEN, with the side to move."),
        column(
            "board",
            DataType::FixedSizeList(point(), Square::COUNT as i32),
            "The board as 90 numbers of 8 bits, from Red's left to right and from Red's back rank up: \
             a0, b0, … i9. 1 is a king, 2 an advisor, 3 an elephant, 4 a horse, 5 a rook, 6 a cannon, \
             7 a pawn; Red's are positive, Black's negative, 0 is an empty point.",
        ),
    ]
}

/// The number of a point.
fn point() -> FieldRef {
    Arc::new(Field::new("item", DataType::Int8, false))
}

/// The numbers of all points of a board.
fn numbers(position: &Position) -> [i8; Square::COUNT] {
    let number = |square: Square| {
        let piece = position.piece_at(square)?;
        let kind = piece.kind() as i8 + 1;
        Some(if piece.side() == Side::Red { kind } else { -kind })
    };
    std::array::from_fn(|at| Square::new(at as u8).and_then(number).unwrap_or(0))
}

/// The columns `fen` and `board` while rows are added; `None` for a column that is left out.
#[derive(Debug, Default)]
pub(super) struct GrowingBoards {
    fens: Option<StringBuilder>,
    boards: Option<Vec<i8>>,
}

impl GrowingBoards {
    /// No rows yet of the columns with these names, with room for `rows`.
    pub(super) fn of(names: &[&str], rows: usize) -> GrowingBoards {
        let boards = || Vec::with_capacity(rows * Square::COUNT);
        GrowingBoards {
            fens: names.contains(&"fen").then(StringBuilder::new),
            boards: names.contains(&"board").then(boards),
        }
    }

    /// Adds the row of a position.
    pub(super) fn push(&mut self, position: &Position) {
        if let Some(fens) = &mut self.fens {
            fens.append_value(position.to_fen());
        }
        if let Some(boards) = &mut self.boards {
            boards.extend(numbers(position));
        }
    }

    /// Adds the rows of all positions of a line, the first one included. A board is the one before
    /// with one piece moved, which costs a tenth of a new one.
    pub(super) fn push_line(&mut self, start: &Position, moves: &[Move]) {
        if let Some(fens) = &mut self.fens {
            let mut position = start.clone();
            fens.append_value(position.to_fen());
            for &mv in moves {
                position.play_unchecked(mv);
                fens.append_value(position.to_fen());
            }
        }
        if let Some(boards) = &mut self.boards {
            let mut board = numbers(start);
            boards.extend(board);
            for mv in moves {
                board[mv.to.index()] = std::mem::take(&mut board[mv.from.index()]);
                boards.extend(board);
            }
        }
    }

    /// The columns that are made, by name.
    pub(super) fn finish(self) -> Result<Vec<(&'static str, ArrayRef)>, ArrowError> {
        let mut made: Vec<(&str, ArrayRef)> = Vec::new();
        if let Some(mut fens) = self.fens {
            made.push(("fen", Arc::new(fens.finish())));
        }
        if let Some(boards) = self.boards {
            let (points, count) = (Arc::new(Int8Array::from(boards)), Square::COUNT as i32);
            let boards = FixedSizeListArray::try_new(point(), count, points, None)?;
            made.push(("board", Arc::new(boards)));
        }
        Ok(made)
    }
}
