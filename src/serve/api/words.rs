//! The query language for those who write in it: its words, and whether a text is a query.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::{Value, json};
use xqdb::query::{Library, Query, vocabulary};

/// All words and all names of patterns.
pub(super) fn words(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let lang = asking.lang();
    let words = vocabulary().map(|(text, sort)| json!({ "text": text, "sort": sort.name() }));
    let names = Library::prelude().patterns().iter().flat_map(|pattern| {
        let meaning = (!pattern.meaning.is_empty()).then(|| lang.meaning(pattern.meaning));
        pattern
            .names
            .iter()
            .map(move |name| json!({ "text": name, "sort": "pattern", "meaning": meaning }))
    });
    Ok(Answer::Json(json!({ "words": words.chain(names).collect::<Vec<Value>>() })))
}

/// A query as it is understood, without asking it. What is wrong with it is no refusal here: it is
/// what was asked for.
pub(super) fn query(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let text = asking.params.one("text").unwrap_or_default();
    Ok(Answer::Json(match Query::read(text, Library::prelude()) {
        Ok(query) => json!({
            "normal": query.condition().to_string(),
            "patterns": query.condition().patterns(),
        }),
        Err(error) => Refusal::query("text", &error, asking.lang()).to_json(),
    }))
}
