//! What a game is called and where in books it stands, as people and programs see it.

use crate::decision::{Decision, What};
use crate::metadata::Source;
use crate::store::{GameRow, Headings};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Fields of a game in JSON.
#[derive(Debug, Serialize)]
pub struct Titled {
    /// As it is stated.
    title: Option<String>,
    /// Every chapter it stands in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chapters: Vec<String>,
    /// What is not stated, with where it comes from.
    #[serde(skip_serializing_if = "Map::is_empty")]
    derived: Map<String, Value>,
    /// What of it is contradicted.
    #[serde(skip_serializing_if = "Map::is_empty")]
    doubt: Map<String, Value>,
    /// What a person decided of it, by the names of the fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    decided: Map<String, Value>,
}

impl Titled {
    /// The fields of a game. As it is stated, a game has no chapter: folders and files say those.
    pub fn of(game: &GameRow, as_stated: bool) -> Titled {
        let Headings { title, file, chapters } = &game.headings;
        let mut derived = game.derived.values_json();
        if let Some(file) = file.as_ref().filter(|_| title.is_none() && !as_stated) {
            derived.insert("Title".to_owned(), json!({ "value": file, "from": Source::File }));
        }
        Titled {
            title: title.clone(),
            chapters: if as_stated { Vec::new() } else { chapters.clone() },
            derived,
            doubt: game.derived.doubts_json(),
            decided: game.decided.iter().filter_map(decided).collect(),
        }
    }
}

/// A field that a person set, and why.
fn decided(decision: &Decision) -> Option<(String, Value)> {
    let What::Set(_, setting) = &decision.what else { return None };
    let Decision { reason, by, when, .. } = decision;
    let why = json!({ "value": setting.value(), "reason": reason, "by": by, "when": when });
    Some((setting.field().name().to_owned(), why))
}

/// The title of a game for people: as it is stated, or else the name of the file.
pub fn title(headings: &Headings, as_stated: bool) -> Option<&str> {
    let file = headings.file.as_ref().filter(|_| !as_stated);
    headings.title.as_ref().or(file).map(String::as_str)
}
