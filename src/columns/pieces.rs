//! Files as pieces that [`replay`](super::replay) reads, each by itself.

use super::error::Result;
use super::table::PIECES;
use crate::import::{Input, Options, Skip, Unit, count_records, pipeline};
use arrow_array::RecordBatch;
use arrow_array::builder::{BinaryBuilder, BooleanBuilder, Int64Builder, StringBuilder};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// A batch is handed on when its pieces have this many bytes.
const BATCH_BYTES: usize = 4 << 20;
/// So many batches wait at most.
const WAITING: usize = 2;

/// The rows of [`PIECES`] for files and folders, cut as an import cuts them: small files whole,
/// archives by member, large files where records begin.
///
/// They are read on threads of their own, a little ahead; dropping this ends them.
#[derive(Debug)]
pub struct Pieces(Receiver<Result<RecordBatch>>);

impl Pieces {
    /// Begins to read what is named, as `options` say. `path` is told as it is named here.
    #[must_use]
    pub fn of(paths: Vec<PathBuf>, options: Options) -> Pieces {
        let (send, receive) = sync_channel(WAITING);
        std::thread::spawn(move || read(paths, options, &send));
        Pieces(receive)
    }
}

impl Iterator for Pieces {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.recv().ok()
    }
}

/// Nobody waits for what is read.
struct NobodyWaits;

fn read(paths: Vec<PathBuf>, options: Options, send: &SyncSender<Result<RecordBatch>>) {
    let mut columns = PieceColumns::default();
    let flush = |columns: &mut PieceColumns| match columns.rows {
        0 => Ok(()),
        _ => send.send(std::mem::take(columns).finish()).map_err(|_| NobodyWaits),
    };
    // Contents are hashed, so that copies are known for what they are: records at every place.
    let options = Options { hash: true, copies: true, ..options };
    let mut before = 0;
    for path in paths {
        let outcome = pipeline(
            vec![Input::Path(path)],
            &options,
            |unit| {
                // Of what is not cut nobody asks what comes before.
                let is_whole = unit.base == 0 && unit.is_last;
                let count = if is_whole { 0 } else { count_records(unit, &options.notation) };
                (unit.bytes.clone(), count)
            },
            |unit, (bytes, count)| {
                columns.push(&unit, (&bytes, before));
                before = if unit.is_last { 0 } else { before + count };
                if columns.bytes >= BATCH_BYTES { flush(&mut columns) } else { Ok(()) }
            },
        );
        if outcome.is_err() {
            return;
        }
    }
    let _ = flush(&mut columns);
}

#[derive(Default)]
struct PieceColumns {
    path: StringBuilder,
    member: StringBuilder,
    offset: Int64Builder,
    before: Int64Builder,
    content_bytes: BinaryBuilder,
    whole: BooleanBuilder,
    format: StringBuilder,
    encoding: StringBuilder,
    content: StringBuilder,
    unread: StringBuilder,
    rows: usize,
    bytes: usize,
}

impl PieceColumns {
    /// Adds a unit with its bytes, of whose file so many records come before.
    fn push(&mut self, unit: &Unit, (bytes, before): (&[u8], u64)) {
        let unread = match &unit.skip {
            None => None,
            Some(Skip::Unreadable(why) | Skip::Refused(why)) => Some(why.as_str()),
            Some(Skip::Known) => Some("the same content came before"),
            Some(Skip::Changed) => Some("the file changed while it was read"),
            Some(Skip::EndOfArchive(_)) => return,
        };
        self.path.append_value(&unit.path);
        self.member.append_option(unit.member.as_deref());
        self.offset.append_value(unit.base as i64);
        self.before.append_value(before as i64);
        self.content_bytes.append_option(unread.is_none().then_some(bytes));
        self.whole.append_value(unit.base == 0 && unit.is_last && unit.lost == 0);
        self.format.append_option(unit.format.map(|format| format.name));
        self.encoding.append_option(unit.encoding.map(|encoding| encoding.label()));
        self.content.append_value(blake3::Hash::from_bytes(unit.hash).to_hex().as_str());
        self.unread.append_option(unread);
        self.rows += 1;
        self.bytes += bytes.len();
    }

    fn finish(mut self) -> Result<RecordBatch> {
        Ok(RecordBatch::try_new(
            PIECES.schema(),
            vec![
                Arc::new(self.path.finish()),
                Arc::new(self.member.finish()),
                Arc::new(self.offset.finish()),
                Arc::new(self.before.finish()),
                Arc::new(self.content_bytes.finish()),
                Arc::new(self.whole.finish()),
                Arc::new(self.format.finish()),
                Arc::new(self.encoding.finish()),
                Arc::new(self.content.finish()),
                Arc::new(self.unread.finish()),
            ],
        )?)
    }
}
