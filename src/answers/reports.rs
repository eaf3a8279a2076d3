//! JSON of damaged records, their readings, and names found in place of others.

use crate::replay::{Edit, Failure, Repair, Slip};
use crate::search::{
    BorneOut, Diagnosis, Emended, FoundBy, FoundNames, Matcher, ReportItem, Trouble, near_moves,
};
use crate::store::Unread;
use crate::text::hex;
use crate::xiangqi::{Ending, Move};
use serde_json::{Map, Value, json};

impl Matcher {
    /// [`Matcher::found_names`] as JSON; `only` means that no game has the name as asked for.
    pub fn matched_json(&self) -> Value {
        let names = self.found_names().iter().map(|FoundNames { asked, sort, names, by }| {
            let only = *by == FoundBy::SoundAlone;
            let by = match by {
                FoundBy::Decision => "decision",
                FoundBy::Evidence => "evidence",
                FoundBy::Sound | FoundBy::SoundAlone => "pinyin",
                FoundBy::Near => "near",
            };
            json!({ "asked": asked, "sort": sort.as_str(), "names": names, "by": by, "only": only })
        });
        names.collect()
    }
}

impl ReportItem {
    /// The finding as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            ReportItem::Unread(Unread { path, member, reason }) => {
                let member = (!member.is_empty()).then_some(member);
                json!({ "path": path, "member": member, "unread": reason })
            }
            ReportItem::Trouble(trouble, diagnosis) => {
                let mut value = trouble.to_json();
                if let Some(diagnosis) = diagnosis {
                    value["diagnosis"] = diagnosis.to_json();
                }
                value
            }
            ReportItem::Damage { place, byte_offset, what } => {
                json!({ "path": place, "byte_offset": byte_offset, "damage": what })
            }
            ReportItem::Doubt(place, doubted) => {
                let doubts = doubted.doubts.iter();
                let doubts: Map<String, Value> =
                    doubts.map(|d| (d.field.clone(), d.says.as_str().into())).collect();
                json!({
                    "path": place, "record": doubted.ordinal, "game": doubted.game,
                    "doubt": doubts,
                })
            }
            ReportItem::Conflict(conflict) => json!({ "conflict": conflict }),
        }
    }
}

impl Trouble {
    /// The record with its faults as JSON.
    pub fn to_json(&self) -> Value {
        let damaged = self.damaged.iter().map(|damage| {
            let mut value = failure_json(&damage.failure);
            value["after"] = json!(damage.after);
            value["lost"] = json!(damage.lost);
            value
        });
        json!({
            "path": self.place,
            "record": self.record,
            "byte_offset": self.byte_offset,
            "status": self.status,
            "game": self.game,
            "error": self.error.as_ref().map(failure_json),
            "damaged": damaged.collect::<Vec<_>>(),
            "warnings": self.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }
}

fn failure_json(failure: &Failure) -> Value {
    let mut value = json!(failure);
    if let Some(fen) = &failure.fen {
        value["near"] = json!(near_moves(&failure.token, fen));
    }
    value
}

impl Diagnosis {
    /// The diagnosis as JSON.
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

impl Emended {
    /// The record with its readings as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "path": self.place,
            "record": self.record.record,
            "content": hex(&self.record.hash),
            "game": self.game,
            "start": (!self.start.is_start()).then(|| self.start.to_fen()),
            "tokens": self.tokens,
            "plays": self.played.len(),
            "readings": (1..).zip(&self.readings).map(|it| self.reading(it)).collect::<Vec<_>>(),
        })
    }

    fn reading(&self, (number, of): (u64, &BorneOut)) -> Value {
        let BorneOut { reading, games, kin } = of;
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
            "number": number,
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
