//! Decisions that the page makes: the same that the command line writes.

use crate::messages::Lang;
use crate::serve::refusal::Refusal;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use xqdb::decision::Decision;
use xqdb::people::{Undecided, add_decisions, in_effect, not_decided, take_back};
use xqdb::store::{Database, WriteLock};

/// Nobody waits longer for another program that writes.
const PATIENCE: Duration = Duration::from_secs(3);
/// More decisions are no matter of one button.
const MOST: usize = 1000;

/// What is to be decided or taken back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    decisions: Vec<Said>,
}

/// A decision as a line of the file of decisions has it. As on the command line, one that is made
/// has a reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
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
///
/// # Errors
/// When one makes no sense or contradicts another, or the database cannot be written.
pub(super) fn decide(db: &Path, wanted: &Wanted, lang: Lang) -> Result<Value, Refusal> {
    if wanted.decisions.iter().any(|said| said.reason.trim().is_empty()) {
        return Err(Refusal::new(400, "reason", lang.decision_needs_reason()));
    }
    let (_lock, mut database) = open(db, lang)?;
    let today = database.day().map_err(|error| failed(error, lang))?;
    let wanted = understood(wanted, &today, lang)?;
    let added = not_decided(&database, &wanted).map_err(|error| failed(error, lang))?;
    add_decisions(&mut database, &added).map_err(|undecided| match undecided {
        Undecided::Contradiction(both) => {
            let line = |decision: &Decision| decision.fields().join("  ").trim_end().to_owned();
            let [one, other] = both.each_ref().map(line);
            Refusal::new(409, "contradiction", lang.decisions_contradict(&one, &other))
        }
        Undecided::Store(error) => failed(error, lang),
    })?;
    let in_effect = in_effect(&database, &added).map_err(|error| failed(error, lang))?;
    Ok(json!({
        "added": added.iter().map(Decision::fields).collect::<Vec<_>>(),
        "waiting": added.len() - in_effect,
    }))
}

/// Takes decisions back, whatever their reasons.
///
/// # Errors
/// When one makes no sense, or the database cannot be written.
pub(super) fn undo(db: &Path, wanted: &Wanted, lang: Lang) -> Result<Value, Refusal> {
    let (_lock, mut database) = open(db, lang)?;
    let wanted = understood(wanted, "", lang)?;
    let wanted: Vec<_> = wanted.into_iter().map(|decision| decision.what).collect();
    let taken = take_back(&mut database, &wanted).map_err(|error| failed(error, lang))?;
    Ok(json!({ "taken_back": taken.iter().map(Decision::fields).collect::<Vec<_>>() }))
}

fn understood(wanted: &Wanted, today: &str, lang: Lang) -> Result<Vec<Decision>, Refusal> {
    if wanted.decisions.is_empty() || wanted.decisions.len() > MOST {
        return Err(Refusal::new(400, "decision", lang.nothing_typed()));
    }
    let decisions = wanted.decisions.iter().map(|said| {
        let when = if said.when.is_empty() { today } else { &said.when };
        Decision::new([&said.action, &said.target, &said.value, &said.reason, &said.by, when])
            .map_err(|fault| Refusal::new(400, "decision", lang.decision_fault(&fault)))
    });
    decisions.collect()
}

fn open(db: &Path, lang: Lang) -> Result<(WriteLock, Database), Refusal> {
    let begun = Instant::now();
    let lock = WriteLock::acquire(db, || (), || begun.elapsed() > PATIENCE);
    let lock = lock.map_err(|error| failed(error, lang))?;
    let lock = lock.ok_or_else(|| Refusal::new(409, "busy", lang.waiting_for_writer()))?;
    Ok((lock, Database::open(db).map_err(|error| failed(error, lang))?))
}

fn failed(error: xqdb::store::Error, lang: Lang) -> Refusal {
    Refusal::failed(error.into(), lang)
}
