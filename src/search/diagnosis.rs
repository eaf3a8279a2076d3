//! Which slip would explain why the main line of a stored record ends: its bytes are read again.

use super::archive::Archive;
use super::reread::reread;
use crate::format::by_name;
use crate::notation::System;
use crate::replay::{BrokenLine, Repair, Slip, Unread, repairs};
use crate::store::{RawBytes, Result};
use crate::xiangqi::{Move, Position};
use serde_json::{Value, json};

/// What can be said of a main line that ends early.
#[derive(Debug, Clone)]
pub struct Diagnosis {
    /// The slips that would explain it, the best first.
    pub repairs: Vec<Repair>,
    /// Where the line begins.
    pub start: Position,
    /// What could be played.
    pub played: Vec<Move>,
    /// How many moves of the main line could not.
    pub lost: u32,
    /// The text from the move that fails on, if the record is a text.
    pub tail: Option<String>,
    /// The position that the record begins with seems to belong to other moves: the second move
    /// at the latest cannot be played, and no slip explains it.
    pub is_start_odd: bool,
}

impl Diagnosis {
    /// The same for other programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let names = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>();
        let repair = |repair: &Repair| {
            let mut value = match &repair.slip {
                Slip::Misprint(moves) => json!({ "slip": "misprint", "moves": names(moves) }),
                Slip::Exchanged(by) => json!({ "slip": "exchanged", "with": repair.ply + by }),
                Slip::Crossed => json!({ "slip": "crossed" }),
                Slip::Extra(count) => json!({ "slip": "extra", "count": count }),
                Slip::Missing(side, moves) => {
                    json!({ "slip": "missing", "side": side, "moves": names(moves) })
                }
                Slip::MissingPair(moves) => {
                    json!({ "slip": "missing-pair", "moves": names(moves) })
                }
                Slip::Turn(side) => json!({ "slip": "turn", "side": side }),
            };
            value["ply"] = json!(repair.ply);
            value["plays"] = json!(repair.plays);
            value["whole"] = json!(repair.is_whole);
            value
        };
        json!({
            "lost": self.lost,
            "odd_start": self.is_start_odd,
            "tail": self.tail,
            "repairs": self.repairs.iter().map(repair).collect::<Vec<_>>(),
        })
    }
}

impl Archive {
    /// What may be wrong with the main line of a record (1-based in its source) that could be read
    /// in part.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn diagnosis(&self, source: i64, record: u64) -> Result<Option<Diagnosis>> {
        Ok(self.snapshot().raw_record(source, record)?.and_then(|stored| diagnose(&stored)))
    }
}

fn diagnose(stored: &RawBytes) -> Option<Diagnosis> {
    reread(stored, |record, game| {
        let failure = game.outcome.failure().filter(|failure| failure.ply > 0)?;
        let tokens = record.tree.main_line();
        let start = game.start.as_deref().cloned().unwrap_or_else(Position::start);
        let played: Vec<Move> = game.tree.main_line().collect();
        let system = &System::Auto;
        let line = BrokenLine { start: &start, played: &played, tokens: &tokens, system };
        let repairs = repairs(&line);
        let is_text = stored.format.as_deref().and_then(by_name).is_some_and(|it| it.is_text);
        let tail = is_text
            .then(|| Unread::in_text(failure, &stored.bytes, stored.start, record.encoding).tail);
        let lost = tokens.len().saturating_sub(played.len()) as u32;
        let is_explained = repairs.iter().any(|repair| repair.is_whole);
        let is_start_odd = !start.is_start() && played.len() < 2 && !is_explained;
        Some(Diagnosis { repairs, start, played, lost, tail: tail.flatten(), is_start_odd })
    })
}
