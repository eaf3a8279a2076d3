//! Values of columns: those of batches that others made, texts and binaries in any of Arrow's
//! layouts; and JSON.

use super::error::{Error, Result};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, BooleanArray, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, DataType};
use serde_json::{Map, Value};

/// Error for a column of a type that it cannot have.
pub(super) fn wrong(name: &str, column: &dyn Array) -> Error {
    let text = format!("the column `{name}` is of the type {}", column.data_type());
    ArrowError::SchemaError(text).into()
}

/// Error for a value that makes no sense.
pub(super) fn no_value(name: &str, row: usize) -> Error {
    let text = format!("row {row} of `{name}` is none of its values");
    ArrowError::InvalidArgumentError(text).into()
}

/// Error for a column that is missing.
pub(super) fn missing(name: &str) -> Error {
    ArrowError::SchemaError(format!("there is no column `{name}`")).into()
}

/// A column of whole numbers, if it is there.
pub(super) fn numbers<'b>(batch: &'b RecordBatch, name: &str) -> Result<Option<&'b Int64Array>> {
    let Some(column) = batch.column_by_name(name) else { return Ok(None) };
    column.as_primitive_opt::<Int64Type>().map(Some).ok_or_else(|| wrong(name, column))
}

/// A column of truth values, if it is there.
pub(super) fn booleans<'b>(batch: &'b RecordBatch, name: &str) -> Result<Option<&'b BooleanArray>> {
    let Some(column) = batch.column_by_name(name) else { return Ok(None) };
    column.as_boolean_opt().map(Some).ok_or_else(|| wrong(name, column))
}

/// A column of texts.
#[derive(Clone, Copy)]
pub(super) struct Texts<'b>(&'b dyn Array);

impl<'b> Texts<'b> {
    pub(super) fn of(batch: &'b RecordBatch, name: &str) -> Result<Option<Texts<'b>>> {
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

    pub(super) fn must(batch: &'b RecordBatch, name: &str) -> Result<Texts<'b>> {
        Texts::of(batch, name)?.ok_or_else(|| missing(name))
    }

    pub(super) fn at(self, row: usize) -> Option<&'b str> {
        self.0.is_valid(row).then(|| match self.0.data_type() {
            DataType::LargeUtf8 => self.0.as_string::<i64>().value(row),
            DataType::Utf8View => self.0.as_string_view().value(row),
            _ => self.0.as_string::<i32>().value(row),
        })
    }
}

/// A column of binaries.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'b>(&'b dyn Array);

impl<'b> Bytes<'b> {
    pub(super) fn must(batch: &'b RecordBatch, name: &str) -> Result<Bytes<'b>> {
        let column = batch.column_by_name(name).ok_or_else(|| missing(name))?;
        match column.data_type() {
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => {
                Ok(Bytes(column.as_ref()))
            }
            _ => Err(wrong(name, column)),
        }
    }

    pub(super) fn at(self, row: usize) -> Option<&'b [u8]> {
        self.0.is_valid(row).then(|| match self.0.data_type() {
            DataType::LargeBinary => self.0.as_binary::<i64>().value(row),
            DataType::BinaryView => self.0.as_binary_view().value(row),
            _ => self.0.as_binary::<i32>().value(row),
        })
    }
}

/// An object as text; nothing for an empty one.
pub(super) fn object(object: Map<String, Value>) -> Option<String> {
    (!object.is_empty()).then(|| Value::Object(object).to_string())
}

/// A list as text; nothing for an empty one.
pub(super) fn list(list: &[impl serde::Serialize]) -> Option<String> {
    (!list.is_empty()).then(|| text(list))
}

/// A value as text.
pub(super) fn text(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("plain data always serialises")
}
