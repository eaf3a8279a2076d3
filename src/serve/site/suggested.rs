//! Names that the box of the page suggests for the beginnings of typed texts.

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Largest number of suggestions for one beginning.
const MOST: usize = 60;
/// Number of letters of the longest beginning, in Chinese and in Latin letters: longer texts are
/// looked up by these letters, and the page compares the rest.
const LONGEST: [usize; 2] = [2, 4];

/// Suggestion (number of games, sort, name, note, state of the page as JSON), and the letters by
/// which it is found.
type Entry = ((std::cmp::Reverse<u64>, &'static str, String, String, String), String);

/// Suggestions by beginnings of names.
#[derive(Default)]
pub(super) struct Suggested {
    by_beginning: BTreeMap<String, Vec<Entry>>,
}

impl Suggested {
    /// Adds a player under one of the spellings.
    pub(super) fn player(&mut self, spelled: &str, name: &str, row: &Value) {
        let note = if spelled == name { "" } else { name };
        let sound = row["pinyin"].as_str().filter(|_| spelled == name).unwrap_or_default();
        let address = json!({ "view": "people", "who": name });
        self.add("player", (spelled, note), address, &[spelled, sound], &row["games"]);
    }

    /// Adds a series of events.
    pub(super) fn event(&mut self, name: &str, row: &Value) {
        let address = json!({ "view": "events", "series": name });
        self.add("event", (name, ""), address, &[name], &row["games"]);
    }

    /// Adds an opening under one of its names, or its code.
    pub(super) fn opening(&mut self, spelled: &str, code: &str, row: &Value) {
        let note = if spelled == code { row["name"].as_str().unwrap_or_default() } else { code };
        let address = json!({ "view": "openings", "opening": code });
        self.add("opening", (spelled, note), address, &[spelled], &row["games"]);
    }

    /// Adds a chapter of a book under its own name.
    pub(super) fn chapter(&mut self, path: &str, row: &Value) {
        let (above, name) = path.rsplit_once(" / ").unwrap_or(("", path));
        let address = json!({ "view": "books", "chapter": path });
        self.add("book", (name, above), address, &[name], &row["games"]);
    }

    fn add(
        &mut self,
        sort: &'static str,
        (shown, note): (&str, &str),
        address: Value,
        found_by: &[&str],
        games: &Value,
    ) {
        let games = std::cmp::Reverse(games.as_u64().unwrap_or_default());
        for text in found_by {
            let letters: String = text.to_lowercase().split_whitespace().collect();
            let is_latin = letters.is_ascii();
            for length in 1..=LONGEST[usize::from(is_latin)] {
                let beginning: String = letters.chars().take(length).collect();
                if beginning.chars().count() == length {
                    let entry =
                        (games, sort, shown.to_owned(), note.to_owned(), address.to_string());
                    self.by_beginning.entry(beginning).or_default().push((entry, letters.clone()));
                }
            }
        }
    }

    /// Questions with their answers: each suggestion has its sort, name, note, number of games,
    /// state of the page, and the letters by which it is found.
    pub(super) fn into_answers(self) -> impl Iterator<Item = (String, Value)> {
        self.by_beginning.into_iter().map(|(beginning, mut entries)| {
            entries.sort();
            entries.dedup();
            entries.truncate(MOST);
            let rows: Vec<Value> = entries
                .into_iter()
                .map(|((games, sort, shown, note, state), found_by)| {
                    json!([sort, shown, note, games.0, state, found_by])
                })
                .collect();
            (format!("suggest?{beginning}"), Value::Array(rows))
        })
    }
}
