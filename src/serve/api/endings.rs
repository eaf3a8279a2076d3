//! Endgames by material.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::games::places;
use serde_json::{Value, json};
use xqdb::research::{Armies, Ending, When, endings as find};
use xqdb::search::{Query, load, search_watched};

/// What the results of the army are called that is named first.
const WON: [&str; 3] = ["won", "draws", "lost"];

/// The scores of the army that is named first, and some of the games.
pub(super) fn endings(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (archive, params, lang) = (asking.archive, asking.params, asking.lang());
    let text = params.one("material").unwrap_or_default();
    let armies = match Armies::read(text) {
        Ok(Some(armies)) => armies,
        Ok(None) => return Err(params.wrong("material", &lang.two_armies_wanted())),
        Err(error) => return Err(params.wrong("material", &lang.query_refused(&error))),
    };
    let when = params.choice("at", &[("any", When::Any), ("end", When::End)])?;
    let places = places(asking)?;
    let failed = |error| asking.failed(error);
    let matcher = asking.filter(&[])?.resolve_watched(archive, asking.patience).map_err(failed)?;
    let games = search_watched(archive, &Query::new(matcher), asking.patience);
    let games = games.map_err(failed)?.games;
    let found = find(archive, &games, (&armies, when), asking.patience).map_err(failed)?;
    let listed = found.games.iter().skip(places.start).take(places.len());
    let listed = listed.map(|ending| told(asking, ending));
    Ok(Answer::Json(json!({
        "equal": armies.are_equal(),
        "red": found.red.to_json(WON),
        "black": found.black.to_json(WON),
        "all": found.all.to_json(WON),
        "count": found.games.len(),
        "offset": places.start,
        "games": listed.collect::<Result<Vec<Value>, Refusal>>()?,
    })))
}

fn told(asking: &Asking<'_>, ending: &Ending) -> Result<Value, Refusal> {
    asking.go_on()?;
    let game = load(asking.archive, ending.game).map_err(|error| asking.failed(error))?;
    Ok(json!({
        "key": game.key,
        "date": game.date,
        "red": game.red,
        "black": game.black,
        "result": game.result.as_str(),
        "kind": game.kind.as_str(),
        "derived": game.derived.values_json(),
        "side": ending.side.as_str(),
        "ply": ending.ply,
        "captures": ending.captures,
        "lastTaken": ending.last_taken.map(|piece| piece.fen_letter().to_string()),
        "length": ending.length,
        "plies": ending.plies,
    }))
}
