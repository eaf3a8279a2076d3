//! What lists of games have in common.

use super::field::Field;
use super::field::FieldKind::{Date, Json, Text};
use crate::search::GameRow;
use serde_json::Value;

/// Date, players and result of a game as they are stated.
pub(super) fn played<R: 'static>(of: fn(&R) -> &GameRow) -> Vec<Field<R>> {
    let text = |name, kind, sentence, value: fn(&GameRow) -> &Option<String>| {
        Field::new(name, kind, sentence, move |row| value(of(row)).clone()).nullable()
    };
    vec![
        text("date", Date, "The date as it is stated; null where none is.", |game| &game.date),
        text("red", Text, "The player of Red as stated; null where none is.", |game| &game.red),
        text("black", Text, "The player of Black as stated; null where none is.", |game| {
            &game.black
        }),
        Field::new("result", Text, "`1-0`, `0-1`, `1/2-1/2` or `*`.", move |row| {
            of(row).result.as_str()
        }),
    ]
}

/// What is derived of a game.
pub(super) fn derived<R: 'static>(of: fn(&R) -> &GameRow) -> Vec<Field<R>> {
    let sentence = "Values that are derived, by field: `{\"Red\": {\"value\": …, \"from\": …}}`.";
    vec![
        Field::new("derived", Json, sentence, move |row| {
            Value::Object(of(row).derived.values_json())
        })
        .only_json(),
    ]
}
