//! A notation as a user names it, with whatever it needs beside its name.

use super::{
    Legend, NOTATIONS, Notation, ParseSchemeError, RIVALS, Reading, Scheme, by_name, read,
};
use crate::xiangqi::{Move, Position};
use std::borrow::Cow;
use std::sync::Arc;

/// How moves are to be read or written.
#[derive(Debug, Clone)]
pub enum System {
    /// Found out token by token; for reading only.
    Auto,
    /// A row of the table.
    Row(&'static Notation),
    /// Meng's coordinates, counted in this way.
    Meng(Scheme),
    /// Poem notation with the legend of a manual.
    Poem(Arc<Legend>),
}

/// Why a text names no system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SystemError {
    /// No table has the name.
    #[error("unknown notation `{name}`; known are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// `meng:` is followed by no scheme.
    #[error(transparent)]
    Scheme(#[from] ParseSchemeError),
}

impl System {
    /// The system of this name; `auto` included, and `meng:` with a [`Scheme`].
    ///
    /// # Errors
    /// When no table has the name (the error lists those there are) or a scheme is not understood.
    pub fn named(name: &str) -> Result<System, SystemError> {
        if let Some(scheme) = name.strip_prefix("meng:") {
            return Ok(System::Meng(scheme.parse()?));
        }
        if name.eq_ignore_ascii_case("auto") {
            return Ok(System::Auto);
        }
        by_name(name).map(System::Row).ok_or_else(|| {
            let known: Vec<&str> = NOTATIONS.iter().chain(RIVALS).map(|row| row.name).collect();
            SystemError::Unknown { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// Its name, as [`System::named`] takes it; that of a poem tells its legend, which is no part
    /// of a name that can be taken.
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            System::Auto => "auto".into(),
            System::Row(row) => row.name.into(),
            System::Meng(scheme) => format!("meng:{scheme}").into(),
            System::Poem(legend) => format!("poem:{}", legend.fingerprint()).into(),
        }
    }

    /// The system that a PGN file names in its tag `Format`; none where it names one of the usual
    /// notations, which are found out by themselves and often named wrongly.
    pub fn of_format_tag(value: &str) -> Option<System> {
        let is_usual =
            ["chinese", "iccs", "wxf"].iter().any(|usual| value.eq_ignore_ascii_case(usual));
        match System::named(value).ok()? {
            System::Auto => None,
            system => Some(system).filter(|_| !is_usual),
        }
    }

    /// Whether its moves need not look like moves to a reader of files: they can be any words.
    pub fn takes_any_word(&self) -> bool {
        match self {
            System::Auto | System::Meng(_) => false,
            System::Row(row) => !row.is_automatic,
            System::Poem(_) => true,
        }
    }

    /// What a token means.
    pub fn read(&self, token: &str, position: &Position) -> Reading {
        match self {
            System::Auto => read(token, position),
            System::Row(row) => (row.read)(token, position),
            System::Meng(scheme) => scheme.read(token, position),
            System::Poem(legend) => legend.read(token, position),
        }
    }

    /// The text of a pseudo-legal move; canonical coordinates for [`System::Auto`] and where the
    /// system has none.
    pub fn write(&self, mv: Move, position: &Position) -> String {
        match self {
            System::Auto => None,
            System::Row(row) => (row.write)(mv, position),
            System::Meng(scheme) => scheme.write(mv, position),
            System::Poem(legend) => legend.write(mv, position),
        }
        .unwrap_or_else(|| mv.to_string())
    }
}
