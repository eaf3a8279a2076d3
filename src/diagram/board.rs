//! The empty board: lines, palaces, and the marks where cannons and pawns begin.

use std::fmt::Write as _;

/// From the left edge of the picture to the first file.
pub(super) const LEFT: i32 = 100;
/// From the upper edge of the picture to the first rank.
pub(super) const TOP: i32 = 100;
/// Width and height of the picture.
pub(super) const SIZE: (i32, i32) = (2 * LEFT + 800, 2 * TOP + 900);

/// Where marks stand, in columns from the left and rows from above.
const MARKED: [(i32, i32); 14] = [
    (1, 2),
    (7, 2),
    (1, 7),
    (7, 7),
    (0, 3),
    (2, 3),
    (4, 3),
    (6, 3),
    (8, 3),
    (0, 6),
    (2, 6),
    (4, 6),
    (6, 6),
    (8, 6),
];

/// All lines of the board as one path.
pub(super) fn lines() -> String {
    let mut path = String::new();
    let mut line = |x: i32, y: i32, to: &str, length: i32| {
        let _ = write!(path, "M{} {}{to}{length}", LEFT + x, TOP + y);
    };
    for row in 0..10 {
        line(0, 100 * row, "h", 800);
    }
    for column in 0..9 {
        // Only the outermost files go through the river.
        match column {
            0 | 8 => line(100 * column, 0, "v", 900),
            _ => {
                line(100 * column, 0, "v", 400);
                line(100 * column, 500, "v", 400);
            }
        }
    }
    for top in [0, 700] {
        let _ = write!(
            path,
            "M{} {}l200 200M{} {}l-200 200",
            LEFT + 300,
            TOP + top,
            LEFT + 500,
            TOP + top
        );
    }
    path
}

/// The marks as one path: four corners around a point, two at the edge of the board.
pub(super) fn marks() -> String {
    /// From the point to a corner, and the length of its arms.
    const GAP: i32 = 9;
    const ARM: i32 = 17;
    let mut path = String::new();
    for (column, row) in MARKED {
        for side in [-1, 1] {
            if !(0..9).contains(&(column + side)) {
                continue;
            }
            for above in [-1, 1] {
                let x = LEFT + 100 * column + side * GAP;
                let y = TOP + 100 * row + above * GAP;
                let _ = write!(path, "M{} {y}h{}v{}", x + side * ARM, -side * ARM, above * ARM);
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_there() {
        let path = lines();
        assert_eq!(path.matches('h').count(), 10, "ranks");
        assert_eq!(path.matches("v900").count(), 2, "files at the edges");
        assert_eq!(path.matches("v400").count(), 14, "files cut by the river");
        assert_eq!(path.matches('l').count(), 4, "diagonals of two palaces");
    }

    #[test]
    fn marks_do_not_leave_the_board() {
        // Ten points have four corners, the four at the edges two.
        assert_eq!(marks().matches('M').count(), 10 * 4 + 4 * 2);
    }
}
