//! The lines of a table, each in five columns.

use super::code::Code;
use super::rule::RuleError;

/// What is wrong with a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum TableError {
    #[error(
        "line {line}: five columns are expected: code, name, traditional name, English name, rules"
    )]
    Columns { line: usize },
    #[error("line {line}: `{code}` is no code such as C55")]
    Code { line: usize, code: String },
    #[error("line {line}: a rule begins with @ and a number: `{rule}`")]
    Number { line: usize, rule: String },
    #[error("line {line}: {error}")]
    Rule { line: usize, error: RuleError },
}

/// A line that says something.
pub(super) struct Row<'t> {
    /// From 1.
    pub(super) line: usize,
    /// A code, or the name of conditions in brackets.
    pub(super) code: &'t str,
    pub(super) name: &'t str,
    pub(super) traditional: &'t str,
    pub(super) english: &'t str,
    pub(super) conditions: &'t str,
}

/// The lines that say something; what begins with `#` is a remark.
pub(super) fn rows(text: &str) -> impl Iterator<Item = Result<Row<'_>, TableError>> {
    let lines = (1..).zip(text.lines().map(|row| row.trim_start_matches('\u{feff}')));
    lines.filter(|(_, row)| !row.is_empty() && !row.starts_with('#')).map(|(line, row)| {
        let mut columns = row.split('\t');
        let five: [Option<&str>; 5] = std::array::from_fn(|_| columns.next());
        match (five, columns.next()) {
            (
                [Some(code), Some(name), Some(traditional), Some(english), Some(conditions)],
                None,
            ) => Ok(Row { line, code, name, traditional, english, conditions }),
            _ => Err(TableError::Columns { line }),
        }
    })
}

impl Row<'_> {
    pub(super) fn names_conditions(&self) -> bool {
        self.code.starts_with('[')
    }

    pub(super) fn code(&self) -> Result<Code, TableError> {
        let wrong = |_| TableError::Code { line: self.line, code: self.code.to_owned() };
        self.code.parse().map_err(wrong)
    }

    /// The rules, each with its number in the order of the tests.
    pub(super) fn rules(&self) -> impl Iterator<Item = Result<(u32, &str), TableError>> {
        self.conditions.split(" ; ").map(|rule| {
            let number = || TableError::Number { line: self.line, rule: rule.to_owned() };
            let (first, rest) = rule.split_once(' ').ok_or_else(number)?;
            let first = first.strip_prefix('@').and_then(|text| text.parse().ok());
            Ok((first.ok_or_else(number)?, rest))
        })
    }
}
