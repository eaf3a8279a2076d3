//! The tables of a dataset: those of an archive, with numbers instead of keys of games, and the
//! explorer's rows of common positions.

use super::files::Rights;
use super::openings::{Common, OpeningRows};
use super::split::{Split, SplitShares};
use crate::columns::error::{ColumnsError, ColumnsResult};
use crate::columns::folder::Extract;
use crate::columns::game_rows::game_batches;
use crate::columns::games::GAMES;
use crate::columns::input::missing;
use crate::columns::positions::{OfGame, POSITIONS, RepeatedFacts};
use crate::columns::records::{RECORDS, Records};
use crate::columns::shards::{ShardFolder, TableFiles, WrittenTable};
use crate::columns::sorted::{BATCH, SortedRow, batch_of_sorted, each_sorted, place_of, read_row};
use crate::columns::table::{ArrowColumn, ArrowTable};
use crate::search::{Archive, Watch, in_order};
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray};
use arrow_schema::DataType;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;

/// Options of a dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetRecipe {
    /// Title of the dataset.
    pub title: String,
    /// Day on which the dataset is made, in UTC: `2026-01-31`.
    pub day: String,
    /// Licences and origins of the files that records came from.
    pub rights: Rights,
    /// Smallest number of games of a position in the table `openings`.
    pub least: u64,
    /// Percentages of training, validation and test; `None` for no column `split`.
    pub split: Option<SplitShares>,
    /// Approximate number of bytes of a Parquet file after which a table continues in another.
    pub shard: u64,
}

impl DatasetRecipe {
    /// The usual recipe of a dataset that is made today of the archive with this name.
    ///
    /// # Errors
    /// When SQLite does not know the time.
    pub fn of_today(archive: &Archive, name: &str) -> ColumnsResult<DatasetRecipe> {
        let (title, day) = (format!("Xiangqi games: {name}"), archive.snapshot().day()?);
        Ok(DatasetRecipe { title, day, ..DatasetRecipe::default() })
    }
}

impl Default for DatasetRecipe {
    fn default() -> DatasetRecipe {
        let (title, day, rights) = Default::default();
        DatasetRecipe { title, day, rights, least: 20, split: None, shard: 200_000_000 }
    }
}

/// The four tables of a dataset.
#[derive(Debug)]
pub(super) struct DatasetTables {
    pub(super) games: ArrowTable,
    pub(super) positions: ArrowTable,
    pub(super) records: ArrowTable,
    pub(super) openings: ArrowTable,
}

const NUMBER: ArrowColumn = ArrowColumn {
    name: "id",
    data_type: DataType::Int32,
    is_optional: false,
    about: "The number of the game in this dataset, from 0 in the order of keys. Cite a game by its \
            `key`: numbers change when games are added.",
};
const COUNTS_AS: ArrowColumn = ArrowColumn {
    name: "counts_as_id",
    data_type: DataType::Int32,
    is_optional: false,
    about: "The number of the game that stands for this one and its certain copies; the own `id` \
            where there is no copy. `count(distinct counts_as_id)` counts as xqdb does.",
};
const GAME: ArrowColumn = ArrowColumn {
    name: "game_id",
    data_type: DataType::Int32,
    is_optional: false,
    about: "The `id` of the game.",
};
const WITNESSED: ArrowColumn = ArrowColumn {
    name: "game_id",
    data_type: DataType::Int32,
    is_optional: true,
    about: "The `id` of the game it witnesses. Null for headings and what was set aside.",
};
const SPLIT: ArrowColumn = ArrowColumn {
    name: "split",
    data_type: DataType::Utf8,
    is_optional: false,
    about: "`train`, `validation` or `test`. Copies of a game and games of one event are in one \
            part.",
};

/// A table with one column replaced, and a column added before or after the others.
fn changed(
    table: &ArrowTable,
    first: Option<ArrowColumn>,
    (old, new): (&str, &ArrowColumn),
    last: Option<ArrowColumn>,
) -> ArrowTable {
    let kept = table.columns.iter();
    let kept = kept.map(|column| if column.name == old { new } else { column }.clone());
    let columns: Vec<ArrowColumn> = first.into_iter().chain(kept).chain(last).collect();
    ArrowTable { name: table.name, about: table.about, columns: Cow::Owned(columns) }
}

impl DatasetTables {
    pub(super) fn of(recipe: &DatasetRecipe) -> DatasetTables {
        let split = recipe.split.map(|_| SPLIT);
        let games = changed(&GAMES, Some(NUMBER), ("counts_as", &COUNTS_AS), split.clone());
        let positions = changed(&POSITIONS, None, ("game", &GAME), split);
        let positions = ArrowTable {
            about: "One row for every position of every game: before each move, and after the \
                    last. Sorted by `key`, `game_id` and `ply`.",
            ..positions
        };
        DatasetTables {
            games,
            positions,
            records: changed(&RECORDS, None, ("game", &WITNESSED), None),
            openings: OpeningRows::table(),
        }
    }

    pub(super) fn all(&self) -> [&ArrowTable; 4] {
        [&self.games, &self.positions, &self.openings, &self.records]
    }

    /// Writes the tables, in the order of [`DatasetTables::all`].
    pub(super) fn write(
        &self,
        archive: &Archive,
        numbered: &NumberedGames,
        (extract, recipe): (&Extract, &DatasetRecipe),
        (folder, replace): (&Path, bool),
        watch: &dyn Watch,
    ) -> ColumnsResult<[WrittenTable; 4]> {
        let place = ShardFolder::begin(folder, &self.all().map(|table| table.name), replace)?;
        let file =
            |table, sorted_by: &[&str]| TableFiles::new(folder, table, sorted_by, recipe.shard);
        watch.expect(2 * numbered.ids.len() as u64);
        // Records are read in their order by one thread, while all work on the other tables.
        let records = |archive: &Archive| {
            let files = file(&self.records, &["path", "member", "record"])?;
            self.records(archive, numbered, (extract, files), watch)
        };
        let others = |archive: &Archive| -> ColumnsResult<[WrittenTable; 3]> {
            let games = self.games(archive, numbered, file(&self.games, &["id"])?, watch)?;
            let files = file(&self.positions, &["key", "game_id", "ply"])?;
            let (positions, common) =
                self.positions(archive, numbered, (extract, recipe), (folder, files), watch)?;
            let files = file(&self.openings, &["key"])?;
            let openings = self.openings(archive, numbered, (recipe, &common), files, watch)?;
            Ok([games, positions, openings])
        };
        // Without another connection, one table is written after the other.
        let (others, records) = match archive.others(1).unwrap_or_default().pop() {
            None => (others(archive), records(archive)),
            Some(beside) => std::thread::scope(|scope| {
                let records = scope.spawn(move || records(&beside));
                let others = others(archive);
                (others, records.join().unwrap_or_else(|panic| resume_unwind(panic)))
            }),
        };
        let ([games, positions, openings], records) = (others?, records?);
        let written = [games, positions, openings, records];
        place.finish(&written)?;
        Ok(written)
    }

    fn openings(
        &self,
        archive: &Archive,
        numbered: &NumberedGames,
        (recipe, common): (&DatasetRecipe, &[(u32, u32)]),
        mut files: TableFiles<'_>,
        watch: &dyn Watch,
    ) -> ColumnsResult<WrittenTable> {
        let parts: Vec<_> = common.chunks(1 << 10).collect();
        let rows = OpeningRows::new(archive, recipe.least)?;
        let make = |archive: &Archive, part: usize| {
            rows.batch(archive, &self.openings, &numbered.ids, parts[part])
        };
        in_order(archive, parts.len(), make, |batch| {
            files.write(&batch)?;
            watch.go_on().map_err(ColumnsError::from)
        })?;
        files.close()
    }

    fn records(
        &self,
        archive: &Archive,
        numbered: &NumberedGames,
        (extract, mut files): (&Extract, TableFiles<'_>),
        watch: &dyn Watch,
    ) -> ColumnsResult<WrittenTable> {
        let records = Records::new(archive, extract.wanted(), BATCH);
        for batch in records.beneath(extract.beneath.clone()) {
            let batch = batch?;
            let keys = batch.column_by_name("game").and_then(|keys| keys.as_string_opt::<i32>());
            let keys = keys.ok_or_else(|| missing("game"))?.iter();
            let ids: Int32Array = keys.map(|key| numbered.of_key(key?)).collect();
            let columns = with(&batch, "game", Arc::new(ids))?;
            files.write(&RecordBatch::try_new(self.records.schema(), columns)?)?;
            watch.go_on()?;
        }
        files.close()
    }

    fn games(
        &self,
        archive: &Archive,
        numbered: &NumberedGames,
        mut files: TableFiles<'_>,
        watch: &dyn Watch,
    ) -> ColumnsResult<WrittenTable> {
        let kin = archive.duplicates()?;
        let mut first = 0;
        game_batches(archive, &numbered.ids, BATCH, |batch| {
            let places = first..first + batch.num_rows();
            let numbers = Int32Array::from_iter_values(places.clone().map(|place| place as i32));
            let counts_as = numbered.ids[places.clone()].iter();
            let counts_as = counts_as.map(|&id| numbered.numbers.get(&kin.first(id)).copied());
            let counts_as: Int32Array = counts_as
                .zip(places.clone())
                .map(|(first, own)| Some(first.unwrap_or(own as i32)))
                .collect();
            let mut columns = with(&batch, "counts_as", Arc::new(counts_as))?;
            columns.insert(0, Arc::new(numbers));
            columns.extend(numbered.splits(places.clone()));
            files.write(&RecordBatch::try_new(self.games.schema(), columns)?)?;
            first = places.end;
            watch.advance(batch.num_rows() as u64);
            Ok(watch.go_on()?)
        })?;
        files.close()
    }

    fn positions(
        &self,
        archive: &Archive,
        numbered: &NumberedGames,
        (extract, recipe): (&Extract, &DatasetRecipe),
        (folder, mut files): (&Path, TableFiles<'_>),
        watch: &dyn Watch,
    ) -> ColumnsResult<(WrittenTable, Vec<(u32, u32)>)> {
        let at = POSITIONS.columns.iter().position(|column| column.name == "game");
        let mut common = Common::new(recipe.least);
        let wanted = (&*numbered.ids, extract.variations);
        let facts = RepeatedFacts::of_all(archive, &numbered.ids);
        let make = |rows: &[SortedRow]| {
            let of_game = |place: usize| OfGame { key: "", facts: facts[place] };
            let batch = batch_of_sorted(rows, "game", of_game)?;
            let (mut columns, places) = (batch.columns().to_vec(), rows.iter().map(place_of));
            let ids = Int32Array::from_iter_values(places.clone().map(|place| place as i32));
            columns.insert(at.unwrap_or_default(), Arc::new(ids));
            columns.extend(numbered.splits(places));
            Ok(RecordBatch::try_new(self.positions.schema(), columns)?)
        };
        each_sorted(archive, wanted, folder, watch, make, |rows, batch| {
            rows.iter().map(read_row).for_each(|(place, stop)| common.add(place, &stop));
            files.write(batch)
        })?;
        Ok((files.close()?, common.finish()))
    }
}

/// The columns of a batch with the column `name` replaced.
fn with(batch: &RecordBatch, name: &str, new: ArrayRef) -> ColumnsResult<Vec<ArrayRef>> {
    let mut columns = batch.columns().to_vec();
    columns[batch.schema().index_of(name)?] = new;
    Ok(columns)
}

/// The games of a dataset, numbered from 0 in the order of their keys.
pub(super) struct NumberedGames {
    keys: Vec<Box<str>>,
    pub(super) ids: Vec<u32>,
    /// Number of each game by `game.id`.
    numbers: FxHashMap<u32, i32>,
    /// The part of each game, if the dataset is split.
    split: Option<Split>,
}

impl NumberedGames {
    pub(super) fn of(
        archive: &Archive,
        extract: &Extract,
        recipe: &DatasetRecipe,
    ) -> ColumnsResult<NumberedGames> {
        let (keys, ids): (Vec<_>, Vec<_>) = extract.by_key(archive)?.into_iter().unzip();
        let numbers = ids.iter().copied().zip(0..).collect();
        let split = recipe.split.map(|shares| Split::of(archive, (&keys, &ids), shares));
        Ok(NumberedGames { keys, numbers, split: split.transpose()?, ids })
    }

    /// Number of the game with this key.
    fn of_key(&self, key: &str) -> Option<i32> {
        let place = self.keys.binary_search_by(|known| (**known).cmp(key)).ok()?;
        i32::try_from(place).ok()
    }

    /// Column `split` of the games with these numbers, if the dataset is split.
    fn splits(&self, games: impl IntoIterator<Item = usize>) -> Option<ArrayRef> {
        let split = self.split.as_ref()?;
        let parts = games.into_iter().map(|game| split.part(game));
        Some(Arc::new(StringArray::from_iter_values(parts)))
    }
}
