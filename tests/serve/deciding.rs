//! Deciding on the page, in a real browser: what a doubted value is to be, and which record holds.

use super::browser::Browser;
use super::changes::{GAME, exported};
use super::page::is_at_peace;
use super::work::opened;

#[test]
fn a_doubt_is_decided_where_it_is_told() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let doubted = "[Event \"1982年全国赛\"]\n[Red \"柳大华\"]\n[Black \"杨官璘\"]\n[Date \"1882\"]\n\
                   [Result \"1-0\"]\n\n1. 兵七进一 卒7进1 1-0\n";
    std::fs::write(folder.path().join("a.pgn"), doubted).unwrap();
    let view = "?lang=en&view=report&part=doubts";
    let server = opened(&[folder.path()], &mut browser, view);
    browser.wait("document.querySelector('.troubles input[name=value]')");
    browser.write(".troubles input[name=value]", "1982");
    browser.wait("document.activeElement?.textContent === 'Decide: 1982'");
    browser.key("Enter");
    browser.wait("document.activeElement?.name === 'reason'");
    browser.write(".troubles input[name=reason]", "the event says so");
    browser.wait("document.querySelector('.troubles .done')");
    browser.picture("doubt-decided");
    let told = exported(&server.db);
    assert!(told.contains(".date\t1982\tthe event says so"), "{told}");
    // Whoever comes back sees what was decided, and can take it back.
    browser.open(&format!("http://{}/{view}", server.address));
    browser.wait("document.querySelector('.troubles .done + button')");
    let value = browser.eval("document.querySelector('.troubles .values p b').textContent");
    assert_eq!(value, "1982");
    browser.open(&format!("http://{}/?lang=en&since=1982&until=1982", server.address));
    browser.wait("document.querySelector('a.row')");
    browser.open(&format!("http://{}/{view}", server.address));
    browser.wait("document.querySelector('.troubles .done + button')");
    browser.click(".troubles .done + button");
    browser.wait("!document.querySelector('.troubles .done')");
    let told = exported(&server.db);
    assert!(!told.contains("1982"), "{told}");
    is_at_peace(&browser, &server);
}

#[test]
fn which_record_holds_is_decided_where_they_lie_side_by_side() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pgn"), GAME).unwrap();
    std::fs::write(folder.path().join("b.pgn"), GAME.replace("1-0", "0-1")).unwrap();
    let server = opened(&[folder.path()], &mut browser, "?lang=en");
    let list = server.json("games", &[]);
    let key = list["games"][0]["key"].as_str().unwrap();
    let view = format!("http://{}/?lang=en&view=game&key={key}", server.address);
    let open = |browser: &mut Browser| {
        browser.open(&view);
        browser.wait("document.querySelector('.beneath details')");
        browser.click(".beneath details summary");
        browser.wait("document.querySelector('.conflicts .decide')");
    };
    open(&mut browser);
    let values =
        "[...document.querySelectorAll('.conflicts .values b')].map((it) => it.textContent)";
    let mut values: Vec<String> = serde_json::from_value(browser.eval(values)).unwrap();
    let second = values[1].clone();
    values.sort();
    assert_eq!(values, ["0-1", "1-0"]);
    browser.click(".conflicts li:nth-child(2) .decide button");
    browser.wait("document.activeElement?.name === 'reason'");
    browser.write(".conflicts input[name=reason]", "the bulletin");
    browser.wait("document.querySelector('.conflicts li:nth-child(2) .done')");
    browser.picture("which-holds");
    // What is said of the game follows at once.
    browser.wait("document.querySelector('.facts').textContent.includes('the bulletin')");
    let told = exported(&server.db);
    assert!(told.contains(&format!(".result\t{second}\tthe bulletin")), "{told}");
    // The other one contradicts it, and that is told in its place.
    browser.click(".conflicts li:nth-child(1) .decide button");
    browser.wait("document.activeElement?.name === 'reason'");
    browser.write(".conflicts li:nth-child(1) input[name=reason]", "the book");
    browser.wait("document.querySelector('.conflicts li:nth-child(1) .wrong')?.textContent");
    open(&mut browser);
    browser.wait("document.querySelector('.conflicts li:nth-child(2) .done')");
    let heading = "document.querySelector('h1 .result').textContent";
    let heading = browser.eval(heading).as_str().unwrap().to_owned();
    let result = server.json(&format!("game/{key}"), &[])["result"].clone();
    assert_eq!(result, second.as_str(), "{heading}");
    browser.click(".conflicts .done + button");
    browser.wait("!document.querySelector('.conflicts .done')");
    let told = exported(&server.db);
    assert!(!told.contains(".result"), "{told}");
    let others: Vec<_> =
        browser.complaints.iter().filter(|text| !text.contains("status of 409")).collect();
    assert!(others.is_empty(), "{others:#?}");
}
