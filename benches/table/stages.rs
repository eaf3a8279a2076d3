//! Times the stages of an import one by one, with all threads on equal bytes.
//!
//! The input is processed in batches of about the size that an import commits. Each stage processes
//! a whole batch before the next stage begins, so that memory stays bounded, and sorting has the
//! portions of an import.

use super::floors::{self, timed};
use rayon::prelude::*;
use std::convert::Infallible;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use xqdb::format::{self, RawRecord, Sink};
use xqdb::import::{Import, NamedInput, Options, Unit, pipeline};
use xqdb::notation::System;
use xqdb::replay::Record;
use xqdb::store::index::{Draft, Payload, PostingBatch};
use xqdb::store::{Postings, Prepared};
use xqdb::text::{Encoding, decode};

/// Number of bytes of input in a batch.
const BATCH: usize = 64 << 20;
/// Approximate number of bytes of a piece of text, so that all threads have work to the end.
const PIECE: usize = 256 << 10;
/// Usual memory of an import, in bytes.
const MEMORY: u64 = 1 << 30;

/// Time and size of the first stage.
pub(crate) struct Reading {
    /// Time from beginning to end.
    pub(crate) took: Duration,
    /// Bytes of records, unpacked.
    pub(crate) bytes: u64,
}

/// Times of the stages on all threads, and of their floors.
#[derive(Default)]
pub(crate) struct Stages {
    /// Bytes to text.
    pub(crate) decode: Duration,
    pub(crate) decode_floor: Duration,
    /// Text (or the bytes of a binary format) to raw records.
    pub(crate) parse: Duration,
    /// Raw records to moves that were played.
    pub(crate) replay: Duration,
    pub(crate) replay_floor: Duration,
    /// Games to rows and postings.
    pub(crate) prepare: Duration,
    /// Postings sorted by their keys.
    pub(crate) sort: Duration,
    pub(crate) sort_floor: Duration,
    /// Postings to blocks.
    pub(crate) encode: Duration,
    /// Number of games.
    pub(crate) games: u64,
}

/// Times the stage *read*: the import's own reader, which finds, hashes, unpacks, recognises and
/// cuts; no worker delays it.
pub(crate) fn read(input: &Path) -> anyhow::Result<Reading> {
    let begun = Instant::now();
    let mut bytes = 0;
    let options = Options { threads: 1, ..Import::within(MEMORY, Options::default()).options };
    pipeline(
        vec![NamedInput::Path(input.to_owned())],
        &options,
        |unit| unit.bytes.len() as u64,
        |_, len| {
            bytes += len;
            Ok::<(), Infallible>(())
        },
    )?;
    Ok(Reading { took: begun.elapsed(), bytes })
}

/// Times the other stages on `threads` threads.
pub(crate) fn measure(input: &Path, threads: usize) -> anyhow::Result<Stages> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let mut stages = Stages::default();
    let (mut units, mut bytes) = (Vec::new(), 0);
    // The reader may be only a few megabytes ahead, since its work meanwhile would be measured,
    // too.
    let options = Options { threads: 1, window: 4 << 20, ..Options::default() };
    pipeline(
        vec![NamedInput::Path(input.to_owned())],
        &options,
        |unit| unit.bytes.clone(),
        |mut unit, content| {
            bytes += content.len();
            unit.bytes = content;
            units.push(unit);
            if bytes >= BATCH {
                bytes = 0;
                pool.install(|| stages.batch(&std::mem::take(&mut units)));
            }
            Ok::<(), Infallible>(())
        },
    )?;
    pool.install(|| stages.batch(&units));
    Ok(stages)
}

impl Stages {
    fn batch(&mut self, units: &[Unit]) {
        let pieces: Vec<Unit> = units.iter().flat_map(pieces).collect();
        timed(&mut self.decode_floor, || floors::decode(&pieces));
        timed(&mut self.decode, || pieces.par_iter().for_each(decode_only));
        let texts: Vec<Unit> = pieces.into_par_iter().map(as_utf8).collect();
        timed(&mut self.parse, || texts.par_iter().for_each(|unit| run(unit, &mut Dropping)));
        let records = self.replay(&texts);
        drop(texts);
        timed(&mut self.replay_floor, || floors::replay(&records));
        self.games += records.iter().map(Vec::len).sum::<usize>() as u64;
        let prepared: Vec<Vec<Prepared>> = timed(&mut self.prepare, || {
            let prepare = |records: &Vec<Record>| {
                records.iter().map(|record| Prepared::new(record, &[])).collect()
            };
            records.par_iter().map(prepare).collect()
        });
        drop(records);
        let games = number(prepared);
        let mut pairs = floors::pairs(&games);
        timed(&mut self.sort_floor, || floors::sort(&mut pairs));
        drop(pairs);
        let part = games.len().div_ceil(rayon::current_num_threads()).max(1);
        let batches: Vec<PostingBatch> = timed(&mut self.sort, || {
            games.par_chunks(part).map(|games| PostingBatch::new(games, Vec::new())).collect()
        });
        drop(games);
        black_box(timed(&mut self.encode, || Draft::start(batches).blocks()));
    }

    /// Replays all records. The reader gives them one by one, so it runs once more; replay is the
    /// share of this pass that threads spend in it.
    fn replay(&mut self, units: &[Unit]) -> Vec<Vec<Record>> {
        let mut pass = Duration::ZERO;
        let played: Vec<(Playing, Duration)> = timed(&mut pass, || {
            let play = |unit: &Unit| {
                let begun = Instant::now();
                let mut sink = Playing::default();
                run(unit, &mut sink);
                (sink, begun.elapsed())
            };
            units.par_iter().map(play).collect()
        });
        let (replay, all) = played.iter().fold((0.0, 0.0), |(replay, all), (sink, whole)| {
            (replay + sink.took.as_secs_f64(), all + whole.as_secs_f64())
        });
        self.replay += pass.mul_f64(if all > 0.0 { replay / all } else { 0.0 });
        played.into_iter().map(|(sink, _)| sink.records).collect()
    }
}

/// A unit in pieces that begin and end between records.
fn pieces(unit: &Unit) -> Vec<Unit> {
    let boundary = unit.format.and_then(|format| format.boundary);
    let mut pieces = Vec::new();
    let mut from = 0;
    while from < unit.bytes.len() {
        let wanted = from + PIECE;
        let cut = boundary.filter(|_| wanted < unit.bytes.len());
        let to = cut.and_then(|cut| cut(&unit.bytes, wanted)).unwrap_or(unit.bytes.len());
        pieces.push(with(unit, unit.bytes[from..to].to_vec(), unit.encoding));
        from = to;
    }
    pieces
}

/// Unit with other bytes.
fn with(unit: &Unit, bytes: Vec<u8>, encoding: Option<Encoding>) -> Unit {
    let mut piece = Unit::of_bytes(unit.file_name(), bytes);
    (piece.base, piece.format, piece.encoding) = (unit.base, unit.format, encoding);
    piece
}

fn decode_only(unit: &Unit) {
    if let Some(encoding) = unit.encoding {
        black_box(decode(&unit.bytes, encoding));
    }
}

/// Text as UTF-8, whose decoding takes almost no time; binary formats stay.
fn as_utf8(unit: Unit) -> Unit {
    match unit.encoding {
        None => unit,
        Some(encoding) => {
            let text = decode(&unit.bytes, encoding).text.into_owned();
            with(&unit, text.into_bytes(), Some(Encoding::Utf8))
        }
    }
}

fn run(unit: &Unit, sink: &mut dyn Sink) {
    let format = unit.format.expect("the corpus is of known formats");
    let (bytes, name) = (&*unit.bytes, unit.file_name());
    let input = format::Input {
        bytes,
        base: 0,
        name,
        encoding: unit.encoding,
        any_word: false,
        beside: None,
    };
    let _ = (format.read)(&input, sink);
}

/// Sink that drops records.
struct Dropping;

impl Sink for Dropping {
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
        black_box(record);
        ControlFlow::Continue(())
    }
}

/// Sink that replays and keeps records.
#[derive(Default)]
struct Playing {
    records: Vec<Record>,
    took: Duration,
}

impl Sink for Playing {
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
        let record = timed(&mut self.took, || Record::of(record, &System::Auto));
        self.records.push(record);
        ControlFlow::Continue(())
    }
}

/// Postings of games, which are numbered in order.
fn number(prepared: Vec<Vec<Prepared>>) -> Vec<(u32, Vec<(u64, Payload)>)> {
    let postings = prepared.into_iter().flatten().map(|prepared| prepared.postings);
    (1..)
        .zip(postings)
        .flat_map(|(game, Postings { main, variations })| [(game, main), (game, variations)])
        .collect()
}
