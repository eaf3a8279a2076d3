//! Notations that do not say everything, against a matcher that knows none of their code: it goes
//! through all moves of a position and asks of each whether a plain reading of the text fits it.
//!
//! Positions come from games by dice and from boards strewn with pieces, both colours.

use crate::common::games::Dice;
use std::collections::BTreeSet;
use xqdb::notation::{Reading, by_name};
use xqdb::xiangqi::{Board, Move, Piece, PieceKind, Position, Side, Square};

/// Every position of a game by dice.
fn played(seed: u64) -> Vec<Position> {
    let mut dice = Dice(seed);
    let mut positions = vec![Position::start()];
    for _ in 0..100 {
        let mut position = positions[positions.len() - 1].clone();
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[dice.below(moves.len())]);
        positions.push(position);
    }
    positions
}

/// Kings in their palaces, other pieces anywhere they may stand; pawns by preference on two files.
fn strewn(seed: u64) -> Position {
    let mut dice = Dice(seed ^ 0xB0A2D);
    let mut board = Board::EMPTY;
    for (side, rank) in [(Side::Red, 0), (Side::Black, 9)] {
        let king = Square::at(4, rank).unwrap();
        board.set(king, Some(Piece::new(side, PieceKind::King)));
    }
    let crowded = [dice.below(9) as u8, dice.below(9) as u8];
    for _ in 0..24 {
        let side = if dice.below(2) == 0 { Side::Red } else { Side::Black };
        let kind = [
            PieceKind::Horse,
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Pawn,
            PieceKind::Pawn,
        ][dice.below(5)];
        let is_pawn = kind == PieceKind::Pawn;
        let file =
            if is_pawn && dice.below(3) > 0 { crowded[dice.below(2)] } else { dice.below(9) as u8 };
        let square = Square::at(file, dice.below(10) as u8).unwrap();
        // A pawn has never been behind the rank it began on.
        let ahead = if side == Side::Red { square.rank() } else { 9 - square.rank() };
        if board.get(square).is_none() && (!is_pawn || ahead >= 3) {
            board.set(square, Some(Piece::new(side, kind)));
        }
    }
    let side = if dice.below(2) == 0 { Side::Red } else { Side::Black };
    Position::new(board, side)
}

fn positions() -> impl Iterator<Item = Position> {
    (0..40).flat_map(played).chain((0..1500).map(strewn))
}

fn kind_at(square: Square, position: &Position) -> PieceKind {
    position.piece_at(square).unwrap().kind()
}

/// The file as the side to move counts it: from its right, 1 to 9.
fn file_of(square: Square, side: Side) -> u8 {
    if side == Side::Red { 9 - square.file() } else { square.file() + 1 }
}

/// How far a move goes ahead, seen from its side.
fn ahead(mv: Move, side: Side) -> i8 {
    let ranks = mv.to.rank() as i8 - mv.from.rank() as i8;
    if side == Side::Red { ranks } else { -ranks }
}

/// The last figure of a move in files and distances.
fn number_of(mv: Move, kind: PieceKind, side: Side) -> u8 {
    let is_diagonal = matches!(kind, PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse);
    match ahead(mv, side) {
        0 => file_of(mv.to, side),
        _ if is_diagonal => file_of(mv.to, side),
        ranks => ranks.unsigned_abs(),
    }
}

/// What a reader made of a text.
fn readings(system: &str, text: &str, position: &Position) -> BTreeSet<String> {
    let found = match (by_name(system).unwrap().read)(text, position) {
        Reading::One(mv) => vec![mv],
        Reading::Several(moves) => moves,
        Reading::None(_) => Vec::new(),
    };
    found.iter().map(ToString::to_string).collect()
}

fn fitting(moves: &[Move], fits: impl Fn(Move) -> bool) -> BTreeSet<String> {
    moves.iter().copied().filter(|&mv| fits(mv)).map(|mv| mv.to_string()).collect()
}

#[test]
fn digits_of_the_number_pad() {
    let mut count = 0;
    for position in positions() {
        let (side, moves) = (position.side(), position.pseudo_legal_moves());
        for mv in &moves {
            let text = (by_name("keypad").unwrap().write)(*mv, &position).unwrap();
            let digits: Vec<u8> = text.bytes().map(|byte| byte - b'0').collect();
            let expected = fitting(&moves, |mv| {
                let kind = kind_at(mv.from, &position);
                let direction = 2 - ahead(mv, side).signum();
                digits
                    == [
                        kind as u8 + 1,
                        file_of(mv.from, side),
                        direction as u8,
                        number_of(mv, kind, side),
                    ]
            });
            assert_eq!(
                readings("keypad", &text, &position),
                expected,
                "{text} {}",
                position.to_fen()
            );
            count += 1;
        }
    }
    println!("{count} texts");
}

/// The kinds that a character of a Chinese move names.
fn kind_named(letter: char) -> Option<PieceKind> {
    Some(match letter {
        '帅' | '将' => PieceKind::King,
        '仕' | '士' => PieceKind::Advisor,
        '相' | '象' => PieceKind::Elephant,
        '马' => PieceKind::Horse,
        '车' => PieceKind::Rook,
        '炮' => PieceKind::Cannon,
        '兵' | '卒' => PieceKind::Pawn,
        _ => return None,
    })
}

#[test]
fn shorthand_that_lost_its_strokes() {
    let (mut plain, mut tandem, mut other) = (0, 0, 0);
    for position in positions() {
        let (side, moves) = (position.side(), position.pseudo_legal_moves());
        // How many of the same kind stand before and behind on the file.
        let ranks_on_file = |from: Square| {
            let kind = kind_at(from, &position);
            let mut ranks: Vec<i8> =
                position
                    .board()
                    .pieces_of(side)
                    .filter(|(square, piece)| piece.kind() == kind && square.file() == from.file())
                    .map(|(square, _)| {
                        if side == Side::Red { -(square.rank() as i8) } else { square.rank() as i8 }
                    })
                    .collect();
            ranks.sort_unstable();
            let own = if side == Side::Red { -(from.rank() as i8) } else { from.rank() as i8 };
            (ranks.iter().position(|&rank| rank == own).unwrap(), ranks.len())
        };
        let texts: BTreeSet<String> = moves
            .iter()
            .map(|&mv| (by_name("strokeless").unwrap().write)(mv, &position).unwrap())
            .collect();
        for text in texts {
            let letters: Vec<char> = text.chars().collect();
            let number = letters[2].to_digit(10).unwrap_or(0) as u8;
            let ends_alike = |mv: Move, kind| {
                kind_at(mv.from, &position) == kind && number_of(mv, kind, side) == number
            };
            let expected = match letters[..] {
                [piece, file, _] if file.is_ascii_digit() && kind_named(piece).is_some() => {
                    plain += 1;
                    let kind = kind_named(piece).unwrap();
                    let file = file.to_digit(10).unwrap() as u8;
                    fitting(&moves, |mv| ends_alike(mv, kind) && file_of(mv.from, side) == file)
                }
                [which @ ('前' | '后'), piece, _] if piece != '兵' && piece != '卒' => {
                    tandem += 1;
                    let kind = kind_named(piece).unwrap();
                    fitting(&moves, |mv| {
                        let (place, count) = ranks_on_file(mv.from);
                        let wanted = if which == '前' { 0 } else { count - 1 };
                        ends_alike(mv, kind) && count > 1 && place == wanted
                    })
                }
                // Pawns of crowded files have forms of their own: only that the text means its own
                // moves.
                _ => {
                    other += 1;
                    continue;
                }
            };
            assert_eq!(
                readings("strokeless", &text, &position),
                expected,
                "{text} {}",
                position.to_fen()
            );
        }
    }
    println!("{plain} plain, {tandem} of tandems, {other} of crowded pawns");
    assert!(plain > 10_000 && tandem > 200);
}

/// One thing that a description says, in the words of both languages, and when it holds.
type Fact = (&'static str, &'static str, fn(Move, &Position) -> bool);

/// The rank as the side to move counts it, from its own back rank.
fn rank(square: Square, side: Side) -> u8 {
    if side == Side::Red { square.rank() } else { 9 - square.rank() }
}

fn arrives(mv: Move, position: &Position, fits: impl Fn(u8, u8) -> bool) -> bool {
    fits(mv.to.file(), rank(mv.to, position.side()))
}

fn after(mv: Move, position: &Position) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

fn takes(mv: Move, position: &Position, kind: PieceKind) -> bool {
    position.piece_at(mv.to).is_some_and(|piece| piece.kind() == kind)
}

const WAYS: [Fact; 3] = [
    ("进", " advances", |mv, position| ahead(mv, position.side()) > 0),
    ("退", " retreats", |mv, position| ahead(mv, position.side()) < 0),
    ("平", " traverses", |mv, position| ahead(mv, position.side()) == 0),
];

const PLACES: [Fact; 7] = [
    ("到中路", " to the central file", |mv, position| {
        arrives(mv, position, |file, _| file == 4)
    }),
    ("到河沿", " to the riverbank", |mv, position| arrives(mv, position, |_, rank| rank == 4)),
    ("到底线", " to the bottom rank", |mv, position| arrives(mv, position, |_, rank| rank == 9)),
    ("到本方底线", " to the home rank", |mv, position| {
        arrives(mv, position, |_, rank| rank == 0)
    }),
    ("到九宫", " to the palace", |mv, position| {
        arrives(mv, position, |file, rank| (3..=5).contains(&file) && rank >= 7)
    }),
    ("到边线", " to the edge", |mv, position| {
        arrives(mv, position, |file, _| file == 0 || file == 8)
    }),
    ("过河", " crosses the river", |mv, position| {
        let side = position.side();
        rank(mv.from, side) <= 4 && rank(mv.to, side) >= 5
    }),
];

const TAKES: [Fact; 5] = [
    ("吃车", " captures Chariot", |mv, position| takes(mv, position, PieceKind::Rook)),
    ("吃马", " captures Horse", |mv, position| takes(mv, position, PieceKind::Horse)),
    ("吃炮", " captures Cannon", |mv, position| takes(mv, position, PieceKind::Cannon)),
    ("吃卒", " captures Pawn", |mv, position| takes(mv, position, PieceKind::Pawn)),
    ("吃", " captures", |mv, position| position.piece_at(mv.to).is_some()),
];

const ENDS: [Fact; 2] = [
    ("照", " with check", |mv, position| after(mv, position).is_check()),
    ("杀", " with mate", |mv, position| after(mv, position).ending().is_some()),
];

const PIECES: [(&str, &str, PieceKind); 7] = [
    ("帅", "King", PieceKind::King),
    ("仕", "Advisor", PieceKind::Advisor),
    ("相", "Elephant", PieceKind::Elephant),
    ("马", "Horse", PieceKind::Horse),
    ("车", "Chariot", PieceKind::Rook),
    ("炮", "Cannon", PieceKind::Cannon),
    ("兵", "Pawn", PieceKind::Pawn),
];

#[test]
fn moves_told_in_words() {
    let mut dice = Dice(7);
    let (mut count, mut empty) = (0, 0);
    for position in positions().step_by(3) {
        let legal = position.legal_moves();
        for (chinese, english, kind) in PIECES {
            for _ in 0..4 {
                // At most one fact of each list, some left out.
                let mut facts: Vec<&Fact> = Vec::new();
                for list in [&WAYS[..], &PLACES, &TAKES, &ENDS] {
                    facts.extend(list.get(dice.below(list.len() * 3)));
                }
                let mut texts = [chinese.to_owned(), english.to_owned()];
                for fact in &facts {
                    texts[0] += fact.0;
                    texts[1] += fact.1;
                }
                let expected = fitting(&legal, |mv| {
                    kind_at(mv.from, &position) == kind
                        && facts.iter().all(|(_, _, holds)| holds(mv, &position))
                });
                for text in &texts {
                    let found = readings("descriptive", text, &position);
                    assert_eq!(found, expected, "{text} {}", position.to_fen());
                }
                count += 1;
                empty += usize::from(expected.is_empty());
            }
        }
    }
    println!("{count} descriptions, {empty} of which fit nothing");
    assert!(empty < count * 9 / 10);
}
