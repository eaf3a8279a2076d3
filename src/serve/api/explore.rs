//! Every move played in a position.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::json;
use xqdb::metadata::Kind;
use xqdb::search::{Look, explore as look_at, moves_by_year};

/// So many moves are possible nowhere.
const MOST_LATEST: usize = 20;

/// The explorer's table.
pub(super) fn explore(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let params = asking.params;
    let notation = asking.notation()?;
    let asked = asking.line()?;
    let look = Look {
        mirroring: asking.mirroring()?,
        variations: params.flag("variations")?,
        latest: params.number("latest", 3, MOST_LATEST)?,
    };
    let filter = asking.filter(&[Kind::Game])?;
    let failed = |error| asking.failed(error);
    let matcher = filter.resolve_watched(asking.archive, asking.patience).map_err(failed)?;
    let explored = look_at(asking.archive, &asked.position, &matcher, &look).map_err(failed)?;
    let mut value = explored.told(asking.archive, &asked, &notation).map_err(failed)?;
    value["matched"] = matcher.matched_json();
    Ok(Answer::Json(value))
}

/// When every move of the table was played.
pub(super) fn years(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (asked, mirroring) = (asking.line()?, asking.mirroring()?);
    let variations = asking.params.flag("variations")?;
    let filter = asking.filter(&[Kind::Game])?;
    let failed = |error| asking.failed(error);
    let matcher = filter.resolve_watched(asking.archive, asking.patience).map_err(failed)?;
    let moves = moves_by_year(asking.archive, &asked.position, &matcher, mirroring, variations);
    let moves: Vec<_> = moves
        .map_err(failed)?
        .iter()
        .map(|row| json!({ "uci": row.mv.to_string(), "years": row.years }))
        .collect();
    Ok(Answer::Json(json!({ "moves": moves })))
}
