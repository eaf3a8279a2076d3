//! A question: its archive, parameters and language, and how long it may take.

use super::refusal::Refusal;
use crate::messages::Lang;
use axum::extract::Query as InAddress;
use axum::http::Uri;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xqdb::engine_book::Books;
use xqdb::search::{Archive, Matcher, Params, Purpose, SearchQuery, Watch, search_unsorted};
use xqdb::store::Error;

/// Largest time that a question may take.
const LONGEST: Duration = Duration::from_secs(30);

/// Names and values after the `?` of an address.
pub(super) type AddressValues = Vec<(String, String)>;

/// Names and values of an address, known or not.
pub(super) fn values_of(uri: &Uri) -> Result<AddressValues, Refusal> {
    InAddress::<AddressValues>::try_from_uri(uri).map(|InAddress(values)| values).map_err(|error| {
        let why = error.to_string();
        Refusal::new(400, "parameter", move |lang| lang.stored(&why))
    })
}

/// Language that the values name; `usual` if they name none.
pub(super) fn language(values: &AddressValues, usual: Lang) -> Result<Lang, Refusal> {
    let Some((_, tag)) = values.iter().rev().find(|(name, _)| name == "lang") else {
        return Ok(usual);
    };
    Lang::of_tag(tag).ok_or_else(|| {
        let tag = tag.clone();
        Refusal::parameter("lang", move |lang| lang.none_of(&tag, "en, zh-Hans, zh-Hant"))
    })
}

/// Stops a question when its client has left or its time is over.
#[derive(Debug, Clone)]
pub(super) struct Patience {
    gone: Arc<AtomicBool>,
    until: Option<Instant>,
}

/// Client that waits for an answer; its question ends when this is dropped.
pub(super) struct Client(Arc<AtomicBool>);

impl Drop for Client {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Patience {
    /// Begins the time of a question, for which the returned client waits.
    pub(super) fn begin() -> (Patience, Client) {
        let gone = Arc::new(AtomicBool::new(false));
        let until = Some(Instant::now() + LONGEST);
        (Patience { gone: gone.clone(), until }, Client(gone))
    }

    /// Patience without end.
    pub(super) fn endless() -> Patience {
        Patience { gone: Arc::default(), until: None }
    }

    /// Whether the client has left.
    pub(super) fn is_left(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }
}

impl Watch for Patience {
    fn expect(&self, _: u64) {}
    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.is_left() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// A question to the archive.
pub(super) struct Asking<'a> {
    pub(super) archive: &'a Archive,
    pub(super) params: &'a Params,
    /// Language of the answer.
    pub(super) lang: Lang,
    /// Key of a game, if the path of the route has `{key}`.
    pub(super) key: &'a str,
    /// Form after the last dot of the path: `svg`, `csv`; empty for JSON.
    pub(super) form: &'a str,
    pub(super) patience: &'a Patience,
    /// Opening books of engines, whose moves the explorer shows, too.
    pub(super) books: &'a Books,
    /// Name of the archive.
    pub(super) name: &'a str,
    /// Name of the archive's file.
    pub(super) file: &'a str,
    /// Whether lists are answered whole, whatever `offset` and `limit` say.
    pub(super) is_whole: bool,
}

impl Asking<'_> {
    /// Part of the list that the question asks for, by `offset` and `limit`.
    pub(super) fn places(&self) -> Result<Range<usize>, Refusal> {
        if self.is_whole {
            return Ok(0..usize::MAX);
        }
        let offset = self.params.number("offset")?;
        Ok(offset..offset + self.params.number("limit")?)
    }

    /// Query for the games of the question: position, line, partial board and conditions.
    pub(super) fn query(&self, places: Range<usize>) -> Result<SearchQuery, Refusal> {
        Ok(self.params.query(self.archive, places, self.patience)?)
    }

    /// Ids of the games of the question, ascending.
    pub(super) fn games(&self) -> Result<Vec<u32>, Refusal> {
        let query = self.query(0..usize::MAX)?;
        Ok(search_unsorted(self.archive, &query, self.patience)?.games)
    }

    /// Conditions on games, resolved for a purpose.
    pub(super) fn matcher(&self, purpose: Purpose) -> Result<Matcher, Refusal> {
        let filter = self.params.filter(purpose)?;
        Ok(filter.resolve_watched(self.archive, self.patience)?)
    }

    /// Error if the time is over or the client has left.
    pub(super) fn go_on(&self) -> Result<(), Refusal> {
        if self.patience.is_stopped() { Err(Error::Stopped.into()) } else { Ok(()) }
    }
}
