//! A position as a page needs it: what stands where, and what may be played.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use xqdb::notation::System;
use xqdb::xiangqi::{Ending, Move, Position, Side};

/// A position.
pub(super) fn position(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let notation = asking.notation()?;
    let line = asking.line()?;
    let position = &line.position;
    let table = asking.archive.openings();
    let code = line.start.is_start().then(|| table.code(line.moves.iter().copied())).flatten();
    let opening = code.and_then(|code| table.opening(code)).map(|opening| {
        json!({
            "code": opening.code,
            "name": opening.name,
            "traditional": opening.traditional,
            "english": opening.english,
        })
    });
    let pieces: Map<String, Value> = position
        .board()
        .pieces()
        .map(|(square, piece)| (square.to_string(), json!(piece.fen_letter().to_string())))
        .collect();
    let mut legal: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for mv in position.legal_moves() {
        legal.entry(mv.from.to_string()).or_default().push(mv.to.to_string());
    }
    Ok(Answer::Json(json!({
        "fen": position.to_fen(),
        "start": (!line.start.is_start()).then(|| line.start.to_fen()),
        "side": side(position.side()),
        "line": told(&line.start, &line.moves, &notation),
        "pieces": pieces,
        "legal": legal,
        "check": position.is_check(),
        "ending": position.ending().map(ending),
        "opening": opening,
        "mirror": position.mirror().to_fen(),
    })))
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Red => "red",
        Side::Black => "black",
    }
}

fn ending(ending: Ending) -> Value {
    let (how, loser) = match ending {
        Ending::Checkmate { loser } => ("checkmate", loser),
        Ending::Stalemate { loser } => ("stalemate", loser),
    };
    json!({ "how": how, "loser": side(loser) })
}

/// Moves as coordinates and in a notation.
fn told(start: &Position, moves: &[Move], notation: &System) -> Vec<Value> {
    let mut position = start.clone();
    let told = moves.iter().map(|&mv| {
        let san = notation.write(mv, &position);
        position.play_unchecked(mv);
        json!({ "uci": mv.to_string(), "san": san })
    });
    told.collect()
}
