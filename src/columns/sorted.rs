//! Positions of many games in the order of their keys, in bounded memory.
//!
//! Keys are uniform, so a first pass deals the positions by the upper bits of their keys into files
//! without a name, small rows of bytes; a second pass reads one such file after the other, sorts it
//! in memory and makes its batches.
//!
//! A row on its way, all numbers little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | key |
//! | 4 | place of the game in the list of games |
//! | 4 | ply |
//! | 2 | code of the move; [`NO_MOVE`] where the line ends |
//! | 1 | bit 0: mirrored; 1: symmetric; 2: Black is to move; 3: variation |

use super::error::Result;
use super::lines::OfGame;
use super::positions::{PositionColumns, Stop, stops};
use crate::search::{Archive, Watch};
use crate::store::Error as StoreError;
use crate::xiangqi::{Move, Orientation, PositionKey, Side};
use arrow_array::RecordBatch;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

const NO_MOVE: u16 = u16::MAX;
const MIRRORED: u8 = 1;
const SYMMETRIC: u8 = 2;
const BLACK: u8 = 4;
const VARIATION: u8 = 8;
/// Bytes a row.
const ROW: usize = 19;
/// So many rows are sorted at once, more or less: 24 MB.
const BUCKET_ROWS: u64 = 1 << 20;
/// So many files are open at once, at most.
const MOST_BUCKETS: u64 = 256;

/// A row on its way; its order is that of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    key: u64,
    place: u32,
    ply: u32,
    code: u16,
    flags: u8,
}

impl Row {
    fn new(place: u32, stop: &Stop) -> Row {
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let flags = match stop.key.orientation {
            Orientation::Mirrored => MIRRORED,
            Orientation::Symmetric => SYMMETRIC,
            Orientation::Canonical => 0,
        };
        Row {
            key: stop.key.key,
            place,
            ply: stop.ply,
            code: stop.mv.map_or(NO_MOVE, Move::code),
            flags: flags
                | flag(stop.side == Side::Black, BLACK)
                | flag(stop.is_variation, VARIATION),
        }
    }

    fn stop(&self) -> Stop {
        let has = |flag: u8| self.flags & flag != 0;
        let orientation = match (has(MIRRORED), has(SYMMETRIC)) {
            (true, _) => Orientation::Mirrored,
            (_, true) => Orientation::Symmetric,
            _ => Orientation::Canonical,
        };
        Stop {
            key: PositionKey { key: self.key, orientation },
            ply: self.ply,
            mv: Move::from_code(self.code),
            side: if has(BLACK) { Side::Black } else { Side::Red },
            is_variation: has(VARIATION),
        }
    }

    fn bytes(&self) -> [u8; ROW] {
        let mut bytes = [0; ROW];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.place.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.ply.to_le_bytes());
        bytes[16..18].copy_from_slice(&self.code.to_le_bytes());
        bytes[18] = self.flags;
        bytes
    }

    fn of(bytes: &[u8; ROW]) -> Row {
        let number = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        Row {
            key: u64::from(number(0)) | u64::from(number(4)) << 32,
            place: number(8),
            ply: number(12),
            code: u16::from_le_bytes([bytes[16], bytes[17]]),
            flags: bytes[18],
        }
    }
}

/// Hands the positions of these games to `take` in batches of so many rows, by key, then by the
/// place of the game in the list, then by ply. `games` are ids and keys; files without a name are
/// made in `folder` meanwhile.
///
/// # Errors
/// When the database cannot be read or the files not be written, what `take` fails with, and
/// [`StoreError::Stopped`] when the watcher ends it.
pub(super) fn each_sorted(
    archive: &Archive,
    (games, variations): (&[(Box<str>, u32)], bool),
    (folder, rows): (&Path, usize),
    watch: &dyn Watch,
    take: &mut dyn FnMut(&RecordBatch) -> Result<()>,
) -> Result<u64> {
    let plies = |id: u32| archive.facts().of_one(id).map_or(0, |fact| u64::from(fact.plies) + 1);
    let expected: u64 = games.iter().map(|&(_, id)| plies(id)).sum();
    let count = (expected / BUCKET_ROWS).next_power_of_two().clamp(1, MOST_BUCKETS);
    let shift = PositionKey::BITS - count.trailing_zeros();
    let open = |_| tempfile::tempfile_in(folder).map(BufWriter::new);
    let mut buckets = (0..count).map(open).collect::<std::io::Result<Vec<_>>>()?;
    for (place, &(_, id)) in games.iter().enumerate() {
        let mut outcome = Ok(());
        stops(archive, id, variations, |stop| {
            let bucket = &mut buckets[(stop.key.key >> shift) as usize];
            if outcome.is_ok() {
                outcome = bucket.write_all(&Row::new(place as u32, &stop).bytes());
            }
        })?;
        outcome?;
        go_on(watch)?;
        watch.advance(1);
    }
    let mut all = 0;
    for bucket in buckets {
        let sorted = sorted(bucket.into_inner().map_err(std::io::IntoInnerError::into_error)?)?;
        all += sorted.len() as u64;
        for rows in sorted.chunks(rows.max(1)) {
            let mut columns = PositionColumns::default();
            for row in rows {
                let (key, id) = &games[row.place as usize];
                let fact = archive.facts().get(*id).copied();
                columns.push(&row.stop(), &OfGame::of(key, fact));
            }
            take(&columns.finish()?)?;
            go_on(watch)?;
        }
    }
    Ok(all)
}

/// The rows of a file, in order.
fn sorted(mut file: File) -> Result<Vec<Row>> {
    let len = file.seek(std::io::SeekFrom::End(0))?;
    file.rewind()?;
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let mut rows = Vec::with_capacity((len / ROW as u64) as usize);
    let mut bytes = [0; ROW];
    for _ in 0..len / ROW as u64 {
        reader.read_exact(&mut bytes)?;
        rows.push(Row::of(&bytes));
    }
    rows.sort_unstable();
    Ok(rows)
}

/// # Errors
/// When the watcher ends it.
pub(super) fn go_on(watch: &dyn Watch) -> Result<()> {
    if watch.is_stopped() { Err(StoreError::Stopped.into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_back() {
        for orientation in [Orientation::Canonical, Orientation::Mirrored, Orientation::Symmetric] {
            for (mv, side) in [(Move::from_code(8099), Side::Red), (None, Side::Black)] {
                let key = PositionKey { key: (1 << PositionKey::BITS) - 2, orientation };
                let stop = Stop { key, ply: 70_000, mv, side, is_variation: mv.is_none() };
                let row = Row::of(&Row::new(u32::MAX, &stop).bytes());
                assert_eq!((row.place, row.stop()), (u32::MAX, stop));
            }
        }
    }
}
