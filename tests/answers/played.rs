//! Games of programs: scores leave them out and say how many they are, lists have them. Games on
//! networks: their sites say so.

use crate::common::games::by_dice;
use crate::common::{desk, stdout, xqdb};
use serde_json::Value;

/// Six games of people, two of programs and one between a program and 吕钦.
fn records() -> String {
    let people = [["吕钦", "许银川"], ["许银川", "吕钦"], ["吕钦", "胡荣华"]];
    let others = [
        (["HaQiKi D 1.6", "Cyclone 2010"], "Computer Chess Game"),
        (["甲某", "乙某"], "1st Chinese Computer Games Championship"),
        (["七星大師（電腦）", "吕钦"], ""),
    ];
    let people = people.into_iter().cycle().take(6).map(|names| (names, "1999全国象棋个人锦标赛"));
    let games = people.chain(others).enumerate().map(|(at, ([red, black], event))| {
        let moves: String = by_dice(at as u64 + 7).iter().map(|mv| format!("{mv} ")).collect();
        format!(
            "[Red \"{red}\"]\n[Black \"{black}\"]\n[Event \"{event}\"]\n[Date \"1999-0{}\"]\n\
             [Result \"1-0\"]\n\n{moves} 1-0\n\n",
            at + 1
        )
    });
    games.collect()
}

#[test]
fn scores_leave_out_programs_and_say_so_and_lists_have_them() {
    let (folder, db) = desk();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, records()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let below = |args: &[&str]| String::from_utf8(xqdb(&db, args).stderr).unwrap();
    let all = ["--played", "all"];
    // What is asked, how many games count, and how many are of programs.
    let asked: [(&[&str], u64, u64); 7] = [
        (&["explore"], 6, 3),
        (&["explore", "--by", "player"], 6, 3),
        (&["openings"], 6, 3),
        (&["life"], 6, 3),
        (&["first"], 6, 3),
        (&["novelty"], 6, 3),
        (&["repertoire", "吕钦", "--depth", "1"], 6, 1),
    ];
    for (args, people, programs) in asked {
        let told = below(args);
        let left_out = format!("; {programs} of programs not counted");
        assert!(told.contains(&format!("{people} games")), "{args:?}: {told}");
        assert!(told.contains(&left_out), "{args:?}: {told}");
        let told = below(&[args, &all[..]].concat());
        assert!(told.contains(&format!("{} games", people + programs)), "{args:?}: {told}");
        assert!(!told.contains("of programs"), "{args:?}: {told}");
    }
    let told = below(&["ratings"]);
    assert!(told.contains("of 6 games;") && told.contains("; 3 of programs not"), "{told}");
    assert!(below(&["ratings", "--played", "all"]).contains("of 9 games;"));
    let json = |args: &[&str]| -> Value {
        serde_json::from_str(&stdout(&db, &[args, &["--json"]].concat(), 0)).unwrap()
    };
    let explored = json(&["explore"]);
    assert_eq!((&explored["games"], &explored["programs"]), (&6.into(), &3.into()));
    let explored = json(&["explore", "--played", "all"]);
    assert_eq!((&explored["games"], &explored["programs"]), (&9.into(), &0.into()));
    // What is remembered of the start is what is counted anew.
    assert_eq!(json(&["explore", "--min-plies", "1"])["programs"], 3);
    for (args, games) in
        [(&["--played", "program"][..], "3"), (&[], "9"), (&["--player", "吕钦"], "7")]
    {
        let args = [&["search", "--count"], args].concat();
        assert_eq!(stdout(&db, &args, 0).trim(), games, "{args:?}");
    }
}

/// What Event and Site say, and how the game was played.
const SITES: [[&str; 3]; 10] = [
    ["", "弈天网华山", "online"],
    ["", "弈天網嶽陽樓", "online"],
    ["", "腾讯 QQ 象棋", "online"],
    ["2020年第二届鹏城杯全国象棋排位赛", "天天象棋", "online"],
    ["大利昌五金盃團體賽", "Internet", "online"],
    ["2021年亳州杯全国象棋快棋锦标赛", "亳州", "board"],
    ["2014年QQ游戏天下棋弈全国象棋甲级联赛", "北京", "board"],
    ["首届世界象棋网络棋王赛", "", "online"],
    ["", "广州文化公园", "unknown"],
    ["Computer Chess Game", "internet", "program"],
];

#[test]
fn a_game_whose_site_is_a_playing_site_was_played_online() {
    let (folder, db) = desk();
    let file = folder.path().join("games.pgn");
    let games = SITES.iter().enumerate().map(|(at, [event, site, _])| {
        let moves: String = by_dice(at as u64 + 70).iter().map(|mv| format!("{mv} ")).collect();
        format!(
            "[Red \"甲某{at}\"]\n[Black \"乙某\"]\n[Event \"{event}\"]\n[Site \"{site}\"]\n\
             [TimeControl \"5分＋3秒\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    });
    std::fs::write(&file, games.collect::<String>()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let listed = stdout(&db, &["search", "--format", "jsonl", "--limit", "0"], 0);
    let rows = listed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let told: std::collections::BTreeMap<String, Value> =
        rows.map(|row| (row["red"].as_str().unwrap().to_owned(), row["played"].clone())).collect();
    for (at, [event, site, played]) in SITES.iter().enumerate() {
        assert_eq!(told[&format!("甲某{at}")], *played, "{event} {site}");
    }
    for (way, in_sql) in [("board", 2), ("online", 6), ("program", 1), ("unknown", 1)] {
        let count = |args: &[&str]| stdout(&db, args, 0).trim().to_owned();
        assert_eq!(count(&["search", "--count", "--played", way]), in_sql.to_string(), "{way}");
        let sql = format!("select count(*) from game where xq_played(id) = '{way}'");
        let rows = count(&["sql", "--format", "tsv", &sql]);
        assert_eq!(rows.lines().last(), Some(&*in_sql.to_string()), "{way}");
    }
    // The sites are read again where the stored games are of other rows, or are missing.
    let online = || stdout(&db, &["search", "--count", "--played", "online"], 0);
    for sql in ["update online_part set games = x'ff', read = read + 1", "delete from online_part"]
    {
        assert_eq!(rusqlite::Connection::open(&db).unwrap().execute(sql, []), Ok(1), "{sql}");
        assert_eq!(online().trim(), "6", "{sql}");
    }
    let moves: String = by_dice(90).iter().map(|mv| format!("{mv} ")).collect();
    let another = format!("[Red \"丙某\"]\n[Black \"乙某\"]\n[Site \"弈天\"]\n\n{moves} 1-0\n");
    let file = folder.path().join("another.pgn");
    std::fs::write(&file, another).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    assert_eq!(online().trim(), "7");
    let stored = "select hex(games) from online_part";
    let stored: String =
        rusqlite::Connection::open(&db).unwrap().query_row(stored, [], |row| row.get(0)).unwrap();
    // The sites of games 1 to 5, 10 and 11 are online; the lowest bit is that of the first game.
    assert_eq!(stored, "1F06");
}
