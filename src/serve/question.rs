//! The parameters of a question as the room `search` takes them, or the refusal of whoever asks.

use super::asking::Asking;
use super::refusal::Refusal;
use std::ops::Range;
use xqdb::metadata::Kind;
use xqdb::notation::System;
use xqdb::query;
use xqdb::search::{AskError, Filter, Mirroring, ParamError, Query, TypedLine};

impl Asking<'_> {
    fn understood<T>(&self, read: Result<T, ParamError>) -> Result<T, Refusal> {
        read.map_err(|error| Refusal::of(&error, self.lang()))
    }

    /// The notation of the answer.
    pub(super) fn notation(&self) -> Result<System, Refusal> {
        self.understood(self.params.notation())
    }

    /// The position of `fen` and `moves`.
    pub(super) fn line(&self) -> Result<TypedLine, Refusal> {
        self.understood(self.params.line())
    }

    /// Whether mirror images count.
    pub(super) fn mirroring(&self) -> Result<Mirroring, Refusal> {
        self.understood(self.params.mirroring())
    }

    /// The conditions on games. `default_kinds` are meant when no kind is named.
    pub(super) fn filter(&self, default_kinds: &[Kind]) -> Result<Filter, Refusal> {
        self.understood(self.params.filter(default_kinds))
    }

    /// The question in `where`.
    pub(super) fn asked(&self) -> Result<Option<query::Query>, Refusal> {
        self.understood(self.params.asked())
    }

    /// Which games are wanted: a position, a line, a partial board and all conditions.
    pub(super) fn query(&self, places: Range<usize>) -> Result<Query, Refusal> {
        let query = self.params.query(self.archive, places, self.patience);
        query.map_err(|error| match error {
            AskError::Param(error) => Refusal::of(&error, self.lang()),
            AskError::Store(error) => self.failed(error),
        })
    }
}
