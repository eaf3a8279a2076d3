//! Decisions that the page makes; the command line stores decisions in the same form.

use super::{Changes, Order, Outcome};
use crate::messages::Lang;
use crate::serve::refusal::Refusal;
use crate::serve::reply::Reply;
use serde::Deserialize;
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};
use xqdb::decision::Decision;
use xqdb::duplicates::{Undecided, add_decisions, in_effect, not_decided, take_back};
use xqdb::store::{Database, WriteLock};

/// Longest wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(3);
/// Largest number of decisions of one request.
const MOST: usize = 1000;

/// Body of a request: decisions to add or to take back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DecisionsSent {
    decisions: Vec<DecisionSent>,
}

/// Decision with the fields of a line of the file of decisions. A decision to add needs a reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DecisionSent {
    action: String,
    target: String,
    value: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    by: String,
    #[serde(default)]
    when: String,
}

/// Adds decisions, all of them or none.
pub(in crate::serve) fn decide(changes: &Changes, order: &Order) -> Outcome {
    let sent: DecisionsSent = order.read()?;
    if sent.decisions.iter().any(|decision| decision.reason.trim().is_empty()) {
        return Err(Refusal::new(400, "reason", Lang::decision_needs_reason));
    }
    let (_lock, mut database) = open(&changes.db)?;
    let wanted = understood(&sent, &database.day()?)?;
    let added = not_decided(&database, &wanted)?;
    add_decisions(&mut database, &added).map_err(|undecided| match undecided {
        Undecided::Contradiction(both) => {
            Refusal::new(409, "contradiction", move |lang| lang.contradiction(&both))
        }
        Undecided::Store(error) => error.into(),
    })?;
    let in_effect = in_effect(&database, &added)?;
    Ok(Reply::Json(json!({
        "added": added.iter().map(Decision::fields).collect::<Vec<_>>(),
        "waiting": added.len() - in_effect,
    })))
}

/// Removes decisions, whatever their reasons.
pub(in crate::serve) fn undo(changes: &Changes, order: &Order) -> Outcome {
    let sent = order.read()?;
    let (_lock, mut database) = open(&changes.db)?;
    let wanted: Vec<_> = understood(&sent, "")?.into_iter().map(|decision| decision.what).collect();
    let taken = take_back(&mut database, &wanted)?;
    Ok(Reply::Json(json!({
        "taken_back": taken.iter().map(Decision::fields).collect::<Vec<_>>(),
    })))
}

fn understood(sent: &DecisionsSent, today: &str) -> Result<Vec<Decision>, Refusal> {
    if sent.decisions.is_empty() || sent.decisions.len() > MOST {
        return Err(Refusal::new(400, "decision", Lang::nothing_typed));
    }
    let decisions = sent.decisions.iter().map(|sent| {
        let when = if sent.when.is_empty() { today } else { &sent.when };
        Decision::new([&sent.action, &sent.target, &sent.value, &sent.reason, &sent.by, when])
            .map_err(|fault| Refusal::new(400, "decision", move |lang| lang.decision_fault(&fault)))
    });
    decisions.collect()
}

fn open(db: &Path) -> Result<(WriteLock, Database), Refusal> {
    let begun = Instant::now();
    let lock = WriteLock::acquire(db, || (), || begun.elapsed() > PATIENCE)?;
    let lock = lock.ok_or_else(|| Refusal::new(409, "busy", Lang::waiting_for_writer))?;
    Ok((lock, Database::open(db)?))
}
