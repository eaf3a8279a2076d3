//! What an audit finds, as rows of CSV made of what JSON Lines say of it.

use super::field::FieldKind::Text;
use super::field::{Answer, Field, answer};
use serde_json::Value;

/// A finding: what is said of its record, and the finding itself.
pub type FindingRow = (Value, Value);

/// What is found in records and between them.
#[must_use]
pub fn audit_findings() -> Answer<FindingRow> {
    let place = |name, sentence| {
        vec![
            Field::new(name, Text, sentence, move |(record, _): &FindingRow| text(&record[name]))
                .only_csv(),
        ]
    };
    let found = |name, sentence, names: &'static [&'static str]| {
        vec![
            Field::new(name, Text, sentence, move |(_, finding): &FindingRow| {
                first(finding, names)
            })
            .only_csv(),
        ]
    };
    answer! { FindingRow, "audit-finding", "What is found in a record, or between records.";
        + found("code", "What was found.", &["code"]);
        + place("path", "The file.");
        + place("record", "The record in the file, 1-based.");
        + place("game", "Key of the game.");
        + found("ply", "The ply.", &["ply"]);
        + found("recorded", "What the record says.", &["recorded", "token", "field"]);
        + found("found", "What speaks against it.", &["board", "terminator", "reason", "says", "values"]);
        + found("player", "The player.", &["player"]);
        "date", Text, "The date, or the first and the last year.",
            |(_, finding)| dates(finding) => only_csv();
        + found("games", "Keys of the games.", &["games"]);
    }
}

/// The rows of a record with its findings, or of what is found between records.
#[must_use]
pub fn finding_rows(value: &Value) -> Vec<FindingRow> {
    match value["findings"].as_array() {
        Some(findings) => findings.iter().map(|it| (value.clone(), it.clone())).collect(),
        None => vec![(value.clone(), value.clone())],
    }
}

/// What comes back in a game.
#[must_use]
pub fn audit_cycles() -> Answer<FindingRow> {
    let record = |name, sentence| {
        vec![
            Field::new(name, Text, sentence, move |(record, _): &FindingRow| text(&record[name]))
                .only_csv(),
        ]
    };
    let cycle = |name, sentence| {
        vec![
            Field::new(name, Text, sentence, move |(_, cycle): &FindingRow| text(&cycle[name]))
                .only_csv(),
        ]
    };
    let ruling = |name, sentence| {
        vec![
            Field::new(name, Text, sentence, move |(_, cycle): &FindingRow| {
                text(&cycle["ruling"][name])
            })
            .only_csv(),
        ]
    };
    answer! { FindingRow, "audit-cycle", "A stretch of a game in which positions come back.";
        + record("path", "The file.");
        + record("member", "The member of the container.");
        + record("record", "The record in the file, 1-based.");
        + record("game", "Key of the game.");
        + record("result", "The result of the record.");
        + record("plies", "Plies of the record.");
        + cycle("from", "First ply of the third time round.");
        + cycle("to", "Last ply of the third time round.");
        + cycle("until", "Last ply of the stretch.");
        + cycle("count", "How often the position stands.");
        + cycle("red", "What Red does: `check`, `chase` or `idle`.");
        + cycle("black", "What Black does.");
        + ruling("axf", "The ruling of the Asian rules.");
        + ruling("ucci", "The ruling of the rules for engines.");
        + ruling("cxa", "The ruling of the Chinese rules.");
        + cycle("disputed", "What the books do not decide.");
        + cycle("ends_game", "The game ends in the stretch.");
        + cycle("result_differs", "The result is not what the Asian rules say.");
    }
}

/// The rows of a record with its stretches of repetition.
#[must_use]
pub fn cycle_rows(record: &Value) -> Vec<FindingRow> {
    let cycles = record["cycles"].as_array().into_iter().flatten();
    cycles.map(|cycle| (record.clone(), cycle.clone())).collect()
}

/// The first of these fields that says something.
fn first(value: &Value, names: &[&str]) -> String {
    let texts = names.iter().map(|name| text(&value[*name]));
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
}

fn dates(finding: &Value) -> String {
    match finding["first"].is_null() {
        true => first(finding, &["date"]),
        false => [&finding["first"], &finding["last"]].map(text).join("-"),
    }
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
