//! JSON objects as rows of an Arrow table, and the fields of described answers.

use crate::errors::plain;
use crate::tables::stream;
use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatchReader;
use serde_json::Value;
use std::sync::Arc;
use xqdb::answers::{ANSWERS, FieldInfo, FieldKind};

/// Type of a column's cells.
#[derive(Clone, Copy)]
pub(crate) enum Cell {
    /// A text.
    Text,
    /// A whole number.
    Number,
    /// A number with decimals.
    Decimal,
    /// List of texts, joined by blanks.
    Words,
    /// Any value, as JSON.
    Json,
}

use Cell::{Decimal, Json, Number, Text, Words};

/// Columns of records of files.
pub(crate) const FOUND: &[(&str, Cell)] = &[
    ("path", Text),
    ("member", Text),
    ("record", Number),
    ("byte_offset", Number),
    ("format", Text),
    ("encoding", Text),
    ("status", Text),
    ("error", Json),
    ("start", Text),
    ("moves", Words),
    ("result", Text),
    ("tags", Json),
    ("nodes", Number),
    ("ecco", Json),
    ("derived", Json),
    ("doubt", Json),
    ("warnings", Json),
];

/// Schema of these columns.
pub(crate) fn schema(columns: &[(&str, Cell)]) -> SchemaRef {
    let field = |(name, cell): &(&str, Cell)| {
        let kind = match cell {
            Number => DataType::Int64,
            Decimal => DataType::Float64,
            Text | Words | Json => DataType::Utf8,
        };
        Field::new(*name, kind, true)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// Batch with these columns; missing fields are null. Too much text for one column is an error.
pub(crate) fn batch(columns: &[(&str, Cell)], rows: &[Value]) -> Result<RecordBatch, ArrowError> {
    let column = |(name, cell): &(&str, Cell)| -> ArrayRef {
        let values = rows.iter().map(|row| &row[*name]);
        if matches!(cell, Number) {
            let mut numbers = Int64Builder::new();
            values.for_each(|value| numbers.append_option(value.as_i64()));
            return Arc::new(numbers.finish());
        }
        if matches!(cell, Decimal) {
            let mut numbers = Float64Builder::new();
            values.for_each(|value| numbers.append_option(value.as_f64()));
            return Arc::new(numbers.finish());
        }
        let mut texts = StringBuilder::new();
        for value in values {
            match (cell, value) {
                (_, Value::Null) => texts.append_null(),
                (Json, value) => texts.append_value(value.to_string()),
                (_, Value::Array(words)) => {
                    let words = words.iter().filter_map(Value::as_str);
                    texts.append_value(words.collect::<Vec<_>>().join(" "));
                }
                (_, value) => texts.append_option(value.as_str()),
            }
        }
        Arc::new(texts.finish())
    };
    RecordBatch::try_new(schema(columns), columns.iter().map(column).collect())
}

/// Fields of the objects of a described answer.
fn fields_of(answer: &str) -> Vec<&'static FieldInfo> {
    let answers = ANSWERS.iter().filter(|known| known.name == answer);
    answers.flat_map(|known| &known.fields).filter(|field| field.in_json).collect()
}

/// Columns of a table of a described answer.
fn columns_of(answer: &str) -> Vec<(&'static str, Cell)> {
    let cell = |kind| match kind {
        FieldKind::Count | FieldKind::Signed | FieldKind::Year => Number,
        FieldKind::Decimal | FieldKind::Percent => Decimal,
        FieldKind::List => Words,
        FieldKind::Text | FieldKind::Key | FieldKind::Move | FieldKind::Date => Text,
        _ => Json,
    };
    fields_of(answer).into_iter().map(|field| (field.name, cell(field.kind))).collect()
}

/// Names and sentences of the fields of a described answer.
#[pyfunction]
pub(crate) fn described(answer: &str) -> Vec<(&'static str, &'static str)> {
    fields_of(answer).into_iter().map(|field| (field.name, field.sentence)).collect()
}

/// Rows of a described answer, which stand in a list of JSON, as a table.
#[pyfunction]
pub(crate) fn answered(py: Python<'_>, answer: &str, rows: &[u8]) -> PyResult<PyRecordBatchReader> {
    let rows: Vec<Value> = serde_json::from_slice(rows).map_err(|error| plain(py, &error))?;
    let columns = columns_of(answer);
    let batch = batch(&columns, &rows);
    Ok(stream(std::iter::once(batch), schema(&columns)))
}

/// Rows of an answer of the explorer, as a table.
#[pyfunction]
pub(crate) fn explored(py: Python<'_>, answer: &[u8]) -> PyResult<PyRecordBatchReader> {
    let answer: Value = serde_json::from_slice(answer).map_err(|error| plain(py, &error))?;
    let rows = answer["moves"].as_array().map_or(&[][..], Vec::as_slice);
    let columns = columns_of("explore-move");
    let batch = batch(&columns, rows);
    Ok(stream(std::iter::once(batch), schema(&columns)))
}
