//! `xqdb sql`: a question in SQL, with the functions of xqdb.

use super::context::typed;
use super::render::{Align, TextTable};
use super::{Context, Status, files, question};
use crate::cli::{Form, SqlArgs};
use crate::messages::Lang;
use anyhow::{Context as _, anyhow};
use serde_json::{Map, Value as Json};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use xqdb::answers::{add_functions, datasette_settings};
use xqdb::export::csv::tab_line;
use xqdb::store::{Console, Error, Snapshot, Value};
use xqdb::text::{hex, visible};

/// Number of rows of a table that are laid out together.
const MEASURED: usize = 1000;

/// Runs statements and prints their rows.
pub(crate) fn sql(context: &Context, args: &SqlArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    /// Number of bytes; longer scripts are no questions of people.
    const LONGEST: u64 = 64 << 20;
    if args.datasette {
        return datasette(context);
    }
    let script = match args.sql.as_deref().unwrap_or_default() {
        "-" => typed(std::io::stdin(), LONGEST).with_context(|| lang.cannot_read_stdin())?,
        script => script.to_owned(),
    };
    let (_lock, console) = match args.write {
        true => {
            let (lock, database) = files::open(context)?;
            (lock, Console::writing(database))
        }
        false => {
            files::must_exist(context, &context.db)?;
            let opened = Console::open(&context.db);
            (None, opened.with_context(|| lang.cannot_open_database(&context.db))?)
        }
    };
    add_functions(&console, &context.db, question::lay(context))?;
    let mut printer = Printer {
        context,
        form: args.answer.form(),
        out: BufWriter::new(std::io::stdout().lock()),
        names: Vec::new(),
        waiting: Vec::new(),
        rows: 0,
        failure: None,
    };
    let outcome = console.run(&script, &mut |names, row| match printer.row(names, row) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            printer.failure = Some(error);
            ControlFlow::Break(())
        }
    });
    if let Some(error) = printer.failure.take() {
        return Err(error);
    }
    printer.end()?;
    if let Err(error) = outcome {
        let described = anyhow!(lang.stored(&error.to_string()));
        return Err(match error {
            Error::Sqlite(refused) if refused.is_forbidden() => anyhow!(lang.only_questions()),
            _ => described,
        });
    }
    Ok(if printer.rows == 0 && !args.write { Status::NothingFound } else { Status::Success })
}

/// Prints the settings with which Datasette shows the database.
fn datasette(context: &Context) -> anyhow::Result<Status> {
    let lang = context.lang;
    files::must_exist(context, &context.db)?;
    let opened = Snapshot::open(&context.db);
    let database = opened.with_context(|| lang.cannot_open_database(&context.db))?;
    let page = match lang {
        Lang::En => include_str!("../../docs/plain-sql.md"),
        _ => include_str!("../../docs/plain-sql.zh-CN.md"),
    };
    let name = context.db.file_stem().unwrap_or_default().to_string_lossy();
    let settings = datasette_settings(&database, &name, page)?;
    context.print_all(&(serde_json::to_string_pretty(&settings)? + "\n"))?;
    Ok(Status::Success)
}

/// Prints rows as they come.
struct Printer<'a, W: Write> {
    context: &'a Context,
    form: Form,
    out: W,
    /// Columns of the statement that is running.
    names: Vec<String>,
    /// Rows of a table that are not printed yet.
    waiting: Vec<Vec<Value>>,
    rows: u64,
    failure: Option<anyhow::Error>,
}

impl<W: Write> Printer<'_, W> {
    fn row(&mut self, names: &[String], row: Vec<Value>) -> anyhow::Result<()> {
        if self.names != names {
            self.flush()?;
            if self.rows > 0 && self.form == Form::Table {
                self.print("\n")?;
            }
            self.names = names.to_vec();
            if matches!(self.form, Form::Csv | Form::Tsv) {
                self.line(names)?;
            }
        }
        self.rows += 1;
        match self.form {
            Form::Table => {
                self.waiting.push(row);
                if self.waiting.len() == MEASURED { self.flush() } else { Ok(()) }
            }
            Form::Csv | Form::Tsv => self.line(&row.iter().map(shown).collect::<Vec<String>>()),
            Form::Json | Form::Jsonl => {
                let fields = self.names.iter().cloned().zip(row.into_iter().map(json));
                let object = Json::Object(fields.collect::<Map<String, Json>>());
                self.print(&match (self.form, self.rows) {
                    (Form::Jsonl, _) => format!("{object}\n"),
                    (_, 1) => format!("[{object}"),
                    _ => format!(",\n{object}"),
                })
            }
        }
    }

    /// Prints cells as a line of CSV or TSV.
    fn line(&mut self, cells: &[String]) -> anyhow::Result<()> {
        let is_tsv = self.form == Form::Tsv;
        self.print(&if is_tsv { tab_line(cells) } else { self.context.csv_line(cells) })
    }

    /// Prints the waiting rows as a table.
    fn flush(&mut self) -> anyhow::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.waiting);
        let is_number =
            |at: usize| rows.iter().all(|row| !matches!(row[at], Value::Text(_) | Value::Blob(_)));
        let head = |(at, name): (usize, &String)| {
            (visible(name).into_owned(), if is_number(at) { Align::Right } else { Align::Left })
        };
        let heads = self.names.iter().enumerate().map(head).collect();
        let mut table = TextTable::new(heads).within(self.context.width);
        for row in &rows {
            table.row(row.iter().map(shown).collect());
        }
        self.print(&table.render())
    }

    fn end(&mut self) -> anyhow::Result<()> {
        self.flush()?;
        if self.form == Form::Json {
            self.print(if self.rows == 0 { "[]\n" } else { "]\n" })?;
        }
        self.out.flush().with_context(|| self.context.lang.cannot_write_output())
    }

    fn print(&mut self, text: &str) -> anyhow::Result<()> {
        self.context.print(&mut self.out, text.as_bytes())
    }
}

/// A value as text: nothing for null, hexadecimal for bytes.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Blob(bytes) => hex(bytes),
    }
}

fn json(value: Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Integer(number) => number.into(),
        Value::Real(number) => number.into(),
        Value::Text(text) => text.into(),
        Value::Blob(_) => shown(&value).into(),
    }
}
