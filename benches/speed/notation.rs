//! Time to find the moves of tokens, over whole games.
//!
//! The time of a pass includes playing the moves; subtract that of `play only`.

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use xqdb::notation::{Reading, by_name, read};
use xqdb::xiangqi::{Move, Position};

/// Game of an old manual, and two random games without losing moves.
const GAMES: [&str; 3] = [
    "h2e2 h7e7 h0g2 h9g7 i0i1 i9h9 i1d1 h9h3 d1d8 b9a7 a0a1 b7b0 b2b7 g7h9 e2e6 f9e8 a1d1 e9f9 \
     d8d9 e8d9 d1f1 e7f7 f1f7 f9e9 b7e7",
    "b2b3 h7e7 i3i4 e6e5 h2h8 b7b6 d0e1 e7e6 a0a1 e6d6 a1a2 b6b7 e1d2 d6d4 h0i2 b7c7 h8g8 d4d7 \
     a2b2 c9a7 a3a4 g6g5 e0e1 d7d5 e1f1 e9e8 c0a2 c7h7 f1f2 h7e7 b3b4 d5c5 a2c4 c5c3 b4b3 h9g7 \
     i2g1 e7d7 b0c2 g7f5 b3a3 e8f8 d2e1 d7d1 c4a2 c3d3 b2b5 g9i7 i0i1 f8f7 b5b0 d3d5 g8b8 d9e8 \
     i1i2 e8d9 b0b3 i9h9 g1f3 h9h0 c2b4 d5d7 b4d3 h0h1 g0e2 h1h7 b3b2 b9d8 d3c1 d1d6 e2c0 a7c5 \
     c1b3 i7g9 i2i0 g9i7 b2c2 h7g7 c0e2 g7g6",
    "b2b3 b7b5 h2e2 b5b7 e2e1 c9a7 e1i1 i9i7 g0i2 h7d7 b0c2 b9c7 c0a2 d7d1 c3c4 e6e5 i1h1 i7i8 \
     a0c0 b7b5 h1h6 i8i7 b3b2 g9e7 i2g0 h9g7 h0g2 g7e8 i3i4 b5b3 h6h4 b3g3 g2h0 d1f1 b2b4 f1g1 \
     d0e1 c7b9 b4b2 e8g9 e1d0 i7g7 h4h3 g6g5 b2b6 e7c9 i0i1 g7e7 b6b4 e7c7 c0c1 c7b7 a3a4 b7d7 \
     h3h2 d7d5 h2h6 b9c7 h0i2 d5d2 i2g1 d2g2 c1c0 g3f3 b4b8 g2g3 f0e1 f3f7 h6g6 f7d7 i1h1 g9f7 \
     g6g8 f7d6 e0f0 c7b9 c0a0 d7f7 f0f1 f7f6",
];

fn moves(game: &str) -> Vec<Move> {
    game.split_whitespace().map(|text| text.parse().expect("a move")).collect()
}

/// The games in the notation of this name.
fn rewritten(name: &str) -> Vec<Vec<String>> {
    let notation = by_name(name).expect("a notation");
    let rewrite = |game: &&str| {
        let mut position = Position::start();
        let mut texts = Vec::new();
        for mv in moves(game) {
            texts.push((notation.write)(mv, &position).expect("a possible move"));
            position.play_unchecked(mv);
        }
        texts
    };
    GAMES.iter().map(rewrite).collect()
}

pub(crate) fn measure(criterion: &mut Criterion) {
    let games: Vec<Vec<Move>> = GAMES.iter().map(|game| moves(game)).collect();
    let plies: usize = games.iter().map(Vec::len).sum();
    let mut group = criterion.benchmark_group("notation");
    group.throughput(Throughput::Elements(plies as u64));
    group.bench_function("play only", |bench| {
        bench.iter(|| {
            for game in &games {
                let mut position = Position::start();
                for &mv in game {
                    position.play_unchecked(black_box(mv));
                }
                black_box(position.zobrist());
            }
        });
    });
    for name in ["chinese", "chinese-traditional", "chinese-wide", "wxf", "iccs", "iccs-dashed"] {
        let games = rewritten(name);
        group.bench_function(format!("read {name}"), |bench| {
            bench.iter(|| {
                for game in &games {
                    let mut position = Position::start();
                    for token in game {
                        match read(black_box(token), &position) {
                            Reading::One(mv) => position.play_unchecked(mv),
                            other => panic!("{token}: {other:?}"),
                        };
                    }
                    black_box(position.zobrist());
                }
            });
        });
    }
    for name in ["chinese", "wxf"] {
        let notation = by_name(name).expect("a notation");
        group.bench_function(format!("write {name}"), |bench| {
            bench.iter(|| {
                for game in &games {
                    let mut position = Position::start();
                    for &mv in game {
                        black_box((notation.write)(mv, &position));
                        position.play_unchecked(mv);
                    }
                }
            });
        });
    }
    group.finish();
}
