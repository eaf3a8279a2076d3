//! Records with something to tell.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::game::file_name;
use super::games::places;
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// A part of the report.
pub(super) fn report(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let params = asking.params;
    let places = places(asking)?;
    let (with_warnings, with_places) = (params.flag("warnings")?, params.flag("places")?);
    let lang = asking.lang();
    let mut stopped = Ok(());
    let mut records: Vec<Value> = Vec::new();
    let mut passed = 0;
    let mut has_more = false;
    let outcome = asking.archive.troubles(params.one("path"), &mut |trouble| {
        stopped = asking.go_on();
        if stopped.is_err() {
            return ControlFlow::Break(());
        }
        if trouble.error.is_none() && trouble.damaged.is_empty() && !with_warnings {
            return ControlFlow::Continue(());
        }
        passed += 1;
        if passed > places.end {
            has_more = true;
            return ControlFlow::Break(());
        }
        if passed > places.start {
            let mut value = trouble.to_json();
            if !with_places {
                value["path"] = json!(file_name(&trouble.place));
            }
            let reason = trouble.error.as_ref().map(|error| lang.stored(&error.reason));
            value["told"] = json!({
                "status": lang.status(trouble.status),
                "reason": reason,
                "warnings": trouble.warnings.iter().map(|it| lang.warning(it)).collect::<Vec<_>>(),
            });
            records.push(value);
        }
        ControlFlow::Continue(())
    });
    outcome.map_err(|error| asking.failed(error))?;
    stopped?;
    Ok(Answer::Json(json!({ "records": records, "more": has_more, "offset": places.start })))
}
