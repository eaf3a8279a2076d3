//! The named patterns of the query language.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::{Value, json};
use xqdb::query::Library;

/// All patterns that everybody knows.
pub(super) fn patterns(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let lang = asking.lang();
    let patterns = Library::prelude().patterns().iter().map(|pattern| {
        let example = pattern.example();
        let moves = example
            .as_ref()
            .map(|(_, moves)| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        json!({
            "names": pattern.names,
            "meaning": (!pattern.meaning.is_empty()).then(|| lang.meaning(pattern.meaning)),
            "definition": pattern.definition,
            "fen": example.map(|(position, _)| position.to_fen()),
            "moves": moves,
        })
    });
    Ok(Answer::Json(json!({ "patterns": patterns.collect::<Vec<Value>>() })))
}
