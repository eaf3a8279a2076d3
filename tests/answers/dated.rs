//! When a game was played, as lists show it: a year stays a year, and what more than the date of
//! the game itself tells stands in brackets.

use crate::common::games::by_dice;
use crate::common::{desk, stdout, xqdb};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Event, Date, the time that lists show, and the one that is stated.
const DATES: [[&str; 4]; 6] = [
    ["1982年全国赛", "1882", "[1982]", "1882"],
    ["1999全国个人赛", "2001/2/10", "[1999]", "2001-02-10"],
    ["", "2001", "2001", "2001"],
    ["", "1990.10.23", "1990-10-23", "1990-10-23"],
    ["", "90-10-23", "1990-10-23", "-"],
    ["", "1919年前", "[..1918]", "1919"],
];

fn import(db: &Path, file: &Path, games: impl Iterator<Item = (String, String)>) {
    let game = |(tags, moves)| format!("{tags}[Result \"1-0\"]\n\n{moves} 1-0\n\n");
    std::fs::write(file, games.map(game).collect::<String>()).unwrap();
    stdout(db, &["import", file.to_str().unwrap()], 0);
}

/// The dates of a list, by the names of the players of Red.
fn listed(db: &Path, more: &[&str]) -> BTreeMap<String, String> {
    let table = stdout(db, &[&["search", "--limit", "0"], more].concat(), 0);
    let cells = table.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<&str>>());
    cells.map(|cells| (cells[2].to_owned(), cells[1].to_owned())).collect()
}

#[test]
fn lists_show_the_time_of_a_game_and_mark_what_it_does_not_state() {
    let (folder, db) = desk();
    let games = (0..).zip(DATES).map(|(at, [event, date, ..])| {
        let tags = format!(
            "[Red \"甲某{at}\"]\n[Black \"乙某\"]\n[Event \"{event}\"]\n[Date \"{date}\"]\n"
        );
        (tags, by_dice(at + 300).iter().map(|mv| format!("{mv} ")).collect())
    });
    import(&db, &folder.path().join("games.pgn"), games);
    let (shown, stated) = (listed(&db, &[]), listed(&db, &["--as-stated"]));
    for (at, [event, date, best, own]) in DATES.iter().enumerate() {
        let red = format!("甲某{at}");
        assert_eq!((&*shown[&red], &*stated[&red]), (*best, *own), "{event} {date}");
    }
    let told = String::from_utf8(xqdb(&db, &["search", "-v"]).stderr).unwrap();
    assert!(told.contains("[…] is said by") && told.contains("another record"), "{told}");
}

#[test]
fn games_are_listed_in_the_order_of_their_first_days() {
    let (folder, db) = desk();
    let dates = ["1990-10-23", "1985-01-02", "1919年前", "1930", "1910-05-01"];
    let games = (0..).zip(dates).map(|(at, date)| {
        let tags = format!("[Red \"甲某{at}\"]\n[Black \"乙某\"]\n[Date \"{date}\"]\n");
        (tags, by_dice(at + 700).iter().map(|mv| format!("{mv} ")).collect())
    });
    import(&db, &folder.path().join("games.pgn"), games);
    let order = |order: &str| -> Vec<String> {
        let list = ["search", "--sort", order, "--columns", "red", "--format", "tsv", "--quiet"];
        stdout(&db, &list, 0).lines().skip(1).map(str::to_owned).collect()
    };
    let newest: Vec<String> = [0, 1, 3, 2, 4].map(|at| format!("甲某{at}")).to_vec();
    assert_eq!(order("newest"), newest);
    assert_eq!(order("date"), newest.into_iter().rev().collect::<Vec<String>>());
}

#[test]
fn a_year_is_no_day_and_nobody_is_first_by_it() {
    let (folder, db) = desk();
    // One short line: the players make it several games.
    let game = |red: &str, date: &str| {
        let tags = format!("[Red \"{red}\"]\n[Black \"乙某\"]\n[Date \"{date}\"]\n");
        (tags, "1. 炮二平五 马8进7 2. 马二进三".to_owned())
    };
    let standing = |games: Vec<(String, String)>, file: &str| {
        import(&db, &folder.path().join(file), games.into_iter());
        let rows = stdout(&db, &["first", "--moves", "炮二平五", "--json"], 0);
        let rows: Vec<Value> = serde_json::from_str(&rows).unwrap();
        let told = rows.iter().map(|row| {
            format!("{} {}", row["standing"].as_str().unwrap(), row["date"].as_str().unwrap())
        });
        told.collect::<Vec<String>>()
    };
    let two = vec![game("甲某", "1921"), game("丙某", "1921.05.03")];
    assert_eq!(standing(two, "a.pgn"), ["may-be-first 1921", "may-be-first 1921-05-03"]);
    let third = vec![game("丁某", "1920.12.31")];
    assert_eq!(standing(third, "b.pgn")[0], "first 1920-12-31");
}

#[test]
fn the_day_that_most_records_state_is_the_day_of_a_game_and_of_its_copies() {
    let line = by_dice(900);
    let record = |date: &str, event: &str, plies: usize| {
        let tags = format!(
            "[Red \"胡荣华\"]\n[Black \"柳大华\"]\n[Event \"{event}\"]\n[Date \"{date}\"]\n"
        );
        (tags, line[..plies].iter().map(|mv| format!("{mv} ")).collect::<String>())
    };
    let day = |records: Vec<(String, String)>| {
        let (folder, db) = desk();
        import(&db, &folder.path().join("games.pgn"), records.into_iter());
        let games = stdout(&db, &["search", "--columns", "date_from", "--format", "tsv"], 0);
        games.lines().skip(1).map(str::to_owned).collect::<Vec<String>>()
    };
    let (whole, cut, event) = (line.len(), line.len() - 4, "1991年第11届五羊杯");
    let of_event =
        |days: &[&str]| day(days.iter().map(|date| record(date, event, whole)).collect());
    // All records state the year, most of them one day of it.
    assert_eq!(of_event(&["1991.01.04", "1991.01.12", "1991.01.12"]), ["1991-01-12"]);
    // Of two days that equally many state, neither is known.
    assert_eq!(of_event(&["1991.01.04", "1991.01.12"]), ["1991"]);
    // A copy weighs as many records as it has.
    let mut copies = vec![record("1999.12.19", "", cut)];
    copies.extend([0; 3].map(|_| record("1999.12.22", "", whole)));
    assert_eq!(day(copies), ["1999-12-22"]);
}
