//! Values of columns of batches made by others, in any of Arrow's layouts of texts and binaries;
//! and values as JSON texts.

use super::error::{ColumnsError, ColumnsResult};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use arrow_schema::{ArrowError, DataType};
use serde_json::{Map, Value};

/// Error for a column whose type is not allowed.
pub(super) fn wrong(name: &str, column: &dyn Array) -> ColumnsError {
    let text = format!("the column `{name}` is of the type {}", column.data_type());
    ArrowError::SchemaError(text).into()
}

/// Error for a value that cannot be understood.
pub(super) fn no_value(name: &str, row: usize) -> ColumnsError {
    let text = format!("row {row} of `{name}` is none of its values");
    ArrowError::InvalidArgumentError(text).into()
}

/// Error for a column that is missing.
pub(super) fn missing(name: &str) -> ColumnsError {
    ArrowError::SchemaError(format!("there is no column `{name}`")).into()
}

/// Type of the values of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnValues {
    Text,
    Bytes,
    Number,
    Truth,
}

/// A column of a batch; without values if the column is optional and missing.
#[derive(Clone, Copy)]
pub(super) struct InputColumn<'b>(Option<&'b dyn Array>);

impl<'b> InputColumn<'b> {
    pub(super) fn of(
        batch: &'b RecordBatch,
        name: &str,
        values: ColumnValues,
    ) -> ColumnsResult<InputColumn<'b>> {
        let Some(column) = batch.column_by_name(name) else { return Ok(InputColumn(None)) };
        let found = match column.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Some(ColumnValues::Text),
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => {
                Some(ColumnValues::Bytes)
            }
            DataType::Int64 => Some(ColumnValues::Number),
            DataType::Boolean => Some(ColumnValues::Truth),
            // A column that has no value in any row.
            DataType::Null => return Ok(InputColumn(None)),
            _ => None,
        };
        if found == Some(values) { Ok(InputColumn(Some(column))) } else { Err(wrong(name, column)) }
    }

    /// The column `name`; an error if it is missing.
    pub(super) fn must(
        batch: &'b RecordBatch,
        name: &str,
        values: ColumnValues,
    ) -> ColumnsResult<InputColumn<'b>> {
        let column = InputColumn::of(batch, name, values)?;
        if column.0.is_some() { Ok(column) } else { Err(missing(name)) }
    }

    fn at(self, row: usize) -> Option<&'b dyn Array> {
        self.0.filter(|column| column.is_valid(row))
    }

    pub(super) fn text(self, row: usize) -> Option<&'b str> {
        self.at(row).map(|column| match column.data_type() {
            DataType::LargeUtf8 => column.as_string::<i64>().value(row),
            DataType::Utf8View => column.as_string_view().value(row),
            _ => column.as_string::<i32>().value(row),
        })
    }

    pub(super) fn bytes(self, row: usize) -> Option<&'b [u8]> {
        self.at(row).map(|column| match column.data_type() {
            DataType::LargeBinary => column.as_binary::<i64>().value(row),
            DataType::BinaryView => column.as_binary_view().value(row),
            _ => column.as_binary::<i32>().value(row),
        })
    }

    pub(super) fn number(self, row: usize) -> Option<i64> {
        self.at(row).map(|column| column.as_primitive::<Int64Type>().value(row))
    }

    pub(super) fn truth(self, row: usize) -> Option<bool> {
        self.at(row).map(|column| column.as_boolean().value(row))
    }
}

/// An object as JSON text; `None` if it is empty.
pub(super) fn object(object: Map<String, Value>) -> Option<String> {
    (!object.is_empty()).then(|| Value::Object(object).to_string())
}

/// A list as JSON text; `None` if it is empty.
pub(super) fn list(list: &[impl serde::Serialize]) -> Option<String> {
    (!list.is_empty()).then(|| text(list))
}

/// A value as JSON text.
pub(super) fn text(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("plain data always serialises")
}
