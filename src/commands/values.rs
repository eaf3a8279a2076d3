//! Findings printed one by one: as text for people, or as JSON, CSV or TSV.

use super::Context;
use super::printed::{cells_line, chosen, sorted};
use super::render::{Align, TextTable};
use crate::cli::{Form, RowLayout};
use anyhow::Context as _;
use serde_json::Value;
use std::io::{BufWriter, Stdout, Write as _};
use xqdb::answers::Answer;
use xqdb::export::jsonl;

/// Number of rows that a table lays out together.
const TOGETHER: usize = 1_000;

/// Takes the rows out of a value.
type RowsOf = fn(&Value) -> Vec<Value>;

/// Prints values as they come.
pub(super) struct ValueList<'c> {
    pub(super) context: &'c Context,
    layout: RowLayout<'c>,
    out: BufWriter<Stdout>,
    answer: Answer<Value>,
    /// Rows that a value holds: a line of CSV each.
    rows: RowsOf,
    /// Text before the next value of an array.
    opening: &'static str,
    table: TextTable,
    /// Rows that are kept until the last has come, to be sorted.
    unsorted: Vec<Value>,
    /// Number of values that may still be printed.
    left: usize,
}

impl<'c> ValueList<'c> {
    /// Begins to print an answer whose fields are taken from rows.
    pub(super) fn new(
        context: &'c Context,
        layout: RowLayout<'c>,
        answer: Answer<Value>,
        rows: RowsOf,
    ) -> anyhow::Result<ValueList<'c>> {
        let out = BufWriter::with_capacity(1 << 16, std::io::stdout());
        let answer = chosen(context.lang, answer, layout)?;
        sorted(context.lang, &answer, layout, &mut [])?;
        let heads = answer.csv_head();
        let columns = heads.iter().map(|head| ((*head).to_owned(), Align::Left)).collect();
        let head = match layout.form {
            Form::Csv | Form::Tsv => cells_line(context, layout.form, &heads),
            _ => String::new(),
        };
        // A narrow screen leaves out the last columns first.
        let spare: Vec<usize> = (1..heads.len()).rev().collect();
        let table = TextTable::new(columns).within(context.width).sparing(&spare);
        let (unsorted, left) = (Vec::new(), layout.most());
        let opening = "[";
        let mut values =
            ValueList { context, layout, out, answer, rows, opening, table, unsorted, left };
        values.write(head.as_bytes())?;
        Ok(values)
    }

    /// Whether texts for people are printed.
    pub(super) fn is_page(&self) -> bool {
        self.layout.is_page()
    }

    /// Prints a value, or a text for people.
    pub(super) fn print(
        &mut self,
        value: impl FnOnce() -> Value,
        text: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        match self.is_page() {
            true => self.write(text().as_bytes()),
            false => self.value(&value()),
        }
    }

    /// Prints a value for programs, or keeps its rows if they must be sorted.
    pub(super) fn value(&mut self, value: &Value) -> anyhow::Result<()> {
        if self.layout.sort.is_some() {
            self.unsorted.extend((self.rows)(value));
            return Ok(());
        }
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        if self.is_whole() {
            return self.object(value);
        }
        (self.rows)(value).iter().try_for_each(|row| self.row(row))
    }

    /// Whether a value is printed whole, and not row by row.
    fn is_whole(&self) -> bool {
        self.layout.columns.is_empty() && matches!(self.layout.form, Form::Json | Form::Jsonl)
    }

    fn row(&mut self, row: &Value) -> anyhow::Result<()> {
        match self.layout.form {
            Form::Table => {
                self.table.row(self.answer.csv_cells(row));
                if self.table.waiting() < TOGETHER {
                    return Ok(());
                }
                let text = self.table.render_waiting();
                self.write(text.as_bytes())
            }
            Form::Json | Form::Jsonl if self.is_whole() => self.object(row),
            Form::Json | Form::Jsonl => self.object(&Value::Object(self.answer.object(row))),
            Form::Csv | Form::Tsv => {
                let cells = self.answer.csv_cells(row);
                let line = cells_line(self.context, self.layout.form, &cells);
                self.write(line.as_bytes())
            }
        }
    }

    fn object(&mut self, value: &Value) -> anyhow::Result<()> {
        if self.layout.form == Form::Json {
            let opening = std::mem::replace(&mut self.opening, ",\n");
            return self.write(format!("{opening}{value}").as_bytes());
        }
        self.write(&jsonl::line(value))
    }

    /// Prints bytes as they are.
    pub(super) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.context.print(&mut self.out, bytes)
    }

    /// Prints waiting rows, and the end of the output.
    pub(super) fn end(&mut self) -> anyhow::Result<()> {
        let rows = std::mem::take(&mut self.unsorted);
        let mut rows: Vec<&Value> = rows.iter().collect();
        sorted(self.context.lang, &self.answer, self.layout, &mut rows)?;
        rows.into_iter().take(self.left).try_for_each(|row| self.row(row))?;
        match self.layout.form {
            Form::Json if self.opening == "[" => self.write(b"[]\n")?,
            Form::Json => self.write(b"]\n")?,
            Form::Table if !self.is_page() => {
                let text = self.table.render_waiting();
                self.write(text.as_bytes())?;
            }
            _ => {}
        }
        self.out.flush().with_context(|| self.context.lang.cannot_write_output())
    }
}

/// Prints the rows of parts of a value; as JSON the whole value, unless the layout names, sorts or
/// limits the rows.
pub(super) fn print_parts(
    context: &Context,
    layout: RowLayout<'_>,
    answer: Answer<Value>,
    whole: &Value,
    (parts, rows): (&[Value], RowsOf),
) -> anyhow::Result<()> {
    if layout.form == Form::Json && layout.is_everything() {
        return context.print_all(&format!("{whole}\n"));
    }
    let mut values = ValueList::new(context, layout, answer, rows)?;
    parts.iter().try_for_each(|part| values.value(part))?;
    values.end()
}

/// Rows of a value that is itself the only one.
pub(super) fn itself(value: &Value) -> Vec<Value> {
    vec![value.clone()]
}
