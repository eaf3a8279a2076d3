use super::*;
use crate::notation::{Solution, solve};

/// The readings of a description, canonical, in the order found.
fn readings(text: &str, fen: &str) -> String {
    let position = Position::from_fen(fen).unwrap();
    match read(text, &position) {
        Reading::One(mv) => mv.to_string(),
        Reading::Several(moves) => {
            let listed: Vec<String> = moves.iter().map(Move::to_string).collect();
            listed.join(" ")
        }
        Reading::None(why) => why.to_string(),
    }
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

#[test]
fn words_become_facts() {
    for (text, fen, expected) in [
        ("Pawn captures Chariot", "4k4/9/9/4r4/4P4/9/9/9/9/4K4 w", "e5e6"),
        ("兵吃车", "4k4/9/9/4r4/4P4/9/9/9/9/4K4 w", "e5e6"),
        ("King retreats", "3k5/9/9/9/9/9/9/9/4K4/9 w", "e1e0"),
        ("将退", "3k5/9/9/9/9/9/9/9/4K4/9 w", "e1e0"),
        ("Chariot advances for Check", "4k4/9/9/9/7R1/9/9/9/9/3K5 w", "h5h9"),
        ("车进照", "4k4/9/9/9/7R1/9/9/9/9/3K5 w", "h5h9"),
        ("车进将军", "4k4/9/9/9/7R1/9/9/9/9/3K5 w", "h5h9"),
        ("车进将", "4k4/9/9/9/7R1/9/9/9/9/3K5 w", "h5h9"),
        ("Horse to Riverbank", "3k5/9/9/9/9/9/9/8N/9/4K4 w", "i2h4"),
        ("马到河沿", "3k5/9/9/9/9/9/9/8N/9/4K4 w", "i2h4"),
        ("马卧槽", "4k4/9/9/9/1N7/9/9/9/9/3K5 w", "no move of the piece fits"),
        ("马卧槽照", "4k4/9/9/1N7/9/9/9/9/9/3K5 w", "b6c8"),
        ("傌掛角", "4k4/9/9/9/4N4/9/9/9/9/3K5 w", "e5d7 e5f7"),
        ("炮平中路", START, "b2e2 h2e2"),
        ("炮当头", START, "b2e2 h2e2"),
        ("红相进", START, "c0a2 c0e2 g0e2 g0i2"),
        ("黑相进", START, "no such piece there"),
        ("Cannon takes Horse", START, "b2b9 h2h9"),
        ("吃", START, "b2b9 h2h9"),
        ("吃马", START, "b2b9 h2h9"),
        ("炮吃将", START, "no move of the piece fits"),
        ("马马进", START, "not a move in any notation"),
        ("马飞", START, "not a move in any notation"),
        ("Horses", START, "not a move in any notation"),
        ("", START, "not a move in any notation"),
        ("到", START, "not a move in any notation"),
    ] {
        let expected = if expected == "no move of the piece fits" {
            Unreadable::CannotMove.to_string()
        } else {
            expected.to_owned()
        };
        assert_eq!(readings(text, fen), expected, "{text}");
    }
}

#[test]
fn what_is_written_fits_its_move() {
    let mut position =
        Position::from_fen("r1bak1bn1/9/n3CR3/p1p1C1p1p/9/9/P1P1P1PrP/6N2/9/1cBAKAB2 w").unwrap();
    for side in Side::ALL {
        position = position.with_side(side);
        for mv in position.legal_moves() {
            for write in [write::chinese, write::english] {
                let text = write(mv, &position).unwrap();
                let fits = match read(&text, &position) {
                    Reading::One(found) => found == mv,
                    Reading::Several(moves) => moves.contains(&mv),
                    Reading::None(_) => false,
                };
                assert!(fits, "{text} for {mv}");
            }
        }
    }
    let start = Position::start();
    let mv: Move = "h2e2".parse().unwrap();
    assert_eq!(write::chinese(mv, &start).as_deref(), Some("炮平中路"));
    assert_eq!(write::english(mv, &start).as_deref(), Some("Cannon traverses to the central file"));
}

#[test]
fn later_facts_prune_earlier_ones() {
    // Which pawn went ahead? The one that can take the black pawn of file c afterwards.
    let line = ["兵进", "马进边线", "兵进过河", "象进边线", "兵进吃卒"];
    let Solution::Several { lines, .. } = solve(&line, &Position::start(), &read) else { panic!() };
    assert!(lines.iter().all(|moves| moves[2].from == moves[0].to));
    let line = solve(
        &["King retreats", "King advances"],
        &Position::from_fen("3k5/9/9/9/9/9/9/9/4K4/9 w").unwrap(),
        &read,
    );
    assert_eq!(line.unique().map(<[Move]>::len), Some(2));
}
