//! Replies to questions, and the responses that carry them.

use super::guard;
use axum::body::{Body, Bytes};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    SET_COOKIE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use futures_util::stream;
use serde_json::Value;
use std::convert::Infallible;
use tokio::sync::mpsc::{Sender, channel};
use xqdb::search::Archive;
use xqdb::store;

/// Values of `Content-Type`.
pub(super) const SVG: &str = "image/svg+xml; charset=utf-8";
pub(super) const HTML: &str = "text/html; charset=utf-8";
pub(super) const JSON: &str = "application/json; charset=utf-8";
pub(super) const JSONL: &str = "application/x-ndjson; charset=utf-8";
pub(super) const PGN: &str = "application/x-chess-pgn; charset=utf-8";
pub(super) const CSV: &str = "text/csv; charset=utf-8";
pub(super) const TEI: &str = "application/tei+xml; charset=utf-8";
pub(super) const BYTES: &str = "application/octet-stream";
/// Server-sent events.
pub(super) const EVENTS: &str = "text/event-stream; charset=utf-8";

/// Value of `Content-Type` by its short name.
pub(super) fn kind(name: &str) -> &'static str {
    match name {
        "svg" => SVG,
        "jsonl" => JSONL,
        "pgn" => PGN,
        "csv" => CSV,
        "events" => EVENTS,
        "bytes" => BYTES,
        _ => JSON,
    }
}

/// Number of chunks of a body that wait for a slow client.
const WAITING: usize = 4;
/// Number of bytes of a chunk.
const CHUNK: usize = 64 << 10;

/// Writes one game of a list.
pub(super) type WriteGame = Box<dyn Fn(&Archive, u32) -> store::Result<Vec<u8>> + Send>;

/// The answer to a question.
pub(super) enum Reply {
    Json(Value),
    /// Document; a browser saves it under `name`, or shows it if there is none.
    Document {
        kind: &'static str,
        bytes: Vec<u8>,
        name: Option<String>,
    },
    /// Any number of games, written while they are sent.
    Games {
        kind: &'static str,
        name: String,
        head: Vec<u8>,
        games: Vec<u32>,
        write: WriteGame,
    },
    /// Body of server-sent events.
    Events(Body),
    /// Empty body, with a cookie for the browser.
    Nothing {
        cookie: Option<String>,
    },
}

/// Work of a reply that the worker does with the archive after the response is sent.
pub(super) type Rest = Box<dyn FnOnce(&Archive) + Send>;

impl Reply {
    /// Document that a browser shows.
    pub(super) fn shown(kind: &'static str, text: String) -> Reply {
        Reply::Document { kind, bytes: text.into_bytes(), name: None }
    }

    /// Response with this status and tag, and the work that is left.
    pub(super) fn response(
        self,
        status: StatusCode,
        etag: Option<&str>,
    ) -> (Response<Body>, Option<Rest>) {
        match self {
            Reply::Json(value) => (response(status, JSON, etag, value.to_string().into()), None),
            Reply::Events(body) => (response(status, EVENTS, etag, body), None),
            Reply::Document { kind, bytes, name } => {
                (document(kind, etag, name.as_deref(), bytes.into()), None)
            }
            Reply::Nothing { cookie } => {
                let mut response = response(status, JSON, etag, Body::empty());
                put(response.headers_mut(), SET_COOKIE, cookie.as_deref());
                (response, None)
            }
            Reply::Games { kind, name, head, games, write } => {
                let (chunks, body) = streamed();
                let rest = move |archive: &Archive| {
                    let mut chunk = head;
                    for id in games {
                        // The status is sent; the client sees that the connection breaks off.
                        let Ok(game) = write(archive, id) else { return };
                        chunk.extend_from_slice(&game);
                        if chunk.len() >= CHUNK
                            && chunks.blocking_send(std::mem::take(&mut chunk).into()).is_err()
                        {
                            return;
                        }
                    }
                    let _ = chunks.blocking_send(chunk.into());
                };
                (document(kind, etag, Some(&name), body), Some(Box::new(rest)))
            }
        }
    }
}

/// Body, and the sender of its chunks.
pub(super) fn streamed() -> (Sender<Bytes>, Body) {
    let (chunks, mut receiver) = channel::<Bytes>(WAITING);
    let received = stream::poll_fn(move |context| {
        receiver.poll_recv(context).map(|chunk| chunk.map(Ok::<_, Infallible>))
    });
    (chunks, Body::from_stream(received))
}

/// Whether the browser has this answer already.
pub(super) fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes())
}

/// Response with a document made of an archive, which may only show itself.
fn document(
    kind: &'static str,
    etag: Option<&str>,
    name: Option<&str>,
    body: Body,
) -> Response<Body> {
    let mut response = response(StatusCode::OK, kind, etag, body);
    let headers = response.headers_mut();
    put(headers, CONTENT_SECURITY_POLICY, Some(guard::DOCUMENT_POLICY));
    let saved = name.map(|name| format!("attachment; filename=\"{name}\""));
    put(headers, CONTENT_DISPOSITION, saved.as_deref());
    response
}

/// Response with this status, kind and body.
pub(super) fn response(
    status: StatusCode,
    kind: &'static str,
    etag: Option<&str>,
    body: Body,
) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    put(headers, CONTENT_TYPE, Some(kind));
    put(headers, CACHE_CONTROL, Some("no-cache"));
    put(headers, ETAG, etag);
    response
}

fn put(headers: &mut HeaderMap, name: HeaderName, value: Option<&str>) {
    if let Some(Ok(value)) = value.map(HeaderValue::from_str) {
        headers.insert(name, value);
    }
}
