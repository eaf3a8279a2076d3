//! What the archive holds.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::json;
use xqdb::search::{Holdings, Unit};

/// Numbers, and what the archive is called.
pub(super) fn stats(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let failed = |error| asking.failed(error);
    let unit = Unit::usual(asking.params.flag("as_stated")?);
    let mut value = Holdings::of(asking.archive, unit).map_err(failed)?.to_json();
    value["name"] = json!(asking.name);
    value["generation"] = json!(asking.archive.snapshot().generation().map_err(failed)?);
    value["imported"] = json!(asking.archive.snapshot().last_import().map_err(failed)?);
    Ok(Answer::Json(value))
}
