//! What records say, and how far a game has gone.

use crate::metadata::GameResult;
use crate::query::syntax::{Header, Numbers, TextField};
use crate::query::turn::Turn;

/// The plies of rounds: two a round, the first round's are 0 and 1.
pub(super) fn plies(rounds: Numbers) -> Numbers {
    let least = rounds.least.saturating_sub(1).saturating_mul(2);
    match rounds.most.checked_mul(2) {
        // There is no round 0.
        Some(0) => Numbers { least: 0, most: u32::MAX, is_negated: !rounds.is_negated },
        Some(most) => Numbers { least, most: most - 1, ..rounds },
        None => Numbers { least, ..rounds },
    }
}

/// A header as it reads from the other chair.
pub(super) fn turned_header(header: &Header, turn: Turn) -> Header {
    if !turn.is_swapped {
        return header.clone();
    }
    match header {
        Header::Text(TextField::Red, values) => Header::Text(TextField::Black, values.clone()),
        Header::Text(TextField::Black, values) => Header::Text(TextField::Red, values.clone()),
        Header::Result(results) => {
            Header::Result(results.iter().map(|&result| turned_result(result)).collect())
        }
        other => other.clone(),
    }
}

fn turned_result(result: GameResult) -> GameResult {
    match result {
        GameResult::RedWins => GameResult::BlackWins,
        GameResult::BlackWins => GameResult::RedWins,
        other => other,
    }
}
