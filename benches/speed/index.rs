//! The position index at size: bytes of a posting, encoding, decoding, merging and lookups.
//!
//! The games are invented in the shape of an archive: openings follow a tree whose branches are
//! chosen by Zipf's law, some games longer than others, and one game in six repeats another for a
//! while. In 35,000 games, three of four postings are then of new positions, as in a real archive
//! of that size. `XQDB_BENCH_GAMES` sets the number of games (default 200,000 of 80 plies; 2,000 in
//! `cargo test`).

use super::is_trial;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use rusqlite::Connection;
use std::path::Path;
use xqdb::store::Database;
use xqdb::store::index::{
    Blocks, Draft, Payload, Posting, PostingBatch, Reader, compact, optimize, segments, sort,
    write_segment,
};

const PLIES: u32 = 80;
const BATCHES: u32 = 12;

/// Spreads a number over all bits.
fn mix(seed: u64) -> u64 {
    xqdb::xiangqi::mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// Key of a position, which has 56 bits.
fn position_key(position: u64) -> u64 {
    mix(position) >> 8
}

/// Number from 0 to 1.
fn unit(random: u64) -> f64 {
    (random >> 11) as f64 / (1u64 << 53) as f64
}

/// Choice among some forty moves: the first one four times in five, each further one less often.
fn zipf_choice(random: u64) -> u64 {
    (40f64.powf(unit(random).powi(16)) - 1.0) as u64
}

/// Postings of a game. Its moves are possible ones of pieces: along a line, or a horse's jump.
fn game_postings(game: u32, out: &mut Vec<Posting>) {
    let fate = mix(!u64::from(game));
    // One game in six repeats an earlier one up to some ply.
    let (told, until) = match fate % 6 {
        0 => ((mix(fate) % u64::from(game.max(1))) as u32, (fate >> 32) as u32 % (PLIES + 1)),
        _ => (game, 0),
    };
    let book = |game: u32| 8 + (72.0 * unit(mix(!u64::from(game))).powi(3)) as u32;
    let mut key = mix(0);
    for ply in 0..=PLIES {
        let teller = if ply < until { told } else { game };
        let random = mix(u64::from(teller) << 8 | u64::from(ply));
        let choice = if ply < book(teller) { zipf_choice(random) } else { random % 40 };
        let shape = mix(key ^ choice);
        let (from, step) = (shape % 90, shape >> 8);
        let to = match step % 3 {
            0 => from / 9 * 9 + (from % 9 + 1 + step / 3 % 4) % 9,
            1 => (from + 9 * (1 + step / 3 % 5)) % 90,
            _ => from.checked_sub(19).unwrap_or(from + 19),
        };
        let code = if ply == PLIES { Payload::NO_MOVE } else { (from * 90 + to) as u16 };
        out.push(Posting {
            key: position_key(key),
            game,
            payload: Payload::new(code, key & 1 == 1, false),
        });
        key = mix(key ^ choice.wrapping_mul(0x9e37));
    }
}

fn batch(games: std::ops::Range<u32>) -> Vec<Posting> {
    let mut postings = Vec::with_capacity(games.len() * (PLIES as usize + 1));
    games.for_each(|game| game_postings(game, &mut postings));
    sort(&mut postings);
    postings
}

fn database(path: &Path) -> Database {
    Database::open(path).expect("the folder is ours")
}

fn number(conn: &Connection, sql: &str) -> i64 {
    conn.query_row(sql, [], |row| row.get(0)).expect("the table is there")
}

fn describe(database: &Database, path: &Path, what: &str, took: Duration) {
    let conn = Connection::open(path).expect("the database is there");
    let conn = &conn;
    let postings: u64 = segments(database)
        .expect("the table is there")
        .iter()
        .map(|segment| segment.posting_count)
        .sum();
    let blocks = number(conn, "select sum(length(data)) from index_block");
    let pages = number(conn, "select count(*) from index_block") * 4096;
    let page = number(conn, "pragma page_size");
    let file = number(conn, "pragma page_count") * page;
    let free = number(conn, "pragma freelist_count") * page;
    let per_posting = |bytes: i64| bytes as f64 / postings as f64;
    eprintln!(
        "{what}: {} segments, {postings} postings, {:.2} bytes a posting in blocks, {:.2} in \
         their pages, {:.2} in the \
         file of which {:.2} free; {:.2} s",
        segments(database).map_or(0, |all| all.len()),
        per_posting(blocks),
        per_posting(pages),
        per_posting(file),
        per_posting(free),
        took.as_secs_f64()
    );
}

fn percentiles(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at =
        |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_nanos() as f64 / 1000.0;
    eprintln!("{what}: median {:.1} us, p99 {:.1} us, most {:.1} us", at(0.5), at(0.99), at(1.0));
}

pub(crate) fn measure(criterion: &mut Criterion) {
    lookups(criterion);
    gather(criterion);
}

fn lookups(criterion: &mut Criterion) {
    let games: u32 = std::env::var("XQDB_BENCH_GAMES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| if is_trial() { 2_000 } else { 200_000 });
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("index.db");
    let mut conn = database(&path);

    let (mut writing, mut compacting) = (Duration::ZERO, Duration::ZERO);
    let mut keys = Vec::new();
    for number in 0..BATCHES {
        let size = games / BATCHES;
        let postings = batch(number * size..(number + 1) * size);
        keys.extend(postings.iter().step_by(postings.len() / 1000).map(|posting| posting.key));
        let tx = conn.transaction().expect("no other transaction");
        let start = Instant::now();
        write_segment(&tx, &Blocks::encode(&postings)).expect("postings are sorted");
        writing += start.elapsed();
        let start = Instant::now();
        compact(&tx, xqdb::store::index::MOST_SEGMENTS, &|_| false).expect("segments are sound");
        compacting += start.elapsed();
        tx.commit().expect("the disk is not full");
    }
    eprintln!(
        "writing {:.2} s, compacting {:.2} s",
        writing.as_secs_f64(),
        compacting.as_secs_f64()
    );
    keys.sort_by_key(|&key| mix(key));

    let start = position_key(mix(0));
    for round in ["before", "after", "after once more"] {
        if round != "before" {
            let begun = Instant::now();
            let tx = conn.transaction().expect("no other transaction");
            optimize(&tx, &|_| false).expect("segments are sound");
            tx.commit().expect("the disk is not full");
            describe(&conn, &path, &format!("{round} optimize"), begun.elapsed());
        } else {
            describe(&conn, &path, "before optimize", writing + compacting);
        }
        let reader = Reader::open(&conn).expect("segments are sound");
        let (mut distinct, mut once, mut last, mut run) = (0u64, 0u64, None, 0);
        if round == "after" {
            let scanning = Instant::now();
            let _ = reader.scan_all(&conn, |_, posting| {
                if last.replace(posting.key) != Some(posting.key) {
                    once += u64::from(run == 1);
                    distinct += 1;
                    run = 0;
                }
                run += 1;
                std::ops::ControlFlow::Continue(())
            });
            let share = once as f64 / distinct as f64;
            eprintln!(
                "{distinct} distinct positions, {:.1} % of them once, {:.3} a posting; scanned at \
                 {:.1} ns a posting",
                100.0 * share,
                distinct as f64 / reader.posting_count() as f64,
                scanning.elapsed().as_nanos() as f64 / reader.posting_count() as f64
            );
        }
        let (mut once, mut any) = (Vec::new(), Vec::new());
        for &key in &keys {
            let (mut found, begun) = (0, Instant::now());
            let read = reader.lookup(&conn, key, |game, _| {
                black_box(game);
                found += 1;
            });
            let took = begun.elapsed();
            read.expect("segments are sound");
            any.push(took);
            if found == 1 {
                once.push(took);
            }
        }
        percentiles(&format!("{} lookups of positions that occur once, {round}", once.len()), once);
        percentiles(
            &format!("{} lookups of positions as games have them, {round}", any.len()),
            any,
        );
    }

    let reader = Reader::open(&conn).expect("segments are sound");
    let mut group = criterion.benchmark_group("index");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(2))
        .warm_up_time(Duration::from_millis(500));
    group.throughput(Throughput::Elements(1));
    keys.retain(|&key| {
        let mut found = 0;
        reader.lookup(&conn, key, |_, _| found += 1).expect("segments are sound");
        found == 1
    });
    let mut next = keys.iter().cycle();
    group.bench_function("lookup of a rare key", |bencher| {
        bencher.iter(|| {
            reader.lookup(&conn, *next.next().expect("a cycle"), |game, _| {
                black_box(game);
            })
        });
    });
    group.throughput(Throughput::Elements(u64::from(games / BATCHES * BATCHES)));
    group.bench_function("lookup of the start position", |bencher| {
        bencher.iter(|| {
            let mut by_move = vec![0u32; 1 << 16];
            let found =
                reader.lookup(&conn, start, |_, payload| by_move[usize::from(payload.0)] += 1);
            (found, by_move)
        });
    });

    // Each game plays one of thirty moves, like games with a popular position.
    let popular: Vec<Posting> = (0..1_000_000)
        .map(|game| Posting {
            key: 1,
            game,
            payload: Payload::new((mix(game.into()) % 30) as u16 * 90 + 9, false, false),
        })
        .collect();
    let sparse: Vec<Posting> = popular
        .iter()
        .map(|posting| Posting { game: posting.game * 7 + posting.game % 5, ..*posting })
        .collect();
    let mixed = batch(0..12_500);
    for (name, postings) in
        [("a run", &popular), ("a sparse run", &sparse), ("mixed positions", &mixed)]
    {
        let mut conn = database(&folder.path().join(format!("{name}.db")));
        group.throughput(Throughput::Elements(postings.len() as u64));
        group.bench_function(format!("write, {name}"), |bencher| {
            bencher.iter(|| {
                // Rolled back when dropped.
                let tx = conn.transaction().expect("no other transaction");
                write_segment(&tx, &Blocks::encode(postings)).expect("postings are sorted")
            });
        });
        let tx = conn.transaction().expect("no other transaction");
        write_segment(&tx, &Blocks::encode(postings)).expect("postings are sorted");
        let reader = Reader::open(&tx).expect("segments are sound");
        group.bench_function(format!("scan, {name}"), |bencher| {
            bencher.iter(|| {
                let mut sum = 0;
                let flow = reader.scan_all(&tx, |_, posting| {
                    sum += u64::from(posting.game ^ u32::from(posting.payload.0));
                    std::ops::ControlFlow::Continue(())
                });
                (flow.is_ok(), sum)
            });
        });
        if name != "mixed positions" {
            group.bench_function(format!("lookup, {name}"), |bencher| {
                bencher.iter(|| {
                    let mut sum = 0;
                    let found = reader.lookup(&tx, 1, |game, payload| {
                        sum += u64::from(game ^ u32::from(payload.0))
                    });
                    (found, sum)
                });
            });
        }
    }
}

/// Id of a game and its postings.
type Game = (u32, Vec<(u64, Payload)>);

/// Times the way from postings of games to a segment, in as many batches as in an import.
fn gather(criterion: &mut Criterion) {
    let size = if is_trial() { 100 } else { 15_000 };
    let batches: Vec<Vec<Game>> = (0..8)
        .map(|number| (number * size..(number + 1) * size).map(game_list).collect())
        .collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut conn = database(&folder.path().join("gather.db"));
    let mut group = criterion.benchmark_group("index, gather");
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    group.throughput(Throughput::Elements(u64::from(8 * size * (PLIES + 1))));
    let mut memory: Vec<Vec<Posting>> = Vec::new();
    group.bench_function("batches to a segment", |bencher| {
        bencher.iter(|| {
            let dealt = batches
                .iter()
                .map(|games| PostingBatch::new(games, memory.pop().unwrap_or_default()))
                .collect();
            let tx = conn.transaction().expect("no other transaction");
            let (segment, used) = Draft::start(dealt).write(&tx).expect("room on the disk");
            memory.extend(used.into_iter().map(PostingBatch::into_memory));
            segment.posting_count
        });
    });
}

fn game_list(game: u32) -> Game {
    let mut postings = Vec::new();
    game_postings(game, &mut postings);
    (game, postings.iter().map(|posting| (posting.key, posting.payload)).collect())
}
