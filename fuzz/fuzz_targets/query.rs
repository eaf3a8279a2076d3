//! Any text as a query: what is understood is spelled so that it can be read again, and asked of a
//! short game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xqdb::query::{Evaluator, Headers, Library, Query};

/// The moves of a game from the standard start.
const MOVES: [&str; 6] = ["h2e2", "h9g7", "h0g2", "i9h9", "e2e6", "d9e8"];

fuzz_target!(|text: &str| {
    xqdb_fuzz::watch(text.len(), || {
        let query = match Query::read(text, Library::prelude()) {
            Ok(query) => query,
            Err(error) => {
                assert!(error.character() <= text.chars().count() + 1);
                return;
            }
        };
        let plan = query.plan();
        let spelled = query.condition().to_string();
        // Names that the text defines are spelled, and their definitions are not.
        if query.condition().patterns().iter().all(|(name, _)| is_known(name)) {
            let again = Query::read(&spelled, Library::prelude());
            // Brackets make a text longer and deeper, perhaps beyond what is read.
            if let Ok(again) = again {
                assert_eq!(again.condition().to_string(), spelled);
            }
        }
        let mut evaluator = Evaluator::new(&plan);
        let moves = MOVES.map(|mv| mv.parse::<xqdb::xiangqi::Move>().expect("a move").bytes());
        evaluator.begin_standard(&moves);
        let holds = evaluator.holds(&Headers::NONE);
        assert_eq!(evaluator.matches(&Headers::NONE).is_some(), holds);
    });
});

fn is_known(name: &str) -> bool {
    Library::prelude().patterns().iter().any(|pattern| pattern.name() == name)
}
