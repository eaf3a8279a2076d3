//! Times single questions to a database in one process: position search with its first twenty games, and explore.
//!
//! ```text
//! cargo run --release --example lookups -- xqdb.db
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use std::path::Path;
use std::time::{Duration, Instant};
use xqdb::replay::Kind;
use xqdb::search::{Archive, Filter, Mirroring, Order, Query, explore, load, search};
use xqdb::xiangqi::Position;

const QUESTIONS: usize = 2000;

fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "xqdb.db".to_owned());
    let begun = Instant::now();
    let archive = Archive::open(Path::new(&path)).expect("a database of xqdb");
    println!("open {:?}", begun.elapsed());
    let positions = positions(&archive);
    let mut times = Vec::with_capacity(positions.len());
    for position in &positions {
        let matcher = Filter::default().resolve(&archive).expect("a filter");
        let begun = Instant::now();
        let query = Query {
            position: Some(position.clone()),
            line: None,
            contains: None,
            mirroring: Mirroring::Any,
            variations: false,
            matcher,
            order: Order::Date,
            places: 0..20,
        };
        let found = search(&archive, &query).expect("an answer");
        for &game in found.games.iter().take(20) {
            std::hint::black_box(load(&archive, game).expect("a game"));
        }
        times.push(begun.elapsed());
    }
    report("position search, first 20 games", times);
    let matcher = Filter { kinds: vec![Kind::Game], ..Filter::default() }
        .resolve(&archive)
        .expect("a filter");
    let start = Position::start();
    let times = (0..20).map(|_| {
        let begun = Instant::now();
        explore(&archive, &start, &matcher, Mirroring::Any, false, 3).expect("an answer");
        begun.elapsed()
    });
    report("explore the start", times.collect());
}

/// Positions from games all over the database, at plies 0 to 60.
fn positions(archive: &Archive) -> Vec<Position> {
    let last = archive.facts.last_id().max(1);
    let mut state = 1_u64;
    let mut random = |below: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % below
    };
    let mut positions = Vec::new();
    while positions.len() < QUESTIONS {
        let id = 1 + random(last);
        let ply = random(61) as usize;
        if !archive.facts.is_alive(id) {
            continue;
        }
        let game = load(archive, id).expect("a game");
        let mut position = game.start_position();
        for &mv in game.moves.iter().take(ply) {
            position.play(mv);
        }
        positions.push(position);
    }
    positions
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{what}: median {:?}, p99 {:?}, most {:?}, of {}",
        at(0.5),
        at(0.99),
        at(1.0),
        times.len()
    );
}
