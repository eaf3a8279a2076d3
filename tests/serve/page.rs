//! The page in a real browser.

use super::browser::Browser;
use super::http::Server;
use crate::common::{desk, stdout};
use serde_json::{Value, json};

/// Every view, and something that is seen in it.
pub(super) const VIEWS: [(&str, &str); 10] = [
    ("/", "table.moves tbody tr"),
    ("/?view=ask", ".pattern"),
    ("/?view=ask&where=red+crossed-rook", "a.row"),
    ("/?view=draw&draw=//////????P????///", "a.row"),
    ("/?view=people", "tbody tr"),
    ("/?view=people&who=林一舟", ".person"),
    ("/?view=events", "tbody tr"),
    ("/?view=openings", "tbody tr"),
    ("/?view=books", "h1"),
    ("/?view=report&warnings=1", "h1"),
];

/// Controls without a name that a screen reader could say.
pub(super) const NAMELESS: &str = "[...document.querySelectorAll('a[href], button, input, select, textarea')] \
    .filter((it) => !(it.getAttribute('aria-label') || it.closest('label')?.textContent.trim() || \
    it.textContent.trim() || it.title)).map((it) => it.outerHTML)";

/// Values that stand between the parts of the page as text, where a part is left out.
pub(super) const STRAY: &str = "[...document.querySelectorAll('main, main div, main section, main article, main header, main ul')] \
    .flatMap((it) => [...it.childNodes]).filter((it) => it.nodeType === 3 && it.parentNode.childElementCount > 0) \
    .map((it) => it.textContent.trim()).filter((text) => /^(0|false|null|undefined|NaN)$/.test(text))";

/// How far the page is wider than the window.
pub(super) const OVERFLOW: &str =
    "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/// Widths and heights of windows, with colours.
const SCREENS: [(u32, u32, &str); 4] =
    [(390, 844, "light"), (1280, 900, "light"), (1440, 900, "dark"), (2560, 1300, "light")];

/// Tables of which a part is out of sight.
const CUT: &str = "[...document.querySelectorAll('.wide')].filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth) \
    .map((it) => it.innerText.slice(0, 80))";

fn base(server: &Server) -> String {
    format!("http://{}", server.address)
}

/// Nothing is asked of anybody else, and nothing is complained of.
pub(super) fn is_at_peace(browser: &Browser, server: &Server) {
    let base = base(server);
    let strangers: Vec<_> = browser
        .requests
        .iter()
        .filter(|url| !url.starts_with(&base) && *url != "about:blank")
        .collect();
    assert!(strangers.is_empty(), "{strangers:?}");
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}

#[test]
fn people_are_called_in_the_script_of_the_reader() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    let asked = [("name", "周许功"), ("name", "陈雨亭"), ("name", "Nobody"), ("lang", "zh-Hant")];
    let answer = server.json("called", &asked);
    assert_eq!(answer["names"]["周许功"], "周許功", "{answer}");
    assert_eq!(answer["names"]["Nobody"], "Nobody", "{answer}");
    let other = server.json("called", &[("name", "周許功"), ("lang", "zh-Hans")]);
    assert_eq!(other["names"]["周許功"], "周许功", "{other}");
    for (lang, shown, not) in [("zh-Hans", "周许功", "周許功"), ("zh-Hant", "周許功", "周许功")]
    {
        for (view, names) in [
            ("/?view=people", "tbody th"),
            ("/?player=周许功", ".lead, .cell.red bdi, .cell.black bdi, p.quiet bdi"),
            ("/?view=study&part=ratings&min_games=1", "tbody th"),
        ] {
            browser.open(&format!("{}{view}&lang={lang}", base(&server)));
            let all = format!(
                "[...document.querySelectorAll({})].map((it) => it.textContent + it.title).join()",
                json!(names)
            );
            browser.wait(&format!(
                "({all}).includes({}) && !({all}).includes({})",
                json!(shown),
                json!(not)
            ));
        }
    }
    is_at_peace(&browser, &server);
}

/// Titles, events and books are written in the script of the reader, dates in them with strokes, and
/// no date is said twice. The record itself stays as it is.
#[test]
fn titles_are_in_the_script_of_the_reader() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let game = |title: &str, event: &str, moves: &str| {
        format!(
            "[Event \"{event}\"]\n[Title \"{title}\"]\n[Date \"2003.04.24\"]\n[Red \"張明忠\"]\n\
             [Black \"陳建國\"]\n[Result \"1-0\"]\n\n1. {moves} 1-0\n\n"
        )
    };
    let games = game("20030424張明忠勝陳建國", "兩岸對抗賽 20030501 續", "炮二平五 馬8進7")
        + &game("第十局 順炮直車", "1990年全國象棋個人錦標賽", "炮二平五 炮8平5");
    std::fs::write(folder.path().join("games.pgn"), games).unwrap();
    let server = Server::of_paths(&[&folder.path().join("games.pgn")]);
    browser.look(1600, "light");
    for (lang, title, event) in [
        ("zh-Hans", "张明忠胜陈建国", "两岸对抗赛 2003-05-01 续"),
        ("zh-Hant", "張明忠勝陳建國", "兩岸對抗賽 2003-05-01 續"),
    ] {
        let cell = |name: &str| {
            format!("[...document.querySelectorAll('a.row .{name}')].map((it) => it.textContent)")
        };
        browser.open(&format!("{}/?lang={lang}", base(&server)));
        browser.wait(&format!("{}.includes({})", cell("title"), json!(title)));
        browser.wait(&format!("{}.includes({})", cell("event"), json!(event)));
        browser.click("a.row:has(.title)");
        browser.wait("document.querySelector('.game header')");
        browser.rest();
    }
    browser.open(&format!("{}/?view=events&lang=zh-Hans", base(&server)));
    browser.wait("document.querySelector('tbody').textContent.includes('两岸对抗赛')");
    // A series that is known in both scripts is written in either.
    for (lang, name) in
        [("zh-Hans", "全国象棋个人锦标赛@1990"), ("zh-Hant", "全國象棋個人錦標賽@1990")]
    {
        let called = server.json("called", &[("name", "全国象棋个人锦标赛@1990"), ("lang", lang)]);
        assert_eq!(called["names"]["全国象棋个人锦标赛@1990"], name);
    }
    is_at_peace(&browser, &server);
}

/// A game without names is called by what is known of it; a number of a file is no title, words are.
#[test]
fn games_without_names_are_not_called_by_numbers_of_files() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let fen = "[FEN \"3ak4/9/9/9/9/9/9/9/9/R4K3 w - - 0 1\"]\n\n1. 车九进五";
    for (file, text) in [
        ("00000220", "1. 炮二平五 马8进7 2. 马二进三"),
        ("00000221", fen),
        ("00000222", "[Event \"全国象棋个人赛\"]\n\n1. 兵七进一 卒7进1"),
        ("顺炮直车", "1. 炮二平五 炮8平5 2. 车一进一"),
        ("uci-first5000", "1. 马二进一 马8进9 2. 马一退二"),
    ] {
        std::fs::write(folder.path().join(format!("{file}.pgn")), format!("{text} *\n")).unwrap();
    }
    let server = Server::of_paths(&[folder.path()]);
    browser.look(1600, "light");
    for (lang, names) in [
        ("en", ["全国象棋个人赛", "顺炮直车", "2 moves", "2 moves", "without a title, 1 move"]),
        ("zh-Hans", ["全国象棋个人赛", "顺炮直车", "，2 回合", "，2 回合", "无题局面，1 回合"]),
        ("zh-Hant", ["全國象棋個人賽", "順炮直車", "，2 回合", "，2 回合", "無題局面，1 回合"]),
    ] {
        browser.open(&format!("{}/?lang={lang}&kind=all", base(&server)));
        browser.wait("document.querySelectorAll('a.row').length === 5");
        browser.wait(
            "![...document.querySelectorAll('a.row .title')].some((it) => it.textContent === '…')",
        );
        let titles = browser.eval("[...document.querySelectorAll('a.row .title')].map((it) => it.textContent).join('\\n')");
        let titles = titles.as_str().unwrap();
        for name in names {
            assert!(titles.contains(name), "{lang}: {name}: {titles}");
        }
        assert!(!titles.contains("000002") && !titles.contains("uci-"), "{titles}");
        assert_eq!(titles.lines().filter(|it| it.contains(names[2])).count(), 2, "{titles}");
        browser.eval("[...document.querySelectorAll('a.row')].at(-1).click()");
        browser.wait("document.querySelector('.game h1')?.textContent.length > 1");
        let title = browser.eval("document.querySelector('.game h1').textContent");
        assert!(titles.lines().any(|it| title == it), "{title}: {titles}");
        // The file is named among the sources.
        let place = browser.eval("document.querySelector('.witnesses .place').textContent");
        assert!(place.as_str().unwrap().ends_with(".pgn"), "{place}");
    }
    is_at_peace(&browser, &server);
}

#[test]
fn a_game_is_headed_by_persons_and_tells_how_they_are_recorded() {
    let Some(mut browser) = Browser::start() else { return };
    let (folder, db) = desk();
    let game = |red: &str, moves: &str| {
        format!("[Red \"{red}\"]\n[Black \"吕钦\"]\n[Result \"1-0\"]\n\n1. {moves} 1-0\n\n")
    };
    let games = game("HU RongHua", "炮二平五 马8进7") + &game("胡荣华", "兵七进一 卒7进1");
    let path = folder.path().join("a.pgn");
    std::fs::write(&path, games + &game("胡荣华", "相三进五 炮8平5")).unwrap();
    stdout(&db, &["import", path.to_str().unwrap()], 0);
    let same = ["decide", "same", "player:HU RongHua", "player:胡荣华", "--reason", "one man"];
    stdout(&db, &same, 0);
    let server = Server::start(&db, &[]);
    browser.open(&format!("{}/?lang=zh-Hans&moves=h2e2", base(&server)));
    browser.wait("document.querySelector('a.row')?.textContent.includes('胡荣华')");
    browser.click("a.row");
    browser.wait("document.querySelector('.game h1')?.textContent.startsWith('胡荣华')");
    let recorded = browser.eval("document.querySelector('.game h1 [title]').title");
    assert_eq!(recorded, "原作“HU RongHua”");
    // The page of the person says who it is.
    browser.open(&format!("{}/?lang=zh-Hant&view=people&who=胡荣华", base(&server)));
    browser.wait("document.querySelector('.person p')?.textContent === '特級大師 · 上海 · 1945–'");
    is_at_peace(&browser, &server);
}

#[test]
fn lists_of_the_page_have_the_numbers_of_the_archive() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    for (view, path, by) in [("people", "players", "player"), ("events", "series", "event")] {
        browser.open(&format!("{}/?view={view}&lang=en", base(&server)));
        browser.wait("document.querySelector('tbody tr')");
        let shown = browser.eval(
            &format!("[...document.querySelectorAll('tbody tr')].map((it) => Number(it.querySelectorAll('td.n')[{}].textContent))", usize::from(by == "event")),
        );
        let listed = server.json(path, &[("limit", "1000")]);
        let listed = listed[path].as_array().unwrap();
        let games: Vec<_> = listed.iter().map(|row| row["games"].clone()).collect();
        assert_eq!(shown, json!(games), "{view}");
        for row in listed {
            let asked = row["name"].as_str().unwrap();
            let found = server.json("games", &[(by, asked), ("limit", "0")]);
            if by == "player" || row["editions"] != 0 {
                assert_eq!(found["count"], row["games"], "{asked}");
            }
        }
    }
    // A list with games of every kind says how many of them no score counts.
    let number = |field: &str, kind: &str| {
        let asked = [("player", "林一舟"), ("kind", kind), ("limit", "0")];
        server.json("games", &asked)[field].as_u64().unwrap()
    };
    let others = number("others", "all");
    assert!(others > 0);
    assert_eq!(number("count", "game") + others, number("count", "all"));
    assert_eq!(number("others", "game"), 0);
    browser.open(&format!("{}/?view=people&who=林一舟&lang=en", base(&server)));
    browser.wait("document.querySelector('.games h2 small')");
    let said = browser.eval("document.querySelector('.games h2 small').textContent");
    assert_eq!(said, json!(format!(" {others} of other kinds are in no score")));
    is_at_peace(&browser, &server);
}

/// An address with a view that is not there shows the explorer, which the head marks.
#[test]
fn an_unknown_view_is_the_explorer() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.open(&format!("{}/?view=toString&lang=en", base(&server)));
    browser.wait("document.querySelector('.moves tbody tr')");
    let marked = "document.querySelector('#head nav [aria-current]')?.textContent";
    assert_eq!(browser.eval(marked), "Explore");
    is_at_peace(&browser, &server);
}

/// A series leads to its editions, an edition to its table, and the table back to the series.
#[test]
fn a_series_leads_to_its_editions_and_back() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    let asked = [("event", "长风杯")];
    let editions = server.json("editions", &asked)["editions"].clone();
    let listed = server.json("series", &asked)["series"][0].clone();
    let named = |it: &&Value| !it["year"].is_null() || !it["edition"].is_null();
    let count = editions.as_array().unwrap().iter().filter(named).count();
    assert_eq!(listed["editions"], count, "{editions}");
    browser.open(&format!("{}/?view=events&lang=en", base(&server)));
    browser.wait("document.querySelector('.of-events tbody tr')");
    browser.click(".of-events a[href*='series=%E9%95%BF%E9%A3%8E%E6%9D%AF']");
    browser.wait("document.querySelector('.of-series tbody tr')");
    let names = "[...document.querySelectorAll('.of-series tbody th')].map((it) => it.textContent)";
    let spaced = |it: &Value| json!(it["name"].as_str().unwrap().replace('@', " "));
    let expected = editions.as_array().unwrap().iter().map(spaced);
    assert_eq!(browser.eval(names), expected.collect::<Value>());
    // Chinese says the edition in front of the series.
    browser.open(&format!("{}/?view=events&series=长风杯&lang=zh-Hans", base(&server)));
    browser.wait("document.querySelector('.of-series tbody th')?.textContent === '1987年长风杯'");
    browser.click(".of-series tbody th a[href*=edition]");
    browser.wait("document.querySelector('.cross tbody tr')");
    browser.click(".links a");
    browser.wait("document.querySelector('.of-series tbody tr')");
    is_at_peace(&browser, &server);
}

/// Openings stand in families with boards; none is lost on the way.
#[test]
fn openings_are_a_tree_with_boards() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    let listed = server.json("openings", &[("kind", "game")])["openings"].clone();
    let listed = listed.as_array().unwrap();
    browser.look(1280, "light");
    browser.open(&format!("{}/?view=openings&lang=en", base(&server)));
    browser.wait("document.querySelector('.family img')?.naturalWidth > 0");
    let shown = browser.eval(
        "[document.querySelectorAll('.family').length, document.querySelectorAll('.family tbody tr').length, \
         [...document.querySelectorAll('.family > summary .n')].reduce((sum, it) => sum + Number(it.innerText), 0)]",
    );
    let families: std::collections::BTreeSet<_> =
        listed.iter().map(|row| row["family"].to_string()).collect();
    let games: u64 = listed.iter().map(|row| row["games"].as_u64().unwrap()).sum();
    assert_eq!(shown, json!([families.len(), listed.len(), games]));
    browser.click(".family summary b");
    browser.wait("document.querySelector('.family[open] tbody img')?.naturalWidth > 0");
    assert_eq!(browser.eval(CUT), json!([]));
    // A code is on one line, however long the names beside it are.
    browser.look(1000, "light");
    let lines = "(() => { const code = document.createRange(); \
                 code.selectNode(document.querySelector('.family[open] tbody th a').lastChild); \
                 return code.getClientRects().length; })()";
    assert_eq!(browser.eval(lines), 1);
    browser.look(390, "light");
    assert_eq!((browser.eval(lines), browser.eval(CUT)), (json!(1), json!([])));
    browser.look(1280, "light");
    browser.click(".family[open] .links a");
    browser.wait("location.search.includes('opening=') && document.querySelector('a.row')");
    browser.rest();
    is_at_peace(&browser, &server);
}

#[test]
fn every_view_is_whole_on_every_screen() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    let key = server.json("games", &[("limit", "1")])["games"][0]["key"].clone();
    let game = format!("/?view=game&key={}&ply=3", key.as_str().unwrap());
    let two = "/?view=people&who=林一舟&against=周许功";
    let views = VIEWS.into_iter().chain([(game.as_str(), ".pair"), (two, ".person")]);
    for (number, (view, seen)) in views.enumerate() {
        let lang = ["en", "zh-Hant", "zh-Hans"][number % 3];
        let joint = if view.contains('?') { "&" } else { "?" };
        browser.open(&format!("{}{view}{joint}lang={lang}", base(&server)));
        browser.wait(&format!("document.querySelector({})", json!(seen)));
        for (width, height, scheme) in SCREENS {
            browser.window(width, height, scheme);
            browser.rest();
            assert_eq!(browser.eval(OVERFLOW), 0, "{view} at {width}");
            let cut = if width < 1280 { json!([]) } else { browser.eval(CUT) };
            assert_eq!(cut, json!([]), "{view} at {width}");
            assert_eq!(browser.eval(NAMELESS), json!([]), "{view}");
            assert_eq!(browser.eval(STRAY), json!([]), "{view}");
            assert_eq!(browser.eval("document.documentElement.lang"), lang);
            browser.picture(&format!("{number}-{width}-{scheme}-{lang}"));
        }
    }
    is_at_peace(&browser, &server);
}

/// Nothing of the table of moves is out of sight, on a phone as little as at twice the size, or
/// where two windows share a screen.
#[test]
fn the_table_of_moves_fits_every_window() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    let key = server.json("games", &[("moves", "h2e2"), ("limit", "1")])["games"][0]["key"].clone();
    let game = format!("view=game&ply=1&key={}", key.as_str().unwrap());
    let views = ["en", "zh-Hans", "zh-Hant"].map(|lang| [(lang, "moves=h2e2"), (lang, &*game)]);
    for (lang, view) in views.into_iter().flatten() {
        browser.open(&format!("{}/?lang={lang}&{view}", base(&server)));
        browser.wait("document.querySelector('table.moves')");
        for (width, height, scheme) in
            SCREENS.into_iter().chain([(640, 450, "dark"), (1000, 900, "light")])
        {
            browser.window(width, height, scheme);
            browser.rest();
            assert_eq!(browser.eval(CUT), json!([]), "{view} in {lang} at {width}");
        }
    }
    is_at_peace(&browser, &server);
}

#[test]
fn moves_are_made_by_clicks_by_drag_by_keys_and_by_words() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.look(1600, "light");
    browser.open(&format!("{}/?lang=en", base(&server)));
    browser.wait("document.querySelector('[data-square=h2].can')");
    browser.click("[data-square=h2]");
    browser.wait("document.querySelector('[data-square=h2][aria-pressed=true]')");
    browser.click("[data-square=e2]");
    browser.wait("location.search.includes('moves=h2e2')");
    browser.settle();
    browser.wait("document.querySelector('[data-square=h9].can')");
    browser.drag("[data-square=h9]", "[data-square=g7]");
    browser.wait("location.search.includes('h9g7')");
    browser.settle();
    // The board is reached by one step of the tabulator, and its points by arrows.
    browser.wait("document.querySelector('[data-square=h0].can')");
    browser.eval("document.querySelector('.point[tabindex=\"0\"]').focus()");
    for key in ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"] {
        browser.key(key);
    }
    browser.key("ArrowDown");
    let focused = browser.eval("document.activeElement.dataset.square");
    assert_eq!(focused, "g0");
    browser.key("ArrowRight");
    browser.key("Enter");
    browser.wait("document.querySelector('[data-square=h0][aria-pressed=true]')");
    browser.key("ArrowLeft");
    browser.key("ArrowUp");
    browser.key("ArrowUp");
    browser.key("Enter");
    browser.wait("location.search.includes('h0g2')");
    browser.settle();
    browser.write("input[name=typed]", "车9平8");
    browser.wait("location.search.includes('i9h9')");
    browser.settle();
    assert_eq!(browser.address(), "/?lang=en&moves=h2e2+h9g7+h0g2+i9h9");
    // The table plays, too.
    browser.wait("document.querySelector('table.moves tbody a.move')");
    browser.click("table.moves tbody a.move");
    browser.wait("document.querySelectorAll('.line li').length === 5");
    // Back, forth, and again from the beginning.
    browser.eval("history.back()");
    browser.wait("document.querySelectorAll('.line li').length === 4");
    browser.eval("history.forward()");
    browser.wait("document.querySelectorAll('.line li').length === 5");
    browser.reload();
    browser.wait("document.querySelectorAll('.line li').length === 5");
    // What is no move is told below the box.
    browser.write("input[name=typed]", "车九平十");
    browser.wait("document.querySelector('.box .wrong').textContent");
    is_at_peace_but_for_refusals(&browser, &server);
}

/// A refusal is an answer; the browser notes it all the same.
pub(super) fn is_at_peace_but_for_refusals(browser: &Browser, server: &Server) {
    let base = base(server);
    assert!(browser.requests.iter().all(|url| url.starts_with(&base) || url == "about:blank"));
    let others: Vec<_> =
        browser.complaints.iter().filter(|text| !text.contains("status of 400")).collect();
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn a_game_is_leafed_through_and_a_question_asked() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.look(1600, "light");
    browser.open(&format!("{}/?lang=en", base(&server)));
    browser.wait("document.querySelector('a.row')");
    browser.click("a.row .date");
    browser.wait("document.querySelector('.game .pair')");
    browser.settle();
    assert_eq!(browser.eval("document.querySelectorAll('.columns [aria-current]').length"), 0);
    browser.key("ArrowRight");
    browser.key("ArrowRight");
    browser.wait("document.querySelector('[data-node=\"1\"][aria-current]')");
    browser.key("ArrowLeft");
    browser.wait("document.querySelector('[data-node=\"0\"][aria-current]')");
    // The browser gets the address behind the next frame.
    browser.wait("location.search.includes('node=0')");
    browser.reload();
    browser.wait("document.querySelector('[data-node=\"0\"][aria-current]')");
    // Filters stand in the address, and an empty answer says why.
    browser.open(&format!("{}/?lang=en&player=nobody", base(&server)));
    browser.wait("document.querySelector('.nothing')");
    let told = browser.eval("document.querySelector('.nothing').textContent");
    assert!(told.as_str().unwrap().contains("without the filters"), "{told}");
    // A piece is put on a point, and taken away again.
    browser.open(&format!("{}/?lang=en&view=draw", base(&server)));
    browser.click(".brush[aria-label='red cannon']");
    browser.click("[data-square=e2]");
    browser.wait("location.search.includes('C')");
    browser.wait("document.querySelector('a.row')");
    browser.click("[data-square=e2]");
    browser.wait("!location.search.includes('draw=')");
    browser.settle();
    // What nobody is called is found in a comment; the row shows the words, and leads to them.
    browser.open(&format!("{}/?lang=en&view=ask", base(&server)));
    browser.write("input[name=typed]", "先跳左马");
    browser.wait("document.querySelector('a.row[href*=\"ply=\"]')");
    assert_eq!(browser.eval("document.querySelector('a.row .title').textContent"), "先跳左马");
    // A wrong word of a question is marked.
    browser.open(&format!("{}/?lang=en&view=ask&where=red+hollow-canon", base(&server)));
    browser.wait("document.querySelector('mark')");
    assert_eq!(browser.eval("document.querySelector('mark').textContent"), "hollow-canon");
    is_at_peace_but_for_refusals(&browser, &server);
}

#[test]
fn names_from_files_are_texts_on_the_page() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let long = "很长的名字".repeat(30);
    let record = format!(
        "[Red \"<img src=x onerror=alert(1)>\"]\n[Black \"\u{202e}{long}\"]\n\
         [Event \"<script>alert(2)</script>\"]\n[Result \"1-0\"]\n\n\
         1. 炮二平五 {{<b onmouseover=alert(3)>&amp;</b>}} 马8进7 1-0\n"
    );
    std::fs::write(folder.path().join("a.pgn"), record).unwrap();
    let server = Server::of_paths(&[folder.path()]);
    for width in [390, 1600] {
        browser.look(width, "light");
        for view in ["/?", "/?view=people", "/?view=events", "/?view=report&warnings=1"] {
            browser.open(&format!("{}{view}&lang=zh-Hans", base(&server)));
            assert_eq!(browser.eval(OVERFLOW), 0, "{view} at {width}");
        }
        browser.open(&format!("{}/?lang=zh-Hans", base(&server)));
        browser.wait("document.querySelector('a.row')");
        browser.click("a.row .date");
        browser.wait("document.querySelector('.game .comment')");
        browser.settle();
        assert_eq!(browser.eval(OVERFLOW), 0, "the game at {width}");
        let made = "document.querySelectorAll('img[src=x], main script, b[onmouseover]').length";
        assert_eq!(browser.eval(made), 0);
        let turned = browser.eval("document.body.textContent.includes('\\u202e')");
        assert_eq!(turned, false);
        browser.picture(&format!("long-{width}"));
    }
    is_at_peace(&browser, &server);
}

/// What only a heading says stands in brackets, and beside a game it is said who says it; a doubt
/// is marked, and explained in the reader's language.
#[test]
fn what_is_derived_or_doubted_is_told_on_the_page() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let text = "[Event \"20061124胡荣华胜卜凤波\"]\n\n1. 炮二平五 马8进7 *\n\n\
                [Event \"1982年全国赛\"]\n[Red \"柳大华\"]\n[Black \"杨官璘\"]\n[Date \"1882\"]\n\
                [Result \"1-0\"]\n\n1. 兵七进一 卒7进1 1-0\n";
    std::fs::write(folder.path().join("a.pgn"), text).unwrap();
    let server = Server::of_paths(&[folder.path()]);
    browser.look(1600, "light");
    browser.open(&format!("{}/?lang=en&sort=key", base(&server)));
    browser.wait("document.querySelectorAll('a.row').length === 2");
    let rows = browser.eval("[...document.querySelectorAll('a.row')].map((it) => it.innerText)");
    let rows = rows.to_string();
    for told in ["[胡荣华]", "[卜凤波]", "[1-0]", "[1982]"] {
        assert!(rows.contains(told), "{told}: {rows}");
    }
    browser.click("a.row .derived");
    browser.wait("document.querySelector('.game h1 .derived')");
    let heading = browser.eval("document.querySelector('h1').innerText");
    assert_eq!(heading, "[胡荣华] [1-0] [卜凤波]");
    let facts = browser.eval("document.querySelector('.facts dl').innerText");
    assert!(facts.as_str().unwrap().contains("said by the event"), "{facts}");
    let key = server.json("games", &[("player", "柳大华")])["games"][0]["key"].clone();
    let view = format!("{}/?lang=zh-Hant&view=game&key={}", base(&server), key.as_str().unwrap());
    browser.open(&view);
    browser.wait("document.querySelector('.facts dl')?.innerText.includes('存疑：賽事名作 1982')");
    browser.open(&format!("{}/?lang=zh-Hans&view=report&part=doubts", base(&server)));
    browser.wait(
        "document.querySelector('.troubles')?.innerText.includes('日期 1882: 赛事名作 1982')",
    );
    is_at_peace(&browser, &server);
}

/// A click on the head of a column puts the list in its order.
#[test]
fn lists_are_sorted_by_their_columns() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.look(1600, "light");
    browser.open(&format!("{}/?lang=en", base(&server)));
    for column in ["red", "black", "result", "plies", "opening", "event", "title", "date"] {
        browser.wait(&format!("document.querySelector('.row.head .{column} button')"));
        browser.wait("document.querySelector('a.row')");
        browser.click(&format!(".row.head .{column} button"));
        browser.wait(&format!("document.querySelector('.row.head .{column} [aria-pressed=true]')"));
        browser.wait("document.querySelector('a.row')");
        browser.settle();
    }
    browser.open(&format!("{}/?lang=en&sort=black&kind=all", base(&server)));
    browser.wait("document.querySelector('a.row')");
    let first = browser.eval("document.querySelector('a.row .black').innerText");
    let games = server.json("games", &[("sort", "black"), ("kind", "all"), ("limit", "1")]);
    assert_eq!(first, games["games"][0]["black_person"]);
    is_at_peace(&browser, &server);
}

/// Whatever is on the page, it is the same after it was loaded again.
#[test]
fn every_state_is_there_again_after_a_reload() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    let games = server.json("games", &[("limit", "1")]);
    let game = format!("/?view=game&ply=3&key={}", games["games"][0]["key"].as_str().unwrap());
    let states = VIEWS.iter().map(|&(view, _)| view).chain([
        "/?moves=h2e2+h9g7&flip=1&turn=1&letters=figures&theme=dark&notation=wxf",
        "/?fen=4k4%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2FR8%2F4K4+w&kind=all",
        "/?player=林一舟&since=1950&until=2005&result=1-0&sort=event",
        "/?view=draw&draw=3k5/9/9/9/4C4/9/9/9/9/4K4&side=red&mirror=1",
        "/?view=openings&opening=B00-C99&sort=black",
        "/?view=study&part=life&moves=h2e2",
        "/?view=study&part=endings&material=R-A",
        "/?view=study&part=repertoire&who=林一舟",
        "/?view=study&part=ratings",
        "/?view=report&part=doubts",
        "/?view=import",
        &game,
    ]);
    browser.look(1600, "light");
    let seen = "JSON.stringify([location.href, document.querySelector('#main').innerText, \
                ...[...document.querySelectorAll('#main input, #main select, header select')] \
                .map((it) => it.type === 'checkbox' ? it.checked : it.value)])";
    for state in states {
        browser.open(&format!("{}{state}", base(&server)));
        // Names in another script are asked for when the others are there.
        browser.rest_for(400);
        let before = browser.eval(seen);
        browser.reload();
        browser.wait(&format!("{seen} === {before}"));
    }
    is_at_peace(&browser, &server);
}

#[test]
fn an_empty_archive_has_a_page() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pgn"), "no game at all\n").unwrap();
    let server = Server::of_paths(&[folder.path()]);
    browser.look(1600, "light");
    for (view, _) in VIEWS {
        browser.open(&format!("{}{view}", base(&server)));
        assert_eq!(browser.eval("document.querySelector('#told').textContent"), "", "{view}");
    }
    is_at_peace(&browser, &server);
}
