//! Readings of a damaged record for other programs.

use super::emended::{BorneOut, Emended};
use crate::decision::{Decision, RecordPly, What};
use crate::replay::Edit;
use crate::store::Testimony;
use crate::xiangqi::{Ending, Move};
use serde_json::{Value, json};

impl Emended {
    /// The record and its readings.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "path": self.place,
            "record": self.record.record,
            "content": blake3::Hash::from_bytes(self.record.hash).to_hex().as_str(),
            "game": self.game,
            "start": (!self.start.is_start()).then(|| self.start.to_fen()),
            "tokens": self.tokens,
            "plays": self.played.len(),
            "readings": self.readings.iter().map(|it| self.reading(it)).collect::<Vec<_>>(),
        })
    }

    /// What has to be decided so that this record and all among `others` that stand as it does
    /// are read so; none where it is no matter of moves.
    #[must_use]
    pub fn decisions(&self, reading: &BorneOut, others: &[Emended]) -> Option<Vec<Decision>> {
        let reads = reading.reads()?;
        let stands_so = |other: &&Emended| other.tokens == self.tokens;
        let mut records: Vec<&Testimony> =
            others.iter().filter(stands_so).map(|other| &other.record).collect();
        if !records.contains(&&self.record) {
            records.push(&self.record);
        }
        let decisions = records.into_iter().flat_map(|&Testimony { hash: content, record }| {
            reads.iter().map(move |(&ply, moves)| Decision {
                what: What::Read(RecordPly { content, record, ply }, moves.clone()),
                reason: String::new(),
                by: String::new(),
                when: String::new(),
            })
        });
        Some(decisions.collect())
    }

    fn reading(&self, BorneOut { reading, games, kin }: &BorneOut) -> Value {
        let names = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>();
        let edit = |edit: &Edit| {
            json!({
                "ply": edit.ply,
                "slip": edit.slip.name(),
                "stands": self.stands(edit),
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
}
