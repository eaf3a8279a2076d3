//! Floors: the least time that each stage can take, measured without code of the import.

use rayon::prelude::*;
use std::fs::File;
use std::hint::black_box;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};
use xqdb::import::Unit;
use xqdb::replay::Record;
use xqdb::store::Database;
use xqdb::store::index::Payload;
use xqdb::text::Encoding;
use xqdb::xiangqi::Position;

/// Bytes of a blob, like a block of the index, and of its page.
const BLOB: usize = 4040;
const TAKEN: u64 = 4096;
/// Number of blobs of a transaction: 256 MiB, as in an import with the usual memory.
const TRANSACTION: u64 = 1 << 16;

/// Adds the time of `work` to `took`.
pub(crate) fn timed<T>(took: &mut Duration, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let made = work();
    *took += begun.elapsed();
    made
}

/// Times reading every byte of a file or folder on one thread.
pub(crate) fn read(path: &Path) -> anyhow::Result<Duration> {
    let begun = Instant::now();
    let mut buffer = vec![0; 1 << 20];
    for entry in walkdir::WalkDir::new(path) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let mut file = File::open(entry.path())?;
            while file.read(&mut buffer)? > 0 {}
        }
    }
    Ok(begun.elapsed())
}

/// Decodes GBK by `encoding_rs`, and checks UTF-8 by the standard library.
pub(crate) fn decode(units: &[Unit]) {
    units.par_iter().for_each(|unit| match unit.encoding {
        Some(Encoding::Gb18030) => {
            let decoded = encoding_rs::GB18030.decode_without_bom_handling(&unit.bytes);
            assert!(!black_box(decoded).1, "the corpus is valid");
        }
        Some(_) => {
            let text = str::from_utf8(&unit.bytes);
            assert!(black_box(text).is_ok(), "the corpus is valid");
        }
        None => {}
    });
}

/// Replays known moves without checks, and reads every key.
pub(crate) fn replay(records: &[Vec<Record>]) {
    records.par_iter().flatten_iter().for_each(|record| {
        let mut position = record.game.start.as_deref().cloned().unwrap_or_else(Position::start);
        let mut keys = position.key().key;
        for mv in record.game.tree.main_line() {
            position.play_unchecked(mv);
            keys ^= position.key().key;
        }
        black_box(keys);
    });
}

/// Pairs of numbers with the keys of these postings, in equal order, for [`sort`].
pub(crate) fn pairs(games: &[(u32, Vec<(u64, Payload)>)]) -> Vec<(u64, u64)> {
    let pair = |game: u32, (key, payload): (u64, Payload)| {
        (key, u64::from(game) << 16 | u64::from(payload.0))
    };
    let of_game = |(game, list): &(u32, Vec<_>)| {
        let game = *game;
        list.iter().map(|&posting| pair(game, posting)).collect::<Vec<_>>()
    };
    games.par_iter().flat_map_iter(of_game).collect()
}

/// Sorts pairs.
pub(crate) fn sort(pairs: &mut [(u64, u64)]) {
    pairs.par_sort_unstable();
    black_box(pairs);
}

/// Times SQLite writing `bytes` bytes in blobs of one page each into an empty database with the
/// settings of xqdb: first into the log, then into the file.
pub(crate) fn blobs(bytes: u64, home: &Path) -> anyhow::Result<Duration> {
    let folder = tempfile::tempdir_in(home)?;
    let path = folder.path().join("blobs.db");
    drop(Database::open(&path)?);
    let conn = rusqlite::Connection::open(&path)?;
    conn.execute_batch("pragma synchronous = normal")?;
    conn.execute_batch("create table page (id integer primary key, data blob not null) strict")?;
    let data: Vec<u8> = (0..BLOB as u64).map(|at| xqdb::xiangqi::mix(at) as u8).collect();
    let begun = Instant::now();
    let mut insert = conn.prepare("insert into page (data) values (?1)")?;
    let count = bytes.div_ceil(TAKEN);
    for first in (0..count).step_by(TRANSACTION as usize) {
        conn.execute_batch("begin immediate")?;
        for _ in first..(first + TRANSACTION).min(count) {
            insert.execute([&data])?;
        }
        conn.execute_batch("commit")?;
    }
    conn.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?;
    Ok(begun.elapsed())
}
