//! Published lists beside strengths: the places by a plain order of what `ratings` says, and what
//! explains a difference.

use crate::common::games::by_dice;
use crate::common::{desk, stdout, xqdb};
use serde_json::Value;
use std::fmt::Write as _;

/// Adan beats Beno, Beno beats Cyro and so on, each many times; Dima and Elio are nearly equal.
/// Fritz and Gero met nobody else.
fn games() -> String {
    let mut text = String::new();
    let mut seed = 900;
    let mut play = |red: &str, black: &str, result: &str, times: u64| {
        for at in 0..times {
            seed += 1;
            let moves: String = by_dice(seed).iter().map(|mv| format!("{mv} ")).collect();
            let _ = write!(
                text,
                "[Red \"{red}\"]\n[Black \"{black}\"]\n[Date \"1999.0{}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n",
                at % 9 + 1
            );
        }
    };
    for [better, worse] in [["Adan", "Beno"], ["Beno", "Cyro"], ["Cyro", "Dima"], ["Cyro", "Elio"]]
    {
        play(better, worse, "1-0", 25);
        play(worse, better, "0-1", 25);
        play(worse, better, "1-0", 3);
        play(better, worse, "0-1", 3);
    }
    play("Dima", "Elio", "1/2-1/2", 14);
    play("Dima", "Elio", "1-0", 3);
    play("Elio", "Dima", "0-1", 3);
    play("Fritz", "Gero", "1-0", 6);
    play("Gero", "Fritz", "0-1", 6);
    play("Hans", "Adan", "0-1", 2);
    text
}

#[test]
fn who_has_not_played_for_five_years_leaves_the_list() {
    let (folder, db) = desk();
    let file = folder.path().join("games.pgn");
    let mut text = games();
    // Beno and Cyro go on; Adan, Dima and Elio played last in 1999. Who has few games is not listed,
    // and makes nobody inactive.
    for (seed, year, [red, black]) in
        [(1, 2003, ["Beno", "Cyro"]), (2, 2004, ["Beno", "Cyro"]), (3, 2012, ["Hans", "Ivan"])]
    {
        let moves: String = by_dice(seed).iter().map(|mv| format!("{mv} ")).collect();
        let tags =
            format!("[Red \"{red}\"]\n[Black \"{black}\"]\n[Date \"{year}\"]\n[Result \"1-0\"]");
        let _ = write!(text, "{tags}\n\n{moves} 1-0\n\n");
    }
    std::fs::write(&file, text).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let names = |more: &[&str]| -> Vec<String> {
        let asked = ["ratings", "--columns", "name", "--format", "tsv", "--quiet"];
        let told = stdout(&db, &[&asked, more].concat(), 0);
        let mut names: Vec<String> = told.lines().skip(1).map(str::to_owned).collect();
        names.sort_unstable();
        names
    };
    let all = ["Adan", "Beno", "Cyro", "Dima", "Elio"];
    assert_eq!(names(&[]), ["Beno", "Cyro"]);
    assert_eq!(names(&["--all"]), all);
    // A list of a time has all who played then; five years before 2003 begin with 1999.
    for time in [["--year", "1999"], ["--since", "1990"], ["--until", "2003"]] {
        assert_eq!(names(&time), all, "{time:?}");
    }
    let said = |args: &[&str]| String::from_utf8(xqdb(&db, args).stderr).unwrap();
    let left = said(&["ratings", "--lang", "en"]);
    assert!(left.contains("; 3 players without a game since 2000 left out"), "{left}");
    assert!(!said(&["ratings", "--all", "--lang", "en"]).contains("left out"));
    let list = folder.path().join("list.tsv");
    std::fs::write(&list, "1,Adan\n2,Beno\n").unwrap();
    let told = stdout(&db, &["ratings", "--format", "csv", "--compare", list.to_str().unwrap()], 0);
    assert!(told.lines().any(|line| line.starts_with("Adan,1,") && line.ends_with("inactive")));
}

#[test]
fn every_difference_of_a_published_list_is_explained() {
    let (folder, db) = desk();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, games()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let list = folder.path().join("list.tsv");
    let json = |text: &str, args: &[&str]| -> Vec<Value> {
        std::fs::write(&list, text).unwrap();
        let asked = ["ratings", "--format", "json", "--quiet", "--compare", list.to_str().unwrap()];
        serde_json::from_str(&stdout(&db, &[&asked, args].concat(), 0)).unwrap()
    };
    let text = "名次,姓名,等级分\n1,Cyro,2500\n2,Beno,2450\n3,Adan,2400\n4,Elio,2390\n5,Dima,2380\n\
                6,Nobody,2300\n7,Hans,2200\n8,Fritz,2100\n";
    let rows = json(text, &[]);
    let told: Vec<(&str, &str)> = rows
        .iter()
        .map(|row| (row["name"].as_str().unwrap(), row["cause"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("Cyro", "weaker"),
            ("Beno", "agrees"),
            ("Adan", "stronger"),
            ("Elio", "within-intervals"),
            ("Dima", "within-intervals"),
            ("Nobody", "no-games"),
            ("Hans", "few-games"),
            ("Fritz", "apart"),
        ]
    );
    // The places by games are those of the ranking.
    let ranking = stdout(&db, &["ratings", "--format", "json", "--quiet"], 0);
    let ranking: Vec<Value> = serde_json::from_str(&ranking).unwrap();
    let mut ranked: Vec<&Value> = rows.iter().filter(|row| !row["place"].is_null()).collect();
    ranked.sort_by_key(|row| row["place"].as_u64());
    assert_eq!(ranked.len(), ranking.len());
    for (at, (row, rated)) in ranked.iter().zip(&ranking).enumerate() {
        assert_eq!(row["place"], at + 1);
        for field in ["name", "rank", "elo", "deviation", "games"] {
            assert_eq!(row[field], rated[field], "{row} {rated}");
        }
    }
    // Without places the ratings order the list, and who is not in it is said.
    let rows = json("name\trating\nBeno\t2400\nAdan\t2500\n", &[]);
    let told: Vec<(&Value, &Value, &Value)> =
        rows.iter().map(|row| (&row["name"], &row["listed"], &row["cause"])).collect();
    let agrees = &Value::from("agrees");
    assert_eq!(told, [(&"Beno".into(), &2.into(), agrees), (&"Adan".into(), &1.into(), agrees)]);
    let rows = json("1,Beno\n2,Cyro\n", &["--min-games", "5"]);
    let last = rows.last().unwrap();
    assert_eq!((&last["name"], &last["cause"]), (&"Adan".into(), &"not-listed".into()));
    std::fs::write(&list, "1,Adan\n").unwrap();
    let asked = ["ratings", "--year", "1998", "--format", "csv", "--compare"];
    let told = stdout(&db, &[&asked[..], &[list.to_str().unwrap()]].concat(), 1);
    assert!(told.lines().any(|line| line.starts_with("Adan,1,") && line.ends_with("not-of-year")));
    // What is no list is refused with its line.
    std::fs::write(&list, "1,Adan,strong\n").unwrap();
    let refused = xqdb(&db, &["ratings", "--compare", list.to_str().unwrap(), "--lang", "en"]);
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("line 1") && told.contains("strong"), "{told}");
}
