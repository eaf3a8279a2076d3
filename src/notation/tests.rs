//! A table of spellings that stands alone, and the round trip of every notation over random
//! positions.

use super::{NOTATIONS, RIVALS, Reading, Unreadable, by_name, read, trim, without_marks};
use crate::xiangqi::{Board, Move, Piece, PieceKind, Position, Side, Square, mix};
use proptest::prelude::*;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
const START_BLACK: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
/// Two red rooks on file 2, two black cannons on file 8.
const ROOKS: &str = "4k4/7R1/9/7c1/9/7c1/9/7R1/9/3K5 w";
const CANNONS: &str = "4k4/9/9/7c1/9/7c1/9/9/9/3K5 b";
/// Elephants at home and on the river; advisors on one file.
const ELEPHANTS: &str = "4k1b2/9/9/9/6b2/2B6/9/3A5/9/2BAK4 w";
const ELEPHANTS_BLACK: &str = "4k1b2/9/9/9/6b2/2B6/9/3A5/9/2BAK4 b";
const TWO_PAWNS: &str = "4k4/9/4P4/9/4P4/9/9/9/9/3K5 w";
const THREE_PAWNS: &str = "4k4/9/7P1/7P1/7P1/9/9/9/9/3K5 w";
const THREE_PAWNS_BLACK: &str = "4k4/9/9/9/9/1p7/1p7/1p7/9/3K5 b";
const FOUR_PAWNS: &str = "3k5/6P2/6P2/6P2/6P2/9/9/9/9/3K5 w";
const FIVE_PAWNS: &str = "3k5/2P6/2P6/2P6/2P6/2P6/9/9/9/4K4 w";
const TWO_AND_TWO: &str = "3k5/9/3P1P3/4P4/3P1P3/9/9/9/9/4K4 w";
const THREE_AND_TWO: &str = "3k5/1P7/1P4P2/1P4P2/9/9/9/9/9/4K4 w";
/// A rook pair and an elephant pair, and `RB+5` fits either.
const COLLISION: &str = "3k5/7R1/9/9/9/2B6/9/9/7R1/2B1K4 w";

/// Position, spelling, the moves it can mean (`-` is none).
const TABLE: &[(&str, &str, &str)] = &[
    // Plain moves in every dress.
    (START, "炮二平五", "h2e2"),
    (START, "砲2平5", "h2e2"),
    (START, "包２平５", "h2e2"),
    (START, "炮貳平伍", "h2e2"),
    (START, "马二进三", "h0g2"),
    (START, "傌八上七", "b0c2"),
    (START, "俥九進一", "a0a1"),
    (START, "象七进五", "c0e2"),
    (START, "士四进五", "f0e1"),
    (START, "将5进1", "e0e1"),
    (START, "卒七进一", "c3c4"),
    (START_BLACK, "马8进7", "h9g7"),
    (START_BLACK, "馬八進七", "h9g7"),
    (START_BLACK, "馬８進７,", "h9g7"),
    (START_BLACK, "砲8平5!?", "h7e7"),
    (START_BLACK, "炮2退1", "b7b8"),
    (START_BLACK, "炮２下１．", "b7b8"),
    (START, "C2=5", "h2e2"),
    (START, "c2.5", "h2e2"),
    (START, "Ｃ２＝５", "h2e2"),
    (START, "N2+3", "h0g2"),
    (START, "G5+1", "e0e1"),
    (START, "g4+5", "f0e1"),
    (START, "B7+5", "c0e2"),
    (START_BLACK, "H8+7", "h9g7"),
    (START_BLACK, "s3+1", "c6c5"),
    (START, "M2+3", "h0g2"),
    (START, "M3+5", "g0e2"),
    (START, "H2-E2", "h2e2"),
    (START, "Ch2-e2", "h2e2"),
    // Shorthand.
    (START, "C25", "h2e2"),
    (START, "炮25", "h2e2"),
    (START_BLACK, "H87\u{332}", "h9g7"),
    (START_BLACK, "马87", "h9g7"),
    (START, "兵七一\u{332}", "c3c4"),
    (ROOKS, "车29\u{305}", "-"),
    // Two of a kind on a file.
    (ROOKS, "前车进一", "h8h9"),
    (ROOKS, "车后平五", "h2e2"),
    (ROOKS, "車二平五", "h8e8 h2e2"),
    (ROOKS, "车二进二", "h2h4"),
    (ROOKS, "+R+1", "h8h9"),
    (ROOKS, "R++1", "h8h9"),
    (ROOKS, "RF+1", "h8h9"),
    (ROOKS, "fR+1", "h8h9"),
    (ROOKS, "-R.5", "h2e2"),
    (ROOKS, "RR=5", "h2e2"),
    (ROOKS, "br=5", "h2e2"),
    (ROOKS, "RB=5", "h2e2"),
    (CANNONS, "fc=5", "h4e4"),
    (CANNONS, "bc-1", "h6h7"),
    (CANNONS, "后炮平５", "h6e6"),
    (COLLISION, "RB+5", "h1h6 c0e2"),
    (COLLISION, "rB+5", "c0e2"),
    (COLLISION, "bR+5", "h1h6"),
    (COLLISION, "RB+9", "c0a2"),
    (COLLISION, "RB=3", "h1g1"),
    // The geometry decides.
    (ELEPHANTS, "相七进五", "c0e2"),
    (ELEPHANTS, "E7-5", "c4e2"),
    (ELEPHANTS, "-E+5", "c0e2"),
    (ELEPHANTS, "仕六退五", "d2e1"),
    (ELEPHANTS, "A6+5", "d0e1"),
    (ELEPHANTS_BLACK, "后象进5", "g9e7"),
    (ELEPHANTS_BLACK, "E7+5", "g9e7"),
    (ELEPHANTS_BLACK, "+E-5", "g5e7"),
    (START, "前炮平五", "h2e2 b2e2"),
    (TWO_PAWNS, "前兵进一", "e7e8"),
    (TWO_PAWNS, "-P=4", "e5f5"),
    (TWO_PAWNS, "兵五平四", "e7f7 e5f5"),
    // Three pawns and more.
    (THREE_PAWNS, "中兵平三", "h6g6"),
    (THREE_PAWNS, "22=3", "h6g6"),
    (THREE_PAWNS, "P..3", "h6g6"),
    (THREE_PAWNS, "P+=3", "h7g7"),
    (THREE_PAWNS, "Pb=3", "h6g6"),
    (THREE_PAWNS, "PB=3", "h5g5"),
    (THREE_PAWNS, "P2=3", "h7g7 h6g6 h5g5"),
    (THREE_PAWNS, "P2+1", "h7h8"),
    (THREE_PAWNS_BLACK, "后卒平1", "b4a4"),
    (THREE_PAWNS_BLACK, "32=3", "b4c4"),
    (FOUR_PAWNS, "二兵平四", "g7f7"),
    (FOUR_PAWNS, "43=2", "g5h5"),
    (FOUR_PAWNS, "++=4", "g8f8"),
    (FOUR_PAWNS, "P+=4", "g8f8 g7f7"),
    (FOUR_PAWNS, "前三平四", "g8f8"),
    (FIVE_PAWNS, "中兵平六", "c6d6"),
    (FIVE_PAWNS, "四兵平八", "c5b5"),
    (FIVE_PAWNS, "五兵进一", "-"),
    (FIVE_PAWNS, "Pe=8", "-"),
    (TWO_AND_TWO, "一兵平五", "f7e7"),
    (TWO_AND_TWO, "三兵平五", "d7e7"),
    (TWO_AND_TWO, "前兵平五", "f7e7 d7e7"),
    (TWO_AND_TWO, "前六平五", "d7e7"),
    (TWO_AND_TWO, "后四兵平五", "f5e5"),
    (TWO_AND_TWO, "4+.5", "f7e7"),
    (TWO_AND_TWO, "-6=5", "d5e5"),
    (TWO_AND_TWO, "Pd.5", "d5e5"),
    (TWO_AND_TWO, "二兵六平五", "d5e5"),
    (TWO_AND_TWO, "兵五进一", "e6e7"),
    (THREE_AND_TWO, "中兵平九", "b7a7"),
    (THREE_AND_TWO, "88=9", "b7a7"),
    (THREE_AND_TWO, "五兵平七", "b6c6"),
    // What is no move, or not a pseudo-legal one.
    (START, "炮二平十", "-"),
    (START, "车一平五", "-"),
    (START, "炮一平五", "-"),
    (START, "R+1", "-"),
    (START, "1-0", "-"),
    (START, "……", "-"),
    (START, "炮二平五炮二平五", "-"),
];

#[test]
fn every_row_reads_as_its_moves() {
    for &(fen, text, expected) in TABLE {
        let position = Position::from_fen(fen).unwrap();
        let found = match read(text, &position) {
            Reading::One(mv) => mv.to_string(),
            Reading::Several(moves) => {
                moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
            }
            Reading::None(_) => "-".to_owned(),
        };
        assert_eq!(found, expected, "{text} in {fen}");
    }
}

/// Position, move, its text as chinese, chinese-traditional, wxf, wxf-suffix and li.
const WRITTEN: &[(&str, &str, [&str; 5])] = &[
    (START, "h2e2", ["炮二平五", "炮二平五", "C2=5", "C2.5", "C2=5"]),
    (START_BLACK, "h9g7", ["马8进7", "馬8進7", "H8+7", "H8+7", "H8+7"]),
    (START_BLACK, "h7e7", ["炮8平5", "砲8平5", "C8=5", "C8.5", "C8=5"]),
    (ROOKS, "h8h9", ["前车进一", "前車進一", "+R+1", "R++1", "RF+1"]),
    (CANNONS, "h6e6", ["后炮平5", "後砲平5", "-C=5", "C-.5", "CB=5"]),
    (COLLISION, "h1h6", ["后车进五", "後車進五", "-R+5", "R-+5", "RB+5"]),
    (ELEPHANTS, "c0e2", ["相七进五", "相七進五", "-E+5", "E-+5", "EB+5"]),
    (TWO_PAWNS, "e5f5", ["后兵平四", "後兵平四", "-P=4", "P-.4", "PB=4"]),
    (THREE_PAWNS, "h7g7", ["前兵平三", "前兵平三", "12=3", "P+.3", "12=3"]),
    (THREE_PAWNS, "h6g6", ["中兵平三", "中兵平三", "22=3", "22.3", "22=3"]),
    (THREE_PAWNS_BLACK, "b4a4", ["后卒平1", "後卒平1", "32=1", "P-.1", "32=1"]),
    (FOUR_PAWNS, "g7f7", ["二兵平四", "二兵平四", "23=4", "23.4", "23=4"]),
    (TWO_AND_TWO, "d7e7", ["三兵平五", "三兵平五", "16=5", "16.5", "16=5"]),
];

#[test]
fn every_row_is_written_as_each_system_has_it() {
    for (fen, mv, texts) in WRITTEN {
        let position = Position::from_fen(fen).unwrap();
        let names = ["chinese", "chinese-traditional", "wxf", "wxf-suffix", "li"];
        for (name, expected) in names.into_iter().zip(texts) {
            let written = (by_name(name).unwrap().write)(mv.parse().unwrap(), &position);
            assert_eq!(written.as_deref(), Some(*expected), "{mv} in {fen} as {name}");
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

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mix(self.0) % limit as u64) as usize
    }
}

/// A board with many pieces of few kinds on few files, kings now and then absent.
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

/// A position some moves after the start.
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
                // Li's RB can be a rear bishop to others.
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

/// Asserts that all moves of a reading can be played, and that several are at least two.
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
