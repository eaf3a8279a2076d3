//! Books that are written and read back, and variants that other programs write.

use super::*;
use crate::search::Unwatched;
use crate::store::{BookKey, BookLayout, BookRow, BookWriter, KeyFate};
use crate::xiangqi::{Move, Position};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const LAYOUTS: [BookLayout; 3] = [BookLayout::Obk, BookLayout::PfBook, BookLayout::Xqb];

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// Positions of some lines, with their moves.
fn lines() -> Vec<(Position, Move)> {
    let lines = [
        "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6",
        "c3c4 b9c7 b0c2 g6g5 h2e2 a9b9",
        "b2e2 b9c7 b0c2 a9b9 a0b0",
    ];
    let mut all = Vec::new();
    for line in lines {
        let mut position = Position::start();
        for step in line.split(' ').map(mv) {
            all.push((position.clone(), step));
            position.play_unchecked(step);
        }
    }
    all
}

fn key(layout: BookLayout, position: &Position) -> BookKey {
    match layout {
        BookLayout::Xqb => BookKey::Board(PackedBoard::of(position).bytes),
        _ => BookKey::Number(NumberKeys::of(position).own),
    }
}

fn code(layout: BookLayout, order: ByteOrder, position: &Position, mv: Move) -> u16 {
    match layout {
        BookLayout::Xqb => PackedBoard::of(position).code(mv),
        _ => order.code(mv),
    }
}

/// Book with a row for each of these moves, which `row` makes.
fn book(
    folder: &TempDir,
    layout: BookLayout,
    moves: &[(Position, Move)],
    row: impl Fn(usize, &Position, Move) -> BookRow,
) -> PathBuf {
    let path = folder.path().join(format!("{layout:?}.dat"));
    let _ = std::fs::remove_file(&path);
    let mut writer = BookWriter::create(&path, layout).unwrap();
    for (at, (position, mv)) in moves.iter().enumerate() {
        writer.add([(&key(layout, position), row(at, position, *mv))]).unwrap();
    }
    writer.finish().unwrap();
    path
}

fn row(layout: BookLayout, order: ByteOrder) -> impl Fn(usize, &Position, Move) -> BookRow {
    move |at, position, mv| BookRow {
        mv: Some(code(layout, order, position, mv)),
        score: Some(at as i64 - 3),
        results: [Some(at as u64), Some(2), Some(3)],
        is_allowed: at % 5 != 4,
        remark: if at % 2 == 0 { format!("第{at}着") } else { String::new() },
    }
}

fn open(path: &Path) -> EngineBook {
    EngineBook::open(path).unwrap()
}

#[test]
fn every_kind_is_read_as_it_was_written_from_either_side_in_either_order_of_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let moves = lines();
    for (layout, order) in LAYOUTS
        .into_iter()
        .flat_map(|layout| [ByteOrder::FromHigh, ByteOrder::FromLow].map(|order| (layout, order)))
    {
        let book = open(&book(&folder, layout, &moves, row(layout, order)));
        assert_eq!(book.kind(), BookKind::Table(layout));
        for (at, (position, mv)) in moves.iter().enumerate() {
            let expected = row(layout, order)(at, position, *mv);
            let is_it = |it: &&BookMove| it.mv == *mv && it.score == expected.score;
            let found = book.moves(position).unwrap();
            let found = found.iter().find(is_it);
            let Some(found) = found else {
                // The second line returns to the start, and reaches a mirror image of the first.
                assert!(
                    at > 6
                        && moves[..at]
                            .iter()
                            .any(|(known, _)| { [known, &known.mirror()].contains(&position) }),
                    "{layout:?} {at}"
                );
                continue;
            };
            assert_eq!([found.wins, found.draws, found.losses], expected.results);
            assert_eq!((found.is_allowed, &found.remark), (expected.is_allowed, &expected.remark));
            // One half suffices: the mirror image has the mirrored move.
            let other = book.moves(&position.mirror()).unwrap();
            assert!(other.iter().any(|it| it.mv == mv.mirror() || position.is_symmetric()));
        }
        let survey = BookSurvey::of(&book, &Unwatched).unwrap();
        assert_eq!(survey.moves, moves.len() as u64);
        assert!(survey.is_sound(), "{survey:?}");
        let is_turned = layout != BookLayout::Xqb && order != ByteOrder::FromHigh;
        assert_eq!(survey.turned > 0, is_turned, "{layout:?} {order:?}");
        assert_eq!(survey.forbidden, 3, "{survey:?}");
        assert_eq!(survey.remarks, 9);
    }
}

#[test]
fn allowed_moves_come_first_and_the_first_row_of_a_move_counts() {
    let folder = tempfile::tempdir().unwrap();
    let start = Position::start();
    let moves = ["h2e2", "c3c4", "g3g4", "g3g4", "a0a9", "b0c2"].map(|it| (start.clone(), mv(it)));
    let scores = [10, 30, 20, 99, 5, 50];
    for layout in LAYOUTS {
        let path = book(&folder, layout, &moves, |at, position, mv| BookRow {
            mv: Some(code(layout, ByteOrder::FromHigh, position, mv)),
            score: Some(scores[at]),
            is_allowed: at != 5,
            ..BookRow::default()
        });
        let book = open(&path);
        let said = book.moves(&start).unwrap();
        let said: Vec<_> = said.iter().map(|it| (it.mv.to_string(), it.score.unwrap())).collect();
        let expected = [("c3c4", 30), ("g3g4", 20), ("h2e2", 10), ("b0c2", 50)];
        assert_eq!(said, expected.map(|(mv, score)| (mv.to_owned(), score)));
        let survey = BookSurvey::of(&book, &Unwatched).unwrap();
        assert_eq!((survey.impossible, survey.is_sound()), (1, false));
        assert_eq!((survey.positions, survey.moves, survey.forbidden), (1, 6, 1));
    }
}

/// A key whose bits are no number is lost in a book that stores keys as numbers.
#[test]
fn the_fate_of_a_key_is_told_before_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let whole = (-3e15_f64).to_bits();
    for (key, fate) in [
        (0x7FFF_FFFF_FFFF_FFFF, KeyFate::Kept),
        (0, KeyFate::Kept),
        (0xB93E_65CE_48B3_75C2, KeyFate::Kept),
        ((-1e300_f64).to_bits(), KeyFate::Kept),
        (f64::NEG_INFINITY.to_bits(), KeyFate::Kept),
        (whole, KeyFate::Whole),
        (0xFFF0_0000_0000_0001, KeyFate::Lost),
        (0xFFFF_FFFF_FFFF_FFFF, KeyFate::Lost),
        (0x8000_0000_0000_0000, KeyFate::Lost),
    ] {
        let key = BookKey::Number(key);
        assert_eq!(key.fate(BookLayout::Obk), fate, "{key:?}");
        assert_eq!(key.fate(BookLayout::PfBook), KeyFate::Kept);
        for layout in [BookLayout::Obk, BookLayout::PfBook] {
            let path = folder.path().join("a.obk");
            let _ = std::fs::remove_file(&path);
            let mut writer = BookWriter::create(&path, layout).unwrap();
            writer.add([(&key, BookRow { mv: Some(7), ..BookRow::default() })]).unwrap();
            writer.finish().unwrap();
            let table = crate::store::BookTable::open(&path).unwrap().unwrap();
            let is_found = table.rows_of(&key).unwrap().len() == 1;
            assert_eq!(is_found, key.fate(layout) != KeyFate::Lost, "{key:?} {layout:?}");
        }
    }
}

/// Entries in the form of ElephantEye.
fn dat(moves: &[(Position, Move, u16)]) -> Vec<u8> {
    let mut entries: Vec<(u32, u16, u16)> = moves
        .iter()
        .map(|(position, mv, weight)| (lock(position), ByteOrder::FromLow.code(*mv), *weight))
        .collect();
    entries.sort_unstable();
    let bytes = |(lock, mv, weight): (u32, u16, u16)| {
        [&lock.to_le_bytes()[..], &mv.to_le_bytes(), &weight.to_le_bytes()].concat()
    };
    entries.into_iter().flat_map(bytes).collect()
}

#[test]
fn the_entries_of_a_book_dat_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("BOOK.DAT");
    let moves: Vec<_> = lines().into_iter().map(|(position, mv)| (position, mv, 7)).collect();
    std::fs::write(&path, dat(&moves)).unwrap();
    let book = open(&path);
    assert_eq!(book.kind(), BookKind::Dat);
    for (position, mv, weight) in &moves {
        for (position, mv) in [(position.clone(), *mv), (position.mirror(), mv.mirror())] {
            let said = book.moves(&position).unwrap();
            let is_it = |it: &BookMove| it.mv == mv && it.score == Some((*weight).into());
            let is_mirrored = |it: &BookMove| position.is_symmetric() && it.mv == mv.mirror();
            assert!(said.iter().any(|it| is_it(it) || is_mirrored(it)), "{position:?} {mv}");
        }
    }
    let survey = BookSurvey::of(&book, &Unwatched).unwrap();
    assert_eq!((survey.moves, survey.is_sound()), (18, true));
    // Lock of the start in the published book.
    assert_eq!(lock(&Position::start()), 0x0526_56D5);
}
