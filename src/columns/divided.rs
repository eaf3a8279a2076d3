//! Positions of games as bytes in buckets, which engines like Spark move between computers, and the
//! sorted rows of [`POSITIONS`](super::POSITIONS) made of them.
//!
//! [`divide`] replays games and puts each position into one of 4096 buckets, by the upper
//! [`BUCKET_BITS`] bits of its key; [`gather`] sorts the positions of a bucket. An engine moves few
//! rows of many bytes instead of a row of 13 columns for each position.
//!
//! Bytes of a position, all numbers big-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | key |
//! | 12 | `key` of the game |
//! | 4 | ply |
//! | 2 | code of the move; [`NO_MOVE`] where the line ends |
//! | 1 | flags of the stop, see `sorted` |
//! | 1 | place of the game's kind in [`Kind::ALL`], times 16, and of its result in [`GameResult::ALL`] |
//! | 2 | year of the game; 0 without one |

use super::error::ColumnsResult;
use super::input::no_value;
use super::positions::{Line, LineStop, OfGame, RepeatedFacts};
use super::sorted::{BATCH, NO_MOVE, batch_of_stops, field, flagged, flags};
use super::table::{ArrowColumn, ArrowTable, Cell, GrowingBatch, table};
use crate::metadata::{GameResult, Kind};
use crate::xiangqi::{Move, PositionKey};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, DataType};
use std::num::NonZeroU16;

/// Number of upper bits of a position's key that are the number of its bucket.
pub const BUCKET_BITS: u32 = 12;

/// Number of bytes of a game's key.
const GAME: usize = 12;
/// Number of bytes of a position.
const ROW: usize = 30;

table! {
    /// Description of the table that [`divide`] returns: one row per bucket with a position.
    DIVIDED: "divided",
    "Positions of some games as bytes, in buckets.";
    DIVIDED_CELLS of Bucket;
    "bucket": Int32 = |bucket| (bucket.number as i32).into(),
        "The upper 12 bits of the keys.";
    "positions": Binary = |bucket| bucket.positions.into(),
        "The positions, 30 bytes each, in the order of the games.";
}

/// Positions whose keys have equal upper bits.
#[derive(Debug)]
struct Bucket<'b> {
    number: usize,
    positions: &'b [u8],
}

/// Replays the main lines of games and returns their positions in buckets, as a batch of
/// [`DIVIDED`]. Takes the batches that [`positions_of`](super::positions_of) takes; a few thousand
/// games at once make buckets of some hundred positions.
///
/// # Errors
/// Those of [`positions_of`](super::positions_of), and when a game's key has not 12 bytes.
pub fn divide(games: &RecordBatch) -> ColumnsResult<RecordBatch> {
    let mut buckets: Vec<Vec<u8>> = vec![Vec::new(); 1 << BUCKET_BITS];
    for (place, line) in Line::of_games(games)?.iter().enumerate() {
        let &game = line.key.as_bytes().as_array().ok_or_else(|| no_value("key", place))?;
        line.visit(|at| {
            let stop = LineStop::of(&at, &line.said);
            let bucket = stop.key.key >> (PositionKey::BITS - BUCKET_BITS);
            buckets[bucket as usize].extend_from_slice(&row(&stop, game, line.facts));
        });
    }
    let mut batch = GrowingBatch::of(&DIVIDED);
    let buckets = buckets.iter().enumerate().filter(|(_, positions)| !positions.is_empty());
    for (number, positions) in buckets {
        let bucket = Bucket { number, positions };
        batch.push(DIVIDED_CELLS.iter().map(|cell| cell(&bucket)));
    }
    batch.finish()
}

/// All positions of a bucket, given by the values of `positions` in [`DIVIDED`]: as batches of
/// [`POSITIONS`](super::POSITIONS), sorted by `key`, `game` and `ply`. Memory holds 30 bytes for each
/// position, and one batch; the bucket of the standard start has a position of nearly every game.
///
/// # Errors
/// When the bytes are not those of positions.
pub fn gather(
    positions: &[&[u8]],
) -> ColumnsResult<impl Iterator<Item = ColumnsResult<RecordBatch>> + Send + use<>> {
    let wrong = || ArrowError::InvalidArgumentError("these bytes are no positions".to_owned());
    let mut rows: Vec<[u8; ROW]> = Vec::new();
    rows.reserve_exact(positions.iter().map(|bytes| bytes.len() / ROW).sum());
    for bytes in positions {
        let (some, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(wrong().into());
        }
        rows.extend_from_slice(some);
    }
    let key = |row: &[u8; ROW]| u128::from_be_bytes(field(row, 0));
    rows.sort_unstable_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.cmp(b)));
    let batches = rows.len().div_ceil(BATCH);
    Ok((0..batches).map(move |number| {
        let some = rows[number * BATCH..].iter().take(BATCH);
        let stops = some.map(read_row).collect::<Option<Vec<_>>>();
        batch_of_stops(&stops.ok_or_else(wrong)?, "")
    }))
}

fn row(stop: &LineStop, game: [u8; GAME], facts: RepeatedFacts) -> [u8; ROW] {
    let mut row = [0; ROW];
    row[..8].copy_from_slice(&stop.key.key.to_be_bytes());
    row[8..20].copy_from_slice(&game);
    row[20..24].copy_from_slice(&stop.ply.to_be_bytes());
    row[24..26].copy_from_slice(&stop.mv.map_or(NO_MOVE, Move::code).to_be_bytes());
    row[26] = flags(stop);
    row[27] = (facts.kind as u8) << 4 | facts.result as u8;
    row[28..].copy_from_slice(&facts.year.unwrap_or(0).to_be_bytes());
    row
}

/// The stop and its game; `None` for bytes that [`row`] does not write.
fn read_row(row: &[u8; ROW]) -> Option<(LineStop, OfGame<'_>)> {
    let number = |at: usize| u16::from_be_bytes(field(row, at));
    let (key, ply) = (u64::from_be_bytes(field(row, 0)), u32::from_be_bytes(field(row, 20)));
    let stop = flagged(key, ply, Move::from_code(number(24)), row[26]);
    let facts = RepeatedFacts {
        kind: *Kind::ALL.get(usize::from(row[27] >> 4))?,
        result: *GameResult::ALL.get(usize::from(row[27] & 15))?,
        year: NonZeroU16::new(number(28)).map(NonZeroU16::get),
    };
    Some((stop, OfGame { key: std::str::from_utf8(&row[8..20]).ok()?, facts }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::tests::{archive, games_of};
    use crate::columns::{ColumnsError, POSITIONS, positions_of};
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Int32Type, Int64Type};
    use std::collections::BTreeMap;

    /// The positions of both batches, by bucket.
    fn buckets(divided: &[&RecordBatch]) -> BTreeMap<i32, Vec<Vec<u8>>> {
        let mut buckets: BTreeMap<i32, Vec<Vec<u8>>> = BTreeMap::new();
        for batch in divided {
            let numbers = batch["bucket"].as_primitive::<Int32Type>().values();
            for (&number, positions) in numbers.iter().zip(batch["positions"].as_binary::<i32>()) {
                buckets.entry(number).or_default().push(positions.unwrap().to_vec());
            }
        }
        buckets
    }

    #[test]
    fn positions_of_all_buckets_are_those_of_the_games_sorted() {
        let games = games_of(&archive());
        let half = games.num_rows() / 2;
        let halves = [games.slice(half, games.num_rows() - half), games.slice(0, half)];
        let divided = halves.each_ref().map(|half| divide(half).unwrap());
        let mut found: Vec<RecordBatch> = Vec::new();
        for (number, positions) in buckets(&divided.each_ref()) {
            let positions: Vec<&[u8]> = positions.iter().map(Vec::as_slice).collect();
            for batch in gather(&positions).unwrap().map(Result::unwrap) {
                let keys = batch["key"].as_primitive::<Int64Type>().values();
                assert!(keys.iter().all(|key| key >> (56 - BUCKET_BITS) == i64::from(number)));
                found.push(batch);
            }
        }
        let found = rows(&found);
        assert!(found.is_sorted());
        let expected = positions_of(&games).unwrap();
        assert!(expected["mirrored"].as_boolean().true_count() > 0);
        let mut expected = rows(&[expected]);
        expected.sort();
        assert_eq!(found, expected);
    }

    /// Key, game and ply of each row, behind them the whole row as text.
    fn rows(batches: &[RecordBatch]) -> Vec<((i64, String, i32), String)> {
        let mut rows = Vec::new();
        for batch in batches {
            assert_eq!(batch.schema(), POSITIONS.schema());
            for row in 0..batch.num_rows() {
                let keys = batch["key"].as_primitive::<Int64Type>();
                let games = batch["game"].as_string::<i32>();
                let plies = batch["ply"].as_primitive::<Int32Type>();
                let order = (keys.value(row), games.value(row).to_owned(), plies.value(row));
                let cells = batch.schema_ref().fields().iter().zip(batch.columns());
                let text = cells.map(|(field, column)| {
                    format!("{}: {:?} ", field.name(), column.slice(row, 1))
                });
                rows.push((order, text.collect()));
            }
        }
        rows
    }

    #[test]
    fn other_bytes_are_refused() {
        let games = games_of(&archive());
        let divided = divide(&games).unwrap();
        let whole = divided["positions"].as_binary::<i32>().value(0);
        let all = |bytes: &[&[u8]]| gather(bytes)?.collect::<ColumnsResult<Vec<_>>>();
        assert!(all(&[whole]).is_ok());
        assert!(all(&[]).unwrap().is_empty());
        let mut kind = whole.to_vec();
        kind[27] = 0xf0;
        let mut game = whole.to_vec();
        game[8] = 0xff;
        for wrong in [&whole[1..], &kind, &game] {
            assert!(matches!(all(&[wrong]), Err(ColumnsError::Arrow(_))));
        }
    }
}
