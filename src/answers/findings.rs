//! Fields of findings in records, between records and between databases: columns of CSV made from
//! the JSON of each finding. `#` stands before the places of numbers.

use super::field::FieldKind::{Count, Text};
use super::field::{Answer, Datum, Field};
use serde_json::{Value, json};

/// Columns of findings: name, places of the value in `[record, finding]`, sentence.
const FINDING: &[(&str, &str, &str)] = &[
    ("code", "/1/code", "What was found."),
    ("path", "/0/path", "The file."),
    ("record", "#/0/record", "The record in the file, 1-based."),
    ("game", "/0/game", "Key of the game."),
    ("ply", "#/1/ply", "The ply."),
    ("recorded", "/1/recorded /1/token /1/field", "What the record says."),
    ("found", "/1/board /1/terminator /1/reason /1/says /1/values", "What speaks against it."),
    ("player", "/1/player", "The player."),
    ("date", "/1/span /1/date", "The date, or the first and the last year."),
    ("games", "/1/games", "Keys of the games."),
];

/// Columns of stretches of repetition: name, place of the value in `[record, stretch]`, sentence.
const CYCLE: &[(&str, &str, &str)] = &[
    ("path", "/0/path", "The file."),
    ("member", "/0/member", "The member of the container."),
    ("record", "#/0/record", "The record in the file, 1-based."),
    ("game", "/0/game", "Key of the game."),
    ("result", "/0/result", "The result of the record."),
    ("plies", "#/0/plies", "Plies of the record."),
    ("from", "#/1/from", "First ply of the third time round."),
    ("to", "#/1/to", "Last ply of the third time round."),
    ("until", "#/1/until", "Last ply of the stretch."),
    ("count", "#/1/count", "How often the position stands."),
    ("red", "/1/red", "What Red does: `check`, `chase` or `idle`."),
    ("black", "/1/black", "What Black does."),
    ("axf", "/1/ruling/axf", "The ruling of the Asian rules."),
    ("ucci", "/1/ruling/ucci", "The ruling of the rules for engines."),
    ("cxa", "/1/ruling/cxa", "The ruling of the Chinese rules."),
    ("disputed", "/1/disputed", "What the books do not decide."),
    ("ends_game", "/1/ends_game", "The game ends in the stretch."),
    ("result_differs", "/1/result_differs", "The result is not what the rule book says."),
];

/// Columns of findings of a report: name, places of the value, sentence.
const REPORT: &[(&str, &str, &str)] = &[
    ("path", "/path", "The file, and the member of an archive in it."),
    ("record", "#/record", "The record in the file, 1-based."),
    ("byte_offset", "#/byte_offset", "Where in the file it begins, in bytes."),
    ("status", "/status", "How far the record was read."),
    ("game", "/game /conflict/game", "Key of the game."),
    ("ply", "#/error/ply", "The ply at which the moves end, 1-based."),
    ("token", "/error/token", "What stands there."),
    ("reason", "/error/reason /unread /damage", "Why nothing was read there."),
    ("damaged", "/damaged", "Variations that end early, as JSON."),
    ("warnings", "/warnings", "What was repaired or interpreted."),
    ("doubt", "/doubt", "Values in doubt, as JSON."),
    ("field", "/conflict/field", "The field that records of a game disagree about."),
    ("values", "/conflict/values", "What they say."),
];

/// Columns of links between games: name, place of the value, sentence.
const LINK: &[(&str, &str, &str)] = &[
    ("a", "/games/0", "Key of the first game; empty for two records of one game."),
    ("a_path", "/a/path", "The file of the first record."),
    ("a_member", "/a/member", "The member of the container."),
    ("a_record", "#/a/record", "The record in the file, 1-based."),
    ("b", "/games/1", "Key of the second game."),
    ("b_path", "/b/path", "The file of the second record."),
    ("b_member", "/b/member", "The member of the container."),
    ("b_record", "#/b/record", "The record in the file, 1-based."),
    ("relation", "/relation", "How the two are related."),
    ("score", "/score", "How sure that is, 0 to 1."),
    ("parts_at", "/parts_at", "The ply from which they differ."),
    ("same", "/same", "Whether they are one game."),
];

/// Columns of differences between databases: name, place of the value, sentence.
const DIFFERENCE: &[(&str, &str, &str)] = &[
    ("change", "/change", "`went`, `came` or `changed`."),
    ("game", "/game", "Key of the game."),
    ("date", "/date", "The date."),
    ("red", "/red", "The player of Red."),
    ("black", "/black", "The player of Black."),
    ("result", "/result", "`1-0`, `0-1`, `1/2-1/2` or `*`."),
    ("fields", "/fields", "What changed, as JSON: before and after by field."),
    ("witnesses", "/witnesses", "Records that went and came, as JSON."),
];

/// Columns of decisions: name, place of the value, sentence.
const DECISION: &[(&str, &str, &str)] = &[
    ("action", "/action", "`same`, `differ`, `set` or `read`."),
    ("target", "/target", "What it is about."),
    ("value", "/value", "What it is decided to be."),
    ("reason", "/reason", "Why."),
    ("by", "/by", "Who decided."),
    ("when", "/when", "The day."),
    ("in_effect", "/in_effect", "Whether what it is about is there."),
];

/// Columns of settings: name, place of the value, sentence.
const SETTING: &[(&str, &str, &str)] = &[
    ("setting", "/setting", "The name."),
    ("value", "/value", "The value that counts."),
    ("source", "/source", "Where it comes from: `environment`, `file` or `default`."),
];

/// Columns of readings of a damaged record: name, place of the value, sentence.
const READING: &[(&str, &str, &str)] = &[
    ("number", "#/number", "The number, 1-based: the best reading is the first."),
    ("ply", "#/edits/0/ply", "The ply of the first edit, 1-based."),
    ("slip", "/edits/0/slip", "The slip that it explains."),
    ("stands", "/edits/0/stands", "The moves as they stand there."),
    ("reads", "/edits/0/reads", "The moves that are read instead."),
    ("edits", "/edits", "All edits, as JSON."),
    ("plays", "#/plays", "Written moves that can be played beyond the damage."),
    ("whole", "/whole", "Whether all moves can be played."),
    ("exposed", "#/exposed", "Moves that leave the own king in check."),
    ("ending", "/ending", "How the line ends on the board."),
    ("games", "#/games", "Other games with the position after the last edit."),
    ("kin", "/kin", "Key of a nearly equal game that reads so."),
    ("cost", "#/cost", "How much speaks against it; the least is the best."),
    ("moves", "/moves", "All moves."),
];

/// Columns of readings of texts side by side: name, place of the value in `[place, reading]`,
/// sentence.
const APPARATUS: &[(&str, &str, &str)] = &[
    ("ply", "#/0/ply", "First ply of the place in the first text, 1-based."),
    ("last", "#/0/last", "Last ply of the place."),
    ("fen", "/0/fen", "The position before it."),
    ("lead", "/0/san", "Moves of the first text."),
    ("sigla", "/1/sigla", "Texts with the reading."),
    ("relation", "/1/relation", "How the reading differs."),
    ("san", "/1/san", "Moves of the reading."),
    ("moves", "/1/moves", "Moves of the reading, as squares."),
    ("differing", "/1/differing", "Plies that differ."),
    ("returns", "/1/returns", "Whether the texts go on alike."),
];

/// Columns of the contents of an archive: name, place of the value, sentence.
const HOLDING: &[(&str, &str, &str)] = &[
    (
        "what",
        "/what",
        "What is counted: a total, or `kind`, `result`, `format`, `encoding`, `status`.",
    ),
    ("value", "/value", "Which kind, result and so on; empty for a total."),
    ("count", "#/count", "The number."),
];

/// Columns of faults of a database: name, place of the value, sentence.
const FAULT: &[(&str, &str, &str)] = &[("fault", "/fault", "What is wrong, and where.")];

/// Makes a function for each answer: name, a sentence about it, columns.
macro_rules! answers {
    ($($(#[$doc:meta])* $function:ident = $name:literal, $about:literal, $columns:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $function() -> Answer<Value> {
            Answer::new($name, $about, fields($columns))
        }
    )*};
}

answers! {
    /// Fields of a finding of a report.
    report_findings = "report-finding",
        "A file or a record that was not read cleanly, or records that disagree.", REPORT;
    /// Fields of a link between nearly equal games.
    game_links = "game-link", "Two records of nearly equal games.", LINK;
    /// Fields of a difference between two databases.
    differences = "difference", "A game in which two databases differ.", DIFFERENCE;
    /// Fields of a reading of a damaged record.
    record_readings = "record-reading", "A reading of a damaged record.", READING;
    /// Fields of a reading of texts side by side.
    apparatus_readings = "apparatus-reading",
        "What texts read where they differ from the first.", APPARATUS;
    /// Fields of a number of the contents of an archive.
    held_numbers = "held-number", "A number of what an archive holds.", HOLDING;
    /// Fields of a fault of a database.
    database_faults = "database-fault", "What is wrong in a database.", FAULT;
    /// Fields of a setting of the user.
    settings = "setting", "A setting that lasts.", SETTING;
    /// Fields of a decision.
    made_decisions = "decision", "A decision of a person.", DECISION;
    /// Fields of a finding of an audit.
    audit_findings = "audit-finding", "What is found in a record, or between records.", FINDING;
    /// Fields of a stretch of repetition.
    audit_cycles = "audit-cycle", "A stretch of a game in which positions come back.", CYCLE;
}

/// Fields for CSV alone; each takes the first value that is not empty among its places.
fn fields(columns: &'static [(&str, &str, &str)]) -> Vec<Field<Value>> {
    let field = |&(name, places, sentence): &(&'static str, &'static str, &'static str)| {
        let (is_number, places) = match places.strip_prefix('#') {
            Some(places) => (true, places),
            None => (false, places),
        };
        let first = move |row: &Value| {
            let mut values = places.split(' ').filter_map(|place| row.pointer(place));
            if is_number {
                return values.find_map(Value::as_u64).map_or(Datum::Null, Datum::Count);
            }
            let text = values.map(text).find(|text| !text.is_empty());
            Datum::Text(text.unwrap_or_default())
        };
        match is_number {
            true => Field::new(name, Count, sentence, first).nullable(),
            false => Field::new(name, Text, sentence, first),
        }
        .only_csv()
    };
    columns.iter().map(field).collect()
}

/// Rows of a record with its findings, one for each; or the row of a finding between records.
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

/// Rows of a record with its stretches of repetition, one for each.
#[must_use]
pub fn cycle_rows(record: &Value) -> Vec<Value> {
    let cycles = record["cycles"].as_array().into_iter().flatten();
    cycles.map(|cycle| json!([record, cycle])).collect()
}

/// JSON value as a cell.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join("; "),
        // Statement of one of several witnesses.
        Value::Object(object) if object.contains_key("value") => text(&object["value"]),
        Value::Object(object) if object.is_empty() => String::new(),
        other => other.to_string(),
    }
}
