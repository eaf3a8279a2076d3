//! An event is a series and an edition, at every door; and an edition is a tournament.

use crate::common::games::by_dice;
use crate::common::{archives, imported, json_lines, stderr, stdout, xqdb};
use arrow_array::RecordBatch;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use xqdb::columns::game_batches;
use xqdb::research::tournaments;
use xqdb::search::{Archive, Filter, SearchQuery, by_series, search};
use xqdb::store::{Database, Evidence};

const RED: [&str; 6] = ["炮二平五", "兵七进一", "相三进五", "马二进三", "仕四进五", "炮八平六"];
const BLACK: [&str; 6] = ["马8进7", "炮8平5", "卒7进1", "象3进5", "马2进3", "车9进1"];

/// A game unlike all others; `said` are its tags, as `Event=五羊杯|Date=1985`.
fn game(number: usize, said: &str) -> String {
    let tags = said.split('|').map(|tag| tag.split_once('=').unwrap());
    let tags: String = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    let result = said.split("Result=").nth(1).map_or("*", |it| it.split('|').next().unwrap());
    format!("{tags}\n1. {} {} {result}\n\n", RED[number / 6 % 6], BLACK[number % 6])
}

fn archive(games: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("test.db");
    let text: String = games.iter().enumerate().map(|(at, said)| game(at, said)).collect();
    import(&db, &folder.path().join("a.pgn"), &text);
    (folder, db)
}

fn import(db: &Path, file: &Path, text: &str) {
    std::fs::write(file, text).unwrap();
    stdout(db, &["import", file.to_str().unwrap()], 0);
}

/// Three editions of one series under many wordings, that of another, and what is no event.
const GAMES: [&str; 10] = [
    "Red=甲|Black=乙|Event=2004年第24屆“五羊杯”全國象棋冠軍邀請賽|Date=2004.01.03",
    "Red=丙|Black=寅|Event=24屆五羊杯 半決賽|Date=????",
    "Red=甲|Black=丙|Event=5 Ram Cup Xiangqi Championship 2004",
    "Red=乙|Black=寅|Event=五羊杯|Date=2004.01.05",
    "Red=甲|Black=寅|Event=五羊杯|Date=1985.01.05",
    "Red=甲|Black=戊|Event=五羊杯",
    "Red=己|Black=庚|Event=2004年全国象棋个人赛女子组|Date=2004",
    "Red=甲|Black=卯|Event=2004年全国象棋个人赛|Date=2004",
    "Red=壬|Black=癸|Event=第3届新石杯|Date=1990.03.01",
    "Red=壬|Black=甲|Event=1990年新石杯|Date=1990.03.02",
];

fn count(db: &Path, args: &[&str]) -> u64 {
    let output = xqdb(db, &[&["search", "--count"], args].concat());
    String::from_utf8(output.stdout).unwrap().trim().replace(',', "").parse().unwrap()
}

fn listed(db: &Path, args: &[&str]) -> Vec<Value> {
    json_lines(&stdout(db, &[args, &["--json"]].concat(), 0))
}

#[test]
fn an_edition_is_asked_for_at_every_door() {
    let (_folder, db) = archive(&GAMES);
    for (event, games) in [
        ("五羊杯", 6),
        ("五羊杯@24", 4),
        ("五羊杯@2004", 4),
        ("Ram Cup@2004", 4),
        ("五羊杯@5", 1),
        ("五羊杯@1985", 1),
        ("五羊杯@1986", 0),
        ("全国象棋个人赛@2004", 1),
        ("全国象棋个人赛@2004w", 1),
        ("新石杯@3", 2),
        ("新石杯@1990", 2),
    ] {
        assert_eq!(count(&db, &["--event", event]), games, "{event}");
        assert_eq!(count(&db, &["--where", &format!("event:\"{event}\"")]), games, "{event}");
    }
    assert_eq!(count(&db, &["--event", "五羊杯", "--as-stated"]), 5, "wordings as they stand");
    assert_eq!(count(&db, &["--event", "五羊杯@24", "--as-stated"]), 0);
}

#[test]
fn series_are_written_as_people_write_them() {
    let more = ["Red=子|Black=丑|Event=Stone Bridge CUP 1993|Date=1993"];
    let (_folder, db) = archive(&[&GAMES[..], &more].concat());
    for (lang, args, wanted) in [
        ("zh-Hant", &["events"][..], "五羊杯全國象棋冠軍邀請賽 "),
        ("zh-Hant", &["events", "五羊杯"], "五羊杯全國象棋冠軍邀請賽@24 "),
        ("zh-Hant", &["event", "五羊杯@24"], "五羊杯全國象棋冠軍邀請賽@24"),
        ("zh-Hant", &["search", "--by", "event"], "五羊杯全國象棋冠軍邀請賽@24 "),
        ("zh-Hans", &["events"], "五羊杯全国象棋冠军邀请赛 "),
        ("en", &["events"], "Stone Bridge CUP "),
        ("en", &["events", "Stone Bridge CUP"], "Stone Bridge CUP@1993 "),
    ] {
        let table = stdout(&db, &[&["--lang", lang], args].concat(), 0);
        assert!(table.contains(wanted), "{lang} {args:?}: {table}");
    }
    // Data call them alike in each language.
    let rows = listed(&db, &["--lang", "zh-Hant", "events"]);
    let is_named = |rows: &[Value], name: &str| rows.iter().any(|row| row["name"] == name);
    assert!(is_named(&rows, "五羊杯全国象棋冠军邀请赛"), "{rows:?}");
    // A series of no list is called as its wordings call it, and is known by its folded name, too.
    assert!(is_named(&rows, "Stone Bridge CUP"), "{rows:?}");
    for name in ["Stone Bridge CUP", "stonebridgecup"] {
        let rows = listed(&db, &["events", name]);
        assert!(is_named(&rows, "Stone Bridge CUP@1993"), "{rows:?}");
        assert_eq!(count(&db, &["--event", &format!("{name}@1993")]), 1, "{name}");
    }
}

#[test]
fn whoever_counts_events_counts_editions() {
    let (_folder, db) = archive(&GAMES);
    let by_event = |more: &[&str]| {
        let rows =
            stdout(&db, &[&["search", "--by", "event", "--format", "csv"], more].concat(), 0);
        rows.lines().skip(1).count()
    };
    // 五羊杯 24, 5 and without a date; men and women; 新石杯.
    assert_eq!((by_event(&[]), by_event(&["--as-stated"])), (6, 8));
    let series = listed(&db, &["events"]);
    let told = |row: &Value| {
        let number = |field: &str| row[field].as_u64().unwrap();
        (number("editions"), number("games"), number("players"))
    };
    let of = |name: &str| told(series.iter().find(|row| row["name"] == name).unwrap());
    assert_eq!(series.len(), 3);
    assert_eq!(of("五羊杯全国象棋冠军邀请赛"), (2, 6, 5));
    assert_eq!(of("全国象棋个人锦标赛"), (2, 2, 4));
    assert_eq!(of("新石杯"), (1, 2, 3));
    let editions = listed(&db, &["events", "五羊杯"]);
    let names: Vec<_> = editions.iter().map(|row| (&row["name"], &row["games"])).collect();
    let name = |edition| Value::from(format!("五羊杯全国象棋冠军邀请赛@{edition}"));
    let wanted = [("五羊杯".into(), 1), (name(5), 1), (name(24), 4)];
    let wanted = wanted.map(|(name, games)| (name, Value::from(games)));
    assert_eq!(names, wanted.iter().map(|(name, games)| (name, games)).collect::<Vec<_>>());
    // The same in SQL.
    let sql = "select series, edition_id, count(*) as games from held_games group by 1, 2";
    let rows = listed(&db, &["sql", sql]);
    let sum: u64 = rows.iter().map(|row| row["games"].as_u64().unwrap()).sum();
    let of_24 = rows.iter().find(|row| row["edition_id"] == name(24)).unwrap();
    assert_eq!((rows.len(), sum, of_24["games"].as_u64()), (6, 10, Some(4)));
}

#[test]
fn decisions_join_and_part_editions_and_imports_have_no_order() {
    let (folder, db) = archive(&GAMES[..5]);
    let other = folder.path().join("other.db");
    let count = |event: &str| count(&db, &["--event", event]);
    let text = game(8, GAMES[8]) + &game(9, "Red=壬|Black=甲|Event=迎春大会师|Date=1990.03.02");
    import(&db, &folder.path().join("b.pgn"), &text);
    assert_eq!((count("新石杯@3"), count("新石杯@1990")), (1, 1), "its game was played in 1990");
    let decide = |action: &str, a: &str, b: &str| {
        let [a, b] = [a, b].map(|name| format!("event:{name}"));
        let words = ["decide", action, &a, &b, "--reason", "x"];
        for db in [&db, &other] {
            assert!(xqdb(db, &words).status.success());
        }
    };
    // The games in two files that come in the other order make the same tables.
    import(&other, &folder.path().join("b.pgn"), &text);
    let first: String = (0..5).map(|at| game(at, GAMES[at])).collect();
    import(&other, &folder.path().join("a.pgn"), &first);
    decide("same", "迎春大会师", "第3届新石杯");
    assert_eq!(count("新石杯@3"), 2);
    decide("differ", "24屆五羊杯 半決賽", "2004年第24屆“五羊杯”全國象棋冠軍邀請賽");
    assert_eq!(count("五羊杯@24"), 3);
    let rows = |db: &Path| stdout(db, &["sql", "--format", "tsv", "select * from editions"], 0);
    assert_eq!(rows(&db), rows(&other));
    assert_eq!(rows(&db).lines().count(), 4);
}

#[test]
fn tables_in_sql_count_games_as_people_decided() {
    let (_folder, db) = archive(&GAMES);
    let edition = |number| format!("五羊杯全国象棋冠军邀请赛@{number}");
    let key = |red: &str, black: &str, since: &str| {
        let args = ["search", "--red", red, "--black", black, "--since", since];
        let rows = listed(&db, &args);
        format!("game:{}", rows[0]["key"].as_str().unwrap())
    };
    let (one, other) = (key("甲", "乙", "2004"), key("乙", "寅", "2004"));
    let same = ["decide", "same", &one, &other, "--reason", "x"];
    assert_eq!(one_number(&db)[&edition(24)], 4);
    stdout(&db, &same, 0);
    assert_eq!(one_number(&db)[&edition(24)], 3, "two games are one");
    let in_groups = || listed(&db, &["sql", "select count(*) as games from kin"])[0].clone();
    assert_eq!(in_groups()["games"], 2);
    stdout(&db, &["undo", "same", &one, &other], 0);
    assert_eq!(one_number(&db)[&edition(24)], 4);
    assert_eq!(in_groups()["games"], 0);
    stdout(&db, &["verify"], 0);
    stdout(&db, &same, 0);
    stdout(&db, &["verify"], 0);
}

#[test]
fn wordings_say_what_they_name_by_themselves() {
    let (_folder, db) = archive(&GAMES);
    let lines = stdout(&db, &["events", "--wordings", "--format", "tsv"], 0);
    let id = |wording: &str| {
        let line = lines.lines().find(|line| line.ends_with(&format!("\t{wording}")));
        line.unwrap_or_else(|| panic!("{wording} in {lines}")).split('\t').next().unwrap()
    };
    assert!(lines.starts_with("id\twording\n"));
    assert_eq!(lines.lines().count(), 9);
    assert_eq!(id("24屆五羊杯 半決賽"), "五羊杯全国象棋冠军邀请赛@24");
    assert_eq!(id("5 Ram Cup Xiangqi Championship 2004"), id("24屆五羊杯 半決賽"));
    assert_eq!(id("五羊杯"), "");
    assert_eq!(id("第3届新石杯"), "新石杯@3");
}

/// Five players of whom all play all but two, one guest, and a game under another wording.
fn tournament() -> (tempfile::TempDir, PathBuf) {
    let players = ["甲子", "乙丑", "丙寅", "丁卯", "戊辰"];
    let mut games = Vec::new();
    for (red, one) in players.iter().enumerate() {
        for (black, other) in players.iter().enumerate().skip(red + 1) {
            let result = if (red + black) % 3 == 0 { "1/2-1/2" } else { "1-0" };
            let event = if black == 4 { "新石杯" } else { "1990年第3届新石杯" };
            let round = black - red;
            games.push(format!(
                "Red={one}|Black={other}|Event={event}|Date=1990.03.0{round}|Round={round}|Result={result}"
            ));
        }
    }
    games.retain(|game| !game.starts_with("Red=乙丑|Black=丁卯"));
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    archive(&games)
}

#[test]
fn an_edition_has_its_table() {
    let (folder, db) = tournament();
    let json = stdout(&db, &["event", "新石杯@3", "--json"], 0);
    for wording in ["新石杯@1990", "1990年第3屆新石杯", "新石杯1990", "新石杯 1990"]
    {
        assert_eq!(stdout(&db, &["event", wording, "--json"], 0), json, "{wording}");
    }
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["system"], "all-play-all");
    assert_eq!((value["expected"].as_u64(), value["found"].as_f64()), (Some(10), Some(90.0)));
    let missing = &value["missing"][0];
    assert_eq!((&missing["a"], &missing["b"]), (&Value::from("丁卯"), &Value::from("乙丑")));
    let of = |field: &str| -> Vec<Value> {
        let rows = value["standings"].as_array().unwrap();
        rows.iter().map(|row| row[field].clone()).collect()
    };
    assert_eq!(of("player"), ["甲子", "丙寅", "丁卯", "乙丑", "戊辰"]);
    assert_eq!(of("points"), [7, 4, 3, 3, 1]);
    let csv = stdout(&db, &["event", "新石杯@1990", "--format", "csv"], 0);
    assert!(csv.starts_with("place,player,1,2,3,4,5,games,won,draws,lost,"), "{csv}");
    assert!(csv.contains("\n1,甲子,·,2,1,2,2,4,3,1,0,0,7,"), "{csv}");
    let of = |form: &str| {
        let columns = ["--columns", "player,points", "--format", form];
        stdout(&db, &[&["event", "新石杯@3"], &columns[..]].concat(), 0)
    };
    assert!(of("tsv").starts_with("player\tpoints\n甲子\t7\n"), "{}", of("tsv"));
    assert!(of("csv").starts_with("player,points\n甲子,7\n"), "{}", of("csv"));
    let first = "{\"player\":\"甲子\",\"points\":7}";
    assert!(of("jsonl").starts_with(&format!("{first}\n")), "{}", of("jsonl"));
    assert!(of("json").starts_with(&format!("[{first},")), "{}", of("json"));
    assert_eq!(of("table").lines().count(), 6, "{}", of("table"));
    let said = stderr(&db, &["event", "新石杯@3", "--columns", "colour"], 2);
    assert!(said.contains("`colour` is none of place, player"), "{said}");
    let html = stdout(&db, &["event", "新石杯@3", "--format", "html"], 0);
    assert!(html.contains("<td>乙丑") && html.contains("Missing: 丁卯 – 乙丑"), "{html}");
    let table = stdout(&db, &["event", "新石杯@3", "-v"], 0);
    assert!(
        table.contains("all play all, 5 players, 9 games; of 10 due, 9 are here (90%)"),
        "{table}"
    );
    assert!(table.contains("Round 1: 4 games 1990-03-01"), "{table}");
    let published = folder.path().join("published.csv");
    std::fs::write(&published, "1,甲子,7\n2,乙丑,5\n2,丙寅,4\n5,戊辰,1\n,己巳,0\n").unwrap();
    let standings = ["event", "新石杯@3", "--standings", published.to_str().unwrap()];
    let table = stdout(&db, &standings, 0);
    for told in [
        "乙丑: published place 2, 5 points; by the games place 4, 3 points: 1 game is missing",
        "己巳: published place –, 0 points; by the games –: no game is there",
        "丁卯: published place –, – points; by the games place 3, 3 points: the table",
    ] {
        assert!(table.contains(told), "{told}\n{table}");
    }
    assert!(!table.contains("甲子: published"), "{table}");
    std::fs::write(&published, "1,甲子,many\n").unwrap();
    assert_eq!(xqdb(&db, &standings).status.code(), Some(2));
    assert_eq!(xqdb(&db, &["event", "新石杯@9"]).status.code(), Some(1));
    assert_eq!(xqdb(&db, &["event", "nothing at all"]).status.code(), Some(1));
}

#[test]
fn what_comments_and_headings_state_is_held_against_the_games() {
    let (folder, db) = tournament();
    // A record of one of the games tells more wins than there are; another is headed otherwise.
    let file = folder.path().join("a.pgn");
    let text = std::fs::read_to_string(&file).unwrap();
    let told = text.replacen(
        "炮二平五 ",
        "炮二平五 {经4轮争夺，甲子以4胜获得冠军，丙寅亚军，乙丑第四} ",
        1,
    );
    let headed = told.replacen("[Event \"新石杯\"]", "[Event \"新石杯 甲子先負戊辰\"]", 1);
    assert_ne!(headed, told);
    import(&db, &file, &headed);
    let json = stdout(&db, &["event", "新石杯@3", "--json"], 0);
    for wording in ["新石杯@1990", "1990年第3屆新石杯", "新石杯1990", "新石杯 1990"]
    {
        assert_eq!(stdout(&db, &["event", wording, "--json"], 0), json, "{wording}");
    }
    let value: Value = serde_json::from_str(&json).unwrap();
    let stated: Vec<_> = value["contradicted"].as_array().unwrap().iter().collect();
    assert_eq!(stated.len(), 1, "乙丑 lacks a game and may be fourth: {stated:?}");
    assert_eq!((&stated[0]["player"], &stated[0]["place"]), (&"甲子".into(), &1.into()));
    let drawn = value["games"].as_array().unwrap().iter();
    let drawn = drawn.filter(|it| it["result"] == "1/2-1/2" && it["red"] == "甲子");
    let keys: Vec<&Value> = drawn.map(|game| &game["key"]).collect();
    assert_eq!(stated[0]["games"].as_array().unwrap().iter().collect::<Vec<_>>(), keys);
    let games = value["games"].as_array().unwrap().iter();
    let disputed: Vec<_> = games.filter(|game| game["disputed"] != Value::Array(vec![])).collect();
    assert_eq!(disputed.len(), 1, "{disputed:?}");
    assert_eq!(
        (&disputed[0]["black"], &disputed[0]["disputed"][0]),
        (&"戊辰".into(), &"0-1".into())
    );
    let table = stdout(&db, &["event", "新石杯@3", "-v"], 0);
    assert!(table.contains("甲子: place 1 with 4-0-0, as a record of"), "{table}");
}

#[test]
fn tournaments_are_listed_with_what_is_missing() {
    let (_folder, db) = tournament();
    let rows = listed(&db, &["events", "--tournaments"]);
    let row = &rows[0];
    assert_eq!(rows.len(), 1);
    assert_eq!((&row["name"], &row["system"]), (&"新石杯@3".into(), &"all-play-all".into()));
    assert_eq!((row["games"].as_u64(), row["found"].as_f64()), (Some(9), Some(90.0)));
    assert_eq!(row["missing"], serde_json::json!(["丁卯–乙丑"]));
    assert_eq!(listed(&db, &["events", "新石杯@1990", "--tournaments"]), rows);
    let table = stdout(&db, &["events", "--tournaments"], 0);
    assert!(table.contains("丁卯–乙丑"), "{table}");
    assert_eq!(xqdb(&db, &["events", "--tournaments", "五羊杯"]).status.code(), Some(1));
}

#[test]
fn players_who_cannot_have_been_there_are_named() {
    let players = ["甲子", "乙丑", "杨官璘", "己巳"];
    let said = |red: &str, black: &str, event: &str, date: &str| {
        format!("Red={red}|Black={black}|Event={event}|Date={date}|Result=1-0")
    };
    let mut games = Vec::new();
    for (at, red) in players.iter().enumerate() {
        for black in &players[at + 1..] {
            games.push(said(red, black, "2015年第5届新石杯", "2015.03.01"));
        }
    }
    // Somebody of the name played in 1956, and 乙丑 both years before and after.
    for (red, black) in [("己巳", "甲申"), ("己巳", "乙酉"), ("丙戌", "己巳")] {
        games.push(said(red, black, "1956年全国象棋个人赛", "1956.12.20"));
    }
    for year in ["1985", "2014", "2016"] {
        games.push(said("乙丑", "丁亥", "友谊赛", year));
    }
    // Born in 1950.
    games.push(said("柳大华", "甲申", "1956年全国象棋个人赛", "1956.12.21"));
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let (_folder, db) = archive(&games);
    let table = stdout(&db, &["event", "全国象棋个人锦标赛@1956", "-v"], 0);
    assert!(table.contains("柳大华 (1950–?) was not born, a small child or dead then"), "{table}");
    let table = stdout(&db, &["event", "新石杯@5", "-v"], 0);
    assert!(
        table.contains("杨官璘 (1925–2008) was not born, a small child or dead then"),
        "{table}"
    );
    assert!(
        table.contains("己巳 can hardly have been there: all other games are of 1956–1956"),
        "{table}"
    );
    assert_eq!(table.matches("can hardly").count(), 1, "{table}");
}

/// Four men and four women of one edition; two men meet once more on the last day.
#[test]
fn men_and_women_are_groups_and_a_play_off_is_in_no_score() {
    let mut games = Vec::new();
    for first in [0, 4] {
        for red in first..first + 4 {
            for black in red + 1..first + 4 {
                games.push(format!(
                    "Red=棋手{red}|Black=棋手{black}|Event=1990年第3届新石杯|Date=1990.03.0{}|Result=1-0",
                    black - red
                ));
            }
        }
    }
    games.push(
        "Red=棋手1|Black=棋手0|Event=1990年第3届新石杯|Date=1990.03.05|Result=1-0".to_owned(),
    );
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let (_folder, db) = archive(&games);
    let json = stdout(&db, &["event", "新石杯@3", "--json"], 0);
    for wording in ["新石杯@1990", "1990年第3屆新石杯", "新石杯1990", "新石杯 1990"]
    {
        assert_eq!(stdout(&db, &["event", wording, "--json"], 0), json, "{wording}");
    }
    let value: Value = serde_json::from_str(&json).unwrap();
    let groups: Vec<_> = value["groups"].as_array().unwrap().iter().collect();
    assert_eq!(groups.len(), 2);
    assert!(groups.iter().all(|group| group["system"] == "all-play-all" && group["games"] == 6));
    let first = &value["standings"][0];
    assert_eq!((first["place"].as_u64(), first["points"].as_u64()), (Some(1), Some(6)), "{first}");
    assert_eq!(
        (&value["again"][0]["games"], value["again"].as_array().unwrap().len()),
        (&1.into(), 1)
    );
    let table = stdout(&db, &["event", "新石杯@3", "-v"], 0);
    assert!(table.contains("\n\nGroup  Place"), "{table}");
    assert!(
        table.contains("Group 2: all play all, 4 players, 6 games; of 6 due, 6 are here"),
        "{table}"
    );
    assert!(table.contains("13 games; of 12 due, 12 are here (100%)"), "{table}");
    assert!(table.contains("1 game more than all others play, in no score"), "{table}");
}

/// The number of games of every edition, which must be one at every door.
fn one_number(db: &Path) -> BTreeMap<String, u64> {
    let snapshot = Database::open(db).unwrap().snapshot().unwrap();
    let archive = Archive::of(snapshot, Evidence::Derived).unwrap();
    let all = SearchQuery::new(Filter::default().resolve(&archive).unwrap());
    let games = search(&archive, &all).unwrap().games;
    let series = by_series(&archive, &games, &all.matcher).unwrap().into_iter();
    let events: Vec<_> = series.flat_map(|series| series.events).collect();
    let edition = |name: &str, games: u64| (name.to_owned(), games);
    let wanted: BTreeMap<String, u64> = events
        .iter()
        .filter_map(|event| Some(edition(&event.edition.as_ref()?.name, event.games)))
        .collect();
    let number = |row: &Value| row["games"].as_u64().unwrap();
    let sql = "select edition_id, count(*) as games from held_games where edition_id is not null group by 1";
    let rows = listed(db, &["sql", sql]);
    let in_sql = rows.iter().map(|row| edition(row["edition_id"].as_str().unwrap(), number(row)));
    assert_eq!(in_sql.collect::<BTreeMap<_, _>>(), wanted, "SQL");
    let rows = json_lines(&stdout(db, &["search", "--by", "event", "--format", "jsonl"], 0));
    let named = rows.iter().map(|row| edition(row["event"].as_str().unwrap(), number(row)));
    let mut named: Vec<_> = named.filter(|(name, _)| !name.is_empty()).collect();
    let called = events.iter().map(|event| {
        let name = event.edition.as_ref().map_or(&event.name, |edition| &edition.name);
        edition(name, event.games)
    });
    let mut told: Vec<_> = called.collect();
    told.retain(|(name, _)| !name.is_empty());
    named.sort();
    told.sort();
    assert_eq!(named, told, "--by event");
    let ids = archive.facts().alive().map(|(id, _)| id).collect();
    assert_eq!(columns(&archive, ids), wanted, "the table of games");
    let tables = tournaments(&archive, &|_| true).unwrap();
    let tables =
        tables.iter().map(|of| (of.name.clone(), of.games.len() as u64 + of.unnamed + of.others));
    assert_eq!(tables.collect::<BTreeMap<_, _>>(), wanted, "tournaments");
    for (name, games) in &wanted {
        let filter = Filter { event: Some(name.clone()), ..Filter::default() };
        let found = search(&archive, &SearchQuery::new(filter.resolve(&archive).unwrap())).unwrap();
        assert_eq!(found.count, *games, "--event {name}");
    }
    wanted
}

/// The games of each edition by the table of games, copies once.
fn columns(archive: &Archive, ids: Vec<u32>) -> BTreeMap<String, u64> {
    use arrow_array::Array as _;
    use arrow_array::cast::AsArray as _;
    let mut games: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let take = |batch: RecordBatch| {
        let column = |name| batch.column_by_name(name).unwrap().as_string::<i32>();
        let (editions, games_of) = (column("edition_id"), column("counts_as"));
        for row in (0..batch.num_rows()).filter(|row| editions.is_valid(*row)) {
            let edition = games.entry(editions.value(row).to_owned()).or_default();
            edition.insert(games_of.value(row).to_owned());
        }
        Ok(())
    };
    game_batches(archive, &ids, 64, take).unwrap();
    games.into_iter().map(|(name, games)| (name, games.len() as u64)).collect()
}

#[test]
fn an_edition_has_one_number_at_every_door() {
    let (folder, db) = archive(&GAMES);
    // A game of two editions by its copies: the one is cut off; and one without players.
    let line: Vec<String> = by_dice(35).iter().map(|mv| format!("{mv} ")).collect();
    let record = |event: &str, plies: usize| {
        let moves = line[..plies].concat();
        format!("[Red \"甲子\"]\n[Black \"乙丑\"]\n[Event \"{event}\"]\n\n{moves} *\n\n")
    };
    let whole = line.len();
    let copies = ["第23届五羊杯", "第24届五羊杯", "24屆五羊杯 決賽", "迎春会"];
    let texts = copies.iter().zip(0..).map(|(event, less)| record(event, whole - 4 * less));
    let nameless = "[Event \"第23届五羊杯\"]\n\n1. 炮二平五 炮8平5 2. 兵九进一 *\n\n";
    let text = texts.chain([nameless.to_owned()]).collect::<String>();
    import(&db, &folder.path().join("copies.pgn"), &text);
    let numbers = one_number(&db);
    let cup = |edition| numbers.get(&format!("五羊杯全国象棋冠军邀请赛@{edition}")).copied();
    assert_eq!((cup(23), cup(24)), (Some(2), Some(5)), "{numbers:?}");
    for (name, games) in &numbers {
        assert_eq!(count(&db, &["--event", name]), *games, "{name}");
        assert_eq!(count(&db, &["--where", &format!("event:\"{name}\"")]), *games, "{name}");
        let explored = stdout(&db, &["explore", "--event", name, "--kind", "all", "--json"], 0);
        let explored: Value = serde_json::from_str(&explored).unwrap();
        assert_eq!(explored["games"], *games, "explore {name}");
        let games = listed(&db, &["search", "--event", name, "--limit", "0"]);
        assert!(games.iter().any(|game| game["edition"] == **name), "{name}");
    }
    let (_folder, db) = imported();
    assert!(one_number(&db).len() > 1);
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_an_edition_has_one_number_at_every_door() {
    assert!(one_number(archives()).len() > 900);
}
