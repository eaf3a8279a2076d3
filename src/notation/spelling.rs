//! Spellings of the notations that name a piece and count files, and the pseudo-legal moves that
//! fit a spelling.
//!
//! Files are numbered 1..=9 from the mover's right hand, except in old manuals ([`Numbering`]);
//! ranks have no numbers. Along a file the number of a move counts steps; otherwise it is the file
//! of arrival.
//!
//! Of several pieces of one kind on a file, the front one is nearest to the opponent's back rank.
//! If several files hold more than one piece each, ordinals run over all these files from right to
//! left (as the mover sees it), each file from front to rear: the rule of the xqbase move notation.

use super::symbols::{Direction, TandemPlace};
use super::{Reading, Unreadable};
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// Side from which files are numbered, 1..=9.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Numbering {
    /// Files count from the mover's right.
    #[default]
    Mover,
    /// Files count on each half of the board, from its owner's left.
    Halves,
    /// Files count from Red's left, for both sides.
    RedLeft,
    /// Files count from Red's right, for both sides.
    RedRight,
}

impl Numbering {
    const fn is_from_left(self, rank: u8, side: Side) -> bool {
        match self {
            Numbering::Mover => matches!(side, Side::Black),
            Numbering::Halves => rank < 5,
            Numbering::RedLeft => true,
            Numbering::RedRight => false,
        }
    }

    /// File number (1..=9) of a square for `side`.
    pub(super) const fn number(self, square: Square, side: Side) -> u8 {
        let is_from_left = self.is_from_left(square.rank(), side);
        if is_from_left { square.file() + 1 } else { 9 - square.file() }
    }

    /// File (0..9) that has `number` (1..=9) for `side` on the half of the board with `rank`.
    const fn file(self, number: u8, rank: u8, side: Side) -> u8 {
        if self.is_from_left(rank, side) { number - 1 } else { 9 - number }
    }

    /// Square of a rank whose file has `number` (1..=9) for `side`.
    const fn square(self, number: u8, rank: u8, side: Side) -> Option<Square> {
        Square::at(self.file(number, rank, side), rank)
    }

    /// Direction and number of a move by a piece of `kind`.
    pub(super) fn direction_and_number(
        self,
        mv: Move,
        kind: PieceKind,
        side: Side,
    ) -> (Direction, u8) {
        let ranks = (mv.to.rank() as i8 - mv.from.rank() as i8) * side.forward();
        let direction = match ranks {
            0 => Direction::Traverse,
            1.. => Direction::Advance,
            _ => Direction::Retreat,
        };
        let number = if kind.is_straight() && ranks != 0 {
            ranks.unsigned_abs()
        } else {
            self.number(mv.to, side)
        };
        (direction, number)
    }
}

/// Number (1..=9) of `file` (0..9 from Red's left), counted from the right of `side`.
pub(crate) const fn file_number(file: u8, side: Side) -> u8 {
    match side {
        Side::Red => 9 - file,
        Side::Black => file + 1,
    }
}

/// Direction and number of a move by a piece of `kind`, files counted from the right of `side`.
pub(crate) fn direction_and_number(mv: Move, kind: PieceKind, side: Side) -> (Direction, u8) {
    Numbering::Mover.direction_and_number(mv, kind, side)
}

/// The pieces of one kind and side on the file, or half files, with one number.
#[derive(Debug, Clone, Copy)]
struct Tandem {
    /// Bitmask of the ranks of these pieces.
    ranks: u32,
    /// Files on Red's half of the board and on Black's.
    files: [u8; 2],
    side: Side,
}

impl Tandem {
    /// Pieces of the side to move, of `kind`, on the file with `number` (1..=9).
    fn on_file(position: &Position, kind: PieceKind, number: u8, numbering: Numbering) -> Tandem {
        let side = position.side();
        let piece = Piece::new(side, kind);
        let near = numbering.file(number, 0, side);
        let mut ranks = position.ranks_with(piece, near);
        let mut far = near;
        // With `Halves`, the number may mean different files on the two halves of the board.
        if numbering == Numbering::Halves {
            far = numbering.file(number, 9, side);
            ranks = ranks & 0x1f | position.ranks_with(piece, far) & 0x3e0;
        }
        Tandem { ranks, files: [near, far], side }
    }

    fn len(self) -> usize {
        self.ranks.count_ones() as usize
    }

    /// Squares of the pieces, front first.
    fn squares(self) -> impl Iterator<Item = Square> {
        let mut ranks = self.ranks;
        std::iter::from_fn(move || {
            let rank = match self.side {
                Side::Red => ranks.checked_ilog2()?,
                Side::Black if ranks == 0 => return None,
                Side::Black => ranks.trailing_zeros(),
            };
            ranks &= !(1 << rank);
            Square::at(self.files[usize::from(rank >= 5)], rank as u8)
        })
    }

    /// Square of the piece at `place` from the front, 1-based.
    fn nth(self, place: u8) -> Option<Square> {
        self.squares().nth(usize::from(place).checked_sub(1)?)
    }

    /// Squares of the pieces that the word can mean.
    fn standing(self, standing: TandemPlace) -> impl Iterator<Item = Square> {
        let places = standing.places(self.len());
        self.squares().skip(places.start).take(places.len())
    }

    /// All files that hold two or more pieces of `kind`, from right to left.
    fn all(
        position: &Position,
        kind: PieceKind,
        numbering: Numbering,
    ) -> impl Iterator<Item = Tandem> {
        (1..=9)
            .map(move |number| Tandem::on_file(position, kind, number, numbering))
            .filter(|tandem| tandem.len() > 1)
    }
}

/// How a piece stands among the pieces of its kind, as a writer needs to name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Neighbours {
    /// File number, 1..=9.
    pub(super) file: u8,
    /// Number of pieces of the kind on the file.
    pub(super) len: usize,
    /// Place on the file, 1-based from the front.
    pub(super) place: usize,
    /// Number of files that hold two or more pieces of the kind.
    pub(super) tandems: usize,
    /// Ordinal over all those files, 1-based; 0 for a piece alone on its file.
    pub(super) ordinal: usize,
}

impl Neighbours {
    /// Neighbours of the piece of the side to move on `square`.
    pub(super) fn of(
        position: &Position,
        kind: PieceKind,
        square: Square,
        numbering: Numbering,
    ) -> Neighbours {
        let file = numbering.number(square, position.side());
        let own = Tandem::on_file(position, kind, file, numbering);
        let place = own.squares().position(|other| other == square).unwrap_or(0);
        let mut neighbours =
            Neighbours { file, len: own.len(), place: place + 1, tandems: 0, ordinal: 0 };
        if own.len() < 2 {
            return neighbours;
        }
        let mut before = 0;
        for tandem in Tandem::all(position, kind, numbering) {
            neighbours.tandems += 1;
            if tandem.files == own.files {
                neighbours.ordinal = before + neighbours.place;
            }
            before += tandem.len();
        }
        neighbours
    }
}

/// Which piece of its kind moves. All numbers are 1-based; files 1..=9 from the mover's right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// The piece on this file: 炮二, `C2`. Of several there, any that can move so.
    OnFile(u8),
    /// One of several pieces on a file: 前炮, `+C`.
    Standing(TandemPlace),
    /// A pawn by its place on a file, and the file: 前四兵, `4+`.
    StandingOn(TandemPlace, u8),
    /// A pawn counted over all files with several: 三兵, `Pc`.
    Ordinal(u8),
    /// A piece counted from the front of its file, place then file: 二兵四, `24`.
    OrdinalOn(u8, u8),
}

/// First half of a spelling: the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) kind: PieceKind,
    pub(super) which: Which,
}

impl Name {
    /// Completes the spelling; `number` is steps or the file of arrival, 1..=9.
    pub(super) fn with(self, direction: Direction, number: u8) -> Spelling {
        Spelling { kind: self.kind, which: self.which, direction, number }
    }
}

/// A move as a notation spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spelling {
    pub(super) kind: PieceKind,
    pub(super) which: Which,
    pub(super) direction: Direction,
    /// Steps or file of arrival, 1..=9.
    pub(super) number: u8,
}

/// Pseudo-legal moves that fit one or more spellings.
#[derive(Debug, Default)]
pub(super) struct Fits {
    numbering: Numbering,
    has_piece: bool,
    first: Option<Move>,
    more: Vec<Move>,
}

impl Fits {
    /// Starts empty, with files numbered by `numbering`.
    pub(super) fn numbered(numbering: Numbering) -> Fits {
        Fits { numbering, ..Fits::default() }
    }

    /// Adds every pseudo-legal move that fits `spelling`.
    pub(super) fn add(&mut self, spelling: Spelling, position: &Position) {
        let (kind, numbering) = (spelling.kind, self.numbering);
        let on_file = |number| Tandem::on_file(position, kind, number, numbering);
        let all = || Tandem::all(position, kind, numbering);
        let mut add = |square| self.add_from(square, spelling, position);
        match spelling.which {
            Which::OnFile(number) => on_file(number).squares().for_each(add),
            Which::StandingOn(standing, number) => {
                on_file(number).standing(standing).for_each(add);
            }
            Which::OrdinalOn(ordinal, number) => {
                on_file(number).nth(ordinal).into_iter().for_each(add);
            }
            Which::Ordinal(ordinal) => {
                let mut left = ordinal;
                for tandem in all() {
                    if let Some(square) = tandem.nth(left) {
                        return add(square);
                    }
                    left = left.saturating_sub(tandem.len() as u8);
                }
            }
            Which::Standing(standing) => {
                all().flat_map(|tandem| tandem.standing(standing)).for_each(add);
            }
        }
    }

    /// Adds moves for a needless word: no file holds two of the kind, or the word compares pieces
    /// on different files. Any piece that can move so counts, the one that suits the word best
    /// first.
    pub(super) fn add_needless(&mut self, spelling: Spelling, position: &Position) {
        let Which::Standing(standing) = spelling.which else {
            return;
        };
        if Tandem::all(position, spelling.kind, self.numbering).next().is_some() {
            return;
        }
        let piece = Piece::new(position.side(), spelling.kind);
        let squares = Square::all().filter(|&square| position.piece_at(square) == Some(piece));
        let wants_front = matches!(standing, TandemPlace::Front | TandemPlace::Plus);
        if wants_front == (position.side() == Side::Red) {
            squares.rev().for_each(|square| self.add_from(square, spelling, position));
        } else {
            squares.for_each(|square| self.add_from(square, spelling, position));
        }
    }

    fn add_from(&mut self, from: Square, spelling: Spelling, position: &Position) {
        self.has_piece = true;
        if let Some(to) = spelling.target(from, position.side(), self.numbering) {
            let mv = Move::new(from, to);
            if position.is_pseudo_legal(mv) {
                self.push(mv);
            }
        }
    }

    fn push(&mut self, mv: Move) {
        match self.first {
            None => self.first = Some(mv),
            Some(first) if first == mv || self.more.contains(&mv) => {}
            Some(_) => self.more.push(mv),
        }
    }

    /// Whether no move fits so far.
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Reading of all spellings together.
    pub(super) fn into_reading(self) -> Reading {
        match self.first {
            Some(first) if self.more.is_empty() => Reading::One(first),
            Some(first) => {
                let mut moves = self.more;
                moves.insert(0, first);
                Reading::Several(moves)
            }
            None if self.has_piece => Reading::None(Unreadable::CannotMove),
            None => Reading::None(Unreadable::NoSuchPiece),
        }
    }
}

/// Number of bytes in [`TARGETS`] for a square: one for each direction and number.
const WAYS: usize = 3 * 9;

/// Target squares of [`Spelling::target`] for [`Numbering::Mover`], by kind, side, square,
/// direction and number. Kinds that move alike share a table. Computing a target takes four
/// branches that a processor mispredicts.
static TARGETS: [[[[u8; WAYS]; Square::COUNT]; 2]; 4] = {
    const KINDS: [PieceKind; 4] =
        [PieceKind::Rook, PieceKind::Advisor, PieceKind::Elephant, PieceKind::Horse];
    const DIRECTIONS: [Direction; 3] =
        [Direction::Advance, Direction::Retreat, Direction::Traverse];
    let mut targets = [[[[u8::MAX; WAYS]; Square::COUNT]; 2]; 4];
    let mut at = 0;
    while at < 4 * 2 * Square::COUNT * WAYS {
        let (way, from) = (at % WAYS, at / WAYS % Square::COUNT);
        let (side, kind) = (at / WAYS / Square::COUNT % 2, at / WAYS / Square::COUNT / 2);
        let spelling = Spelling {
            kind: KINDS[kind],
            which: Which::OnFile(1),
            direction: DIRECTIONS[way / 9],
            number: (way % 9) as u8 + 1,
        };
        if let Some(square) = Square::new(from as u8)
            && let Some(to) = spelling.look_up_target(square, Side::ALL[side], Numbering::Mover)
        {
            targets[kind][side][from][way] = to.byte();
        }
        at += 1;
    }
    targets
};

impl Spelling {
    /// Square where the piece on `from` arrives, blocking and captures ignored; `None` off the
    /// board and for a move that its kind never makes.
    fn target(self, from: Square, side: Side, numbering: Numbering) -> Option<Square> {
        if numbering != Numbering::Mover {
            return self.look_up_target(from, side, numbering);
        }
        // Table of each kind, in the order of `PieceKind`.
        const TABLES: [u8; 7] = [0, 1, 2, 3, 0, 0, 0];
        let table = &TARGETS[usize::from(TABLES[self.kind as usize])][side as usize];
        let way = self.direction as usize * 9 + usize::from(self.number).checked_sub(1)?;
        Square::new(*table[from.index()].get(way)?)
    }

    /// Computes [`Spelling::target`] without the table.
    const fn look_up_target(
        self,
        from: Square,
        side: Side,
        numbering: Numbering,
    ) -> Option<Square> {
        let Spelling { kind, direction, number, .. } = self;
        let sign = match direction {
            Direction::Traverse if kind.is_straight() => {
                return match numbering.square(number, from.rank(), side) {
                    Some(to) if to.file() != from.file() => Some(to),
                    _ => None,
                };
            }
            Direction::Traverse => return None,
            Direction::Advance => side.forward(),
            Direction::Retreat => -side.forward(),
        };
        if kind.is_straight() {
            return from.offset(0, sign * number as i8);
        }
        let mut ranks = 1;
        while ranks <= 2 {
            if let Some(ahead) = from.offset(0, sign * ranks)
                && let Some(to) = numbering.square(number, ahead.rank(), side)
                && match (ranks, to.file().abs_diff(from.file())) {
                    (1, 1) => matches!(kind, PieceKind::Advisor),
                    (2, 2) => matches!(kind, PieceKind::Elephant),
                    (1, 2) | (2, 1) => matches!(kind, PieceKind::Horse),
                    _ => false,
                }
            {
                return Some(to);
            }
            ranks += 1;
        }
        None
    }

    /// Reading of this spelling alone.
    pub(super) fn resolve(self, position: &Position, numbering: Numbering) -> Reading {
        let mut fits = Fits::numbered(numbering);
        fits.add(self, position);
        if fits.is_empty() {
            fits.add_needless(self, position);
        }
        fits.into_reading()
    }
}

/// Reads shorthand without a direction (炮25): a traverse if one is possible, because only a
/// traverse is written without a stroke; otherwise the stroke was lost, and advance and retreat are
/// both tried.
pub(super) fn read_shorthand(mut add: impl FnMut(Direction, &mut Fits)) -> Reading {
    let mut fits = Fits::default();
    add(Direction::Traverse, &mut fits);
    if fits.is_empty() {
        add(Direction::Advance, &mut fits);
        add(Direction::Retreat, &mut fits);
    }
    fits.into_reading()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_possible_move_has_its_target() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
            "r1bak1bn1/3Ra4/nC2c4/p1p1C1p1p/9/9/P1P1P1PrP/6N2/R8/1cBAKAB2",
        ] {
            for side in Side::ALL {
                let position = Position::from_fen(fen).unwrap().with_side(side);
                for mv in position.pseudo_legal_moves() {
                    let kind = position.piece_at(mv.from).unwrap().kind();
                    let (direction, number) = direction_and_number(mv, kind, side);
                    let which = Which::OnFile(file_number(mv.from.file(), side));
                    let spelling = Spelling { kind, which, direction, number };
                    assert_eq!(spelling.target(mv.from, side, Numbering::Mover), Some(mv.to));
                    let read = spelling.resolve(&position, Numbering::Mover);
                    assert!(matches!(read, Reading::One(_) | Reading::Several(_)), "{mv}");
                }
            }
        }
        assert_eq!(file_number(7, Side::Red), 2);
        assert_eq!(file_number(7, Side::Black), 8);
    }

    #[test]
    fn ordinals_run_from_right_to_left_and_front_to_rear() {
        let position = Position::from_fen("3k5/9/3P1P3/4P4/3P1P3/9/9/9/9/4K4 w").unwrap();
        for (square, file, place, ordinal) in
            [("f7", 4, 1, 1), ("f5", 4, 2, 2), ("d7", 6, 1, 3), ("d5", 6, 2, 4), ("e6", 5, 1, 0)]
        {
            let square = square.parse().unwrap();
            let seen = Neighbours::of(&position, PieceKind::Pawn, square, Numbering::Mover);
            assert_eq!((seen.file, seen.place, seen.ordinal), (file, place, ordinal), "{square}");
        }
    }
}
