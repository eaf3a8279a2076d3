//! What an audit finds, as rows of CSV made of what JSON Lines say of it.

use super::field::Answer;
use super::field::Field;
use super::field::FieldKind::Text;
use serde_json::{Value, json};

/// The columns of findings: name, where the value stands in `[record, finding]`, sentence.
const FINDING: &[(&str, &str, &str)] = &[
    ("code", "/1/code", "What was found."),
    ("path", "/0/path", "The file."),
    ("record", "/0/record", "The record in the file, 1-based."),
    ("game", "/0/game", "Key of the game."),
    ("ply", "/1/ply", "The ply."),
    ("recorded", "/1/recorded /1/token /1/field", "What the record says."),
    ("found", "/1/board /1/terminator /1/reason /1/says /1/values", "What speaks against it."),
    ("player", "/1/player", "The player."),
    ("date", "/1/span /1/date", "The date, or the first and the last year."),
    ("games", "/1/games", "Keys of the games."),
];

/// The columns of stretches of repetition: name, where the value stands in `[record, stretch]`,
/// sentence.
const CYCLE: &[(&str, &str, &str)] = &[
    ("path", "/0/path", "The file."),
    ("member", "/0/member", "The member of the container."),
    ("record", "/0/record", "The record in the file, 1-based."),
    ("game", "/0/game", "Key of the game."),
    ("result", "/0/result", "The result of the record."),
    ("plies", "/0/plies", "Plies of the record."),
    ("from", "/1/from", "First ply of the third time round."),
    ("to", "/1/to", "Last ply of the third time round."),
    ("until", "/1/until", "Last ply of the stretch."),
    ("count", "/1/count", "How often the position stands."),
    ("red", "/1/red", "What Red does: `check`, `chase` or `idle`."),
    ("black", "/1/black", "What Black does."),
    ("axf", "/1/ruling/axf", "The ruling of the Asian rules."),
    ("ucci", "/1/ruling/ucci", "The ruling of the rules for engines."),
    ("cxa", "/1/ruling/cxa", "The ruling of the Chinese rules."),
    ("disputed", "/1/disputed", "What the books do not decide."),
    ("ends_game", "/1/ends_game", "The game ends in the stretch."),
    ("result_differs", "/1/result_differs", "The result is not what the Asian rules say."),
];

/// What is found in records and between them.
#[must_use]
pub fn audit_findings() -> Answer<Value> {
    Answer::new("audit-finding", "What is found in a record, or between records.", fields(FINDING))
}

/// What comes back in a game.
#[must_use]
pub fn audit_cycles() -> Answer<Value> {
    let about = "A stretch of a game in which positions come back.";
    Answer::new("audit-cycle", about, fields(CYCLE))
}

/// Columns of CSV; each says the first of its values that is there.
fn fields(columns: &'static [(&str, &str, &str)]) -> Vec<Field<Value>> {
    let field = |&(name, places, sentence): &(&'static str, &'static str, &'static str)| {
        let first = move |row: &Value| {
            let texts = places.split(' ').filter_map(|place| row.pointer(place)).map(text);
            texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
        };
        Field::new(name, Text, sentence, first).only_csv()
    };
    columns.iter().map(field).collect()
}

/// The rows of a record with its findings, or of what is found between records.
#[must_use]
pub fn finding_rows(value: &Value) -> Vec<Value> {
    let row = |finding: &Value| {
        let mut row = json!([value, finding]);
        if !finding["first"].is_null() {
            row[1]["span"] = json!([&finding["first"], &finding["last"]].map(text).join("-"));
        }
        row
    };
    match value["findings"].as_array() {
        Some(findings) => findings.iter().map(row).collect(),
        None => vec![row(value)],
    }
}

/// The rows of a record with its stretches of repetition.
#[must_use]
pub fn cycle_rows(record: &Value) -> Vec<Value> {
    let cycles = record["cycles"].as_array().into_iter().flatten();
    cycles.map(|cycle| json!([record, cycle])).collect()
}

/// A value as a cell.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join("; "),
        // What one of several witnesses says.
        Value::Object(object) => object.get("value").map(text).unwrap_or_default(),
        other => other.to_string(),
    }
}
