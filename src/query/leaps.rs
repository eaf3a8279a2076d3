//! Where pieces go on an empty board, as tables.

use super::points::Points;
use crate::xiangqi::{Side, Square};

/// No point.
pub(super) const NOWHERE: u8 = u8::MAX;

/// The rays from each point: up, right, down, left, without the point itself.
pub(super) static RAYS: [[Points; 90]; 4] = {
    let mut rays = [[0; 90]; 4];
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut direction = 0;
    while direction < 4 {
        let mut index = 0;
        while index < 90 {
            let mut at = offset(index, steps[direction].0, steps[direction].1);
            while at != NOWHERE {
                rays[direction][index as usize] |= 1 << at;
                at = offset(at, steps[direction].0, steps[direction].1);
            }
            index += 1;
        }
        direction += 1;
    }
    rays
};

/// The horse's leaps from each point: where to, and the leg that must be free.
pub(super) static HORSE: [[(u8, u8); 8]; 90] = {
    let leaps = [
        ((1, 2), (0, 1)),
        ((-1, 2), (0, 1)),
        ((1, -2), (0, -1)),
        ((-1, -2), (0, -1)),
        ((2, 1), (1, 0)),
        ((2, -1), (1, 0)),
        ((-2, 1), (-1, 0)),
        ((-2, -1), (-1, 0)),
    ];
    let mut table = [[(NOWHERE, NOWHERE); 8]; 90];
    let mut index = 0;
    while index < 90 {
        let mut number = 0;
        while number < 8 {
            let ((file, rank), (leg_file, leg_rank)) = leaps[number];
            let to = offset(index, file, rank);
            if to != NOWHERE {
                table[index as usize][number] = (to, offset(index, leg_file, leg_rank));
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
    let mut side = 0;
    while side < 2 {
        let mut index = 0;
        while index < 90 {
            let mut number = 0;
            while number < 4 {
                let (file, rank) = DIAGONAL[number];
                let to = offset(index, 2 * file, 2 * rank);
                if to != NOWHERE && (to / 9 >= 5) == (side == 1) {
                    table[side][index as usize][number] = (to, offset(index, file, rank));
                }
                number += 1;
            }
            index += 1;
        }
        side += 1;
    }
    table
};

/// Where king, advisor and pawn take, by side and point.
pub(super) static KING: [[Points; 90]; 2] = steps(&STRAIGHT, true);
pub(super) static ADVISOR: [[Points; 90]; 2] = steps(&DIAGONAL, true);
pub(super) static PAWN: [[Points; 90]; 2] = {
    let around = steps(&STRAIGHT, false);
    let mut table = [[0; 90]; 2];
    let mut index = 0;
    while index < 90 {
        let rank = index / 9;
        let sideways = around[0][index] & 0x1FF << (9 * rank);
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

/// The points next to each point.
pub(super) static NEXT_TO: [[Points; 90]; 2] = steps(&STRAIGHT, false);

/// The points a horse can be at that takes on this point.
pub(super) static HORSES_TO: [Points; 90] = {
    let mut table = [0; 90];
    let mut index = 0;
    while index < 90 {
        let mut number = 0;
        while number < 8 {
            let to = HORSE[index][number].0;
            if to != NOWHERE {
                table[index] |= 1 << to;
            }
            number += 1;
        }
        index += 1;
    }
    table
};

/// The points an elephant can be at that takes on this point.
pub(super) static ELEPHANTS_TO: [Points; 90] = {
    let mut table = [0; 90];
    let mut index = 0;
    while index < 90 {
        let mut number = 0;
        while number < 4 {
            let (file, rank) = DIAGONAL[number];
            let from = offset(index as u8, 2 * file, 2 * rank);
            if from != NOWHERE {
                table[index] |= 1 << from;
            }
            number += 1;
        }
        index += 1;
    }
    table
};

/// The points diagonally next to each point.
pub(super) static DIAGONAL_TO: [[Points; 90]; 2] = steps(&DIAGONAL, false);

/// Both palaces, by side.
pub(super) const PALACES: [Points; 2] = [PALACE, PALACE << 63];

const PALACE: Points = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

const fn steps(steps: &[(i8, i8); 4], in_palace: bool) -> [[Points; 90]; 2] {
    let mut table = [[0; 90]; 2];
    let mut side = 0;
    while side < 2 {
        let mut index = 0;
        while index < 90 {
            let mut number = 0;
            while number < 4 {
                let to = offset(index, steps[number].0, steps[number].1);
                if to != NOWHERE {
                    table[side][index as usize] |= 1 << to;
                }
                number += 1;
            }
            if in_palace {
                table[side][index as usize] &= PALACES[side];
            }
            index += 1;
        }
        side += 1;
    }
    table
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
