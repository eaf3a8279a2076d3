//! Compares two answers to one question.

use crate::commands::figure::{FigureRecord, NumberTable, Stamps, changed_files};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Differences between two answers.
pub(super) struct AnswerChanges<'r> {
    /// The present answer.
    pub(super) now: &'r FigureRecord,
    /// Whether the program or the archive changed.
    is_elsewhere: bool,
    /// Changed files among those that the question names.
    pub(super) files: Vec<&'r str>,
    pub(super) numbers: Vec<ChangedNumber<'r>>,
    /// Keys of games that came (`+`), went (`-`) or changed (`~`).
    pub(super) games: Vec<(char, &'r str)>,
    pub(super) groups: Vec<KeyGroup<'r>>,
}

/// Numbers of games, before and now, whose keys begin with `keys`.
#[derive(Serialize)]
pub(super) struct KeyGroup<'r> {
    pub(super) keys: &'r str,
    pub(super) before: u64,
    pub(super) now: u64,
}

/// A number that changed.
#[derive(Serialize)]
pub(super) struct ChangedNumber<'r> {
    /// Names of the number's row, as a text.
    pub(super) row: String,
    /// Name of the number's column.
    pub(super) field: &'r str,
    /// Value before; `None` if there was no such row.
    pub(super) before: Option<&'r Value>,
    /// Value now; `None` if there is no such row.
    pub(super) now: Option<&'r Value>,
}

impl<'r> AnswerChanges<'r> {
    /// Compares two answers, whose stamps must be of one kind; see [`Stamps::like`].
    pub(super) fn between(before: &'r FigureRecord, now: &'r FigureRecord) -> AnswerChanges<'r> {
        let (mut games, mut groups) = (Vec::new(), Vec::new());
        match (&before.stamps, &now.stamps) {
            (Stamps::Games(before), Stamps::Games(now)) => {
                games.extend(differing(before, now).map(|(key, before, now)| {
                    let sign = match (before, now) {
                        (None, _) => '+',
                        (_, None) => '-',
                        _ => '~',
                    };
                    (sign, key)
                }));
            }
            (Stamps::Groups(before), Stamps::Groups(now)) => {
                let count = |group: Option<&(u64, String)>| group.map_or(0, |group| group.0);
                let changed = differing(before, now);
                groups.extend(changed.map(|(keys, old, new)| KeyGroup {
                    keys,
                    before: count(old),
                    now: count(new),
                }));
            }
            _ => {}
        }
        AnswerChanges {
            now,
            is_elsewhere: before.program != now.program
                || before.archive.fingerprint != now.archive.fingerprint,
            files: changed_files(before, now),
            numbers: numbers(&before.numbers, &now.numbers),
            games,
            groups,
        }
    }

    /// Whether nothing changed.
    pub(super) fn is_none(&self) -> bool {
        !self.is_elsewhere
            && self.files.is_empty()
            && self.numbers.is_empty()
            && self.games.is_empty()
            && self.groups.is_empty()
    }
}

/// Entries that differ between two maps, by key.
fn differing<'m, V: PartialEq>(
    before: &'m BTreeMap<String, V>,
    now: &'m BTreeMap<String, V>,
) -> impl Iterator<Item = (&'m str, Option<&'m V>, Option<&'m V>)> {
    let mut keys: Vec<&String> = before.keys().chain(now.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    let both = keys.into_iter().map(|key| (&**key, before.get(key), now.get(key)));
    both.filter(|(_, before, now)| before != now)
}

/// Cells that differ, in the present order of rows; rows that went come last. A column added by a
/// newer version is no change.
fn numbers<'r>(before: &'r NumberTable, now: &'r NumberTable) -> Vec<ChangedNumber<'r>> {
    let old = by_name(before);
    let new = by_name(now);
    let gone = before.rows.iter().map(|row| name(before, row)).filter(|row| !new.contains_key(row));
    let rows = now.rows.iter().map(|row| name(now, row)).chain(gone);
    let mut changed = Vec::new();
    for row in rows {
        let (was, is) = (old.get(&row), new.get(&row));
        let mut fields: Vec<&str> = now.columns.iter().map(String::as_str).collect();
        let left = before.columns.iter().filter(|field| !now.columns.contains(field));
        fields.extend(left.map(String::as_str));
        for field in fields {
            let was_there = before.columns.iter().any(|column| column == field);
            let before = was.and_then(|row| cell(before, row, field));
            let now = is.and_then(|row| cell(now, row, field));
            let is_named = match (was, is) {
                (Some(_), Some(_)) => was_there,
                _ => is_count(field),
            };
            if before != now && is_named {
                changed.push(ChangedNumber { row: row.clone(), field, before, now });
            }
        }
    }
    changed
}

/// Whether a column holds numbers of games or ratings: rows that came or went are reported by these
/// columns alone.
fn is_count(field: &str) -> bool {
    matches!(field, "games" | "elo")
}

/// Rows by their names; the first of several rows with one name.
fn by_name(numbers: &NumberTable) -> BTreeMap<String, &[Value]> {
    let mut rows = BTreeMap::new();
    for row in &numbers.rows {
        rows.entry(name(numbers, row)).or_insert(&**row);
    }
    rows
}

/// Names of a row, as a text.
fn name(numbers: &NumberTable, row: &[Value]) -> String {
    let shown = |value: &Value| match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let names = row.get(..numbers.names).unwrap_or(row);
    let is_span = !names.is_empty() && names.iter().all(Value::is_number);
    let mut parts: Vec<String> = names.iter().map(shown).collect();
    // The first and the last year of a period may be equal.
    parts.dedup();
    parts.join(if is_span { "-" } else { " " })
}

fn cell<'r>(numbers: &NumberTable, row: &'r [Value], field: &str) -> Option<&'r Value> {
    row.get(numbers.columns.iter().position(|column| column == field)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table(rows: &[(u16, u64, f64)]) -> NumberTable {
        let row = |&(year, games, percent): &(u16, u64, f64)| {
            vec![json!(year), json!(games), json!(percent)]
        };
        NumberTable {
            names: 1,
            columns: ["year", "games", "percent"].map(str::to_owned).into(),
            rows: rows.iter().map(row).collect(),
        }
    }

    #[test]
    fn every_number_that_changed_is_reported_once() {
        let before = table(&[(1980, 3, 66.7), (1990, 1, 100.0), (2000, 1, 0.0)]);
        let now = table(&[(1980, 3, 66.7), (1990, 2, 75.0), (2010, 5, 50.0)]);
        let changed: Vec<String> = numbers(&before, &now)
            .iter()
            .map(|n| format!("{} {} {:?} {:?}", n.row, n.field, n.before, n.now))
            .collect();
        assert_eq!(
            changed,
            [
                "1990 games Some(Number(1)) Some(Number(2))",
                "1990 percent Some(Number(100.0)) Some(Number(75.0))",
                "2010 games None Some(Number(5))",
                "2000 games Some(Number(1)) None",
            ]
        );
        assert!(numbers(&before, &before).is_empty());
    }

    #[test]
    fn a_column_that_came_since_is_no_change_and_one_that_went_is() {
        let before = table(&[(1980, 3, 66.7)]);
        let mut now = table(&[(1980, 3, 66.7)]);
        now.columns.push("players".to_owned());
        now.rows[0].push(json!(2));
        assert!(numbers(&before, &now).is_empty());
        let changed = numbers(&now, &before);
        assert_eq!(changed.len(), 1);
        assert_eq!((changed[0].field, changed[0].now), ("players", None));
    }
}
