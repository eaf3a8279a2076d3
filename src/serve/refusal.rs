//! Refusals: why a question is not answered, as a status, a word for programs and a sentence.

use super::reply::{JSON, response};
use crate::messages::{self, Lang};
use axum::body::Body;
use axum::http::{Response, StatusCode};
use serde_json::{Value, json};
use std::fmt;
use std::io;
use std::ops::Range;
use tokio::task::JoinError;
use xqdb::query::QueryError;
use xqdb::search::{AskError, ParamError, ParamProblem};
use xqdb::store::Error;

/// A question that is not answered. Its sentence is made when the language is known, so that `?`
/// turns errors of the rooms above into refusals.
pub(super) struct Refusal {
    status: u16,
    code: &'static str,
    parameter: Option<String>,
    /// Fault in the text of a query: 0-based range of characters, and a word that may be meant.
    fault: Option<(Range<usize>, Option<String>)>,
    message: Box<dyn FnOnce(Lang) -> String + Send>,
}

impl Refusal {
    /// Refusal with a status of HTTP, a word for programs and a sentence.
    pub(super) fn new(
        status: u16,
        code: &'static str,
        message: impl FnOnce(Lang) -> String + Send + 'static,
    ) -> Refusal {
        Refusal { status, code, parameter: None, fault: None, message: Box::new(message) }
    }

    /// Refusal of a parameter, with the reason.
    pub(super) fn parameter(
        name: &str,
        why: impl FnOnce(Lang) -> String + Send + 'static,
    ) -> Refusal {
        let named = name.to_owned();
        let message = move |lang: Lang| lang.argument_wrong(&named, &why(lang));
        Refusal { parameter: Some(name.to_owned()), ..Refusal::new(400, "parameter", message) }
    }

    /// Refusal of a query that cannot be read.
    pub(super) fn query(name: &str, error: QueryError) -> Refusal {
        let fault = Some((error.span.clone(), error.near.clone()));
        let refusal = Refusal::parameter(name, move |lang| lang.query_refused(&error));
        Refusal { code: "query", fault, ..refusal }
    }

    /// Same refusal with another sentence.
    pub(super) fn explained(
        self,
        message: impl FnOnce(Lang) -> String + Send + 'static,
    ) -> Refusal {
        Refusal { message: Box::new(message), ..self }
    }

    /// Refusal of an unknown address.
    pub(super) fn nothing_there() -> Refusal {
        Refusal::new(404, "path", Lang::nothing_there)
    }

    /// Object that replaces an answer.
    pub(super) fn into_json(self, lang: Lang) -> Value {
        let mut error = json!({ "code": self.code, "message": (self.message)(lang) });
        if let Some(parameter) = &self.parameter {
            error["parameter"] = json!(parameter);
        }
        if let Some((span, near)) = &self.fault {
            error["character"] = json!(span.start + 1);
            error["span"] = json!([span.start, span.end]);
            error["near"] = json!(near);
        }
        json!({ "error": error })
    }

    /// Response with the refusal.
    pub(super) fn response(self, lang: Lang) -> Response<Body> {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        response(status, JSON, None, self.into_json(lang).to_string().into())
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status, self.code)
    }
}

impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Refusal {
        Refusal::new(500, "failed", move |lang| messages::describe(lang, &error))
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        anyhow::Error::from(error).into()
    }
}

impl From<JoinError> for Refusal {
    fn from(error: JoinError) -> Refusal {
        anyhow::Error::from(error).into()
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        match error {
            Error::Stopped => Refusal::new(503, "late", Lang::question_took_too_long),
            other => anyhow::Error::from(other).into(),
        }
    }
}

impl From<ParamError> for Refusal {
    fn from(ParamError { name, problem }: ParamError) -> Refusal {
        match *problem {
            ParamProblem::Query(error) => Refusal::query(&name, error),
            problem => Refusal::parameter(&name, move |lang| lang.param_problem(&problem)),
        }
    }
}

impl From<AskError> for Refusal {
    fn from(error: AskError) -> Refusal {
        match error {
            AskError::Param(error) => error.into(),
            AskError::Store(error) => error.into(),
        }
    }
}
