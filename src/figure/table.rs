//! The numbers of a figure.

use serde_json::Value;

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name for programs.
    pub field: &'static str,
    /// Its name for people.
    pub head: String,
}

/// Rows of texts and numbers; what is unknown is null.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// So many of the first columns together name a row.
    pub names: usize,
    /// The columns.
    pub columns: Vec<Column>,
    /// A value for each column.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// The number in a column, if there is one.
    pub(super) fn number(&self, row: &[Value], field: &str) -> Option<f64> {
        row.get(self.place(field)?)?.as_f64().filter(|number| number.is_finite())
    }

    /// The text of a column, or its number in digits.
    pub(super) fn text(&self, row: &[Value], field: &str) -> String {
        match self.place(field).and_then(|place| row.get(place)) {
            Some(Value::String(text)) => text.clone(),
            None | Some(Value::Null) => String::new(),
            Some(other) => other.to_string(),
        }
    }

    fn place(&self, field: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.field == field)
    }

    /// A row as the cells of a line of CSV; what is unknown is empty.
    pub fn cells(row: &[Value]) -> Vec<String> {
        let cell = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        row.iter().map(cell).collect()
    }
}
