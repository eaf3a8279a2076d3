//! What is found as rows of CSV, made of what programs are told of it.

use crate::commands::Context;
use serde_json::Value;

/// The columns of what is found in records and between them.
pub(super) const FINDINGS: [&str; 10] =
    ["code", "path", "record", "game", "ply", "recorded", "found", "player", "date", "games"];

/// The columns of what comes back in a game.
pub(super) const CYCLES: [&str; 18] = [
    "path",
    "member",
    "record",
    "game",
    "result",
    "plies",
    "from",
    "to",
    "until",
    "count",
    "red",
    "black",
    "axf",
    "ucci",
    "cxa",
    "disputed",
    "ends_game",
    "result_differs",
];

/// A row for each finding of a record, or the one of what is found between records.
pub(super) fn findings(value: &Value) -> Vec<Vec<String>> {
    let place = |name: &str| text(&value[name]);
    let row = |finding: &Value| {
        let first = |names: &[&str]| {
            let told = names.iter().map(|name| text(&finding[*name]));
            told.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
        };
        let years = [&finding["first"], &finding["last"]].map(text).join("-");
        let date = match finding["first"].is_null() {
            true => first(&["date"]),
            false => years,
        };
        vec![
            first(&["code"]),
            place("path"),
            place("record"),
            place("game"),
            first(&["ply"]),
            first(&["recorded", "token", "field"]),
            first(&["board", "terminator", "reason", "says", "values"]),
            first(&["player"]),
            date,
            first(&["games"]),
        ]
    };
    match value["findings"].as_array() {
        Some(findings) => findings.iter().map(row).collect(),
        None => vec![row(value)],
    }
}

/// A row for each stretch of repetition of a record.
pub(super) fn cycles(record: &Value) -> Vec<Vec<String>> {
    let cycles = record["cycles"].as_array().into_iter().flatten();
    let row = |cycle: &Value| {
        let cell = |name: &&str| match *name {
            "axf" | "ucci" | "cxa" => text(&cycle["ruling"][*name]),
            _ if cycle.get(*name).is_some() => text(&cycle[*name]),
            _ => text(&record[*name]),
        };
        CYCLES.iter().map(cell).collect()
    };
    cycles.map(row).collect()
}

/// Rows as they are written.
pub(super) fn lines(context: &Context, rows: &[Vec<String>]) -> Vec<u8> {
    rows.iter().map(|row| context.csv_line(row)).collect::<String>().into_bytes()
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
