//! A table of spellings that stands alone, and the round trip of every notation over random
//! positions.

use super::{
    Glyph, MoveLook, NOTATIONS, RIVALS, Reading, Unreadable, by_name, read, trim, without_marks,
};
use crate::xiangqi::{Board, Move, Piece, PieceKind, Position, Side, Square, mix};
use proptest::prelude::*;

/// All rows of `tests.tsv`, each with its position.
fn rows() -> impl Iterator<Item = (Position, Vec<&'static str>)> {
    let mut position = Position::start();
    include_str!("tests.tsv").lines().filter(|line| !line.starts_with('#')).filter_map(
        move |line| {
            let columns = line.split('\t').collect::<Vec<_>>();
            let Some(fen) = columns[0].strip_prefix("@ ") else {
                return Some((position.clone(), columns));
            };
            position = Position::from_fen(fen).unwrap();
            None
        },
    )
}

#[test]
fn every_row_reads_as_its_moves() {
    for (position, row) in rows() {
        let [text, expected] = row[..] else { continue };
        let found = match read(text, &position) {
            Reading::One(mv) => mv.to_string(),
            Reading::Several(moves) => {
                moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
            }
            Reading::None(_) => "-".to_owned(),
        };
        assert_eq!(found, expected, "{text} in {position:?}");
    }
}

#[test]
fn every_row_is_written_as_each_system_has_it() {
    for (position, row) in rows().filter(|(_, row)| row.len() == 6) {
        let names = ["chinese", "chinese-traditional", "wxf", "wxf-suffix", "li"];
        for (name, expected) in names.into_iter().zip(&row[1..]) {
            let written = (by_name(name).unwrap().write)(row[0].parse().unwrap(), &position);
            assert_eq!(written.as_deref(), Some(*expected), "{row:?} in {position:?} as {name}");
        }
    }
}

#[test]
fn examples_are_what_is_written() {
    for notation in NOTATIONS.iter().chain(RIVALS) {
        let mut position = Position::start();
        let mut texts = Vec::new();
        for mv in ["h2e2", "h9g7"] {
            let mv: Move = mv.parse().unwrap();
            texts.push((notation.write)(mv, &position).unwrap());
            position.play_unchecked(mv);
        }
        let between = if notation.name == "descriptive-en" { ", " } else { " " };
        assert_eq!(texts.join(between), notation.example, "{}", notation.name);
        assert!(notation.aliases.iter().all(|alias| by_name(alias).unwrap().name == notation.name));
        assert_eq!((notation.write)("a5a6".parse().unwrap(), &position), None);
    }
}

#[test]
fn what_a_notation_reads_looks_like_a_move() {
    let position = Position::start();
    let moves = position.legal_moves();
    let others = ('\u{a0}'..='\u{ffff}').step_by(97).chain("。、…·，「」〇○①Ⅱ".chars());
    let others = ('\0'..='\u{7f}').chain('！'..='／').chain(others);
    let others: Vec<char> = others.collect();
    for row in NOTATIONS.iter().chain(RIVALS) {
        if row.name.starts_with("descriptive") {
            continue;
        }
        let written = moves.iter().step_by(9).filter_map(|mv| (row.write)(*mv, &position));
        for token in written {
            let places = token.char_indices().map(|(at, _)| at).chain([token.len()]);
            for at in places {
                for other in &others {
                    let rest =
                        token[at..].chars().next().map_or("", |c| &token[at + c.len_utf8()..]);
                    let [with, instead] =
                        [&token[at..], rest].map(|rest| format!("{}{other}{rest}", &token[..at]));
                    for word in [with, instead] {
                        let is_number = |c: char| {
                            c.is_numeric() || matches!(Glyph::of(c), Some(Glyph::Digit(_)))
                        };
                        let is_read = word.contains(is_number)
                            && word.chars().count() > 2
                            && (row.read)(&word, &position) != Reading::None(Unreadable::NotAMove);
                        // `112` is usually a number.
                        let is_named = word.contains(char::is_alphabetic);
                        assert!(
                            !is_read || !is_named || MoveLook::of(&word).is_some(),
                            "{word} in {}",
                            row.name
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn words_of_many_letters_are_moves_of_few_notations() {
    const LETTERS: &[u8] = b"abcdefghikmnoprstuxzCHKRPEANBMSG0123456789+-=.";
    let position = Position::start();
    let mut state = 1;
    let mut words = 0;
    for _ in 0..60_000 {
        let mut random = |below: usize| {
            state = mix(state);
            state as usize % below
        };
        let mut letters: Vec<u8> = (0..random(5)).map(|_| LETTERS[random(LETTERS.len())]).collect();
        letters.splice(0..0, (0..3).map(|_| LETTERS[random(32)]));
        letters.rotate_left(random(3));
        letters.push(b'0' + random(10) as u8);
        let word = String::from_utf8(letters).unwrap();
        let mut runs = word.split(|c: char| !c.is_ascii_alphabetic());
        if !runs.any(|run| run.len() > 2) {
            continue;
        }
        words += 1;
        for row in NOTATIONS.iter().filter(|row| !row.name.starts_with("descriptive")) {
            let reading = (row.read)(&word, &position);
            assert_eq!(reading, Reading::None(Unreadable::NotAMove), "{word} in {}", row.name);
        }
    }
    assert!(words > 10_000, "{words}");
}

#[test]
fn reasons_tell_what_is_wrong() {
    let start = Position::start();
    for (text, why) in [
        ("炮", Unreadable::NotAMove),
        ("", Unreadable::NotAMove),
        ("!?", Unreadable::NotAMove),
        ("\u{332}", Unreadable::NotAMove),
        ("炮一平五", Unreadable::NoSuchPiece),
        ("C1=5", Unreadable::NoSuchPiece),
        ("相三平五", Unreadable::CannotMove),
        ("R1+9", Unreadable::CannotMove),
        ("h2h9h2", Unreadable::NotAMove),
    ] {
        assert_eq!(read(text, &start), Reading::None(why), "{text}");
    }
}

/// Pseudorandom numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mix(self.0) % limit as u64) as usize
    }
}

/// A board with many pieces of few kinds on few files; now and then without kings.
fn constructed(seed: u64) -> Position {
    let mut dice = Dice(seed);
    let mut board = Board::EMPTY;
    let files: Vec<u8> = (0..1 + dice.below(4)).map(|_| dice.below(9) as u8).collect();
    let kinds: Vec<PieceKind> =
        (0..1 + dice.below(3)).map(|_| PieceKind::ALL[1 + dice.below(6)]).collect();
    for _ in 0..4 + dice.below(20) {
        let file = files[dice.below(files.len())];
        let square = Square::at(file, dice.below(10) as u8).unwrap();
        let side = Side::ALL[usize::from(dice.below(4) == 0)];
        board.set(square, Some(Piece::new(side, kinds[dice.below(kinds.len())])));
    }
    if dice.below(3) > 0 {
        board.set(Square::at(4, 0).unwrap(), Some(Piece::RedKing));
        board.set(Square::at(3, 9).unwrap(), Some(Piece::BlackKing));
    }
    if dice.below(2) == 0 {
        for (square, piece) in board.pieces().collect::<Vec<_>>() {
            board.set(square, Some(Piece::new(piece.side().other(), piece.kind())));
        }
        return Position::new(board, Side::Black);
    }
    Position::new(board, Side::Red)
}

/// A position some random moves after the start.
fn reached(seed: u64) -> Position {
    let mut dice = Dice(seed);
    let mut position = Position::start();
    for _ in 0..dice.below(150) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[dice.below(moves.len())]);
    }
    position
}

fn every_move_reads_back(position: &Position) {
    for mv in position.pseudo_legal_moves() {
        for notation in NOTATIONS.iter().chain(RIVALS).filter(|notation| notation.is_complete) {
            let text = (notation.write)(mv, position).unwrap_or_default();
            let own = (notation.read)(&text, position);
            assert_eq!(own, Reading::One(mv), "{} {text} in {position:?}", notation.name);
            if !notation.is_automatic {
                continue;
            }
            match read(&text, position) {
                Reading::One(found) => assert_eq!(found, mv, "{text} in {position:?}"),
                // Other readers take Li's RB for a rear bishop.
                Reading::Several(moves) => {
                    assert!(notation.name == "li" && moves.contains(&mv), "{text} in {position:?}");
                }
                Reading::None(why) => panic!("{text} in {position:?}: {why}"),
            }
        }
    }
}

proptest! {
    #[test]
    fn what_needs_no_trimming_is_left_alone(
        token in "[ \u{3000}a炮Ａ.]?[炮二h2.+]{0,4}[ \u{3000}\n!?！。，x五５é\u{332}]{0,2}"
    ) {
        prop_assert_eq!(trim(&token), without_marks(&token));
    }
}

proptest! {
    #[test]
    fn moves_of_games_read_back(seed: u64) {
        every_move_reads_back(&reached(seed));
    }

    #[test]
    fn moves_of_set_up_boards_read_back(seed: u64) {
        every_move_reads_back(&constructed(seed));
    }

    #[test]
    fn any_text_gives_pseudo_legal_moves(text in "\\PC{0,8}", seed: u64) {
        let position = constructed(seed);
        pseudo_legal(&read(&text, &position), &position);
        let near = super::near_readings(&text, &position);
        assert!(near.len() <= 5 && near.iter().all(|&(mv, _)| position.is_legal(mv)), "{text}");
    }

    #[test]
    fn any_row_of_signs_gives_pseudo_legal_moves(
        text in "[1-9A-Ka-kmnprsNPRS+.=前中后兵车相一四五平进-]{3,5}",
        seed: u64,
    ) {
        let position = constructed(seed);
        pseudo_legal(&read(&text, &position), &position);
    }
}

/// Asserts that all moves of a reading are pseudo-legal, and that `Several` has at least two.
fn pseudo_legal(reading: &Reading, position: &Position) {
    match reading {
        Reading::One(mv) => assert!(position.is_pseudo_legal(*mv), "{reading:?}"),
        Reading::Several(moves) => {
            let can_be_played = moves.iter().all(|&mv| position.is_pseudo_legal(mv));
            assert!(moves.len() > 1 && can_be_played, "{reading:?}");
        }
        Reading::None(_) => {}
    }
}
