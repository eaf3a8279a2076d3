//! Titles and chapters: stored, shown, found and counted.

use crate::common::{desk, json_lines, stdout, xqdb};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const STUDY: &str = "[FEN \"3k5/9/9/9/9/9/9/9/4R4/4K4 w\"]";

/// A library of two books, and its database.
fn library() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join("qipu").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let record = |tags: &str, moves: &str| {
        format!("[Game \"Chinese Chess\"]\n{tags}\n{STUDY}\n\n{moves}\n\n")
    };
    write("古譜/橘中秘/卷一/三軍保駕.pgn", &record("", "1. 车五进一"));
    write("古譜/橘中秘/卷二/01.pgn", &record("[Title \"三军夺帅\"]\n", "1. 车五进二"));
    let two = record("[Title \"勇擒\"]", "1. 车五进三") + &record("", "1. 车五进四");
    write("古譜/适情雅趣.pgn", &two);
    let named = "[Collection \"名局\"]\n[Chapter \"第一章\"]\n[Title \"勇擒\"]\n";
    write("a.pgn", &record(named, "1. 车五平四"));
    let db = folder.path().join("test.db");
    stdout(&db, &["import", folder.path().join("qipu").to_str().unwrap()], 0);
    (folder, db)
}

fn lines(db: &Path, args: &[&str]) -> Vec<Value> {
    let text = String::from_utf8(xqdb(db, args).stdout).unwrap();
    json_lines(&text)
}

/// Titles of the games that are listed, in their order, those of file names behind `~`.
fn listed(db: &Path, args: &[&str]) -> Vec<String> {
    let games = lines(db, &[&["search", "--format", "jsonl"], args].concat());
    let title = |game: &Value| match &game["title"] {
        Value::String(title) => title.clone(),
        _ => format!("~{}", game["derived"]["Title"]["value"].as_str().unwrap_or_default()),
    };
    games.iter().map(title).collect()
}

/// The same, whatever their order.
fn found(db: &Path, args: &[&str]) -> Vec<String> {
    let mut titles = listed(db, args);
    titles.sort();
    titles
}

#[test]
fn games_stand_in_the_order_of_their_titles() {
    let (_folder, db) = library();
    // By sound: sān jūn bǎo, sān jūn duó, shì qíng, yǒng qín.
    let shown = ["~三軍保駕", "三军夺帅", "~适情雅趣", "勇擒", "勇擒"];
    assert_eq!(listed(&db, &["--sort", "title"]), shown);
    let as_stated = listed(&db, &["--sort", "title", "--as-stated"]);
    assert_eq!(as_stated, ["三军夺帅", "勇擒", "勇擒", "~", "~"]);
    assert_eq!(listed(&db, &["--sort", "title", "--offset", "2", "--limit", "1"]), shown[2..3]);
}

#[test]
fn titles_are_found_in_both_scripts_by_every_way() {
    let (_folder, db) = library();
    for (args, expected) in [
        (&["--title", "三军"][..], &["~三軍保駕", "三军夺帅"][..]),
        (&["--title", "三軍"], &["~三軍保駕", "三军夺帅"]),
        (&["--text", "三軍"], &["~三軍保駕", "三军夺帅"]),
        (&["--title", "勇擒"], &["勇擒", "勇擒"]),
        (&["--title", "三军", "--as-stated"], &["三军夺帅"]),
        (&["--title", "适情"], &["~适情雅趣", "勇擒"]),
        (&["--title", "无此"], &[]),
    ] {
        assert_eq!(found(&db, args), expected, "{args:?}");
    }
}

#[test]
fn chapters_are_found_by_any_part_of_their_path() {
    let (_folder, db) = library();
    for (chapter, expected) in [
        ("古谱", 4),
        ("橘中秘", 2),
        ("橘中秘 / 卷一", 1),
        ("橘中秘/卷二", 1),
        ("古譜 / 適情雅趣", 2),
        ("名局 / 第一章", 1),
        ("第二章", 0),
    ] {
        for option in ["--chapter", "--book"] {
            assert_eq!(found(&db, &[option, chapter]).len(), expected, "{option} {chapter}");
        }
        for asked in ["book", "chapter", "书", "章"] {
            let asked = format!("{asked}:\"{chapter}\"");
            assert_eq!(found(&db, &["--where", &asked]).len(), expected, "{asked}");
        }
    }
    let both = ["--where", "book:橘中秘 chapter:卷一"];
    assert_eq!(found(&db, &both), ["~三軍保駕"]);
}

#[test]
fn spellings_of_the_title_of_a_book_are_one() {
    let (_folder, db) = library();
    for title in ["橘中秘", "桔中秘", "橘中密", "桔中密", "橘中"] {
        assert_eq!(found(&db, &["--book", title]).len(), 2, "{title}");
        assert_eq!(found(&db, &["--where", &format!("书:{title}")]).len(), 2, "{title}");
    }
    for command in ["explore", "openings", "life", "first"] {
        let asked = [command, "--kind", "all", "--book", "桔中秘", "--lang", "en"];
        assert_ne!(xqdb(&db, &asked).status.code(), Some(2), "{command}");
    }
}

#[test]
fn books_are_a_tree_on_a_screen() {
    let (_folder, db) = library();
    let told = stdout(&db, &["search", "--by", "chapter", "--lang", "zh-Hans"], 0);
    let rows: Vec<(&str, &str)> = told
        .lines()
        .skip(1)
        .map(|line| line.rsplit_once(char::is_whitespace).unwrap())
        .map(|(name, games)| (name.trim_end(), games.trim()))
        .collect();
    let expected = [
        ("古谱", "4"),
        ("  橘中秘", "2"),
        ("    卷一", "1"),
        ("    卷二", "1"),
        ("  适情雅趣", "2"),
        ("名局 / 第一章", "1"),
    ];
    assert_eq!(rows, expected, "{told}");
}

/// A copy that stands for another game is among the games of its chapter, as in a list of them.
#[test]
fn a_chapter_counts_the_games_that_it_lists() {
    let (folder, db) = library();
    for (part, last) in [("甲", "车四进一"), ("乙", "车四进二")] {
        let path = folder.path().join("kin").join(part);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("a.pgn"), format!("{STUDY}\n\n1. 车五平四 将4进1 2. {last} *\n"))
            .unwrap();
    }
    stdout(&db, &["import", folder.path().join("kin").to_str().unwrap()], 0);
    let listed = |part: &str| lines(&db, &["search", "--chapter", part, "--format", "jsonl"]);
    let key = |part: &str| format!("game:{}", listed(part)[0]["key"].as_str().unwrap());
    stdout(&db, &["decide", "same", &key("甲"), &key("乙"), "--reason", "a copy"], 0);
    let counts = lines(&db, &["search", "--by", "chapter", "--format", "jsonl"]);
    for part in ["甲", "乙"] {
        let row = counts.iter().find(|row| row["chapter"] == part);
        let games = row.map_or(0, |row| row["games"].as_u64().unwrap());
        assert_eq!((games, listed(part).len()), (1, 1), "{counts:?}");
    }
}

#[test]
fn chapters_are_listed_in_the_order_of_their_paths() {
    let (_folder, db) = library();
    let listed = lines(&db, &["search", "--by", "chapter", "--format", "jsonl"]);
    let listed: Vec<(&str, u64)> = listed
        .iter()
        .map(|row| (row["chapter"].as_str().unwrap(), row["games"].as_u64().unwrap()))
        .collect();
    let expected = [
        ("古譜 / 橘中秘 / 卷一", 1),
        ("古譜 / 橘中秘 / 卷二", 1),
        ("古譜 / 适情雅趣", 2),
        ("名局 / 第一章", 1),
    ];
    assert_eq!(listed, expected);
}

#[test]
fn manuals_are_in_no_share_of_a_chapter() {
    let folder = tempfile::tempdir().unwrap();
    let book = |name: &str, text: &str| {
        let place = folder.path().join("谱").join(name);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, text).unwrap();
    };
    // A study that Red wins by its title, and two games, one of each player.
    let study = "[Event \"残局\"]\n[Result \"1-0\"]\n[FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 w\"]\n\n1. 车五进一 1-0\n";
    let game = |red: &str, result: &str, moves: &str| {
        format!(
            "[Event \"杯\"]\n[Red \"{red}\"]\n[Black \"寅\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    book("甲.pgn", study);
    book(
        "乙.pgn",
        &(game("丙", "1-0", "1. 炮二平五 马8进7")
            + &game("戊", "0-1", "1. 兵七进一 炮2平3")
            + study),
    );
    let db = folder.path().join("a.db");
    stdout(&db, &["import", folder.path().join("谱").to_str().unwrap()], 0);
    let told = lines(&db, &["search", "--by", "chapter", "--format", "jsonl"]);
    let row = |fields: &[&str]| -> Vec<String> {
        told.iter()
            .map(|row| {
                fields.iter().map(|&field| row[field].to_string()).collect::<Vec<_>>().join(" ")
            })
            .collect()
    };
    let all = row(&[
        "games",
        "others",
        "red",
        "draws",
        "black",
        "unknown",
        "percent",
        "players",
        "playerGames",
    ]);
    assert_eq!(all, ["3 1 1 0 1 0 50.0 3 2"], "{told:?}");
}

#[test]
fn titles_are_shown_and_exported() {
    let (_folder, db) = library();
    let game =
        |title: &str| lines(&db, &["search", "--format", "jsonl", "--title", title]).remove(0);
    let stated = game("三军夺帅");
    assert_eq!(stated["chapters"], json!(["古譜 / 橘中秘 / 卷二"]));
    let key = stated["key"].as_str().unwrap();
    let page = stdout(&db, &["show", key], 0);
    assert!(page.contains("Title") && page.contains("三军夺帅") && page.contains("卷二"), "{page}");
    for format in ["pgn", "csv", "jsonl"] {
        let text = stdout(&db, &["export", "--to", format, "--title", "三军夺帅"], 0);
        assert!(text.contains("三军夺帅"), "{format}: {text}");
    }
    // The name of a file is marked for what it is, and does not become a tag.
    let derived = game("三军保驾");
    assert_eq!(derived["title"], Value::Null);
    assert_eq!(derived["derived"], json!({ "Title": { "value": "三軍保駕", "from": "file" } }));
    let key = derived["key"].as_str().unwrap();
    assert!(stdout(&db, &["show", key], 0).contains("三軍保駕 (the file's name)"));
    assert!(!stdout(&db, &["show", key, "--as-stated"], 0).contains("the file's name"));
    assert!(!stdout(&db, &["show", key, "--format", "pgn"], 0).contains("三軍保駕"));
    let table = stdout(&db, &["search", "--title", "三军"], 0);
    assert!(table.contains("三军夺帅") && table.contains("三军保驾"), "{table}");
    let table = stdout(&db, &["search", "--title", "三军", "--lang", "zh-Hant"], 0);
    assert!(table.contains("三軍奪帥") && table.contains("三軍保駕"), "{table}");
}

#[test]
fn titles_go_with_what_is_forgotten_and_come_with_a_migration() {
    let (folder, db) = library();
    let headings = |db: &Path| -> Vec<String> {
        let connection = Connection::open(db).unwrap();
        let sql =
            "select record || ' ' || title.name || ' ' || ifnull(chapter.name, '') from heading
                   join title on title.id = heading.title
                   left join chapter on chapter.id = heading.chapter order by 1";
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let before = headings(&db);
    assert_eq!(before.len(), 3);
    // As an earlier version left it.
    Connection::open(&db)
        .unwrap()
        .execute_batch(
            "drop view games; drop view players; drop view witnesses; drop table heading; drop table title; drop table chapter;
             alter table location drop column chapter; create view games as select id from game;
             delete from checksum where name in ('source', 'location', 'tag_shape');
             drop view derived_values; drop view doubts; drop table derived;
             drop table doubt; drop table overlay; pragma user_version = 9",
        )
        .unwrap();
    assert_eq!(found(&db, &["--title", "三军", "--as-stated"]), [""; 0]);
    assert_eq!(
        found(&db, &["--title", "三军"]),
        ["~三軍保駕"],
        "the name of the file is there all the same"
    );
    stdout(&db, &["optimize"], 0);
    assert_eq!(headings(&db), before);
    stdout(&db, &["verify"], 0);
    assert_eq!(found(&db, &["--chapter", "橘中秘"]).len(), 0, "nobody knows what was named");
    stdout(&db, &["import", folder.path().join("qipu").to_str().unwrap()], 0);
    assert_eq!(found(&db, &["--chapter", "橘中秘"]).len(), 2);
    stdout(&db, &["forget", folder.path().join("qipu").to_str().unwrap()], 0);
    assert_eq!(headings(&db), [""; 0]);
}

#[test]
fn games_without_a_date_can_be_opened_from_the_explorer() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let game = |tags: &str, moves: &str| format!("[Result \"1-0\"]\n{tags}\n1. {moves} 1-0\n\n");
    let players = "[Red \"林一舟\"]\n[Black \"陈雨亭\"]\n";
    let games = [
        game(players, "炮二平五 马8进7"),
        game(&format!("{players}[Date \"1987\"]\n"), "兵七进一 卒7进1"),
        game("[Title \"三军保驾\"]\n[Event \"青石杯\"]\n", "相三进五 炮8平5"),
    ];
    std::fs::write(&file, games.concat()).unwrap();
    crate::common::stdout(&db, &["import", file.to_str().unwrap()], 0);
    let key = |mv: &str| {
        let found = crate::common::stdout(&db, &["search", "--moves", mv, "--format", "jsonl"], 0);
        let game: serde_json::Value = serde_json::from_str(found.lines().next().unwrap()).unwrap();
        game["key"].as_str().unwrap().to_owned()
    };
    let undated = [("炮二平五", "林一舟-陈雨亭"), ("相三进五", "三军保驾")];
    for command in ["explore", "openings"] {
        let told = crate::common::stdout(&db, &[command], 0);
        let json = crate::common::stdout(&db, &[command, "--format", "json"], 0);
        for (mv, name) in undated {
            let key = key(mv);
            let line = told.lines().find(|line| line.contains(&key)).unwrap_or_default();
            assert!(line.contains(name) && line.contains("no date"), "{command}: {told}");
            assert!(json.contains(&format!("\"undatedGame\":\"{key}\"")), "{command}: {json}");
        }
        let dated = key("兵七进一");
        let line = told.lines().find(|line| line.contains(&dated)).unwrap_or_default();
        assert!(line.contains("1987") && !line.contains("no date"), "{command}: {told}");
        assert!(json.contains(&format!("\"earliestGame\":\"{dated}\"")), "{command}: {json}");
    }
}
