//! Rows have one way of being printed: every form, and the columns and the order that are wanted.

use crate::common::{desk, imported, json_lines, stderr, stdout};
use serde_json::Value;
use std::path::Path;

/// Commands that print rows in orders of their own.
const IN_ORDER: [&str; 5] =
    ["explore", "explore --by year", "explore --by player", "search --kind all", "openings"];

/// Commands that print rows in any order, as many as are wanted; with the options that they need.
const LISTS: [&str; 21] = [
    "life --moves 炮二平五",
    "first --moves 炮二平五",
    "novelty",
    "repertoire 林一舟",
    "player 林一舟 --part opponents",
    "player 林一舟 --part games",
    "player 林一舟 --part sides",
    "player 林一舟 --part years",
    "ratings --min-games 1",
    "people",
    "people --spellings",
    "event 长风杯@1987",
    "events",
    "events --wordings",
    "patterns",
    "report",
    "audit",
    "stats",
    "config",
    "formats",
    "notate --list",
];

fn printed(db: &Path, command: &str, more: &[&str]) -> String {
    stdout(db, &[&command.split(' ').collect::<Vec<_>>(), more, &["--quiet"][..]].concat(), 0)
}

/// The fields of an object in their order.
fn names(row: &Value) -> Vec<String> {
    row.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_columns_that_are_wanted_are_in_every_form() {
    let (_folder, db) = imported();
    let years = printed(&db, "explore --by year", &[]);
    let head = years.lines().next().unwrap();
    assert!(head.starts_with("Year ") && !head.contains("Most games at"), "{years}");
    for command in IN_ORDER.into_iter().chain(LISTS) {
        let csv = printed(&db, command, &["--format", "csv"]);
        let heads: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
        // The second before the first: the order is the user's.
        let wanted = [heads[1], heads[0]].join(",");
        let of = |form: &str| printed(&db, command, &["--columns", &wanted, "--format", form]);
        let csv = of("csv");
        assert_eq!(csv.lines().next(), Some(&*wanted), "{command}");
        let tsv = of("tsv");
        assert_eq!(tsv.lines().next(), Some(&*wanted.replace(',', "\t")), "{command}");
        let (rows, lines) = (tsv.lines().count() - 1, json_lines(&of("jsonl")));
        assert_eq!(lines.len(), rows, "{command}");
        assert!(rows > 0 && lines.iter().all(|row| names(row).len() == 2), "{command}");
        let json: Value = serde_json::from_str(&of("json")).unwrap();
        // The answer of `explore` is an object with the moves in it.
        let array = json.as_array().or_else(|| json["moves"].as_array());
        assert_eq!(array, Some(&lines), "{command}");
        let table = of("table");
        assert!(table.lines().count() > rows, "{command}: {table}");
        let args = [&command.split(' ').collect::<Vec<_>>()[..], &["--columns", "colour"]].concat();
        let said = stderr(&db, &args, 2);
        assert!(said.contains("`colour`") && said.contains(&names(&lines[0])[0]), "{said}");
    }
}

#[test]
fn rows_are_sorted_by_the_column_that_is_wanted_and_cut_after_that() {
    let (_folder, db) = imported();
    let games = |more: &[&str]| -> Vec<u64> {
        let more = [more, &["--format", "jsonl"]].concat();
        let rows = json_lines(&printed(&db, "people", &more));
        rows.iter().map(|row| row["games"].as_u64().unwrap()).collect()
    };
    let all = games(&["--sort", "games"]);
    assert!(all.is_sorted_by(|a, b| a >= b) && all[0] > all[all.len() - 1], "{all:?}");
    let least = games(&["--sort", "-games", "--columns", "games", "--limit", "2"]);
    assert_eq!(least, [all[all.len() - 1], all[all.len() - 2]]);
    let names = |more: &[&str]| -> Vec<String> {
        let more = [more, &["--sort", "name", "--columns", "name", "--format", "tsv"]].concat();
        printed(&db, "people", &more).lines().skip(1).map(str::to_owned).collect()
    };
    let (sorted, two) = (names(&["--limit", "0"]), names(&["--limit", "2"]));
    assert!(sorted.is_sorted() && two == sorted[..2], "{sorted:?} {two:?}");
    let said = stderr(&db, &["people", "--sort", "colour"], 2);
    assert!(said.contains("--sort") && said.contains("games"), "{said}");
}

#[test]
fn every_list_is_sorted_and_cut_as_it_is_asked() {
    let (_folder, db) = imported();
    for command in LISTS {
        let rows = |more: &[&str]| {
            json_lines(&printed(&db, command, &[more, &["--format", "jsonl"]].concat()))
        };
        let all = rows(&["--limit", "0"]);
        let fields = names(&all[0]);
        // Lists and objects in a row have no order.
        let plain = fields.iter().filter(|name| {
            all.iter()
                .all(|row| row.get(&**name).is_none_or(|it| !it.is_array() && !it.is_object()))
        });
        for name in plain.take(3) {
            let sorted = rows(&["--limit", "0", "--sort", name]);
            assert_eq!(sorted.len(), all.len(), "{command} --sort {name}");
            let values: Vec<&Value> = sorted.iter().filter_map(|row| row.get(name)).collect();
            // What has no value is the last.
            let is_none = |it: &Value| it.is_null() || it == "";
            let is_sorted = values.is_sorted_by(|a, b| match (a, b) {
                (a, b) if is_none(a) || is_none(b) => is_none(b),
                (Value::Number(a), Value::Number(b)) => a.as_f64() >= b.as_f64(),
                (Value::Bool(a), Value::Bool(b)) => a >= b,
                (Value::String(a), Value::String(b)) => a <= b,
                _ => false,
            });
            assert!(is_sorted, "{command} --sort {name}: {values:?}");
            let first = rows(&["--limit", "1", "--sort", name]);
            assert_eq!(first, sorted[..1], "{command} --sort {name} --limit 1");
        }
        let two = printed(&db, command, &["--limit", "2", "--format", "csv"]);
        // Some have two of each group.
        let has_groups = command.starts_with("first");
        assert!(two.lines().count() <= all.len().min(2) + 1 || has_groups, "{two}");
        let args = [&command.split(' ').collect::<Vec<_>>()[..], &["--sort", "colour"]].concat();
        assert!(stderr(&db, &args, 2).contains("--sort"), "{command}");
    }
}

#[test]
fn readings_of_texts_and_of_a_damaged_record_are_rows() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let players = "[Red \"甲某\"]\n[Black \"乙某\"]\n\n";
    let texts = [
        "1. 炮二平五 马8进7 2. 马二进四 车9平8 3. 车一平二 马2进3 *",
        "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 *",
        "1. 炮二平五 马8进7 2. 马二进三 卒7进1 3. 车一平二 *",
    ];
    std::fs::write(&file, texts.map(|text| format!("{players}{text}\n\n")).concat()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 3);
    let keys = printed(&db, "search", &["--kind", "all", "--columns", "key", "--format", "tsv"]);
    let collate = keys.lines().skip(1).fold("collate".to_owned(), |line, key| line + " " + key);
    let emend = format!("emend {}#1", file.display());
    for (command, number, columns) in
        [(collate, "last", "sigla,ply"), (emend, "cost", "moves,number")]
    {
        let csv = |more: &[&str]| printed(&db, &command, &[more, &["--format", "csv"]].concat());
        let all = csv(&[]);
        let rows = all.lines().count() - 1;
        assert!(rows > 1, "{all}");
        let chosen = ["--columns", columns];
        let tsv = printed(&db, &command, &[&chosen[..], &["--format", "tsv"]].concat());
        assert_eq!(tsv.lines().next(), Some(&*columns.replace(',', "\t")));
        for form in ["jsonl", "json", "table"] {
            let text = printed(&db, &command, &[&chosen[..], &["--format", form]].concat());
            assert!(text.matches('\n').count() >= rows, "{command} {form}: {text}");
        }
        let sorted = csv(&["--columns", number, "--sort", number]);
        let numbers: Vec<u64> = sorted.lines().skip(1).map(|line| line.parse().unwrap()).collect();
        assert!(numbers.len() == rows && numbers.is_sorted_by(|a, b| a >= b), "{numbers:?}");
        assert_eq!(csv(&["--limit", "1", "--sort", number]).lines().count(), 2);
        // As JSON the whole answer, with the rows in it.
        let whole: Value = serde_json::from_str(&printed(&db, &command, &["--json"])).unwrap();
        assert!(whole.is_object(), "{whole}");
    }
    let faults = printed(&db, "verify", &["--format", "csv"]);
    assert_eq!(faults, "fault\n");
}

#[test]
fn games_are_exported_up_to_a_limit() {
    let (folder, db) = imported();
    let keys = |more: &[&str]| {
        let args = ["export", "--sort", "newest", "--to", "jsonl"];
        json_lines(&stdout(&db, &[&args, more].concat(), 0))
    };
    let all = keys(&[]);
    assert!(all.len() > 3);
    assert_eq!(keys(&["--limit", "3"]), all[..3]);
    assert_eq!(keys(&["--limit", "0"]), all);
    let part = folder.path().join("part.db");
    let to = ["--to", "xqdb", "-o", part.to_str().unwrap()];
    stdout(&db, &[&["export", "--sort", "newest", "--limit", "3"][..], &to].concat(), 0);
    let counted = stdout(&part, &["search", "--count", "--kind", "all", "--unit", "lines"], 0);
    assert_eq!(counted, "3\n");
    // A dataset is of all games.
    let to = ["--to", "dataset", "-o", folder.path().to_str().unwrap()];
    stderr(&db, &[&["export", "--limit", "3"][..], &to].concat(), 2);
}

#[test]
fn an_answer_without_rows_is_whole_in_every_form() {
    let (_folder, db) = imported();
    for (form, empty) in [("json", "[]\n"), ("jsonl", ""), ("table", "")] {
        let args = ["search", "--player", "nobody at all", "--format", form, "--quiet"];
        assert_eq!(stdout(&db, &args, 1), empty, "{form}");
        let sql = ["sql", "select 1 from game where 0", "--format", form];
        assert_eq!(stdout(&db, &sql, 1), empty, "{form}");
    }
}

#[test]
fn lists_that_are_never_cut_are_whole() {
    let (folder, db) = imported();
    let game = |at: usize| {
        let year = 1900 + at;
        format!(
            "[Red \"甲某{at:02}某\"]\n[Black \"乙某\"]\n[Event \"某赛{at}\"]\n[Date \"{year}\"]\n\n1. h2e2 h9g7 1-0\n\n"
        )
    };
    let file = folder.path().join("many.pgn");
    std::fs::write(&file, (0..80).map(game).collect::<String>()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    for args in [
        &["people", "--spellings", "--format", "tsv"][..],
        &["events", "--wordings", "--format", "tsv"],
        &["ratings", "乙某", "--format", "tsv"],
    ] {
        let text = stdout(&db, args, 0);
        assert!(text.lines().count() > 80, "{args:?}: {text}");
    }
}
