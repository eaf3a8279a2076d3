//! Screens: what every command prints on 80 columns, in English and Chinese, with its exit status.
//!
//! The records are those the project carries; paths and sizes of the machine are masked.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests; they report what they counted"
)]

mod cli;
#[path = "../common/mod.rs"]
mod common;
mod desk;
mod forms;
mod names;
mod questions;
mod reports;
mod settings;
mod status;

use common::{damaged, records};
use desk::{Desk, snapshot};
use std::path::Path;

/// The languages of the screens.
const BOTH: &[&str] = &["en", "zh-Hans"];
/// All languages.
const ALL: &[&str] = &["en", "zh-Hans", "zh-Hant"];

/// Commands that the program's own help does not list.
const UNLISTED: [&str; 9] = [
    "life",
    "repertoire",
    "reproduce",
    "decide",
    "undo",
    "reconcile",
    "dump",
    "completions",
    "man",
];

/// All commands: those that the program's own help lists, group by group, and the others.
fn commands(help: &str) -> Vec<&str> {
    let is_above = |line: &&str| *line != "Global options:";
    let rows = help.lines().take_while(is_above).filter_map(|line| line.strip_prefix("  "));
    let listed = rows.filter_map(|row| row.split(' ').next()).filter(|name| !name.is_empty());
    listed.chain(UNLISTED).collect()
}

fn help_of(desk: &Desk) -> String {
    String::from_utf8(desk.run("en", &["--help"]).stdout).unwrap()
}

/// Three samples; that no other command lacks anything is asked below.
#[test]
fn help() {
    let desk = Desk::empty();
    snapshot("help", desk.screen(ALL, &["--help"]));
    snapshot("help-search", desk.screen(BOTH, &["search", "--help"]));
    snapshot("help-decide", desk.screen(BOTH, &["decide", "--help"]));
}

/// Every command says in every language what it does, how it is called and what each option is.
#[test]
fn help_of_every_command_is_complete() {
    let desk = Desk::empty();
    let help = help_of(&desk);
    let commands = commands(&help);
    assert!(commands.len() > 30 + UNLISTED.len(), "{commands:?}");
    for lang in ALL {
        let is_hanzi = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
        let is_said = |text: &str| !text.is_empty() && (*lang == "en" || text.contains(is_hanzi));
        let usage = if *lang == "en" { "Usage: xqdb" } else { "用法" };
        let program = String::from_utf8(desk.run(lang, &["--help"]).stdout).unwrap();
        for &command in &commands {
            let row = program.lines().find_map(|line| line.trim_start().strip_prefix(command));
            let is_explained =
                UNLISTED.contains(&command) || row.is_some_and(|it| is_said(it.trim()));
            assert!(is_explained, "{lang} {command}: {program}");
            let output = desk.run(lang, &[command, "--help"]);
            assert_eq!(output.status.code(), Some(0), "{lang} {command}");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.lines().next().is_some_and(is_said), "{lang} {command}: {text}");
            assert!(text.contains(usage) && text.contains(command), "{lang} {command}: {text}");
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_option(line)) {
                let names = line.trim_start();
                let beside = names.split_once("  ").map_or("", |(_, text)| text.trim());
                let below = lines.get(at + 1).map_or("", |line| line.trim());
                assert!(is_said(beside) || is_said(below), "{lang} {command}: {line}");
            }
        }
    }
}

fn is_option(line: &str) -> bool {
    line.starts_with("      --") || line.starts_with("  -")
}

#[test]
fn no_line_of_help_is_wider_than_the_screen() {
    let desk = Desk::empty();
    let help = help_of(&desk);
    let commands = commands(&help);
    for lang in ALL {
        for command in &commands {
            let output = desk.run(lang, &[command, "--help"]);
            let text = String::from_utf8(output.stdout).unwrap();
            // Command lines of examples are not broken.
            for line in text.lines().filter(|line| !line.starts_with("  xqdb ")) {
                let width = xqdb::text::display_width(line);
                assert!(width <= 80, "{lang} {command}: {width} columns: {line}");
            }
            let columns: Vec<usize> =
                text.lines().filter(|line| is_option(line)).filter_map(column_of_help).collect();
            let is_heading = |line: &&str| !line.starts_with(' ') && line.ends_with(':');
            let headings = text.lines().filter(is_heading).count();
            let sections = columns.chunk_by(|a, b| a == b).count();
            assert!(sections <= headings, "{lang} {command}: texts do not line up: {columns:?}");
        }
    }
}

#[test]
fn no_table_is_wider_than_the_screen() {
    let desk = Desk::with_records();
    for args in [
        &["search"][..],
        &["search", "--novelty", "--since", "1988"],
        &["search", "--text", "炮"],
        &["search", "--where", "红中炮"],
        &["search", "--by", "event"],
        &["explore", "--depth", "3"],
        &["explore", "--by", "player"],
        &["openings"],
        &["first", "--kind", "all"],
        &["novelty", "--since", "1988"],
        &["novelty", "2v48"],
        &["endings", "RRCCHHPPPPPAAEE-RRCCHHPPPPAAEE"],
        &["endings", "RRCCHHPPPPPAAEE-RRCCHHPPPPAAEE", "--games"],
        &["repertoire", "林一舟", "--as", "red", "--min-games", "1"],
        &["repertoire", "林一舟", "--per", "year", "--depth", "2", "--min-games", "1"],
        &["life", "--per", "decade"],
        &["ratings", "--min-games", "1"],
        &["people"],
        &["people", "陈雨亭"],
        &["people", "--candidates"],
        &["player", "林一舟", "--prepare", "red", "--min-games", "1", "--limit", "2"],
        &["event", "长风杯@1987"],
        &["events"],
        &["links"],
        &["stats"],
    ] {
        for (lang, columns) in [("en", 60), ("zh-Hans", 60), ("en", 100), ("zh-Hant", 80)] {
            let output = desk.run_on(columns, lang, args);
            assert!(!output.stdout.is_empty(), "{args:?} has no answer");
            for line in String::from_utf8(output.stdout).unwrap().lines() {
                let width = xqdb::text::display_width(line);
                assert!(width <= columns, "{lang} {args:?}: {width} of {columns} columns: {line}");
            }
            // The rest is for --verbose.
            let below = String::from_utf8(output.stderr).unwrap();
            assert!(columns < 80 || below.lines().count() < 2, "{lang} {args:?}: {below}");
        }
    }
}

/// The column in which the text of an option begins.
fn column_of_help(line: &str) -> Option<usize> {
    let names = line.trim_start();
    let text = names.split("  ").skip(1).find(|part| !part.is_empty())?.trim_start();
    Some(xqdb::text::display_width(&line[..line.find(text)?]))
}

#[test]
fn imports() {
    let desk = Desk::empty();
    let path = records();
    let path = path.to_str().unwrap();
    snapshot("import", desk.screen(&["en"], &["import", path]));
    let damaged = damaged();
    snapshot(
        "import-damaged",
        desk.screen(BOTH, &["import", "--reread", damaged.to_str().unwrap()]),
    );
    snapshot("import-again", desk.screen(ALL, &["import", path]));
    snapshot("import-missing", desk.screen(BOTH, &["import", "no-such-file.pgn"]));
    snapshot("forget", desk.screen(BOTH, &["forget", path]));
}

#[test]
fn figures() {
    let desk = Desk::with_records();
    let line = ["life", "--moves", "炮二平五", "--per", "decade", "--figure", "life.svg"];
    snapshot("figure", desk.screen(&["en"], &line));
    snapshot("figure-exists", desk.screen(BOTH, &line));
    let named_otherwise = ["life", "--figure", "life.png"];
    snapshot("figure-extension", desk.screen(BOTH, &named_otherwise));
    snapshot("reproduce", desk.screen(BOTH, &["reproduce", "life.svg"]));
    let set = ["decide", "set", "game:jg9d57asbwmv.result", "0-1"];
    let decide = [&set[..], &["--reason", "a misprint", "--when", "2026-01-31"]].concat();
    assert!(desk.run("en", &decide).status.success());
    snapshot("reproduce-changed", desk.screen(BOTH, &["reproduce", "life.json"]));
    std::fs::write(desk.path("other.json"), "{\"xqdb_figure\":1}").unwrap();
    snapshot("reproduce-no-figure", desk.screen(BOTH, &["reproduce", "other.json"]));
    assert!(desk.run("en", &["export", "--to", "dataset", "-o", "dataset"]).status.success());
    let again = ["reproduce", "dataset"];
    snapshot("reproduce-dataset", desk.screen(BOTH, &again));
    std::fs::remove_file(desk.path("dataset/CITATION.cff")).unwrap();
    std::fs::write(desk.path("dataset/README.md"), "# My games").unwrap();
    std::fs::write(desk.path("dataset/notes.txt"), "").unwrap();
    std::fs::write(desk.path("dataset/files.csv"), "path,member").unwrap();
    snapshot("reproduce-dataset-changed", desk.screen(BOTH, &again));
    std::fs::remove_file(desk.path("dataset/SHA256SUMS")).unwrap();
    snapshot("reproduce-no-dataset", desk.screen(BOTH, &again));
    snapshot("cite", desk.screen(ALL, &["cite", "jg9d"]));
    snapshot("cite-bibtex", desk.screen(&["en"], &["cite", "fxzx", "--format", "bibtex"]));
    let asked = ["cite", "--where", "红方:林一舟 红中炮", "--since", "1980"];
    snapshot("cite-question", desk.screen(BOTH, &asked));
    let asked = ["cite", "--player", "林一舟", "--format", "bibtex"];
    snapshot("cite-question-bibtex", desk.screen(&["en"], &asked));
    snapshot("cite-nothing", desk.screen(BOTH, &["cite"]));
}

#[test]
fn answers() {
    let desk = Desk::with_records();
    for (name, args) in [
        ("search", &["search"][..]),
        ("search-first", &["search", "--limit", "2", "--offset", "3"]),
        ("search-past-the-end", &["search", "--offset", "100"]),
        ("search-nothing", &["search", "--player", "nobody"]),
        ("search-since", &["search", "--since", "1988"]),
        ("search-contains", &["search", "--contains", "/////////???????R?"]),
        ("search-where", &["search", "--where", "红方:林一舟 红中炮"]),
        (
            "search-explain",
            &["search", "--where", "red:林一舟 hollow-cannon next check", "--explain"],
        ),
        ("search-csv", &["search", "--limit", "2", "--format", "csv"]),
        ("search-json", &["search", "--limit", "1", "--json"]),
        ("explore", &["explore", "--depth", "2"]),
        ("explore-cut", &["explore", "--depth", "20", "--rows", "3", "--format", "json"]),
        ("explore-csv", &["explore", "--format", "csv"]),
        ("explore-nothing", &["explore", "--fen", "4k4/9/9/9/9/9/9/9/9/3K5 w"]),
        ("explore-by-opening", &["explore", "--moves", "炮二平五", "--by", "opening"]),
        ("openings", &["openings"]),
        ("first", &["first", "--moves", "炮二平五", "--move", "马8进7"]),
        ("first-any", &["first", "--kind", "all", "--limit", "2"]),
        ("first-nothing", &["first", "--fen", "4k4/9/9/9/9/9/9/9/9/3K5 w"]),
        ("novelty", &["novelty", "--since", "1988"]),
        ("search-novelty", &["search", "--novelty", "--since", "1988", "--format", "csv"]),
        ("novelty-game", &["novelty", "2v48"]),
        ("novelty-undated", &["novelty", "fxzx"]),
        ("endings", &["endings", "RRCCHHPPPPPAAEE-RRCCHHPPPPAAEE"]),
        ("endings-games", &["endings", "RRCCHHPPPPPAAEE-RRCCHHPPPPAAEE", "--games"]),
        ("endings-guards", &["endings", "RRCCHHPPPPP-RRCCHHPPPPP"]),
        ("endings-any-guards", &["endings", "RRCCHHPPPPP-RRCCHHPPPPP", "--guards", "any"]),
        ("endings-nothing", &["endings", "bare-bare"]),
        ("repertoire", &["repertoire", "林一舟", "--as", "red", "--min-games", "1"]),
        (
            "repertoire-changes",
            &["repertoire", "林一舟", "--per", "decade", "--depth", "1", "--min-games", "1"],
        ),
        ("player", &["player", "林一舟"]),
        ("player-against", &["player", "林一舟", "--against", "陈雨亭", "--part", "games"]),
        ("player-prepared", &["player", "林一舟", "--prepare", "red", "--min-games", "1"]),
        ("audit", &["audit"]),
        ("life", &["life", "--per", "decade"]),
        ("life-csv", &["life", "--moves", "炮二平五", "--format", "csv"]),
        ("life-nothing", &["life", "--fen", "4k4/9/9/9/9/9/9/9/9/3K5 w"]),
        ("openings-csv", &["openings", "--opening", "C", "--format", "csv"]),
        ("openings-json", &["openings", "--opening", "仙人指路", "--format", "json"]),
        ("search-opening", &["search", "--opening", "C30-C49", "--opening", "順炮"]),
        ("search-by-opening", &["search", "--since", "1988", "--by", "opening"]),
        ("ratings", &["ratings", "--min-games", "1", "--limit", "8"]),
        ("ratings-player", &["ratings", "lin yizhou", "--format", "csv"]),
        ("patterns", &["patterns", "过河车", "heart-strike"]),
        ("patterns-latin", &["patterns", "screen-horses", "--letters", "latin", "--no-count"]),
        ("patterns-csv", &["patterns", "--format", "csv"]),
        ("patterns-json", &["patterns", "士角炮", "--format", "json"]),
        ("patterns-none", &["patterns", "空炮"]),
        ("people", &["people", "--limit", "6"]),
        ("people-candidates", &["people", "--candidates"]),
        ("events", &["events", "--limit", "4"]),
        ("links", &["links"]),
        ("links-rebuild", &["links", "--rebuild"]),
        ("show", &["show", "jg9d", "--ply", "5"]),
        ("show-latin", &["show", "jg9d", "--ply", "0", "--letters", "latin", "--notation", "wxf"]),
        ("show-html", &["show", "jg9d", "--format", "html"]),
        ("show-simplified", &["show", "jg9d", "--ply", "4,12", "--letters", "simplified"]),
        ("show-pgn", &["show", "jg9d", "--format", "pgn"]),
        ("show-where", &["show", "jg9d", "--where", "move r or red to move and R in crossed"]),
        ("show-no-such-key", &["show", "zzzz"]),
        ("sql", &["sql", "select key, red, black, result from games order by key limit 3"]),
        ("sql-refused", &["sql", "delete from game"]),
        ("sql-wrong", &["sql", "select nobody from games"]),
        ("report", &["report"]),
        ("report-warnings", &["report", "--warnings", "--conflicts"]),
        ("report-nothing", &["report", "no-such-path"]),
        ("stats", &["stats"]),
        ("stats-json", &["stats", "--json"]),
        ("verify", &["verify"]),
        ("optimize", &["optimize"]),
        ("formats", &["formats"]),
        ("formats-csv", &["formats", "--format", "csv"]),
        ("export-nothing", &["export", "--player", "nobody", "--to", "pgn"]),
        ("export-xqf", &["export", "--to", "xqf", "-o", "folder/", "--force"]),
        ("backup", &["backup", "--force", "copy.db"]),
        ("diff-nothing", &["diff", "test.db", "copy.db"]),
    ] {
        snapshot(name, desk.screen(BOTH, args));
    }
    desk.run("en", &["decide", "set", "game:jg9d.date", "1982-12-05", "--reason", "the event"]);
    let old = records().join("qing-dynasty.pgn");
    desk.run("en", &["forget", old.to_str().unwrap()]);
    snapshot("diff", desk.screen(ALL, &["diff", "copy.db", "test.db"]));
}

#[test]
fn decisions() {
    let desk = Desk::with_records();
    let date = ["set", "game:jg9d.date", "1982-12-05"];
    let (reason, by) = (["--reason", "the event says 1982"], ["--by", "Wang"]);
    let when = ["--when", "2026-01-31"];
    let decide = [&["decide"], &date[..], &reason, &by, &when].concat();
    snapshot("decide", desk.screen(&["en"], &decide));
    let waits = ["decide", "same", "player:林一舟", "player:Lin Si", "--reason", "a nickname"];
    let waits = [&waits[..], &when].concat();
    snapshot("decide-waits", desk.screen(&["zh-Hans"], &waits));
    let contradicts = ["decide", "set", "game:jg9d.date", "1983", "--reason", "the book"];
    let contradicts = [&contradicts[..], &when].concat();
    snapshot("decide-contradicts", desk.screen(ALL, &contradicts));
    snapshot("decisions", desk.screen(ALL, &["decisions"]));
    snapshot("decisions-export", desk.screen(&["en"], &["decisions", "export"]));
    std::fs::write(desk.path("d.tsv"), "# none\nset\tgame:jg9d.date\t1982\n").unwrap();
    snapshot("decisions-misread", desk.screen(ALL, &["decisions", "apply", "d.tsv"]));
    std::fs::write(desk.path("d.tsv"), "differ\tplayer:林一舟\tplayer:周许功\n").unwrap();
    snapshot("decisions-diff", desk.screen(&["en"], &["decisions", "diff", "d.tsv"]));
    snapshot("decided-show", desk.screen(BOTH, &["show", "jg9d"]));
    snapshot("undo", desk.screen(&["en"], &[&["undo"], &date[..]].concat()));
    snapshot("undo-nothing", desk.screen(BOTH, &[&["undo"], &date[..]].concat()));
}

#[test]
fn collation() {
    let desk = Desk::empty();
    let line = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7 h6g6 b7a7 a0a1 a9b9";
    let slip = line.replace("h0h6", "h0h5").replace("h6g6", "h5g5");
    let order = line.replace("h9g7 h0g2 i9h9 i0h0 b9c7", "b9c7 h0g2 h9g7 i0h0 i9h9");
    for (name, date, moves) in [
        ("a.pgn", "1982.12.05", line),
        ("b.pgn", "1982", &line[..5 * 12]),
        ("c.pgn", "1983", &slip),
        ("d.pgn", "1982.12.05", &order),
    ] {
        let heads = "[Event \"五羊杯\"]\n[Red \"胡荣华\"]\n[Black \"吕钦\"]\n";
        let text = format!("{heads}[Date \"{date}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n");
        std::fs::write(desk.path(name), text).unwrap();
    }
    let imported = desk.run("en", &["import", "a.pgn", "b.pgn", "c.pgn", "d.pgn"]);
    assert_eq!(imported.status.code(), Some(0));
    let listed = desk.run("en", &["search", "--format", "csv"]).stdout;
    let listed = String::from_utf8(listed).unwrap();
    let mut keys: Vec<&str> =
        listed.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(keys.len(), 4);
    let screen = desk.screen(ALL, &[&["collate"], &keys[..]].concat());
    snapshot("collate", screen.clone());
    // Whatever the order in which they are named.
    keys.reverse();
    let turned = desk.screen(ALL, &[&["collate"], &keys[..]].concat());
    let answer = |screen: &str| screen.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(answer(&turned)[..20], answer(&screen)[..20]);
    snapshot("collate-json", desk.screen(&["en"], &["collate", keys[0], keys[1], "--json"]));
    let tei = [&["collate"], &keys[..], &["--format", "tei"]].concat();
    snapshot("collate-tei", desk.screen(&["en"], &tei));
    let html = desk.screen(&["en"], &[&["collate"], &keys[..], &["--format", "html"]].concat());
    // Boards are looked at elsewhere.
    let mut rest = html.split("<svg");
    let told: String = rest.next().into_iter().map(str::to_owned).collect();
    let told = rest.fold(told, |told, part| told + part.split_once("</svg>").unwrap().1);
    snapshot("collate-html", told);
}

#[test]
fn emendation() {
    let desk = Desk::empty();
    // An elephant stands in the way of a horse that goes to file 4.
    let moves = "1. 炮二平五 马8进7 2. 马二进四 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1 \
                 5. 车二进六 炮8平9 6. 车二平三 炮9退1 7. 马八进七 士4进5 8. 马七进六 炮9平7";
    std::fs::write(desk.path("a.pgn"), format!("[Red \"甲\"]\n\n{moves} *\n")).unwrap();
    desk.run("en", &["import", "a.pgn"]);
    let damaged = damaged();
    desk.run("en", &["import", damaged.to_str().unwrap()]);
    snapshot("emend", desk.screen(ALL, &["emend", "a.pgn#1"]));
    snapshot("emend-crossed", desk.screen(&["en"], &["emend", "qing-dynasty.pgn#1"]));
    snapshot("emend-json", desk.screen(&["en"], &["emend", "a.pgn#1", "--json"]));
    let accept = ["emend", "qing-dynasty.pgn#1", "--accept", "1", "--reason", "ends in mate"];
    let accept = [&accept[..], &["--by", "Wang", "--when", "2026-01-31"]].concat();
    snapshot("emend-accept", desk.screen(&["en"], &accept));
    snapshot("emend-decisions", desk.screen(&["en"], &["decisions"]));
    snapshot("emend-show", desk.screen(BOTH, &["show", "fxzx1qmy6z6r"]));
    snapshot("emend-nothing", desk.screen(BOTH, &["emend", "nowhere.pgn#1"]));
}

#[test]
fn notations() {
    let desk = Desk::empty();
    for (name, args) in [
        ("notate", &["notate", "炮二平五", "马8进7"][..]),
        ("notate-columns", &["notate", "--to", "chinese,wxf", "C2=5", "H8+7"]),
        ("notate-explain", &["notate", "--explain", "炮25", "马87"]),
        ("notate-undecided", &["notate", "--from", "strokeless", "--explain", "马24"]),
        ("notate-unplayable", &["notate", "炮二平五", "马8进9", "车一平九"]),
        ("notate-list", &["notate", "--list"]),
        ("notate-list-csv", &["notate", "--list", "--format", "csv"]),
    ] {
        snapshot(name, desk.screen(BOTH, args));
    }
}

#[test]
fn errors() {
    let desk = Desk::with_records();
    std::fs::write(desk.path("other.db"), "not a database, but long enough to be one").unwrap();
    std::fs::write(desk.path("there.pgn"), "").unwrap();
    for (name, args) in [
        ("error-no-database", &["--db", "none.db", "search"][..]),
        ("error-no-database-file", &["--db", "other.db", "stats"]),
        ("error-date", &["search", "--since", "1960-02-31"]),
        ("error-kind", &["search", "--kind", "x"]),
        ("error-result", &["search", "--result", "x"]),
        ("error-fen", &["search", "--fen", "9/9"]),
        ("error-contains", &["search", "--contains", "9/9"]),
        ("error-where", &["search", "--where", "C in palce attacks k"]),
        ("error-material", &["endings", "RP"]),
        ("error-one-move", &["first", "--move", "炮二平五 马8进7"]),
        ("error-moves", &["search", "--moves", "炮二平五 马8进9 车一平九"]),
        ("error-notation", &["search", "--notation", "x"]),
        ("error-output", &["export", "--to", "pgn", "-o", "there.pgn"]),
        ("error-single", &["export", "--to", "xqf", "-o", "one.xqf", "--kind", "game"]),
        ("error-encoding", &["convert", "--encoding", "x", "there.pgn"]),
        ("error-backup", &["backup", "there.pgn"]),
        ("error-no-moves", &["notate", "--", "1."]),
        ("error-legend", &["--legend", "none.txt", "notate", "--from", "poem", "x"]),
        ("usage-command", &["serch"]),
        ("usage-argument", &["search", "--plyer", "x"]),
        ("usage-value", &["search", "--sort", "x"]),
        ("usage-no-value", &["search", "--limit"]),
        ("usage-number", &["search", "--limit", "x"]),
        ("usage-negative", &["explore", "--min-games", "-3"]),
        ("usage-memory", &["import", "--memory", "5", "x"]),
        ("usage-missing", &["import"]),
        ("usage-conflict", &["notate", "--batch", "--explain"]),
        ("usage-language", &["--lang", "xx", "stats"]),
    ] {
        snapshot(name, desk.screen(ALL, args));
    }
}

/// A record in which everything a terminal obeys stands where a name could stand.
const HOSTILE: &str = "[Event \"=HYPERLINK(\x1b]0;x\x07)\"]\n[Red \"A\u{202e}B\x1b[2J\"]\n\
    [Black \"C\u{9b}1mD\"]\n[Date \"1990\"]\n\n1. 炮二平五 {a\x1b[31mb\u{2066}<script>x</script>} 马8进7\n\
    2. \x1b[5m车一进九 1-0\n";

#[test]
fn nothing_in_a_record_reaches_the_terminal() {
    let desk = Desk::empty();
    let file = desk.path("a\x1b[7m\u{202e}b.pgn");
    std::fs::write(&file, HOSTILE).unwrap();
    let file = file.to_str().unwrap();
    let is_obeyed = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    desk.run("en", &["import", file]);
    for lang in ALL {
        let key = desk.run(lang, &["search", "--format", "csv"]);
        let key = String::from_utf8(key.stdout).unwrap();
        let key = key.lines().nth(1).unwrap().split(',').next().unwrap().to_owned();
        for args in [
            &["search"][..],
            &["explore"],
            &["show", &key],
            &["show", &key, "--format", "html"],
            &["show", &key, "--format", "svg"],
            &["report", "--warnings", "--conflicts"],
            &["player", "A"],
            &["player", "A", "-v", "--against", "C"],
            &["player", "A", "--prepare", "red", "--min-games", "1"],
            &["repertoire", "A", "--min-games", "1"],
            &["people", "A", "-v"],
            &["events"],
            &["ratings", "--min-games", "1"],
            &["first"],
            &["audit"],
            &["collate", &key],
            &["cite", &key],
            &["stats"],
            &["verify"],
            &["convert", "--to", "xqf", "-o", "folder/", "--force", file],
            &["export", "--to", "xqf", "-o", "folder/", "--force"],
            &["import", file],
            &["show", "\x1b[2J"],
            &["search", "--fen", "\x1b[2J"],
            &["search", "--since", "\x1b[2J"],
            &["search", "--sort", "\x1b[2J"],
            &["\x1b[2J"],
            &["forget", "x\x1b[2J"],
        ] {
            let output = desk.run(lang, args);
            for bytes in [output.stdout, output.stderr] {
                let text = String::from_utf8(bytes).unwrap();
                assert!(!text.contains(is_obeyed), "{lang} {args:?}: {text:?}");
            }
        }
    }
    let page = desk.run("en", &["show", "", "--format", "html"]);
    let page = String::from_utf8(page.stdout).unwrap();
    assert!(page.contains("&lt;script") && !page.contains("<script"), "{page}");
    snapshot("hostile", desk.screen(BOTH, &["search"]));
    snapshot("hostile-report", desk.screen(BOTH, &["report"]));
}

#[test]
fn data_keeps_the_bytes_and_safe_csv_disarms_formulas() {
    let desk = Desk::empty();
    std::fs::write(desk.path("a.pgn"), HOSTILE).unwrap();
    desk.run("en", &["import", "a.pgn"]);
    let csv = |args: &[&str]| String::from_utf8(desk.run("en", args).stdout).unwrap();
    for command in [
        &["search", "--format", "csv"][..],
        &["export", "--to", "csv"],
        &["convert", "--to", "csv", "a.pgn"],
        &["sql", "--format", "csv", "select 1, event.name, player.name from event, player"],
    ] {
        let plain = csv(command);
        assert!(plain.contains(",=HYPERLINK(\x1b]0;x\x07),"), "{plain:?}");
        assert!(plain.contains("A\u{202e}B\x1b[2J"), "{plain:?}");
        let safe = csv(&[command, &["--safe-csv"]].concat());
        assert!(safe.contains(",'=HYPERLINK("), "{safe:?}");
    }
    let json = csv(&["convert", "a.pgn"]);
    assert!(json.contains("A\u{202e}B\\u001b[2J"), "{json}");
}

#[test]
fn data_is_the_same_in_every_language() {
    let desk = Desk::with_records();
    let path = records();
    let path = path.to_str().unwrap();
    for args in [
        &["dump"][..],
        &["search", "--format", "jsonl"],
        &["search", "--format", "csv"],
        &["search", "--format", "pgn"],
        &["explore", "--json", "--depth", "3"],
        &["explore", "--format", "csv"],
        &["stats", "--format", "json"],
        &["first", "--format", "json"],
        &["novelty", "--format", "csv"],
        &["repertoire", "林一舟", "--format", "json"],
        &["player", "林一舟", "--format", "json"],
        &["stats", "--format", "csv"],
        &["report", "--format", "jsonl"],
        &["formats", "--format", "json"],
        &["notate", "--list", "--format", "json"],
        &["verify", "--format", "json"],
        &["convert", "--full", path],
        &["export", "--to", "csv"],
    ] {
        let english = desk.run("en", args).stdout;
        assert!(!english.is_empty(), "{args:?}");
        for lang in ["zh-Hans", "zh-Hant"] {
            assert!(desk.run(lang, args).stdout == english, "{args:?} differs in {lang}");
        }
    }
}

#[test]
fn old_spellings_go_on_working() {
    let desk = Desk::with_records();
    for (old, new) in [
        (&["explore", "--json"][..], &["explore", "--format", "json"][..]),
        (&["show", "jg9d", "--json"], &["show", "jg9d", "--format", "json"]),
        (&["report", "--format", "text"], &["report", "--format", "table"]),
        (&["search", "--json"], &["search", "--format", "jsonl"]),
        (&["export", "--format", "csv"], &["export", "--to", "csv"]),
    ] {
        let (old, new) = (desk.run("en", old), desk.run("en", new));
        assert_eq!(old, new);
        assert!(!old.stdout.is_empty());
    }
}

#[test]
fn conflicts_alone_are_found() {
    let desk = Desk::empty();
    let line = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 ".to_owned();
    let shuffle = "h0h1 h9h8 h1h0 h8h9 ".repeat(18);
    for (name, result) in [("a.pgn", "1-0"), ("b.pgn", "0-1")] {
        let text = format!(
            "[Red \"甲\"]\n[Black \"乙\"]\n[Result \"{result}\"]\n\n{line}{shuffle}{result}\n"
        );
        std::fs::write(desk.path(name), text).unwrap();
    }
    assert_eq!(desk.run("en", &["import", "a.pgn", "b.pgn"]).status.code(), Some(0));
    let status = |args: &[&str]| desk.run("en", args).status.code();
    assert_eq!(status(&["report"]), Some(1), "nothing is damaged");
    assert_eq!(status(&["report", "--conflicts"]), Some(0));
}

/// A path is shown as it is, not as its folder.
#[test]
fn the_database_is_named_as_the_user_named_it() {
    let desk = Desk::empty();
    let output = desk.run("en", &["--db", "sub/none.db", "stats"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("`sub/none.db`") && text.contains("xqdb import"), "{text}");
    assert!(!Path::new("sub/none.db").exists());
}
