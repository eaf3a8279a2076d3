//! The page for everybody: by keys alone, read aloud, on paper, in colours that can be told apart,
//! and soon there.

use super::browser::Browser;
use super::http::Server;
use super::page::{OVERFLOW, VIEWS, is_at_peace};
use serde_json::{Value, json};

fn url(server: &Server, view: &str, more: &str) -> String {
    let joint = if view.contains('?') { "&" } else { "?" };
    format!("http://{}{view}{joint}{more}", server.address)
}

/// All views, and one game, and the parts of the report.
fn views(server: &Server) -> Vec<String> {
    let key = server.json("games", &[("limit", "1")])["games"][0]["key"].clone();
    let mut all: Vec<String> = VIEWS.iter().map(|(view, _)| (*view).to_owned()).collect();
    all.push(format!("/?view=game&key={}&ply=3", key.as_str().unwrap()));
    all.push("/?view=import".to_owned());
    all.extend(["unread", "doubts", "conflicts"].map(|part| format!("/?view=report&part={part}")));
    all
}

/// What is written on the page with less contrast than WCAG AA asks for: 4.5, or 3 where it is
/// large. Colours are mixed with what lies behind them; pictures are not looked into.
const FAINT: &str = r"(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colour = (text) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => [r, g, b].map((it) => it / 255).map((it) => (it <= .04045 ? it / 12.92 : ((it + .055) / 1.055) ** 2.4))
    .reduce((sum, it, at) => sum + it * [.2126, .7152, .0722][at], 0);
  const behind = (element) => { const layers = [];
    for (let it = element; it; it = it.parentElement) layers.push(colour(getComputedStyle(it).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), colour(getComputedStyle(document.documentElement).colorScheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches ? '#000' : '#fff')); };
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const style = getComputedStyle(element);
    if (!node.textContent.trim() || !element.checkVisibility({ visibilityProperty: true }) || element.closest('.hidden, :disabled, option')) continue;
    const ground = behind(element);
    const [a, b] = [light(over(colour(style.color), ground)), light(ground)];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) faint.add(`${ratio.toFixed(2)} ${style.color} ${element.tagName}.${element.className}: ${node.textContent.trim().slice(0, 30)}`);
  }
  return [...faint];
})()";

/// What a screen reader is told: of everything that can be reached by keys, a role and a name.
fn told(browser: &mut Browser) -> Vec<(String, String)> {
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().trim().to_owned();
    let is_reached = |node: &&Value| {
        let properties = node["properties"].as_array().into_iter().flatten();
        let mut focusable = properties.filter(|it| it["name"] == "focusable");
        node["ignored"] == false && focusable.any(|it| it["value"]["value"] == true)
    };
    let nodes = tree["nodes"].as_array().unwrap().iter().filter(is_reached);
    nodes.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
}

/// What has the focus, and whether it can be seen that it has.
const FOCUSED: &str = "(() => { const it = document.activeElement; \
    const style = getComputedStyle(it); \
    return { name: (it.getAttribute('aria-label') || it.innerText || it.name || it.tagName).trim(), \
    tag: it.tagName, seen: it.matches(':focus-visible') && style.outlineStyle !== 'none' }; })()";

/// Goes on by the tabulator until something with this name has the focus.
fn to(browser: &mut Browser, name: &str) {
    for _ in 0..160 {
        browser.key("Tab");
        let focused = browser.eval(FOCUSED);
        if focused["tag"] != "BODY" {
            assert_eq!(focused["seen"], true, "nobody sees where the focus is: {focused}");
        }
        if focused["name"].as_str().unwrap().starts_with(name) {
            return;
        }
    }
    panic!("not reached by keys: {name}: {}", browser.eval("document.body.innerText"));
}

#[test]
fn every_view_is_reached_and_left_by_keys_alone() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.look(1600, "light");
    browser.open(&format!("http://{}/?lang=en#token={}", server.address, server.token()));
    let tabs = [
        ("Ask", "view=ask"),
        ("Draw", "view=draw"),
        ("Players", "view=people"),
        ("Events", "view=events"),
        ("Openings", "view=openings"),
        ("Books", "view=books"),
        ("Report", "view=report"),
        ("Import", "view=import"),
    ];
    for (name, part) in tabs {
        to(&mut browser, name);
        browser.key("Enter");
        browser.wait(&format!("location.search.includes('{part}')"));
        browser.settle();
        let focused = browser.eval(FOCUSED);
        assert_eq!(focused["name"], name, "the focus stays where it was");
    }
    // From the list of players to one of them, and to a game of his.
    browser.open(&format!("http://{}/?lang=en&view=people", server.address));
    to(&mut browser, "林一舟");
    browser.key("Enter");
    browser.wait("document.querySelector('.person')");
    browser.wait("document.querySelector('a.row')");
    to(&mut browser, "19");
    browser.key("Enter");
    browser.wait("document.querySelector('.game .pair')");
    browser.settle();
    browser.key("ArrowRight");
    browser.wait("document.querySelector('[data-node=\"0\"][aria-current]')");
    // A piece is put on the board, and an area begun.
    browser.open(&format!("http://{}/?lang=en&view=draw", server.address));
    to(&mut browser, "red cannon");
    browser.key("Enter");
    browser.eval("document.activeElement.blur()");
    to(&mut browser, "e0");
    browser.key("ArrowUp");
    browser.key("ArrowUp");
    browser.key("Enter");
    browser.wait("document.querySelector('textarea').value === 'mirror (C on e2)'");
    browser.wait("document.activeElement.dataset.square === 'e2'");
    to(&mut browser, "Somewhere in an area");
    browser.key("Enter");
    browser.eval("document.activeElement.blur()");
    to(&mut browser, "e2");
    browser.key("ArrowUp");
    browser.key("Enter");
    browser.wait("location.search.includes('areas=R%40e3')");
    browser.wait("document.activeElement.dataset.square === 'e3'");
    is_at_peace(&browser, &server);
}

/// Asserts that everything written on the page can be told from its ground.
pub(super) fn is_not_faint(browser: &mut Browser, what: &str) {
    // Colours change in a tenth of a second, or later where there is much to do.
    browser.wait("document.getAnimations().length === 0");
    assert_eq!(browser.eval(FAINT), json!([]), "{what}");
}

/// Asserts that on paper stands what is read, and nothing to press.
pub(super) fn is_printed(browser: &mut Browser, view: &str) {
    browser.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let pressed = "[...document.querySelectorAll('header#head, .controls, .typed, .filters, \
        .palette, .tools, form, summary, button:not(.move, .row.head button, thead button)')].filter((it) => it.checkVisibility()).map((it) => it.outerHTML.slice(0, 80))";
    assert_eq!(browser.eval(pressed), json!([]), "{view}");
    is_not_faint(browser, &format!("{view} on paper"));
    let paper = browser.eval("getComputedStyle(document.body).backgroundColor");
    assert_eq!(paper, "rgb(255, 255, 255)", "{view}");
    let pages = browser.call("Page.printToPDF", json!({}))["data"].as_str().unwrap().len();
    assert!(pages > 1000, "{view}");
}

/// Asserts that whatever keys reach is read aloud with a role and a name.
fn is_read_aloud(browser: &mut Browser, view: &str) {
    let mut all = told(browser);
    assert!(all.len() > 10, "{view}: {all:?}");
    // The page itself and the place of its views need no name.
    all.retain(|(role, name)| {
        !matches!(role.as_str(), "RootWebArea" | "main")
            && (name.is_empty() || matches!(role.as_str(), "" | "generic" | "none"))
    });
    assert_eq!(all, [], "{view}");
}

/// Every view is opened once, in the dark: it is printed, seen in both colour schemes, and read
/// aloud with all that whoever has the token can press.
#[test]
fn every_view_is_printed_seen_and_read_aloud() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    for view in views(&server) {
        browser.look(1000, "dark");
        browser.open(&format!("{}#token={}", url(&server, &view, "lang=en"), server.token()));
        browser.rest();
        is_printed(&mut browser, &view);
        browser.eval("document.querySelectorAll('details').forEach((it) => { it.open = true })");
        for scheme in ["dark", "light"] {
            browser.look(1000, scheme);
            browser.rest();
            is_not_faint(&mut browser, &format!("{view} {scheme}"));
        }
        is_read_aloud(&mut browser, &view);
    }
    is_at_peace(&browser, &server);
}

/// Where a system sets the colours, bars and pieces keep theirs; where nothing may move, nothing
/// does; at twice the size nothing lies beside the window.
#[test]
fn forced_colours_still_pieces_and_twice_the_size() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.window(640, 450, "light");
    for view in views(&server) {
        browser.open(&url(&server, &view, "lang=en"));
        browser.rest();
        assert_eq!(browser.eval(OVERFLOW), 0, "{view}");
    }
    browser.window(1280, 900, "light");
    let features = json!([
        { "name": "forced-colors", "value": "active" },
        { "name": "prefers-reduced-motion", "value": "reduce" },
    ]);
    browser.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    browser.open(&url(&server, "/", "lang=en"));
    browser.wait("document.querySelector('table.moves .bar .red')");
    let man = "document.querySelector('.stage').shadowRoot.querySelector('.man')";
    browser.wait(man);
    let colours = "['.red', '.draws', '.black'].map((part) => \
                   getComputedStyle(document.querySelector(`table.moves .bar ${part}`)).backgroundColor)";
    let colours = browser.eval(colours);
    let colours: std::collections::BTreeSet<_> =
        colours.as_array().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(colours.len(), 3, "{colours:?}");
    let moves = format!("getComputedStyle({man}).transitionDuration");
    assert_eq!(browser.eval(&moves), "0s");
    let disc = format!("getComputedStyle({man}.querySelector('.disc')).forcedColorAdjust");
    assert_eq!(browser.eval(&disc), "none");
    browser.picture("forced-colours");
    let features = json!([{ "name": "prefers-reduced-motion", "value": "no-preference" }]);
    browser.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    assert_eq!(browser.eval(&moves), "0.12s");
}
