//! What a game is called and where in books it stands, as people and programs see it.

use super::Headings;
use crate::metadata::Source;
use serde::Serialize;
use serde_json::{Value, json};

/// Fields of a game in JSON.
#[derive(Debug, Serialize)]
pub struct Titled {
    /// As it is stated.
    title: Option<String>,
    /// Every chapter it stands in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chapters: Vec<String>,
    /// What is not stated: the title by the name of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    derived: Option<Value>,
}

impl Titled {
    /// The fields of a game. As it is stated, a game has no chapter: folders and files say those.
    pub fn of(headings: &Headings, as_stated: bool) -> Titled {
        let Headings { title, file, chapters } = headings;
        let file = file.as_ref().filter(|_| title.is_none() && !as_stated);
        Titled {
            title: title.clone(),
            chapters: if as_stated { Vec::new() } else { chapters.clone() },
            derived: file.map(|file| json!({ "Title": { "value": file, "from": Source::File } })),
        }
    }
}

/// The title of a game for people: as it is stated, or else the name of the file.
pub fn title(headings: &Headings, as_stated: bool) -> Option<&str> {
    let file = headings.file.as_ref().filter(|_| !as_stated);
    headings.title.as_ref().or(file).map(String::as_str)
}
