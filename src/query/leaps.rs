//! Tables of the points that pieces reach on an empty board.

use super::points::{Points, table};
use crate::xiangqi::{Side, Square};

/// Stands for no point.
pub(super) const NOWHERE: u8 = u8::MAX;

/// Stands for no leap.
const NO_LEAP: (u8, u8) = (NOWHERE, NOWHERE);

/// Rays from each point: up, right, down, left, without the point itself.
pub(super) static RAYS: [[Points; 90]; 4] =
    table!(4, [0; 90], |direction| table!(90, 0, |from| ray(from, STRAIGHT[direction])));

/// Leaps of a horse from each point: target, and leg that must be free.
pub(super) static HORSE: [[(u8, u8); 8]; 90] =
    table!(90, [NO_LEAP; 8], |from| table!(8, NO_LEAP, |number| {
        let (files, ranks) = LEAPS[number];
        // Half of the leap, rounded toward zero, is the leg.
        match offset(from, files, ranks) {
            NOWHERE => NO_LEAP,
            to => (to, offset(from, files / 2, ranks / 2)),
        }
    }));

/// Leaps of an elephant from each point, by side: target, and eye that must be free.
pub(super) static ELEPHANT: [[[(u8, u8); 4]; 90]; 2] = [elephants(false), elephants(true)];

const fn elephants(are_black: bool) -> [[(u8, u8); 4]; 90] {
    table!(90, [NO_LEAP; 4], |from| table!(4, NO_LEAP, |number| {
        let (files, ranks) = DIAGONAL[number];
        match offset(from, 2 * files, 2 * ranks) {
            NOWHERE => NO_LEAP,
            to if (to / 9 >= 5) != are_black => NO_LEAP,
            to => (to, offset(from, files, ranks)),
        }
    }))
}

/// The points next to each point.
pub(super) static NEXT_TO: [Points; 90] = reach(&STRAIGHT, 1);
/// The points diagonally next to each point.
pub(super) static DIAGONAL_TO: [Points; 90] = reach(&DIAGONAL, 1);
/// Points from which a horse takes on each point.
pub(super) static HORSES_TO: [Points; 90] = reach(&LEAPS, 1);
/// Points from which an elephant takes on each point.
pub(super) static ELEPHANTS_TO: [Points; 90] = reach(&DIAGONAL, 2);

/// Points that a king, advisor or pawn attacks, by side and point.
pub(super) static KING: [[Points; 90]; 2] = in_palaces(reach(&STRAIGHT, 1));
pub(super) static ADVISOR: [[Points; 90]; 2] = in_palaces(reach(&DIAGONAL, 1));
pub(super) static PAWN: [[Points; 90]; 2] = [
    table!(90, 0, |from| pawn(from, 1, from >= 45)),
    table!(90, 0, |from| pawn(from, -1, from < 45)),
];

const fn pawn(from: usize, forward: i8, is_across: bool) -> Points {
    let ahead = step(from, 0, forward);
    if is_across { ahead | step(from, 1, 0) | step(from, -1, 0) } else { ahead }
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i8, i8); 8] =
    [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

/// Points at `times` times one of the steps from each point.
const fn reach<const N: usize>(steps: &[(i8, i8); N], times: i8) -> [Points; 90] {
    table!(90, 0, |from| {
        let (mut points, mut number) = (0, 0);
        while number < N {
            points |= step(from, times * steps[number].0, times * steps[number].1);
            number += 1;
        }
        points
    })
}

/// The reached points within the palace of each side.
const fn in_palaces(reach: [Points; 90]) -> [[Points; 90]; 2] {
    const PALACE: Points = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
    [table!(90, 0, |from| reach[from] & PALACE), table!(90, 0, |from| reach[from] & PALACE << 63)]
}

/// Points from a point in one direction, without the point itself.
const fn ray(from: usize, (files, ranks): (i8, i8)) -> Points {
    let (mut points, mut at) = (0, offset(from, files, ranks));
    while at != NOWHERE {
        points |= 1 << at;
        at = offset(at as usize, files, ranks);
    }
    points
}

/// The point this number of files and ranks away, as a set.
const fn step(from: usize, files: i8, ranks: i8) -> Points {
    match offset(from, files, ranks) {
        NOWHERE => 0,
        to => 1 << to,
    }
}

/// Index of the point this number of files and ranks away.
const fn offset(from: usize, files: i8, ranks: i8) -> u8 {
    match Square::new(from as u8) {
        Some(square) => match square.offset(files, ranks) {
            Some(to) => to.byte(),
            None => NOWHERE,
        },
        None => NOWHERE,
    }
}

/// Index of a side in these tables.
pub(super) const fn row(side: Side) -> usize {
    side as usize
}
