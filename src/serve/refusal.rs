//! Why a question is not answered.

use crate::messages::{self, Lang};
use serde_json::{Value, json};
use xqdb::query::QueryError;
use xqdb::search::{ParamError, ParamProblem};

/// A question that is not answered: status, a word for programs, a sentence for people.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The status of HTTP.
    pub(super) status: u16,
    code: &'static str,
    message: String,
    parameter: Option<String>,
    /// Where in the text of a query, 0-based: first character, and the one after the last.
    span: Option<std::ops::Range<usize>>,
    near: Option<String>,
}

impl Refusal {
    /// A refusal with this status.
    pub(super) fn new(status: u16, code: &'static str, message: String) -> Refusal {
        Refusal { status, code, message, parameter: None, span: None, near: None }
    }

    /// A parameter that is not understood.
    pub(super) fn parameter(name: &str, why: &str, lang: Lang) -> Refusal {
        let message = lang.argument_wrong(name, why);
        let parameter = Some(name.to_owned());
        Refusal { parameter, ..Refusal::new(400, "parameter", message) }
    }

    /// A parameter that the room `search` does not understand.
    pub(super) fn of(error: &ParamError, lang: Lang) -> Refusal {
        let why = match &*error.problem {
            ParamProblem::NoneOf { text, known } => lang.none_of(text, known),
            ParamProblem::Number { text, most } => lang.no_number_up_to(text, *most),
            ParamProblem::Date(text) => lang.no_date(text),
            ParamProblem::Moves(error) => lang.typed_refused(error),
            ParamProblem::Query(query) => return Refusal::query(&error.name, query, lang),
            ParamProblem::Refused(why) => lang.stored(why),
        };
        Refusal::parameter(&error.name, &why, lang)
    }

    /// A query that cannot be read.
    pub(super) fn query(name: &str, error: &QueryError, lang: Lang) -> Refusal {
        Refusal {
            code: "query",
            span: Some(error.span.clone()),
            near: error.near.clone(),
            ..Refusal::parameter(name, &lang.query_refused(error), lang)
        }
    }

    /// What could not be done, whatever was asked.
    pub(super) fn failed(error: anyhow::Error, lang: Lang) -> Refusal {
        Refusal::new(500, "failed", messages::describe(lang, &error))
    }

    /// The answer in its place.
    pub(super) fn to_json(&self) -> Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(parameter) = &self.parameter {
            error["parameter"] = json!(parameter);
        }
        if let Some(span) = &self.span {
            error["character"] = json!(span.start + 1);
            error["span"] = json!([span.start, span.end]);
            error["near"] = json!(self.near);
        }
        json!({ "error": error })
    }
}
