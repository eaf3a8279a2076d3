//! The board of the page: pieces that go at once, one question a step, and a server that fails.

use super::browser::Browser;
use super::http::Server;
use serde_json::json;

/// Where the drawing of the board is.
const SHADOW: &str = "document.querySelector('.stage').shadowRoot";

/// Whether a piece stands on a point of the drawing.
fn piece(browser: &mut Browser, square: &str) -> bool {
    browser.eval(&format!("Boolean({SHADOW}.querySelector('.man[data-square={square}]'))")) == true
}

pub(super) fn offline(browser: &mut Browser, is_offline: bool) {
    let conditions = json!({
        "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
    });
    browser.call("Network.emulateNetworkConditions", conditions);
}

/// A browser at an address of the page over the project's own records; `None` without a browser.
fn opened(at: &str) -> Option<(Browser, Server)> {
    let mut browser = Browser::start()?;
    let server = Server::of_own_records();
    browser.look(1440, "light");
    browser.open(&format!("http://{}{at}", server.address));
    Some((browser, server))
}

#[test]
fn a_step_is_one_question_and_no_picture() {
    let Some((mut browser, server)) = opened("/?lang=en") else { return };
    browser.wait("document.querySelector('table.moves tbody a')");
    browser.rest_for(250);
    browser.requests.clear();
    browser.eval("document.querySelector('[data-square=h2]').click()");
    browser.eval("document.querySelector('[data-square=e2]').click()");
    // The piece is there before any answer can be.
    assert!(piece(&mut browser, "e2") && !piece(&mut browser, "h2"));
    browser.wait("document.querySelector('.line [aria-current]')");
    browser.rest_for(250);
    let asked = |what: &str| browser.requests.iter().filter(|url| url.contains(what)).count();
    assert_eq!(asked("/api/v1/position"), 0, "{:?}", browser.requests);
    assert_eq!(asked("/api/v1/explore?moves=h2e2&"), 1, "{:?}", browser.requests);
    // Whoever cannot see it hears the move, how many games came there and whose turn it is.
    let games = server.json("explore", &[("moves", "h2e2")])["games"].clone();
    let heard = browser.eval("document.querySelector('[role=status].side').textContent");
    assert_eq!(heard, format!("炮二平五, {games} games. Black to move"));
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}

#[test]
fn a_dragged_piece_leaves_its_point_and_comes_back() {
    let Some((mut browser, _server)) = opened("/?lang=en") else { return };
    browser.wait("document.querySelector('[data-square=h2].can')");
    let at = "(() => { const it = document.querySelector('.stage').shadowRoot.querySelector('.man[data-square=h2]')\
              .getBoundingClientRect(); return Math.round(it.y); })()";
    let before = browser.eval(at);
    let to = browser.middle("[data-square=h5]");
    let from = browser.middle("[data-square=h2]");
    let mouse = |browser: &mut Browser, kind: &str, (x, y): (f64, f64)| {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        browser.call("Input.dispatchMouseEvent", event);
    };
    mouse(&mut browser, "mousePressed", from);
    mouse(&mut browser, "mouseMoved", to);
    assert!(browser.eval(at).as_f64() < before.as_f64(), "the piece goes with the pointer");
    assert_eq!(browser.eval("document.querySelectorAll('.ghost').length"), 0);
    // Let go where the piece cannot stand, it goes back.
    let beside = browser.middle("h1, caption");
    mouse(&mut browser, "mouseMoved", beside);
    mouse(&mut browser, "mouseReleased", beside);
    browser.wait(&format!("{at} === {before}"));
    assert_eq!(browser.address(), "/?lang=en");
}

#[test]
fn a_failed_question_leaves_board_and_table() {
    let Some((mut browser, _server)) = opened("/?lang=en") else { return };
    browser.wait("document.querySelector('table.moves tbody a')");
    browser.rest_for(250);
    offline(&mut browser, true);
    browser.eval("document.querySelector('[data-square=h2]').click()");
    browser.eval("document.querySelector('[data-square=e2]').click()");
    browser.wait("document.querySelector('#told .wrong')?.innerText.includes('does not answer')");
    assert!(piece(&mut browser, "e2"), "the board lives on");
    browser.wait("document.querySelector('#moves.old table.moves tbody tr')");
    // The line can be gone through without a server.
    browser.key("ArrowLeft");
    browser.wait("!location.search.includes('moves=')");
    assert!(piece(&mut browser, "h2"));
    browser.eval("history.back()");
    browser.wait("location.search.includes('moves=h2e2')");
    offline(&mut browser, false);
    browser.wait("document.querySelector('#told button')");
    browser.eval("document.querySelector('#told button').click()");
    browser.wait("document.querySelector('.line [aria-current]')");
    browser.wait("!document.querySelector('.old')");
    assert_eq!(browser.eval("document.querySelector('#told').textContent"), "");
}

#[test]
fn faults_are_told_where_they_are() {
    let Some((mut browser, server)) = opened("/?lang=en&since=62") else { return };
    browser.wait("document.querySelector('[data-field=since] .wrong')");
    assert_eq!(browser.eval("document.querySelector('#told').textContent"), "");
    browser.open(&format!("http://{}/?lang=en&moves=zzzz", server.address));
    browser.wait("document.querySelector('#told .wrong a')");
    browser.wait("document.querySelector('#head small').innerText.includes('games')");
    // The start is on the board.
    browser.wait(&format!("{SHADOW}?.querySelector('.man[data-square=h2]')"));
    browser.click("#told .wrong a");
    browser.wait("document.querySelector('table.moves tbody tr')");
    browser.open(&format!("http://{}/?lang=en&fen=4k4/9/9/9/9/9/9/9/9/4K4+w", server.address));
    browser.wait("document.querySelector('#under .wrong')?.innerText.includes('face each other')");
    assert_eq!(
        browser.eval("document.querySelector('.named').innerText"),
        "A position that is set up"
    );
}

#[test]
fn keys_go_back_and_forward_again_and_back_comes_back() {
    let Some((mut browser, server)) = opened("/?lang=en&moves=h2e2+h9g7+h0g2") else { return };
    let steps = |browser: &mut Browser, count: usize| {
        browser.wait(&format!("document.querySelectorAll('.line li').length === {count}"));
        browser.settle();
    };
    steps(&mut browser, 3);
    for (key, count) in
        [("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2), ("Home", 0), ("End", 3)]
    {
        browser.key(key);
        steps(&mut browser, count);
    }
    // After Enter on a move of the table the focus is in the table.
    browser.eval("document.querySelector('table.moves a.move').focus()");
    browser.key("Enter");
    steps(&mut browser, 4);
    browser.wait("document.querySelector('table.moves a.move') === document.activeElement || document.querySelector('.nothing')");
    // A page that is left takes its questions with it, of whose ends nobody hears.
    browser.rest();
    // Another view begins at its top, and back comes back to where one was.
    browser.open(&format!("http://{}/?lang=en", server.address));
    browser.wait("document.querySelector('a.row')");
    browser.rest_for(250);
    browser.eval("scrollTo(0, 300)");
    browser.eval(
        "document.querySelector('#top a[href*=player]')?.closest('details') && scrollTo(0, 300)",
    );
    let there = browser.eval("scrollY");
    browser.eval("document.querySelector('a.row').click()");
    browser.wait("document.querySelector('.game .pair')");
    browser.settle();
    assert_eq!(browser.eval("scrollY"), 0);
    assert_ne!(browser.eval("document.activeElement.tagName"), "BODY", "the focus is in the view");
    browser.eval("history.back()");
    browser.wait("document.querySelector('.explore')");
    browser.wait(&format!("scrollY === {there}"));
}
