//! What somebody typed, and how a query is answered.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::json;
use xqdb::notation::{System, typed_moves};
use xqdb::query::{Library, Problem, Query};
use xqdb::xiangqi::Position;

/// A shorter word is not taken for a key.
const SHORTEST_KEY: usize = 6;

/// What a text is: a FEN, a key, moves that may be played here, a query.
pub(super) fn read(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (params, lang) = (asking.params, asking.lang());
    let text = params.one("text").unwrap_or_default().trim();
    if text.contains('/')
        && let Ok(position) = Position::from_fen(text)
    {
        return Ok(Answer::Json(json!({ "is": "position", "fen": position.to_fen() })));
    }
    let is_word = text.len() >= SHORTEST_KEY && text.bytes().all(|c| c.is_ascii_alphanumeric());
    if is_word
        && let [id] = asking.archive.games_by_key(text).map_err(|error| asking.failed(error))?[..]
    {
        let key = asking.archive.snapshot().game_key(id).map_err(|error| asking.failed(error))?;
        return Ok(Answer::Json(json!({ "is": "game", "key": key })));
    }
    let line = asking.line()?;
    let moves = match typed_moves(text, &System::Auto, &line.position) {
        Ok(moves) if !moves.is_empty() => {
            let all: Vec<String> =
                line.moves.iter().chain(&moves).map(ToString::to_string).collect();
            return Ok(Answer::Json(json!({ "is": "moves", "moves": all.join(" ") })));
        }
        Ok(_) => return Err(params.wrong("text", &lang.nothing_typed())),
        Err(error) => error,
    };
    match Query::read(text, Library::prelude()) {
        Ok(query) => {
            let normal = query.condition().to_string();
            Ok(Answer::Json(json!({ "is": "query", "where": text, "normal": normal })))
        }
        // What is no word of the language at its very beginning was meant as a move.
        Err(error)
            if error.span.start == 0 && !matches!(error.problem, Problem::BadValue { .. }) =>
        {
            Err(params.wrong("text", &lang.typed_refused(&moves)))
        }
        Err(error) => Err(Refusal::query("text", &error, lang)),
    }
}

/// How a query is answered.
pub(super) fn explain(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let line = asking.line()?;
    let through = line.is_said.then_some((vec![line.position], asking.mirroring()?));
    let filter = xqdb::search::Filter { through, ..asking.filter(&[])? };
    let explained = filter.explain(asking.archive, asking.patience);
    match explained.map_err(|error| asking.failed(error))? {
        Some(explained) => Ok(Answer::Json(json!(explained))),
        None => Err(asking.params.wrong("where", &asking.lang().nothing_typed())),
    }
}
