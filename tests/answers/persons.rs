//! One person at every door: names that are one, by evidence or by decision, are counted as one
//! wherever players are counted, listed or asked for.

use crate::common::games::{Dice, by_dice, of_one_name};
use crate::common::{archives, desk, json_lines, number, stdout, xqdb};
use arrow_array::RecordBatch;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use xqdb::columns::game_batches;
use xqdb::metadata::name_key;
use xqdb::search::{Archive, Filter, SearchQuery, search};
use xqdb::store::{Database, Evidence};

/// Persons, each with names that records have; the first is the usual one.
const PERSONS: [&[&str]; 8] = [
    &["胡榮華", "胡荣华", "上海 胡榮華", "HU RongHua"],
    &["楊官璘", "杨官璘", "楊官麟", "YANG GuanLin"],
    &["卜凤波", "卜鳳波", "卜風波", "辽宁卜凤波"],
    &["吕钦", "呂欽", "LV Qin", "Lu Qin"],
    &["趙汝權", "CHIU Yu Kuen"],
    &["陶汉明", "陶漢明", "寿光三元陶汉明", "陶汉明、黑方:"],
    &["莊玉庭"],
    &["莊玉騰"],
];

/// A file of games, most of which two records tell under other names. `order` shuffles the records.
fn records(seed: u64, order: u64) -> String {
    let mut dice = Dice(seed);
    let mut texts: Vec<String> = Vec::new();
    for game in 0..240 {
        let moves: String =
            by_dice(seed ^ (game + 1) << 20).iter().map(|mv| format!("{mv} ")).collect();
        let [red, black] = [dice.below(PERSONS.len()), dice.below(PERSONS.len())];
        if red == black {
            continue;
        }
        let (year, result) = (1970 + dice.below(20), ["1-0", "0-1", "1/2-1/2"][dice.below(3)]);
        for copy in 0..2 {
            // The usual name stands in every first record, so that it is the commonest.
            let mut name = |person: usize| match copy {
                0 => PERSONS[person][0],
                _ => PERSONS[person][dice.below(PERSONS[person].len())],
            };
            texts.push(format!(
                "[Red \"{}\"]\n[Black \"{}\"]\n[Date \"{year}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n",
                name(red),
                name(black),
            ));
        }
    }
    // Programs, openings and pairs of players are nobody.
    for nobody in ["佚名", "象棋旋风", "中炮过河车", "郭莉萍+吕钦", "HaQiKi D 1.6"]
    {
        texts.push(format!(
            "[Red \"{nobody}\"]\n[Black \"胡榮華\"]\n[Result \"1-0\"]\n\nh2e2 h9g7 1-0\n\n"
        ));
    }
    let mut dice = Dice(order);
    for at in (1..texts.len()).rev() {
        texts.swap(at, dice.below(at + 1));
    }
    texts.concat()
}

/// Imports a text as a file of its own.
fn import(db: &Path, text: &str) {
    let file = db.with_extension(format!("{}.pgn", text.len()));
    std::fs::write(&file, text).unwrap();
    stdout(db, &["import", file.to_str().unwrap()], 0);
}

fn people(db: &Path) -> Vec<Value> {
    json_lines(&stdout(db, &["people", "--json", "--limit", "0"], 0))
}

/// The names that are one with another and those that are nobody's, as they are stored.
fn joined(db: &Path) -> String {
    let sql = "select sort, key, head, because from joined union all select '', key, name, '' from called order by 1, 2";
    stdout(db, &["sql", "--format", "csv", sql], 0)
}

#[test]
fn every_person_has_one_number_at_every_door() {
    let (_folder, db) = desk();
    import(&db, &records(number("XQDB_SEED", 35), 1));
    let persons = people(&db);
    let names: BTreeSet<&str> = persons.iter().map(|row| row["key"].as_str().unwrap()).collect();
    // Nobody's names have no row, and each person one.
    assert_eq!(persons.len(), PERSONS.len(), "{names:?}");
    let rows = |args: &[&str]| -> BTreeMap<String, u64> {
        let rows = json_lines(&stdout(&db, args, 0));
        let rows = rows.iter().flat_map(|row| match row {
            Value::Array(rows) => rows.clone(),
            row => vec![row.clone()],
        });
        rows.map(|row| (name_key(row["player"].as_str().unwrap()), row["games"].as_u64().unwrap()))
            .collect()
    };
    let by_player = rows(&["search", "--by", "player", "--format", "jsonl"]);
    let archive = Archive::of(Database::open(&db).unwrap().snapshot().unwrap(), Evidence::Derived);
    let archive = archive.unwrap();
    let ids: Vec<u32> = archive.facts().alive().map(|(id, _)| id).collect();
    let table = columns(&archive, ids);
    let in_sql = in_sql(&db);
    for row in &persons {
        let (name, games) = (row["key"].as_str().unwrap(), row["games"].as_u64().unwrap());
        assert!(games > 0, "{name}");
        assert_eq!(by_player.get(name), Some(&games), "--by player: {name}");
        assert_eq!(table.get(name), Some(&games), "the table of games: {name}");
        assert_eq!(in_sql.get(name), Some(&games), "xq_person: {name}");
        // All of these are games between two players.
        for (what, told) in told_games(&db, name) {
            assert_eq!(told, games, "{what}: {name}");
        }
        for (spelling, _) in spellings(row) {
            let count = |args: &[&str]| -> u64 {
                let args = [&["search", "--count"], args].concat();
                let output = xqdb(&db, &args);
                String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
            };
            assert_eq!(count(&["--player", &spelling]), games, "search: {spelling}");
            let sides = count(&["--red", &spelling]) + count(&["--black", &spelling]);
            assert_eq!(sides, games, "by side: {spelling}");
            let asked = ["explore", "--played", "all", "--player", &spelling, "--json"];
            let explored = stdout(&db, &asked, 0);
            let explored: Value = serde_json::from_str(&explored).unwrap();
            assert_eq!(explored["games"], games, "explore: {spelling}");
            let listed = stdout(
                &db,
                &["search", "--player", &spelling, "--limit", "0", "--format", "csv"],
                0,
            );
            assert_eq!(listed.lines().count() as u64 - 1, games, "search as CSV: {spelling}");
            let sql = format!(
                "select count(distinct coalesce(first, value))
                 from json_each(xq_games(null, 'player:\"{spelling}\"'))
                 left join kin on kin.game = value"
            );
            let found = stdout(&db, &["sql", "--format", "csv", &sql], 0);
            assert_eq!(found.lines().nth(1), Some(&*games.to_string()), "SQL: {spelling}");
        }
    }
    let sql = "select person, person_name from persons group by person order by 1";
    let view = stdout(&db, &["sql", "--format", "csv", sql], 0);
    let in_view: BTreeSet<&str> =
        view.lines().skip(1).map(|line| line.split_once(',').unwrap().0).collect();
    assert!(names.is_subset(&in_view), "{in_view:?}");
}

/// Who is a person in SQL follows from the games that are there, not from those that were.
#[test]
fn who_has_no_game_any_more_is_no_person_in_sql() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    for (file, red) in [("a.pgn", "林一舟"), ("b.pgn", "周许功")] {
        let file = folder.path().join(file);
        let game =
            format!("[Event \"{red}杯\"]\n[Red \"{red}\"]\n[Black \"陈雨亭\"]\n\n1. 炮二平五 *\n");
        std::fs::write(&file, game).unwrap();
        stdout(&db, &["import", file.to_str().unwrap()], 0);
    }
    let persons = || {
        let sql = "select distinct person from persons order by 1";
        let listed = stdout(&db, &["sql", "--format", "csv", sql], 0);
        listed.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(persons(), ["周许功", "林一舟", "陈雨亭"]);
    let sql = "select game.key from game join player on player.id = red where name = '周许功'";
    let key = stdout(&db, &["sql", "--format", "csv", sql], 0).lines().nth(1).unwrap().to_owned();
    let set = ["set", &format!("game:{key}.event"), "春风杯", "--reason", "x"];
    stdout(&db, &[&["decide"], &set[..]].concat(), 0);
    stdout(&db, &["forget", folder.path().join("a.pgn").to_str().unwrap()], 0);
    assert_eq!(persons(), ["周许功", "陈雨亭"]);
    // No table has the names that are gone; a decision keeps its own.
    let names = |table: &str| {
        let sql = format!("select name from {table} order by 1");
        let listed = stdout(&db, &["sql", "--format", "csv", &sql], 0);
        listed.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names("player"), ["周许功", "陈雨亭"]);
    assert_eq!(names("event"), ["周许功杯", "春风杯"]);
    let stats: Value = serde_json::from_str(&stdout(&db, &["stats", "--json"], 0)).unwrap();
    assert_eq!([&stats["players"], &stats["events"]], [&Value::from(2), &Value::from(2)]);
    stdout(&db, &["verify"], 0);
    stdout(&db, &[&["undo"], &set[..3]].concat(), 0);
    assert_eq!(names("event"), ["周许功杯"]);
}

/// The games of each person in SQL, copies once.
fn in_sql(db: &Path) -> BTreeMap<String, u64> {
    let sql = "select who, count(distinct coalesce(kin.first, id))
               from (select id, xq_person(id, 'red') as who from game
                     union select id, xq_person(id, 'black') from game)
               left join kin on kin.game = id where who is not null group by who";
    stdout(db, &["sql", "--format", "tsv", sql], 0)
        .lines()
        .skip(1)
        .map(|line| line.rsplit_once('\t').unwrap())
        .map(|(name, games)| (name_key(name), games.parse().unwrap()))
        .collect()
}

/// How many games of a player the commands tell that do not list players, those of programs among
/// them.
fn told_games(db: &Path, name: &str) -> [(&'static str, u64); 5] {
    let below = |args: &[&str]| -> u64 {
        let output = xqdb(db, &[args, &["--played", "all"]].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        let number = |line: &str| line.split_once(" game")?.0.replace(',', "").parse().ok();
        told.lines().find_map(number).unwrap_or(0)
    };
    let openings = ["openings", "--played", "all", "--player", name, "--format", "json"];
    // Who has games of other kinds only has no opening, with status 1.
    let openings: Vec<Value> = serde_json::from_slice(&xqdb(db, &openings).stdout).unwrap();
    [
        ("repertoire", below(&["repertoire", name, "--depth", "1"])),
        ("player", below(&["player", name, "--part", "sides"])),
        ("first", below(&["first", "--player", name])),
        ("novelty", below(&["novelty", "--player", name, "--limit", "1"])),
        ("openings", openings.iter().map(|row| row["games"].as_u64().unwrap()).sum()),
    ]
}

/// The spellings of a person that name nobody else.
fn spellings(row: &Value) -> Vec<(String, u64)> {
    serde_json::from_value(row["spellings"].clone()).unwrap()
}

/// The games of each person by the table of games, copies once.
fn columns(archive: &Archive, ids: Vec<u32>) -> BTreeMap<String, u64> {
    use arrow_array::Array as _;
    use arrow_array::cast::AsArray as _;
    let mut games: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let take = |batch: RecordBatch| {
        let text = |name: &str, row: usize| {
            let column = batch.column_by_name(name).unwrap().as_string::<i32>();
            column.is_valid(row).then(|| column.value(row).to_owned())
        };
        for row in 0..batch.num_rows() {
            for person in ["red_person", "black_person"] {
                if let Some(name) = text(person, row) {
                    games.entry(name).or_default().insert(text("counts_as", row).unwrap());
                }
            }
        }
        Ok(())
    };
    game_batches(archive, &ids, 64, take).unwrap();
    games.into_iter().map(|(name, games)| (name_key(&name), games.len() as u64)).collect()
}

#[test]
fn a_screen_names_players_in_its_script_and_data_as_recorded() {
    let (_folder, db) = desk();
    import(&db, &records(35, 1));
    let first_cells = |lang: &str| -> BTreeSet<String> {
        let table = stdout(&db, &["--lang", lang, "search", "--by", "player"], 0);
        let cells = table.lines().skip(1).filter_map(|line| line.split_whitespace().next());
        cells.map(str::to_owned).collect()
    };
    let (simplified, traditional) = (first_cells("zh-Hans"), first_cells("zh-Hant"));
    for [one, other] in [["胡荣华", "胡榮華"], ["陶汉明", "陶漢明"], ["吕钦", "呂欽"]]
    {
        assert!(simplified.contains(one) && !simplified.contains(other), "{simplified:?}");
        assert!(traditional.contains(other) && !traditional.contains(one), "{traditional:?}");
    }
    let data = |lang: &str| {
        stdout(&db, &["--lang", lang, "search", "--by", "player", "--format", "csv"], 0)
    };
    assert_eq!(data("zh-Hans"), data("zh-Hant"));
    // The page of a game names the person, and beside it what the record has.
    let sql = "select game.key from game join player on player.id = red where name = 'HU RongHua'";
    let key = stdout(&db, &["sql", "--format", "tsv", sql], 0).lines().nth(1).unwrap().to_owned();
    for (option, red) in [("--quiet", "胡榮華（HU RongHua）"), ("--as-stated", "HU RongHua")] {
        let page = stdout(&db, &["--lang", "zh-Hant", option, "show", &key], 0);
        assert!(page.contains(&format!("紅方  {red}")), "{page}");
    }
    // Data keep the record's spelling, and have the person beside it.
    for (option, person) in [("--quiet", Value::from("胡荣华")), ("--as-stated", Value::Null)] {
        let game = stdout(&db, &[option, "show", &key, "--format", "json"], 0);
        let game: Value = serde_json::from_str(&game).unwrap();
        assert_eq!([&game["red"], &game["red_person"]], [&Value::from("HU RongHua"), &person]);
    }
    let game = |seed: u64, red: &str, black: &str| {
        let moves: String = by_dice(seed).iter().map(|mv| format!("{mv} ")).collect();
        format!(
            "[Event \"1990年第3届新石杯\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n\
             [Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    import(&db, &(game(901, "胡榮華", "陶汉明") + &game(902, "呂欽", "胡荣华")));
    let event = |lang: &str, form: &str| {
        stdout(&db, &["--lang", lang, "event", "新石杯@3", "--format", form], 0)
    };
    for form in ["table", "html"] {
        let (simplified, traditional) = (event("zh-Hans", form), event("zh-Hant", form));
        assert!(simplified.contains("胡荣华") && !simplified.contains("胡榮華"), "{simplified}");
        assert!(traditional.contains("胡榮華") && !traditional.contains("胡荣华"), "{traditional}");
    }
    for form in ["csv", "json"] {
        assert_eq!(event("zh-Hans", form), event("zh-Hant", form));
    }
}

#[test]
fn the_order_of_imports_makes_no_difference() {
    let [one, other] = [1, 2].map(|order| {
        let (folder, db) = desk();
        let text = records(35, order);
        let half = text[..text.len() / 2].rfind("[Red").unwrap();
        import(&db, &text[..half]);
        import(&db, &text[half..]);
        let strengths = stdout(&db, &["ratings", "--limit", "0", "--format", "tsv"], 0);
        assert_eq!(strengths.lines().count(), 1 + people(&db).len());
        let page = stdout(&db, &["player", "胡荣华", "--format", "json"], 0);
        let page: Value = serde_json::from_str(&page).unwrap();
        let looked_at: Vec<&Value> =
            page["games"].as_array().unwrap().iter().map(|game| &game["key"]).collect();
        assert!(looked_at.len() > 3, "{page}");
        let told = joined(&db) + &strengths + &format!("{looked_at:?}");
        drop(folder);
        told
    });
    assert!(one.contains("杨官麟,杨官璘") && one.contains("hu ronghua,胡荣华"), "{one}");
    assert_eq!(one, other);
}

/// A team before the first spelling changes no sound, and a spelling that games had once names nobody.
#[test]
fn persons_and_their_evidence_have_no_order() {
    let game = |red: &str, moves: &str| {
        format!("[Red \"{red}\"]\n[Black \"吕钦\"]\n[Result \"1-0\"]\n\n1. {moves} 1-0\n\n")
    };
    let long: Vec<String> = by_dice(35).iter().map(ToString::to_string).collect();
    let (long, cut) = (long.join(" "), long[..long.len() - 2].join(" "));
    let texts = [
        game("江蘇趙劍", "炮二平五 马8进7"),
        game("趙劍", "炮二平五 马2进3"),
        game("ZHAO Jian", "炮二平五 炮8平5"),
        game("楊毅", "兵七进一 卒7进1") + &game("YANG Yi", "兵七进一 卒7进1"),
        game("SHI Gang", &long),
        game("大学石刚", &long),
        game("石剛", &cut),
    ];
    let [one, other] = [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0]].map(|order| {
        let (_folder, db) = desk();
        order.iter().for_each(|&at| import(&db, &texts[at]));
        let unclear = stdout(&db, &["people", "--candidates", "--format", "tsv"], 0);
        assert!(unclear.contains("大学石刚"), "{unclear}");
        let text = stdout(&db, &["people", "--limit", "0", "--format", "tsv"], 0);
        let mut persons: Vec<String> = text.lines().map(str::to_owned).collect();
        persons.sort();
        persons.push(unclear);
        persons
    });
    assert_eq!(one, other);
    assert!(one.iter().any(|row| row.contains("\"by\":\"sound\",\"with\":\"赵剑\"")), "{one:?}");
}

#[test]
fn one_decision_undoes_what_evidence_joined() {
    let (_folder, db) = desk();
    import(&db, &records(35, 1));
    let before = joined(&db);
    let count = |args: &[&str]| {
        stdout(&db, &[&["search", "--count", "--player"], args].concat(), 0).trim().to_owned()
    };
    let all = count(&["胡荣华"]);
    assert_eq!(count(&["HU RongHua"]), all);
    let stated: u64 = count(&["胡荣华", "--as-stated", "--names", "script"]).parse().unwrap();
    assert!(stated < all.parse().unwrap(), "{stated} {all}");
    let page = stdout(&db, &["people", "胡荣华", "-v"], 0);
    assert!(page.contains("hu ronghua = 胡荣华: read alike"), "{page}");
    assert!(
        page.contains("xqdb decisions differ \"player:hu ronghua\" \"player:胡荣华\""),
        "{page}"
    );
    let differ = ["differ", "player:HU RongHua", "player:胡荣华"];
    stdout(&db, &[&["decide"], &differ[..], &["--reason", "x"]].concat(), 0);
    assert_ne!(count(&["胡荣华"]), all);
    assert_eq!(people(&db).len(), PERSONS.len() + 1);
    stdout(&db, &[&["undo"], &differ[..]].concat(), 0);
    assert_eq!((joined(&db), count(&["胡荣华"])), (before, all));
}

#[test]
fn namesakes_of_teams_that_play_at_once_are_two() {
    let texts = of_one_name();
    let (_folder, db) = desk();
    // A year in which both teams have a man of that name proves nothing by itself.
    import(&db, &texts[..4].concat());
    assert!(!stdout(&db, &["people", "--spellings", "--format", "tsv"], 0).contains('@'));
    import(&db, &texts[4..].concat());
    let text = stdout(&db, &["people", "--spellings", "--format", "tsv"], 0);
    let person = |spelling: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once('\t'));
        lines.find(|(_, text)| *text == spelling).map(|(person, _)| person.to_owned())
    };
    for (spelling, wanted) in [
        ("武漢王斌", "王斌@武汉"),
        ("武汉 王斌", "王斌@武汉"),
        ("南京王斌", "王斌"),
        ("江蘇王斌", "王斌"),
        ("王斌", "王斌"),
        ("上海金外灘 萬春", "万春林"),
        ("萬春", "万春"),
    ] {
        assert_eq!(person(spelling).as_deref(), Some(wanted), "{spelling}");
    }
    let counted = |args: &[&str], name: &str| -> u64 {
        let told = xqdb(&db, &[args, &["search", "--count", "--player", name]].concat());
        String::from_utf8(told.stdout).unwrap().trim().parse().unwrap()
    };
    let numbers = ["王斌", "王斌@武汉", "萬春林", "萬春"].map(|name| counted(&[], name));
    assert_eq!(numbers, [5, 3, 3, 1]);
    assert_eq!(["武漢王斌", "南京 王斌"].map(|name| counted(&[], name)), [3, 5]);
    assert_eq!(counted(&["--as-stated"], "王斌"), 8);
    let sql = in_sql(&db);
    assert_eq!(["王斌", "王斌@武汉", "万春林"].map(|name| sql[name]), [5, 3, 3]);
    // No game, no line and no stated value is another.
    assert!(!stdout(&db, &["dump"], 0).contains('@'));
    let told = stdout(&db, &["people", "王斌", "-v"], 0);
    assert!(told.contains("王斌@武汉 is not 王斌: teams of 武汉, 南京 have"), "{told}");
    assert!(told.contains("xqdb decisions same \"player:王斌@武汉\" \"player:王斌\""), "{told}");
    let same = ["same", "player:王斌@武汉", "player:王斌"];
    stdout(&db, &[&["decide"], &same[..], &["--reason", "x"]].concat(), 0);
    assert_eq!(counted(&[], "王斌"), 8);
    stdout(&db, &[&["undo"], &same[..]].concat(), 0);
    assert_eq!(counted(&[], "王斌"), 5);
    // In another order, in one file.
    let (_folder, other) = desk();
    import(&other, &texts.iter().rev().map(String::as_str).collect::<String>());
    let parted = "select game.key, seat.side, seat.name, namesake.because from seat
                  join game on game.id = seat.game join namesake using (name)
                  order by 1, 2";
    let seats = |db: &Path| stdout(db, &["sql", "--format", "csv", parted], 0);
    assert_eq!(seats(&db), seats(&other));
    assert_eq!(seats(&db).lines().count(), 5);
    assert_eq!(joined(&db), joined(&other));
}

/// A game of 64 plies or more, which is one game whoever is named in its records.
fn of_a_long_line(year: &str, players: &[[&str; 2]]) -> String {
    let moves = (100..).map(by_dice).find(|line| line.len() >= 64).unwrap();
    let moves: String = moves.iter().map(|mv| format!("{mv} ")).collect();
    let text = |(at, [red, black]): (usize, &[&str; 2])| {
        format!(
            "[Event \"{at}\"]\n[Date \"{year}\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    players.iter().enumerate().map(text).collect()
}

#[test]
fn a_game_of_which_a_witness_names_others_shows_no_year_of_a_person() {
    let (_folder, db) = desk();
    let (one, other, third) = ("钱国强", "孙建军", "李文清");
    let disputed = [[one, third], [one, third], [other, third]];
    let later = |year: &str, red: &str, seed| {
        let moves: String = by_dice(seed).iter().map(|mv| format!("{mv} ")).collect();
        format!(
            "[Date \"{year}\"]\n[Red \"{red}\"]\n[Black \"{third}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    import(
        &db,
        &(of_a_long_line("1956", &disputed) + &later("1980", one, 1) + &later("1984", one, 2)),
    );
    let first = |more: &[&str], name: &str, year: &str| -> Option<u64> {
        let rows = json_lines(&stdout(&db, &[more, &["--format", "jsonl"]].concat(), 0));
        rows.iter().find(|row| row["name"] == name).unwrap()[year].as_u64()
    };
    let by_player = |who: &str| {
        let rows = json_lines(&stdout(&db, &["search", "--by", "player", "--format", "jsonl"], 0));
        let row = rows.into_iter().find(|row| row["player"] == who).unwrap();
        row["firstYear"].as_u64().unwrap()
    };
    let in_sql = |who: &str| -> u64 {
        let asked = format!("select first_year from persons where name = '{who}'");
        let told = stdout(&db, &["sql", "--format", "tsv", &asked], 0);
        told.lines().nth(1).unwrap().parse().unwrap()
    };
    let doors = |who: &str| -> Vec<u64> {
        let sides = stdout(&db, &["player", who, "--part", "sides", "--format", "jsonl"], 0);
        vec![
            first(&["people"], who, "firstYear").unwrap(),
            by_player(who),
            json_lines(&sides)[0]["firstYear"].as_u64().unwrap(),
            in_sql(who),
            first(&["ratings", "--min-games", "1", "--all", "--all-groups"], who, "first_year")
                .unwrap(),
        ]
    };
    assert_eq!(doors(one), [1980; 5]);
    // All witnesses name the other player; but who was rated against whom is not sure.
    assert_eq!(doors(third), [1956, 1956, 1956, 1956, 1980]);
    // The game counts, and it has its date.
    let count =
        |args: &[&str]| stdout(&db, &[&["search", "--count", "--player", one], args].concat(), 0);
    assert_eq!((count(&[]), count(&["--until", "1960"])), ("3\n".to_owned(), "1\n".to_owned()));
    // A person asked for by name is the one of the list, with all spellings.
    let people = |more: &[&str]| {
        json_lines(&stdout(&db, &[&["people", "--format", "jsonl"], more].concat(), 0))
    };
    for person in people(&[]) {
        assert_eq!(people(&[person["name"].as_str().unwrap()]), [person]);
    }
    // Records alone doubt nothing, and a decision settles it.
    assert_eq!(first(&["people", "--as-stated"], one, "firstYear"), Some(1956));
    let key = stdout(&db, &["search", "--until", "1960", "--columns", "key", "--format", "tsv"], 0);
    let red = format!("game:{}.red", key.lines().nth(1).unwrap());
    stdout(&db, &["decide", "set", &red, one, "--reason", "x"], 0);
    assert_eq!(doors(one), [1956; 5]);
}

#[test]
fn what_is_unclear_is_written_as_decisions() {
    let (folder, db) = desk();
    let twins = "[Red \"LIU Jun\"]\n[Black \"吕钦\"]\n[Result \"1-0\"]\n\nh2e2 h9g7 h0g2 1-0\n\n\
                 [Red \"刘军\"]\n[Black \"吕钦\"]\n[Result \"1-0\"]\n\nh2e2 h9g7 b0c2 1-0\n\n\
                 [Red \"刘君\"]\n[Black \"吕钦\"]\n[Result \"1-0\"]\n\nh2e2 h9g7 b0a2 1-0\n\n";
    import(&db, twins);
    let file = folder.path().join("open.tsv");
    let path = file.to_str().unwrap();
    stdout(&db, &["people", "--candidates", "--output", path], 0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("# same\tplayer:LIU Jun\tplayer:刘军\t"), "{text}");
    // As it is written it decides nothing; without the sign it does.
    assert_eq!(xqdb::decision::read(&text).unwrap(), []);
    std::fs::write(
        &file,
        text.replace("# same\tplayer:LIU Jun\tplayer:刘军", "same\tplayer:LIU Jun\tplayer:刘军"),
    )
    .unwrap();
    stdout(&db, &["decisions", "apply", path], 0);
    let row = people(&db).into_iter().find(|row| row["name"] == "刘军").unwrap();
    assert_eq!(row["games"], 2);
}

#[test]
fn every_text_of_a_tag_is_listed_with_its_person() {
    let (_folder, db) = desk();
    import(&db, &records(35, 1));
    let text = stdout(&db, &["people", "--spellings", "--format", "tsv"], 0);
    let lines: BTreeMap<&str, &str> = text
        .lines()
        .skip(1)
        .map(|line| line.split_once('\t').unwrap())
        .map(|(a, b)| (b, a))
        .collect();
    assert_eq!(lines.get("上海 胡榮華"), Some(&"胡荣华"));
    assert_eq!(lines.get("HU RongHua"), Some(&"胡荣华"));
    assert_eq!(lines.get("佚名"), None);
    assert_eq!(lines.get("象棋旋风"), None);
}

/// Whether the key of a name is more than one hanzi or one word, which are asked for as parts of names.
fn is_whole(key: &str) -> bool {
    if key.is_ascii() { key.contains(' ') } else { key.chars().nth(1).is_some() }
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_one_person_is_one_at_every_door() {
    let (folder, db) = (tempfile::tempdir().unwrap(), archives());
    let spelled = folder.path().join("people.tsv");
    let text = stdout(db, &["people", "--spellings", "--format", "tsv"], 0);
    std::fs::write(&spelled, text).unwrap();
    let checked = std::process::Command::new("python3")
        .arg(crate::common::shared("check_people.py"))
        .arg(&spelled)
        .args(["--min-recall", "0.92", "--min-precision", "0.998"])
        .output()
        .unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    let by_player = json_lines(&stdout(db, &["search", "--by", "player", "--format", "jsonl"], 0));
    let by_player: BTreeMap<String, u64> = by_player
        .iter()
        .map(|row| (row["player"].as_str().unwrap().to_owned(), row["games"].as_u64().unwrap()))
        .collect();
    let in_sql = in_sql(db);
    let all = people(db);
    let persons: Vec<&Value> = all.iter().filter(|row| row["games"] != 0).collect();
    assert!(persons.len() > 1000);
    let snapshot = Database::open(db).unwrap().snapshot().unwrap();
    let archive = Archive::of(snapshot, Evidence::Derived).unwrap();
    let table = columns(&archive, archive.facts().alive().map(|(id, _)| id).collect());
    for (at, row) in persons.iter().enumerate() {
        let (key, games) = (row["key"].as_str().unwrap(), row["games"].as_u64());
        if name_key(key) == key {
            assert_eq!(in_sql.get(key).copied(), games, "xq_person: {key}");
            assert_eq!(table.get(key).copied(), games, "the table of games: {key}");
        }
        if at % 97 != 0 {
            continue;
        }
        if is_whole(key) && name_key(key) == key {
            let filter = Filter { players: vec![key.to_owned()], ..Filter::default() };
            let found =
                search(&archive, &SearchQuery::new(filter.resolve(&archive).unwrap())).unwrap();
            assert_eq!(Some(found.count), games, "--player {key}");
        }
    }
    drop(archive);
    for row in persons.iter().take(8).chain(persons.iter().skip(8).step_by(211)) {
        let (key, games) = (row["key"].as_str().unwrap(), &row["games"]);
        if !is_whole(key) {
            continue;
        }
        let called = by_player.iter().filter(|(name, _)| name_key(name) == key);
        assert_eq!(
            called.map(|(_, games)| *games).collect::<Vec<_>>(),
            [games.as_u64().unwrap()],
            "{key}"
        );
        let count = |kind: &str| {
            let count = xqdb(db, &["search", "--count", "--player", key, "--kind", kind]);
            String::from_utf8(count.stdout).unwrap().trim().parse::<u64>().unwrap()
        };
        assert_eq!(count("all"), games.as_u64().unwrap(), "{key}");
        assert_eq!(in_sql.get(key).copied(), games.as_u64(), "xq_person: {key}");
        let played = count("game");
        for (what, told) in told_games(db, key) {
            let wanted = if what == "first" { count("all") } else { played };
            assert_eq!(told, wanted, "{what}: {key}");
        }
    }
}
