//! Who may ask.
//!
//! Only this machine reaches the server, unless its user says otherwise. What is left are pages of
//! other sites in a browser on this machine: they may not read answers (no CORS), they cannot pass
//! a name of their own off as this server's (`Host` has to be an address or `localhost`), and their
//! requests are known by `Sec-Fetch-Site`.

use super::secret::Secret;
use axum::http::header::{AUTHORIZATION, COOKIE, HOST};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use std::net::IpAddr;

/// The cookie in which a browser keeps the token.
pub(super) const KEPT: &str = "xqdb_token";

/// What a page of this server may do: load its own parts, and nothing else.
pub(super) const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// What a document made of an archive may do: show itself.
pub(super) const DOCUMENT_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// Whether a request names this server by an address or as `localhost`. A page elsewhere can have
/// its own name point here, but not these.
pub(super) fn is_own_host(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(HOST).and_then(|host| host.to_str().ok()) else { return false };
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, _)) => name,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

/// Whether a page of another site sends the request.
pub(super) fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

/// Whether a request brings the token: in `Authorization`, or in the cookie.
pub(super) fn brings(headers: &HeaderMap, secret: &Secret) -> bool {
    let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let kept = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|cookie| {
        cookie.trim().strip_prefix(KEPT).and_then(|rest| rest.strip_prefix('='))
    });
    let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
    bearer.into_iter().chain(kept).any(|said| secret.is(said))
}

/// What every answer says to a browser.
pub(super) fn protect(headers: &mut HeaderMap) {
    let fixed = [
        ("content-security-policy", PAGE_POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ];
    for (name, value) in fixed {
        let name = HeaderName::from_static(name);
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &'static str, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(HeaderName::from_static(name), value.parse().unwrap())])
    }

    #[test]
    fn a_host_is_an_address_or_localhost() {
        for own in ["127.0.0.1", "127.0.0.1:4321", "localhost:1", "[::1]:80", "[::1]", "LOCALHOST"]
        {
            assert!(is_own_host(&with("host", own)), "{own}");
        }
        for other in ["evil.example", "evil.example:4321", "127.0.0.1.evil.example", "", "[::1"] {
            assert!(!is_own_host(&with("host", other)), "{other}");
        }
        assert!(!is_own_host(&HeaderMap::new()));
    }

    #[test]
    fn the_token_comes_as_bearer_or_cookie() {
        let secret = Secret::new().unwrap();
        let text = secret.text();
        assert!(brings(&with("authorization", &format!("Bearer {text}")), &secret));
        assert!(brings(&with("cookie", &format!("a=b; {KEPT}={text}")), &secret));
        assert!(!brings(&with("cookie", &format!("{KEPT}2={text}")), &secret));
        assert!(!brings(&with("authorization", text), &secret));
        assert!(!brings(&HeaderMap::new(), &secret));
    }
}
