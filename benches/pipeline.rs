//! The stages of an import, one by one, and questions: decode, parse with replay, preparing, import
//! end to end, lookups.
//!
//! `cargo bench --bench pipeline`; games are made by the generator's means in `tests/data` sizes,
//! so that it runs anywhere.
#![allow(missing_docs, reason = "criterion's macros")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::PathBuf;
use xqdb::format;
use xqdb::import::{Import, Input, Options, Unit, import, parse};
use xqdb::metadata::Kind;
use xqdb::notation::System;
use xqdb::notation::{self, Reading};
use xqdb::search::{Archive, Filter, Look, Mirroring, explore, hits};
use xqdb::store::{Database, Prepared};
use xqdb::text::{Encoding, decode, detect};
use xqdb::xiangqi::Position;

/// A few hundred games of 60 plies in GBK Chinese PGN, all different.
fn games() -> Vec<u8> {
    let chinese = notation::by_name("chinese").expect("a notation of ours");
    let mut text = String::new();
    let mut state = 1_u64;
    for number in 0..400 {
        text += &format!(
            "[Event \"测试赛\"]\r\n[Red \"林{number}\"]\r\n[Black \"陈雨亭\"]\r\n[Date \"1990.01.02\"]\r\n[Result \"1-0\"]\r\n\r\n"
        );
        let mut position = Position::start();
        for ply in 0..60 {
            let moves = position.legal_moves();
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
            let written = (chinese.write)(mv, &position).expect("a complete notation");
            text += &if ply % 2 == 0 {
                format!("{:>3}. {written}", ply / 2 + 1)
            } else {
                format!(" {written}\r\n")
            };
            position.play_unchecked(mv);
        }
        text += " 1-0\r\n\r\n";
    }
    encoding_rs::GB18030.encode(&text).0.into_owned()
}

fn unit(bytes: Vec<u8>) -> Unit {
    Unit {
        format: format::by_name("pgn"),
        encoding: Some(Encoding::Gb18030),
        ..Unit::of_bytes("bench.pgn", bytes)
    }
}

fn stages(criterion: &mut Criterion) {
    let bytes = games();
    let unit = unit(bytes.clone());
    let mut group = criterion.benchmark_group("stages, GBK Chinese PGN");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("detect", |b| b.iter(|| detect(black_box(&bytes))));
    group.bench_function("decode", |b| {
        b.iter(|| decode(black_box(&bytes), Encoding::Gb18030).text.len())
    });
    group.bench_function("decode, parse, replay", |b| {
        b.iter(|| parse(black_box(&unit), &System::Auto).records.len())
    });
    let records = parse(&unit, &System::Auto).records;
    group.bench_function("prepare", |b| {
        b.iter(|| {
            records
                .iter()
                .map(|record| Prepared::new(black_box(record), &[]).weight())
                .sum::<usize>()
        });
    });
    group.finish();
}

fn moves(criterion: &mut Criterion) {
    let start = Position::start();
    let mut group = criterion.benchmark_group("one move");
    for token in ["炮二平五", "马二进三", "C2=5", "h2e2"] {
        group.bench_function(token, |b| {
            b.iter(|| assert!(matches!(notation::read(black_box(token), &start), Reading::One(_))));
        });
    }
    group.bench_function("play and undo", |b| {
        let mut position = start.clone();
        let mv = "h2e2".parse().expect("a move");
        b.iter(|| {
            let undo = position.play_unchecked(black_box(mv));
            position.undo(undo);
        });
    });
    group.finish();
}

fn database(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("games.pgn");
    let bytes = games();
    std::fs::write(&file, &bytes).expect("room for the games");
    let run = |db: PathBuf| {
        let mut database = Database::open(&db).expect("a database");
        let settings = Import::within(256 << 20, Options::default());
        let stop = std::sync::atomic::AtomicBool::new(false);
        import(&mut database, vec![Input::Path(file.clone())], &settings, &stop, &mut |_| ())
            .expect("an import")
            .tally
            .games
    };
    let mut group = criterion.benchmark_group("database");
    group.sample_size(20);
    let mut number = 0;
    group.bench_function("import 400 games", |b| {
        b.iter(|| {
            number += 1;
            run(folder.path().join(format!("{number}.db")))
        });
    });
    let db = folder.path().join("questions.db");
    run(db.clone());
    let archive = Archive::open(&db).expect("the database");
    let start = Position::start();
    group.bench_function("lookup of the start", |b| {
        b.iter(|| {
            hits(&archive, black_box(&start), Mirroring::Any, false).expect("an answer").len()
        });
    });
    let matcher = Filter { kinds: vec![Kind::Game], ..Filter::default() }
        .resolve(&archive)
        .expect("a filter");
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 3 };
    group.bench_function("explore the start", |b| {
        b.iter(|| explore(&archive, &start, &matcher, &look).expect("an answer").rows.len());
    });
    group.finish();
}

criterion_group!(benches, stages, moves, database);
criterion_main!(benches);
