//! Texts side by side, for other programs.

use super::collation::{Entry, Reading};
use super::gathered::Gathered;
use crate::notation::System;
use crate::search::Witness;
use crate::xiangqi::Move;
use serde_json::{Value, json};

impl Gathered {
    /// All that was found. Plies are 1-based.
    #[must_use]
    pub fn to_json(&self, notation: &System) -> Value {
        let collation = &self.collation;
        let sigla: Vec<String> = (0..collation.texts.len()).map(Gathered::siglum).collect();
        let texts: Vec<Value> = (0..sigla.len()).map(|text| text_value(self, text)).collect();
        let entries = collation.entries.iter().map(|entry| entry_value(self, entry, notation));
        json!({
            "texts": texts,
            "apparatus": entries.collect::<Vec<Value>>(),
            "tags": self.tags(),
            "leftOut": self.left_out,
            "agreement": { "sigla": sigla, "shares": collation.agreement },
        })
    }
}

fn text_value(gathered: &Gathered, text: usize) -> Value {
    let game = &gathered.games[text];
    let laid = text.checked_sub(1).map(|at| &gathered.collation.laid[at]);
    let witnesses = gathered.witnesses[text].iter().enumerate();
    let witness = |(number, witness): (usize, &Witness)| {
        let Witness { places, record, .. } = witness;
        json!({ "siglum": gathered.sign(text, number), "places": places, "record": record })
    };
    json!({
        "siglum": Gathered::siglum(text),
        "key": game.key,
        "start": game.start,
        "plies": game.plies,
        "mirrored": laid.is_some_and(|laid| laid.mirrored),
        // The plies after which this text and the first begin to agree.
        "joins": laid.map(|laid| laid.joint),
        "witnesses": witnesses.map(witness).collect::<Vec<Value>>(),
    })
}

fn entry_value(gathered: &Gathered, entry: &Entry, notation: &System) -> Value {
    let plies = entry.plies.clone();
    let moves = &gathered.games[0].moves[plies.clone()];
    let readings = entry.readings.iter().map(|reading| {
        let Reading { texts, at, moves, relation, meets } = reading;
        json!({
            "sigla": texts.iter().map(|&text| Gathered::siglum(text)).collect::<Vec<_>>(),
            "relation": relation.name(),
            "moves": names(moves),
            "san": gathered.spelled((texts[0], *at), moves, notation),
            "differing": differing(gathered, entry, reading),
            "returns": meets,
        })
    });
    json!({
        "ply": plies.start + 1,
        "last": plies.end,
        "fen": gathered.position(0, plies.start).to_fen(),
        "moves": names(moves),
        "san": gathered.spelled((0, plies.start), moves, notation),
        "readings": readings.collect::<Vec<Value>>(),
    })
}

/// The plies whose moves a reading of as many plies has otherwise.
fn differing(gathered: &Gathered, entry: &Entry, reading: &Reading) -> Vec<usize> {
    let plies = entry.differing(&gathered.games[0].moves, reading);
    plies.into_iter().map(|ply| ply + 1).collect()
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
