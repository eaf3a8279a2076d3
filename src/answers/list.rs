//! Descriptions of all answers, their JSON schemas for OpenAPI, and the page about them.

use super::field::{Answer, Description, Field, FieldInfo, FieldKind, answer};
use super::parts::ScoreView;
use super::{
    catalogue, engine_book, explore, findings, games, groups, listed, names, player, research,
    tournament,
};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Array of the descriptions of answers, named by module and function.
macro_rules! described {
    ($($module:ident: $($answer:ident)*;)*) => {
        [$($($module::$answer().description(),)*)*]
    };
}

/// Descriptions of all answers.
pub static ANSWERS: LazyLock<Vec<Description>> = LazyLock::new(|| {
    use crate::search::GroupBy::{Decade, Event, Player, Result, Year};
    use ScoreView::{Own, Sides};
    let mut all = Vec::from(described! { explore: with_moves explored_moves; });
    all.push(matched());
    all.extend(described! {
        engine_book: booked_moves engine_books disputes;
        groups: openings chapters;
    });
    all.extend([Year, Decade, Player, Event, Result].map(|by| groups::groups(by).description()));
    all.extend(described! {
        groups: year_tallies player_tallies event_tallies book_chapters scores side_scores;
        research: timeline periods;
    });
    all.extend([Sides, Own].map(|view| research::samples(view).description()));
    all.extend(described! {
        research: first_played novelties novelty_games endings ending_games repertoire
            repertoire_periods repertoire_with_periods chosen_periods ratings careers
            ratings_with_years rating_years listed_players;
        player: player_page player_games placed_editions own_novelties games_of_player
            prepared_moves;
        findings: audit_findings audit_cycles report_findings game_links differences
            made_decisions record_readings apparatus_readings held_numbers database_faults settings;
    });
    all.push(games::listed_games(&["ply", "novelty"]).description());
    all.extend(described! {
        listed: move_evaluations;
        research: critical_moves;
        names: names name_pairs;
        tournament: tournaments standings tournament_groups tournament_games tournament_rounds
            missing_games contradicted_standings standing_differences tournament_rows;
        names: series editions wordings suggestions;
        catalogue: patterns holdings formats format_claims;
    });
    all.push(catalogue::notations().0.description());
    all
});

/// Description of a name that was found in place of the one asked for.
fn matched() -> Description {
    use FieldKind::{Flag, List, Text};
    let nothing = || Value::Null;
    answer! { (), "matched-name", "Names that were found where another was asked for.";
        "asked", Text, "The name that was asked for.", |_| nothing();
        "sort", Text, "Whose names they are: `player`, `event` or `book`.", |_| nothing();
        "names", List, "The names that were found.", |_| nothing();
        "by", Text, "`pinyin`, they sound alike; `decision`; `evidence`; `near`, where nobody and nothing has the name.", |_| nothing();
        "only", Flag, "No game has the name as it was asked for.", |_| nothing();
    }
    .description()
}

/// JSON schema of an object of the answer of this name.
#[must_use]
pub fn schema(name: &str) -> Option<Value> {
    ANSWERS.iter().find(|answer| answer.name == name).map(schema_of)
}

/// JSON schema of an object of an answer.
#[must_use]
pub fn schema_of(answer: &Description) -> Value {
    let fields = || answer.fields.iter().filter(|field| field.in_json);
    let properties = fields().map(|field| (field.name.to_owned(), property(field)));
    let required = fields().filter(|field| !field.is_optional).map(|field| field.name);
    json!({
        "type": "object",
        "description": answer.about,
        "properties": properties.collect::<Map<String, Value>>(),
        "required": required.collect::<Vec<_>>(),
        "additionalProperties": false,
    })
}

fn property(field: &FieldInfo) -> Value {
    let of = |name: &str| schema(name).unwrap_or_else(|| json!({ "type": "object" }));
    let mut value = match field.kind {
        FieldKind::Text | FieldKind::Key | FieldKind::Move | FieldKind::Date => {
            json!({ "type": "string" })
        }
        FieldKind::Year | FieldKind::Count | FieldKind::Signed => json!({ "type": "integer" }),
        FieldKind::Decimal | FieldKind::Percent => json!({ "type": "number" }),
        FieldKind::Flag => json!({ "type": "boolean" }),
        FieldKind::List => json!({ "type": "array", "items": { "type": "string" } }),
        FieldKind::Numbers => json!({ "type": "array", "items": { "type": "integer" } }),
        FieldKind::Object(name) => of(name),
        FieldKind::Objects(name) => json!({ "type": "array", "items": of(name) }),
        FieldKind::CountsByName => {
            json!({ "type": "object", "additionalProperties": { "type": "integer" } })
        }
        FieldKind::Json => json!({}),
    };
    if field.is_nullable && value.get("type").is_some() {
        let kind = value["type"].take();
        value["type"] = json!([kind, "null"]);
    }
    value["description"] = json!(field.sentence);
    value
}

/// The page about answers, in Markdown.
#[must_use]
pub fn page(answers: &[Description]) -> String {
    let mut page = String::from(
        "# Answers and their fields\n\n\
         Made of the descriptions in `src/answers`. A field has one name in JSON, the API and Python; where CSV\n\
         calls it otherwise, the name is behind the stroke. `?` marks a value that may be null (an empty cell in CSV).\n",
    );
    for answer in answers {
        let _ = write!(page, "\n## {}\n\n{}\n\n", answer.name, answer.about);
        page.push_str("| field | holds | unit | meaning |\n| --- | --- | --- | --- |\n");
        for field in &answer.fields {
            let name = match field.csv == field.name || !field.in_csv {
                true => format!("`{}`", field.name),
                false => format!("`{}` / `{}`", field.name, field.csv),
            };
            let place = match (field.in_json, field.in_csv) {
                (false, _) => " (CSV only)",
                (_, false) => " (JSON only)",
                _ => "",
            };
            let mark = if field.is_nullable { "?" } else { "" };
            let kind = match field.kind {
                FieldKind::Object(name) => format!("[{name}](#{name})"),
                FieldKind::Objects(name) => format!("list of [{name}](#{name})"),
                other => word(other).to_owned(),
            };
            let FieldInfo { unit, sentence, .. } = field;
            let _ = writeln!(page, "| {name}{place} | {kind}{mark} | {unit} | {sentence} |");
        }
    }
    page
}

const fn word(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Text => "text",
        FieldKind::Key => "key of a game",
        FieldKind::Move => "move",
        FieldKind::Date => "date",
        FieldKind::Year => "year",
        FieldKind::Count => "number",
        FieldKind::Signed => "number with a sign",
        FieldKind::Decimal => "decimal",
        FieldKind::Percent => "percent",
        FieldKind::Flag => "yes or no",
        FieldKind::List => "list of texts",
        FieldKind::Numbers => "list of numbers",
        FieldKind::Object(_) => "object",
        FieldKind::Objects(_) => "list of objects",
        FieldKind::CountsByName => "numbers by name",
        FieldKind::Json => "JSON",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_field_is_described_once_and_in_one_sentence() {
        let mut names = HashSet::new();
        for answer in ANSWERS.iter() {
            assert!(names.insert(answer.name), "{} is described twice", answer.name);
            let (mut fields, mut columns) = (HashSet::new(), HashSet::new());
            for field in &answer.fields {
                assert!(fields.insert(field.name), "{}: {}", answer.name, field.name);
                assert!(
                    !field.in_csv || columns.insert(field.csv),
                    "{}: {}",
                    answer.name,
                    field.csv
                );
                assert!(field.sentence.ends_with('.'), "{}: {}", answer.name, field.name);
                if let FieldKind::Object(name) | FieldKind::Objects(name) = field.kind {
                    assert!(
                        ANSWERS.iter().any(|other| other.name == name),
                        "{name} is not described"
                    );
                }
            }
        }
    }
}
