//! A posting: one game was in one position, with its next move.
//!
//! # The dense code of a payload
//!
//! Next move, orientation and variation flag take 12 or 13 bits instead of 15. Only some two
//! thousand of the 8,100 pairs of squares are joined by a move of some piece. They are numbered
//! here by geometry alone, for all pieces; the longest chariot moves (eight squares or more) are
//! left out so that eleven bits hold the rest. A payload without a dense code is an *exception* and
//! is written in full beside the column.
//!
//! | bits | meaning |
//! | --- | --- |
//! | 0..11 | 0 = no move, 1..=2012 the moves in the order of from-square, to-square; 2047 = exception |
//! | 11 | orientation |
//! | 12 | variation flag, in blocks that hold any |
//!
//! The numbering is part of the file format; a test pins it.

use rayon::slice::ParallelSliceMut as _;
use std::cmp::Ordering;

/// An appearance of a position in a game.
///
/// Postings are ordered by key, then game, then payload, and are unique on all three: a game that
/// reaches a position twice and goes on with one move has one posting, a game that goes on
/// differently has two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Posting {
    /// The mirror-canonical key of the position; uniform over 56 bits.
    pub key: u64,
    /// The id of the game.
    pub game: u32,
    /// The next move and two flags; see [`Payload`].
    pub payload: Payload,
}

impl Posting {
    /// The posting as one number, in the order of postings: comparing two of these takes no
    /// branches.
    #[inline]
    fn packed(self) -> u128 {
        let low = u64::from(self.game) << 16 | u64::from(self.payload.0);
        u128::from(self.key) << 48 | u128::from(low)
    }
}

impl Ord for Posting {
    #[inline]
    fn cmp(&self, other: &Posting) -> Ordering {
        self.packed().cmp(&other.packed())
    }
}

impl PartialOrd for Posting {
    #[inline]
    fn partial_cmp(&self, other: &Posting) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Posting) -> bool {
        self.packed() < other.packed()
    }
}

/// The facts of a posting about the game in this position, in 16 bits.
///
/// | bits | meaning |
/// | --- | --- |
/// | 0..13 | next move, from-square × 90 + to-square (0..8100); 8191 where the game ends |
/// | 13 | orientation: 1 when the game's board is the mirror image of the canonical one |
/// | 14 | 1 when the position stands in a variation, not in the main line |
/// | 15 | 0 |
///
/// The index keeps all sixteen bits as given; values outside this table take more bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Payload(pub u16);

impl Payload {
    /// The move code of the end of a line.
    pub const NO_MOVE: u16 = 8191;
    const MIRRORED: u16 = 1 << 13;
    const VARIATION: u16 = 1 << 14;

    /// Packs a move code (0..8100, or [`Payload::NO_MOVE`]; further bits are cut off) and the two
    /// flags.
    ///
    /// ```
    /// use xqdb::store::index::Payload;
    /// let payload = Payload::new(25 * 90 + 22, true, false);
    /// assert_eq!(payload.move_code(), Some(25 * 90 + 22));
    /// assert!(payload.is_mirrored() && !payload.is_variation());
    /// ```
    pub const fn new(move_code: u16, mirrored: bool, variation: bool) -> Payload {
        let mut bits = move_code & Payload::NO_MOVE;
        if mirrored {
            bits |= Payload::MIRRORED;
        }
        if variation {
            bits |= Payload::VARIATION;
        }
        Payload(bits)
    }

    /// The next move, from-square × 90 + to-square; `None` at the end of the line.
    pub const fn move_code(self) -> Option<u16> {
        match self.0 & Payload::NO_MOVE {
            Payload::NO_MOVE => None,
            code => Some(code),
        }
    }

    /// Whether the game's board is the mirror image of the canonical one.
    pub const fn is_mirrored(self) -> bool {
        self.0 & Payload::MIRRORED != 0
    }

    /// Whether the position stands in a variation.
    pub const fn is_variation(self) -> bool {
        self.0 & Payload::VARIATION != 0
    }
}

/// Sorts postings in the order of the index, on all cores, and removes duplicates.
pub fn sort(postings: &mut Vec<Posting>) {
    postings.par_sort_unstable();
    postings.dedup();
}

/// Bits of a dense code below the variation flag.
pub(crate) const WIDTH: u32 = 12;
/// Value of the column for an exception.
pub(crate) const EXCEPTION: u16 = MOVE_MASK;

const MOVE_MASK: u16 = (1 << 11) - 1;
const SQUARES: usize = 90;
const MOVE_CODES: usize = 1 << 13;

/// Dense number of every 13-bit move code.
static NUMBER: [u16; MOVE_CODES] = numbers();
/// Move code of every dense number. Unused numbers decode to no move.
static MOVE_CODE: [u16; 1 << 11] = move_codes();

/// Dense code of a payload in 13 bits, or [`EXCEPTION`].
#[inline]
pub(crate) fn encode(payload: Payload) -> u16 {
    let number = NUMBER[usize::from(payload.0) % MOVE_CODES];
    if number == EXCEPTION || payload.0 >> 15 != 0 {
        return EXCEPTION;
    }
    number | payload.0 >> 13 << 11
}

/// Payload of a dense code that is no exception.
#[inline(always)]
pub(crate) fn decode(code: u16) -> Payload {
    Payload(MOVE_CODE[usize::from(code & MOVE_MASK)] | code >> 11 << 13)
}

/// Whether a dense code of a column is an exception.
#[inline(always)]
pub(crate) fn is_exception(code: u16) -> bool {
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

/// Whether some piece moves from one square to the other, at most seven squares along a line.
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

/// Whether the square is a corner or the centre of a palace.
const fn is_palace_diagonal(square: usize) -> bool {
    let (file, rank) = (square % 9, own_rank(square));
    matches!((file, rank), (3 | 5, 0 | 2) | (4, 1))
}

/// Whether the square is one of the seven elephant points of a side.
const fn is_elephant_point(square: usize) -> bool {
    let (file, rank) = (square % 9, own_rank(square));
    matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2))
}

/// Rank counted from the back rank of its half of the board.
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
