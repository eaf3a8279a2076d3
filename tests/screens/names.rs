//! Names that are found, asked back, or those of one person.

use crate::common::{desk, imported, stdout, xqdb};
use serde_json::json;

#[test]
fn names_are_found_in_either_script_and_in_pinyin() {
    let (_folder, db) = imported();
    let count = |name: &str| stdout(&db, &["search", "--player", name, "--count"], 0);
    assert_eq!(count("陈雨亭"), count("陳雨亭"));
    assert_eq!(count("陈雨亭"), count("chen yuting"));
    assert_eq!(count("陈雨亭"), count("雨亭"), "a part finds what the whole finds");
}

#[test]
fn a_list_of_ones_own_names_players_and_events() {
    let (folder, db) = imported();
    let list = folder.path().join("own.tsv");
    let list = list.to_str().unwrap();
    let row = "周許功\t\t\tChow Hui Kung\t廣東\tm\t1950\t\tmaster\ta book of 1990\n";
    std::fs::write(list, row).unwrap();
    let people = stdout(&db, &["people", "周许功", "--list", list], 0);
    // The name of the list goes before the commonest spelling.
    assert!(people.ends_with("周許功          3  1988-1990  周许功 2\n"), "{people}");
    let told = "周許功: master, 廣東, born 1950. Source: a book of 1990\n\n";
    assert!(people.starts_with(told), "{people}");
    assert!(!stdout(&db, &["people", "周许功"], 0).contains("Source"));
    let pairs = folder.path().join("pairs.tsv");
    std::fs::write(&pairs, "周许功\tCHOW Hui Kung\n").unwrap();
    let judge = ["people", "--judge", pairs.to_str().unwrap()];
    let judged = stdout(&db, &[&judge[..], &["--list", list]].concat(), 0);
    assert!(judged.contains(r#""listed":"a book of 1990""#), "{judged}");
    assert!(judged.contains(r#""verdict":"same""#), "{judged}");
    assert!(stdout(&db, &judge, 0).contains(r#""verdict":"unclear""#));
    std::fs::write(list, format!("{row}周许功\t\t\t\t\t\t\t\t\tbook\n")).unwrap();
    let output = xqdb(&db, &["--lang", "en", "people", "--list", list]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("line 2: a spelling of `周许功` is that of line 1"), "{said}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn traditional_screens_have_no_simplified_names() {
    let (folder, db) = imported();
    let list = folder.path().join("own.tsv");
    let row = "周许功\t周許功\t\tChow Hui Kung\t广东\tm\t1950\t\tmaster\ta book of 1990\n";
    std::fs::write(&list, row).unwrap();
    let in_traditional = |args: &[&str]| stdout(&db, &[&["--lang", "zh-Hant"], args].concat(), 0);
    let people = in_traditional(&["people", "周许功", "--list", list.to_str().unwrap()]);
    assert!(people.contains("周許功：大師，廣東，"), "{people}");
    for args in [&["patterns", "--limit", "5"][..], &["patterns", "叠炮", "--no-count"]] {
        let patterns = in_traditional(args);
        assert!(patterns.contains("疊炮 stacked-cannons"), "{patterns}");
        assert!(patterns.contains("兩炮同在一路"), "{patterns}");
    }
}

#[test]
fn traditional_screens_have_no_simplified_titles() {
    let (folder, db) = desk();
    let book = folder.path().join("古谱/适情雅趣");
    std::fs::create_dir_all(&book).unwrap();
    let game =
        "[Event \"第一届阳光杯赛\"]\n[Date \"1990\"]\n[Title \"马炮争锋\"]\n\n1. 炮二平五 *\n";
    std::fs::write(book.join("b.pgn"), game).unwrap();
    stdout(&db, &["import", folder.path().to_str().unwrap()], 0);
    for (args, wanted) in [
        (&["search", "--kind", "all"][..], &["第一屆陽光盃賽", "馬炮爭鋒"][..]),
        (&["explore", "--by", "chapter", "--kind", "all"], &["適情雅趣"]),
        (&["search", "--by", "event", "--kind", "all"], &["陽光"]),
        (&["events"], &["陽光"]),
    ] {
        let shown = stdout(&db, &[&["--lang", "zh-Hant"], args].concat(), 0);
        assert!(wanted.iter().all(|title| shown.contains(title)), "{args:?}: {shown}");
    }
    let refused = xqdb(&db, &["--lang", "zh-Hant", "search", "--book", "適情雅曲"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("適情雅趣"), "{said}");
}

/// Game of an event as PGN.
fn game_of(event: &str, date: &str, moves: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"{date}\"]\n[Red \"林一舟\"]\n[Black \"李四\"]\n\
         [Result \"1-0\"]\n\n1. {moves} 1-0\n\n"
    )
}

/// Every door finds an edition by the words that people use for it, with the same games.
#[test]
fn an_edition_is_found_by_the_words_that_people_use() {
    let (folder, db) = desk();
    let games = [
        game_of("第24届五羊杯象棋赛", "2004", "炮二平五 马8进7"),
        game_of("2004年五羊杯 第2轮", "2004", "炮二平四 马8进7"),
        game_of("第25届五羊杯象棋赛", "2005", "兵七进一 卒7进1"),
        game_of("2004年第8届小五羊杯", "2004", "马二进三 卒7进1"),
    ];
    std::fs::write(folder.path().join("a.pgn"), games.concat()).unwrap();
    stdout(&db, &["import", folder.path().to_str().unwrap()], 0);
    for asked in [
        "五羊杯@24",
        "五羊杯@2004",
        "2004五羊杯",
        "五羊杯2004",
        "五羊盃 24",
        "第24届五羊杯",
        "二十四届五羊杯",
        "2004年第24届五羊杯",
        "2003年第24届五羊杯全国象棋冠军邀请赛",
        "wuyangbei@24",
    ] {
        for args in [
            &["search", "--count", "--event", asked][..],
            &["search", "--count", "--where", &format!("event:\"{asked}\"")],
        ] {
            assert_eq!(stdout(&db, args, 0).trim(), "2", "{args:?}");
        }
        let told = stdout(&db, &["event", asked, "--format", "json"], 0);
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["games"].as_array().map(Vec::len), Some(2), "{asked}: {told}");
    }
    for words in ["2004五羊杯", "林一舟 第24届五羊杯", "五羊杯 24"] {
        assert_eq!(stdout(&db, &["search", words, "--count"], 0).trim(), "2", "{words}");
    }
    // 小五羊杯 is another series.
    assert_eq!(stdout(&db, &["search", "--event", "五羊杯", "--count"], 0).trim(), "3");
    assert_eq!(stdout(&db, &["search", "--event", "羊杯", "--count"], 0).trim(), "4");
    // A wording of a record means that record, and number and year must fit each other.
    assert_eq!(stdout(&db, &["search", "--event", "五羊杯 第2轮", "--count"], 0).trim(), "1");
    for asked in ["1999年第24届五羊杯", "2004年第24届五洋杯"] {
        let output = xqdb(&db, &["--lang", "en", "search", "--event", asked]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("五羊杯全国象棋冠军邀请赛@24 (2 games)"), "{asked}: {said}");
    }
}

/// Whoever asks for a name that nobody has, is asked for the nearest ones with their games.
#[test]
fn names_that_nobody_has_are_asked_back() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let game = |red: &str, moves: &str| {
        format!("[Red \"{red}\"]\n[Black \"李四\"]\n[Result \"1-0\"]\n\n1. {moves} 1-0\n\n")
    };
    let games = [
        game("林一舟", "炮二平五 马8进7"),
        game("林一舟", "兵七进一 卒7进1"),
        game("ZHOU XuGong", "马二进三 卒7进1"),
        game("象棋旋风", "相三进五 卒7进1"),
    ];
    std::fs::write(&file, games.concat()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    for (asked, wanted) in [
        ("Lin Yizou", "did you mean 林一舟 (2 games)?"),
        ("林一州舟", "did you mean 林一舟 (2 games)?"),
        ("林依州", "did you mean 林一舟 (2 games)?"),
        ("Zhu Xugong", "did you mean ZHOU XuGong (1 game)?"),
    ] {
        for args in [
            &["search", "--player", asked][..],
            &["search", "--where", &format!("player:\"{asked}\"")],
            &["ratings", asked],
            &["novelty", "--player", asked],
            &["search", "--player", asked, "--count"],
            &["explore", "--player", asked],
            &["first", "--moves", "炮二平五", "--player", asked],
            &["repertoire", asked],
            &["player", asked],
            &["openings", "--player", asked],
            &["openings", asked],
            &["people", asked],
        ] {
            let output = xqdb(&db, &[&["--lang", "en", "--quiet"], args].concat());
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
            assert!(said.contains(wanted), "{args:?}: {said}");
        }
    }
    // Whichever of the names of a person is near, the person is called as everywhere.
    let same = ["decisions", "same", "player:ZHOU XuGong", "player:林一舟", "--reason", "a test"];
    stdout(&db, &same, 0);
    let output = xqdb(&db, &["search", "--player", "Zhu Xugong", "--lang", "en"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("did you mean 林一舟 (3 games)?"), "{said}");
    stdout(&db, &["people", "?"], 1);
    for nobody in ["Napoleon", "象棋旋疯"] {
        let output = xqdb(&db, &["--lang", "en", "search", "--player", nobody]);
        assert!(!String::from_utf8_lossy(&output.stderr).contains("did you mean"));
    }
    let output = xqdb(&db, &["--lang", "en", "search", "--since", "2002", "--until", "2001"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("lies after --until 2001"), "{said}");
    stdout(&db, &["search", "--since", "1960-05", "--until", "1960"], 1);
}

/// Events and books that none is are asked for by their nearest names, at every door.
#[test]
fn events_and_books_that_there_are_not_are_asked_back() {
    let (folder, db) = desk();
    let book = folder.path().join("古谱/梅花谱");
    std::fs::create_dir_all(&book).unwrap();
    let games = [
        game_of("第24届五羊杯象棋赛", "2004", "炮二平五 马8进7"),
        game_of("第25届五羊杯象棋赛", "2005", "兵七进一 卒7进1"),
        game_of("Riverside Open", "2006", "马二进三 卒7进1"),
    ];
    std::fs::write(folder.path().join("a.pgn"), games.concat()).unwrap();
    std::fs::write(book.join("b.pgn"), "[Title \"屏风马\"]\n\n1. 炮二平五 马2进3 *\n").unwrap();
    stdout(&db, &["import", folder.path().to_str().unwrap()], 0);
    let refused = |args: &[&str]| {
        let output = xqdb(&db, &[&["--lang", "en", "--quiet"], args].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        said
    };
    let series = "五羊杯全国象棋冠军邀请赛";
    for (asked, wanted) in [
        ("五洋杯", format!("did you mean {series} (2 games)?")),
        ("五洋杯@24", format!("did you mean {series}@24 (1 game)?")),
        ("五羊杯@7", format!("did you mean {series} (2 games)?")),
        ("Riverside Opne", "did you mean Riverside Open (1 game)?".to_owned()),
    ] {
        for args in [
            &["search", "--event", asked][..],
            &["search", "--where", &format!("event:\"{asked}\"")],
            &["explore", "--event", asked],
            &["player", "林一舟", "--event", asked],
            &["ratings", "--event", asked],
            &["first", "--moves", "炮二平五", "--event", asked],
            &["openings", "--event", asked],
            &["event", asked],
            &["events", asked],
            &["events", asked, "--tournaments"],
            &["cite", "--event", asked],
        ] {
            let said = refused(args);
            assert!(said.contains(&wanted), "{args:?}: {said}");
        }
    }
    for args in [["search", "--book", "梅花普"], ["search", "--where", "book:梅花普"]] {
        let said = refused(&args);
        assert!(said.contains("did you mean 梅花谱 (1 game)?"), "{args:?}: {said}");
    }
    let said = refused(&["search", "--book", "松风谱"]);
    assert!(said.contains("`松风谱`; `xqdb explore --by chapter --kind all` lists"), "{said}");
    assert!(!refused(&["search", "--event", "Olympia"]).contains("did you mean"));
    // Nobody slips for sixty characters, and to compare them with all names would take long.
    for (option, name) in [("--event", "五羊杯"), ("--player", "林一舟"), ("--book", "梅花谱")]
    {
        let said = refused(&["search", option, &format!("{name}{}", "一".repeat(60))]);
        assert!(!said.contains("did you mean"), "{said}");
    }
    // Where only other kinds fit, statistics do not say that there is nothing.
    for args in [
        &["explore", "--book", "梅花谱"][..],
        &["explore", "--book", "梅花谱", "--by", "chapter"],
        &["openings", "--book", "梅花谱"],
        &["novelty", "--book", "梅花谱"],
    ] {
        let output = xqdb(&db, &[&["--lang", "en"], args].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("; left out: 1 record of other kinds"), "{args:?}: {said}");
    }
    // A manual without a date is no first game, and that is said.
    let output = xqdb(&db, &["--lang", "en", "first", "--book", "梅花谱"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.contains("none of them is a game with a date"),
        "{said}"
    );
}

/// The page of a person is that of one, and of no team; a part of a name means whoever has the most
/// games, and the others are named.
#[test]
fn a_part_of_a_name_is_one_person() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let game = |red: &str, black: &str, moves: &str| {
        format!("[Red \"{red}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n1. {moves} 1-0\n\n")
    };
    let games = [
        game("李一舟", "赵六", "炮二平五 炮8平5"),
        game("李一舟", "赵六", "兵七进一 卒7进1"),
        game("李二舟", "赵六", "马二进三 卒7进1"),
        game("江苏", "赵六", "相三进五 卒7进1"),
    ];
    std::fs::write(&file, games.concat()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    for (args, names) in [
        (&["player", "李"][..], "`李` is 李一舟 here; others: 李二舟"),
        (
            &["player", "李", "--prepare", "red", "--min-games", "1"],
            "`李` is 李一舟 here; others: 李二舟",
        ),
        (&["repertoire", "李", "--min-games", "1"], "`李` is 李一舟 here; others: 李二舟"),
        (&["player", "赵六", "--against", "李"], "2 games"),
    ] {
        let output = xqdb(&db, &[&["--lang", "en"], args].concat());
        let [told, said] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        assert!(told.contains("李一舟") && !told.contains("李二舟"), "{args:?}: {told}");
        assert!(said.contains("2 games") && said.contains(names), "{args:?}: {said}");
    }
    let page = stdout(&db, &["player", "李", "--format", "json"], 0);
    let page: serde_json::Value = serde_json::from_str(&page).unwrap();
    assert_eq!((&page["name"], &page["others"]), (&json!("李一舟"), &json!(["李二舟"])));
    assert_eq!(page["sides"][0]["games"], 2);
    stdout(&db, &["player", "江苏"], 1);
    let people = stdout(&db, &["people", "李", "--format", "tsv", "--columns", "name"], 0);
    assert_eq!(people.lines().count(), 3, "both: {people}");
}
