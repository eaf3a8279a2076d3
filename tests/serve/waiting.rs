//! How long a user of the page waits: from a click to the board, the table, the games and the years,
//! and from a letter in the box to its suggestions.
//!
//! It measures a server that runs already, best an optimised one on an idle machine:
//! `XQDB_URL=http://127.0.0.1:8000 cargo test --test serve waiting -- --ignored --nocapture`.

use super::browser::Browser;
use std::io::Write;
use std::time::Duration;

/// Clicks that are measured; `XQDB_ROUNDS` makes it another number.
const CLICKS: usize = 120;
/// Plies after which the walk begins again.
const DEEPEST: usize = 8;
/// Texts that are typed into the box, letter by letter.
const TYPED: [&str; 6] = ["胡荣华", "hu ronghua", "顺炮", "B05", "五羊杯", "h2e2h9g7"];

/// Notes when parts of the page change, in milliseconds since the click or letter before.
const WATCH: &str = "(() => {
    let since = 0, done = new Set();
    window.waits = { board: [], table: [], painted: [], games: [], years: [], suggestions: [] };
    const began = (event) => { since = event.timeStamp; done = new Set(); };
    const came = (what) => {
        if (!since || done.has(what)) return false;
        done.add(what);
        window.waits[what].push(performance.now() - since);
        return true;
    };
    addEventListener('click', began, true);
    addEventListener('input', began, true);
    const see = (where, what, is) => new MutationObserver(() => is() && what())
        .observe(where, { subtree: true, childList: true, attributes: true });
    const part = (id) => document.querySelector('#' + id);
    const isNew = (id) => () => part(id).childElementCount > 0 && !part(id).classList.contains('old');
    see(document.querySelector('.stage').shadowRoot, () => came('board'), () => true);
    see(part('moves'), () => came('table') && requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => came('painted');
        port2.postMessage(0);
    }), isNew('moves'));
    see(part('list'), () => came('games'), () => isNew('list')() && part('list').querySelector('a.row'));
    see(part('years'), () => came('years'), isNew('years'));
    see(document.querySelector('header .offered'), () => came('suggestions'), () => true);
})()";

#[test]
#[ignore = "measures the server at XQDB_URL"]
fn waiting_is_measured() {
    let Ok(url) = std::env::var("XQDB_URL") else { panic!("XQDB_URL names no server") };
    let clicks = std::env::var("XQDB_ROUNDS").map_or(CLICKS, |rounds| rounds.parse().unwrap());
    let mut browser = Browser::start().expect("a browser");
    browser.look(1440, "light");
    browser.open(&format!("{url}/?lang=zh-Hans"));
    browser.wait("document.querySelector('#list a.row')");
    browser.eval(WATCH);
    let mut seed = 1_u32;
    for click in 0..clicks {
        if click % DEEPEST == 0 {
            browser.key("Home");
            browser.wait("!document.querySelector('#under .line li')");
            browser.rest();
        }
        let rows = browser.eval("document.querySelectorAll('#moves tbody a.move').length");
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // A position without games has no moves to click.
        let Some(rows @ 1..) = rows.as_u64() else {
            browser.key("Home");
            browser.rest();
            continue;
        };
        let row = u64::from(seed >> 16) % rows.min(4) + 1;
        browser.click(&format!("#moves tbody tr:nth-child({row}) a.move"));
        std::thread::sleep(Duration::from_millis(900));
    }
    browser.click("header input[name=typed]");
    for text in TYPED {
        for letter in text.chars() {
            browser.call("Input.insertText", serde_json::json!({ "text": letter.to_string() }));
            std::thread::sleep(Duration::from_millis(250));
        }
        browser.eval("document.querySelector('header input[name=typed]').value = ''");
    }
    let mut out = std::io::stderr();
    writeln!(out, "{:<12} {:>5} {:>7} {:>7} {:>7}  ms", "", "n", "median", "p90", "max").unwrap();
    for what in ["board", "table", "painted", "games", "years", "suggestions"] {
        let waits = browser.eval(&format!("waits['{what}']"));
        let mut waits: Vec<f64> =
            waits.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
        waits.sort_by(f64::total_cmp);
        assert!(!waits.is_empty(), "{what} never came");
        let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize];
        let [median, p90, max] = [0.5, 0.9, 1.0].map(at);
        let n = waits.len();
        writeln!(out, "{what:<12} {n:>5} {median:>7.1} {p90:>7.1} {max:>7.1}").unwrap();
    }
}
