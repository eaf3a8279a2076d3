//! Parquet files of a table: one, or several if the table is large.
//!
//! A file is written as `NAME-00000.parquet.part`. When all files of the folder are whole, each is
//! renamed: to `NAME.parquet` if its table has one file, or else to `NAME-00000-of-00003.parquet`.

use super::error::{ColumnsError, ColumnsResult};
use super::table::ArrowTable;
use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Number of rows of a row group; a query for one position reads one row group.
const GROUP: usize = 1 << 17;
/// Ending of the name of a file that is not whole yet.
const PART: &str = ".part";

/// Whether `name` is the name of a file of the table, whole or not.
fn is_of(table: &str, name: &str) -> bool {
    let rest = name.strip_suffix(PART).unwrap_or(name);
    let rest = rest.strip_suffix(".parquet").and_then(|rest| rest.strip_prefix(table));
    rest.is_some_and(|rest| {
        let rest = rest.replacen("-of-", "-", 1);
        let mut numbers = rest.split('-');
        let is_number = |part: &str| part.len() == 5 && part.bytes().all(|it| it.is_ascii_digit());
        numbers.next() == Some("") && numbers.all(is_number)
    })
}

/// A folder into which tables are written. Dropping this removes files that are not whole.
#[derive(Debug)]
pub(super) struct ShardFolder<'f> {
    folder: &'f Path,
    tables: Vec<&'static str>,
}

impl<'f> ShardFolder<'f> {
    /// Makes the folder if missing.
    ///
    /// # Errors
    /// When the folder holds other files, or whole files of these tables without `replace`.
    pub(super) fn begin(
        folder: &'f Path,
        tables: &[&'static str],
        replace: bool,
    ) -> ColumnsResult<ShardFolder<'f>> {
        std::fs::create_dir_all(folder)?;
        let place = ShardFolder { folder, tables: tables.to_vec() };
        for entry in std::fs::read_dir(folder)? {
            let found = entry?.file_name();
            let name = found.to_string_lossy();
            if !(place.is_ours(&name) && (replace || name.ends_with(PART))) {
                return Err(ColumnsError::Occupied(name.into_owned()));
            }
        }
        Ok(place)
    }

    fn is_ours(&self, name: &str) -> bool {
        self.tables.iter().any(|table| is_of(table, name))
    }

    /// Renames the written files, and removes those of an earlier call.
    pub(super) fn finish(&self, written: &[WrittenTable]) -> ColumnsResult<()> {
        let names: Vec<String> = written.iter().flat_map(WrittenTable::names).collect();
        for table in written {
            for (number, name) in table.names().iter().enumerate() {
                std::fs::rename(part(self.folder, table.name, number), self.folder.join(name))?;
            }
        }
        for entry in std::fs::read_dir(self.folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if self.is_ours(&name) && !names.contains(&name) {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

impl Drop for ShardFolder<'_> {
    fn drop(&mut self) {
        let Ok(entries) = std::fs::read_dir(self.folder) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if self.is_ours(&name) && name.ends_with(PART) {
                // A file that cannot be removed is replaced by the next call.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }
}

fn part(folder: &Path, table: &str, number: usize) -> PathBuf {
    folder.join(format!("{table}-{number:05}.parquet{PART}"))
}

/// A table that was written: number and rows of its files.
#[derive(Debug)]
pub(super) struct WrittenTable {
    name: &'static str,
    /// Number of rows of each file.
    pub(super) rows_of: Vec<u64>,
}

impl WrittenTable {
    /// Number of rows of all files.
    pub(super) fn rows(&self) -> u64 {
        self.rows_of.iter().sum()
    }

    /// Names of the files.
    pub(super) fn names(&self) -> Vec<String> {
        match self.rows_of.len() {
            1 => vec![format!("{}.parquet", self.name)],
            all => (0..all)
                .map(|number| format!("{}-{number:05}-of-{all:05}.parquet", self.name))
                .collect(),
        }
    }
}

/// Parquet files of a table while they are written.
pub(super) struct TableFiles<'t> {
    folder: &'t Path,
    table: &'t ArrowTable,
    properties: WriterProperties,
    /// Number of bytes after which the next batch begins a new file.
    most: u64,
    open: Option<ArrowWriter<File>>,
    rows_of: Vec<u64>,
}

impl<'t> TableFiles<'t> {
    /// Begins the first file of a table that is sorted by the columns `sorted_by`.
    pub(super) fn new(
        folder: &'t Path,
        table: &'t ArrowTable,
        sorted_by: &[&str],
        most: u64,
    ) -> ColumnsResult<TableFiles<'t>> {
        let properties = properties(table, sorted_by)?;
        let (open, rows_of) = (None, Vec::new());
        let mut files = TableFiles { folder, table, properties, most, open, rows_of };
        files.begin()?;
        Ok(files)
    }

    /// Begins the next file.
    fn begin(&mut self) -> ColumnsResult<&mut ArrowWriter<File>> {
        let file = File::create(part(self.folder, self.table.name, self.rows_of.len()))?;
        let properties = Some(self.properties.clone());
        self.rows_of.push(0);
        Ok(self.open.insert(ArrowWriter::try_new(file, self.table.described(), properties)?))
    }

    /// Writes a batch, into a new file if the last one is full.
    pub(super) fn write(&mut self, batch: &RecordBatch) -> ColumnsResult<()> {
        let writer = match &mut self.open {
            Some(writer) => writer,
            None => self.begin()?,
        };
        writer.write(batch)?;
        let bytes = writer.bytes_written() as u64 + writer.in_progress_size() as u64;
        self.rows_of.last_mut().into_iter().for_each(|rows| *rows += batch.num_rows() as u64);
        if bytes >= self.most {
            self.end()?;
        }
        Ok(())
    }

    /// Finishes the open file and syncs it to the disk.
    fn end(&mut self) -> ColumnsResult<()> {
        if let Some(writer) = self.open.take() {
            writer.into_inner()?.sync_all()?;
        }
        Ok(())
    }

    /// Finishes the last file.
    pub(super) fn close(mut self) -> ColumnsResult<WrittenTable> {
        self.end()?;
        Ok(WrittenTable { name: self.table.name, rows_of: self.rows_of })
    }
}

/// Settings of a file of a table that is sorted by the columns `sorted_by`.
pub(super) fn properties(
    table: &ArrowTable,
    sorted_by: &[&str],
) -> ColumnsResult<WriterProperties> {
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
        .set_key_value_metadata(Some(vec![KeyValue::new(
            "description".to_owned(),
            table.about.to_owned(),
        )]))
        .set_sorting_columns(Some(sorting.collect()));
    // Nearly all values of these columns are distinct: a dictionary would cost time and space.
    for (name, encoding) in plain(table) {
        let column = ColumnPath::from(*name);
        properties = properties
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_encoding(column, *encoding);
    }
    Ok(properties.build())
}

/// Encodings of the columns whose values hardly repeat.
fn plain(table: &ArrowTable) -> &'static [(&'static str, Encoding)] {
    match table.name {
        "positions" => {
            // A table names games by their keys or by their numbers.
            const POSITIONS: &[(&str, Encoding)] = &[
                ("key", Encoding::DELTA_BINARY_PACKED),
                ("game", Encoding::DELTA_LENGTH_BYTE_ARRAY),
                ("game_id", Encoding::DELTA_BINARY_PACKED),
            ];
            POSITIONS
        }
        "games" => &[
            ("key", Encoding::DELTA_LENGTH_BYTE_ARRAY),
            ("moves", Encoding::DELTA_LENGTH_BYTE_ARRAY),
        ],
        "records" => &[
            ("moves", Encoding::DELTA_LENGTH_BYTE_ARRAY),
            ("tags", Encoding::DELTA_LENGTH_BYTE_ARRAY),
        ],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::GAMES;
    use crate::columns::tests::{archive, games_of, read};

    #[test]
    fn a_large_table_has_several_files() {
        let games = games_of(&archive());
        let folder = tempfile::tempdir().unwrap();
        let write = |most: u64| {
            let place = ShardFolder::begin(folder.path(), &[GAMES.name], true).unwrap();
            let mut files = TableFiles::new(folder.path(), &GAMES, &["key"], most).unwrap();
            (0..3).for_each(|_| files.write(&games).unwrap());
            let written = files.close().unwrap();
            place.finish(&[written]).unwrap();
        };
        for (most, names) in [
            (u64::MAX, &["games.parquet"][..]),
            (
                1,
                &[0, 1, 2]
                    .map(|number| format!("games-{number:05}-of-00003.parquet"))
                    .each_ref()
                    .map(|name| &**name),
            ),
            (u64::MAX, &["games.parquet"]),
        ] {
            write(most);
            let mut rows = 0;
            for name in names {
                let batches = read(&folder.path().join(name));
                rows += batches.iter().map(RecordBatch::num_rows).sum::<usize>();
            }
            assert_eq!(rows, 3 * games.num_rows());
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), names.len());
        }
    }

    #[test]
    fn only_files_of_a_table_are_replaced() {
        for name in ["games.parquet", "games.parquet.part", "games-00000.parquet.part"] {
            assert!(is_of("games", name), "{name}");
        }
        assert!(is_of("games", "games-00001-of-00003.parquet"));
        for name in
            ["games", "games.csv", "games-1.parquet", "games-mine.parquet", "my-games.parquet"]
        {
            assert!(!is_of("games", name), "{name}");
        }
    }
}
