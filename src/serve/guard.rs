//! Decides which requests are answered.
//!
//! Only this machine reaches the server, unless the user says otherwise. Pages of other sites in a
//! browser on this machine may not read answers (no CORS), cannot name this server by their own
//! name (`Host` must be an address or `localhost`), and are known by `Sec-Fetch-Site`.

use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};
use std::net::IpAddr;
use xqdb::text::hex;

/// Beginning of the name of the cookie with the token. The port follows: all ports of a machine
/// share its cookies.
pub(super) const KEPT: &str = "xqdb_token";

/// Policy of the page: it may load its own parts, and nothing else.
pub(super) const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Policy of a document made of an archive: it may only show itself.
pub(super) const DOCUMENT_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// Whether a request names this server by an address or as `localhost`. A page elsewhere can let
/// its own name point here, but not these.
pub(super) fn is_own_host(headers: &HeaderMap) -> bool {
    let [host] = said(headers, "host")[..] else { return false };
    host.parse::<Authority>().is_ok_and(|own| is_own_name(&own, |_| true))
}

/// Whether `named` is `localhost`, or an address that fits, without a user name.
fn is_own_name(named: &Authority, fits: fn(IpAddr) -> bool) -> bool {
    let host = named.host();
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let is_own = host.eq_ignore_ascii_case("localhost") || address.parse().is_ok_and(fits);
    is_own && !named.as_str().contains('@')
}

/// Whether a page of another site sends the request, as `Sec-Fetch-Site` says, or `Origin` of older
/// browsers.
pub(super) fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    said(headers, "sec-fetch-site").iter().any(|site| !matches!(*site, "same-origin" | "none"))
        || !is_of_own_origin(headers)
}

/// Whether every origin of a request is a page of this server.
fn is_of_own_origin(headers: &HeaderMap) -> bool {
    let [host] = said(headers, "host")[..] else { return false };
    said(headers, "origin").iter().all(|origin| {
        origin.strip_prefix("http://").is_some_and(|from| from.eq_ignore_ascii_case(host))
    })
}

/// All values of a header, since one of two must not be overlooked. A value that is no text becomes
/// an empty text, which is never right.
fn said<'h>(headers: &'h HeaderMap, name: &str) -> Vec<&'h str> {
    let values = headers.get_all(name).iter();
    values.map(|value| value.to_str().unwrap_or_default()).collect()
}

/// Whether a request comes from a page of this server, or from no page: if its headers name a page,
/// it is one of this server.
pub(super) fn is_from_here(headers: &HeaderMap) -> bool {
    said(headers, "sec-fetch-site").iter().all(|site| *site == "same-origin")
        && is_of_own_origin(headers)
}

/// Page of this machine, at any port, that sends the request; `None` if no page does.
pub(super) fn origin_on_this_machine(
    headers: &HeaderMap,
) -> Result<Option<HeaderValue>, Elsewhere> {
    let mut origins = headers.get_all("origin").iter();
    let Some(origin) = origins.next() else { return Ok(None) };
    let is_here = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
    let is_here = is_here.is_some_and(|page| {
        matches!(page.scheme_str(), Some("http" | "https"))
            && page.authority().is_some_and(|named| is_own_name(named, |ip| ip.is_loopback()))
    });
    match is_here && origins.next().is_none() {
        true => Ok(Some(origin.clone())),
        false => Err(Elsewhere),
    }
}

/// A page of another site sends the request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Elsewhere;

/// Whether the user opens the address as a page of its own, which the page with the link cannot
/// read.
pub(super) fn is_navigation(headers: &HeaderMap) -> bool {
    matches!(said(headers, "sec-fetch-mode")[..], ["navigate"])
        && matches!(said(headers, "sec-fetch-dest")[..], ["document"])
}

/// Whether a request brings the token: in `Authorization`, or in the cookie.
pub(super) fn brings(headers: &HeaderMap, secret: &Secret, cookie: &str) -> bool {
    let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let kept = cookies
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|said| said.trim().strip_prefix(cookie)?.strip_prefix('='));
    let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
    bearer.into_iter().chain(kept).any(|said| secret.is(said))
}

/// Adds the headers of every answer that restrict browsers.
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

/// Lets the page run the script that is part of it, whose hash is `script`, and stand in pages
/// elsewhere if it `is_embedded`.
pub(super) fn allow(headers: &mut HeaderMap, script: &str, is_embedded: bool) {
    let own = format!("script-src 'self' {script}");
    let mut policy = PAGE_POLICY.replace("script-src 'self'", &own);
    if is_embedded {
        policy = policy.replace("; frame-ancestors 'none'", "");
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert("content-security-policy", policy);
    }
}

/// Token, made anew whenever the server starts.
#[derive(Debug, Clone)]
pub(super) struct Secret(String);

impl Secret {
    /// Makes a token that nobody can guess: 128 random bits of the system.
    pub(super) fn new() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(hex(&bytes)))
    }

    /// The token as it stands in addresses: 32 hexadecimal digits.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Whether `said` is the token. Takes the same time for every wrong token of the right length.
    pub(super) fn is(&self, said: &str) -> bool {
        let differ = self.0.bytes().zip(said.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        self.0.len() == said.len() && differ == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_opens() {
        let secret = Secret::new().unwrap();
        let text = secret.text().to_owned();
        assert!(secret.is(&text));
        for wrong in ["", &text[1..], &format!("{text}0"), &"0".repeat(32)] {
            assert!(!secret.is(wrong), "{wrong}");
        }
    }

    fn headers(all: &[(&'static str, &[u8])]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in all {
            headers.append(*name, HeaderValue::from_bytes(value).unwrap());
        }
        headers
    }

    fn with(name: &'static str, value: &str) -> HeaderMap {
        headers(&[(name, value.as_bytes())])
    }

    const HOST: (&str, &[u8]) = ("host", b"127.0.0.1:9010");

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
        let brings = |headers: &HeaderMap| brings(headers, &secret, "xqdb_token_9010");
        assert!(brings(&with("authorization", &format!("Bearer {text}"))));
        assert!(brings(&with("cookie", &format!("a=b; xqdb_token_9010={text}"))));
        for other in ["xqdb_token", "xqdb_token_90", "xqdb_token_90102", "a"] {
            assert!(!brings(&with("cookie", &format!("{other}={text}"))), "{other}");
        }
        assert!(!brings(&with("authorization", text)));
        assert!(!brings(&HeaderMap::new()));
    }

    #[test]
    fn only_pages_of_this_server_change_something() {
        let asked = |more: &[(&'static str, &str)]| {
            let more = more.iter().map(|(name, value)| (*name, value.as_bytes()));
            is_from_here(&headers(&[HOST].into_iter().chain(more).collect::<Vec<_>>()))
        };
        assert!(asked(&[]), "a program");
        let own = ("origin", "http://127.0.0.1:9010");
        assert!(asked(&[own]) && asked(&[own, ("sec-fetch-site", "same-origin")]));
        for origin in ["http://127.0.0.1:9011", "null", "https://127.0.0.1:9010", "", "http://"] {
            assert!(!asked(&[("origin", origin)]), "{origin}");
        }
        for site in ["cross-site", "same-site", "none", ""] {
            assert!(!asked(&[("sec-fetch-site", site)]), "{site}");
        }
        assert!(!is_from_here(&HeaderMap::new()), "nobody says where it is sent to");
    }

    #[test]
    fn pages_of_this_machine_are_known_whatever_their_port() {
        let origin =
            |text: &str| origin_on_this_machine(&with("origin", text)).map(|of| of.is_some());
        for here in
            ["http://127.0.0.1:3333", "http://localhost:3333", "http://[::1]:1", "http://127.0.0.1"]
        {
            assert_eq!(origin(here), Ok(true), "{here}");
        }
        let elsewhere = [
            "http://evil.example",
            "http://127.0.0.1.evil.example",
            "http://localhost.evil.example:80",
            "http://192.168.0.7:3333",
            "http://127.0.0.1@evil.example",
            "null",
            "",
        ];
        for other in elsewhere {
            assert_eq!(origin(other), Err(Elsewhere), "{other}");
        }
        assert_eq!(origin_on_this_machine(&HeaderMap::new()), Ok(None));
        let own: (&str, &[u8]) = ("origin", b"http://127.0.0.1:3333");
        assert_eq!(origin_on_this_machine(&headers(&[own, own])), Err(Elsewhere));
    }

    #[test]
    fn what_is_said_twice_has_to_be_right_twice() {
        let own: (&str, &[u8]) = ("origin", b"http://127.0.0.1:9010");
        assert!(is_from_here(&headers(&[HOST, own, own])));
        for other in [&b"http://evil.example"[..], b"null", b"\xff"] {
            assert!(!is_from_here(&headers(&[HOST, own, ("origin", other)])));
            assert!(!is_from_here(&headers(&[HOST, ("origin", other), own])));
        }
        for other in [&b"cross-site"[..], b"\xff"] {
            let site = "sec-fetch-site";
            let sites = headers(&[HOST, (site, b"same-origin"), (site, other)]);
            assert!(is_from_elsewhere(&sites) && !is_from_here(&sites));
        }
        assert!(
            !is_from_elsewhere(&headers(&[HOST])) && !is_from_elsewhere(&headers(&[HOST, own]))
        );
        for other in [&b"http://evil.example"[..], b"null", b"http://127.0.0.1:9011"] {
            assert!(is_from_elsewhere(&headers(&[HOST, ("origin", other)])));
        }
        assert!(!is_own_host(&headers(&[HOST, ("host", b"evil.example")])));
    }
}
