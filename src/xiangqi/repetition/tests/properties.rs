//! Properties of every cycle, tried on many random ones.

use super::{CYCLES, Class, RULE_BOOKS, Ruling, Study, moves, position};
use crate::xiangqi::{Board, BySide, Move, Piece, PieceKind, Position, Side, Square};

/// Small pseudorandom numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        (!from.is_empty()).then(|| from[self.below(from.len())])
    }
}

/// A board with both kings and a few pieces on points that they can stand on.
fn board(dice: &mut Dice) -> Board {
    let mut board = Board::EMPTY;
    let put = |board: &mut Board, square: Option<Square>, piece| {
        if let Some(square) = square.filter(|square| board.get(*square).is_none()) {
            board.set(square, Some(piece));
        }
    };
    put(&mut board, Square::at(3 + dice.below(3) as u8, dice.below(3) as u8), Piece::RedKing);
    put(&mut board, Square::at(3 + dice.below(3) as u8, 7 + dice.below(3) as u8), Piece::BlackKing);
    for side in Side::ALL {
        let advisor = Square::new([3, 5, 13, 21, 23][dice.below(5)]);
        let elephant = Square::new([2, 6, 18, 22, 26, 38, 42][dice.below(7)]);
        let own = |square: Option<Square>| match side {
            Side::Red => square,
            Side::Black => square.map(Square::rotate),
        };
        put(&mut board, own(advisor), Piece::new(side, PieceKind::Advisor));
        put(&mut board, own(elephant), Piece::new(side, PieceKind::Elephant));
        for kind in [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Rook] {
            let square = Square::new(dice.below(Square::COUNT) as u8);
            put(&mut board, square.filter(|_| dice.below(3) > 0), Piece::new(side, kind));
        }
        let pawn = Square::new(27 + dice.below(63) as u8);
        put(&mut board, own(pawn), Piece::new(side, PieceKind::Pawn));
    }
    board
}

/// A quiet legal move that some piece can take back.
fn quiet(position: &Position, dice: &mut Dice) -> Option<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| {
        let kind = position.piece_at(mv.from).map(Piece::kind);
        position.piece_at(mv.to).is_none() && kind != Some(PieceKind::Pawn)
    });
    dice.pick(&moves)
}

const fn back(mv: Move) -> Move {
    Move::new(mv.to, mv.from)
}

/// A cycle of four legal moves; at its start the waiting side is not in check.
fn cycle(dice: &mut Dice) -> Option<(Position, [Move; 4])> {
    let start = Position::new(board(dice), Side::ALL[dice.below(2)]);
    if start.is_attacked(start.side().other()) {
        return None;
    }
    let mut position = start.clone();
    let first = quiet(&position, dice)?;
    position.play_unchecked(first);
    let second = quiet(&position, dice)?;
    position.play_unchecked(second);
    for mv in [back(first), back(second)] {
        if !position.is_legal(mv) {
            return None;
        }
        position.play_unchecked(mv);
    }
    (position == start).then_some((start, [first, second, back(first), back(second)]))
}

/// The findings on a cycle played three times: the classes, who is chased from where, and the
/// rulings.
type Said = (BySide<Class>, BySide<Vec<Square>>, [Ruling; RULE_BOOKS.len()]);

fn said(start: &Position, moves: &[Move]) -> Said {
    let study = Study::of(start, &moves.repeat(3));
    let [cycle] = study.cycles.as_slice() else { panic!("one stretch: {start:?} {moves:?}") };
    let squares = |side: Side| cycle.chased[side].iter().map(|actor| actor.square).collect();
    let chased = BySide { red: squares(Side::Red), black: squares(Side::Black) };
    (cycle.classes, chased, cycle.judgements.map(|judgement| judgement.ruling))
}

/// Moves squares by `map`, and exchanges the colours where `swap` says so.
fn changed(said: Said, map: impl Fn(Square) -> Square, swap: bool) -> Said {
    let (classes, chased, rulings) = said;
    let squares = |squares: Vec<Square>| {
        let mut squares: Vec<Square> = squares.into_iter().map(&map).collect();
        squares.sort();
        squares
    };
    let (red, black) = (squares(chased.red), squares(chased.black));
    if !swap {
        return (classes, BySide { red, black }, rulings);
    }
    let rulings = rulings.map(|ruling| match ruling {
        Ruling::Loses(side) => Ruling::Loses(side.other()),
        same => same,
    });
    let classes = BySide { red: classes.black, black: classes.red };
    (classes, BySide { red: black, black: red }, rulings)
}

fn mapped(moves: &[Move], map: impl Fn(Square) -> Square) -> Vec<Move> {
    moves.iter().map(|mv| Move::new(map(mv.from), map(mv.to))).collect()
}

/// `position` with the colours exchanged, seen from the other side of the table.
fn exchanged(position: &Position) -> Position {
    let mut board = Board::EMPTY;
    for (square, piece) in position.board().pieces() {
        board.set(square.rotate(), Some(Piece::new(piece.side().other(), piece.kind())));
    }
    Position::new(board, position.side().other())
}

/// The cycles whose class is known, and many random ones.
fn cycles(seed: u64) -> impl Iterator<Item = (Position, Vec<Move>)> {
    let known = CYCLES.iter().map(|known| (position(known.fen), moves(known.moves)));
    let mut dice = Dice(seed);
    let random = (0..700).filter_map(move |_| cycle(&mut dice));
    known.chain(random.map(|(start, moves)| (start, moves.to_vec())))
}

#[test]
fn colours_and_sides_of_the_board_make_no_difference() {
    let mut seen = [0; 3];
    for (start, moves) in cycles(7) {
        let plain = said(&start, &moves);
        for class in [plain.0.red, plain.0.black] {
            seen[class as usize] += 1;
        }
        let mirrored = said(&start.mirror(), &mapped(&moves, Square::mirror));
        let expected = changed(plain.clone(), Square::mirror, false);
        assert_eq!(mirrored, expected, "mirrored: {start:?} {moves:?}");
        let other = said(&exchanged(&start), &mapped(&moves, Square::rotate));
        let expected = changed(plain, Square::rotate, true);
        assert_eq!(other, expected, "exchanged: {start:?} {moves:?}");
    }
    let [check, chase, idle] = seen;
    assert!(check >= 4 && chase >= 8 && idle > 200, "{seen:?}");
}

#[test]
fn it_does_not_matter_at_which_move_a_cycle_begins() {
    for (start, mut moves) in cycles(11) {
        let (classes, _, rulings) = said(&start, &moves);
        let mut position = start.clone();
        for _ in 1..moves.len() {
            position.play_unchecked(moves[0]);
            moves.rotate_left(1);
            let shifted = said(&position, &moves);
            assert_eq!((shifted.0, shifted.2), (classes, rulings), "{start:?} {moves:?}");
        }
    }
}
