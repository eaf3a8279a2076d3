//! What we write, others read: cchess from the Python index, on our PGN and XQF.
//!
//! `XQDB_PEERS_PYTHON` names a Python that has the package; `.ci/run` makes one. Nothing is
//! installed here.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests; they report what they counted"
)]

mod common;

use common::fixtures;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use xqdb::export::{self, Entry, Options, RecordPlace};
use xqdb::import::{Input, Options as Reading, parse, pipeline};
use xqdb::notation::System;
use xqdb::replay::{Outcome, Record, Tree};
use xqdb::xiangqi::{Position, Side};

/// So many records are shown to it.
const RECORDS: usize = 400;

/// A Python that knows cchess.
fn python() -> PathBuf {
    let named = std::env::var_os("XQDB_PEERS_PYTHON");
    named.expect("XQDB_PEERS_PYTHON names a Python with cchess").into()
}

/// Some of our own sound records.
fn records() -> Vec<Record> {
    let fixtures = fixtures::all().into_iter().map(|fixture| Input::Path(fixture.path));
    some_of(fixtures.collect())
}

/// Some sound records of several archives.
fn real_records() -> Vec<Record> {
    let corpus = common::shared("corpus");
    let folders = ["xqf-collections", "big5-pgn", "wukong"];
    some_of(folders.map(|folder| Input::Path(corpus.join(folder))).to_vec())
}

fn some_of(inputs: Vec<Input>) -> Vec<Record> {
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

/// What cchess finds in each file.
fn ask(python: &Path, files: &[PathBuf]) -> Vec<serde_json::Value> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/cchess_reads.py");
    let mut child = Command::new(python)
        .env("PYTHONUTF8", "1")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let names: Vec<&str> = files.iter().map(|path| path.to_str().unwrap()).collect();
    child.stdin.take().unwrap().write_all(names.join("\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
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
        let options = Options {
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
