//! Speed of queries in positions of games a second, on all cores.
//!
//! Each group has one class of queries, with the speed that is wanted on two cores: linear
//! conditions, which a move changes in few points; sequences of these; geometric conditions about
//! attacks, pins and lines on the board. The groups query games in memory; the last one queries a
//! database, with one query of each class and with `--contains`. Elements are positions: a game of
//! n plies has n + 1. Few games answer the linear queries and sequences early.

use super::corpus::Corpus;
use super::is_trial;
use criterion::{BenchmarkId, Criterion, Throughput};
use rayon::prelude::*;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use xqdb::notation;
use xqdb::query::{Evaluator, Headers, Library, PartialBoard, Query};
use xqdb::search::{Archive, Filter, SearchQuery as Search, search};

/// Number of games of 80 plies; one pass over them takes longer than waking the cores.
const GAMES: u64 = 20_000;
/// Number of games in a database.
const STORED: u64 = 50_000;
/// Number of games in `cargo test`.
const TRIAL: u64 = 200;

const CORPUS: Corpus = Corpus { seed: 7, plies: 80 };

/// Name of a class, wanted millions of positions a second on two cores, and queries.
const CLASSES: [(&str, u64, &[&str]); 3] = [
    (
        "linear",
        300,
        &[
            "R in bottom = 2",
            "board \"////4C4////4K4/\"",
            "C on e6, k on e9, R in crossed = 2",
            "material RP vs AABB",
        ],
    ),
    (
        "sequences",
        150,
        &[
            "R in bottom next n in a9",
            "C on e6 then within 9 R in bottom = 2",
            "P in crossed = 3 then r in base then N in bottom",
        ],
    ),
    (
        "geometric",
        60,
        &[
            "R attacks n unprotected",
            "R pins n",
            "hollow-cannon",
            "line(C N . k)",
            "check then mate",
        ],
    ),
];

fn read(text: &str) -> Query {
    Query::read(text, Library::prelude()).expect("a question")
}

/// `wanted` games, or [`TRIAL`] in `cargo test`.
fn games(wanted: u64) -> u64 {
    if is_trial() { TRIAL } else { wanted }
}

pub(crate) fn measure(c: &mut Criterion) {
    in_memory(c);
    in_a_database(c);
}

fn in_memory(c: &mut Criterion) {
    let games: Vec<Vec<[u8; 2]>> = (0..games(GAMES))
        .into_par_iter()
        .map(|number| CORPUS.game(number).moves.iter().map(|mv| mv.bytes()).collect())
        .collect();
    let count: usize = games.iter().map(|moves| moves.len() + 1).sum();
    for (class, wanted, questions) in CLASSES {
        let mut group = c.benchmark_group(format!("query, {class}, {wanted} M/s wanted"));
        group.throughput(Throughput::Elements(count as u64)).sample_size(20);
        for text in questions {
            let plan = read(text).plan();
            let fits = |games: &[Vec<[u8; 2]>]| {
                let mut evaluator = Evaluator::new(&plan);
                let holds = |moves: &&Vec<[u8; 2]>| {
                    evaluator.begin_standard(moves);
                    evaluator.holds(&Headers::NONE)
                };
                games.iter().filter(holds).count()
            };
            group.bench_function(*text, |b| {
                b.iter(|| games.par_chunks(250).map(|games| fits(black_box(games))).sum::<usize>());
            });
        }
    }
}

/// Imports games; returns the number of their positions.
fn import(db: &Path, games: u64) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn");
    let notation = notation::by_name("iccs").expect("a notation");
    let (mut text, mut moments) = (String::new(), 0);
    for number in 0..games {
        let game = CORPUS.game(number);
        moments += game.moves.len() as u64 + 1;
        text += &game.pgn(notation);
    }
    std::fs::write(&file, text).expect("a file");
    let program = env!("CARGO_BIN_EXE_xqdb");
    let status = Command::new(program)
        .args(["--quiet", "--db"])
        .args([db, "import".as_ref(), file.as_ref()])
        .status()
        .expect("the program");
    assert!(status.success(), "{status}");
    moments
}

fn in_a_database(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("bench.db");
    let moments = import(&db, games(STORED));
    let archive = Archive::open(&db).expect("a database");
    let everything = Filter::default().resolve(&archive).expect("no names");
    let mut group = c.benchmark_group("query, database");
    group.throughput(Throughput::Elements(moments)).sample_size(20);
    let board = "////4C4////4K4/";
    group.bench_function(BenchmarkId::new("--contains", board), |b| {
        let board: PartialBoard = board.parse().expect("a board");
        let asked = Search { contains: vec![board], ..Search::new(everything.clone()) };
        b.iter(|| search(&archive, black_box(&asked)).expect("an answer").count);
    });
    for (class, _, questions) in CLASSES {
        let filter = Filter { asked: Some(read(questions[0])), ..Filter::default() };
        group.bench_function(BenchmarkId::new(class, questions[0]), |b| {
            b.iter(|| {
                let matcher = filter.clone().resolve(&archive).expect("no names");
                search(&archive, &Search::new(matcher)).expect("an answer").count
            });
        });
    }
}
