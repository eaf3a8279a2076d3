//! Text to tree: one function a rule of the grammar, each reading from the left and stopping at the
//! first offence.

mod conditions;
mod headers;
mod moves;
mod pieces;
mod reader;

use super::error::QueryError;
use super::library::Library;
use super::syntax::{Condition, Pattern};
use reader::Reader;

/// Reads a query; definitions before it are its own.
///
/// # Errors
/// Where the text is no query, or too long or too deep.
pub(super) fn parse(text: &str, library: &Library) -> Result<Condition, QueryError> {
    let mut reader = Reader::new(text, library.clone())?;
    reader.definitions()?;
    reader.query()
}

/// Reads definitions and nothing else, and puts them into the library.
///
/// # Errors
/// Where the text is no row of definitions, or too long or too deep.
pub(super) fn define(text: &str, library: &mut Library) -> Result<(), QueryError> {
    let mut reader = Reader::new(text, library.clone())?;
    reader.definitions()?;
    *library = reader.finish()?;
    Ok(())
}

/// Reads what a pattern of the prelude stands for.
///
/// # Errors
/// Where the text is no query.
pub(super) fn pattern(
    names: &[&str],
    definition: &'static str,
    meaning: &'static str,
    library: &Library,
) -> Result<Pattern, QueryError> {
    let mut reader = Reader::new(definition, library.clone())?;
    let body = reader.query()?;
    let names = names.iter().map(|&name| name.to_owned()).collect();
    Ok(reader.pattern(names, definition.to_owned(), meaning, body))
}
