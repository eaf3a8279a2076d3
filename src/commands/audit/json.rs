//! A record's repetition as JSON.

use super::place::RecordPlace;
use crate::book::{self, Judged};
use serde_json::{Value, json};
use xqdb::xiangqi::Side;
use xqdb::xiangqi::repetition::{
    Actor, Attack, AttackVerdict, Cause, Cycle, Dispute, Harmless, Novelty, Ply, Reach, Threat,
    judge_attack,
};

/// One line: where the record lies, what it claims, and each stretch of repetition.
pub(super) fn record(place: RecordPlace<'_>, judged: &Judged) -> Value {
    let cycles: Vec<Value> =
        judged.study.cycles.iter().map(|cycle| self::cycle(judged, cycle)).collect();
    json!({
        "path": place.path,
        "member": place.member,
        "record": place.record,
        "game": place.game,
        "result": judged.result.as_str(),
        "plies": judged.moves.len(),
        "cycles": cycles,
    })
}

fn cycle(judged: &Judged, cycle: &Cycle) -> Value {
    let stretch = &cycle.stretch;
    let window = judged.study.plies(stretch.third);
    let start = window.first().map(|ply| ply.position_before().to_fen());
    let disputes: Vec<_> = cycle.disputes.iter().map(|&dispute| self::dispute(dispute)).collect();
    let chased = |side: Side| cycle.chased[side].iter().map(actor).collect::<Vec<_>>();
    let mut told = book::stretch(cycle);
    told["chased"] = json!({ "red": chased(Side::Red), "black": chased(Side::Black) });
    told["ruling"] = book::by_book(cycle, |judgement| judgement.ruling).into();
    told["tendency"] = book::by_book(cycle, |judgement| judgement.tendency).into();
    told["disputed"] = disputes.into();
    told["ends_game"] = (stretch.until == judged.moves.len()).into();
    told["result_differs"] = judged.result_differs(cycle).into();
    told["start"] = start.into();
    told["moves"] = window.iter().map(ply).collect::<Vec<_>>().into();
    told
}

fn ply(ply: &Ply) -> Value {
    let attacks = ply.attacks.iter().filter_map(attack);
    json!({
        "ply": ply.number,
        "move": ply.mv.to_string(),
        "piece": ply.actor.piece.fen_letter().to_string(),
        "check": ply.is_check,
        "attacks": attacks.collect::<Vec<_>>(),
    })
}

/// An attack that counts, or that would if it were a threat or new.
fn attack(attack: &Attack) -> Option<Value> {
    let verdict = judge_attack(attack);
    let is_new = matches!(attack.reach, Reach::Gained { .. });
    let (counts, why, by, how) = match verdict {
        AttackVerdict::Chase { threat, novelty } => {
            let (why, by) = self::threat(threat);
            ("chase", why, by, Some(self::novelty(novelty)))
        }
        AttackVerdict::Old(threat) => {
            let (why, by) = self::threat(threat);
            ("old", why, by, None)
        }
        AttackVerdict::NoThreat(harmless) if is_new => {
            let (why, by) = self::harmless(harmless);
            ("no-threat", why, by, None)
        }
        AttackVerdict::Ended(_) | AttackVerdict::NoThreat(_) => return None,
    };
    Some(json!({
        "attacker": actor(&attack.attacker),
        "victim": actor(&attack.victim),
        "counts": counts,
        "why": why,
        "by": by,
        "how": how,
    }))
}

/// Why a capture is a threat, and the squares that matter for it.
fn threat(threat: Threat) -> (&'static str, Vec<String>) {
    match threat {
        Threat::Unprotected => ("unprotected", Vec::new()),
        Threat::FalseRoot { root, exposed_to } => {
            ("false-root", vec![root.to_string(), exposed_to.to_string()])
        }
        Threat::RookByLesser => ("rook-by-lesser", Vec::new()),
    }
}

/// Why a capture is no threat, and the squares that matter for it.
fn harmless(harmless: Harmless) -> (&'static str, Vec<String>) {
    match harmless {
        Harmless::ByKingOrPawn => ("by-king-or-pawn", Vec::new()),
        Harmless::PawnAtHome => ("pawn-at-home", Vec::new()),
        Harmless::Pinned(by) => ("pinned", vec![by.to_string()]),
        Harmless::Exchange => ("exchange", Vec::new()),
        Harmless::Protected(by) => ("protected", vec![by.to_string()]),
    }
}

/// How a threat comes about.
fn novelty(novelty: Novelty) -> &'static str {
    match novelty {
        Novelty::Reached(Cause::Moved) => "moved",
        Novelty::Reached(Cause::Opened) => "opened",
        Novelty::Reached(Cause::Mounted) => "mounted",
        Novelty::NoLonger(Harmless::Pinned(_)) => "freed",
        Novelty::NoLonger(Harmless::Exchange) => "reply-taken",
        Novelty::NoLonger(_) => "root-taken",
    }
}

fn dispute(dispute: Dispute) -> &'static str {
    match dispute {
        Dispute::CheckThatAttacks => "check-that-attacks",
        Dispute::TakenRoot => "taken-root",
        Dispute::StandingThreat => "standing-threat",
    }
}

/// `C@h2`: a piece and where it stands.
fn actor(actor: &Actor) -> String {
    format!("{}@{}", actor.piece.fen_letter(), actor.square)
}
