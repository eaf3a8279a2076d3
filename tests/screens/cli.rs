//! The program from outside, on the records the project carries.

use crate::common::{RECORDS, damaged, desk, imported, records, stdout, xqdb};
use std::path::{Path, PathBuf};

#[test]
fn the_summary_adds_up_and_a_second_import_changes_nothing() {
    let (_folder, db) = desk();
    // A line of none is left out.
    let number = |text: &str, what: &str| -> u64 {
        let line = text.lines().find(|line| line.contains(what));
        line.map_or(0, |line| line.trim().split(' ').next().unwrap().parse().unwrap())
    };
    let import = || {
        let output = xqdb(&db, &["import", RECORDS]);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stderr).unwrap()
    };
    let said = import();
    let parts = ["new game", "copy of a game", "new position", "heading", "set aside"];
    assert_eq!(number(&said, "records ("), 13);
    assert_eq!(parts.iter().map(|what| number(&said, what)).sum::<u64>(), 13);
    let before = stdout(&db, &["dump"], 0);
    let again = import();
    assert_eq!((number(&again, "record"), again.lines().count()), (0, 2), "{again}");
    assert_eq!(number(&again, "imported before"), 9);
    assert_eq!(stdout(&db, &["dump"], 0), before);
    stdout(&db, &["verify"], 0);
}

#[test]
fn equal_files_of_one_import_are_copies_and_known_only_to_the_next() {
    let (folder, db) = desk();
    let files = folder.path().join("files");
    std::fs::create_dir(&files).unwrap();
    for name in ["a.pgn", "b.pgn", "c.pgn"] {
        std::fs::write(files.join(name), "1. h2e2 h9g7 2. h0g2 i9h9 1-0\n").unwrap();
    }
    let import = || {
        let output = xqdb(&db, &["import", files.to_str().unwrap()]);
        String::from_utf8(output.stderr).unwrap()
    };
    let first = import();
    assert!(first.contains("2  files are equal to others of this import"), "{first}");
    assert!(!first.contains("imported before"), "{first}");
    let second = import();
    assert!(second.contains("3  files were imported before"), "{second}");
    assert!(!second.contains("of this import"), "{second}");
}

#[test]
fn the_order_of_files_and_the_number_of_threads_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one.db"), folder.path().join("two.db"));
    stdout(&one, &["import", "-j", "1", RECORDS], 0);
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(records())
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    for file in files.iter().rev() {
        stdout(&two, &["import", "-j", "3", file.to_str().unwrap()], 0);
    }
    assert_eq!(stdout(&one, &["dump"], 0), stdout(&two, &["dump"], 0));
    stdout(&two, &["verify"], 0);
}

#[cfg(unix)]
#[test]
fn a_folder_that_many_links_lead_to_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = |number: u32| folder.path().join(number.to_string());
    (0..=10).for_each(|number| std::fs::create_dir(at(number)).unwrap());
    for number in 0..10 {
        for link in ["a", "b"] {
            std::os::unix::fs::symlink(at(number + 1), at(number).join(link)).unwrap();
        }
    }
    std::os::unix::fs::symlink(at(0), at(10).join("loop")).unwrap();
    std::fs::write(at(10).join("game.pgn"), "1. h2e2 h9g7 1-0\n").unwrap();
    let first = at(0);
    let output = xqdb(&first.join("x.db"), &["convert", "--to", "jsonl", first.to_str().unwrap()]);
    // The loop is told.
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 1);
}

#[test]
fn what_is_escaped_twice_stays_so_however_often_it_is_written() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let tags = "[Event \"a &amp;lt; b\"]\n[Red \"A&amp;B\"]\n";
    std::fs::write(&file, format!("{tags}\n1. h2e2 {{c &amp;lt; d}} 1-0\n")).unwrap();
    for _ in 0..2 {
        let written = stdout(&db, &["convert", "--to", "pgn", file.to_str().unwrap()], 0);
        for kept in ["\"a &amp;lt; b\"", "\"A&B\"", "{c &amp;lt; d}"] {
            assert!(written.contains(kept), "{written}");
        }
        std::fs::write(&file, written).unwrap();
    }
}

#[test]
fn line_ends_and_entities_outlive_every_format() {
    let (folder, db) = desk();
    let event = "x\r\ny\rz\nw &amp;lt; v";
    let game = folder.path().join("game.json");
    let object = serde_json::json!({ "event": event, "moves": ["h2e2", "h9g7"] });
    std::fs::write(&game, object.to_string()).unwrap();
    for (format, name) in [("dhtmlxq", "a.ubb"), ("cbf", "a.cbf"), ("csv", "a.csv")] {
        let written = ["1", "2"].map(|number| folder.path().join(format!("{number}{name}")));
        let mut from = &game;
        for file in &written {
            let paths = [from, file].map(|path| path.to_str().unwrap());
            stdout(&db, &["convert", "--to", format, paths[0], "-o", paths[1]], 0);
            let line = stdout(&db, &["convert", "--to", "jsonl", paths[1]], 0);
            let record: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!(record["tags"]["Event"], event, "{format}");
            from = file;
        }
        let [first, second] = written.map(|file| std::fs::read(file).unwrap());
        assert!(format == "csv" || first == second, "{format}");
    }
}

#[test]
fn one_content_under_two_names_is_the_same_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let game = std::fs::read(Path::new(RECORDS).with_file_name("formats/chn/game.chn")).unwrap();
    let files = ["a.chn", "b.xqi"].map(|name| folder.path().join(name));
    files.iter().for_each(|file| std::fs::write(file, &game).unwrap());
    let [chn, xqi] = files.each_ref().map(|file| file.to_str().unwrap());
    let dumps = [[chn, xqi], [xqi, chn]].map(|order| {
        let (_desk, db) = desk();
        order.iter().for_each(|file| drop(stdout(&db, &["import", file], 0)));
        stdout(&db, &["dump"], 0)
    });
    assert_eq!(dumps[0], dumps[1]);
    assert!(["\"chn\"", "\"xqi\""].iter().all(|format| dumps[0].contains(format)));
}

#[test]
fn one_game_in_two_encodings_has_two_witnesses() {
    let (_folder, db) = imported();
    let found = stdout(
        &db,
        &["search", "--red", "林一舟", "--until", "1987-05-02", "--format", "jsonl"],
        0,
    );
    assert_eq!(found.lines().count(), 1, "{found}");
    let key = found.split("\"key\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let shown = stdout(&db, &["show", &key, "--ply", "2"], 0);
    assert!(shown.contains("Witnesses: 2"), "{shown}");
    assert!(shown.contains("gb18030") && shown.contains("big5"), "{shown}");
    assert!(shown.contains("过河车"), "comments are shown: {shown}");
}

#[test]
fn positions_are_found_by_transposition_and_mirror() {
    let (_folder, db) = imported();
    let count = |args: &[&str]| {
        let mut all = vec!["search", "--count"];
        all.extend(args);
        let output = xqdb(&db, &all);
        String::from_utf8(output.stdout).unwrap().trim().parse::<u64>().unwrap()
    };
    let cannon = count(&["--moves", "炮二平五"]);
    let exact = count(&["--moves", "炮二平五", "--mirror", "exact"]);
    let other = count(&["--moves", "炮八平五", "--mirror", "exact"]);
    assert_eq!((cannon, exact + other), (count(&["--moves", "b2e2"]), cannon));
    assert!(exact > 0 && other > 0);
    // The same position, the moves in another order.
    assert_eq!(
        count(&["--moves", "炮二平五 马8进7 马二进三 马2进3"]),
        count(&["--moves", "炮二平五 马2进3 马二进三 马8进7"])
    );
    assert_eq!(count(&["--moves", "炮二平五 马2进3 马二进三 马8进7", "--in-order"]), 0);
    // Only in a variation.
    let variation =
        "炮二平五 马8进7 马二进三 马2进3 车一平二 车9平8 兵七进一 卒7进1 车二进六 士4进5";
    assert_eq!(count(&["--moves", variation]), 0);
    assert_eq!(count(&["--moves", variation, "--variations"]), 1);
}

#[test]
fn a_long_game_goes_with_its_file() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let path = file.to_str().unwrap();
    for rounds in [11, 12] {
        let moves = "A0-A1 A9-A8 A1-A0 A8-A9 ".repeat(rounds);
        std::fs::write(&file, format!("[Event \"x\"]\n\n{moves}*\n")).unwrap();
        stdout(&db, &["import", path], 0);
        assert_eq!(stdout(&db, &["search", "--count"], 0).trim(), "1");
        stdout(&db, &["verify"], 0);
    }
    stdout(&db, &["forget", path], 0);
    assert_eq!(stdout(&db, &["search", "--count"], 1).trim(), "0");
    stdout(&db, &["verify"], 0);
}

#[test]
fn a_line_as_long_as_a_game_is_explored_to_its_end() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let moves = "A0-A1 A9-A8 A1-A0 A8-A9 ".repeat(500);
    std::fs::write(&file, format!("[Red \"x\"]\n[Black \"y\"]\n\n{moves}1-0\n")).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let all = ["explore", "--depth", "12000", "--rows", "100000"];
    let found = stdout(&db, &[&all[..], &["--format", "csv"]].concat(), 0);
    assert!(found.lines().count() > 2000, "{} lines", found.lines().count());
    let told = xqdb(&db, &["explore", "--depth", "12000", "--rows", "100"]);
    assert_eq!(told.status.code(), Some(0));
}

#[test]
fn what_is_converted_to_pgn_reads_back() {
    let (folder, db) = desk();
    let strip = |text: &str| -> Vec<String> {
        let games =
            text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        games
            .map(|game| {
                format!("{} {} {} {}", game["start"], game["moves"], game["tree"], game["result"])
            })
            .collect()
    };
    // A damaged record comes back with its mark, see tests/readers/marked.rs.
    let (records, damaged) = (records(), damaged());
    let from = ["convert", "--strict", records.to_str().unwrap(), damaged.to_str().unwrap()];
    let original = stdout(&db, &[&from[..], &["--full"]].concat(), 3);
    for notation in ["chinese", "wxf", "iccs"] {
        let to = ["--to", "pgn", "--notation", notation];
        let pgn = stdout(&db, &[&from[..], &to].concat(), 3);
        let file = folder.path().join("all.pgn");
        std::fs::write(&file, pgn).unwrap();
        let again = stdout(&db, &["convert", "--full", file.to_str().unwrap()], 0);
        assert_eq!(strip(&again), strip(&original), "{notation}");
    }
}

#[test]
fn comments_are_found_by_two_characters_in_either_script() {
    let (_folder, db) = imported();
    for (words, count) in [("过河车", "1"), ("過河", "1"), ("屏风马", "1"), ("车过", "0")]
    {
        let output = xqdb(&db, &["search", "--text", words, "--count"]);
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), count, "{words}");
    }
}

#[test]
fn openings_of_ones_own_choose_what_is_exported() {
    let (folder, db) = imported();
    stdout(&db, &["import", damaged().to_str().unwrap()], 3);
    let table = folder.path().join("own.tsv");
    std::fs::write(&table, "Z01\t我的中炮\t我的中炮\tMine\t@1 R1=C2.5\n").unwrap();
    let own = ["--openings", table.to_str().unwrap(), "--opening", "Z01"];
    let count = stdout(&db, &[&["search", "--count"][..], &own].concat(), 0);
    // Either cannon may have been played: the rule and the search see both wings alike.
    let first = stdout(&db, &["search", "--count", "--moves", "h2e2"], 0);
    assert_eq!(count, first);
    // One of them could not be read to its end, and the status says so.
    let exported = stdout(&db, &[&["export", "--to", "jsonl"][..], &own].concat(), 3);
    assert_eq!(exported.lines().count().to_string(), count.trim());
    // Without the table nothing has this code.
    stdout(&db, &["export", "--opening", "Z01"], 1);
}

#[test]
fn two_databases_are_compared_game_by_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (one, other) = (path("one.db"), path("other.db"));
    let game = |red: &str, moves: &str| format!("[Red \"{red}\"]\n\n1. {moves} 1-0\n\n");
    let kept = game("林一舟", "炮二平五 马8进7");
    std::fs::write(path("a.pgn"), kept.clone() + &game("周许功", "马二进三 卒7进1")).unwrap();
    std::fs::write(path("b.pgn"), game("", "炮二平五 马8进7") + &game("王五", "兵七进一 卒7进1"))
        .unwrap();
    let import = |db: &PathBuf, name: &str| {
        stdout(db, &["import", path(name).to_str().unwrap()], 0);
    };
    import(&one, "a.pgn");
    for name in ["b.pgn", "a.pgn"] {
        import(&other, name);
    }
    let diff = |before: &PathBuf, after: &PathBuf, status| {
        let args = ["diff", before.to_str().unwrap(), after.to_str().unwrap(), "--json"];
        let lines = stdout(&one, &args, status);
        let value = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
        lines.lines().map(value).collect::<Vec<_>>()
    };
    assert!(diff(&one, &one, 1).is_empty());
    let changes = |lines: &[serde_json::Value]| {
        let mut all: Vec<String> =
            lines.iter().map(|line| format!("{} {}", line["change"], line["red"])).collect();
        all.sort();
        all.join(", ")
    };
    let came = diff(&one, &other, 0);
    let went = diff(&other, &one, 0);
    assert!(changes(&came).contains("\"came\" \"王五\""), "{came:?}");
    assert!(changes(&went).contains("\"went\" \"王五\""), "{went:?}");
    assert_eq!(came.len(), went.len());
    // In another order, and after it was taken back, it is the same.
    import(&one, "b.pgn");
    assert!(diff(&one, &other, 1).is_empty());
    std::fs::write(path("c.pgn"), kept.replace("1-0", "0-1")).unwrap();
    import(&one, "c.pgn");
    let [changed] = &diff(&other, &one, 0)[..] else { panic!() };
    assert_eq!(changed["change"], "changed");
    let came = &changed["witnesses"]["came"][0];
    assert!(came["places"][0].as_str().unwrap().ends_with("c.pgn"), "{came}");
    stdout(&one, &["forget", path("c.pgn").to_str().unwrap()], 0);
    assert!(diff(&one, &other, 1).is_empty());
}

#[test]
fn many_undated_games_of_one_line_stand_in_order() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let game = |number: u32| {
        let red = char::from_u32(0x4e00 + number).unwrap();
        format!("[Red \"王{red}\"]\n[Black \"李四\"]\n\n1. 炮二平五 马8进7 *\n\n")
    };
    std::fs::write(&file, (0..1_200).map(game).collect::<String>()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let keys = |args: &[&str]| {
        let found = stdout(&db, &[&["search", "--format", "csv"], args].concat(), 0);
        found.lines().skip(1).map(|line| line[..12].to_owned()).collect::<Vec<_>>()
    };
    let all = keys(&["--limit", "2000"]);
    assert!(all.len() > 1_100 && all.is_sorted());
    for from in [0, 7, 1_090] {
        let place = from.to_string();
        assert_eq!(keys(&["--limit", "5", "--offset", &place]), all[from..from + 5]);
    }
    assert_eq!(keys(&["--limit", "5", "--moves", "炮二平五"]), all[..5]);
}

#[test]
fn a_game_that_ends_at_a_position_played_no_move_there() {
    let (folder, db) = desk();
    let games = folder.path().join("games.pgn");
    let ends = "[Date \"1950\"]\n[Red \"甲\"]\n[Result \"1-0\"]\n\n1. 炮二平五 1-0\n\n";
    let plays = "[Date \"1960\"]\n[Red \"乙\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 1-0\n";
    std::fs::write(&games, [ends, plays].concat()).unwrap();
    stdout(&db, &["import", games.to_str().unwrap()], 0);
    let asked = ["first", "--kind", "all", "--moves", "h2e2", "--move", "h9g7", "--format", "csv"];
    let told = stdout(&db, &asked, 0);
    assert!(told.contains("first,1960") && !told.contains("1950"), "{told}");
}

/// A game is cited in every language and notation, and groups of games are cut where they are.
#[test]
fn a_game_is_cited_in_every_language_and_groups_are_cut() {
    let (_folder, db) = imported();
    let keys = stdout(&db, &["search", "--limit", "1", "--format", "tsv", "--columns", "key"], 0);
    let key = keys.lines().nth(1).unwrap();
    for lang in ["en", "zh-Hans", "zh-Hant"] {
        assert!(stdout(&db, &["--lang", lang, "cite", key], 0).contains(key), "{lang}");
    }
    stdout(&db, &["cite", key, "--player", "林一舟"], 2);
    for command in ["search", "explore"] {
        let rows = |more: &[&str]| {
            let asked = [command, "--by", "year", "--format", "tsv"];
            stdout(&db, &[&asked, more].concat(), 0).lines().count()
        };
        assert_eq!(rows(&["--limit", "2"]), 3, "{command}");
        assert!(rows(&[]) > 3 && rows(&["--limit", "0"]) == rows(&[]), "{command}");
    }
}

#[test]
fn what_is_typed_in_any_encoding_is_read() {
    let (folder, db) = desk();
    let file = folder.path().join("moves.txt");
    let notate = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_xqdb"));
        command.args(["notate", "--to", "iccs"]).env("XQDB_DB", &db).env("XQDB_CONFIG", "");
        let output = command.stdin(std::fs::File::open(&file).unwrap()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (line, traditional) = ("炮二平五 马8进7\n", "炮二平五 馬8進7\n");
    let read = notate(line.as_bytes());
    assert_eq!(read.0, Some(0));
    let gbk = encoding_rs::GBK.encode(line).0.into_owned();
    let big5 = encoding_rs::BIG5.encode(traditional).0.into_owned();
    let wide: Vec<u8> = line.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (mark, bytes) in [
        (&b"\xef\xbb\xbf"[..], line.as_bytes()),
        (b"", &gbk),
        (b"\xef\xbb\xbf", &gbk),
        (b"", &big5),
        (b"\xff\xfe", &wide),
    ] {
        assert_eq!(notate(&[mark, bytes].concat()), read, "{}", bytes.escape_ascii());
    }
    assert_eq!(notate(b"\xff\xff\xff 1").0, Some(2), "bytes that make no sense");
}
