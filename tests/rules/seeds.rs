//! The notations as their describers quote them, move by move.
//!
//! Sources of the moves:
//! - Jim Png, "A Detailed Introduction to the Notation System in Xiangqi" (wxf, shorthand,
//!   descriptive, meng, poem)
//! - "Xiangqi Notation", a page of 2014 for the players of Seattle (seattle)
//! - the Xiangqi notation page of Mindzine, Mind Sports Worldwide, 1999 (wxf-suffix)
//! - "Xiang Qi Notation", 2004, which fits that page to the books of David Li (li)
//! - Felix Tan, "Rudiments of Xiangqi", with a game from a manual of the Qing dynasty (wxf-suffix)

use xqdb::format::RawMove;
use xqdb::metadata::GameResult;
use xqdb::notation::{Certainty, Legend, Reading, System, by_name, tokens, understand};
use xqdb::replay::{BrokenLine, Slip, emendations};
use xqdb::xiangqi::{Ending, Move, Position, Side};

/// What a text means in a position: `wxf` moves are read without naming the system, like all that
/// `auto` knows.
fn meaning(text: &str, position: &Position) -> String {
    let found = understand(&System::Auto, &[text], position);
    let mut moves: Vec<String> = match found.verdict {
        Certainty::Unplayable => Vec::new(),
        _ => found
            .candidates
            .iter()
            .flat_map(|candidate| candidate.solution.lines())
            .map(|line| line[0].to_string())
            .collect(),
    };
    moves.sort();
    moves.dedup();
    moves.join("|")
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_every_quoted_move_is_read_in_its_own_spelling() {
    let table = std::fs::read_to_string(crate::common::shared("seeds-examples.tsv")).unwrap();
    let mut counts = [0; 4];
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [_, _, system, text, fen, expected, ..] = cells[..] else { panic!("{row}") };
        if fen.is_empty() {
            without_position(system, text);
            counts[0] += 1;
            continue;
        }
        let position = Position::from_fen(fen).unwrap();
        if text.contains(' ') && !system.starts_with("descriptive") {
            whole_line(text, expected, &position);
            counts[1] += 1;
        } else if expected.len() == 2 {
            names_a_piece(text, expected, &position);
            counts[2] += 1;
        } else {
            assert_eq!(meaning(text, &position), expected, "{system} {text} in {fen}");
            counts[3] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

/// Meng's coordinates and the poem are quoted without a board: they name points, and which ones
/// depends on where counting begins, or on a legend. Here they are read by the assumption that is
/// stated, and by a legend with these words.
fn without_position(system: &str, text: &str) {
    let (system, fen, expected) = match (system, text) {
        ("meng", "H28-47") => (System::named("meng"), "4k4/9/1N7/9/9/9/9/9/9/3K5 w", "b7d6"),
        ("meng", "P48-49") => (System::named("meng"), "4k4/9/3P5/9/9/9/9/9/9/5K3 w", "d7d8"),
        ("poem", _) => {
            let (from, to) = text.split_once('-').unwrap();
            let others: Vec<String> = (0..88).map(|n| format!("word{n}")).collect();
            let legend =
                format!("order: rows from-bottom left-to-right\n{from} {to} {}", others.join(" "));
            let legend = Legend::parse(&legend).unwrap();
            (Ok(System::Poem(legend.into())), "4k4/9/9/9/9/9/9/9/9/R3K4 w", "a0b0")
        }
        _ => panic!("{system} {text}"),
    };
    let position = Position::from_fen(fen).unwrap();
    let expected = Reading::One(expected.parse().unwrap());
    assert_eq!(system.unwrap().read(text, &position), expected, "{text}");
}

/// A line is read as far as its moves are given.
fn whole_line(text: &str, expected: &str, start: &Position) {
    let tokens = tokens(text);
    let found = understand(&System::Auto, &tokens, start);
    let moves: Vec<String> =
        found.candidates[0].solution.lines()[0].iter().map(Move::to_string).collect();
    assert_eq!(moves.join(" "), expected, "{text}");
    let is_whole = moves.len() == tokens.len();
    assert_eq!(is_whole, found.verdict == Certainty::Decided, "{text}");
}

/// `+R` names a piece: with the second half of each of its moves it is that move.
fn names_a_piece(name: &str, square: &str, position: &Position) {
    // A few of the quoted diagrams do not say whose move it is.
    let position = match position.piece_at(square.parse().unwrap()) {
        Some(piece) => position.with_side(piece.side()),
        None => panic!("nothing stands on {square}"),
    };
    let wxf = by_name("wxf").unwrap();
    let mut moves = position.pseudo_legal_moves();
    moves.retain(|mv| mv.from.to_string() == square);
    assert!(!moves.is_empty(), "{name}");
    for mv in moves {
        let written = (wxf.write)(mv, &position).unwrap();
        let text = format!("{name}{}", &written[written.len() - 2..]);
        assert_eq!((wxf.read)(&text, &position), Reading::One(mv), "{text} for {mv}");
    }
}

/// The game from the Qing manual as printed: the seventh half-move is impossible.
const PRINTED: &str = "C2=5 C8=5 H2+3 H8+7 R1=2 R9+1 R1=6 R8+6 R6+7 H2+1 R9+1 C2+7 C8+5 H7-8 C5+4 \
                       A6+5 R9=6 K5=6 R++1 \
                       A5-4 R6=4 C5=6 R4+6 K6=5 C8=5";

#[test]
fn the_game_of_the_qing_manual() {
    let start = Position::start();
    let printed = tokens(PRINTED);
    assert_eq!(printed.len(), 25);
    let found = understand(&System::Auto, &printed, &start);
    assert_eq!(found.verdict, Certainty::Unplayable);
    assert_eq!(found.candidates[0].solution.lines()[0].len(), 6);
    assert_eq!(printed[6], "R1=6");

    // The rooks' moves of the third round are exchanged: then it plays, and ends in mate.
    let emended = PRINTED.replace("R1=2 R9+1", "R1+1 R9=8");
    let found = understand(&System::Auto, &tokens(&emended), &start);
    assert_eq!(found.verdict, Certainty::Decided);
    let moves = found.candidates[0].solution.unique().unwrap().to_vec();
    assert_eq!(start.after(&moves).ending(), Some(Ending::Checkmate { loser: Side::Black }));
}

#[test]
fn the_game_of_the_qing_manual_is_emended() {
    let start = Position::start();
    let tokens = tokens(PRINTED);
    let raw: Vec<RawMove<'_>> = tokens.iter().map(|token| RawMove::Text(token)).collect();
    let mut position = start.clone();
    let mut played = Vec::new();
    for token in &tokens[..6] {
        let Reading::One(mv) = System::Auto.read(token, &position) else { panic!("{token}") };
        position.play_unchecked(mv);
        played.push(mv);
    }
    let line = BrokenLine { start: &start, played: &played, tokens: &raw };
    let found = emendations(&line, GameResult::RedWins);
    // One reading lets the game be played to the end, which is mate.
    let whole: Vec<_> = found.iter().filter(|reading| reading.is_whole).collect();
    let [reading] = whole[..] else { panic!("{found:?}") };
    assert_eq!(reading.ending, Some(Ending::Checkmate { loser: Side::Black }));
    let [edit] = &reading.edits[..] else { panic!("{reading:?}") };
    assert_eq!((edit.ply, &edit.slip), (5, &Slip::Crossed));
    assert_eq!(edit.reads, ["i0i1", "i9h9"].map(|mv| mv.parse::<Move>().unwrap()));
}
