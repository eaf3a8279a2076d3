//! The page on a phone: a bar at the bottom, conditions as chips, nothing beside the screen.

use super::browser::Browser;
use super::http::Server;
use super::page::{OVERFLOW, is_at_peace};
use serde_json::json;

/// Elements with text whose words stand below one another: narrower than four letters, and higher
/// than three lines.
const ONE_WORD_A_LINE: &str = "[...document.querySelectorAll('main th, main td, main p, main li, main dd, main h1')] \
     .filter((it) => it.innerText?.trim().length > 8 && it.clientWidth > 0 && it.clientWidth < 60 \
     && it.clientHeight > 80).map((it) => it.outerHTML.slice(0, 120))";

#[test]
fn on_a_phone_a_bar_is_at_the_bottom_and_conditions_are_chips() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    let base = format!("http://{}", server.address);
    browser.look(390, "light");
    browser.open(&format!("{base}/?lang=zh-Hans&moves=h2e2&red=林一舟"));
    browser.wait("document.querySelector('table.moves tbody tr')");
    browser.wait("document.querySelector('a.row')");
    browser.rest();
    let bar = "(() => { const it = document.querySelector('.controls').getBoundingClientRect(); \
               return [Math.round(innerHeight - it.bottom), it.left, it.right === innerWidth]; })()";
    assert_eq!(browser.eval(bar), json!([0, 0, true]));
    browser.eval("scrollTo(0, 600)");
    assert_eq!(browser.eval(bar), json!([0, 0, true]), "it stays there");
    // Nothing stands out of it over the moves.
    let within = "(() => { const [bar, side] = ['.controls', '.controls .side'].map((it) => document.querySelector(it).getBoundingClientRect()); \
                  return side.height > 0 && side.top >= bar.top && bar.height < 90; })()";
    assert_eq!(browser.eval(within), true);
    let fold = "document.querySelector('.fold').open";
    assert_eq!(browser.eval(fold), false);
    assert_eq!(
        browser.eval("document.querySelector('#filters .chips li').textContent"),
        "红方: 林一舟✕"
    );
    assert_eq!(browser.eval(ONE_WORD_A_LINE), json!([]));
    browser.picture("phone-explore");
    let order = "['.board', '#filters', 'table.moves', '.fen'].map((it) => document.querySelector(it).getBoundingClientRect().y)";
    let order: Vec<f64> = serde_json::from_value(browser.eval(order)).unwrap();
    assert!(order.is_sorted(), "{order:?}");
    // The line is gone through by the bar, and a chip takes its condition away.
    browser.click(".controls [aria-label='退一步'], .controls .steps button:nth-child(2)");
    browser.wait("!location.search.includes('moves=')");
    browser.rest();
    browser.click("#filters .chips button");
    browser.wait("!location.search.includes('red=') && !document.querySelector('#filters .chips')");
    browser.rest();
    assert_eq!(browser.eval(fold), false, "it is folded until somebody opens it");
    browser.click(".fold summary");
    browser.wait("document.querySelector('.filters input[name=red]').checkVisibility()");
    // The moves of a game scroll by themselves, and what was played there follows them.
    let key = server.json("games", &[("sort", "plies"), ("limit", "1")])["games"][0]["key"].clone();
    browser.open(&format!("{base}/?lang=zh-Hant&view=game&key={}", key.as_str().unwrap()));
    browser.wait("document.querySelector('.here table.moves')");
    browser.rest();
    let order = "['.board', '.columns', '.here'].map((it) => document.querySelector(it).getBoundingClientRect().y)";
    let order = browser.eval(order);
    assert!(order[0].as_f64() < order[1].as_f64() && order[1].as_f64() < order[2].as_f64());
    assert_eq!(browser.eval(bar), json!([0, 0, true]));
    assert_eq!(browser.eval(within), true);
    assert_eq!(browser.eval(OVERFLOW), 0);
    browser.picture("phone-game");
    // Of the tabs the one that is open is seen.
    browser.open(&format!("{base}/?lang=en&view=report"));
    let seen = "(() => { const [tab, tabs] = ['#head nav [aria-current]', '#head nav'].map((it) => document.querySelector(it).getBoundingClientRect()); \
                return tab.left >= tabs.left && tab.right <= tabs.right; })()";
    browser.wait(seen);
    // The tools of a board that is drawn are whole.
    browser.open(&format!("{base}/?lang=en&view=draw"));
    let cut = "[...document.querySelectorAll('.draw .controls > *')].filter((it) => it.scrollWidth > it.clientWidth || it.getBoundingClientRect().right > innerWidth).length";
    browser.wait("document.querySelector('.draw .controls select')");
    assert_eq!(browser.eval(cut), 0);
    is_at_peace(&browser, &server);
}

/// Loads the start page until board and table are there; milliseconds and bytes.
fn loaded(browser: &mut Browser, server: &Server) -> (f64, f64) {
    let before = browser.loaded;
    // Not until the page has come to rest: what follows board and table may take longer.
    let url = format!("http://{}/?lang=zh-Hans", server.address);
    browser.navigate(&url);
    browser.wait(
        "document.querySelector('table.moves tbody tr') && \
         document.querySelector('.stage')?.shadowRoot.querySelectorAll('.man').length === 32",
    );
    let took = browser.eval("performance.now()").as_f64().unwrap();
    browser.rest_for(1500);
    (took, browser.loaded - before)
}

/// A line of 60 KB a second that takes a second for each answer. The best of a few times counts; a
/// machine that is so busy that the page takes half a second without such a line gets as much more
/// twice.
#[test]
fn over_a_slow_line_board_and_table_are_there_in_four_seconds() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.look(390, "light");
    browser.call("Network.setCacheDisabled", json!({ "cacheDisabled": true }));
    let plain = loaded(&mut browser, &server).0.min(loaded(&mut browser, &server).0);
    let line = json!({
        "offline": false, "latency": 1000, "downloadThroughput": 60_000, "uploadThroughput": 60_000,
    });
    browser.call("Network.emulateNetworkConditions", line);
    let most = 4000.0 + 2.0 * (plain - 500.0).max(0.0);
    let mut times = Vec::new();
    while times.len() < 4 && times.last().is_none_or(|&took| took >= most) {
        let (took, bytes) = loaded(&mut browser, &server);
        assert!((40_000.0..120_000.0).contains(&bytes), "{bytes} bytes");
        times.push(took);
    }
    assert!(times.iter().any(|&took| took < most), "{times:?} ms of {most}, {plain} without");
    is_at_peace(&browser, &server);
}
