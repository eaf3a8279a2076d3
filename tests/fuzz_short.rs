//! A short fuzz run without any tool: the fixtures, mutated by chance but the same on every run, into every reader.
//!
//! `XQDB_FUZZ_ROUNDS` (default 4,000) is the number of mutants for each fixture; `XQDB_FUZZ_SEED` chooses others. What is
//! asserted is in `common::reading`. For hours instead of seconds, guided by coverage, see the package `fuzz/`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod common;

use common::fixtures;
use common::mutate::Random;
use common::reading::Reader;
use std::time::{Duration, Instant};

/// Mutants are a few kilobytes long; on any machine this is a hang.
const HANG: Duration = Duration::from_secs(5);
/// Mutants grow no longer than this.
const LONGEST: usize = 96 << 10;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

#[test]
fn mutants_of_the_fixtures_are_read() {
    let rounds = number("XQDB_FUZZ_ROUNDS", 4_000);
    let seed = number("XQDB_FUZZ_SEED", 1);
    let fixtures = fixtures::all();
    let contents: Vec<Vec<u8>> = fixtures.iter().map(fixtures::Fixture::bytes).collect();
    for (index, fixture) in fixtures.iter().enumerate() {
        let reader = Reader::of(fixture, &contents[index]);
        let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (index as u64 + 1));
        for round in 0..rounds {
            let mut bytes = contents[index].clone();
            let other = &contents[random.below(contents.len())];
            for _ in 0..=random.below(6) {
                random.mutate(&mut bytes, other);
            }
            bytes.truncate(LONGEST);
            let begin = Instant::now();
            let read = std::panic::catch_unwind(|| reader.read(&bytes));
            let place = format!("{} seed {seed} round {round}", fixture.path.display());
            let Ok(read) = read else { panic!("{place}: {:?}", String::from_utf8_lossy(&bytes)) };
            assert!(begin.elapsed() < HANG, "{place}: {:?}", begin.elapsed());
            let nodes: usize = read.records.iter().map(|r| r.game.tree.nodes.len()).sum();
            assert!(read.records.len() <= bytes.len() + 1, "{place}: more records than bytes");
            assert!(nodes <= bytes.len(), "{place}: more moves than bytes");
        }
    }
}
