//! A question on its way: its parameters, its language, how long it may take, and the archive.

use super::refusal::Refusal;
use crate::messages::Lang;
use axum::extract::Query as InAddress;
use axum::http::Uri;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xqdb::engine_book::Books;
use xqdb::research::Strengths;
use xqdb::search::{Archive, Matcher, Params, Purpose, SearchQuery, Watch, search_watched};
use xqdb::store::Error;

/// The longest that a question may work.
const LONGEST: Duration = Duration::from_secs(30);

/// Names and values behind the `?` of an address.
pub(super) type AddressValues = Vec<(String, String)>;

/// Names and values of an address, whatever they are called.
pub(super) fn values_of(uri: &Uri) -> Result<AddressValues, Refusal> {
    InAddress::<AddressValues>::try_from_uri(uri).map(|InAddress(values)| values).map_err(|error| {
        let why = error.to_string();
        Refusal::new(400, "parameter", move |lang| lang.stored(&why))
    })
}

/// The language that the values name; `usual` if they name none.
pub(super) fn language(values: &AddressValues, usual: Lang) -> Result<Lang, Refusal> {
    let Some((_, tag)) = values.iter().rev().find(|(name, _)| name == "lang") else {
        return Ok(usual);
    };
    Lang::of_tag(tag).ok_or_else(|| {
        let tag = tag.clone();
        Refusal::parameter("lang", move |lang| lang.none_of(&tag, "en, zh-Hans, zh-Hant"))
    })
}

/// Watches over one question: it is stopped when its client has left or its time is over.
#[derive(Debug, Clone)]
pub(super) struct Patience {
    gone: Arc<AtomicBool>,
    until: Instant,
}

/// The client that waits. When it is dropped, the question is over.
pub(super) struct Client(Arc<AtomicBool>);

impl Drop for Client {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Patience {
    /// A question that begins now, and the client that waits for it.
    pub(super) fn begin() -> (Patience, Client) {
        let gone = Arc::new(AtomicBool::new(false));
        (Patience { gone: gone.clone(), until: Instant::now() + LONGEST }, Client(gone))
    }

    /// Whether nobody waits any more.
    pub(super) fn is_left(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }
}

impl Watch for Patience {
    fn expect(&self, _: u64) {}
    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.is_left() || Instant::now() >= self.until
    }
}

/// A question to the archive.
pub(super) struct Asking<'a> {
    pub(super) archive: &'a Archive,
    pub(super) params: &'a Params,
    /// The language of the answer.
    pub(super) lang: Lang,
    /// The key of a game, where the path of the route has `{key}`.
    pub(super) key: &'a str,
    /// The form behind the last dot of the path: `svg`, `csv`; empty for JSON.
    pub(super) form: &'a str,
    pub(super) patience: &'a Patience,
    /// The opening books of engines that stand beside the explorer.
    pub(super) books: &'a Books,
    /// The strengths of all players, where they are known beforehand.
    pub(super) rated: Option<&'a Strengths>,
    /// The name of the archive.
    pub(super) name: &'a str,
    /// The name of its file.
    pub(super) file: &'a str,
}

impl Asking<'_> {
    /// The part of a list that is wanted.
    pub(super) fn places(&self) -> Result<Range<usize>, Refusal> {
        let offset = self.params.number("offset")?;
        Ok(offset..offset + self.params.number("limit")?)
    }

    /// The games that are wanted: a position, a line, a partial board and all conditions.
    pub(super) fn query(&self, places: Range<usize>) -> Result<SearchQuery, Refusal> {
        Ok(self.params.query(self.archive, places, self.patience)?)
    }

    /// The ids of the games that are wanted.
    pub(super) fn games(&self) -> Result<Vec<u32>, Refusal> {
        let query = self.query(0..usize::MAX)?;
        Ok(search_watched(self.archive, &query, self.patience)?.games)
    }

    /// The conditions on games that are asked for a purpose.
    pub(super) fn matcher(&self, purpose: Purpose) -> Result<Matcher, Refusal> {
        let filter = self.params.filter(purpose)?;
        Ok(filter.resolve_watched(self.archive, self.patience)?)
    }

    /// Goes on, unless the time is over or the client has left.
    pub(super) fn go_on(&self) -> Result<(), Refusal> {
        if self.patience.is_stopped() { Err(Error::Stopped.into()) } else { Ok(()) }
    }
}
