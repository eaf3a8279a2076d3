//! Sorts the positions of many games by key, in bounded memory.
//!
//! Keys are uniform. A first pass writes each position as a row of bytes into an unnamed file,
//! chosen by the upper bits of its key; a second pass reads these files one after the other and
//! sorts each in memory.
//!
//! Bytes of a row, all numbers big-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | key |
//! | 4 | place of the game in the list of games |
//! | 4 | ply |
//! | 2 | code of the move; [`NO_MOVE`] where the line ends |
//! | 1 | bit 0: mirrored; 1: symmetric; 2: Black is to move; 3: variation |
//! | 2 | score in centipawns, two's complement; [`NO_EVAL`] where there is none |
//! | 4 | clock in milliseconds; [`NO_CLOCK`] where there is none |

use super::error::{ColumnsError, ColumnsResult};
use super::positions::{LineStop, OfGame, POSITIONS, PositionCells, stops};
use super::table::GrowingBatch;
use crate::replay::PlyEvaluation;
use crate::search::{Archive, Watch, in_order};
use crate::xiangqi::{Move, Orientation, PositionKey, Side};
use arrow_array::RecordBatch;
use std::io::{BufWriter, Read, Seek, Write};
use std::path::Path;

/// Stands for a missing move.
pub(super) const NO_MOVE: u16 = u16::MAX;
const MIRRORED: u8 = 1;
const SYMMETRIC: u8 = 2;
const BLACK: u8 = 4;
const VARIATION: u8 = 8;
/// Number of bytes of a row.
const ROW: usize = 25;
/// Stands for a missing score; no score is as low.
const NO_EVAL: i16 = i16::MIN;
/// Stands for a missing clock; no clock shows this number of milliseconds.
const NO_CLOCK: u32 = u32::MAX;
/// Number of rows of a batch.
pub(super) const BATCH: usize = 1 << 14;
/// Approximate number of rows that a thread sorts at once: 6 MB.
const BUCKET_ROWS: u64 = 1 << 18;
/// Number of games whose positions a thread makes at once.
const DEALT_TOGETHER: usize = 512;
/// Largest number of open files.
const MOST_BUCKETS: u64 = 256;

/// A position as bytes: the place of its game, and its stop. Rows compared as bytes are in the
/// order of the table.
pub(super) type SortedRow = [u8; ROW];

/// The flags of a stop.
pub(super) fn flags(stop: &LineStop) -> u8 {
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    flag(stop.key.orientation == Orientation::Mirrored, MIRRORED)
        | flag(stop.key.orientation == Orientation::Symmetric, SYMMETRIC)
        | flag(stop.side == Side::Black, BLACK)
        | flag(stop.is_variation, VARIATION)
}

/// The stop with these flags, without a score and a clock.
pub(super) fn flagged(key: u64, ply: u32, mv: Option<Move>, flags: u8) -> LineStop {
    let has = |flag: u8| flags & flag != 0;
    let orientation = match (has(MIRRORED), has(SYMMETRIC)) {
        (true, _) => Orientation::Mirrored,
        (_, true) => Orientation::Symmetric,
        _ => Orientation::Canonical,
    };
    LineStop {
        key: PositionKey { key, orientation },
        ply,
        mv,
        side: if has(BLACK) { Side::Black } else { Side::Red },
        is_variation: has(VARIATION),
        said: PlyEvaluation::default(),
    }
}

fn row(place: u32, stop: &LineStop) -> SortedRow {
    let mut row = [0; ROW];
    row[..8].copy_from_slice(&stop.key.key.to_be_bytes());
    row[8..12].copy_from_slice(&place.to_be_bytes());
    row[12..16].copy_from_slice(&stop.ply.to_be_bytes());
    row[16..18].copy_from_slice(&stop.mv.map_or(NO_MOVE, Move::code).to_be_bytes());
    row[18] = flags(stop);
    // A score is at most 30000.
    let eval = stop.said.eval.and_then(|eval| i16::try_from(eval).ok()).unwrap_or(NO_EVAL);
    row[19..21].copy_from_slice(&eval.to_be_bytes());
    row[21..].copy_from_slice(&stop.said.clock.unwrap_or(NO_CLOCK).to_be_bytes());
    row
}

/// The bytes of a row from `at` on.
pub(super) fn field<const N: usize>(row: &[u8], at: usize) -> [u8; N] {
    row[at..].first_chunk().copied().unwrap_or([0; N])
}

/// Place of the game in the list of games, from 0.
pub(super) fn place_of(row: &SortedRow) -> usize {
    u32::from_be_bytes(field(row, 8)) as usize
}

/// Place of the game in the list of games, from 0, and the stop.
pub(super) fn read_row(row: &SortedRow) -> (usize, LineStop) {
    let (key, ply) = (u64::from_be_bytes(field(row, 0)), u32::from_be_bytes(field(row, 12)));
    let mv = Move::from_code(u16::from_be_bytes(field(row, 16)));
    let (eval, clock) = (i16::from_be_bytes(field(row, 19)), u32::from_be_bytes(field(row, 21)));
    let said = PlyEvaluation {
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        clock: (clock != NO_CLOCK).then_some(clock),
    };
    (place_of(row), LineStop { said, ..flagged(key, ply, mv, row[18]) })
}

/// Rows as a batch of [`POSITIONS`] without the column `left_out`; `game` gives the values of the
/// game at a place.
pub(super) fn batch_of_sorted<'g>(
    rows: &[SortedRow],
    left_out: &str,
    game: impl Fn(usize) -> OfGame<'g>,
) -> ColumnsResult<RecordBatch> {
    let read = |row: &SortedRow| {
        let (place, stop) = read_row(row);
        (stop, game(place))
    };
    batch_of_stops(&rows.iter().map(read).collect::<Vec<_>>(), left_out)
}

/// Stops with their games as a batch of [`POSITIONS`] without the column `left_out`.
pub(super) fn batch_of_stops(
    stops: &[(LineStop, OfGame<'_>)],
    left_out: &str,
) -> ColumnsResult<RecordBatch> {
    let cells = stops.iter().map(|(stop, game)| PositionCells { stop, game });
    let kept = |&at: &usize| POSITIONS.columns[at].name != left_out;
    let kept = (0..POSITIONS.columns.len()).filter(kept).collect();
    let mut batch = GrowingBatch::only(&POSITIONS, kept);
    PositionCells::push_all(&cells.collect::<Vec<_>>(), &mut batch);
    batch.finish()
}

/// Calls `make` on all cores with the positions of games, ordered by key, then by the place of the
/// game in the list, then by ply, and `take` with the same rows and their batch, in order. Unnamed
/// files are made in `folder` meanwhile.
///
/// # Errors
/// Those of `make` and `take`, and [`Stopped`](crate::store::Error::Stopped) when `watch` stops it.
pub(super) fn each_sorted(
    archive: &Archive,
    (games, variations): (&[u32], bool),
    folder: &Path,
    watch: &dyn Watch,
    make: impl Fn(&[SortedRow]) -> ColumnsResult<RecordBatch> + Sync,
    mut take: impl FnMut(&[SortedRow], &RecordBatch) -> ColumnsResult<()>,
) -> ColumnsResult<()> {
    let plies =
        |id: u32| archive.facts().get(id).copied().map_or(0, |fact| u64::from(fact.plies) + 1);
    let expected: u64 = games.iter().map(|&id| plies(id)).sum();
    let count = (expected / BUCKET_ROWS).next_power_of_two().clamp(1, MOST_BUCKETS);
    let shift = PositionKey::BITS - count.trailing_zeros();
    let open = |_| tempfile::tempfile_in(folder).map(BufWriter::new);
    let mut buckets = (0..count).map(open).collect::<std::io::Result<Vec<_>>>()?;
    // Neighbours in the database are read together.
    let mut by_id: Vec<(u32, u32)> = games.iter().copied().zip(0..).collect();
    by_id.sort_unstable();
    let dealt: Vec<&[(u32, u32)]> = by_id.chunks(DEALT_TOGETHER).collect();
    let deal = |archive: &Archive, part: usize| {
        let (ids, places): (Vec<u32>, Vec<u32>) = dealt[part].iter().copied().unzip();
        let (mut rows, mut at) = (Vec::new(), 0);
        stops(archive, &ids, variations, |id, stop, _| {
            while ids[at] != id {
                at += 1;
            }
            rows.push(((stop.key.key >> shift) as usize, row(places[at], &stop)));
        })?;
        Ok((rows, ids.len() as u64))
    };
    in_order(archive, dealt.len(), deal, |(rows, games)| {
        for (bucket, row) in rows {
            buckets[bucket].write_all(&row)?;
        }
        watch.advance(games);
        watch.go_on().map_err(ColumnsError::from)
    })?;
    let files = buckets.into_iter().map(BufWriter::into_inner).collect::<Result<Vec<_>, _>>();
    let files = files.map_err(std::io::IntoInnerError::into_error)?;
    let sort = |_: &Archive, part: usize| {
        let (mut file, mut bytes) = (&files[part], Vec::new());
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        // The disk needs room for the batches that are made of these rows.
        file.set_len(0)?;
        let (sorted, _) = bytes.as_chunks_mut::<ROW>();
        let key = |row: &SortedRow| u128::from_be_bytes(field(row, 0));
        sorted.sort_unstable_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.cmp(b)));
        let batches = sorted.chunks(BATCH).map(&make).collect::<ColumnsResult<Vec<_>>>()?;
        Ok((bytes, batches))
    };
    in_order(archive, files.len(), sort, |(bytes, batches)| {
        let (sorted, _) = bytes.as_chunks::<ROW>();
        for (rows, batch) in sorted.chunks(BATCH).zip(&batches) {
            take(rows, batch)?;
            watch.go_on()?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_back() {
        for orientation in [Orientation::Canonical, Orientation::Mirrored, Orientation::Symmetric] {
            for (mv, side) in [(Move::from_code(8099), Side::Red), (None, Side::Black)] {
                let key = PositionKey { key: (1 << PositionKey::BITS) - 2, orientation };
                let said = match mv {
                    Some(_) => PlyEvaluation { eval: Some(-29_999), clock: Some(360_000_000) },
                    None => PlyEvaluation::default(),
                };
                let stop =
                    LineStop { key, ply: 70_000, mv, side, is_variation: mv.is_none(), said };
                assert_eq!(read_row(&row(u32::MAX, &stop)), (u32::MAX as usize, stop));
            }
        }
    }
}
