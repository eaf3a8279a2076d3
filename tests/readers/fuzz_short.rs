//! A short fuzz run without any tool: the fixtures, mutated by chance but the same on every run,
//! into every reader; and questions into the reader of questions.
//!
//! `XQDB_ROUNDS` (default 500) is the number of mutants for each fixture; `XQDB_SEED` chooses
//! others. What is asserted is in `crate::common::reading`. For hours instead of seconds, guided by
//! coverage, see the package `fuzz/`.

use crate::common::mutate::Random;
use crate::common::reading::Reader;
use crate::common::{fixtures, number};
use std::time::{Duration, Instant};
use xqdb::query::{Evaluator, Headers, Library, Query};

/// Mutants are a few kilobytes long; without optimisation and on a busy machine, too, this is a
/// hang.
const HANG: Duration = Duration::from_secs(20);
/// Mutants grow no longer than this.
const LONGEST: usize = 96 << 10;

/// Questions of every sort, in English and Chinese.
const QUESTIONS: [&str; 12] = [
    "player:胡荣华 year:1960..1980",
    "red:\"许银川\"|吕钦 result:1-0 red hollow-cannon",
    "C on e6, k on e9, round<=10 or red to move in start",
    "红车=2 没有黑车，回合>=10",
    "R|N in crossed attacks (n|c unprotected) attacks k >= 2",
    "material RN2P3 vs 士象全 or material 车双兵 对 光将",
    "走红车吃黑马叫将 然后6步内 将死",
    "move C2=5|H8+7|炮二平五 next move h9g7",
    "never mirror swap (line(C . k) for 3)",
    "times(move takes) != 2..4, not (check then then mate)",
    "board \"////4C4////4K4/ w\" then within 9 always plies<200",
    "def net = file(C a|b a|b k), R ribs crossed; red net for 4 next mate",
];

#[test]
fn mutants_of_questions_are_read_or_refused() {
    let mut random = Random::new(number("XQDB_SEED", 1));
    let others: Vec<Vec<u8>> = QUESTIONS.iter().map(|text| text.as_bytes().to_vec()).collect();
    for round in 0..number("XQDB_ROUNDS", 500) {
        let mut bytes = others[random.below(others.len())].clone();
        for _ in 0..=random.below(6) {
            let other = &others[random.below(others.len())];
            random.mutate(&mut bytes, other);
        }
        bytes.truncate(LONGEST);
        let text = String::from_utf8_lossy(&bytes);
        let begin = Instant::now();
        match Query::read(&text, Library::prelude()) {
            Ok(query) => {
                let plan = query.plan();
                let mut evaluator = Evaluator::new(&plan);
                evaluator.begin_standard(&[[25, 22], [88, 69]]);
                let holds = evaluator.holds(&Headers::NONE);
                assert_eq!(evaluator.matches(&Headers::NONE).is_some(), holds, "{round}: {text}");
            }
            Err(error) => assert!(error.character() <= text.chars().count() + 1, "{round}: {text}"),
        }
        assert!(begin.elapsed() < HANG, "{round}: {text}");
    }
}

#[test]
fn mutants_of_the_fixtures_are_read() {
    let rounds = number("XQDB_ROUNDS", 500);
    let seed = number("XQDB_SEED", 1);
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
