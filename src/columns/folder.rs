//! A folder with a Parquet file for every table.
//!
//! A file has its name only when it is whole: it is written as `NAME.parquet.part` and renamed at
//! the end, after all of them were written.

use super::error::{Error, Result};
use super::games::Games;
use super::records::Records;
use super::sorted::{each_sorted, go_on};
use super::table::{GAMES, POSITIONS, RECORDS, TABLES, Table};
use crate::search::{Archive, IdSet, Watch};
use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Rows of a row group: a question about one position reads one of them.
const GROUP: usize = 1 << 17;
/// Rows of a batch on its way.
const BATCH: usize = 1 << 14;
/// The end of the name of a file that is not whole yet.
const PART: &str = ".part";

/// What is written.
#[derive(Debug)]
pub struct Extract {
    /// `game.id` of the games.
    pub games: Vec<u32>,
    /// Whether these are all games of the archive. Then the records that witness none are written,
    /// too.
    pub is_all: bool,
    /// With the positions of variations.
    pub variations: bool,
}

/// How many rows were written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Counts {
    pub games: u64,
    pub positions: u64,
    pub records: u64,
}

/// Writes the tables of some games of an archive into a folder, which is made if it is not there.
/// `replace` allows to replace the files of an earlier time.
///
/// # Errors
/// [`Error::Occupied`] when the folder holds anything else, or files of an earlier time that may
/// not be replaced; when the database cannot be read or the folder not be written; and
/// [`Stopped`](crate::store::Error::Stopped) when the watcher ends it. Then nothing has changed.
pub fn write_folder(
    archive: &Archive,
    extract: Extract,
    (folder, replace): (&Path, bool),
    watch: &dyn Watch,
) -> Result<Counts> {
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
fn name(table: &Table) -> String {
    format!("{}.parquet", table.name)
}

/// # Errors
/// When a folder holds anything but what is left of an earlier time.
fn refuse_others(folder: &Path, replace: bool) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let found = entry?.file_name();
        let is_ours = TABLES.iter().any(|table| {
            let whole = name(table);
            (replace && found == *whole) || found == *format!("{whole}{PART}")
        });
        if !is_ours {
            return Err(Error::Occupied(found.to_string_lossy().into_owned()));
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
    fn path(&self, table: &Table) -> PathBuf {
        self.folder.join(name(table) + PART)
    }

    fn write(&self, archive: &Archive, extract: Extract, watch: &dyn Watch) -> Result<Counts> {
        let Extract { games, is_all, variations } = extract;
        let wanted: Option<IdSet> = (!is_all).then(|| games.iter().copied().collect());
        // By key, so that the files are the same whatever was imported first.
        let key = |id: u32| Ok((archive.snapshot().game_key(id)?.into_boxed_str(), id));
        let mut games = games.into_iter().map(key).collect::<Result<Vec<_>>>()?;
        games.sort_unstable();
        let ids: Vec<u32> = games.iter().map(|&(_, id)| id).collect();
        watch.expect(2 * ids.len() as u64);

        let mut counts = Counts::default();
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
        for batch in Records::new(archive, wanted, BATCH) {
            counts.records += file.write(&batch?)?;
            go_on(watch)?;
        }
        file.close()?;
        Ok(counts)
    }

    /// A new file for a table that is sorted by these columns.
    fn file(&self, table: &'static Table, sorted_by: &[&str]) -> Result<TableFile> {
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
fn plain(table: &Table) -> &'static [(&'static str, Encoding)] {
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
    fn write(&mut self, batch: &RecordBatch) -> Result<u64> {
        self.0.write(batch)?;
        Ok(batch.num_rows() as u64)
    }

    /// Writes the end, and waits until all of it is on the disk.
    fn close(self) -> Result<()> {
        let file = self.0.into_inner()?;
        Ok(file.sync_all()?)
    }
}
