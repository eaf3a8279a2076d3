//! What comes back in a game, and what the rule books say of it.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::game::find;
use crate::book::{Judged, by_book, repetition as lines, stretch};
use serde_json::{Value, json};
use xqdb::xiangqi::repetition::Cycle;

/// Each stretch of repetition.
pub(super) fn repetition(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let game = find(asking, asking.rest)?;
    let judged = Judged::new(&game.start_position(), game.moves.clone(), game.result);
    let cycles = judged.study.cycles.iter().map(|cycle| told(asking, &judged, cycle));
    Ok(Answer::Json(json!({ "key": game.key, "cycles": cycles.collect::<Vec<Value>>() })))
}

fn told(asking: &Asking<'_>, judged: &Judged, cycle: &Cycle) -> Value {
    let mut told = stretch(cycle);
    told["ruling"] = by_book(cycle, |judgement| judgement.ruling).into();
    told["result_differs"] = judged.result_differs(cycle).into();
    told["told"] = lines(asking.lang(), judged, cycle).into();
    told
}
