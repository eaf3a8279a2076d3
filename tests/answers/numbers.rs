//! Numbers that two commands can tell are equal: of a player, a line, an opening, an event, a
//! pattern, and of the archive.

use crate::common::{desk, imported, stdout, xqdb};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What is asked about.
struct About {
    player: &'static str,
    opponent: &'static str,
    mv: &'static str,
    /// The move in coordinates.
    uci: &'static str,
    opening: &'static str,
    event: &'static str,
    pattern: &'static str,
    material: &'static str,
}

struct Asked<'a> {
    db: &'a Path,
}

impl Asked<'_> {
    fn text(&self, args: &[&str]) -> String {
        let output = xqdb(self.db, args);
        // Status 1 says that nothing was found.
        assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.text(&[args, &["--format", "json"]].concat())).unwrap()
    }

    /// The rows of a list.
    fn rows(&self, args: &[&str]) -> Vec<Value> {
        self.json(args).as_array().unwrap().clone()
    }

    /// The sum of a field over the rows of a list.
    fn sum(&self, args: &[&str], field: &str) -> u64 {
        self.rows(args).iter().map(|row| row[field].as_u64().unwrap()).sum()
    }

    /// A number of the row whose field has this value; 0 where there is none.
    fn of(&self, args: &[&str], (field, value): (&str, &str), number: &str) -> u64 {
        let rows = self.rows(args);
        let row = rows.iter().find(|row| row[field] == value);
        row.map_or(0, |row| row[number].as_u64().unwrap())
    }

    /// A number of the position that a question comes to.
    fn explored(&self, args: &[&str], number: &str) -> u64 {
        self.json(&[&["explore"], args].concat())[number].as_u64().unwrap()
    }

    /// A number of a move in the first position.
    fn first_move(&self, uci: &str, number: &str) -> u64 {
        let moves = self.json(&["explore"])["moves"].clone();
        let row = moves.as_array().unwrap().iter().find(|row| row["uci"] == uci).cloned();
        row.map_or(0, |row| row[number].as_u64().unwrap())
    }

    /// How many games fit.
    fn count(&self, args: &[&str]) -> u64 {
        let text = self.text(&[&["search", "--count"], args].concat());
        text.trim().parse().unwrap()
    }

    /// The first number of a cell of an answer in SQL.
    fn sql(&self, sql: &str) -> u64 {
        let text = stdout(self.db, &["sql", "--format", "tsv", sql], 0);
        text.lines().nth(1).unwrap().trim().parse().unwrap()
    }

    /// The number at the beginning of the line below a table.
    fn below(&self, args: &[&str]) -> u64 {
        let said = String::from_utf8(xqdb(self.db, args).stderr).unwrap();
        let number: String =
            said.chars().take_while(|c| *c != ' ').filter(char::is_ascii_digit).collect();
        number.parse().unwrap_or_else(|_| panic!("{args:?}: {said}"))
    }
}

/// Each number with the doors at which it was asked for.
fn numbers(db: &Path, about: &About) -> Vec<(&'static str, Vec<u64>)> {
    let ask = Asked { db };
    let &About { player, opponent, mv, uci, opening, event, pattern, material } = about;
    let page = ask.json(&["player", player, "--limit", "0"]);
    let side = |at: usize| page["sides"][at]["games"].as_u64().unwrap();
    let part = |name: &str| -> u64 {
        let rows = page[name].as_array().unwrap();
        rows.iter().map(|row| row["games"].as_u64().unwrap()).sum()
    };
    let by_player = ["explore", "--by", "player", "--player", player];
    let name = page["name"].as_str().unwrap();
    let dated = |args: &[&str]| -> u64 {
        let rows = ask.rows(&[&["life"], args].concat());
        let is_year = |row: &&Value| !matches!(row["period"].as_str(), Some("" | "all"));
        rows.iter().filter(is_year).map(|row| row["games"].as_u64().unwrap()).sum()
    };
    let meeting = ask.json(&["player", player, "--against", opponent, "--limit", "0"]);
    let met = meeting["sides"][0]["games"].as_u64().unwrap();
    let opponents = |player| ["player", player, "--part", "opponents", "--limit", "0"];
    let head = meeting["against"].as_str().unwrap();
    let against = format!("player={opponent}");
    let through = ["--moves", mv];
    let life = |args: &[&str]| ask.of(&[&["life"], args].concat(), ("period", "all"), "games");
    let editions = ask.rows(&["events", event, "--limit", "0"]);
    let edition = editions.iter().max_by_key(|row| row["games"].as_u64()).unwrap();
    let edition_name = edition["name"].as_str().unwrap();
    let stats = ask.json(&["stats"]);
    let report = ask.rows(&["report"]);
    // Of a record that is set aside there is no game.
    let damaged = |has_game: bool| {
        let is_damaged = |row: &&Value| row["status"] == "partial" || row["status"] == "rejected";
        let damaged = report.iter().filter(is_damaged);
        damaged.filter(|row| row["game"].is_string() == has_game).count() as u64
    };
    let status = |name: &str| -> u64 {
        let all = stats["by_status"].as_array().unwrap();
        all.iter().find(|row| row[0] == name).map_or(0, |row| row[1].as_u64().unwrap())
    };
    vec![
        (
            "a player's games",
            vec![
                side(0),
                ask.explored(&["--player", player], "games"),
                life(&["--player", player]),
                ask.sum(&["openings", "--player", player], "games"),
                ask.of(&by_player, ("player", name), "games"),
                part("openings"),
            ],
        ),
        ("a player's games with Red", vec![side(1), ask.explored(&["--red", player], "games")]),
        ("a player's games with Black", vec![side(2), ask.explored(&["--black", player], "games")]),
        ("a player's games of all years", vec![part("years"), dated(&["--player", player])]),
        (
            "a player's records of all kinds",
            vec![
                ask.of(&["people", player], ("name", name), "games"),
                ask.count(&["--player", player]),
            ],
        ),
        (
            "games of two players",
            vec![
                met,
                ask.of(&opponents(player), ("name", head), "games"),
                ask.of(&opponents(opponent), ("name", name), "games"),
                ask.explored(&["--player", player, "--where", &against], "games"),
            ],
        ),
        (
            "games that come to a position",
            vec![
                ask.first_move(uci, "reached"),
                ask.below(&["first", "--kind", "game", "--moves", mv, "--limit", "1"]),
                ask.explored(&through, "games"),
                life(&through),
                ask.sum(&["explore", "--by", "opening", "--moves", mv], "games"),
            ],
        ),
        (
            "games that come to a position in all years",
            vec![
                ask.sum(&["explore", "--by", "year", "--moves", mv], "games"),
                ask.explored(&through, "games"),
            ],
        ),
        (
            "games of an opening",
            vec![
                ask.sum(&["openings", opening], "games"),
                ask.explored(&["--opening", opening], "games"),
                life(&["--opening", opening]),
            ],
        ),
        (
            "games of an event",
            vec![
                edition["games"].as_u64().unwrap(),
                ask.count(&["--kind", "all", "--event", edition_name]),
            ],
        ),
        (
            "games with a pattern",
            vec![
                ask.sum(&["patterns", pattern], "games"),
                ask.count(&["--kind", "all", "--where", pattern]),
            ],
        ),
        (
            "endings of some material",
            vec![
                ask.of(&["endings", material], ("side", "all"), "games"),
                ask.rows(&["endings", material, "--kind", "game", "--games", "--limit", "0"]).len()
                    as u64,
            ],
        ),
        (
            "games of two players between each other",
            vec![ask.below(&["novelty", "--limit", "1"]), ask.explored(&[], "games")],
        ),
        (
            "games of all kinds",
            vec![ask.count(&["--kind", "all"]), stats["games"].as_u64().unwrap()],
        ),
        (
            "lines of moves",
            vec![
                ask.count(&["--kind", "all", "--unit", "lines"]),
                ask.sql("select count(*) from game"),
            ],
        ),
        (
            "records",
            vec![stats["records"].as_u64().unwrap(), ask.sql("select count(*) from record")],
        ),
        ("records that end early", vec![status("partial"), damaged(true)]),
        ("records set aside", vec![status("rejected"), damaged(false)]),
        (
            "sources",
            vec![stats["sources"].as_u64().unwrap(), ask.sql("select count(*) from source")],
        ),
        (
            "pairs held to be one game",
            vec![ask.below(&["links", "--same"]), ask.sql("select count(*) from link where same")],
        ),
    ]
}

fn differing(db: &Path, about: &About) -> Vec<String> {
    let numbers = numbers(db, about);
    assert!(numbers.len() >= 20);
    let differ = numbers.iter().filter(|(_, doors)| doors.iter().any(|it| *it != doors[0]));
    differ.map(|(what, doors)| format!("{what}: {doors:?}")).collect()
}

#[test]
fn twenty_numbers_are_equal_wherever_they_are_told() {
    let (_folder, db) = imported();
    let about = About {
        player: "林一舟",
        opponent: "陈雨亭",
        mv: "炮二平五",
        uci: "h2e2",
        opening: "B",
        event: "长风杯",
        pattern: "hollow-cannon",
        material: "车对士象",
    };
    let differ = differing(&db, &about);
    assert!(differ.is_empty(), "{differ:#?}");
}

/// Database of three games, of which somebody decided that the first two are one.
fn with_a_copy(games: &[String; 3]) -> (tempfile::TempDir, PathBuf) {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    std::fs::write(&file, games.concat()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let keys =
        stdout(&db, &["search", "--where", "plies>=3", "--format", "tsv", "--columns", "key"], 0);
    let keys: Vec<String> = keys.lines().skip(1).map(|key| format!("game:{key}")).collect();
    stdout(&db, &["decisions", "same", &keys[0], &keys[1], "--reason", "one game"], 0);
    (folder, db)
}

/// A copy that has colours, result and opening otherwise makes no second game of one.
#[test]
fn what_a_copy_says_otherwise_makes_no_second_game() {
    let game = |red: &str, black: &str, result: &str, moves: &str| {
        format!(
            "[Red \"{red}\"]\n[Black \"{black}\"]\n[Date \"1980.01.02\"]\n\
             [Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let games = [
        game("林一舟", "陈雨亭", "1-0", "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3"),
        game("陈雨亭", "林一舟", "*", "1. 炮二平五 炮8平5 2. 马二进三 马8进7"),
        game("林一舟", "陈雨亭", "1/2-1/2", "1. 兵七进一 卒7进1"),
    ];
    let (_folder, db) = with_a_copy(&games);
    let ask = Asked { db: &db };
    assert_eq!(ask.count(&["--player", "林一舟"]), 2);
    for (doors, expected) in [
        ([["--red", "林一舟"], ["--black", "林一舟"]], [2, 0]),
        ([["--where", "red:陈雨亭"], ["--where", "black:陈雨亭"]], [0, 2]),
        ([["--result", "1-0"], ["--result", "*"]], [1, 0]),
        ([["--where", "result=1-0"], ["--where", "result=*"]], [1, 0]),
        ([["--opening", "C"], ["--opening", "D"]], [1, 0]),
        ([["--where", "opening:C"], ["--where", "opening:D"]], [1, 0]),
    ] {
        assert_eq!(doors.map(|door| ask.count(&door)), expected, "{doors:?}");
    }
    assert_eq!(ask.count(&["--red", "陈雨亭", "--unit", "lines"]), 1, "the copy says so");
}

/// A game whose copy names another opponent is a game against each, on every page.
#[test]
fn a_copy_with_another_opponent_counts_for_both() {
    let game = |black: &str, moves: &str| {
        format!("[Red \"林一舟\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n")
    };
    let games = [
        game("陈雨亭", "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3"),
        game("周许功", "1. 炮二平五 马8进7 2. 马二进三 车9平8"),
        game("周许功", "1. 兵七进一 卒7进1"),
    ];
    let (_folder, db) = with_a_copy(&games);
    let ask = Asked { db: &db };
    let against = |who: &str, opponent: &str| {
        let listed = ["player", who, "--part", "opponents", "--limit", "0"];
        let met = ask.json(&["player", who, "--against", opponent, "--limit", "0"]);
        let met = met["sides"][0]["games"].as_u64().unwrap();
        assert_eq!(ask.of(&listed, ("name", opponent), "games"), met, "{who} - {opponent}");
        met
    };
    assert_eq!(ask.count(&["--player", "林一舟"]), 2);
    for (opponent, games) in [("陈雨亭", 1), ("周许功", 2)] {
        assert_eq!(against("林一舟", opponent), games, "{opponent}");
        assert_eq!(against(opponent, "林一舟"), games, "{opponent}");
    }
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_tell_twenty_numbers_alike_at_every_door() {
    let db = crate::common::archives();
    for (player, opponent) in
        [("胡荣华", "柳大华"), ("胡荣华", "吕钦"), ("许银川", "吕钦"), ("王天一", "赵鑫鑫")]
    {
        let about = About {
            player,
            opponent,
            mv: "炮二平五",
            uci: "h2e2",
            opening: "顺炮",
            event: "五羊杯",
            pattern: "hollow-cannon",
            material: "车炮对车",
        };
        let differ = differing(db, &about);
        assert!(differ.is_empty(), "{player}: {differ:#?}");
    }
}
