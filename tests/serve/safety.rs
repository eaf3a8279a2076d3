//! What must not happen: strangers who get in, markup from files, paths of the machine, a server
//! that falls over.

use super::browser::Browser;
use super::common::number;
use super::http::{Server, own_records, target};
use super::site::file_server;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use std::net::{Ipv4Addr, TcpStream};
use std::time::{Duration, Instant};

#[test]
fn only_this_machine_gets_in() {
    let server = Server::of_own_records();
    assert!(server.address.ip().is_loopback());
    assert_eq!(server.get("/api/v1/stats").status, 200, "whoever is on this machine may read");
    assert_eq!(server.token().len(), 32, "and changes something with the token only");
    // Another address of the same machine is not listened to.
    let other = (Ipv4Addr::new(127, 0, 0, 2), server.address.port());
    assert!(TcpStream::connect(other).is_err());
}

#[test]
fn pages_elsewhere_may_not_ask() {
    let server = Server::of_own_records();
    let status = |headers: &[(&str, &str)]| server.request("GET", "/api/v1/stats", headers).status;
    assert_eq!(status(&[]), 200);
    let port = server.address.port();
    assert_eq!(status(&[("Host", &format!("localhost:{port}"))]), 200);
    assert_eq!(status(&[("Host", &format!("evil.example:{port}"))]), 403);
    assert_eq!(status(&[("Host", "")]), 403);
    assert_eq!(status(&[("Sec-Fetch-Site", "cross-site")]), 403);
    assert_eq!(status(&[("Sec-Fetch-Site", "same-site")]), 403);
    assert_eq!(status(&[("Sec-Fetch-Site", "same-origin")]), 200);
    let elsewhere = server.request("GET", "/", &[("Host", "evil.example")]);
    assert_eq!(elsewhere.status, 403);
    let reply = server.request("GET", "/api/v1/stats", &[("Origin", "http://evil.example")]);
    assert_eq!(reply.status, 403, "a browser that says no Sec-Fetch-Site");
    assert_eq!(status(&[("Origin", &format!("http://{}", server.address))]), 200);
    assert!(!reply.headers.iter().any(|(name, _)| name.starts_with("access-control")));
}

#[test]
fn another_address_needs_the_token() {
    let server = Server::start(own_records(), &["--listen", "127.0.0.2"]);
    let token = server.url.trim().split_once("#token=").expect("a token").1.to_owned();
    let status = |headers: &[(&str, &str)]| server.request("GET", "/api/v1/stats", headers).status;
    let host = ("Host", "127.0.0.1");
    assert_eq!(status(&[host]), 401);
    assert_eq!(status(&[host, ("Authorization", "Bearer 0")]), 401);
    let bearer = format!("Bearer {token}");
    assert_eq!(status(&[host, ("Authorization", &bearer)]), 200);
    let session = |headers: &[(&str, &str)]| server.request("POST", "/api/v1/session", headers);
    assert_eq!(session(&[host]).status, 401);
    let kept = session(&[host, ("Authorization", &bearer)]);
    assert_eq!(kept.status, 204);
    let cookie = kept.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(status(&[host, ("Cookie", cookie)]), 200);
}

#[test]
fn the_page_may_load_only_its_own_parts() {
    let server = Server::of_own_records();
    for path in ["/", "/page.js", "/style.css", "/api/v1/stats", "/nothing"] {
        let reply = server.get(path);
        let policy = reply.header("content-security-policy").to_owned();
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe-inline"), "{path}: {policy}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
    }
    // One script is part of the page, and its policy names what it is; the other is a file.
    let reply = server.get("/");
    let page = reply.text();
    let (_, script) = page.split_once("<script>").unwrap();
    let (script, rest) = script.split_once("</script>").unwrap();
    assert_eq!(rest.matches("<script").count(), 1);
    assert!(rest.contains("<script src=\"page.js\" defer></script>"));
    let hash = data_encoding::BASE64.encode(&Sha256::digest(script.as_bytes()));
    let policy = reply.header("content-security-policy");
    assert!(policy.contains(&format!("script-src 'self' 'sha256-{hash}';")), "{policy}");
    for method in ["POST", "PUT", "DELETE"] {
        let reply = server.request(method, "/api/v1/stats", &[]);
        assert!(matches!(reply.status, 404 | 405), "{method}: {}", reply.status);
    }
}

/// One address shows one game inside pages elsewhere, and no other address does.
#[test]
fn one_game_stands_in_pages_elsewhere_and_changes_nothing() {
    let server = Server::of_own_records();
    let policy = |path: &str| server.get(path).header("content-security-policy").to_owned();
    let framed = policy("/embed");
    assert!(policy("/").ends_with("; frame-ancestors 'none'"));
    assert_eq!(framed, policy("/").replace("; frame-ancestors 'none'", ""));
    for path in ["/page.js", "/embed/", "/embedded", "/api/v1/stats", "/api/v1/embed", "/nothing"] {
        assert!(policy(path).contains("frame-ancestors 'none'"), "{path}");
    }
    let Some(mut browser) = Browser::start() else { return };
    browser.look(1000, "light");
    let key = server.json("games", &[("limit", "1")])["games"][0]["key"].clone();
    let at = format!("http://{}/?lang=en&view=game&key={}", server.address, key.as_str().unwrap());
    browser.open(&format!("{at}#token={}", server.token()));
    browser.rest();
    let iframe = browser.eval("document.querySelector('.embed textarea').value");
    let folder = tempfile::tempdir().unwrap();
    let page = |iframe: &str| {
        let page = format!("<!doctype html><main id=main><p>elsewhere</p></main>{iframe}");
        std::fs::write(folder.path().join("page.html"), page).unwrap();
    };
    page(iframe.as_str().unwrap());
    let elsewhere = format!("http://{}/page.html", file_server(folder.path()));
    browser.requests.clear();
    browser.open(&elsewhere);
    browser.rest_for(400);
    let seen = "['.board', '.columns', '.game h1 a', '.links a', 'header#head', '.facts', '.here', '.beneath']
        .map((it) => [...document.querySelectorAll(it)].some((it) => it.checkVisibility()))";
    let shown = json!([true, true, true, true, false, false, false, false]);
    assert_eq!(browser.eval_in_frame(seen), shown);
    assert!(!browser.requests.iter().any(|url| url.contains("session")), "{:?}", browser.requests);
    // So it does in a page that has no origin.
    let mut bare = String::from("data:text/html,");
    for byte in format!("<main id=main><p>bare</p></main>{}", iframe.as_str().unwrap()).bytes() {
        bare += &format!("%{byte:02x}");
    }
    browser.complaints.clear();
    browser.open(&bare);
    assert_eq!(browser.eval("origin"), "null");
    // The requests of the frame are not among those of the page.
    let until = Instant::now() + Duration::from_secs(40);
    while browser.eval_in_frame(seen) != shown {
        let text = browser.eval_in_frame("document.documentElement.outerHTML");
        assert!(Instant::now() < until, "{text}");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
    browser.open(&elsewhere);
    browser.rest_for(400);
    // Its links open the whole page, and no other view stands in the frame.
    browser.eval_in_frame("document.querySelector('.links a').click()");
    browser.eval("new Promise((then) => setTimeout(then, 500))");
    let opened = browser.targets();
    let opened: Vec<_> = opened.iter().filter_map(|target| target["url"].as_str()).collect();
    assert!(opened.contains(&format!("{at}&ply=0").as_str()), "{opened:?}");
    page(&format!("<iframe src=\"http://{}/embed?view=import\"></iframe>", server.address));
    browser.open(&elsewhere);
    browser.rest_for(400);
    let has = "Boolean(document.querySelector('.drop, input[type=file]'))";
    assert_eq!(browser.eval_in_frame(has), false);
    // The page itself does not stand in a frame.
    browser.complaints.clear();
    page(&format!("<iframe src=\"{at}\"></iframe>"));
    browser.open(&elsewhere);
    browser.rest_for(400);
    assert!(browser.complaints.iter().any(|it| it.contains("frame-ancestors")));
}

/// A record whose names are made to hurt.
const HOSTILE: &str = "[Red \"<script>alert(1)</script>\"]\n[Black \"\u{202e}gnp.exe\"]\n\
    [Event \"<img src=x onerror=alert(2)>\"]\n[Title \"' onload='alert(3)\"]\n[Result \"1-0\"]\n\n\
    1. 炮二平五 {<b>&amp;</b>} 马8进7 1-0\n";

#[test]
fn names_from_files_are_never_markup() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("<i>x.pgn");
    std::fs::write(&file, HOSTILE).unwrap();
    let server = Server::of_paths(&[folder.path()]);
    let game = &server.json("games", &[("kind", "all")])["games"][0];
    assert_eq!(game["red"], "<script>alert(1)</script>");
    let key = game["key"].as_str().unwrap();
    let page = server.get(&format!("/api/v1/game/{key}.html"));
    for markup in ["<script", "<img", "<b>&", "<i>x", "\u{202e}"] {
        assert!(!page.text().contains(markup), "{markup}");
    }
    assert!(page.header("content-security-policy").contains("sandbox"));
    for form in ["pgn", "jsonl", "xqf"] {
        let reply = server.get(&format!("/api/v1/game/{key}.{form}"));
        assert_eq!(reply.status, 200, "{form}: {}", String::from_utf8_lossy(&reply.body));
        assert!(!reply.header("content-type").contains("html"), "{form}");
        assert_eq!(
            reply.header("content-disposition"),
            format!("attachment; filename=\"{key}.{form}\"")
        );
    }
}

#[test]
fn paths_of_the_machine_are_told_only_where_asked_for() {
    let server = Server::of_own_records();
    let folder = super::common::records().to_str().unwrap().to_owned();
    let key = server.json("games", &[("limit", "1")])["games"][0]["key"].clone();
    let key = key.as_str().unwrap();
    for path in [
        "stats".to_owned(),
        "report?warnings=true&limit=1000".to_owned(),
        "games?kind=all&limit=1000".to_owned(),
        format!("game/{key}"),
        format!("game/{key}.html"),
        "books".to_owned(),
    ] {
        let text = server.get(&format!("/api/v1/{path}")).text().to_owned();
        assert!(!text.contains(&folder), "{path}");
    }
    let told = server.get(&format!("/api/v1/game/{key}?places=true")).text().to_owned();
    assert!(told.contains(&folder));
}

fn junk(seed: &mut u64) -> String {
    const WORDS: [&str; 22] = [
        "",
        "0",
        "-1",
        "99999999999999999999",
        "true",
        "炮二平五",
        "h2e2",
        "a0a0",
        "z9",
        "\u{0}",
        "%",
        "'",
        "rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR w",
        "9/9",
        "((((",
        "R on e2",
        "<script>",
        "\u{202e}",
        "1-0",
        "C00-B00",
        "../../etc/passwd",
        "🀄",
    ];
    let mut next = || {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed as usize
    };
    let count = next() % 4;
    let words: Vec<&str> = (0..count).map(|_| WORDS[next() % WORDS.len()]).collect();
    words.join(if next() % 2 == 0 { " " } else { "" })
}

fn fuzz(rounds: u64) {
    let server = Server::of_own_records();
    let document = server.get("/api/v1/openapi.json").json();
    let paths: Vec<_> = document["paths"].as_object().unwrap().iter().collect();
    let mut seed = number("XQDB_SEED", 77) | 1;
    for round in 0..rounds {
        let (path, value) = paths[round as usize % paths.len()];
        // What changes something is in `changes.rs`.
        let Some(known) = value["get"]["parameters"].as_array() else { continue };
        let path = path.replace("{key}", &escaped(&junk(&mut seed)));
        let mut texts: Vec<(String, String)> = Vec::new();
        for parameter in known {
            if junk(&mut seed).len().is_multiple_of(3) {
                texts.push((parameter["name"].as_str().unwrap().to_owned(), junk(&mut seed)));
            }
        }
        let params: Vec<(&str, &str)> =
            texts.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let target = target(path.strip_prefix("/api/v1/").unwrap(), &params);
        let reply = server.get(&target);
        assert!(reply.status < 500, "{target}: {} {}", reply.status, reply.text());
        if reply.status >= 400 {
            assert!(reply.json()["error"]["message"].is_string(), "{target}");
        }
    }
}

/// A key in a path.
fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn whatever_is_asked_the_server_answers() {
    fuzz(number("XQDB_ROUNDS", 150));
}

#[test]
#[ignore = "takes minutes: 10,000 questions"]
fn whatever_is_asked_ten_thousand_times_the_server_answers() {
    fuzz(number("XQDB_ROUNDS", 10_000));
}
