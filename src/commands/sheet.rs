//! A small table that can be printed for people, as JSON and as CSV.

use super::Context;
use super::render::{Align, Table};
use crate::cli::AnswerFormat;
use crate::messages::Lang;
use serde_json::{Map, Value};
use xqdb::search::Share;

/// Forms of rows.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(super) enum Form {
    Table,
    /// One array.
    Json,
    /// A line a row.
    Jsonl,
    Csv,
}

impl From<AnswerFormat> for Form {
    fn from(format: AnswerFormat) -> Form {
        match format {
            AnswerFormat::Table => Form::Table,
            AnswerFormat::Json => Form::Json,
            AnswerFormat::Csv => Form::Csv,
        }
    }
}

/// A column: its name for programs, and its head for people.
pub(super) struct Column {
    pub(super) field: &'static str,
    pub(super) head: String,
    pub(super) align: Align,
}

impl Column {
    pub(super) fn new(field: &'static str, head: String, align: Align) -> Column {
        Column { field, head, align }
    }
}

/// A cell: the value for programs, and what people see.
pub(super) struct Cell {
    value: Value,
    shown: String,
}

impl Cell {
    /// A text that is the same for both.
    pub(super) fn text(text: &str) -> Cell {
        Cell { value: text.into(), shown: text.to_owned() }
    }

    /// A text for programs, and another for people.
    pub(super) fn told(value: &str, shown: String) -> Cell {
        Cell { value: value.into(), shown }
    }

    /// A number that is the same for both.
    pub(super) fn number(number: u64) -> Cell {
        Cell { value: number.into(), shown: number.to_string() }
    }

    /// A number with one decimal, or nothing.
    pub(super) fn decimal(number: Option<f64>) -> Cell {
        let rounded = number.map(|number| (10.0 * number).round() / 10.0);
        Cell { value: rounded.into(), shown: rounded.map_or_else(String::new, |n| n.to_string()) }
    }

    /// A share and the ends of its interval.
    pub(super) fn share(share: Option<Share>) -> [Cell; 3] {
        let part = |part: fn(Share) -> f64| Cell::decimal(share.map(part));
        [part(|share| share.percent), part(|share| share.low), part(|share| share.high)]
    }

    /// The same, which people see otherwise.
    pub(super) fn shown_as(self, shown: String) -> Cell {
        Cell { shown, ..self }
    }

    /// A value that may be missing, which people see as `-`.
    pub(super) fn maybe<T: ToString + Into<Value>>(value: Option<T>) -> Cell {
        let shown = value.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        Cell { value: value.map_or(Value::Null, Into::into), shown }
    }

    /// A value for programs, and a text for people.
    pub(super) fn valued(value: Value, shown: String) -> Cell {
        Cell { value, shown }
    }

    /// A value that people see as it stands in CSV.
    pub(super) fn plain(value: Value) -> Cell {
        let shown = match &value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Cell { value, shown }
    }

    /// Words.
    pub(super) fn list(words: &[&str]) -> Cell {
        Cell { value: words.to_vec().into(), shown: words.join(" ") }
    }

    /// `yes`, or nothing.
    pub(super) fn tick(is_so: bool, lang: Lang) -> Cell {
        Cell { value: is_so.into(), shown: if is_so { lang.yes() } else { String::new() } }
    }

    /// The value in a line of CSV.
    pub(super) fn csv(&self) -> String {
        match &self.value {
            Value::String(text) => text.clone(),
            Value::Array(_) | Value::Null => self.shown.clone(),
            other => other.to_string(),
        }
    }
}

/// Rows of cells.
pub(super) struct Sheet {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Cell>>,
}

impl Sheet {
    /// The whole of it in a format; `note` stands below the table.
    pub(super) fn render(&self, format: AnswerFormat, note: &str, context: &Context) -> String {
        match format {
            AnswerFormat::Table => self.table(context) + note,
            other => self.formed(other.into(), context),
        }
    }

    /// The whole of it in a form. A table without rows is nothing.
    pub(super) fn formed(&self, form: Form, context: &Context) -> String {
        match form {
            Form::Table if self.rows.is_empty() => String::new(),
            Form::Table => self.table(context),
            Form::Json => format!("{}\n", Value::Array(self.objects().collect())),
            Form::Jsonl => self.objects().map(|object| format!("{object}\n")).collect(),
            Form::Csv => self.csv_head(context) + &self.csv_rows(context),
        }
    }

    /// The first line of CSV.
    pub(super) fn csv_head(&self, context: &Context) -> String {
        let fields = self.columns.iter().map(|column| column.field.to_owned());
        context.csv_line(&fields.collect::<Vec<String>>())
    }

    /// The lines of CSV below it.
    pub(super) fn csv_rows(&self, context: &Context) -> String {
        let line =
            |row: &Vec<Cell>| context.csv_line(&row.iter().map(Cell::csv).collect::<Vec<String>>());
        self.rows.iter().map(line).collect()
    }

    fn table(&self, context: &Context) -> String {
        let heads = self.columns.iter().map(|column| (column.head.clone(), column.align)).collect();
        let mut table = Table::new(heads).within(context.width);
        for row in &self.rows {
            table.row(row.iter().map(|cell| cell.shown.clone()).collect());
        }
        table.render()
    }

    /// A list of games in a form. In a table keys, dates and standings are never cut, columns in
    /// which nothing stands are left out, and those of these names are, in this order, where there
    /// is no room.
    pub(super) fn of_games(&self, form: Form, context: &Context, spare: &[&str]) -> String {
        if form != Form::Table || self.rows.is_empty() {
            return self.formed(form, context);
        }
        let is_shown = |place: usize| self.rows.iter().any(|row| !row[place].shown.is_empty());
        let shown: Vec<usize> = (0..self.columns.len()).filter(|&place| is_shown(place)).collect();
        let columns: Vec<&Column> = shown.iter().map(|&place| &self.columns[place]).collect();
        let place = |field: &str| columns.iter().position(|column| column.field == field);
        let kept: Vec<usize> = ["key", "date", "standing"].into_iter().filter_map(place).collect();
        let spare: Vec<usize> = spare.iter().filter_map(|field| place(field)).collect();
        let heads = columns.iter().map(|column| (column.head.clone(), column.align)).collect();
        let mut table = Table::new(heads).within(context.width).keeping(&kept).sparing(&spare);
        for row in &self.rows {
            table.row(shown.iter().map(|&place| row[place].shown.clone()).collect());
        }
        table.render()
    }

    fn objects(&self) -> impl Iterator<Item = Value> + '_ {
        self.rows.iter().map(|row| {
            let fields = self.columns.iter().map(|column| column.field.to_owned());
            let values = row.iter().map(|cell| cell.value.clone());
            Value::Object(fields.zip(values).collect::<Map<_, _>>())
        })
    }
}
