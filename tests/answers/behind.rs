//! Players and events behind the rows of `openings` and of `--by`, against a plain count of the
//! rows of games.

use super::{BEHIND, START, Said, behind, import, said};
use crate::common::{records, stdout};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// The games of a standard start, as they are stated, and nothing else.
const OF: [&str; 4] = ["--as-stated", "--unit", "lines", "--quiet"];

fn rows(db: &Path, args: &[&str]) -> Vec<Value> {
    let told = stdout(db, &[args, &OF, &["--format", "json"]].concat(), 0);
    serde_json::from_str(&told).unwrap()
}

fn keys(db: &Path, args: &[&str]) -> BTreeSet<String> {
    let args = [&["search", "--kind", "game", "--limit", "0", "--format", "csv"], args, &OF];
    let told = stdout(db, &args.concat(), 0);
    told.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
}

/// How many games a row has, and its counts under these names.
fn counts(row: &Value, names: &[&str]) -> Vec<u64> {
    let names = std::iter::once(&"games").chain(names);
    names.map(|&name| row[name].as_u64().unwrap_or_else(|| panic!("{name} in {row}"))).collect()
}

/// The same of some games.
fn counted(games: &[&Said]) -> Vec<u64> {
    let told = behind(games.iter().copied());
    std::iter::once(games.len() as u64).chain(BEHIND.map(|name| told[name])).collect()
}

fn compare(db: &Path, said: &HashMap<String, Said>) -> usize {
    let games: Vec<&Said> = keys(db, &["--fen", START]).iter().map(|key| &said[key]).collect();
    let mut compared = 0;
    for row in rows(db, &["openings"]) {
        let Some(code) = row["code"].as_str() else { continue };
        let keys = keys(db, &["--opening", code]);
        let of_code: Vec<&Said> = keys.iter().map(|key| &said[key]).collect();
        assert_eq!(counts(&row, &BEHIND), counted(&of_code), "{code}");
        compared += 1;
    }
    let explored = |by: &str| rows(db, &["explore", "--fen", START, "--by", by]);
    type Name = fn(&Said) -> Option<String>;
    let known = |said: &Said| Some(said.result.clone()).filter(|result| result != "*");
    let named: [(&str, Name); 3] = [
        ("year", |said| Some(said.year?.to_string())),
        ("decade", |said| Some((said.year? / 10 * 10).to_string())),
        ("result", known),
    ];
    for (by, name) in named {
        let mut groups: BTreeMap<String, Vec<&Said>> = BTreeMap::new();
        for said in &games {
            groups.entry(name(said).unwrap_or_default()).or_default().push(said);
        }
        let told = explored(by);
        assert_eq!(told.len(), groups.len(), "{by}");
        for row in told {
            let group = &groups[row[by].as_str().unwrap()];
            assert_eq!(counts(&row, &BEHIND), counted(group), "{by} {row}");
            compared += 1;
        }
    }
    compared + compare_people(&games, &explored("player"), &explored("event"))
}

/// By player the opponents count, by event there is but one event. A row bears the commonest of
/// several spellings: rows are compared by their numbers.
fn compare_people(games: &[&Said], by_player: &[Value], by_event: &[Value]) -> usize {
    let mut of_player: BTreeMap<&String, Vec<Said>> = BTreeMap::new();
    let mut of_event: BTreeMap<&String, Vec<&Said>> = BTreeMap::new();
    for said in games {
        for player in &said.players {
            let others = said.players.iter().filter(|&other| other != player);
            let against = Said { players: others.cloned().collect(), ..(*said).clone() };
            of_player.entry(player).or_default().push(against);
        }
        said.event.iter().for_each(|event| of_event.entry(event).or_default().push(said));
    }
    let told = |rows: &[Value], name: &str, counts: &dyn Fn(&Value) -> Vec<u64>| {
        let rows = rows.iter().filter(|row| row[name] != "");
        let mut counts: Vec<Vec<u64>> = rows.map(counts).collect();
        counts.sort();
        counts
    };
    let opponents = ["opponents", "events", "opponentGames", "eventGames"];
    let players = told(by_player, "player", &|row| counts(row, &opponents));
    let mut expected: Vec<Vec<u64>> =
        of_player.values().map(|games| counted(&games.iter().collect::<Vec<_>>())).collect();
    expected.sort();
    assert_eq!(players, expected, "by player");
    let events = told(by_event, "event", &|row| counts(row, &["players", "playerGames"]));
    let mut expected: Vec<Vec<u64>> = of_event
        .values()
        .map(|games| {
            let all = counted(games);
            vec![all[0], all[1], all[3]]
        })
        .collect();
    expected.sort();
    assert_eq!(events, expected, "by event");
    players.len() + events.len()
}

#[test]
fn who_is_behind_every_row_is_what_a_plain_count_says() {
    let (_temporary, db) = import(&records());
    let compared = compare(&db, &said(&db));
    assert!(compared > 20, "{compared}");
}

/// Three games of one line at one event: two of them by one man under two spellings, one by others.
const MADE: &str = "[Event \"甲级联赛\"]\n[Red \"胡荣华\"]\n[Black \"李来群\"]\n[Result \"1-0\"]\n\n\
    1. 炮二平五 马8进7 2. 马二进三 1-0\n\n\
    [Event \"甲級聯賽\"]\n[Red \"上海 胡榮華\"]\n[Black \"柳大华\"]\n[Result \"0-1\"]\n\n\
    1. 炮二平五 马8进7 2. 车一进一 0-1\n\n\
    [Event \"个人赛\"]\n[Red \"徐天红\"]\n[Black \"吕钦\"]\n[Result \"1/2-1/2\"]\n\n\
    1. 炮二平五 马8进7 2. 兵三进一 1/2-1/2\n\n\
    [Event \"个人赛\"]\n[Red \"赵国荣\"]\n[Black \"许银川\"]\n[Result \"1/2-1/2\"]\n\n\
    1. 炮二平五 炮8平5 2. 兵三进一 1/2-1/2\n";

#[test]
fn several_spellings_are_one_player_and_whoever_has_more_than_a_third_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    std::fs::write(&file, MADE).unwrap();
    let (_temporary, db) = import(folder.path());
    let explore = ["explore", "--moves", "炮二平五", "--json", "--quiet"];
    let told: Value = serde_json::from_str(&stdout(&db, &explore, 0)).unwrap();
    let behind = |row: &Value| {
        let fields = ["players", "events", "player", "playerGames", "event", "eventGames"];
        fields.map(|field| row[field].to_string()).join(" ")
    };
    assert_eq!(behind(&told), r#"7 2 "胡荣华" 2 "个人赛" 2"#);
    assert_eq!(behind(&told["moves"][0]), r#"5 2 "胡荣华" 2 "甲級聯賽" 2"#, "{told}");
    assert_eq!(behind(&told["moves"][1]), r#"2 1 "许银川" 1 "个人赛" 1"#, "{told}");
    let table = crate::common::xqdb(&db, &["explore", "-v", "--moves", "炮二平五", "--lang", "en"]);
    let notes = String::from_utf8(table.stderr).unwrap();
    let warned: Vec<&str> = notes.lines().filter(|line| line.contains("third of these")).collect();
    assert_eq!(
        warned,
        [
            "more than a third of these games are of 胡荣华: 2",
            "more than a third of these games are of 个人赛: 2"
        ],
        "{notes}"
    );
}

/// Of `(江苏)` the team is known, and the player is not.
#[test]
fn a_team_alone_is_no_player() {
    let folder = tempfile::tempdir().unwrap();
    let record = |red: &str, black: &str, date: &str, moves: &str| {
        format!(
            "[Event \"三环杯\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    let text = record("胡荣华", "(江苏)", "1980.05.01", "1. 炮二平五 马8进7")
        + &record("(浙江)", "李来群", "1980.05.01", "1. 炮二平五 马2进3")
        + &record("(江苏)", "（温州）", "1980.05.02", "1. 兵三进一 马2进3");
    std::fs::write(folder.path().join("a.pgn"), text).unwrap();
    let (_temporary, db) = import(folder.path());
    let json = |args: &[&str]| -> Value {
        let args = [args, &["--quiet", "--format", "json"]].concat();
        serde_json::from_str(&stdout(&db, &args, 0)).unwrap()
    };
    assert_eq!(json(&["explore"])["players"], 2);
    assert_eq!(json(&["life"])[0]["players"], 2);
    let by_player = json(&["explore", "--by", "player"]);
    let told = |row: &Value| (row["player"].as_str().unwrap().to_owned(), row["games"].as_u64());
    let told: Vec<_> = by_player.as_array().unwrap().iter().map(told).collect();
    let named = |name: &str, games| (name.to_owned(), Some(games));
    assert_eq!(told, [named("李来群", 1), named("胡荣华", 1), named("", 4)]);
    assert_eq!(by_player[0]["opponents"], 0, "{by_player}");
    let rated = crate::common::xqdb(&db, &["ratings", "-v", "--min-games", "1", "--lang", "en"]);
    let notes = String::from_utf8(rated.stderr).unwrap();
    assert!(notes.contains("3 without both names"), "{notes}");
    // What is stated stays, and is found.
    let asked =
        ["search", "--player", "(江苏)", "--names", "exact", "--quiet", "--format", "jsonl"];
    let games = stdout(&db, &asked, 0);
    let teams = games.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let teams: Vec<_> =
        teams.map(|game| (game["black"].clone(), game["black_team"].clone())).collect();
    assert!(teams.contains(&("(江苏)".into(), "江苏".into())) && teams.len() == 2, "{games}");
}
