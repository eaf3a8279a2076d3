//! Zobrist hashes of positions, 64 bits, and index keys equal for mirror images.
//!
//! # Stability
//!
//! The values are part of the database format, because the position index stores keys. A test pins
//! them; a change needs a new index format.
//!
//! The constant of a piece on a square is `mix((piece * 90 + square + 1) * GOLDEN)`, where [`mix`]
//! is the SplitMix64 finaliser and GOLDEN = 0x9E3779B97F4A7C15 (both from Steele, Lea and Flood,
//! "Fast splittable pseudorandom number generators", 2014). Black to move has the constant of
//! number 1260. The hash is the exclusive or of the constants of all pieces and of the side.
//! Collisions can be forged; nothing here is cryptographic.

use super::{Board, Piece, Side, Square};

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The SplitMix64 finaliser: a bijection that spreads every bit of `z` over all 64.
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn constant(number: u64) -> u64 {
    mix((number + 1).wrapping_mul(GOLDEN))
}

/// Constants by piece and square: for the position's hash and for its mirror image's, which are
/// always needed together.
static CONSTANTS: [[[u64; 2]; 90]; 14] = {
    let mut table = [[[0; 2]; 90]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < 90 {
            let mirrored = square / 9 * 9 + 8 - square % 9;
            table[piece][square] =
                [constant((piece * 90 + square) as u64), constant((piece * 90 + mirrored) as u64)];
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Constant of `piece` on `square` in the hash of a position.
#[inline]
pub fn piece_constant(piece: Piece, square: Square) -> u64 {
    piece_constants(piece, square)[0]
}

/// Constants of `piece` on `square` in the hashes of a position and of its mirror image.
#[inline]
pub(super) fn piece_constants(piece: Piece, square: Square) -> [u64; 2] {
    CONSTANTS[piece.index()][square.index()]
}

/// Constant of the side to move in the hash of a position; 0 for Red.
#[inline]
pub const fn side_constant(side: Side) -> u64 {
    const BLACK: u64 = constant(1260);
    match side {
        Side::Red => 0,
        Side::Black => BLACK,
    }
}

/// Computes the hashes of a position and of its left-right mirror image.
pub(super) fn from_scratch(board: &Board, side: Side) -> (u64, u64) {
    let turn = side_constant(side);
    board.pieces().fold((turn, turn), |(hash, mirror), (square, piece)| {
        let [constant, mirrored] = piece_constants(piece, square);
        (hash ^ constant, mirror ^ mirrored)
    })
}

/// Which of a position and its mirror image is canonical, the one with the smaller hash.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Orientation {
    /// The position is its own mirror image.
    Symmetric,
    /// The position is canonical.
    Canonical,
    /// The position is the mirror image of the canonical one.
    Mirrored,
}

/// Key of the position index, equal for a position and its left-right mirror image.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct PositionKey {
    /// Upper [`PositionKey::BITS`] bits of `mix` of the smaller hash; uniformly distributed.
    pub key: u64,
    /// Which of the two the position is.
    pub orientation: Orientation,
}

impl PositionKey {
    /// Bits of a key. Ten million games have some 800 million positions, of which about four pairs
    /// share a key; eight bits more would cost a byte per indexed position.
    pub const BITS: u32 = 56;

    /// Key of a position with these two hashes, its own and its mirror image's.
    #[inline]
    pub fn of(hash: u64, mirror: u64) -> PositionKey {
        let orientation = match hash.cmp(&mirror) {
            std::cmp::Ordering::Less => Orientation::Canonical,
            std::cmp::Ordering::Equal => Orientation::Symmetric,
            std::cmp::Ordering::Greater => Orientation::Mirrored,
        };
        PositionKey { key: mix(hash.min(mirror)) >> (64 - Self::BITS), orientation }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Position;
    use super::*;

    #[test]
    fn constants_are_pinned() {
        let a0 = Square::at(0, 0).unwrap();
        let i9 = Square::at(8, 9).unwrap();
        let pinned = [
            (piece_constant(Piece::RedKing, a0), 0xe220_a839_7b1d_cdaf),
            (piece_constant(Piece::BlackPawn, i9), 0xa2ed_f4b7_efac_dd5f),
            (side_constant(Side::Black), 0x5b53_63cb_9ea3_4ef3),
            (Position::start().zobrist(), 0x6691_4eb7_1213_9aaa),
            (Position::start().key().key, 0x0006_fbc6_c236_148b),
        ];
        for (value, expected) in pinned {
            assert_eq!(value, expected, "{value:#x}");
        }
    }

    #[test]
    fn no_two_constants_are_equal() {
        let mut all: Vec<u64> = CONSTANTS.iter().flatten().map(|pair| pair[0]).collect();
        all.push(side_constant(Side::Black));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1261);
    }
}
