//! The share of all games of a period, at every door, against a plain count of what was written.

use super::wilson;
use crate::common::games::by_dice;
use crate::common::{desk, json_lines, stderr, stdout};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Year, result, and whether people played.
type Written = (u16, &'static str, bool);

/// An archive that grows from year to year: a quarter of the games are won by Red in each, and
/// draws, of which 1982 has one, come up in its later half. One game a year is of programs.
fn growing() -> (tempfile::TempDir, PathBuf, Vec<Written>) {
    let (folder, db) = desk();
    let (mut text, mut written) = (String::new(), Vec::new());
    let mut record = |year: u16, result: &'static str, names: [&str; 2]| {
        let seed = written.len() as u64 + 400;
        let moves: String = by_dice(seed).iter().map(|mv| format!("{mv} ")).collect();
        let _ = write!(
            text,
            "[Red \"{}\"]\n[Black \"{}\"]\n[Date \"{year}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n",
            names[0], names[1]
        );
        written.push((year, result, names[0] == "吕钦"));
    };
    for year in 1981..1991_u16 {
        let games = 4 * (year - 1980);
        for game in 0..games {
            let result = match game % 4 {
                0 => "1-0",
                1 if year > 1985 || (year, game) == (1982, 1) => "1/2-1/2",
                _ => "0-1",
            };
            record(year, result, ["吕钦", "许银川"]);
        }
        record(year, "1-0", ["HaQiKi D 1.6", "Cyclone 2010"]);
    }
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, text).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    (folder, db, written)
}

fn check(row: &Value, part: usize, all: usize) {
    let expected = wilson(part as f64, all as f64).unwrap();
    for (field, expected) in ["share", "shareLow", "shareHigh"].into_iter().zip(expected) {
        let told = row[field].as_f64().unwrap_or_else(|| panic!("{field} of {row}"));
        assert!((told - expected).abs() < 0.051, "{field}: {told}, not {expected} in {row}");
    }
    assert_eq!(row["games"], part, "{row}");
}

/// Compares the rows that a command prints with what was written; `step` is the years of a row.
fn compare(
    db: &Path,
    command: &[&str],
    field: &str,
    (step, result): (u16, &str),
    all: &[&Written],
) {
    let rows = json_lines(&stdout(db, &[command, &["--format", "json", "--quiet"]].concat(), 0));
    let rows = rows[0].as_array().unwrap();
    let mut periods: BTreeMap<u16, [usize; 2]> = BTreeMap::new();
    for (year, it, _) in all {
        let period = periods.entry(year / step * step).or_default();
        period[0] += usize::from(*it == result);
        period[1] += 1;
    }
    periods.retain(|_, [part, _]| *part > 0);
    let told = rows.iter().filter(|row| row[field] != "all");
    assert_eq!(told.clone().count(), periods.len(), "{rows:?}");
    for (row, (first, [part, of])) in told.zip(&periods) {
        assert!(row[field].as_str().unwrap().starts_with(&first.to_string()), "{row}");
        check(row, *part, *of);
    }
    if let Some(row) = rows.iter().find(|row| row[field] == "all") {
        let part = all.iter().filter(|it| it.1 == result).count();
        check(row, part, all.len());
    }
}

#[test]
fn shares_are_of_all_games_of_the_period_that_count() {
    let (_folder, db, written) = growing();
    let all: Vec<&Written> = written.iter().collect();
    let of_people: Vec<&Written> = written.iter().filter(|it| it.2).collect();
    for result in ["1-0", "1/2-1/2", "0-1"] {
        let said = ["--result", result];
        for (per, step) in [("year", 1), ("decade", 10)] {
            let life = [&["life", "--per", per][..], &said].concat();
            compare(&db, &life, "period", (step, result), &of_people);
            let explore = [&["explore", "--by", per][..], &said].concat();
            compare(&db, &explore, per, (step, result), &of_people);
        }
    }
    // Lists have the games of programs, too, and so has what they are a share of.
    let csv = ["search", "--by", "year", "--result", "1-0", "--format", "csv", "--quiet"];
    let csv = stdout(&db, &csv, 0);
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let column = |name: &str| head.iter().position(|it| *it == name).unwrap();
    let mut compared = 0;
    for cells in lines {
        let year: u16 = cells[column("year")].parse().unwrap();
        let of_year = || all.iter().filter(|it| it.0 == year);
        let part = of_year().filter(|it| it.1 == "1-0").count();
        let expected = wilson(part as f64, of_year().count() as f64).unwrap();
        for (field, expected) in ["share", "shareLow", "shareHigh"].into_iter().zip(expected) {
            let told: f64 = cells[column(field)].parse().unwrap();
            assert!((told - expected).abs() < 0.051, "{year} {field}: {told}, not {expected}");
        }
        compared += 1;
    }
    assert_eq!(compared, 10);
}

#[test]
fn a_rise_that_is_only_the_growth_of_the_archive_is_called_so() {
    let (_folder, db, _) = growing();
    let said = |args: &[&str]| stderr(&db, &[args, &["--lang", "en"]].concat(), 0);
    let by_the_archive = "only because the archive grows";
    // 15 of 60 and 40 of 160 games of people, and one more a year of programs.
    let (of_people, of_all) = (["25.0% (15.8–37.2)", "25.0% (18.9–32.2)"], ["30.8%", "27.3%"]);
    for (command, shares) in [
        (&["life"][..], of_people),
        (&["life", "--per", "decade"], of_people),
        (&["life", "--played", "all"], of_all),
        (&["explore", "--by", "year"], of_people),
    ] {
        let told = said(&[command, &["--result", "1-0"]].concat());
        assert!(told.contains("more games since 1986") && told.contains(by_the_archive), "{told}");
        assert!(shares.iter().all(|share| told.contains(share)), "{shares:?}: {told}");
        let told = said(&[command, &["--result", "0-1", "--until", "1983"]].concat());
        assert!(told.contains(by_the_archive), "{told}");
        for others in [["--result", "1/2-1/2"], ["--until", "1981"]] {
            let told = said(&[command, &others].concat());
            assert!(!told.contains(by_the_archive), "{others:?}: {told}");
        }
    }
}
