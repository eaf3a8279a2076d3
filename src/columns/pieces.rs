//! Cuts files into pieces, each of which [`replay`](super::replay) can read alone.

use super::error::ColumnsResult;
use super::table::{ArrowColumn, ArrowTable, Cell, GrowingBatch, table};
use crate::import::{NamedInput, Options, Skip, Unit, count_records, pipeline};
use crate::text::hex;
use arrow_array::RecordBatch;
use arrow_schema::DataType;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Number of bytes of pieces after which a batch is sent.
const BATCH_BYTES: usize = 4 << 20;
/// Largest number of batches read ahead.
const WAITING: usize = 2;

/// Iterator over the rows of [`PIECES`] for files and folders, cut as an import cuts them: small
/// files whole, archives by member, large files between records.
///
/// Threads read a few batches ahead; dropping this iterator ends the threads.
#[derive(Debug)]
pub struct Pieces(Receiver<ColumnsResult<RecordBatch>>);

impl Pieces {
    /// Begins to read `paths`; the column `path` has them as they are given here.
    #[must_use]
    pub fn of(paths: Vec<PathBuf>, options: Options) -> Pieces {
        let (send, receive) = sync_channel(WAITING);
        std::thread::spawn(move || read(paths, options, &send));
        Pieces(receive)
    }
}

impl Iterator for Pieces {
    type Item = ColumnsResult<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.recv().ok()
    }
}

/// Error that stops reading: the iterator was dropped.
struct NobodyWaits;

fn read(paths: Vec<PathBuf>, options: Options, send: &SyncSender<ColumnsResult<RecordBatch>>) {
    let (mut batch, mut waiting) = (GrowingBatch::of(&PIECES), 0);
    let flush = |batch: &mut GrowingBatch| match batch.rows {
        0 => Ok(()),
        _ => {
            let whole = std::mem::replace(batch, GrowingBatch::of(&PIECES));
            send.send(whole.finish()).map_err(|_| NobodyWaits)
        }
    };
    // Without known hashes and with copies: records are wanted at every place.
    let options = Options { hash: true, copies: true, ..options };
    let mut before = 0;
    for path in paths {
        let outcome = pipeline(
            vec![NamedInput::Path(path)],
            &options,
            |unit| {
                // No piece follows a whole file: its records need not be counted.
                let is_whole = unit.base == 0 && unit.is_last;
                let count = if is_whole { 0 } else { count_records(unit, &options.notation) };
                (unit.bytes.clone(), count)
            },
            |unit, (bytes, count)| {
                if let Some(piece) = PieceCells::of(&unit, &bytes, before) {
                    batch.push(PIECE_CELLS.iter().map(|cell| cell(&piece)));
                    waiting += bytes.len();
                }
                before = if unit.is_last { 0 } else { before + count };
                if waiting < BATCH_BYTES {
                    return Ok(());
                }
                waiting = 0;
                flush(&mut batch)
            },
        );
        if outcome.is_err() {
            return;
        }
    }
    let _ = flush(&mut batch);
}

table! {
    /// Description of the table of pieces of files, which [`replay`](super::replay) reads.
    PIECES: "pieces",
    "One row for every file, member of an archive, or piece of a large file that begins \
            with a record.";
    PIECE_CELLS of PieceCells;
    "path": Utf8 = |piece| (&*piece.unit.path).into(),
        "The file; bytes that are not UTF-8 as `\\xNN`.";
    "member": Utf8 optional = |piece| piece.unit.member.as_deref().into(),
        "The path inside an archive. Null for a plain file.";
    "offset": Int64 = |piece| (piece.unit.base as i64).into(),
        "Where the bytes begin in the file or member.";
    "before": Int64 = |piece| (piece.before as i64).into(),
        "How many records of the file or member come before.";
    "bytes": Binary optional = |piece| piece.unread.is_none().then_some(piece.bytes).into(),
        "The bytes. Null where nothing could be read.";
    "whole": Boolean = |piece| piece.is_whole().into(),
        "Whether they are all of the file or member.";
    "format": Utf8 optional = |piece| piece.unit.format.map(|format| format.name).into(),
        "The format, as `xqdb formats` names it.";
    "encoding": Utf8 optional = |piece| piece.unit.encoding.map(|encoding| encoding.label()).into(),
        "How its texts are to be decoded.";
    "content": Utf8 = |piece| hex(&piece.unit.hash).into(),
        "The hash of the file's content, as in `records`.";
    "unread": Utf8 optional = |piece| piece.unread.into(),
        "Why nothing could be read, in English.";
}

/// Values of a row of [`PIECES`].
#[derive(Debug)]
struct PieceCells<'p> {
    unit: &'p Unit,
    bytes: &'p [u8],
    /// Number of records of the file before this piece.
    before: u64,
    unread: Option<&'p str>,
}

impl<'p> PieceCells<'p> {
    /// The row of a unit; `None` for the end of an archive.
    fn of(unit: &'p Unit, bytes: &'p [u8], before: u64) -> Option<PieceCells<'p>> {
        let unread = match &unit.skip {
            None => None,
            Some(Skip::Unreadable(why) | Skip::Refused(why)) => Some(why.as_str()),
            Some(Skip::Known) => Some("the same content came before"),
            Some(Skip::Changed) => Some("the file changed while it was read"),
            Some(Skip::EndOfArchive(_)) => return None,
        };
        Some(PieceCells { unit, bytes, before, unread })
    }

    fn is_whole(&self) -> bool {
        self.unit.base == 0 && self.unit.is_last && self.unit.lost == 0
    }
}
