//! Speed of the search for repetition, with the rulings of all rule books, in games a second on one
//! thread.
//!
//! Most games have no repetition, which their positions alone show; the others are examined ply by
//! ply. Both are measured: random games, and these games with an end in which both sides move to
//! and fro.

use super::corpus::Corpus;
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use xqdb::xiangqi::repetition::Study;
use xqdb::xiangqi::{Move, Position};

const GAMES: u64 = 200;
/// Number of times that the position recurs.
const ROUNDS: usize = 6;

/// Appends a move of each side and the moves back, again and again.
fn with_repetition(mut moves: Vec<Move>) -> Vec<Move> {
    let mut position = Position::start().after(&moves);
    let back = |mv: Move| Move { from: mv.to, to: mv.from };
    let quiet = |position: &Position| {
        let taken = |mv: &Move| position.piece_at(mv.to).is_some();
        position.legal_moves().into_iter().find(|mv| {
            let mut after = position.clone();
            after.play_unchecked(*mv);
            !taken(mv) && !after.is_check()
        })
    };
    let Some(first) = quiet(&position) else { return moves };
    position.play_unchecked(first);
    let Some(second) = quiet(&position) else { return moves };
    for _ in 0..ROUNDS {
        moves.extend([first, second, back(first), back(second)]);
    }
    moves
}

pub(crate) fn measure(criterion: &mut Criterion) {
    let corpus = Corpus { seed: 7, plies: 80 };
    let plain: Vec<Vec<Move>> = (0..GAMES).map(|number| corpus.game(number).moves).collect();
    let repeated: Vec<Vec<Move>> = plain.iter().cloned().map(with_repetition).collect();
    let cycles = |games: &[Vec<Move>]| -> usize {
        games.iter().map(|game| Study::of(&Position::start(), game).cycles.len()).sum()
    };
    assert!(cycles(&repeated) as u64 > GAMES / 2, "the games have repetition");
    let mut group = criterion.benchmark_group("repetition");
    group.throughput(Throughput::Elements(GAMES));
    for (name, games) in [("none", &plain), ("to and fro", &repeated)] {
        group.bench_function(name, |bench| bench.iter(|| black_box(cycles(black_box(games)))));
    }
    group.finish();
}
