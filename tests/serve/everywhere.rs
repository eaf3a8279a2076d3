//! One visit of the page in every language, at four widths, in four looks, on paper and without a
//! server: the box, the explorer, lists, a player, an event, openings, an ending and a game.

use super::access::{is_not_faint, is_printed};
use super::board::offline;
use super::browser::Browser;
use super::http::Server;
use super::page::{NAMELESS, OVERFLOW, STRAY};
use serde_json::json;

const LANGUAGES: [&str; 3] = ["en", "zh-Hans", "zh-Hant"];
const WINDOWS: [(u32, u32); 4] = [(390, 844), (1280, 900), (1440, 900), (2560, 1300)];
/// Names of the looks, with the media features of each.
const LOOKS: [(&str, [(&str, &str); 3]); 4] = [
    ("light", [COLOURS[0], FORCED[0], MOTION[0]]),
    ("dark", [COLOURS[1], FORCED[0], MOTION[0]]),
    ("forced", [COLOURS[1], FORCED[1], MOTION[0]]),
    ("still", [COLOURS[0], FORCED[0], MOTION[1]]),
];
const COLOURS: [(&str, &str); 2] =
    [("prefers-color-scheme", "light"), ("prefers-color-scheme", "dark")];
const FORCED: [(&str, &str); 2] = [("forced-colors", "none"), ("forced-colors", "active")];
const MOTION: [(&str, &str); 2] =
    [("prefers-reduced-motion", "no-preference"), ("prefers-reduced-motion", "reduce")];

/// Number of times that the page is asked to try again.
const RETRIES: usize = 3;

/// One visit of the page.
struct Visit<'b> {
    browser: &'b mut Browser,
    server: &'b Server,
    lang: &'static str,
    window: (u32, u32),
    look: usize,
}

impl Visit<'_> {
    fn name(&self, view: &str) -> String {
        format!("{view}-{}-{}-{}", self.lang, self.window.0, LOOKS[self.look].0)
    }

    fn set_look(&mut self) {
        let (width, height) = self.window;
        self.browser.window(width, height, "light");
        let features =
            LOOKS[self.look].1.map(|(name, value)| json!({ "name": name, "value": value }));
        let media = json!({ "media": "", "features": features });
        self.browser.call("Emulation.setEmulatedMedia", media);
    }

    fn open(&mut self, view: &str) {
        let joint = if view.contains('?') { "&" } else { "?" };
        let url = format!("http://{}{view}{joint}lang={}", self.server.address, self.lang);
        self.browser.open(&url);
    }

    /// Asserts that a view is whole in this look, once `seen` is true, and that it can be printed.
    fn is_whole(&mut self, view: &str, seen: &str) {
        let name = self.name(view);
        self.browser.wait(seen);
        self.browser.rest();
        assert_eq!(self.browser.eval("document.documentElement.lang"), self.lang, "{name}");
        assert_eq!(self.browser.eval(OVERFLOW), 0, "{name}");
        assert_eq!(self.browser.eval(NAMELESS), json!([]), "{name}");
        assert_eq!(self.browser.eval(STRAY), json!([]), "{name}");
        self.browser.picture(&name);
        // Where the system sets the colours, they are not the page's.
        if LOOKS[self.look].0 != "forced" {
            is_not_faint(self.browser, &name);
            is_printed(self.browser, &name);
            self.set_look();
        }
        let complaints: Vec<_> = self.browser.complaints.drain(..).collect();
        assert!(complaints.is_empty(), "{name}: {complaints:#?}");
    }

    /// Plays in the explorer: by clicks, by keys, in the table, and where the server fails.
    fn explore(&mut self) {
        self.open("/");
        let plies =
            |count: usize| format!("document.querySelectorAll('.line li').length === {count}");
        self.is_whole("explore", "document.querySelector('table.moves tbody a.move')");
        self.browser.click("[data-square=h2]");
        self.browser.click("[data-square=e2]");
        let man =
            "document.querySelector('.stage').shadowRoot.querySelector('.man[data-square=e2]')";
        assert_eq!(self.browser.eval(&format!("Boolean({man})")), true, "{}", self.name("step"));
        if LOOKS[self.look].0 == "still" {
            let duration = format!("getComputedStyle({man}).transitionDuration");
            assert_eq!(self.browser.eval(&duration), "0s");
        }
        self.browser.wait(&plies(1));
        self.browser.settle();
        for (key, count) in [("ArrowLeft", 0), ("ArrowRight", 1), ("Home", 0), ("End", 1)] {
            self.browser.key(key);
            self.browser.wait(&plies(count));
            self.browser.settle();
        }
        self.browser.rest();
        self.browser.click("table.moves tbody a.move");
        self.browser.wait(&plies(2));
        self.is_whole("line", "document.querySelector('table.moves tbody')");
        offline(self.browser, true);
        self.browser.eval("document.querySelector('[data-square=h0]').click()");
        self.browser.eval("document.querySelector('[data-square=g2]').click()");
        self.browser.wait("document.querySelector('#told .wrong')");
        assert_eq!(self.browser.eval(OVERFLOW), 0, "{}", self.name("failed"));
        self.browser.picture(&self.name("failed"));
        offline(self.browser, false);
        // A question that was asked without a server may fail later than the first.
        for _ in 0..RETRIES {
            self.browser.eval("document.querySelector('#told button')?.click()");
            self.browser.rest();
        }
        let is_back = "!document.querySelector('.old') && !document.querySelector('#told .wrong')";
        self.browser.wait(is_back);
        // The browser notes the questions that failed.
        self.browser.complaints.clear();
    }

    /// Goes from the box to a player, to a game, and through its moves.
    fn play(&mut self) {
        self.browser.key("/");
        self.browser.wait("document.activeElement.name === 'typed'");
        self.browser.call("Input.insertText", json!({ "text": "lin yi" }));
        self.browser.wait("document.querySelector('.box [role=option]')");
        self.browser.picture(&self.name("box"));
        self.browser.key("ArrowDown");
        self.browser.key("Enter");
        self.browser.wait("location.search.includes('view=people')");
        self.is_whole(
            "player",
            "document.querySelector('.person h1') && document.querySelector('a.row')",
        );
        self.browser.click("a.row .date");
        self.is_whole(
            "game",
            "document.querySelector('.game .pair') && document.querySelector('.here table')",
        );
        self.browser.key("ArrowRight");
        self.browser.key("ArrowRight");
        self.browser.wait("document.querySelector('[data-node=\"1\"][aria-current]')");
        self.browser.key("ArrowLeft");
        self.browser.wait("document.querySelector('[data-node=\"0\"][aria-current]')");
        self.browser.wait("location.search.includes('node=0')");
        self.browser.rest();
        self.browser.eval("history.back()");
        self.browser.wait("document.querySelector('.person h1')");
        self.browser.rest();
    }

    /// Leafs through lists, and from each to what stands in it.
    fn leaf(&mut self) {
        self.open("/?view=people");
        self.is_whole("players", "document.querySelector('tbody tr')");
        self.open("/?view=events");
        self.is_whole("events", "document.querySelector('tbody tr a')");
        self.browser.click("tbody tr a[href*='series=']");
        self.is_whole(
            "series",
            "location.search.includes('series=') && document.querySelector('a.row')",
        );
        self.browser.click("tbody tr a[href*='edition=']");
        self.is_whole(
            "edition",
            "location.search.includes('edition=') && document.querySelector('h1')",
        );
        self.open("/?view=openings");
        self.browser.wait("document.querySelector('.family summary b')");
        self.browser.click(".family summary b");
        self.is_whole("openings", "document.querySelector('.family[open] tbody tr')");
        self.open("/?view=books");
        self.is_whole("books", "document.querySelector('h1')");
        self.open("/?view=study&part=endings");
        self.is_whole("endings", "document.querySelector('main .chips a')");
        self.open("/?view=ask&where=red+crossed-rook");
        self.is_whole(
            "ask",
            "document.querySelector('.pattern') || document.querySelector('a.row')",
        );
        self.open("/?view=report&warnings=1");
        self.is_whole("report", "document.querySelector('h1')");
    }
}

/// Visits the page in each choice of a language, a window and a look, by their indexes.
fn visit(choices: impl Iterator<Item = (usize, usize, usize)>) {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    for (lang, window, look) in choices {
        let (lang, window) = (LANGUAGES[lang], WINDOWS[window]);
        let mut visit = Visit { browser: &mut browser, server: &server, lang, window, look };
        visit.set_look();
        visit.explore();
        visit.play();
        visit.leaf();
    }
}

#[test]
fn a_visit_is_whole_in_every_look() {
    visit((0..LOOKS.len()).map(|look| (look % LANGUAGES.len(), look, look)));
}

#[test]
#[ignore = "long: 48 visits, every language at every width in every look"]
fn every_visit_is_whole_in_every_look() {
    let windows =
        (0..LANGUAGES.len()).flat_map(|lang| (0..WINDOWS.len()).map(move |it| (lang, it)));
    visit(windows.flat_map(|(lang, it)| (0..LOOKS.len()).map(move |look| (lang, it, look))));
}
