//! How many moments a second a question looks through: games in memory, on all cores.
//!
//! One class of questions a group: numbers that a move changes in a few points, sequences of such,
//! and what attacks, pins and lines make of the board. Elements are moments: a game of n plies has
//! n + 1. None of the questions about numbers and sequences is answered early by many games.

#[allow(dead_code, reason = "the moves are all that is needed here")]
mod corpus;

use corpus::Corpus;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use std::hint::black_box;
use xqdb::query::{Evaluator, Headers, Library, Query};

/// Games of 80 plies.
const GAMES: u64 = 2_000;

const CLASSES: [(&str, &[&str]); 3] = [
    (
        "numbers",
        &[
            "R in bottom = 2",
            "board \"////4C4////4K4/\"",
            "C on e6, k on e9, R in crossed = 2",
            "material RP vs AABB",
        ],
    ),
    (
        "sequences",
        &[
            "R in bottom next n in a9",
            "C on e6 then within 9 R in bottom = 2",
            "P in crossed = 3 then r in base then N in bottom",
        ],
    ),
    ("geometry", &["R attacks n unprotected", "R pins n", "hollow-cannon", "check then mate"]),
];

fn moments(c: &mut Criterion) {
    let corpus = Corpus { seed: 7, plies: 80 };
    let games: Vec<Vec<[u8; 2]>> = (0..GAMES)
        .into_par_iter()
        .map(|number| corpus.game(number).moves.iter().map(|mv| mv.bytes()).collect())
        .collect();
    let count: usize = games.iter().map(|moves| moves.len() + 1).sum();
    for (class, questions) in CLASSES {
        let mut group = c.benchmark_group(class);
        group.throughput(Throughput::Elements(count as u64)).sample_size(20);
        for text in questions {
            let query = Query::read(text, Library::prelude()).expect("a question");
            let plan = query.plan();
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

criterion_group!(benches, moments);
criterion_main!(benches);
