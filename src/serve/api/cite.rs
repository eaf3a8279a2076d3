//! A game, or the games that a question finds, as a book or a paper names them.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::game::find;
use crate::book::Citation;
use serde_json::json;
use xqdb::search::{Params, search_watched};

/// A game.
pub(super) fn game(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let game = find(asking, asking.rest)?;
    let archive = (asking.archive, asking.file);
    let citation = Citation::of_game(asking.lang(), archive, game.id);
    Ok(told(asking, &citation.map_err(|error| asking.failed(error))?))
}

/// The games that fit.
pub(super) fn question(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let failed = |error| asking.failed(error);
    let query = asking.query(0..1)?;
    let found = search_watched(asking.archive, &query, asking.patience).map_err(failed)?;
    let archive = (asking.archive, asking.file);
    let citation = Citation::of_question(asking.lang(), archive, found.count, words(asking)?);
    Ok(told(asking, &citation.map_err(failed)?))
}

fn told(asking: &Asking<'_>, citation: &Citation) -> Answer {
    let mut value = citation.to_json();
    value["text"] = json!(citation.text(asking.lang()).trim_end());
    value["bibtex"] = json!(citation.bibtex(asking.lang()));
    Answer::Json(value)
}

/// The words that ask the same on the command line.
fn words(asking: &Asking<'_>) -> Result<Vec<String>, Refusal> {
    let mut words = vec!["xqdb".to_owned()];
    let is_flag = |name: &str| ["variations", "in_order"].contains(&name);
    if asking.params.flag("as_stated")? {
        words.push("--as-stated".to_owned());
    }
    words.push("search".to_owned());
    for &name in Params::POSITION.iter().chain(Params::FILTER).chain(&["contains", "in_order"]) {
        let option = format!("--{}", name.replace('_', "-"));
        match name {
            "as_stated" => {}
            _ if is_flag(name) => words.extend(asking.params.flag(name)?.then_some(option)),
            _ => {
                for value in asking.params.all(name) {
                    words.extend([option.clone(), value]);
                }
            }
        }
    }
    Ok(words)
}
