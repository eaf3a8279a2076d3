//! The notations that name a piece and count from the mover's right: what a text says once its
//! characters are understood, and the pseudo-legal moves that it fits.
//!
//! Files are numbered 1..=9 from the mover's right hand, ranks are not numbered. Going along a file
//! the number of a move counts steps; in every other move it is the file of arrival.
//!
//! Of several pieces of one kind on one file, front is nearer to the opponent's back rank. Where
//! several files hold more than one piece each, ordinals run over all of them from right to left (as
//! the mover sees it), each file from front to rear; this is the rule of the xqbase move notation.

use super::symbols::{Direction, Standing};
use super::{Reading, Unreadable};
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// The number (1..=9) of the file `file` (0..9 from Red's left) for `side`.
pub(crate) const fn file_number(file: u8, side: Side) -> u8 {
    match side {
        Side::Red => 9 - file,
        Side::Black => file + 1,
    }
}

/// The file (0..9 from Red's left) that has this `number` (1..=9) for `side`.
pub(super) const fn file_of_number(number: u8, side: Side) -> u8 {
    match side {
        Side::Red => 9 - number,
        Side::Black => number - 1,
    }
}

/// Where a piece of `kind` on `from` arrives, blocking and capturing left out; `None` off the board
/// and where the kind never moves so.
pub(super) fn target(
    from: Square,
    kind: PieceKind,
    side: Side,
    direction: Direction,
    number: u8,
) -> Option<Square> {
    let sign = match direction {
        Direction::Traverse if kind.is_straight() => {
            let file = file_of_number(number, side);
            return if file == from.file() { None } else { Square::at(file, from.rank()) };
        }
        Direction::Traverse => return None,
        Direction::Advance => side.forward(),
        Direction::Retreat => -side.forward(),
    };
    if kind.is_straight() {
        return from.offset(0, sign * number as i8);
    }
    let files = file_of_number(number, side) as i8 - from.file() as i8;
    let ranks = match (kind, files.abs()) {
        (PieceKind::Advisor, 1) | (PieceKind::Horse, 2) => 1,
        (PieceKind::Elephant, 2) | (PieceKind::Horse, 1) => 2,
        _ => return None,
    };
    from.offset(files, sign * ranks)
}

/// Direction and number of a move that a piece of `kind` can make.
pub(crate) fn direction_and_number(mv: Move, kind: PieceKind, side: Side) -> (Direction, u8) {
    let ranks = (mv.to.rank() as i8 - mv.from.rank() as i8) * side.forward();
    let direction = match ranks {
        0 => Direction::Traverse,
        1.. => Direction::Advance,
        _ => Direction::Retreat,
    };
    let number = if kind.is_straight() && ranks != 0 {
        ranks.unsigned_abs()
    } else {
        file_number(mv.to.file(), side)
    };
    (direction, number)
}

/// The pieces of one kind and side on one file, front first. Not empty unless asked for an empty
/// file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tandem {
    squares: [Square; 10],
    len: usize,
}

impl Tandem {
    /// The pieces of the side to move of this `kind` on the file with this `number` (1..=9).
    pub(super) fn on_file(position: &Position, kind: PieceKind, number: u8) -> Tandem {
        let side = position.side();
        let piece = Some(Piece::new(side, kind));
        let file = file_of_number(number, side);
        let corner = Square::at(file, 0).expect("numbers 1..=9 are files");
        let mut tandem = Tandem { squares: [corner; 10], len: 0 };
        for step in 0..10 {
            let rank = if side == Side::Red { 9 - step } else { step };
            if let Some(square) = Square::at(file, rank)
                && position.piece_at(square) == piece
            {
                tandem.squares[tandem.len] = square;
                tandem.len += 1;
            }
        }
        tandem
    }

    /// The squares, front first.
    pub(super) fn squares(&self) -> &[Square] {
        &self.squares[..self.len]
    }

    /// Every file that holds two or more of `kind`, from right to left.
    pub(super) fn all(position: &Position, kind: PieceKind) -> impl Iterator<Item = Tandem> {
        (1..=9)
            .map(move |number| Tandem::on_file(position, kind, number))
            .filter(|tandem| tandem.len > 1)
    }
}

/// How a piece stands among its kind: what a writer needs to name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Neighbours {
    /// The file number, 1..=9.
    pub(super) file: u8,
    /// How many of the kind stand on the file.
    pub(super) len: usize,
    /// The place on the file, 1 = front.
    pub(super) place: usize,
    /// How many files hold two or more of the kind.
    pub(super) tandems: usize,
    /// The ordinal over all those files, 1-based; 0 for a piece alone on its file.
    pub(super) ordinal: usize,
}

impl Neighbours {
    /// The neighbours of the piece of the side to move on `square`.
    pub(super) fn of(position: &Position, kind: PieceKind, square: Square) -> Neighbours {
        let file = file_number(square.file(), position.side());
        let own = Tandem::on_file(position, kind, file);
        let place = own.squares().iter().position(|&other| other == square).unwrap_or(0);
        let mut neighbours =
            Neighbours { file, len: own.len, place: place + 1, tandems: 0, ordinal: 0 };
        if own.len < 2 {
            return neighbours;
        }
        let mut before = 0;
        for tandem in Tandem::all(position, kind) {
            neighbours.tandems += 1;
            if tandem.squares()[0] == own.squares()[0] {
                neighbours.ordinal = before + neighbours.place;
            }
            before += tandem.len;
        }
        neighbours
    }
}

/// Which piece of its kind is meant. All numbers are 1-based; files 1..=9 from the mover's right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// The one on this file: 炮二, `C2`. Where several stand there, any of them that can move so.
    OnFile(u8),
    /// One of several on a file: 前炮, `+C`.
    Standing(Standing),
    /// A pawn by its standing among those of a file, with the file's number: 前四兵, `4+`.
    StandingOn(Standing, u8),
    /// Counted over every file with several: 三兵, `Pc`.
    Ordinal(u8),
    /// Counted from the front of one file, place then file: 二兵四, `24`.
    OrdinalOn(u8, u8),
}

/// The first half of a move: the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) kind: PieceKind,
    pub(super) which: Which,
}

impl Name {
    /// The whole move; `number` is steps or the file of arrival, 1..=9.
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

/// The pseudo-legal moves that one or more spellings fit.
#[derive(Debug, Default)]
pub(super) struct Fits {
    has_piece: bool,
    first: Option<Move>,
    more: Vec<Move>,
}

impl Fits {
    /// Adds every pseudo-legal move that `spelling` fits.
    pub(super) fn add(&mut self, spelling: Spelling, position: &Position) {
        let kind = spelling.kind;
        match spelling.which {
            Which::OnFile(number) => {
                for &square in Tandem::on_file(position, kind, number).squares() {
                    self.add_from(square, spelling, position);
                }
            }
            Which::StandingOn(standing, number) => {
                let tandem = Tandem::on_file(position, kind, number);
                for place in standing.places(tandem.squares().len()) {
                    self.add_from(tandem.squares()[place], spelling, position);
                }
            }
            Which::OrdinalOn(ordinal, number) => {
                let tandem = Tandem::on_file(position, kind, number);
                if let Some(&square) = tandem.squares().get(usize::from(ordinal).wrapping_sub(1)) {
                    self.add_from(square, spelling, position);
                }
            }
            Which::Ordinal(ordinal) => {
                let mut left = usize::from(ordinal).wrapping_sub(1);
                for tandem in Tandem::all(position, kind) {
                    if let Some(&square) = tandem.squares().get(left) {
                        return self.add_from(square, spelling, position);
                    }
                    left -= tandem.squares().len();
                }
            }
            Which::Standing(standing) => {
                for tandem in Tandem::all(position, kind) {
                    for place in standing.places(tandem.squares().len()) {
                        self.add_from(tandem.squares()[place], spelling, position);
                    }
                }
            }
        }
    }

    /// Adds what the spelling can mean where its word was not needed, because no file holds two of
    /// the kind, or compares pieces on different files: whoever can move so, the one that the word
    /// suits best first.
    pub(super) fn add_needless(&mut self, spelling: Spelling, position: &Position) {
        let Which::Standing(standing) = spelling.which else {
            return;
        };
        if Tandem::all(position, spelling.kind).next().is_some() {
            return;
        }
        let piece = Piece::new(position.side(), spelling.kind);
        let squares = Square::all().filter(|&square| position.piece_at(square) == Some(piece));
        let wants_front = matches!(standing, Standing::Front | Standing::Plus);
        if wants_front == (position.side() == Side::Red) {
            squares.rev().for_each(|square| self.add_from(square, spelling, position));
        } else {
            squares.for_each(|square| self.add_from(square, spelling, position));
        }
    }

    fn add_from(&mut self, from: Square, spelling: Spelling, position: &Position) {
        self.has_piece = true;
        let to = target(from, spelling.kind, position.side(), spelling.direction, spelling.number);
        if let Some(to) = to {
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

    /// The meaning of all spellings together.
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

impl Spelling {
    /// The pseudo-legal moves that this spelling alone fits.
    pub(super) fn resolve(self, position: &Position) -> Reading {
        let mut fits = Fits::default();
        fits.add(self, position);
        if fits.is_empty() {
            fits.add_needless(self, position);
        }
        fits.into_reading()
    }
}

/// Reads shorthand that does not say its direction (炮25): a traverse where one is possible,
/// because only that is written without a stroke; else the strokes were lost, and it is whichever
/// of advance and retreat fits.
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
    fn files_count_from_the_movers_right() {
        for side in Side::ALL {
            for file in 0..9 {
                assert_eq!(file_of_number(file_number(file, side), side), file);
            }
        }
        assert_eq!(file_number(7, Side::Red), 2);
        assert_eq!(file_number(7, Side::Black), 8);
    }

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
                    assert_eq!(target(mv.from, kind, side, direction, number), Some(mv.to), "{mv}");
                }
            }
        }
    }

    #[test]
    fn ordinals_run_from_right_to_left_and_front_to_rear() {
        let position = Position::from_fen("3k5/9/3P1P3/4P4/3P1P3/9/9/9/9/4K4 w").unwrap();
        for (square, file, place, ordinal) in
            [("f7", 4, 1, 1), ("f5", 4, 2, 2), ("d7", 6, 1, 3), ("d5", 6, 2, 4), ("e6", 5, 1, 0)]
        {
            let seen = Neighbours::of(&position, PieceKind::Pawn, square.parse().unwrap());
            assert_eq!((seen.file, seen.place, seen.ordinal), (file, place, ordinal), "{square}");
        }
    }
}
