//! Decides which games records witness, by the rules of the store but without a database.

use super::error::ColumnsResult;
use super::games::{GAMES, GameCells};
use super::input::{ColumnValues, InputColumn, missing, no_value};
use super::table::GrowingBatch;
use crate::metadata::{Derived, GameResult, Kind, Metadata, WitnessSays};
use crate::store::{self, Change, Identity, LineClaim, MainLine, RecordTags};
use arrow_array::{RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Games, and the records that witness them.
#[derive(Debug, Clone)]
pub struct SettledTables {
    /// Rows of [`GAMES`](super::GAMES), in the order of their first records. `derived` and `doubt`
    /// are null, and `counts_as` is the own key: finding near duplicates needs the whole archive.
    pub games: RecordBatch,
    /// The given records, each with the key of its game.
    pub records: RecordBatch,
}

/// Decides which games the records of a batch witness. The batch has rows of
/// [`RECORDS`](super::RECORDS); records with equal `start` and `moves` must all be in it. An engine
/// that groups records so gets the games and keys of one database over all records.
/// Records of copies of one file (equal `content`) are one witness; a record without moves stays
/// without a game.
///
/// # Errors
/// When a column is missing or has another type, or a value cannot be understood.
pub fn settle(batch: &RecordBatch) -> ColumnsResult<SettledTables> {
    let rows = Rows::of(batch)?;
    let mut lines: FxHashMap<(Option<&str>, &[u8]), usize> = FxHashMap::default();
    let mut by_line: Vec<Vec<usize>> = Vec::new();
    for row in 0..batch.num_rows() {
        let Some(moves) = rows.moves.bytes(row) else { continue };
        let place = *lines.entry((rows.start.text(row), moves)).or_insert(by_line.len());
        if place == by_line.len() {
            by_line.push(Vec::new());
        }
        by_line[place].push(row);
    }
    let mut keys: Vec<Option<String>> = vec![None; batch.num_rows()];
    let mut games = GrowingBatch::of(&GAMES);
    for on_line in by_line {
        rows.settle(&on_line, &mut games, &mut keys)?;
    }
    Ok(SettledTables { games: games.finish()?, records: with_keys(batch, keys)? })
}

/// The batch with the column `game` replaced by `keys`.
fn with_keys(batch: &RecordBatch, keys: Vec<Option<String>>) -> ColumnsResult<RecordBatch> {
    let place = batch.schema().index_of("game")?;
    let mut fields = batch.schema().fields().to_vec();
    fields[place] = Arc::new(Field::new("game", DataType::Utf8, true));
    let mut columns = batch.columns().to_vec();
    columns[place] = Arc::new(StringArray::from(keys));
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?)
}

/// Columns of records that decide which game is witnessed.
struct Rows<'b> {
    record: InputColumn<'b>,
    byte_offset: InputColumn<'b>,
    start: InputColumn<'b>,
    moves: InputColumn<'b>,
    result: InputColumn<'b>,
    kind: InputColumn<'b>,
    tags: InputColumn<'b>,
    derived: InputColumn<'b>,
    doubt: InputColumn<'b>,
    content: InputColumn<'b>,
}

impl<'b> Rows<'b> {
    fn of(batch: &'b RecordBatch) -> ColumnsResult<Rows<'b>> {
        if batch.column_by_name("derived").is_none() {
            return Err(missing("derived"));
        }
        let may = |name: &str| InputColumn::of(batch, name, ColumnValues::Text);
        let must = |name: &str, values: ColumnValues| InputColumn::must(batch, name, values);
        Ok(Rows {
            record: must("record", ColumnValues::Number)?,
            byte_offset: must("byte_offset", ColumnValues::Number)?,
            start: may("start")?,
            moves: must("moves", ColumnValues::Bytes)?,
            result: must("result", ColumnValues::Text)?,
            kind: must("kind", ColumnValues::Text)?,
            tags: must("tags", ColumnValues::Text)?,
            derived: may("derived")?,
            doubt: may("doubt")?,
            content: may("content")?,
        })
    }

    /// Metadata of the record in a row.
    fn metadata(&self, row: usize) -> ColumnsResult<Metadata> {
        let result = self.result.text(row).and_then(GameResult::from_name);
        let kind = self.kind.text(row).and_then(Kind::from_name);
        let tags = serde_json::from_str(self.tags.text(row).unwrap_or("{}"));
        let tags: RecordTags<'_> = tags.map_err(|_| no_value("tags", row))?;
        let derived = Derived::from_json(self.derived.text(row), self.doubt.text(row));
        Ok(Metadata::stored(
            tags.iter(),
            result.ok_or_else(|| no_value("result", row))?,
            kind.ok_or_else(|| no_value("kind", row))?,
            &derived.ok_or_else(|| no_value("derived", row))?,
        ))
    }

    /// Adds the games of the records `on_line`, which share a line, and sets the records' keys.
    fn settle(
        &self,
        on_line: &[usize],
        games: &mut GrowingBatch,
        keys: &mut [Option<String>],
    ) -> ColumnsResult<()> {
        let Some((&first, moves)) =
            on_line.first().and_then(|first| Some((first, self.moves.bytes(*first)?)))
        else {
            return Ok(());
        };
        let line = MainLine::from_parts(self.start.text(first).map(str::to_owned), moves.to_vec());
        // The rows of each witness: several if copies of a file lie in several places.
        let mut witnesses: Vec<Vec<usize>> = Vec::new();
        let mut copies: FxHashMap<(&str, Option<i64>, Option<i64>), usize> = FxHashMap::default();
        for &row in on_line {
            // Both numbers are needed: either may be counted from the start of a piece, or be
            // shared.
            let (offset, number) = (self.byte_offset.number(row), self.record.number(row));
            let known = self.content.text(row).map(|content| (content, offset, number));
            let place = known
                .map_or(witnesses.len(), |known| *copies.entry(known).or_insert(witnesses.len()));
            if place == witnesses.len() {
                witnesses.push(Vec::new());
            }
            witnesses[place].push(row);
        }
        let said = witnesses.iter().map(|rows| self.metadata(rows[0]));
        let said = said.collect::<ColumnsResult<Vec<Metadata>>>()?;
        let claim = |data| LineClaim {
            game: None,
            identity: Identity::of(data),
            said: WitnessSays::ByOne(data),
        };
        let claims: Vec<LineClaim<'_>> = said.iter().map(claim).collect();
        for change in store::settle(&line, &[], &claims) {
            let Change::Make(game) = change else { continue };
            GameCells::of(&line, &game.key, &game.metadata).push_to(games);
            for row in game.witnesses.iter().flat_map(|&witness| &witnesses[witness]) {
                keys[*row] = Some(game.key.clone());
            }
        }
        Ok(())
    }
}
