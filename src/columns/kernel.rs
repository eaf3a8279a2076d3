//! Bytes in one batch, rows of a table in another: the form in which Spark, Ray, DuckDB and Polars
//! run a function over their data. Nothing is opened, and every row is read by itself.

use super::error::{Error, Result};
use super::parsed::{Growing, Wanted};
use crate::import::{Options, Piece};
use crate::text::Encoding;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use arrow_schema::{ArrowError, DataType};

/// Reads every row of a batch and gives the rows of a table.
///
/// Columns of the batch, by name: `path` (text) and `bytes` (binary) must be there; `member`
/// (text), `offset` (64-bit integer: where the bytes begin in the file), `before` (64-bit integer:
/// how many records of the file come before), `whole` (Boolean: the bytes are all of the file;
/// by default where `offset` is 0), `format` and `encoding` (text: where a piece alone may not tell
/// them) may be. A row whose bytes are null has no records. Texts and binaries can be of any of
/// Arrow's layouts.
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
    let (offsets, before) = (numbers(batch, "offset")?, numbers(batch, "before")?);
    let wholes = match batch.column_by_name("whole") {
        Some(column) => Some(column.as_boolean_opt().ok_or_else(|| wrong("whole", column))?),
        None => None,
    };
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
        growing.read(&piece, number(before), options);
    }
    growing.finish()
}

fn wrong(name: &str, column: &dyn Array) -> Error {
    let text = format!("the column `{name}` is of the type {}", column.data_type());
    ArrowError::SchemaError(text).into()
}

fn missing(name: &str) -> Error {
    ArrowError::SchemaError(format!("there is no column `{name}`")).into()
}

fn numbers<'b>(batch: &'b RecordBatch, name: &str) -> Result<Option<&'b arrow_array::Int64Array>> {
    let Some(column) = batch.column_by_name(name) else { return Ok(None) };
    column.as_primitive_opt::<Int64Type>().map(Some).ok_or_else(|| wrong(name, column))
}

/// A column of texts.
#[derive(Clone, Copy)]
struct Texts<'b>(&'b dyn Array);

impl<'b> Texts<'b> {
    fn of(batch: &'b RecordBatch, name: &str) -> Result<Option<Texts<'b>>> {
        let Some(column) = batch.column_by_name(name) else { return Ok(None) };
        match column.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
                Ok(Some(Texts(column.as_ref())))
            }
            // A column without any value.
            DataType::Null => Ok(None),
            _ => Err(wrong(name, column)),
        }
    }

    fn must(batch: &'b RecordBatch, name: &str) -> Result<Texts<'b>> {
        Texts::of(batch, name)?.ok_or_else(|| missing(name))
    }

    fn at(self, row: usize) -> Option<&'b str> {
        self.0.is_valid(row).then(|| match self.0.data_type() {
            DataType::LargeUtf8 => self.0.as_string::<i64>().value(row),
            DataType::Utf8View => self.0.as_string_view().value(row),
            _ => self.0.as_string::<i32>().value(row),
        })
    }
}

/// A column of binaries.
#[derive(Clone, Copy)]
struct Bytes<'b>(&'b dyn Array);

impl<'b> Bytes<'b> {
    fn must(batch: &'b RecordBatch, name: &str) -> Result<Bytes<'b>> {
        let column = batch.column_by_name(name).ok_or_else(|| missing(name))?;
        match column.data_type() {
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => {
                Ok(Bytes(column.as_ref()))
            }
            _ => Err(wrong(name, column)),
        }
    }

    fn at(self, row: usize) -> Option<&'b [u8]> {
        self.0.is_valid(row).then(|| match self.0.data_type() {
            DataType::LargeBinary => self.0.as_binary::<i64>().value(row),
            DataType::BinaryView => self.0.as_binary_view().value(row),
            _ => self.0.as_binary::<i32>().value(row),
        })
    }
}
