//! Why a question cannot be asked.

use crate::notation::TypedError;
use crate::query::QueryError;
use crate::store::Error;

/// A parameter that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct ParamError {
    /// Its name.
    pub name: String,
    /// What is wrong with its value.
    pub problem: Box<ParamProblem>,
}

/// What is wrong with the value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParamProblem {
    /// Only some words are understood.
    #[error("`{text}` is none of {known}")]
    NoneOf {
        /// What was said.
        text: String,
        /// The words, separated by commas.
        known: String,
    },
    /// No number, or too large a one.
    #[error("`{text}` is no number up to {most}")]
    Number {
        /// What was said.
        text: String,
        /// The largest that is taken.
        most: u64,
    },
    /// No date.
    #[error("`{0}` is no date; write 1960, 1960-05 or 1960-05-01")]
    Date(String),
    /// The moves have not one meaning.
    #[error(transparent)]
    Moves(#[from] TypedError),
    /// The query cannot be read.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Another room refuses it, and says why.
    #[error("{0}")]
    Refused(String),
}

impl ParamError {
    /// A parameter and what is wrong with it.
    #[must_use]
    pub fn new(name: &str, problem: ParamProblem) -> ParamError {
        ParamError { name: name.to_owned(), problem: Box::new(problem) }
    }

    /// A parameter that takes some words only.
    #[must_use]
    pub fn none_of(name: &str, text: &str, known: &str) -> ParamError {
        let (text, known) = (text.to_owned(), known.to_owned());
        ParamError::new(name, ParamProblem::NoneOf { text, known })
    }

    /// A parameter that another room refuses.
    pub(super) fn refused(name: &str, why: &impl ToString) -> ParamError {
        ParamError::new(name, ParamProblem::Refused(why.to_string()))
    }
}

/// Why a question is not answered.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It is not understood.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The database cannot be read, or the asking was stopped.
    #[error(transparent)]
    Store(#[from] Error),
}
