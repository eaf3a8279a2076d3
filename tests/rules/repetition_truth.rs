//! Rulings against a table of published diagrams and of windows of real games.

use crate::common::shared;
use std::collections::HashMap;
use std::io::Read;
use xqdb::xiangqi::repetition::{Class, Cycle, Ruling, Study, Window};
use xqdb::xiangqi::{Board, Move, Piece, Position, Side};

/// The columns of a row by name.
type Row<'t> = HashMap<&'t str, &'t str>;

fn table() -> String {
    let file = std::fs::File::open(shared("repetition-truth.tsv.gz")).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn rows(table: &str) -> Vec<Row<'_>> {
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(|line| head.iter().copied().zip(line.split('\t')).collect()).collect()
}

fn cycle(start: &Position, moves: &[Move]) -> Option<Cycle> {
    let window = Window { from: 0, to: moves.len() };
    Study::of(start, moves).cycles.into_iter().find(|cycle| cycle.stretch.third == window)
}

/// The window of a row.
fn window(row: &Row<'_>) -> (Position, Vec<Move>) {
    let moves = row["cycle"].as_bytes().chunks(4);
    let moves = moves.map(|mv| std::str::from_utf8(mv).unwrap().parse().unwrap()).collect();
    (Position::from_fen(row["start"]).unwrap(), moves)
}

/// The same window with the colours exchanged, seen from the other side of the table.
fn exchanged(start: &Position, moves: &[Move]) -> (Position, Vec<Move>) {
    let mut board = Board::EMPTY;
    for (square, piece) in start.board().pieces() {
        board.set(square.rotate(), Some(Piece::new(piece.side().other(), piece.kind())));
    }
    let turned = moves.iter().map(|mv| Move::new(mv.from.rotate(), mv.to.rotate())).collect();
    (Position::new(board, start.side().other()), turned)
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_classes_and_rulings_are_those_of_the_table() {
    let table = table();
    let mut faults = Vec::new();
    let (mut counted, mut published) = (0, 0);
    for row in rows(&table) {
        if !["published", "agreed", "majority"].contains(&row["status"]) {
            continue;
        }
        counted += 1;
        published += usize::from(row["status"] == "published");
        let (start, moves) = window(&row);
        let plain = cycle(&start, &moves).map(|cycle| said(&cycle, false));
        let (start, moves) = exchanged(&start, &moves);
        let turned = cycle(&start, &moves).map(|cycle| said(&cycle, true));
        let expected = Some([row["red"], row["black"], row["axf"]]);
        if plain != expected || turned != expected {
            faults.push(format!("{} {}: {plain:?}, {turned:?}", row["start"], row["cycle"]));
        }
    }
    assert!(counted > 5_000 && published >= 160, "{counted} rows, {published} published");
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The classes of Red and Black and the ruling; told back where the colours are exchanged.
fn said(cycle: &Cycle, swap: bool) -> [&'static str; 3] {
    let class = |side: Side| -> Class { cycle.classes[if swap { side.other() } else { side }] };
    let ruling = match cycle.judgements[0].ruling {
        Ruling::Loses(side) if swap => Ruling::Loses(side.other()),
        ruling => ruling,
    };
    [class(Side::Red).name(), class(Side::Black).name(), ruling.name()]
}
