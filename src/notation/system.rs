//! A notation as a user names it, with whatever it needs beside its name.

use super::{NOTATIONS, Notation, RIVALS, Reading, by_name, read};
use crate::xiangqi::{Move, Position};

/// How moves are to be read or written.
#[derive(Clone, Copy)]
pub enum System {
    /// Found out token by token; for reading only.
    Auto,
    /// A row of the table.
    Row(&'static Notation),
}

/// A name that is in no table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown notation `{name}`; known are {known}")]
pub struct UnknownSystem {
    name: String,
    known: String,
}

impl System {
    /// The system of this name; `auto` included.
    ///
    /// # Errors
    /// When no table has the name; the error lists those there are.
    pub fn named(name: &str) -> Result<System, UnknownSystem> {
        if name.eq_ignore_ascii_case("auto") {
            return Ok(System::Auto);
        }
        by_name(name).map(System::Row).ok_or_else(|| {
            let known: Vec<&str> = NOTATIONS.iter().chain(RIVALS).map(|row| row.name).collect();
            UnknownSystem { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// Its name in the table, or `auto`.
    pub fn name(&self) -> &str {
        match self {
            System::Auto => "auto",
            System::Row(row) => row.name,
        }
    }

    /// What a token means.
    pub fn read(&self, token: &str, position: &Position) -> Reading {
        match self {
            System::Auto => read(token, position),
            System::Row(row) => (row.read)(token, position),
        }
    }

    /// The text of a possible move; canonical coordinates for [`System::Auto`] and where the system has none.
    pub fn write(&self, mv: Move, position: &Position) -> String {
        match self {
            System::Auto => None,
            System::Row(row) => (row.write)(mv, position),
        }
        .unwrap_or_else(|| mv.to_string())
    }
}
