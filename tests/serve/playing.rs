//! A game is an explorer: what was played here stands beside its moves, and the board plays on.

use super::browser::Browser;
use super::http::{Server, target};
use super::page::is_at_peace;
use serde_json::json;

/// A browser at ply 2 of a game of the project's own records; `None` without a browser.
fn opened(more: &str) -> Option<(Browser, Server, String)> {
    let mut browser = Browser::start()?;
    let server = Server::of_own_records();
    let games = server.json("games", &[("player", "陈雨亭"), ("sort", "plies"), ("limit", "1")]);
    let key = games["games"][0]["key"].as_str().unwrap().to_owned();
    browser.look(1440, "light");
    let view = format!("http://{}/?lang=en&view=game&key={key}{more}", server.address);
    browser.open(&view);
    browser.wait("document.querySelector('.here table.moves:not(.old) tbody tr')");
    Some((browser, server, key))
}

fn current(browser: &mut Browser) -> String {
    let text = "document.querySelector('.columns [aria-current]')?.innerText ?? ''";
    browser.eval(text).as_str().unwrap().to_owned()
}

#[test]
fn moves_played_here_stand_beside_the_moves_of_a_game() {
    let Some((mut browser, server, key)) = opened("&ply=1") else { return };
    let game = server.json(&format!("game/{key}"), &[]);
    let first = game["moves"][0].as_str().unwrap().to_owned();
    let rows = |browser: &mut Browser| {
        browser.eval("[...document.querySelectorAll('.here tbody th')].map((it) => it.innerText)")
    };
    let explored = |moves: &str| {
        let found = server.json("explore", &[("moves", moves)]);
        let moves = found["moves"].as_array().unwrap();
        json!(moves.iter().map(|row| row["san"].clone()).collect::<Vec<_>>())
    };
    assert_eq!(rows(&mut browser), explored(&first));
    let told = browser.eval("document.querySelector('[role=status].side').textContent");
    let san = browser.eval("document.querySelector('.columns .move').textContent");
    assert!(told.as_str().unwrap().starts_with(san.as_str().unwrap()), "{told}");
    let place = "(() => { const it = document.querySelector('.here').getBoundingClientRect(); \
                 return [it.x, it.y, scrollY]; })()";
    let before = browser.eval(place);
    browser.key("ArrowLeft");
    browser.wait("!document.querySelector('.columns [aria-current]')");
    browser.rest();
    assert_eq!(rows(&mut browser), explored(""));
    assert_eq!(browser.eval(place), before, "what one looks at stays in place");
    // The games that came here are there when they are wanted.
    browser.eval("document.querySelector('.came summary').click()");
    browser.wait("document.querySelector('.came a.row')");
    // Players, event and opening are links, and the new move is marked.
    for part in ["who=", "event=", "opening="] {
        browser.wait(&format!("document.querySelector('.game header a[href*=\"{part}\"]')"));
    }
    let games = server.json("games", &[])["games"].clone();
    let keys = games.as_array().unwrap().iter().map(|game| game["key"].as_str().unwrap());
    let (key, new) = keys
        .map(|key| (key, server.json(&format!("novelty/{key}"), &[])))
        .find(|(_, new)| new["ply"].as_u64().is_some_and(|ply| ply > 1))
        .unwrap();
    browser.open(&format!("http://{}/?lang=en&view=game&key={key}", server.address));
    browser.wait("document.querySelector('.move.novel')");
    let mark = "(({ dataset, title }) => [Number(dataset.node) + 1, title])(document.querySelector('.move.novel'))";
    assert_eq!(browser.eval(mark), json!([new["ply"], new["told"]]));
    browser.rest();
    is_at_peace(&browser, &server);
}

#[test]
fn a_game_is_played_on_and_copied() {
    let Some((mut browser, server, key)) = opened("&ply=2") else { return };
    let line = server.json(&format!("game/{key}"), &[])["moves"].clone();
    let two = format!("{} {}", line[0].as_str().unwrap(), line[1].as_str().unwrap());
    // A move that nobody played here, from the rules.
    let legal = server.json("position", &[("moves", &two)])["legal"].clone();
    let (from, to) = legal
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(from, all)| all.as_array().unwrap().iter().map(move |to| (from, to.as_str())))
        .map(|(from, to)| (from.clone(), to.unwrap().to_owned()))
        .find(|(from, to)| line[2] != json!(format!("{from}{to}")))
        .unwrap();
    browser.wait(&format!("document.querySelector('[data-square={from}].can')"));
    browser.click(&format!("[data-square={from}]"));
    browser.click(&format!("[data-square={to}]"));
    browser.wait("document.querySelector('.columns .mine[aria-current]')");
    browser.wait(&format!("location.search.includes('own=1{from}{to}')"));
    browser.rest();
    // It is written as the game's moves are, and it is there again after a reload.
    assert!(!current(&mut browser).is_ascii(), "{}", current(&mut browser));
    browser.reload();
    browser.wait("document.querySelector('.columns .mine[aria-current]')");
    browser.wait("document.querySelector('.own button')");
    let mine = current(&mut browser);
    // Back, and forward again into what one came from; a move of the game leads back to the game.
    browser.key("ArrowLeft");
    browser.wait("document.querySelector('[data-node=\"1\"][aria-current]')");
    browser.key("ArrowRight");
    browser.wait("document.querySelector('.columns .mine[aria-current]')");
    assert_eq!(current(&mut browser), mine);
    browser.click("[data-node=\"2\"]");
    browser.wait("document.querySelector('[data-node=\"2\"][aria-current]')");
    browser.rest();
    // As PGN, the game stays what it is, and the line is a variation of it.
    let asked = [("variation", format!("{two} {from}{to}")), ("notation", "iccs".to_owned())];
    let asked: Vec<(&str, &str)> =
        asked.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let pgn = server.get(&target(&format!("game/{key}.pgn"), &asked));
    let pgn = String::from_utf8(pgn.body).unwrap();
    let written = format!("(2. {from}{to})");
    assert!(pgn.contains(&written), "{written}: {pgn}");
    let permission = json!({
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
        "browserContextId": browser.context,
    });
    browser.call("Browser.grantPermissions", permission);
    browser.click(".own button");
    browser.wait("document.querySelector('.own button').innerText === 'Copied'");
    let copied = browser.eval("navigator.clipboard.readText()");
    let copied = copied.as_str().unwrap();
    assert!(copied.contains(&format!("(2. {mine})")), "{mine}: {copied}");
    // And away with it.
    browser.click(".own button:last-child");
    browser.wait("!document.querySelector('.mine') && !location.search.includes('own=')");
    browser.rest();
    is_at_peace(&browser, &server);
}

/// Where the names of openings end is what the positions along the way are called.
#[test]
fn the_move_behind_which_no_opening_has_another_name_is_marked() {
    let Some((mut browser, server, key)) = opened("") else { return };
    let game = server.json(&format!("game/{key}"), &[]);
    let moves: Vec<_> =
        game["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let code = |plies: usize| {
        let place = server.json("position", &[("moves", &moves[..plies].join(" "))]);
        place["opening"]["code"].clone()
    };
    let named = game["named"].as_u64().unwrap() as usize;
    assert!(named > 1 && code(named) != code(named - 1));
    assert!((named..=moves.len()).all(|plies| code(plies) == game["ecco"]["position"]));
    let node = browser.eval("Number(document.querySelector('.last-named').dataset.node)");
    assert_eq!(node, json!(named - 1));
    let told = browser.eval("document.querySelector('.last-named').title");
    assert!(told.as_str().unwrap().contains(game["ecco"]["position"].as_str().unwrap()), "{told}");
    is_at_peace(&browser, &server);
}

/// Whoever wants to find the moves sees none of them before.
#[test]
fn an_ending_is_tried_without_its_moves() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let ending = "[Title \"单车例胜单士\"]\n[FEN \"3ak4/9/9/9/9/9/9/9/9/R4K3 w - - 0 1\"]\n\
                  [Format \"ICCS\"]\n[Result \"1-0\"]\n\n1. A0-A9 E9-E8 2. A9-D9 1-0\n";
    std::fs::write(folder.path().join("a.pgn"), ending).unwrap();
    let server = Server::of_paths(&[folder.path()]);
    browser.look(1440, "light");
    let base = format!("http://{}/?lang=en", server.address);
    // Whoever has not said a material gets some to choose from.
    browser.open(&format!("http://{}/?lang=zh-Hant&view=study&part=endings", server.address));
    browser.wait("document.querySelector('main .chips a')?.textContent === '車對士象全'");
    browser.click("main .chips a");
    browser.wait("document.querySelector('input[name=material]').value === '車對士象全' && document.querySelector('main table')");
    browser.rest();
    browser.open(&format!("{base}&view=study&part=endings&material=R-A"));
    browser.wait("document.querySelector('a.try')");
    browser.rest();
    browser.click("a.try");
    browser.wait("document.querySelector('.riddle .reveal button')");
    browser.rest();
    let seen = "[...document.querySelectorAll('.columns .move, .here .move')].filter((it) => it.checkVisibility()).length";
    assert_eq!(browser.eval(seen), 0);
    browser.click(".reveal button");
    browser.wait("!location.search.includes('hide=')");
    browser.wait(&format!("{seen} > 0"));
    browser.rest();
    is_at_peace(&browser, &server);
}

#[test]
fn a_line_is_gone_through_by_wheel_and_by_itself() {
    let Some((mut browser, server, _)) = opened("&ply=0") else { return };
    let (x, y) = browser.middle(".board");
    let wheel = |browser: &mut Browser, far: i32| {
        let turn = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": far });
        browser.call("Input.dispatchMouseEvent", turn);
    };
    wheel(&mut browser, 120);
    browser.wait("document.querySelector('[data-node=\"0\"][aria-current]')");
    wheel(&mut browser, -120);
    browser.wait("!document.querySelector('.columns [aria-current]')");
    assert_eq!(browser.eval("scrollY"), 0);
    // By itself, until somebody goes.
    browser.key(" ");
    browser.wait("document.querySelector('[data-node=\"1\"][aria-current]')");
    browser.wait("document.querySelector('.play').innerText.includes('⏸')");
    browser.key("ArrowLeft");
    browser.wait("document.querySelector('.play').innerText.includes('▶')");
    browser.click(".play");
    browser.wait("document.querySelector('[data-node=\"2\"][aria-current]')");
    browser.key("End");
    browser.wait("document.querySelector('.play[aria-disabled=true]')");
    browser.key("Home");
    browser.wait("!document.querySelector('.columns [aria-current]')");
    browser.rest();
    // The explorer goes the same way.
    browser.open(&format!("http://{}/?lang=en&moves=h2e2+h9g7", server.address));
    browser.wait("document.querySelectorAll('.line li').length === 2");
    wheel(&mut browser, -120);
    browser.wait("document.querySelectorAll('.line li').length === 1");
    browser.key(" ");
    browser.wait("document.querySelectorAll('.line li').length === 2");
    browser.rest();
    is_at_peace(&browser, &server);
}

#[test]
fn arrows_for_the_commonest_moves_are_kept() {
    let Some((mut browser, server, _)) = opened("&ply=0") else { return };
    let arrows = "document.querySelector('.stage').shadowRoot.querySelectorAll('.arrow').length";
    assert_eq!(browser.eval(arrows), 0);
    browser.click("[data-switch=arrows]");
    browser.wait(&format!("{arrows} > 0"));
    browser.rest();
    // Without a word of them in the address.
    browser.open(&format!("http://{}/?lang=en", server.address));
    browser.wait(&format!("{arrows} > 1"));
    browser.wait("location.search.includes('arrows=1')");
    browser.click("[data-switch=arrows]");
    browser.wait(&format!("{arrows} === 0"));
    browser.wait("!location.search.includes('arrows')");
    browser.rest();
    // So is whose the score is.
    browser.click("table.moves thead button");
    browser.wait("location.search.includes('score=own')");
    browser.rest();
    browser.open(&format!("http://{}/?lang=en&moves=h2e2", server.address));
    browser.wait("location.search.includes('score=own')");
    browser
        .wait("document.querySelector('table.moves thead button').innerText === \"Mover's score\"");
    browser.rest();
    is_at_peace(&browser, &server);
}
