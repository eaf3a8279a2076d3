//! What we write, others read: cchess on our PGN and XQF, DuckDB and Polars on our tables, Datasette
//! on our databases.
//!
//! `XQDB_PEERS_PYTHON` names a Python that has the packages; `.ci/run` makes one. Nothing is
//! installed here.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests; they report what they counted"
)]

#[path = "../common/mod.rs"]
mod common;

use common::{desk, fixtures};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use xqdb::export::{self, Entry, ExportOptions, RecordPlace};
use xqdb::import::{NamedInput, Options as Reading, parse, pipeline};
use xqdb::metadata::Kind;
use xqdb::notation::System;
use xqdb::replay::{Outcome, Record, Tree};
use xqdb::search::{Archive, CountUnit, Filter, Look, Mirroring, Row, Score, explore};
use xqdb::xiangqi::{Orientation, Position, PositionKey, Side, mix};

/// Number of records that the other program is shown.
const RECORDS: usize = 400;

/// A Python that knows cchess and DuckDB.
fn python() -> PathBuf {
    let named = std::env::var_os("XQDB_PEERS_PYTHON");
    named.expect("XQDB_PEERS_PYTHON names a Python with cchess and duckdb").into()
}

/// Some of our own sound records.
fn records() -> Vec<Record> {
    let fixtures = fixtures::all().into_iter().map(|fixture| NamedInput::Path(fixture.path));
    some_of(fixtures.collect())
}

/// Some sound records of several archives.
fn real_records() -> Vec<Record> {
    let corpus = common::shared("corpus");
    let folders = ["xqf-collections", "big5-pgn", "wukong"];
    some_of(folders.map(|folder| NamedInput::Path(corpus.join(folder))).to_vec())
}

fn some_of(inputs: Vec<NamedInput>) -> Vec<Record> {
    let mut kept = Vec::new();
    for input in inputs {
        let mut few = RECORDS / 3;
        let _ = pipeline(
            vec![input],
            &Reading::default(),
            |unit| parse(unit, &System::Auto),
            |_, parsed| {
                let step = parsed.records.len() / 40 + 1;
                for record in parsed.records.into_iter().step_by(step) {
                    let has_moves = record.game.tree.plies > 0;
                    if has_moves && matches!(record.game.outcome, Outcome::Ok) && few > 0 {
                        few -= 1;
                        kept.push(record);
                    }
                }
                if few == 0 { Err(()) } else { Ok(()) }
            },
        );
    }
    kept
}

/// Every line from the start, with the comment at its end; cchess shows a line that is there twice
/// as two.
fn lines(tree: &Tree) -> Vec<(String, String)> {
    let mut lines = vec![(String::new(), String::new())];
    let slot = |node: u32| node.wrapping_add(1) as usize;
    for node in &tree.nodes {
        let line = format!("{} {}", lines[slot(node.parent)].0, node.mv);
        lines.push((line.trim().to_owned(), String::new()));
    }
    for (node, comment) in &tree.comments {
        lines[slot(*node)].1 = comment.trim().replace("\r\n", "\n");
    }
    lines.sort();
    lines
}

/// What a script prints, given some lines.
fn run(python: &Path, script: &str, args: &[&Path], lines: &[String]) -> String {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers");
    let mut child = Command::new(python)
        .env("PYTHONUTF8", "1")
        .arg(scripts.join(script))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Its answers may fill the pipe before it has read all lines.
    let (mut given, lines) = (child.stdin.take().unwrap(), lines.join("\n"));
    let giving = std::thread::spawn(move || given.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    giving.join().unwrap().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// What cchess finds in each file.
fn ask(python: &Path, files: &[PathBuf]) -> Vec<serde_json::Value> {
    let names: Vec<String> = files.iter().map(|path| path.to_str().unwrap().to_owned()).collect();
    let text = run(python, "cchess_reads.py", &[], &names);
    let answers = text.lines().filter(|line| line.starts_with('{'));
    answers.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn is_plain(record: &Record) -> bool {
    let tree = &record.game.tree;
    let begins_red = record.game.start.as_ref().is_none_or(|start| start.side() == Side::Red);
    tree.comments.is_empty() && tree.nodes.len() == tree.plies as usize && begins_red
}

#[test]
#[ignore = "asks another program; .ci/run installs it"]
fn cchess_reads_our_own_records_as_we_write_them() {
    cchess_reads(&records());
}

#[test]
#[ignore = "asks another program about the archives in ../shared; .ci/run installs it"]
fn cchess_reads_real_records_as_we_write_them() {
    cchess_reads(&real_records());
}

fn cchess_reads(records: &[Record]) {
    let python = python();
    let folder = tempfile::tempdir().unwrap();
    let plans = [("xqf", "iccs"), ("xqf10", "iccs"), ("pgn", "chinese"), ("pgn", "iccs")];
    for (format, notation) in plans {
        let format = export::by_name(format).unwrap();
        let options = ExportOptions {
            notation: System::named(notation).unwrap(),
            charset: None,
            full: false,
            safe_csv: false,
        };
        // Its PGN reader knows neither variations nor comments nor a first move of Black.
        let shown: Vec<&Record> =
            records.iter().filter(|record| format.name != "pgn" || is_plain(record)).collect();
        let mut files = Vec::new();
        for (number, record) in shown.iter().enumerate() {
            let place = RecordPlace { path: "test", member: None, record: 1, format: None };
            let written = (format.write)(&Entry::of_record(place, record), &options).unwrap();
            let name = format!("{}-{notation}-{number}.{}", format.name, format.extension);
            files.push(folder.path().join(name));
            std::fs::write(&files[number], &written.bytes).unwrap();
        }
        let answers = ask(&python, &files);
        assert_eq!(answers.len(), files.len());
        let (mut alike, mut by_twins) = (0, 0);
        for (record, answer) in shown.iter().zip(&answers) {
            let found: Vec<(String, String)> =
                serde_json::from_value(answer["lines"].clone()).unwrap_or_default();
            let mut found: Vec<(String, String)> =
                found.into_iter().map(|(line, text)| (line, text.replace("\r\n", "\n"))).collect();
            found.sort();
            let tree = &record.game.tree;
            let wanted = lines(tree);
            let start = record.game.start.as_deref().cloned().unwrap_or_else(Position::start);
            let fen = answer["start"].as_str().unwrap_or_default();
            assert_eq!(fen.split(' ').next(), start.to_fen().split(' ').next(), "{answer}");
            let same = found.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
            if same == wanted.len() && same == found.len() {
                alike += 1;
            } else if notation == "chinese" && has_twin(tree, same - 1, start) {
                by_twins += 1;
            } else {
                panic!(
                    "{} {notation}: {:?}, was {:?}",
                    format.name,
                    found.get(same),
                    wanted.get(same)
                );
            }
        }
        println!(
            "{} {notation}: {alike} of {} read alike, {by_twins} but for twins",
            format.name,
            shown.len()
        );
        assert!(alike > 5 && by_twins * 5 <= alike);
    }
}

/// Whether the piece of this move shares its file with a twin. There cchess calls for 前 and 后
/// even where only one of two elephants can move so, and takes the rear of two pawns from another
/// file.
fn has_twin(tree: &Tree, node: usize, mut position: Position) -> bool {
    tree.nodes[..node].iter().for_each(|node| {
        let _ = position.play_unchecked(node.mv);
    });
    let from = tree.nodes[node].mv.from;
    let piece = position.piece_at(from);
    position.board().pieces().any(|(square, other)| {
        Some(other) == piece && square != from && square.file() == from.file()
    })
}

#[test]
#[ignore = "asks another program; .ci/run installs it"]
fn duckdb_explores_our_own_tables_as_we_do() {
    let fixtures: Vec<PathBuf> = fixtures::all().into_iter().map(|found| found.path).collect();
    duckdb_explores(&fixtures);
}

#[test]
#[ignore = "asks another program about the archives in ../shared; .ci/run installs it"]
fn duckdb_explores_tables_of_real_archives() {
    duckdb_explores(&[common::shared("corpus")]);
}

#[test]
#[ignore = "runs another program; .ci/run installs it"]
fn datasette_shows_every_page_of_our_own_databases() {
    datasette_shows(fixtures::all().into_iter().map(|found| found.path).collect());
}

#[test]
#[ignore = "runs another program on the archives in ../shared; .ci/run installs it"]
fn datasette_shows_every_page_of_real_archives() {
    datasette_shows(vec![common::shared("corpus")]);
}

#[test]
#[ignore = "asks other programs; .ci/run installs them"]
fn fifteen_questions_about_our_own_games_have_one_answer_at_every_door() {
    let (_folder, db) = desk();
    let fixtures: Vec<PathBuf> = fixtures::all().into_iter().map(|found| found.path).collect();
    let names = fixtures.iter().map(|path| path.to_str().unwrap()).chain([common::RECORDS]);
    let imported = common::xqdb(&db, &["import"].into_iter().chain(names).collect::<Vec<_>>());
    assert!([Some(0), Some(3)].contains(&imported.status.code()), "{imported:?}");
    fifteen_questions(&db);
}

#[test]
#[ignore = "asks other programs about the archives in ../shared; .ci/run installs them"]
fn fifteen_questions_about_games_of_the_corpus_have_one_answer_at_every_door() {
    fifteen_questions(common::archives());
}

#[test]
#[ignore = "runs other programs; .ci/run installs them"]
fn validators_take_a_dataset_of_our_own_games() {
    let (folder, db) = desk();
    common::stdout(&db, &["import", common::RECORDS], 0);
    let (made, sources) = (folder.path().join("made"), folder.path().join("sources.tsv"));
    for lines in ["", ".\tCC0-1.0\thttps://example.org/games\n"] {
        std::fs::write(&sources, lines).unwrap();
        let [to, from] = [&made, &sources].map(|path| path.to_str().unwrap());
        let args = [
            "export",
            "--to",
            "dataset",
            "--force",
            "-o",
            to,
            "--sources",
            from,
            "--min-games",
            "2",
        ];
        common::stdout(&db, &args, 0);
        let seen = run(&python(), "dataset_is_valid.py", &[&made], &[]);
        let seen: Vec<String> = serde_json::from_str(seen.trim()).unwrap();
        println!("{seen:?}");
        let left_out = seen.iter().filter(|name| name.starts_with('-'));
        left_out
            .for_each(|name| eprintln!("LEFT OUT: the validator {}", name.trim_start_matches('-')));
        assert_eq!(seen.len(), 4);
    }
}

/// Asks plain SQL, DuckDB, Polars, `xqdb sql` and the program itself.
fn fifteen_questions(db: &Path) {
    let (folder, _) = desk();
    let tables = folder.path().join("tables");
    common::stdout(db, &["export", "--to", "parquet", "-o", tables.to_str().unwrap()], 0);
    let told = run(&python(), "fifteen_questions.py", &[db, &tables], &[]);
    let mut answers: BTreeMap<String, Vec<Vec<Value>>> = BTreeMap::new();
    for line in told.lines() {
        let (name, sql, doors): (String, String, BTreeMap<String, Vec<Vec<Value>>>) =
            serde_json::from_str(line).unwrap();
        assert_eq!(doors.len(), 3);
        let rows = doors["plain SQL"].clone();
        assert!(doors.values().all(|door| *door == rows), "{name}: {doors:?}");
        let own = common::json_lines(&common::stdout(db, &["sql", "--format", "jsonl", &sql], 0));
        assert_eq!(own.len(), rows.len(), "{name}");
        let numbers = |value: &Value| value.as_f64().unwrap_or_default();
        let sum = |rows: &[Vec<Value>]| rows.iter().flatten().map(numbers).sum::<f64>();
        let own: Vec<Vec<Value>> =
            own.iter().map(|row| row.as_object().unwrap().values().cloned().collect()).collect();
        assert!((sum(&own) - sum(&rows)).abs() < 1e-3, "{name}");
        answers.insert(name, rows);
    }
    assert_eq!(answers.len(), 15);
    let number = |name: &str, of: &str| -> u64 {
        let row = answers[name].iter().find(|row| row[0] == of || row.len() == 1);
        row.map_or(0, |row| row[row.len() - 1].as_u64().unwrap())
    };
    // The program itself.
    let json = |args: &[&str]| -> Value {
        let text = common::stdout(db, &[args, &["--format", "json"]].concat(), 0);
        serde_json::from_str(&text).unwrap()
    };
    let games = common::stdout(db, &["search", "--count", "--kind", "game"], 0);
    assert_eq!(games.trim(), number("games", "").to_string());
    let explored = json(&["explore"]);
    for (result, field) in
        [("1-0", "red"), ("1/2-1/2", "draws"), ("0-1", "black"), ("*", "unknown")]
    {
        assert_eq!(explored[field], number("results", result), "{field}");
    }
    for row in json(&["explore", "--by", "decade"]).as_array().unwrap() {
        let Ok(decade) = row["decade"].as_str().unwrap().parse::<u64>() else { continue };
        let draws = answers["draws of decades"].iter().find(|row| row[0] == decade).unwrap();
        assert_eq!(row["draws"], draws[1], "{decade}");
    }
    let played = |played: &str| {
        let args = ["search", "--count", "--kind", "game", "--played", played];
        let output = common::xqdb(db, &args);
        String::from_utf8(output.stdout).unwrap().trim().parse::<u64>().unwrap_or(0)
    };
    for how in ["board", "online", "program", "unknown"] {
        assert_eq!(played(how), number("how they were played", how), "{how}");
    }
}

/// Opens every page of Datasette over a copy of a database, beside which nothing can be written.
fn datasette_shows(files: Vec<PathBuf>) {
    let (folder, db) = desk();
    let names = files.iter().map(|path| path.to_str().unwrap());
    let imported = common::xqdb(&db, &["import"].into_iter().chain(names).collect::<Vec<_>>());
    assert!([Some(0), Some(3)].contains(&imported.status.code()), "{imported:?}");
    let share = folder.path().join("share");
    std::fs::create_dir(&share).unwrap();
    let (copy, settings) = (share.join("games.db"), folder.path().join("metadata.json"));
    common::stdout(&db, &["backup", copy.to_str().unwrap()], 0);
    std::fs::write(&settings, common::stdout(&copy, &["sql", "--datasette"], 0)).unwrap();
    let set_read_only = |is_read_only: bool| {
        let mut permissions = share.metadata().unwrap().permissions();
        #[allow(clippy::permissions_set_readonly_false, reason = "so that it can be removed")]
        permissions.set_readonly(is_read_only);
        std::fs::set_permissions(&share, permissions).unwrap();
    };
    set_read_only(true);
    let answer = run(&python(), "datasette_shows.py", &[&copy, &settings], &[]);
    let left = std::fs::read_dir(&share).unwrap().count();
    set_read_only(false);
    println!("{answer}");
    assert!(answer.trim().ends_with("[]"), "no table is shown beside the views: {answer}");
    assert_eq!(left, 1, "nothing lies beside the copy");
}

/// Asks the explorer and DuckDB about positions of all games, taken by chance.
fn duckdb_explores(files: &[PathBuf]) {
    let (folder, db) = desk();
    let tables = folder.path().join("tables");
    let names = files.iter().map(|path| path.to_str().unwrap());
    // Some of the records are damaged, on purpose.
    let imported = common::xqdb(&db, &["import"].into_iter().chain(names).collect::<Vec<_>>());
    assert!([Some(0), Some(3)].contains(&imported.status.code()), "{imported:?}");
    let output = tables.to_str().unwrap();
    common::stdout(&db, &["export", "--to", "parquet", "--output", output], 0);

    let archive = Archive::open(&db).unwrap();
    let filter = Filter { kinds: vec![Kind::Game], unit: CountUnit::Lines, ..Filter::default() };
    let matcher = filter.resolve(&archive).unwrap();
    let ids: Vec<u32> = archive.facts().alive().map(|(id, _)| id).collect();
    let seed = common::number("XQDB_SEED", 17);
    let position = |round: u64| {
        let chance = mix(seed << 32 | round);
        let game = archive.game(ids[chance as usize % ids.len()]).unwrap();
        // Half of them early, where many games come.
        let most = if round.is_multiple_of(2) { 8.min(game.moves.len()) } else { game.moves.len() };
        let position =
            game.start_position().after(&game.moves[..(chance >> 32) as usize % (most + 1)]);
        if chance & 1 == 0 { position } else { position.mirror() }
    };
    let positions: Vec<Position> = (0..200).map(position).collect();
    let question = |position: &Position| {
        let PositionKey { key, orientation } = position.key();
        let is_mirrored = orientation == Orientation::Mirrored;
        serde_json::json!({ "key": key, "mirrored": is_mirrored }).to_string()
    };
    let questions: Vec<String> = positions.iter().map(question).collect();
    let answers =
        run(&python(), "duckdb_explores.py", &[&tables.join("positions.parquet")], &questions);
    assert_eq!(answers.lines().count(), positions.len());
    let mut games = 0;
    for (position, answer) in positions.iter().zip(answers.lines()) {
        let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
        let explored = explore(&archive, position, &matcher, &look).unwrap();
        let row = |row: &Row| {
            let Score { red, draw, black, unknown, .. } = row.score;
            let mv = if position.is_symmetric() { row.mv.min(row.mv.mirror()) } else { row.mv };
            (mv.to_string(), red, draw, black, unknown)
        };
        let mut wanted: Vec<_> = explored.rows.iter().map(row).collect();
        wanted.sort();
        let found: Vec<(String, u64, u64, u64, u64)> = serde_json::from_str(answer).unwrap();
        assert_eq!(found, wanted, "{}", position.to_fen());
        games += explored.score.games();
    }
    println!("{games} games at {} positions counted alike", positions.len());
    assert!(games > 200);
}
