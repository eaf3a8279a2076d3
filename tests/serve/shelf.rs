//! Books on the page, long lists on paper, and what is asked before it is wanted.

use super::browser::Browser;
use super::http::Server;
use super::page::is_at_peace;
use std::fmt::Write as _;
use std::path::Path;

/// Another line for every number.
fn line(number: usize) -> String {
    let first =
        ["炮二平五", "炮八平五", "马二进三", "马八进七", "兵七进一", "兵三进一", "相三进五"];
    let second = ["马8进7", "马2进3", "炮8平5", "炮2平5", "卒7进1", "卒3进1", "象3进5"];
    let third =
        ["兵九进一", "兵一进一", "车九进一", "车一进一", "仕四进五", "仕六进五", "兵五进一"];
    let (one, rest) = (first[number % 7], number / 7);
    format!("1. {one} {} 2. {} *", second[rest % 7], third[rest / 7 % 7])
}

/// A book of three chapters, of which the second by number comes first by letters.
pub(crate) fn book(folder: &Path) {
    for (chapter, games) in [("第2章 中局", 3), ("第10章 残局", 2), ("第1章 布局", 1)] {
        let path = folder.join("梅花谱").join(chapter);
        std::fs::create_dir_all(&path).unwrap();
        for game in 0..games {
            let title = format!("{chapter} 第{}局", game + 1);
            let pgn = format!("[Title \"{title}\"]\n\n{}\n", line(chapter.len() * 7 + game));
            std::fs::write(path.join(format!("{}.pgn", game + 1)), pgn).unwrap();
        }
    }
}

/// The text of an element.
fn text(browser: &mut Browser, selector: &str) -> String {
    let told = browser.eval(&format!("document.querySelector('{selector}')?.textContent ?? ''"));
    told.as_str().unwrap().trim().to_owned()
}

#[test]
fn books_are_leafed_through_chapter_by_chapter_and_game_by_game() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    book(folder.path());
    let server = Server::of_paths(&[folder.path()]);
    browser.look(1200, "light");
    browser.open(&format!("http://{}/?lang=en&view=books", server.address));
    let below = "[...document.querySelectorAll('tbody th')].map((it) => it.innerText).join('|')";
    // The shelf has folders; one leads to the book.
    while browser.eval(&format!("({below}).includes('章')")) != true {
        browser.click("tbody th a");
        browser.rest();
    }
    assert_eq!(browser.eval(below), "第1章 布局|第2章 中局|第10章 残局", "in the order of numbers");
    browser.click("tbody tr:nth-child(2) th a");
    browser.wait("document.querySelectorAll('a.row').length === 3");
    assert_eq!(text(&mut browser, "h1"), "第2章 中局 3");
    assert_eq!(text(&mut browser, ".links"), "← 第1章 布局第10章 残局 →");
    // Its games stand there on boards, from which they are played through.
    browser.wait("document.querySelectorAll('.boards img').length === 3 && document.querySelector('.boards img').naturalWidth > 0");
    browser.click(".boards a");
    browser.wait("document.querySelector('.leaf .links')?.innerText.includes('game 1 of 3')");
    browser.rest();
    browser.eval("history.back()");
    browser.wait("document.querySelectorAll('a.row').length === 3");
    browser.settle();
    browser.click("a.row .title");
    browser.wait("document.querySelector('.leaf .links')");
    assert!(text(&mut browser, ".leaf nav").ends_with("第2章 中局"));
    // The box takes chapters, too.
    let offered = server.json("suggest", &[("text", "第10章")]);
    assert_eq!(offered["groups"][0]["sort"], "book", "{offered}");
    browser.write("input[name=typed]", "第10章");
    browser.wait("document.querySelector('h1')?.textContent === '第10章 残局 2'");
    browser.eval("history.back()");
    browser.wait("document.querySelector('.leaf .links')");
    assert!(text(&mut browser, ".leaf .links").starts_with("game 1 of 3"));
    browser.click("a[rel=next]");
    browser.wait("document.querySelector('.leaf .links')?.innerText.includes('game 2 of 3')");
    assert!(text(&mut browser, "a[rel=prev]").contains("第1局"));
    // The way back to the chapter, and on to the next.
    browser.click(".leaf nav a:last-child");
    browser.wait("document.querySelectorAll('a.row').length === 3");
    browser.click(".links a:last-child");
    browser.wait("document.querySelectorAll('a.row').length === 2");
    assert_eq!(text(&mut browser, ".links"), "← 第2章 中局");
    // A book is found by a part of its name, wherever it stands.
    browser.open(&format!("http://{}/?lang=en&view=books", server.address));
    browser.write("main input[name=name]", "局");
    browser.wait("location.search.includes('name=')");
    browser.wait("document.querySelectorAll('tbody tr').length === 3");
    browser.eval("document.querySelector('main input[name=name]').value = ''");
    browser.write("main input[name=name]", "nowhere");
    browser.wait("document.querySelector('main .nothing')");
    // A chapter that is not there says so.
    browser.open(&format!("http://{}/?lang=en&view=books&chapter=nowhere", server.address));
    browser.wait("document.querySelector('.nothing')");
    is_at_peace(&browser, &server);
}

/// A list of hundreds of games prints the rows that are there, and no empty pages for the others.
#[test]
fn a_long_list_takes_few_pages_on_paper() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let games = (0..340).fold(String::new(), |mut all, number| {
        writeln!(all, "[Red \"甲{number}\"]\n\n{}\n", line(number)).unwrap();
        all
    });
    std::fs::write(folder.path().join("many.pgn"), games).unwrap();
    let server = Server::of_paths(&[folder.path()]);
    assert_eq!(server.json("stats", &[])["games"], 340);
    browser.look(1000, "light");
    browser.open(&format!("http://{}/?lang=en", server.address));
    browser.wait("document.querySelector('a.row')");
    browser.rest();
    let paper = browser.call("Page.printToPDF", serde_json::json!({}));
    let paper = data_encoding::BASE64.decode(paper["data"].as_str().unwrap().as_bytes()).unwrap();
    let pages = paper.windows(13).filter(|bytes| bytes.starts_with(b"/Type /Page\n")).count();
    assert!((1..=4).contains(&pages), "{pages} pages");
    is_at_peace(&browser, &server);
}

/// What the pointer rests on is asked before the click: the click then needs no answer.
#[test]
fn a_move_under_the_pointer_is_asked_ahead() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.look(1600, "light");
    browser.open(&format!("http://{}/?lang=en", server.address));
    browser.wait("document.querySelector('table.moves tbody a')");
    browser.rest_for(250);
    browser.requests.clear();
    browser.hover("table.moves tbody a.move");
    browser.rest_for(250);
    let asked = |browser: &Browser| {
        browser.requests.iter().filter(|url| url.contains("/api/v1/explore?moves=h2e2&")).count()
    };
    assert_eq!(asked(&browser), 1, "{:?}", browser.requests);
    browser.click("table.moves tbody a.move");
    browser.wait("document.querySelector('.line [aria-current]')");
    browser.wait("location.search.includes('moves=')");
    browser.rest_for(250);
    assert_eq!(asked(&browser), 1, "the answer was there: {:?}", browser.requests);
    // A piece that is taken up is asked about, too.
    browser.open(&format!("http://{}/?lang=en", server.address));
    browser.wait("document.querySelector('table.moves tbody a')");
    browser.rest_for(250);
    browser.requests.clear();
    browser.click("[data-square=h2]");
    browser.rest_for(250);
    assert_eq!(asked(&browser), 1, "{:?}", browser.requests);
    browser.click("[data-square=e2]");
    browser.wait("location.search.includes('moves=h2e2')");
    browser.rest_for(250);
    assert_eq!(asked(&browser), 1, "the answer was there: {:?}", browser.requests);
    is_at_peace(&browser, &server);
}
