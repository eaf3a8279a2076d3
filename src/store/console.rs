//! Runs SQL statements of a user, with functions of this program.
//!
//! On a [`Console::open`], SQLite refuses to compile a statement that would change, attach or set
//! anything.

use crate::store::database::Database;
use crate::store::error::Result;
use crate::store::snapshot::Snapshot;
use crate::store::sql::Connection;
use rusqlite::Batch;
use rusqlite::fallible_iterator::FallibleIterator as _;
use rusqlite::functions::FunctionFlags;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::ValueRef;
use std::ops::ControlFlow;
use std::path::Path;

pub use rusqlite::types::Value;

/// Receives the names of the columns and a row, for every row of a statement.
pub type OnRow<'a> = dyn FnMut(&[String], Vec<Value>) -> ControlFlow<()> + 'a;

/// A connection for statements of a user.
#[derive(Debug)]
pub struct Console {
    access: Access,
}

#[derive(Debug)]
enum Access {
    Asking(Snapshot),
    Writing(Box<Database>),
}

impl Console {
    /// Opens a database for reading only.
    ///
    /// # Errors
    /// Those of [`Snapshot::open`].
    pub fn open(path: &Path) -> Result<Console> {
        let mut snapshot = Snapshot::open(path)?;
        snapshot.raw_mut().authorizer(Some(only_questions))?;
        Ok(Console { access: Access::Asking(snapshot) })
    }

    /// Takes a database that is open for writing. Statements can then change everything, also rows
    /// that the program relies on.
    #[must_use]
    pub fn writing(database: Database) -> Console {
        Console { access: Access::Writing(Box::new(database)) }
    }

    fn connection(&self) -> &Connection {
        match &self.access {
            Access::Asking(snapshot) => snapshot,
            Access::Writing(database) => database,
        }
    }

    /// Registers a function: its name, its least and most arguments, and its code. An error of the
    /// function is the error of the statement.
    pub fn add(
        &self,
        name: &str,
        arguments: std::ops::RangeInclusive<u8>,
        function: impl Fn(&[Value]) -> std::result::Result<Value, String> + Clone + Send + 'static,
    ) -> Result<()> {
        let raw = self.connection().raw();
        for count in arguments {
            let function = function.clone();
            let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
            let added = raw.create_scalar_function(name, count.into(), flags, move |context| {
                let given: Vec<Value> =
                    (0..context.len()).map(|at| owned(context.get_raw(at))).collect();
                function(&given).map_err(|why| rusqlite::Error::UserFunctionError(why.into()))
            });
            added?;
        }
        Ok(())
    }

    /// Runs statements, separated by semicolons, and passes the rows of each to `on_row` until
    /// `on_row` breaks.
    ///
    /// # Errors
    /// A statement is refused or fails; the statements before it have run.
    pub fn run(&self, sql: &str, on_row: &mut OnRow<'_>) -> Result<ControlFlow<()>> {
        let mut batch = Batch::new(self.connection().raw(), sql);
        while let Some(mut statement) = batch.next()? {
            let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let values: rusqlite::Result<Vec<Value>> =
                    (0..names.len()).map(|at| row.get_ref(at).map(owned)).collect();
                if on_row(&names, values?).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Copies a value; bytes of a text that are not UTF-8 are replaced.
fn owned(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    }
}

/// Allows statements that read, and the pragmas that list tables, columns and indexes.
fn only_questions(context: AuthContext<'_>) -> Authorization {
    match context.action {
        AuthAction::Select
        | AuthAction::Read { .. }
        | AuthAction::Function { .. }
        | AuthAction::Recursive => Authorization::Allow,
        AuthAction::Pragma { pragma_name, .. }
            if ["table_list", "table_info", "table_xinfo", "index_list", "index_xinfo"]
                .contains(&pragma_name) =>
        {
            Authorization::Allow
        }
        _ => Authorization::Deny,
    }
}
