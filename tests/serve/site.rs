//! `xqdb export --to site`: the page over a plain file server has the answers of `xqdb serve`.

use super::browser::Browser;
use super::common::{records, stderr, xqdb};
use super::http::{Server, escaped};
use super::shelf::book;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use xqdb::xiangqi::{Move, Position, mix};

/// Games with titles whose characters have more than one traditional form.
const TITLES: &str = "[Event \"里约杯赛\"]\n[Title \"20030424后发制人的皇后杯\"]\n[Date \"2003.04.24\"]\n\
    [Red \"周许功\"]\n[Black \"张明忠\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 1-0\n\n\
    [Event \"兩岸對抗賽\"]\n[Title \"台灣的干邑\"]\n[Result \"0-1\"]\n\n1. 炮二平五 炮8平5 0-1\n";

/// A database of the project's records, a book and titles, and its site in a folder `below/site`.
fn made() -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (db, below) = (folder.path().join("archive.db"), folder.path().join("below"));
    std::fs::create_dir_all(&below).unwrap();
    let [shelf, titles] = ["shelf", "titles.pgn"].map(|name| folder.path().join(name));
    book(&shelf);
    std::fs::write(&titles, TITLES).unwrap();
    let files = [&records(), &shelf, &titles].map(|path| path.to_str().unwrap().to_owned());
    let files = files.each_ref().map(String::as_str);
    stderr(&db, &[&["import"], &files[..]].concat(), 0);
    let site = below.join("site");
    let told = stderr(&db, &["export", "--to", "site", "-o", site.to_str().unwrap()], 0);
    assert!(told.contains(" games and "), "{told}");
    (folder, db, site)
}

/// Serves the files below a folder and nothing else, as any host of files does; gives the address.
pub(crate) fn file_server(folder: &Path) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let folder = folder.to_owned();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut head = [0; 4096];
            let read = stream.read(&mut head).unwrap_or(0);
            let head = String::from_utf8_lossy(&head[..read]);
            let path = head.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap();
            let path = path.trim_start_matches('/').to_owned();
            let path = if path.ends_with('/') { path + "index.html" } else { path };
            let kind = match path.rsplit('.').next() {
                Some("html") => "text/html",
                Some("js") => "text/javascript",
                Some("css") => "text/css",
                Some("svg") => "image/svg+xml",
                _ => "application/octet-stream",
            };
            let (status, bytes) = match std::fs::read(folder.join(&path)) {
                Ok(bytes) => ("200 OK", bytes),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let length = bytes.len();
            let _ = write!(
                stream,
                "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
                 Connection: close\r\n\r\n"
            );
            let _ = stream.write_all(&bytes);
        }
    });
    address
}

/// Nothing was asked elsewhere, and nothing failed.
fn is_at_home(browser: &Browser) {
    let is_own = |it: &&String| it.contains("/below/site/") || *it == "about:blank";
    let elsewhere: Vec<_> = browser.requests.iter().filter(|it| !is_own(it)).collect();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(folder).unwrap().to_owned();
                    found.insert(name, std::fs::read(&path).unwrap());
                }
            }
        }
    }
    found
}

/// Names, events and titles are in the script of the reader, as the server writes them.
#[test]
fn a_site_writes_names_and_titles_as_the_server_does() {
    let Some(mut browser) = Browser::start() else { return };
    let (folder, db, _site) = made();
    let server = Server::start(&db, &[]);
    let address = file_server(folder.path());
    let games = server.json("games", &[("kind", "all"), ("limit", "1000")]);
    let games = games["games"].as_array().unwrap();
    let fields = ["red", "black", "event", "title"];
    let said = games.iter().flat_map(|row| fields.map(|field| row[field].as_str()));
    let names: Vec<&str> = said.flatten().collect::<BTreeSet<_>>().into_iter().collect();
    assert!(names.contains(&"20030424后发制人的皇后杯"), "{names:?}");
    browser.look(1600, "light");
    for (lang, title) in [
        ("en", "后发制人的皇后杯"),
        ("zh-Hans", "后发制人的皇后杯"),
        ("zh-Hant", "後發制人的皇后杯"),
    ] {
        browser.open(&format!("http://{address}/below/site/?lang={lang}&moves=h2e2"));
        browser.wait(&format!(
            "[...document.querySelectorAll('a.row .title')].some((it) => it.textContent === {})",
            json!(title)
        ));
        for row in games {
            let key = row["key"].as_str().unwrap();
            asked(&mut browser, &format!("game/{key}"), &json!({}));
        }
        let own = asked(&mut browser, "called", &json!({ "name": names }));
        for part in names.chunks(50) {
            let params: Vec<_> = part.iter().map(|name| ("name", *name)).collect();
            let other = server.json("called", &[&params[..], &[("lang", lang)]].concat());
            for (name, called) in other["names"].as_object().unwrap() {
                assert_eq!(&own["names"][name], called, "{lang}");
            }
        }
    }
    is_at_home(&browser);
}

/// The answer to a question of the page.
fn asked(browser: &mut Browser, path: &str, params: &Value) -> Value {
    browser.eval(&format!("$api.ask({}, {params})", json!(path)))
}

#[test]
fn a_site_is_looked_through_over_a_plain_file_server() {
    let Some(mut browser) = Browser::start() else { return };
    let (folder, ..) = made();
    let address = file_server(folder.path());
    let at = |query: &str| format!("http://{address}/below/site/{query}");
    browser.look(1200, "light");
    browser.open(&at("?lang=en"));
    browser.rest();
    browser.whole_picture("site-start");
    // Three moves of the table, and the games there.
    for moves in 1..=3 {
        browser.click("table.moves tbody a.move");
        browser.wait(&format!("document.querySelectorAll('.line li').length === {moves}"));
        browser.rest();
    }
    let said = "[...document.querySelectorAll('.line .move')].map((it) => it.textContent)";
    let line = browser.eval(said);
    assert!(line[2].as_str().is_some_and(|san| san.chars().count() == 4), "{line}");
    browser.click("#list a.row");
    browser.wait("document.querySelector('article.game .pair')");
    browser.rest();
    browser.whole_picture("site-game");
    let address_of_game = browser.address();
    assert!(address_of_game.contains("view=game&key="));
    // The text that embeds the game shows its board and moves alone.
    let embedded = browser.eval(
        "new DOMParser().parseFromString(document.querySelector('.embed textarea').value, 'text/html')
            .querySelector('iframe').src",
    );
    browser.open(embedded.as_str().unwrap());
    browser.rest();
    let seen = "['header#head', '.facts', '.here', 'footer', '.board', '.columns'].map((it) => \
                getComputedStyle(document.querySelector(it)).display !== 'none')";
    assert_eq!(browser.eval(seen), json!([false, false, false, false, true, true]));
    browser.picture("site-embedded");
    // From a game to its player, to an edition, an opening and a chapter of a book.
    browser.open(&at("?lang=en&view=people"));
    browser.wait("document.querySelector('tbody th a')");
    browser.click("tbody th a");
    browser.wait("document.querySelector('.person a.row')");
    browser.rest();
    browser.whole_picture("site-player");
    browser.open(&at("?lang=en&view=events"));
    browser.wait("document.querySelector('table.of-events .bar .red')");
    let editions = asked(&mut browser, "series", &json!({}));
    let series = editions["series"].as_array().unwrap();
    let name = series.iter().find(|it| it["editions"] != 0).unwrap()["name"].as_str().unwrap();
    browser.open(&at(&format!("?lang=en&view=events&series={}", escaped(name))));
    browser.wait("document.querySelector('.of-series tbody a')");
    browser.click(".of-series tbody a");
    browser.wait("document.querySelector('a.row')");
    browser.open(&at("?lang=en&view=openings"));
    browser.wait("document.querySelector('details.family')");
    browser.click("details.family summary");
    browser.click("details.family[open] tbody th a");
    browser.wait("document.querySelector('table.openings') && document.querySelector('a.row')");
    browser.open(&at("?lang=en&view=books"));
    browser.write("input[name=typed]", "第2章");
    browser.wait("document.querySelector('h1')?.textContent.includes('第2章')");
    browser.wait("document.querySelectorAll('a.row').length === 3");
    browser.click("a.row .title");
    browser.wait("document.querySelector('.leaf .links')");
    browser.rest();
    is_at_home(&browser);
}

#[test]
fn every_link_of_a_site_leads_somewhere() {
    let Some(mut browser) = Browser::start() else { return };
    let (folder, ..) = made();
    let address = file_server(folder.path());
    let start = format!("http://{address}/below/site/");
    let (mut seen, mut waiting) = (BTreeSet::new(), vec!["?lang=zh-Hant".to_owned()]);
    browser.look(1200, "light");
    while let Some(next) = waiting.pop().filter(|_| seen.len() < 60) {
        browser.open(&format!("{start}{next}"));
        browser.rest();
        let told = browser.eval("document.querySelector('#told').textContent");
        assert_eq!(told, "", "{next}");
        let text = browser.eval("document.querySelector('#main').innerText");
        assert!(!text.as_str().unwrap().trim().is_empty(), "{next}");
        let links = browser
            .eval("[...document.querySelectorAll('a[href]')].map((it) => it.getAttribute('href'))");
        for link in links.as_array().unwrap().iter().filter_map(Value::as_str) {
            if link == "#main" || link.starts_with("/below/site/") {
                continue;
            }
            assert!(link.starts_with("?"), "{next}: {link}");
            // One address of each kind is enough of the many.
            let kind: String = link.split('&').map(|it| it.split('=').next().unwrap()).collect();
            let view = link.split("view=").nth(1).unwrap_or("explore").split('&').next().unwrap();
            let of_kind = format!("{kind} {view}");
            if seen.iter().filter(|it: &&String| it.starts_with(&of_kind)).count() < 3
                && seen.insert(format!("{of_kind} {link}"))
            {
                waiting.push(link.to_owned());
            }
        }
    }
    assert!(seen.len() > 20, "{seen:?}");
    is_at_home(&browser);
}

#[test]
fn a_site_answers_as_the_server_does() {
    let Some(mut browser) = Browser::start() else { return };
    let (folder, db, _site) = made();
    let server = Server::start(&db, &[]);
    browser.open(&format!("http://{}/below/site/?lang=zh-Hant", file_server(folder.path())));
    let notation = ("notation", "chinese-traditional");
    for moves in ["", "h2e2", "b2e2", "h2e2 h9g7", "b2e2 b9c7", "h2e2 h9g7 h0g2 i9h9"] {
        let own = asked(&mut browser, "explore", &json!({ "moves": moves }));
        let other = server.json("explore", &[("moves", moves), notation, ("place", "true")]);
        for field in ["games", "red", "draws", "black", "unknown", "mirrored", "percent", "low"] {
            let is_few = own["few"] == true && ["percent", "low"].contains(&field);
            let is_equal = match own[field].as_f64() {
                Some(number) => other[field].as_f64() == Some(number),
                None => own[field] == other[field],
            };
            assert!(is_equal || is_few, "{moves} {field}: {own}\n{other}");
        }
        let rows = |answer: &Value| {
            let rows = answer["moves"].as_array().unwrap().iter();
            let fields = ["uci", "san", "games", "red", "black", "reached", "firstYear"];
            rows.map(|row| json!(fields.map(|field| row[field].clone()))).collect::<Vec<_>>()
        };
        assert_eq!(rows(&own), rows(&other), "{moves}");
        for field in ["fen", "side", "check", "line"] {
            assert_eq!(own["place"][field], other["place"][field], "{moves} {field}");
        }
    }
    let games = server.json("games", &[("kind", "all"), ("limit", "1000")]);
    for row in games["games"].as_array().unwrap() {
        let key = row["key"].as_str().unwrap();
        let own = asked(&mut browser, &format!("game/{key}"), &json!({}));
        let other = server.json(&format!("game/{key}"), &[notation, ("lang", "zh-Hant")]);
        for field in ["san", "notes", "scores", "openingName", "plies", "result", "doubtTold"] {
            assert_eq!(own[field], other[field], "{key} {field}");
        }
        let tree = |answer: &Value| {
            let nodes = answer["tree"].as_array().unwrap().iter();
            nodes.map(|node| json!([node[0], node[1]])).collect::<Vec<_>>()
        };
        assert_eq!(tree(&own), tree(&other), "{key}");
    }
    let players = server.json("players", &[("limit", "1000")]);
    let own = asked(&mut browser, "players", &json!({ "limit": 200 }));
    assert_eq!(own["count"], players["count"]);
    let name = players["players"][0]["name"].as_str().unwrap();
    let (own, other) = (
        asked(&mut browser, "games", &json!({ "player": name, "limit": 50 })),
        server.json(
            "games",
            &[("player", name), ("kind", "all"), ("sort", "newest"), ("limit", "50")],
        ),
    );
    let keys = |answer: &Value| {
        answer["games"].as_array().unwrap().iter().map(|it| it["key"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((keys(&own), &own["count"]), (keys(&other), &other["count"]));
    // The box knows names, keys and moves; nothing else.
    let read = |browser: &mut Browser, text: &str| {
        let params = json!({ "text": text });
        browser.eval(&format!(
            "$api.ask('read', {params}).then((it) => it.address, (error) => error.message)"
        ))
    };
    let key = games["games"][0]["key"].as_str().unwrap();
    assert_eq!(read(&mut browser, key), format!("?view=game&key={key}"));
    assert_eq!(read(&mut browser, "h2e2 h9g7"), "?moves=h2e2+h9g7");
    assert_eq!(read(&mut browser, "炮二平五"), "?moves=h2e2");
    let who = read(&mut browser, name);
    assert!(who.as_str().unwrap().starts_with("?view=people&who="), "{who}");
    assert!(!read(&mut browser, "red crossed-rook").as_str().unwrap().starts_with('?'));
}

/// A game of 60 plies with 25 variations of 8 plies at each, as PGN.
fn large_tree() -> String {
    let legal = |position: &Position, chance: u64| {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves[chance as usize % moves.len()]
    };
    let (mut position, mut text) = (Position::start(), String::new());
    for ply in 0..60 {
        let mv = legal(&position, mix(ply));
        text += &format!("{mv}\n");
        for other in 0..25 {
            let (mut there, mut line) = (position.clone(), Vec::new());
            for step in 0..8 {
                line.push(legal(&there, mix(ply << 16 | other << 8 | step | 1 << 32)));
                there.play_unchecked(line[line.len() - 1]);
            }
            let line: Vec<String> = line.iter().map(Move::to_string).collect();
            text += &format!("({})\n", line.join(" "));
        }
        position.play_unchecked(mv);
    }
    format!("[Event \"Many variations\"]\n[Red \"Lin\"]\n\n{text}*\n")
}

/// A game of one line with long comments, one of them of 300 KB, as PGN.
fn long_comments() -> String {
    let hanzi = |from: u64, count: u64| -> String {
        let hanzi = (from..from + count).map(|at| 0x4e00 + mix(at) as u32 % 20_000);
        hanzi.filter_map(char::from_u32).collect()
    };
    let mut text = String::new();
    for (at, mv) in (1..).zip(["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "c3c4", "b9c7"]) {
        text += &format!("{mv} {{{}}}\n", hanzi(at << 32, if at == 5 { 100_000 } else { 9_000 }));
    }
    format!("[Event \"Long comments\"]\n[Red \"He\"]\n\n{text}*\n")
}

#[test]
fn a_very_large_game_of_a_site_comes_in_small_files() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (db, source) = (folder.path().join("archive.db"), folder.path().join("large.pgn"));
    std::fs::write(&source, format!("{}\n{}", large_tree(), long_comments())).unwrap();
    stderr(&db, &["import", source.to_str().unwrap()], 0);
    let site = folder.path().join("below/site");
    stderr(&db, &["export", "--to", "site", "-o", site.to_str().unwrap()], 0);
    let largest = files(&site.join("answers")).into_values().map(|bytes| bytes.len()).max();
    assert!(largest < Some(100_000), "{largest:?}");
    let server = Server::start(&db, &[]);
    let key_of = |name: &str| {
        let games = server.json("games", &[("kind", "all"), ("player", name)]);
        games["games"][0]["key"].as_str().unwrap().to_owned()
    };
    let key = key_of("Lin");
    let path = format!("game/{key}");
    let other = server.json(&path, &[("notation", "chinese")]);
    let tree = |answer: &Value| -> Vec<Value> {
        let nodes = answer["tree"].as_array().unwrap().iter();
        nodes.map(|node| json!([node[0], node[1]])).collect()
    };
    let count = other["tree"].as_array().unwrap().len();
    assert!(count > 10_000, "{count}");
    let address = format!("http://{}/below/site/?lang=en", file_server(folder.path()));
    browser.open(&address);
    let first = asked(&mut browser, &path, &json!({}));
    assert_eq!(first["isCut"], true);
    assert!(tree(&first).len() < count && tree(&other).starts_with(&tree(&first)));
    let whole = asked(&mut browser, &path, &json!({ "whole": true }));
    assert_eq!((&whole["isCut"], tree(&whole)), (&json!(false), tree(&other)));
    assert_eq!(whole["san"], other["san"]);
    let path = format!("game/{}", key_of("He"));
    let (other, first) = (server.json(&path, &[]), asked(&mut browser, &path, &json!({})));
    assert_eq!((&first["isCut"], tree(&first)), (&json!(true), tree(&other)));
    let whole = asked(&mut browser, &path, &json!({ "whole": true }));
    assert!(whole["notes"].as_object().unwrap().len() == 8 && whole["notes"] == other["notes"]);
    // The page shows the first moves at once, and all of them soon.
    browser.open(&format!("{address}&view=game&key={key}"));
    browser.wait(&format!("document.querySelector('[data-node=\"{}\"]')", count - 1));
    // An address of a late move has all of them at once.
    browser.open(&format!("{address}&view=game&key={key}&node={}", count - 1));
    browser.wait(&format!("document.querySelector('[aria-current][data-node=\"{}\"]')", count - 1));
    browser.rest();
    is_at_home(&browser);
}

#[test]
fn a_site_depends_on_the_database_alone_and_goes_over_nothing() {
    let (folder, db, site) = made();
    let first = files(&site);
    let largest = first.iter().filter(|(name, _)| name.starts_with("answers"));
    let largest = largest.map(|(_, bytes)| bytes.len()).max().unwrap();
    assert!(largest < 100_000, "{largest}");
    let page = String::from_utf8(first[Path::new("index.html")].clone()).unwrap();
    assert!(!page.contains("=\"/"), "addresses are relative");
    let export = |more: &[&str]| {
        let place = site.to_str().unwrap();
        xqdb(&db, &[&["export", "--to", "site", "-o", place], more].concat())
    };
    // An earlier site is replaced when that is asked for, and is then byte for byte what it was.
    assert_eq!(export(&[]).status.code(), Some(2));
    std::fs::remove_file(site.join("page.js")).unwrap();
    assert_eq!(export(&["--force"]).status.code(), Some(0));
    assert!(files(&site) == first);
    // Another folder is not, with any word.
    std::fs::remove_file(site.join("site.json")).unwrap();
    std::fs::write(site.join("own.txt"), "own").unwrap();
    let before = files(&site);
    assert_eq!(export(&["--force"]).status.code(), Some(2));
    assert!(files(&site) == before);
    // A site is of all games; what is left of nothing is nothing.
    let part = folder.path().join("part");
    let place = part.to_str().unwrap();
    stderr(&db, &["export", "--to", "site", "-o", place, "--since", "1980"], 2);
    stderr(&db, &["export", "--to", "site", "-o", place, "--plies", "20"], 2);
    stderr(&db, &["export", "--to", "site"], 2);
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert!(!part.exists() && left.iter().all(|name| !name.to_string_lossy().contains("partial")));
}
