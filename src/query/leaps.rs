//! Where pieces go on an empty board, as tables.

use super::points::Points;
use crate::xiangqi::{Side, Square};

/// No point.
pub(super) const NOWHERE: u8 = u8::MAX;

/// The rays from each point: up, right, down, left, without the point itself.
pub(super) static RAYS: [[Points; 90]; 4] = {
    let mut rays = [[0; 90]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut index = 0;
        while index < 90 {
            let mut at = offset(index, STRAIGHT[direction].0, STRAIGHT[direction].1);
            while at != NOWHERE {
                rays[direction][index as usize] |= 1 << at;
                at = offset(at, STRAIGHT[direction].0, STRAIGHT[direction].1);
            }
            index += 1;
        }
        direction += 1;
    }
    rays
};

/// The horse's leaps from each point: where to, and the leg that must be free.
pub(super) static HORSE: [[(u8, u8); 8]; 90] = {
    let mut table = [[(NOWHERE, NOWHERE); 8]; 90];
    let mut index = 0;
    while index < 90 {
        let mut number = 0;
        while number < 8 {
            let (files, ranks) = LEAPS[number];
            let to = offset(index, files, ranks);
            if to != NOWHERE {
                // Half of the leap, cut: the leg is beside the horse on the longer way.
                table[index as usize][number] = (to, offset(index, files / 2, ranks / 2));
            }
            number += 1;
        }
        index += 1;
    }
    table
};

/// The elephant's leaps from each point, by side: where to, and the eye that must be free.
pub(super) static ELEPHANT: [[[(u8, u8); 4]; 90]; 2] = {
    let mut table = [[[(NOWHERE, NOWHERE); 4]; 90]; 2];
    let mut index = 0;
    while index < 90 {
        let mut number = 0;
        while number < 4 {
            let (files, ranks) = DIAGONAL[number];
            let to = offset(index, 2 * files, 2 * ranks);
            if to != NOWHERE {
                let side = if to / 9 >= 5 { 1 } else { 0 };
                table[side][index as usize][number] = (to, offset(index, files, ranks));
            }
            number += 1;
        }
        index += 1;
    }
    table
};

/// The points next to each point.
pub(super) static NEXT_TO: [Points; 90] = reach(&STRAIGHT, 1);
/// The points diagonally next to each point.
pub(super) static DIAGONAL_TO: [Points; 90] = reach(&DIAGONAL, 1);
/// The points a horse can be at that takes on this point.
pub(super) static HORSES_TO: [Points; 90] = reach(&LEAPS, 1);
/// The points an elephant can be at that takes on this point.
pub(super) static ELEPHANTS_TO: [Points; 90] = reach(&DIAGONAL, 2);

/// Where king, advisor and pawn take, by side and point.
pub(super) static KING: [[Points; 90]; 2] = in_palaces(reach(&STRAIGHT, 1));
pub(super) static ADVISOR: [[Points; 90]; 2] = in_palaces(reach(&DIAGONAL, 1));
pub(super) static PAWN: [[Points; 90]; 2] = {
    let around = reach(&STRAIGHT, 1);
    let mut table = [[0; 90]; 2];
    let mut index = 0;
    while index < 90 {
        let rank = index / 9;
        let sideways = around[index] & 0x1FF << (9 * rank);
        let (up, down) = (offset(index as u8, 0, 1), offset(index as u8, 0, -1));
        if up != NOWHERE {
            table[0][index] = 1 << up;
        }
        if down != NOWHERE {
            table[1][index] = 1 << down;
        }
        table[if rank >= 5 { 0 } else { 1 }][index] |= sideways;
        index += 1;
    }
    table
};

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i8, i8); 8] =
    [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

/// By point: the points so many times one of these steps away.
const fn reach<const N: usize>(steps: &[(i8, i8); N], times: i8) -> [Points; 90] {
    let mut table = [0; 90];
    let mut index = 0;
    while index < 90 {
        let mut number = 0;
        while number < N {
            let to = offset(index as u8, times * steps[number].0, times * steps[number].1);
            if to != NOWHERE {
                table[index] |= 1 << to;
            }
            number += 1;
        }
        index += 1;
    }
    table
}

/// By side: what of it lies in the palace of that side.
const fn in_palaces(table: [Points; 90]) -> [[Points; 90]; 2] {
    const PALACE: Points = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
    let mut tables = [table; 2];
    let mut index = 0;
    while index < 90 {
        tables[0][index] &= PALACE;
        tables[1][index] &= PALACE << 63;
        index += 1;
    }
    tables
}

/// The index of the point so many files and ranks away.
const fn offset(index: u8, files: i8, ranks: i8) -> u8 {
    match Square::new(index) {
        Some(square) => match square.offset(files, ranks) {
            Some(to) => to.byte(),
            None => NOWHERE,
        },
        None => NOWHERE,
    }
}

/// The number of a side in these tables.
pub(super) const fn row(side: Side) -> usize {
    side as usize
}
