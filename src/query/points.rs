//! Points of the board as bits (bit n is the square with index n), regions, and the four ways to
//! turn a board.

use crate::xiangqi::{Move, Piece, Side, Square};

/// How a condition is turned before it is evaluated.
#[derive(Debug, Copy, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Turn {
    /// Whether left and right are exchanged.
    pub(super) is_mirrored: bool,
    /// Whether the board is rotated by 180 degrees and colours are exchanged.
    pub(super) is_swapped: bool,
}

impl Turn {
    /// This turn with left and right exchanged.
    #[must_use]
    pub(super) fn mirror(self) -> Turn {
        Turn { is_mirrored: !self.is_mirrored, ..self }
    }

    /// This turn with the sides exchanged.
    #[must_use]
    pub(super) fn swap(self) -> Turn {
        Turn { is_swapped: !self.is_swapped, ..self }
    }

    pub(super) fn square(self, square: Square) -> Square {
        let square = if self.is_mirrored { square.mirror() } else { square };
        if self.is_swapped { square.rotate() } else { square }
    }

    pub(super) fn side(self, side: Side) -> Side {
        if self.is_swapped { side.other() } else { side }
    }

    pub(super) fn piece(self, piece: Piece) -> Piece {
        Piece::new(self.side(piece.side()), piece.kind())
    }

    pub(super) fn mv(self, mv: Move) -> Move {
        Move::new(self.square(mv.from), self.square(mv.to))
    }
}

/// Makes a constant table by an expression of the entry's index.
macro_rules! table {
    ($len:expr, $empty:expr, |$number:ident| $entry:expr) => {{
        let mut table = [$empty; $len];
        let mut $number = 0;
        while $number < $len {
            table[$number] = $entry;
            $number += 1;
        }
        table
    }};
}
pub(crate) use table;

/// A set of points of the board.
pub(super) type Points = u128;

/// The set of all points.
pub(super) const ALL: Points = (1 << 90) - 1;

/// Points of rank 0, and of file a.
const RANK: Points = 0x1FF;
const FILE: Points = rectangle((0, 0), (0, 9));

/// The set of one point.
#[inline]
pub(super) fn point(square: Square) -> Points {
    BIT[square.index()]
}

/// The set of the point with each index; a lookup is faster than shifting 128 bits.
pub(super) static BIT: [Points; 128] = table!(128, 0, |index| (1 << index) & ALL);

/// File and rank of a point, by index.
#[inline]
pub(super) fn coordinates(square: usize) -> (usize, usize) {
    let [file, rank] = COORDINATES[square % 128];
    (usize::from(file), usize::from(rank))
}

/// File and rank of each point.
static COORDINATES: [[u8; 2]; 128] =
    table!(128, [0; 2], |index| [index as u8 % 9, index as u8 / 9]);

/// Points of a rectangle of files and ranks, ends included.
pub(super) const fn rectangle(files: (u8, u8), ranks: (u8, u8)) -> Points {
    let mut points = 0;
    let mut rank = ranks.0;
    while rank <= ranks.1 {
        let mut file = files.0;
        while file <= files.1 {
            points |= 1 << (9 * rank + file);
            file += 1;
        }
        rank += 1;
    }
    points
}

/// Points of a file, 0 to 8.
pub(super) const fn file(number: u8) -> Points {
    FILE << number
}

/// Points of a rank, 0 to 9.
pub(super) const fn rank(number: u8) -> Points {
    RANK << (9 * number)
}

/// Indices of the points of a set, ascending.
pub(super) fn each(mut points: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = lowest(points)?;
        points &= points - 1;
        Some(index)
    })
}

/// Lowest index of a set.
#[inline]
pub(super) fn lowest(points: Points) -> Option<usize> {
    (points != 0).then(|| points.trailing_zeros() as usize)
}

/// Index of a set of one point. A side with several kings is never in check, as one without any:
/// choosing one of them would depend on mirroring.
#[inline]
pub(super) fn only(points: Points) -> Option<usize> {
    points.is_power_of_two().then(|| points.trailing_zeros() as usize)
}

/// Highest index of a set.
#[inline]
pub(super) fn highest(points: Points) -> Option<usize> {
    points.checked_ilog2().map(|index| index as usize)
}

/// The set on a turned board.
pub(super) fn turned(points: Points, turn: Turn) -> Points {
    let squares = Square::all().filter(|&square| points & point(square) != 0);
    squares.fold(0, |set, square| set | point(turn.square(square)))
}

/// A region of the board as each side sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Region {
    red: Points,
    black: Points,
}

impl Region {
    /// The whole board.
    pub(super) const BOARD: Region = Region::absolute(ALL);
    /// Both palaces.
    pub(super) const PALACE: Region =
        Region::absolute(rectangle((3, 5), (0, 2)) | rectangle((3, 5), (7, 9)));
    /// The two banks of the river.
    pub(super) const RIVER: Region = Region::absolute(rank(4) | rank(5));
    /// The middle file.
    pub(super) const CENTRE: Region = Region::absolute(file(4));
    /// The files beside the middle file.
    pub(super) const RIBS: Region = Region::absolute(file(3) | file(5));
    /// The outermost files.
    pub(super) const EDGE: Region = Region::absolute(file(0) | file(8));
    /// The own side of the river.
    pub(super) const HOME: Region = Region::seen(rectangle((0, 8), (0, 4)));
    /// The other side of the river.
    pub(super) const CROSSED: Region = Region::seen(rectangle((0, 8), (5, 9)));
    /// The own back rank.
    pub(super) const BASE: Region = Region::seen(rank(0));
    /// The enemy's back rank.
    pub(super) const BOTTOM: Region = Region::seen(rank(9));
    /// The four files to the left.
    pub(super) const LEFT: Region = Region::seen(rectangle((0, 3), (0, 9)));
    /// The four files to the right.
    pub(super) const RIGHT: Region = Region::seen(rectangle((5, 8), (0, 9)));

    const fn absolute(points: Points) -> Region {
        Region { red: points, black: points }
    }

    /// The region that both sides see so from their own chair; `red` is Red's.
    const fn seen(red: Points) -> Region {
        // Rotating the board by 180 degrees reverses its 90 points.
        Region { red, black: red.reverse_bits() >> (128 - 90) }
    }

    /// The rectangle with these opposite corners.
    pub(super) fn between(one: Square, other: Square) -> Region {
        let sorted = |a: u8, b: u8| (a.min(b), a.max(b));
        Region::absolute(rectangle(
            sorted(one.file(), other.file()),
            sorted(one.rank(), other.rank()),
        ))
    }

    /// The union of two regions.
    #[must_use]
    pub(super) fn or(self, other: Region) -> Region {
        Region { red: self.red | other.red, black: self.black | other.black }
    }

    /// Whether `square` is in the region, as `side` sees it.
    pub fn contains(self, side: Side, square: Square) -> bool {
        self.points(side) & point(square) != 0
    }

    /// Points of the region as `side` sees it.
    pub(super) fn points(self, side: Side) -> Points {
        match side {
            Side::Red => self.red,
            Side::Black => self.black,
        }
    }

    /// The region on a turned board.
    pub(super) fn turned(self, turn: Turn) -> Region {
        let points = |side| turned(self.points(turn.side(side)), turn);
        Region { red: points(Side::Red), black: points(Side::Black) }
    }
}

/// Rectangles that cover a set, each as two opposite corners.
pub(super) fn rectangles(mut left: Points) -> Vec<(Square, Square)> {
    let all = left;
    let mut rectangles = Vec::new();
    while let Some(first) = lowest(left) {
        let (first_file, first_rank) = (first as u8 % 9, first as u8 / 9);
        let is_free = |file: u8| all & BIT[usize::from(9 * first_rank + file)] != 0;
        let last_file = (first_file..9).take_while(|&file| is_free(file)).last();
        let last_file = last_file.unwrap_or(first_file);
        let row = |rank: u8| rectangle((first_file, last_file), (rank, rank));
        let last_rank = (first_rank..10).take_while(|&rank| row(rank) & !all == 0).last();
        let last_rank = last_rank.unwrap_or(first_rank);
        left &= !rectangle((first_file, last_file), (first_rank, last_rank));
        let corners = Square::at(first_file, first_rank).zip(Square::at(last_file, last_rank));
        rectangles.extend(corners);
    }
    rectangles
}
