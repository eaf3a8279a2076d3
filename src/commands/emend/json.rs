//! Readings for other programs.

use serde_json::{Value, json};
use xqdb::replay::Edit;
use xqdb::search::{BorneOut, Emended};
use xqdb::xiangqi::{Ending, Move};

/// A record and its readings.
pub(super) fn value(emended: &Emended) -> Value {
    let readings = emended.readings.iter();
    json!({
        "path": emended.place,
        "record": emended.record.record,
        "content": blake3::Hash::from_bytes(emended.record.hash).to_hex().as_str(),
        "game": emended.game,
        "start": (!emended.start.is_start()).then(|| emended.start.to_fen()),
        "tokens": emended.tokens,
        "plays": emended.played.len(),
        "readings": readings.map(|reading| self::reading(emended, reading)).collect::<Vec<_>>(),
    })
}

fn reading(emended: &Emended, BorneOut { reading, games, kin }: &BorneOut) -> Value {
    let names = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>();
    let edit = |edit: &Edit| {
        json!({
            "ply": edit.ply,
            "slip": edit.slip.name(),
            "stands": emended.stands(edit),
            "reads": names(&edit.reads),
        })
    };
    let ending = reading.ending.map(|ending| match ending {
        Ending::Checkmate { .. } => "checkmate",
        Ending::Stalemate { .. } => "stalemate",
    });
    json!({
        "edits": reading.edits.iter().map(edit).collect::<Vec<_>>(),
        "moves": names(&reading.moves),
        "plays": reading.plays,
        "whole": reading.is_whole,
        "exposed": reading.exposed,
        "ending": ending,
        "games": games,
        "kin": kin,
        "cost": reading.cost,
    })
}
