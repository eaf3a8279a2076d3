//! Where a game left everything that was played before it.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::game::find;
use super::games::places;
use serde_json::{Value, json};
use xqdb::research::{Past, leaving, next_move, position_before};
use xqdb::search::load;

/// The ply and the move, and the games that it left with what they played instead.
pub(super) fn novelty(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (archive, lang) = (asking.archive, asking.lang());
    let failed = |error| asking.failed(error);
    let game = find(asking, asking.rest)?;
    let notation = asking.notation()?;
    let past = Past::of(archive).map_err(failed)?;
    let Some(novelty) = past.novelty(archive.snapshot(), game.id).map_err(failed)? else {
        let told = lang.novelty_of_undated(&game.key);
        return Ok(Answer::Json(json!({ "key": game.key, "known": false, "told": told })));
    };
    let plies = novelty.ply.map_or(game.moves.len(), |ply| (ply as usize).saturating_sub(1));
    let position = position_before(&game, plies);
    let left = novelty.left.iter().skip(places(asking)?.start).take(places(asking)?.len());
    let games = left.map(|&id| {
        asking.go_on()?;
        let left = load(archive, id).map_err(failed)?;
        let next = next_move(&left, &position);
        Ok(json!({
            "key": left.key,
            "date": left.date,
            "red": left.red,
            "black": left.black,
            "result": left.result.as_str(),
            "derived": left.derived.values_json(),
            "ply": next.map(|(ply, _)| ply),
            "move": next.map(|(_, mv)| notation.write(mv, &position)),
        }))
    });
    let games = games.collect::<Result<Vec<Value>, Refusal>>()?;
    let count = novelty.left.len() as u64;
    let mv = leaving(&game, novelty.ply);
    Ok(Answer::Json(json!({
        "key": game.key,
        "known": true,
        "ply": novelty.ply,
        "move": mv.map(|(mv, before)| notation.write(mv, &before)),
        "fen": position.to_fen(),
        "left": count,
        "games": games,
        "told": lang.novelty(novelty.ply, count),
    })))
}
