//! Who first played a move, or came to a position.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::{Value, json};
use xqdb::metadata::Kind;
use xqdb::notation::{System, typed_moves};
use xqdb::research::{FirstGame, Sought, Standing, first as find};
use xqdb::search::load;
use xqdb::xiangqi::{Move, Position};

/// So many games of each standing are told at most.
const MOST: usize = 100;

/// The games that may be the first, and what would change the answer.
pub(super) fn first(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (archive, params) = (asking.archive, asking.params);
    let asked = asking.line()?;
    let mv = params.one("move").map(|text| one_move(asking, text, &asked.position)).transpose()?;
    let mirroring = asking.mirroring()?;
    let position = (asked.is_said || mv.is_some()).then_some(asked.position);
    let mut filter = asking.filter(&[])?;
    let kinds = if filter.kinds.is_empty() { vec![Kind::Game] } else { filter.kinds.clone() };
    let variations = filter.variations;
    filter.through = position.clone().map(|position| (vec![position], mirroring));
    let failed = |error| asking.failed(error);
    let matcher = filter.resolve_watched(archive, asking.patience).map_err(failed)?;
    let sought = Sought { position, mv, mirroring, variations, kinds };
    let most = params.number("limit", 5, MOST)?;
    let found = find(archive, &matcher, &sought, most).map_err(failed)?;
    let games = found.games.iter().map(|game| told(asking, game));
    let counts = Standing::ALL.map(|standing| (standing.name(), found.count_of(standing)));
    Ok(Answer::Json(json!({
        "games": games.collect::<Result<Vec<Value>, Refusal>>()?,
        "counts": counts.into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        "count": found.count,
        "copies": found.copies,
        "doubtfulLater": found.doubtful_later,
        "matched": matcher.matched_json(),
    })))
}

fn one_move(asking: &Asking<'_>, text: &str, position: &Position) -> Result<Move, Refusal> {
    let (params, lang) = (asking.params, asking.lang());
    let moves = typed_moves(text, &System::Auto, position)
        .map_err(|why| params.wrong("move", &lang.typed_refused(&why)))?;
    match moves[..] {
        [mv] => Ok(mv),
        _ => Err(params.wrong("move", &lang.one_move_wanted())),
    }
}

fn told(asking: &Asking<'_>, found: &FirstGame) -> Result<Value, Refusal> {
    let lang = asking.lang();
    let game = load(asking.archive, found.game).map_err(|error| asking.failed(error))?;
    let doubts: Vec<&String> = found.other_dates.iter().chain(&found.doubts).collect();
    let said = found.other_dates.iter().map(|date| lang.a_witness_says(date));
    let said = said.chain(found.doubts.iter().map(|doubt| lang.doubt(doubt)));
    Ok(json!({
        "standing": found.standing.name(),
        "date": found.date.date().map(|date| date.to_string()),
        "red": game.red,
        "black": game.black,
        "event": game.event,
        "kind": game.kind.as_str(),
        "result": game.result.as_str(),
        "ply": found.ply,
        "mirrored": found.is_mirrored,
        "doubt": doubts,
        "key": game.key,
        "derived": game.derived.values_json(),
        "told": { "standing": lang.standing(found.standing), "doubt": said.collect::<Vec<_>>() },
    }))
}
