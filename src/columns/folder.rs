//! A folder with a Parquet file for every table. Files get their names when all are whole; see
//! `shards`.

use super::TABLES;
use super::error::ColumnsResult;
use super::game_rows::game_batches;
use super::games::GAMES;
use super::positions::{OfGame, POSITIONS, RepeatedFacts};
use super::records::{RECORDS, Records};
use super::shards::{ShardFolder, TableFiles, WrittenTable};
use super::sorted::{BATCH, SortedRow, batch_of_sorted, each_sorted};
use super::table::ArrowTable;
use crate::search::{Archive, IdSet, Watch};
use arrow_array::RecordBatch;
use rayon::prelude::*;
use std::path::Path;

/// Choice of the games and rows to write.
#[derive(Debug)]
pub struct Extract {
    /// `game.id` of each game to write.
    pub games: Vec<u32>,
    /// Whether `games` are all games of the archive. Then records without a game are written, too.
    pub is_all: bool,
    /// Whether the positions of variations are written, too.
    pub variations: bool,
    /// Prefix that is removed from the paths of records; usually empty.
    pub beneath: String,
}

/// Number of rows written to each table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct RowCounts {
    pub games: u64,
    pub positions: u64,
    pub records: u64,
}

/// Writes the tables of some games of an archive as Parquet files into a folder, which is made if
/// missing. With `replace`, files of an earlier call are replaced.
///
/// # Errors
/// [`ColumnsError::Occupied`](crate::columns::ColumnsError::Occupied) when the folder holds another
/// file, or files of an earlier call without `replace`;
/// [`Stopped`](crate::store::Error::Stopped) when `watch` stops it. The folder is then unchanged.
pub fn write_folder(
    archive: &Archive,
    extract: Extract,
    (folder, replace): (&Path, bool),
    watch: &dyn Watch,
) -> ColumnsResult<RowCounts> {
    let place = ShardFolder::begin(folder, &TABLES.map(|table| table.name), replace)?;
    let written = write(archive, &extract, folder, watch)?;
    let [games, positions, records] = written.each_ref().map(WrittenTable::rows);
    place.finish(&written)?;
    Ok(RowCounts { games, positions, records })
}

impl Extract {
    /// Keys and ids of the games, by key, so that files do not depend on the order of imports.
    pub(super) fn by_key(&self, archive: &Archive) -> ColumnsResult<Vec<(Box<str>, u32)>> {
        let (mut ids, mut games) = (self.games.clone(), Vec::with_capacity(self.games.len()));
        ids.sort_unstable();
        for run in ids.chunk_by(|&id, &next| id.checked_add(1) == Some(next)) {
            archive.snapshot().game_lines(run[0]..=run[run.len() - 1], &mut |line| {
                games.push((line.key.into(), line.id));
                Ok(())
            })?;
        }
        games.par_sort_unstable();
        Ok(games)
    }

    /// Ids of the games whose records are written; `None` for all records.
    pub(super) fn wanted(&self) -> Option<IdSet> {
        (!self.is_all).then(|| self.games.iter().copied().collect())
    }
}

fn write(
    archive: &Archive,
    extract: &Extract,
    folder: &Path,
    watch: &dyn Watch,
) -> ColumnsResult<[WrittenTable; 3]> {
    let games = extract.by_key(archive)?;
    let ids: Vec<u32> = games.iter().map(|&(_, id)| id).collect();
    watch.expect(2 * ids.len() as u64);
    let file = |table: &'static ArrowTable, sorted_by: &[&str]| {
        TableFiles::new(folder, table, sorted_by, u64::MAX)
    };

    let mut file_of_games = file(&GAMES, &["key"])?;
    game_batches(archive, &ids, BATCH, |batch| {
        file_of_games.write(&batch)?;
        watch.advance(batch.num_rows() as u64);
        Ok(watch.go_on()?)
    })?;
    let mut file_of_positions = file(&POSITIONS, &["key", "game", "ply"])?;
    let wanted = (&*ids, extract.variations);
    let facts = RepeatedFacts::of_all(archive, &ids);
    let make = |rows: &[SortedRow]| {
        batch_of_sorted(rows, "", |place| OfGame { key: &games[place].0, facts: facts[place] })
    };
    let write = |_: &[SortedRow], batch: &RecordBatch| file_of_positions.write(batch);
    each_sorted(archive, wanted, folder, watch, make, write)?;
    let mut file_of_records = file(&RECORDS, &["path", "member", "record"])?;
    for batch in Records::new(archive, extract.wanted(), BATCH).beneath(extract.beneath.clone()) {
        file_of_records.write(&batch?)?;
        watch.go_on()?;
    }
    Ok([file_of_games.close()?, file_of_positions.close()?, file_of_records.close()?])
}
