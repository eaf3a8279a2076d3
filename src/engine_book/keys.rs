//! Keys of positions and codes of moves in each kind of book.
//!
//! Facts: independent public readers have equal numbers, and three published keys are tested.

use crate::format::book_point;
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};
use std::sync::LazyLock;

/// Numbers of `.obk`, `.yfk` and `.pfBook`, 64 bits each, little-endian: one for each piece (in the
/// order of [`Piece::index`]) on each point (in the order of [`Square::index`]), and last that for
/// Red to move.
const BYTES: &[u8; 8 * NUMBERS] = include_bytes!("numbers.bin");
const NUMBERS: usize = 14 * Square::COUNT + 1;

static TABLE: [u64; NUMBERS] = {
    let mut table = [0; NUMBERS];
    let mut at = 0;
    while at < NUMBERS {
        table[at] = stored(at);
        at += 1;
    }
    table
};
const RED_TO_MOVE: u64 = stored(NUMBERS - 1);

const fn stored(at: usize) -> u64 {
    let (numbers, _) = BYTES.as_chunks::<8>();
    u64::from_le_bytes(numbers[at])
}

fn number(piece: Piece, square: Square) -> u64 {
    TABLE[piece.index() * Square::COUNT + square.index()]
}

/// Keys of a position and of its mirror image in `.obk`, `.yfk` and `.pfBook`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberKeys {
    /// Key of the position.
    pub own: u64,
    /// Key of the position's mirror image.
    pub mirrored: u64,
}

impl NumberKeys {
    /// Keys of a position.
    #[must_use]
    pub fn of(position: &Position) -> NumberKeys {
        let turn = if position.side() == Side::Red { RED_TO_MOVE } else { 0 };
        let mut keys = NumberKeys { own: turn, mirrored: turn };
        position.board().pieces().for_each(|(square, piece)| keys.toggle(piece, square));
        keys
    }

    fn toggle(&mut self, piece: Piece, square: Square) {
        self.own ^= number(piece, square);
        self.mirrored ^= number(piece, square.mirror());
    }

    /// Keys after a move in `position`, whose keys these are.
    #[must_use]
    pub fn after(mut self, position: &Position, mv: Move) -> NumberKeys {
        if let Some(piece) = position.piece_at(mv.from) {
            self.toggle(piece, mv.from);
            if let Some(captured) = position.piece_at(mv.to) {
                self.toggle(captured, mv.to);
            }
            self.toggle(piece, mv.to);
        }
        self.own ^= RED_TO_MOVE;
        self.mirrored ^= RED_TO_MOVE;
        self
    }
}

/// Order of the two bytes of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteOrder {
    /// The point of departure is in the high byte: `.obk`, `.pfBook`.
    FromHigh,
    /// The point of departure is in the low byte: `.yfk`, `BOOK.DAT`.
    FromLow,
}

impl ByteOrder {
    fn other(self) -> ByteOrder {
        match self {
            ByteOrder::FromHigh => ByteOrder::FromLow,
            ByteOrder::FromLow => ByteOrder::FromHigh,
        }
    }

    /// Code of a move: each point is `0x33 + 16 * row + file`, with rows from Black's back rank.
    #[must_use]
    pub fn code(self, mv: Move) -> u16 {
        let byte =
            |square: Square| 0x33 + 16 * u16::from(9 - square.rank()) + u16::from(square.file());
        match self {
            ByteOrder::FromHigh => byte(mv.from) << 8 | byte(mv.to),
            ByteOrder::FromLow => byte(mv.to) << 8 | byte(mv.from),
        }
    }

    /// Move of a code in a position, and the order of its bytes: this order, or the other if only
    /// that makes a move that the piece can make. `None` if neither does.
    #[must_use]
    pub fn read(self, code: u16, position: &Position) -> Option<(Move, ByteOrder)> {
        let [high, low] = code.to_be_bytes();
        let (high, low) = (book_point(high)?, book_point(low)?);
        let mv = |order| match order {
            ByteOrder::FromHigh => Move::new(high, low),
            ByteOrder::FromLow => Move::new(low, high),
        };
        let orders = [self, self.other()];
        let moves = orders.map(|order| (mv(order), order));
        moves.into_iter().find(|(mv, _)| position.is_pseudo_legal(*mv))
    }
}

/// Whether both bytes of a move are points of the board.
#[must_use]
pub fn are_points(code: u16) -> bool {
    code.to_be_bytes().iter().all(|byte| book_point(*byte).is_some())
}

/// Board of a position in `.xqb`: seen from the side to move, and mirrored if the right half has
/// the greater piece at the first difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedBoard {
    /// Points from the top left, rank by rank: one bit 0 for an empty point, else 1 and the four
    /// bits of the piece, highest bit first; the last byte is filled with 0.
    pub bytes: Vec<u8>,
    side: Side,
    is_mirrored: bool,
}

impl PackedBoard {
    /// Packs the board of a position.
    #[must_use]
    pub fn of(position: &Position) -> PackedBoard {
        let side = position.side();
        let mut packed = PackedBoard { bytes: Vec::new(), side, is_mirrored: false };
        let code = |packed: &PackedBoard, row: u8, file: u8| {
            let piece = packed.square(row, file).and_then(|at| position.piece_at(at));
            piece.map(|piece| piece_code(piece, side))
        };
        let pairs = (0..10).flat_map(|row| (0..4).map(move |file| (row, file)));
        let unlike =
            pairs.map(|(row, file)| code(&packed, row, file).cmp(&code(&packed, row, 8 - file)));
        packed.is_mirrored = unlike.into_iter().find(|it| it.is_ne()).is_some_and(|it| it.is_lt());
        let mut bits = Vec::with_capacity(4 * Square::COUNT);
        for (row, file) in (0..10).flat_map(|row| (0..9).map(move |file| (row, file))) {
            match code(&packed, row, file) {
                None => bits.push(false),
                Some(code) => bits.extend([4, 3, 2, 1, 0].map(|at| (16 | code) >> at & 1 == 1)),
            }
        }
        let byte = |bits: &[bool]| {
            bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | u8::from(*bit) << (7 - at))
        };
        packed.bytes = bits.chunks(8).map(byte).collect();
        packed
    }

    /// Point at a 0-based row from the top and file from the left of the packed board.
    fn square(&self, row: u8, file: u8) -> Option<Square> {
        let file = if self.is_mirrored { 8_u8.checked_sub(file)? } else { file };
        let square = Square::at(file, 9_u8.checked_sub(row)?)?;
        Some(if self.side == Side::Black { square.rotate() } else { square })
    }

    /// Code of a move: `row << 12 | file << 8 | row << 4 | file`, departure first.
    #[must_use]
    pub fn code(&self, mv: Move) -> u16 {
        let place = |square: Square| {
            let square = if self.side == Side::Black { square.rotate() } else { square };
            let square = if self.is_mirrored { square.mirror() } else { square };
            u16::from(9 - square.rank()) << 4 | u16::from(square.file())
        };
        place(mv.from) << 8 | place(mv.to)
    }

    /// Move of a code in `position`, whose board this is; `None` if the piece cannot make it.
    #[must_use]
    pub fn read(&self, code: u16, position: &Position) -> Option<Move> {
        let place = |byte: u16| self.square((byte >> 4 & 15) as u8, (byte & 15) as u8);
        let mv = Move::new(place(code >> 8)?, place(code & 0xFF)?);
        position.is_pseudo_legal(mv).then_some(mv)
    }
}

/// Code of a piece in a packed board.
fn piece_code(piece: Piece, own: Side) -> u8 {
    let kind = match piece.kind() {
        PieceKind::Rook => 1,
        PieceKind::Horse => 2,
        PieceKind::Elephant => 3,
        PieceKind::Advisor => 4,
        PieceKind::King => 5,
        PieceKind::Cannon => 6,
        PieceKind::Pawn => 7,
    };
    if piece.side() == own { kind } else { 8 | kind }
}

/// Numbers of `BOOK.DAT`: 32 bits for each piece on each point, and last that for Black to move.
/// They are every third word of an RC4 stream with key 0, as ElephantEye draws them: three words
/// for the side, then three for each of 14 pieces on each of 16 × 16 points; the board begins at
/// `0x33`.
static LOCKS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut stream = Rc4::of_zero();
    let mut third = || {
        stream.word();
        stream.word();
        stream.word()
    };
    let black = third();
    let mut locks = vec![0; NUMBERS];
    for piece in Piece::all() {
        for byte in 0..=u8::MAX {
            let lock = third();
            if let Some(square) = book_point(byte) {
                locks[piece.index() * Square::COUNT + square.index()] = lock;
            }
        }
    }
    locks[NUMBERS - 1] = black;
    locks
});

/// Lock (key) of a position in `BOOK.DAT`.
#[must_use]
pub fn lock(position: &Position) -> u32 {
    let turn = if position.side() == Side::Black { LOCKS[NUMBERS - 1] } else { 0 };
    let pieces = position.board().pieces();
    pieces.fold(turn, |lock, (square, piece)| {
        lock ^ LOCKS[piece.index() * Square::COUNT + square.index()]
    })
}

/// RC4 stream of bytes.
struct Rc4 {
    state: [u8; 256],
    at: u8,
    other: u8,
}

impl Rc4 {
    /// Stream with a key of zeros.
    fn of_zero() -> Rc4 {
        let mut state: [u8; 256] = std::array::from_fn(|at| at as u8);
        let mut other = 0_u8;
        for at in 0..256 {
            other = other.wrapping_add(state[at]);
            state.swap(at, usize::from(other));
        }
        Rc4 { state, at: 0, other: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.at = self.at.wrapping_add(1);
        self.other = self.other.wrapping_add(self.state[usize::from(self.at)]);
        self.state.swap(usize::from(self.at), usize::from(self.other));
        let [one, two] = [self.at, self.other].map(|place| self.state[usize::from(place)]);
        self.state[usize::from(one.wrapping_add(two))]
    }

    /// Next four bytes, the lowest first.
    fn word(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn published_keys_hold() {
        let start = Position::start();
        let keys = NumberKeys::of(&start);
        assert_eq!([keys.own, keys.mirrored], [0x628D_04D7_C9C1_44AE; 2]);
        let mv: Move = "h2e2".parse().unwrap();
        let after = keys.after(&start, mv);
        assert_eq!(after.own, 0xA1EA_D1F6_470E_07EE);
        assert_eq!(after, NumberKeys::of(&start.after(&[mv])));
        // A published book has this key as -5.8543800021562635e-33.
        let found = position("rnbakabr1/9/1c4nc1/p1p1p2Rp/6p2/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB2 b");
        let key = NumberKeys::of(&found).mirrored;
        assert_eq!(key, 0xB93E_65CE_48B3_75C2);
        assert_eq!(f64::from_bits(key), -5.854_380_002_156_263_5e-33);
    }

    #[test]
    fn a_published_board_is_packed_and_its_move_read() {
        let start = Position::start();
        let packed = PackedBoard::of(&start);
        assert_eq!(
            crate::text::hex(&packed.bytes),
            "ceb7cef37ac801e079f7df7df00002ebaebaeb02c004653a56939440"
        );
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!((packed.code(mv), packed.read(30580, &start)), (0x7774, Some(mv)));
    }

    /// A position and its mirror image have one board; a code there means the mirrored move.
    #[test]
    fn boards_are_seen_from_the_side_to_move() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b",
            "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w",
            "4k4/9/9/9/9/9/9/9/4K4/8R w",
        ] {
            let (own, other) = (position(fen), position(fen).mirror());
            let boards = [PackedBoard::of(&own), PackedBoard::of(&other)];
            assert_eq!(boards[0].bytes, boards[1].bytes, "{fen}");
            for mv in own.pseudo_legal_moves() {
                let code = boards[0].code(mv);
                assert_eq!(boards[0].read(code, &own), Some(mv));
                assert_eq!(boards[1].read(code, &other), Some(mv.mirror()));
                let orders = [ByteOrder::FromHigh, ByteOrder::FromLow];
                for (order, as_read) in
                    orders.into_iter().flat_map(|it| orders.map(|as_read| (it, as_read)))
                {
                    assert_eq!(as_read.read(order.code(mv), &own).map(|it| it.0), Some(mv));
                }
            }
        }
        assert!(
            ["0000", "0033", "3c33", "c3cc", "d333", "33d3", "ffff"]
                .iter()
                .all(|code| !are_points(u16::from_str_radix(code, 16).unwrap()))
        );
        assert!(are_points(0x33CB) && are_points(0xCB33));
        assert_eq!(PackedBoard::of(&Position::start()).read(0xFFFF, &Position::start()), None);
    }
}
