//! Descriptions of tables (columns with name, type, sentence and value), and batches of their rows.
//!
//! [`table!`] describes each table once, in the file that makes its rows. A test compares
//! `docs/parquet.md` with the descriptions.

use super::error::ColumnsResult;
use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Float64Builder, Int16Builder, Int32Builder, Int64Builder,
    StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Description of a column.
#[derive(Debug, Clone)]
pub struct ArrowColumn {
    /// The name of the column; a published name never changes.
    pub name: &'static str,
    /// The type of the values in Arrow.
    pub data_type: DataType,
    /// Whether a value may be missing.
    pub is_optional: bool,
    /// Meaning of a value: a sentence or two in English, with units.
    pub about: &'static str,
}

/// Description of a table.
#[derive(Debug)]
pub struct ArrowTable {
    /// Name of the table; its Parquet file is `NAME.parquet`.
    pub name: &'static str,
    /// Meaning of a row.
    pub about: &'static str,
    /// Columns, in order.
    pub columns: Cow<'static, [ArrowColumn]>,
}

impl ArrowTable {
    /// The Arrow schema of the table's batches.
    pub fn schema(&self) -> SchemaRef {
        let field = |column: &ArrowColumn| {
            Field::new(column.name, column.data_type.clone(), column.is_optional)
        };
        Arc::new(Schema::new(self.columns.iter().map(field).collect::<Vec<_>>()))
    }

    /// Schema of the table's files: like [`ArrowTable::schema`], with the sentences about table and
    /// columns as metadata `description`.
    pub(super) fn described(&self) -> SchemaRef {
        let said = |about: &str| HashMap::from([("description".to_owned(), about.to_owned())]);
        let schema = self.schema();
        let fields = schema.fields().iter().zip(self.columns.iter());
        let fields =
            fields.map(|(field, column)| Field::clone(field).with_metadata(said(column.about)));
        Arc::new(Schema::new(fields.collect::<Vec<_>>()).with_metadata(said(self.about)))
    }
}

/// Describes a table: its name and sentence, then one line per column with its name, type, the
/// closure that makes a cell from a row, and its sentence.
macro_rules! table {
    (@optional) => { false };
    (@optional optional) => { true };
    ($(#[$doc:meta])* $table:ident: $name:literal, $about:literal; $cells:ident of $row:ident;
     $($column:literal: $kind:ident $($optional:ident)? = $cell:expr, $says:literal;)*) => {
        $(#[$doc])*
        pub static $table: ArrowTable = ArrowTable {
            name: $name,
            about: $about,
            columns: std::borrow::Cow::Borrowed(&[$(ArrowColumn {
                name: $column,
                data_type: DataType::$kind,
                is_optional: table!(@optional $($optional)?),
                about: $says,
            }),*]),
        };

        /// Closures that make the cells of a row, in the order of the columns.
        static $cells: &[for<'a> fn(&'a $row<'a>) -> Cell<'a>] = &[$($cell),*];
    };
}
pub(super) use table;

/// A value of a column.
#[derive(Debug)]
pub(super) enum Cell<'a> {
    Null,
    Text(Cow<'a, str>),
    Bytes(&'a [u8]),
    Int16(i16),
    Int32(i32),
    Int64(i64),
    Double(f64),
    Bool(bool),
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Cell<'a> {
        Cell::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Cell::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a [u8]> for Cell<'a> {
    fn from(bytes: &'a [u8]) -> Cell<'a> {
        Cell::Bytes(bytes)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Cell<'a> {
        value.map_or(Cell::Null, Into::into)
    }
}

macro_rules! plain_cells {
    ($($cell:ident($value:ty)),*) => {$(
        impl From<$value> for Cell<'_> {
            fn from(value: $value) -> Self {
                Cell::$cell(value)
            }
        }
    )*};
}
plain_cells!(Int16(i16), Int32(i32), Int64(i64), Double(f64), Bool(bool));

/// Declares `GrowingColumn`, with one Arrow builder per type of cell.
macro_rules! growing_columns {
    ($($cell:ident: $builder:ident of $data_type:ident),*) => {
        #[derive(Debug)]
        enum GrowingColumn {
            $($cell($builder)),*
        }

        impl GrowingColumn {
            fn of(data_type: &DataType) -> GrowingColumn {
                match data_type {
                    $(DataType::$data_type => GrowingColumn::$cell($builder::new()),)*
                    _ => GrowingColumn::Text(StringBuilder::new()),
                }
            }

            /// Adds cells; a cell of another type than the column's becomes null.
            fn extend<'c>(&mut self, cells: impl Iterator<Item = Cell<'c>>) {
                match self {$(
                    GrowingColumn::$cell(column) => cells.for_each(|cell| match cell {
                        Cell::$cell(value) => column.append_value(value),
                        _ => column.append_null(),
                    }),
                )*}
            }

            fn finish(self) -> ArrayRef {
                match self {
                    $(GrowingColumn::$cell(mut column) => Arc::new(column.finish()),)*
                }
            }
        }
    };
}
growing_columns!(
    Text: StringBuilder of Utf8,
    Bytes: BinaryBuilder of Binary,
    Int16: Int16Builder of Int16,
    Int32: Int32Builder of Int32,
    Int64: Int64Builder of Int64,
    Double: Float64Builder of Float64,
    Bool: BooleanBuilder of Boolean
);

/// Batch of rows of a table while rows are added.
#[derive(Debug)]
pub(super) struct GrowingBatch {
    schema: SchemaRef,
    /// Places of the columns in the table.
    places: Vec<usize>,
    columns: Vec<GrowingColumn>,
    pub(super) rows: usize,
}

impl GrowingBatch {
    pub(super) fn of(table: &ArrowTable) -> GrowingBatch {
        GrowingBatch::only(table, (0..table.columns.len()).collect())
    }

    /// An empty batch with the columns at these places alone, in this order.
    pub(super) fn only(table: &ArrowTable, places: Vec<usize>) -> GrowingBatch {
        let chosen: Vec<_> = places.iter().map(|&at| table.columns[at].clone()).collect();
        let columns = chosen.iter().map(|column| GrowingColumn::of(&column.data_type)).collect();
        let schema = ArrowTable { columns: Cow::Owned(chosen), ..*table }.schema();
        GrowingBatch { schema, places, columns, rows: 0 }
    }

    /// Adds a row, given by its cells in the order of the columns.
    pub(super) fn push<'c>(&mut self, cells: impl Iterator<Item = Cell<'c>>) {
        let columns = self.columns.iter_mut().zip(cells);
        columns.for_each(|(column, cell)| column.extend(std::iter::once(cell)));
        self.rows += 1;
    }

    /// Adds rows column by column, which costs less than row by row; `cell` makes the cell of a
    /// column, by its place in the table, and a row.
    pub(super) fn fill<'c>(&mut self, rows: usize, cell: impl Fn(usize, usize) -> Cell<'c>) {
        for (&place, column) in self.places.iter().zip(&mut self.columns) {
            column.extend((0..rows).map(|row| cell(place, row)));
        }
        self.rows += rows;
    }

    /// Finishes the batch, also without rows.
    pub(super) fn finish(self) -> ColumnsResult<RecordBatch> {
        let made = self.columns.into_iter().map(GrowingColumn::finish).collect();
        Ok(RecordBatch::try_new(self.schema, made)?)
    }

    /// Finishes the batch; `None` if it has no rows.
    pub(super) fn some(self) -> ColumnsResult<Option<RecordBatch>> {
        if self.rows == 0 { Ok(None) } else { self.finish().map(Some) }
    }
}
