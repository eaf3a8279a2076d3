//! Opening books of engines beside the moves of the explorer: in the API and on the page.

use super::browser::Browser;
use super::common::{records, stderr};
use super::http::{Server, own_records};
use super::page::is_at_peace;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;
use xqdb::engine_book::{ByteOrder, NumberKeys};
use xqdb::store::{BookKey, BookLayout, BookRow, BookWriter};
use xqdb::xiangqi::{Move, Position};

/// A book of the start, of what follows 炮二平五, and of positions that nobody asks for.
pub(crate) fn book(folder: &Path, others: usize) -> PathBuf {
    let path = folder.join("engine.obk");
    let mut writer = BookWriter::create(&path, BookLayout::Obk).unwrap();
    let mut add = |key: u64, mv: Move, (score, is_allowed, remark): (i64, bool, &str)| {
        let row = BookRow {
            mv: Some(ByteOrder::FromHigh.code(mv)),
            score: Some(score),
            results: [Some(5), Some(2), Some(1)],
            is_allowed,
            remark: remark.to_owned(),
        };
        writer.add([(&BookKey::Number(key), row)]).unwrap();
    };
    let start = Position::start();
    let key = NumberKeys::of(&start).own;
    let mv = |text: &str| text.parse().unwrap();
    add(key, mv("h2e2"), (35, true, "中炮"));
    add(key, mv("c3c4"), (-12, false, ""));
    add(key, mv("a0a1"), (4, true, ""));
    add(NumberKeys::of(&start.after(&[mv("h2e2")])).own, mv("i9i8"), (-60, true, ""));
    let mut other = key;
    for _ in 0..others {
        other = xqdb::xiangqi::mix(other) >> 1;
        add(other, mv("h2e2"), (1, true, ""));
    }
    writer.finish().unwrap();
    path
}

/// A server of the project's records with a book.
fn served(folder: &Path, others: usize) -> Server {
    let path = book(folder, others);
    Server::start(own_records(), &["--engine-book", path.to_str().unwrap()])
}

fn row(answer: &Value, uci: &str) -> Value {
    let rows = answer["moves"].as_array().unwrap();
    rows.iter().find(|row| row["uci"] == uci).cloned().unwrap_or_else(|| panic!("{uci}: {answer}"))
}

#[test]
fn the_api_has_the_fields_of_a_book_where_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let (with, without) = (served(folder.path(), 0), Server::of_own_records());
    let (answer, plain) = (with.json("explore", &[]), without.json("explore", &[]));
    let cannon = row(&answer, "h2e2");
    assert_eq!((&cannon["bookScore"], &cannon["bookForbids"]), (&json!(35), &json!(false)));
    assert_eq!(
        cannon["books"],
        json!([{ "book": "engine.obk", "score": 35, "wins": 5, "draws": 2, "losses": 1,
                 "allowed": true, "remark": "中炮" }])
    );
    assert_eq!(row(&answer, "c3c4")["bookForbids"], true);
    assert_eq!(row(&answer, "a0a1")["games"], 0);
    // Without a book the answer is as it was, and so are the rows of the games.
    assert!(plain["moves"].as_array().unwrap().iter().all(|row| row.get("books").is_none()));
    assert_eq!(answer["games"], plain["games"]);
    let of_games =
        answer["moves"].as_array().unwrap().iter().take(plain["moves"].as_array().unwrap().len());
    for (one, other) in of_games.zip(plain["moves"].as_array().unwrap()) {
        assert_eq!(
            [&one["uci"], &one["games"], &one["reached"]],
            [&other["uci"], &other["games"], &other["reached"]]
        );
    }
    // A position that only the book knows.
    let answer = with.json("explore", &[("moves", "h2e2 i9i8")]);
    assert_eq!(answer["games"], 0);
    let answer = with.json("explore", &[("moves", "h2e2")]);
    assert_eq!(row(&answer, "i9i8")["bookScore"], -60);
    let output = super::common::xqdb(
        own_records(),
        &["serve", "--engine-book", records().to_str().unwrap()],
    );
    assert_eq!(output.status.code(), Some(2), "a folder is no book");
    stderr(own_records(), &["serve", "--engine-book", "nowhere.obk"], 2);
}

#[test]
fn the_page_shows_a_book_beside_the_games() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = served(folder.path(), 0);
    browser.look(1440, "light");
    browser.open(&format!("http://{}/?lang=en", server.address));
    browser.wait("document.querySelector('table.moves tbody tr .booked')");
    let heads = "[...document.querySelectorAll('table.moves thead th')].map((it) => it.innerText)";
    let heads = browser.eval(heads);
    let heads: Vec<&str> = heads.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(heads.contains(&"Book") && heads.contains(&"Remark"), "{heads:?}");
    let cell = |browser: &mut Browser, name: &str| {
        let text = format!(
            "[...document.querySelectorAll('table.moves tbody tr')].find((it) => it.querySelector('th').innerText.includes('{name}'))?.querySelector('.booked')?.innerText ?? ''"
        );
        browser.eval(&text).as_str().unwrap().replace('\n', " ")
    };
    assert_eq!(cell(&mut browser, "炮二平五"), "35 63/25/13 %");
    assert_eq!(cell(&mut browser, "兵七进一"), "-12 ✗ 63/25/13 %");
    assert_eq!(cell(&mut browser, "车九进一"), "4 63/25/13 %");
    browser.picture("books");
    // Nothing of it is cut in a narrow window.
    for width in [390, 830, 1000, 1280, 1440] {
        for lang in ["en", "zh-Hans", "zh-Hant"] {
            browser.look(width, "light");
            browser.open(&format!("http://{}/?lang={lang}", server.address));
            browser.wait("document.querySelector('table.moves tbody tr .booked')");
            browser.rest();
            let cut = "(() => { const it = document.querySelector('table.moves').parentElement; \
                       return it.scrollWidth - it.clientWidth; })()";
            assert_eq!(browser.eval(cut), 0, "{lang} at {width}");
        }
    }
    // A move of the book alone leads on, to a position without games.
    browser.click("table.moves tbody tr:last-child a.move");
    browser.wait("location.search.includes('a0a1')");
    browser.rest();
    browser.look(400, "dark");
    browser.open(&format!("http://{}/?lang=zh-Hans&moves=h2e2", server.address));
    browser.wait("document.querySelector('table.moves tbody tr .booked')");
    browser.rest();
    browser.picture("books-phone");
    is_at_peace(&browser, &server);
}

/// A book of 100,000 positions costs next to nothing: the middle of many answers with it and
/// without it, by turns.
#[test]
fn a_large_book_does_not_slow_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let (with, without) = (served(folder.path(), 100_000), Server::of_own_records());
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..60 {
        for (times, server) in times.iter_mut().zip([&with, &without]) {
            let begun = Instant::now();
            server.json("explore", &[("place", "true")]);
            times.push(begun.elapsed());
        }
    }
    let [with, without] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    println!("explore with a book {with:?}, without {without:?}");
    assert!(with < without + std::time::Duration::from_millis(20), "{with:?} {without:?}");
}
