//! The dense code of a payload: next move, orientation and variation flag in 12 or 13 bits instead
//! of 15.
//!
//! Of the 8,100 pairs of squares only some two thousand are joined by any piece's way of moving.
//! They are numbered here by geometry alone, whatever piece stands there; the longest chariot moves
//! (eight squares or more) are left out so that eleven bits hold the rest. A payload without a
//! dense code is an *exception* and is written in full beside the column.
//!
//! | bits | meaning |
//! | --- | --- |
//! | 0..11 | 0 = no move, 1..=2012 the moves in the order of from-square, to-square; 2047 = exception |
//! | 11 | orientation |
//! | 12 | variation flag, in blocks that hold any |
//!
//! The numbering is part of the file format; a test pins it.

use super::posting::Payload;

/// The width of a dense code without the variation flag, which stands above it.
pub(super) const WIDTH: u32 = 12;
/// What stands in the column for an exception.
pub(super) const EXCEPTION: u16 = MOVE_MASK;

const MOVE_MASK: u16 = (1 << 11) - 1;
const SQUARES: usize = 90;
const MOVE_CODES: usize = 1 << 13;

/// The dense number of every 13-bit move code.
static NUMBER: [u16; MOVE_CODES] = numbers();
/// The move code of every dense number. Numbers not given out decode to no move.
static MOVE_CODE: [u16; 1 << 11] = move_codes();

/// The dense code of a payload in 13 bits, or [`EXCEPTION`].
#[inline]
pub(super) fn encode(payload: Payload) -> u16 {
    let number = NUMBER[usize::from(payload.0) % MOVE_CODES];
    if number == EXCEPTION || payload.0 >> 15 != 0 {
        return EXCEPTION;
    }
    number | payload.0 >> 13 << 11
}

/// The payload of a dense code that is no exception.
#[inline(always)]
pub(super) fn decode(code: u16) -> Payload {
    Payload(MOVE_CODE[usize::from(code & MOVE_MASK)] | code >> 11 << 13)
}

/// Whether a dense code as read from a column stands for an exception.
#[inline(always)]
pub(super) fn is_exception(code: u16) -> bool {
    code & MOVE_MASK == EXCEPTION
}

const fn numbers() -> [u16; MOVE_CODES] {
    let mut table = [EXCEPTION; MOVE_CODES];
    table[Payload::NO_MOVE as usize] = 0;
    let mut next = 1;
    let mut code = 0;
    while code < SQUARES * SQUARES {
        if is_dense(code / SQUARES, code % SQUARES) {
            table[code] = next;
            next += 1;
        }
        code += 1;
    }
    table
}

const fn move_codes() -> [u16; 1 << 11] {
    let numbers = numbers();
    let mut table = [Payload::NO_MOVE; 1 << 11];
    let mut code = 0;
    while code < MOVE_CODES {
        if numbers[code] != EXCEPTION {
            table[numbers[code] as usize] = code as u16;
        }
        code += 1;
    }
    table
}

/// Whether some piece goes from one square to the other, and not too far along a line.
const fn is_dense(from: usize, to: usize) -> bool {
    let (files, ranks) = ((from % 9).abs_diff(to % 9), (from / 9).abs_diff(to / 9));
    match (files, ranks) {
        (0, 1..=7) | (1..=7, 0) => true,
        (1, 2) | (2, 1) => true,
        (1, 1) => is_palace_diagonal(from) && is_palace_diagonal(to),
        (2, 2) => is_elephant_point(from) && is_elephant_point(to),
        _ => false,
    }
}

/// The corners and the centre of a palace.
const fn is_palace_diagonal(square: usize) -> bool {
    let (file, rank) = (square % 9, own_rank(square));
    matches!((file, rank), (3 | 5, 0 | 2) | (4, 1))
}

/// The seven points of each side's elephants.
const fn is_elephant_point(square: usize) -> bool {
    let (file, rank) = (square % 9, own_rank(square));
    matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2))
}

/// The rank counted from the back rank of the half of the board it is in.
const fn own_rank(square: usize) -> usize {
    let rank = square / 9;
    if rank < 5 { rank } else { 9 - rank }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_payload_comes_back_or_is_an_exception() {
        let mut dense = 0;
        for bits in 0..=u16::MAX {
            let code = encode(Payload(bits));
            if is_exception(code) {
                continue;
            }
            dense += 1;
            assert!(code < 1 << 13);
            assert_eq!(decode(code), Payload(bits));
        }
        assert_eq!(dense, 4 * 2013);
    }

    #[test]
    fn the_numbering_is_part_of_the_file_format() {
        let square = |name: &str| {
            let bytes = name.as_bytes();
            usize::from(bytes[1] - b'0') * 9 + usize::from(bytes[0] - b'a')
        };
        let cases = [
            ("a0", "b0", Some(1)),
            ("h2", "e2", Some(545)),
            ("h0", "g2", Some(146)),
            ("d0", "e1", Some(66)),
            ("g0", "e2", Some(126)),
            ("i9", "h9", Some(2012)),
            ("a0", "i0", None),
            ("a0", "a8", None),
            ("a0", "b1", None),
            ("e4", "g6", None),
        ];
        for (from, to, number) in cases {
            let payload = Payload::new((square(from) * 90 + square(to)) as u16, false, false);
            let code = encode(payload);
            assert_eq!((!is_exception(code)).then_some(code), number, "{from}{to}");
        }
        assert_eq!(encode(Payload::new(Payload::NO_MOVE, true, true)), 3 << 11);
    }
}
