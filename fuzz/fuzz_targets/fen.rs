//! Any text as a FEN: what is understood is written as a FEN that means the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xqdb::xiangqi::Position;

fuzz_target!(|text: &str| {
    xqdb_fuzz::watch(text.len(), || {
        let Ok(position) = Position::from_fen(text) else { return };
        let again = Position::from_fen(&position.to_fen()).expect("our own FEN");
        assert_eq!(again.to_fen(), position.to_fen());
        assert_eq!(again.zobrist(), position.zobrist());
        for mv in position.legal_moves() {
            let mut after = position.clone();
            let undo = after.play_unchecked(mv);
            after.undo(undo);
            assert_eq!(after.zobrist(), position.zobrist());
        }
        assert_eq!(position.mirror().mirror().zobrist(), position.zobrist());
    });
});
