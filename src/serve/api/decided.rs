//! What people decided, and what there is to decide between.

use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::game::file_name;
use serde_json::{Value, json};
use xqdb::decision::Decision;
use xqdb::search::Conflict;

/// A decision as it is sent to be made.
pub(super) fn said(decision: &Decision) -> Value {
    let [action, target, value, ..] = decision.fields();
    json!({ "action": action, "target": target, "value": value })
}

/// What people decided of something.
pub(super) fn decided(asking: &Asking<'_>, is_of_it: impl Fn(&Decision) -> bool) -> Vec<Value> {
    let decisions = asking.archive.decided().decisions().iter();
    decisions.filter(|decision| is_of_it(decision)).map(said).collect()
}

/// What the witnesses of a game disagree on, and what decides between them.
pub(super) fn decided_between(asking: &Asking<'_>, conflict: &Conflict) -> Result<Value, Refusal> {
    let with_places = asking.params.flag("places")?;
    let field = if conflict.field == "year" { "date" } else { conflict.field };
    let target = format!("game:{}.{field}", conflict.game);
    let values = conflict.values.iter().map(|(value, place)| {
        let decision = Decision::new(["set", &target, value, "", "", ""]).ok();
        json!({
            "value": value,
            "path": if with_places { place } else { file_name(place) },
            "decision": decision.as_ref().map(said),
        })
    });
    Ok(json!({
        "game": conflict.game,
        "field": conflict.field,
        "values": values.collect::<Vec<_>>(),
        "decided": decided(asking, |decision| decision.fields()[1] == target),
    }))
}
