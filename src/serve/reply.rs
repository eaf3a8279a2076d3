//! Responses: status, kind, tag and body.

use super::answer::JSON;
use super::guard;
use super::refusal::Refusal;
use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};

/// Whether a browser has the answer already.
pub(super) fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes())
}

/// A refusal as a response.
pub(super) fn refused(refusal: &Refusal) -> Response<Body> {
    let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::BAD_REQUEST);
    response(status, JSON, None, refusal.to_json().to_string().into())
}

/// A document that is made of an archive.
pub(super) fn document_of(
    kind: &'static str,
    etag: Option<&str>,
    name: Option<&str>,
    body: Body,
) -> Response<Body> {
    let mut response = response(StatusCode::OK, kind, etag, body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(guard::DOCUMENT_POLICY));
    let saved = name.map(|name| HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")));
    if let Some(Ok(saved)) = saved {
        headers.insert(CONTENT_DISPOSITION, saved);
    }
    response
}

/// A response of this kind.
pub(super) fn response(
    status: StatusCode,
    kind: &'static str,
    etag: Option<&str>,
    body: Body,
) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Some(Ok(etag)) = etag.map(HeaderValue::from_str) {
        headers.insert(ETAG, etag);
    }
    response
}

/// JSON that is no answer about the archive.
pub(super) fn told(status: StatusCode, value: &serde_json::Value) -> Response<Body> {
    response(status, JSON, None, value.to_string().into())
}
