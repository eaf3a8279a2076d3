//! Bytes in one batch, rows of a table in another: the form in which Spark, Ray, DuckDB and Polars
//! run a function over their data. Nothing is opened, and every row is read by itself.

use super::error::Result;
use super::input::{Bytes, Texts, booleans, numbers};
use super::parsed::{Growing, Wanted};
use crate::import::{Options, Piece};
use crate::text::Encoding;
use arrow_array::{Array, RecordBatch};
use arrow_schema::ArrowError;

/// Reads every row of a batch and gives the rows of a table.
///
/// Columns of the batch, by name: `path` (text) and `bytes` (binary) must be there; `member`
/// (text), `offset` (64-bit integer: where the bytes begin in the file), `before` (64-bit integer:
/// how many records of the file come before), `whole` (Boolean: the bytes are all of the file;
/// by default where `offset` is 0), `format` and `encoding` (text: where a piece alone may not tell
/// them), `content` (text: the hash of the file, where the bytes are a piece of it) may be. A row
/// whose bytes are null has no records. Texts and binaries can be of any of Arrow's layouts. Folders
/// say something of games below what was named ([`Options::named`]).
///
/// # Errors
/// When a column is missing or of another type, or an encoding is not known.
pub fn replay<'batch>(
    batch: &'batch RecordBatch,
    wanted: Wanted,
    options: &Options,
) -> Result<RecordBatch> {
    let paths = Texts::must(batch, "path")?;
    let contents = Bytes::must(batch, "bytes")?;
    let members = Texts::of(batch, "member")?;
    let formats = Texts::of(batch, "format")?;
    let encodings = Texts::of(batch, "encoding")?;
    let hashes = Texts::of(batch, "content")?;
    let (offsets, before) = (numbers(batch, "offset")?, numbers(batch, "before")?);
    let wholes = booleans(batch, "whole")?;
    let mut growing = Growing::new(wanted);
    for row in 0..batch.num_rows() {
        let Some(bytes) = contents.at(row) else { continue };
        let number = |numbers: Option<&arrow_array::Int64Array>| {
            let given = numbers.filter(|numbers| numbers.is_valid(row));
            given.map_or(0, |numbers| u64::try_from(numbers.value(row)).unwrap_or(0))
        };
        let offset = number(offsets);
        let whole = wholes.filter(|wholes| wholes.is_valid(row));
        let text = |texts: Option<Texts<'batch>>| texts.and_then(|texts| texts.at(row));
        let encoding = match text(encodings) {
            Some(label) => Some(Encoding::from_label(label).ok_or_else(|| {
                ArrowError::InvalidArgumentError(format!("`{label}` is no encoding"))
            })?),
            None => None,
        };
        let piece = Piece {
            path: paths.at(row).unwrap_or_default(),
            member: text(members),
            offset,
            bytes,
            is_whole: whole.map_or(offset == 0, |whole| whole.value(row)),
            format: text(formats),
            encoding,
        };
        growing.read(&piece, (number(before), text(hashes)), options);
    }
    growing.finish()
}
