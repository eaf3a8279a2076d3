//! Tokens after a FEN on the first line (empty: the standard start): each is read, and when it has
//! one reading, played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xqdb::notation::{NOTATIONS, RIVALS, Reading, near_readings, read};
use xqdb::xiangqi::Position;

fuzz_target!(|text: &str| {
    xqdb_fuzz::watch(text.len(), || {
        let (fen, tokens) = text.split_once('\n').unwrap_or(("", text));
        let start = if fen.is_empty() { Ok(Position::start()) } else { Position::from_fen(fen) };
        let Ok(mut position) = start else { return };
        for token in tokens.split_whitespace().take(200) {
            let reading = read(token, &position);
            for notation in NOTATIONS.iter().chain(RIVALS) {
                check(&(notation.read)(token, &position), &position);
            }
            let _ = near_readings(token, &position);
            check(&reading, &position);
            if let Reading::One(mv) = reading {
                for notation in NOTATIONS {
                    let text = (notation.write)(mv, &position);
                    assert!(text.is_some() || !notation.is_complete, "{mv} in {}", notation.name);
                }
                position.play_unchecked(mv);
            }
        }
    });
});

fn check(reading: &Reading, position: &Position) {
    match reading {
        Reading::One(mv) => assert!(position.is_pseudo_legal(*mv), "{mv}"),
        Reading::Several(moves) => {
            assert!(moves.len() > 1 && moves.iter().all(|mv| position.is_pseudo_legal(*mv)));
        }
        Reading::None(_) => {}
    }
}
