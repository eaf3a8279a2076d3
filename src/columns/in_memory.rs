//! A Parquet file of a table in memory, for programs that write files themselves.

use super::error::ColumnsResult;
use super::shards::properties;
use super::table::ArrowTable;
use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;

/// A Parquet file that is being made. The caller takes its bytes, in order, while it grows: memory
/// holds the rows of a row group.
#[derive(Debug)]
pub struct ParquetBytes {
    writer: ArrowWriter<Vec<u8>>,
}

impl ParquetBytes {
    /// Begins a file of a table. Its rows are sorted by the columns `sorted_by`.
    ///
    /// # Errors
    /// When Parquet cannot hold the columns.
    pub fn begin(table: &ArrowTable, sorted_by: &[&str]) -> ColumnsResult<ParquetBytes> {
        let properties = Some(properties(table, sorted_by)?);
        let writer = ArrowWriter::try_new(Vec::new(), table.described(), properties)?;
        Ok(ParquetBytes { writer })
    }

    /// Adds rows. Returns the bytes by which the file has grown: none until a row group is full.
    ///
    /// # Errors
    /// When the batch has other columns than the table.
    pub fn write(&mut self, batch: &RecordBatch) -> ColumnsResult<Vec<u8>> {
        self.writer.write(batch)?;
        self.writer.sync()?;
        Ok(std::mem::take(self.writer.inner_mut()))
    }

    /// Finishes the file. Returns its last bytes.
    ///
    /// # Errors
    /// When the end cannot be encoded.
    pub fn finish(self) -> ColumnsResult<Vec<u8>> {
        Ok(self.writer.into_inner()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::GAMES;
    use crate::columns::tests::{archive, games_of, read};

    #[test]
    fn the_bytes_together_are_a_file() {
        let games = games_of(&archive());
        let mut file = ParquetBytes::begin(&GAMES, &["key"]).unwrap();
        let mut bytes = file.write(&games).unwrap();
        bytes.extend(file.write(&games).unwrap());
        bytes.extend(file.finish().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        std::fs::write(&path, bytes).unwrap();
        let rows: usize = read(&path).iter().map(RecordBatch::num_rows).sum();
        assert_eq!(rows, 2 * games.num_rows());
    }
}
