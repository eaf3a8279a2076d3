//! A folder with a Parquet file for every table.
//!
//! A file has its name only when it is whole: it is written as `NAME.parquet.part` and renamed at
//! the end, after all of them were written.
//!
//! Positions of many games in the order of their keys, in bounded memory.
//!
//! Keys are uniform, so a first pass deals the positions by the upper bits of their keys into files
//! without a name, small rows of bytes; a second pass reads one such file after the other, sorts it
//! in memory and makes its batches.
//!
//! A row on its way, all numbers big-endian:
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

use super::TABLES;
use super::error::{ColumnsError, ColumnsResult};
use super::games::{GAMES, Games};
use super::positions::{LineStop, OfGame, POSITIONS, PositionCells, stops};
use super::records::{RECORDS, Records};
use super::table::{ArrowTable, GrowingBatch};
use crate::replay::PlyEvaluation;
use crate::search::{Archive, IdSet, Watch};
use crate::store::Error as StoreError;
use crate::xiangqi::{Move, Orientation, PositionKey, Side};
use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Rows of a row group: a question about one position reads one of them.
const GROUP: usize = 1 << 17;
/// Rows of a batch on its way.
const BATCH: usize = 1 << 14;
/// The end of the name of a file that is not whole yet.
const PART: &str = ".part";

/// Choice of the games and rows to write.
#[derive(Debug)]
pub struct Extract {
    /// `game.id` of the games.
    pub games: Vec<u32>,
    /// Whether these are all games of the archive. Then the records that witness none are written,
    /// too.
    pub is_all: bool,
    /// Whether the positions of variations are written, too.
    pub variations: bool,
    /// The beginning that paths of records are written without; usually nothing.
    pub beneath: String,
}

/// Number of rows written, by table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct RowCounts {
    pub games: u64,
    pub positions: u64,
    pub records: u64,
}

/// Writes the tables of some games of an archive into a folder, which is made if it is not there.
/// `replace` allows to replace the files of an earlier time.
///
/// # Errors
/// [`ColumnsError::Occupied`] when the folder holds anything else, or files of an earlier time that
/// may not be replaced; when the database cannot be read or the folder not be written; and
/// [`Stopped`](crate::store::Error::Stopped) when the watcher ends it. Then nothing has changed.
pub fn write_folder(
    archive: &Archive,
    extract: Extract,
    (folder, replace): (&Path, bool),
    watch: &dyn Watch,
) -> ColumnsResult<RowCounts> {
    std::fs::create_dir_all(folder)?;
    refuse_others(folder, replace)?;
    let parts = Parts { folder };
    let counts = parts.write(archive, extract, watch)?;
    for table in TABLES {
        std::fs::rename(parts.path(table), folder.join(name(table)))?;
    }
    Ok(counts)
}

/// The name of a table's file.
fn name(table: &ArrowTable) -> String {
    format!("{}.parquet", table.name)
}

/// # Errors
/// When a folder holds anything but what is left of an earlier time.
fn refuse_others(folder: &Path, replace: bool) -> ColumnsResult<()> {
    for entry in std::fs::read_dir(folder)? {
        let found = entry?.file_name();
        let is_ours = TABLES.iter().any(|table| {
            let whole = name(table);
            (replace && found == *whole) || found == *format!("{whole}{PART}")
        });
        if !is_ours {
            return Err(ColumnsError::Occupied(found.to_string_lossy().into_owned()));
        }
    }
    Ok(())
}

/// The files of a folder that are not whole yet. What is left of them goes with this.
struct Parts<'f> {
    folder: &'f Path,
}

impl Drop for Parts<'_> {
    fn drop(&mut self) {
        for table in TABLES {
            // A file that was renamed or never made is not there.
            let _ = std::fs::remove_file(self.path(table));
        }
    }
}

impl Parts<'_> {
    fn path(&self, table: &ArrowTable) -> PathBuf {
        self.folder.join(name(table) + PART)
    }

    fn write(
        &self,
        archive: &Archive,
        extract: Extract,
        watch: &dyn Watch,
    ) -> ColumnsResult<RowCounts> {
        let Extract { games, is_all, variations, beneath } = extract;
        let wanted: Option<IdSet> = (!is_all).then(|| games.iter().copied().collect());
        // By key, so that the files are the same whatever was imported first.
        let key = |id: u32| Ok((archive.snapshot().game_key(id)?.into_boxed_str(), id));
        let mut games = games.into_iter().map(key).collect::<ColumnsResult<Vec<_>>>()?;
        games.sort_unstable();
        let ids: Vec<u32> = games.iter().map(|&(_, id)| id).collect();
        watch.expect(2 * ids.len() as u64);

        let mut counts = RowCounts::default();
        let mut file = self.file(&GAMES, &["key"])?;
        for batch in Games::new(archive, ids, BATCH) {
            let batch = batch?;
            counts.games += file.write(&batch)?;
            watch.advance(batch.num_rows() as u64);
            go_on(watch)?;
        }
        file.close()?;
        let mut file = self.file(&POSITIONS, &["key", "game", "ply"])?;
        let place = (self.folder, BATCH);
        counts.positions =
            each_sorted(archive, (&games, variations), place, watch, &mut |batch| {
                file.write(batch).map(drop)
            })?;
        file.close()?;
        let mut file = self.file(&RECORDS, &["path", "member", "record"])?;
        for batch in Records::new(archive, wanted, BATCH).beneath(beneath) {
            counts.records += file.write(&batch?)?;
            go_on(watch)?;
        }
        file.close()?;
        Ok(counts)
    }

    /// A new file for a table that is sorted by these columns.
    fn file(&self, table: &'static ArrowTable, sorted_by: &[&str]) -> ColumnsResult<TableFile> {
        let place = |name: &&str| table.columns.iter().position(|column| column.name == *name);
        let sorting = sorted_by.iter().filter_map(place).map(|place| SortingColumn {
            column_idx: place as i32,
            descending: false,
            nulls_first: true,
        });
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_max_row_group_row_count(Some(GROUP))
            .set_created_by(concat!("xqdb ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_sorting_columns(Some(sorting.collect()));
        // Values of which hardly any two are equal: a dictionary would only be in the way.
        for (name, encoding) in plain(table) {
            let column = ColumnPath::from(*name);
            properties = properties
                .set_column_dictionary_enabled(column.clone(), false)
                .set_column_encoding(column, *encoding);
        }
        let file = File::create(self.path(table))?;
        let writer = ArrowWriter::try_new(file, table.schema(), Some(properties.build()))?;
        Ok(TableFile(writer))
    }
}

/// How columns are written whose values hardly repeat.
fn plain(table: &ArrowTable) -> &'static [(&'static str, Encoding)] {
    match table.name {
        "positions" => {
            &[("key", Encoding::DELTA_BINARY_PACKED), ("game", Encoding::DELTA_LENGTH_BYTE_ARRAY)]
        }
        "games" => &[
            ("key", Encoding::DELTA_LENGTH_BYTE_ARRAY),
            ("moves", Encoding::DELTA_LENGTH_BYTE_ARRAY),
        ],
        _ => &[
            ("moves", Encoding::DELTA_LENGTH_BYTE_ARRAY),
            ("tags", Encoding::DELTA_LENGTH_BYTE_ARRAY),
        ],
    }
}

/// A Parquet file that grows.
struct TableFile(ArrowWriter<File>);

impl TableFile {
    /// Writes a batch; how many rows it has.
    fn write(&mut self, batch: &RecordBatch) -> ColumnsResult<u64> {
        self.0.write(batch)?;
        Ok(batch.num_rows() as u64)
    }

    /// Writes the end, and waits until all of it is on the disk.
    fn close(self) -> ColumnsResult<()> {
        let file = self.0.into_inner()?;
        Ok(file.sync_all()?)
    }
}

const NO_MOVE: u16 = u16::MAX;
const MIRRORED: u8 = 1;
const SYMMETRIC: u8 = 2;
const BLACK: u8 = 4;
const VARIATION: u8 = 8;
/// Bytes a row.
const ROW: usize = 25;
/// No score is as low.
const NO_EVAL: i16 = i16::MIN;
/// No clock shows as much.
const NO_CLOCK: u32 = u32::MAX;
/// Number of rows, more or less, that are sorted at once: 24 MB.
const BUCKET_ROWS: u64 = 1 << 20;
/// Largest number of files that are open at once.
const MOST_BUCKETS: u64 = 256;

/// A row on its way. Rows are in the order of the table as texts of bytes.
type Row = [u8; ROW];

fn row(place: u32, stop: &LineStop) -> Row {
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    let flags = flag(stop.key.orientation == Orientation::Mirrored, MIRRORED)
        | flag(stop.key.orientation == Orientation::Symmetric, SYMMETRIC)
        | flag(stop.side == Side::Black, BLACK)
        | flag(stop.is_variation, VARIATION);
    let mut row = [0; ROW];
    row[..8].copy_from_slice(&stop.key.key.to_be_bytes());
    row[8..12].copy_from_slice(&place.to_be_bytes());
    row[12..16].copy_from_slice(&stop.ply.to_be_bytes());
    row[16..18].copy_from_slice(&stop.mv.map_or(NO_MOVE, Move::code).to_be_bytes());
    row[18] = flags;
    // A score is at most 30000.
    let eval = stop.said.eval.and_then(|eval| i16::try_from(eval).ok()).unwrap_or(NO_EVAL);
    row[19..21].copy_from_slice(&eval.to_be_bytes());
    row[21..].copy_from_slice(&stop.said.clock.unwrap_or(NO_CLOCK).to_be_bytes());
    row
}

/// The place of the game of a row, and the position.
fn read_row(row: &Row) -> (usize, LineStop) {
    let number = |range: Range<usize>| {
        row[range].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
    };
    let has = |flag: u8| row[18] & flag != 0;
    let orientation = match (has(MIRRORED), has(SYMMETRIC)) {
        (true, _) => Orientation::Mirrored,
        (_, true) => Orientation::Symmetric,
        _ => Orientation::Canonical,
    };
    let stop = LineStop {
        key: PositionKey { key: number(0..8), orientation },
        ply: number(12..16) as u32,
        mv: Move::from_code(number(16..18) as u16),
        side: if has(BLACK) { Side::Black } else { Side::Red },
        is_variation: has(VARIATION),
        said: PlyEvaluation {
            eval: Some(number(19..21) as u16 as i16).filter(|&it| it != NO_EVAL).map(i32::from),
            clock: Some(number(21..25) as u32).filter(|&it| it != NO_CLOCK),
        },
    };
    (number(8..12) as usize, stop)
}

/// Hands the positions of games to `take` in batches of `rows` rows, ordered by key, then by the
/// place of the game in the list, then by ply. `games` are keys and ids; files without a name are
/// made in `folder` meanwhile. Returns the number of positions.
///
/// # Errors
/// When the database cannot be read or the files not be written, what `take` fails with, and
/// [`StoreError::Stopped`] when the watcher ends it.
pub(super) fn each_sorted(
    archive: &Archive,
    (games, variations): (&[(Box<str>, u32)], bool),
    (folder, rows): (&Path, usize),
    watch: &dyn Watch,
    take: &mut dyn FnMut(&RecordBatch) -> ColumnsResult<()>,
) -> ColumnsResult<u64> {
    let plies =
        |id: u32| archive.facts().get(id).copied().map_or(0, |fact| u64::from(fact.plies) + 1);
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
                outcome = bucket.write_all(&row(place as u32, &stop));
            }
        })?;
        outcome?;
        go_on(watch)?;
        watch.advance(1);
    }
    let mut all = 0;
    for bucket in buckets {
        let mut file = bucket.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        let mut bytes = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        let (sorted, _) = bytes.as_chunks_mut::<ROW>();
        sorted.sort_unstable();
        all += sorted.len() as u64;
        for rows in sorted.chunks(rows.max(1)) {
            let mut batch = GrowingBatch::of(&POSITIONS);
            for row in rows {
                let (place, stop) = read_row(row);
                let (key, id) = &games[place];
                let game = OfGame::of(key, archive.facts().get(*id).copied());
                PositionCells { stop: &stop, game: &game }.push_to(&mut batch);
            }
            take(&batch.finish()?)?;
            go_on(watch)?;
        }
    }
    Ok(all)
}

/// # Errors
/// When the watcher ends it.
pub(super) fn go_on(watch: &dyn Watch) -> ColumnsResult<()> {
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
