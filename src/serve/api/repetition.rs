//! What comes back in a game, and what the rule books say of it.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::game::find;
use crate::book::{Judged, repetition as lines};
use serde_json::{Map, Value, json};
use xqdb::xiangqi::repetition::Cycle;

/// Each stretch of repetition.
pub(super) fn repetition(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let game = find(asking, asking.rest)?;
    let judged = Judged::new(&game.start_position(), game.moves.clone(), game.result);
    let cycles = judged.study.cycles.iter().map(|cycle| told(asking, &judged, cycle));
    Ok(Answer::Json(json!({ "key": game.key, "cycles": cycles.collect::<Vec<Value>>() })))
}

fn told(asking: &Asking<'_>, judged: &Judged, cycle: &Cycle) -> Value {
    let stretch = &cycle.stretch;
    let rulings = cycle.judgements.iter();
    let rulings: Map<String, Value> =
        rulings.map(|said| (said.book.name.into(), said.ruling.name().into())).collect();
    json!({
        "from": stretch.third.from,
        "to": stretch.third.to,
        "until": stretch.until,
        "count": stretch.count,
        "red": cycle.classes.red.name(),
        "black": cycle.classes.black.name(),
        "ruling": rulings,
        "result_differs": judged.result_differs(cycle),
        "told": lines(asking.lang(), judged, cycle),
    })
}
