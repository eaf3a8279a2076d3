//! The page in a real browser, where something is done: importing, keeping, drawing, deciding.

use super::browser::Browser;
use super::common::records;
use super::http::Server;
use super::page::is_at_peace;
use serde_json::json;
use std::path::Path;

/// A server on databases of its own, opened with its token.
pub(super) fn opened(paths: &[&Path], browser: &mut Browser, view: &str) -> Server {
    let server = Server::of_paths(paths);
    browser.look(1600, "light");
    let address = server.address;
    browser.open(&format!("http://{address}/{view}#token={}", server.token()));
    server
}

fn tour(part: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tour").join(part)
}

/// Drops files, made in the page, on it.
const DROP: &str = "(names) => { const dropped = new DataTransfer(); \
    for (const [name, text] of names) dropped.items.add(new File([text], name)); \
    for (const kind of ['dragover', 'drop']) document.querySelector('main').dispatchEvent( \
    new DragEvent(kind, { dataTransfer: dropped, bubbles: true, cancelable: true })); }";

#[test]
fn files_that_are_dropped_anywhere_are_imported() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pgn"), "1. 炮二平五 马8进7 *\n").unwrap();
    let server = opened(&[folder.path()], &mut browser, "?lang=en");
    let hash = browser.eval("location.hash");
    assert_eq!(hash, "", "the token does not stay in the address");
    let names = json!([
        ["<img src=x>.pgn", "[Red \"丙\"]\n[Result \"0-1\"]\n\n1. 兵七进一 卒7进1 0-1\n"],
        ["b.pgn", "1. 炮二平五 马8进7 2. 车九进三 *\n"],
        ["c.xyz", "1. 炮二平五 马8进7 2. 马二进三 车9平8 and what is this\n"],
    ]);
    browser.eval(&format!("({DROP})({names})"));
    browser.wait("document.querySelector('table.summary')");
    let told = browser.eval("document.querySelector('.import').innerText");
    let told = told.as_str().unwrap();
    assert!(told.contains("Records that end early"), "{told}");
    browser.wait("document.querySelector('#head small').innerText.startsWith('3 games')");
    browser.picture("import-done");
    // What was set aside is one link away.
    browser.eval("document.querySelector('.import a[href*=\"view=report\"]').click()");
    browser.wait("document.querySelectorAll('.troubles > li').length === 1");
    browser.settle();
    // The name of a file is a text.
    browser.open(&format!("http://{}/?lang=en&player=丙", server.address));
    browser.wait("document.querySelector('a.row')");
    browser.click("a.row .date");
    browser.wait("document.querySelector('.witnesses .place')");
    let place = browser.eval("document.querySelector('.witnesses .place').textContent");
    assert_eq!(place, "<img src=x>.pgn");
    // A folder of the machine, named.
    browser.open(&format!("http://{}/?lang=en&view=import", server.address));
    browser.write("input[name=folder]", "nothing/there");
    browser.wait("document.querySelector('.import .wrong').textContent");
    browser.eval("document.querySelector('input[name=folder]').value = ''");
    browser.write("input[name=folder]", records().to_str().unwrap());
    browser.wait("Number(document.querySelector('#head small')?.innerText.split(' ')[0]) >= 15");
    let others: Vec<_> =
        browser.complaints.iter().filter(|text| !text.contains("status of 400")).collect();
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn a_page_without_the_token_reads_only() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::of_own_records();
    browser.look(1000, "light");
    for view in ["import", "report&warnings=1", "report&part=conflicts"] {
        browser.open(&format!("http://{}/?lang=en&view={view}", server.address));
        browser.wait("document.querySelector('main').innerText.includes('reads only')");
        let open = "[...document.querySelectorAll('.decide button, .drop button')].filter((it) => !it.disabled).length";
        assert_eq!(browser.eval(open), 0, "{view}");
    }
    is_at_peace(&browser, &server);
}

#[test]
fn a_filter_and_a_position_are_kept_under_a_name() {
    let Some(mut browser) = Browser::start() else { return };
    let server = opened(&[&records()], &mut browser, "?lang=en&player=林一舟&moves=h2e2");
    browser.wait("document.querySelector('#saved details')");
    browser.eval("document.querySelectorAll('#saved details').forEach((it) => { it.open = true })");
    for (number, name) in [(1, "林 with either"), (2, "central")] {
        browser.write(&format!("#saved details:nth-child({number}) input"), name);
        let chip = format!("#saved details:nth-child({number}) .chips a");
        browser.wait(&format!("document.querySelector('{chip}')?.innerText === '{name}'"));
    }
    browser.open(&format!("http://{}/?lang=en", server.address));
    browser.wait("document.querySelector('#saved .chips a')");
    browser.eval("document.querySelector('#saved details:nth-child(1) .chips a').click()");
    browser.wait("location.search.includes('player=') && !location.search.includes('moves=')");
    browser.settle();
    browser.eval("document.querySelector('#saved details:nth-child(2) .chips a').click()");
    browser.wait("location.search.includes('player=') && location.search.includes('moves=h2e2')");
    browser.settle();
    browser.eval("document.querySelector('#saved details:nth-child(1) .chips button').click()");
    browser.wait("!document.querySelector('#saved details:nth-child(1) .chips a')");
    is_at_peace(&browser, &server);
}

/// A question and a drawn board are kept under names, too, and asked again by them.
#[test]
fn a_question_and_a_board_are_kept_under_a_name() {
    let Some(mut browser) = Browser::start() else { return };
    let server = opened(&[&records()], &mut browser, "?lang=en&view=ask&where=red+crossed-rook");
    let keep = |browser: &mut Browser, name: &str| {
        browser.wait("document.querySelector('details.saved')");
        browser.eval("document.querySelector('details.saved').open = true");
        browser.write("details.saved input", name);
        browser.wait(&format!("document.querySelector('.saved .chips a')?.innerText === '{name}'"));
    };
    let again = |browser: &mut Browser, view: &str| {
        browser.open(&format!("http://{}/?lang=en&view={view}", server.address));
        browser.wait("document.querySelector('.saved .chips a')");
        browser.eval("document.querySelector('details.saved').open = true");
        browser.eval("document.querySelector('.saved .chips a').click()");
        browser.wait("document.querySelector('a.row')");
        browser.settle();
    };
    keep(&mut browser, "铁门栓 <b>");
    browser.open(&format!(
        "http://{}/?lang=en&view=draw&draw=//////????P????///&areas=R@d7..f9",
        server.address
    ));
    keep(&mut browser, "central pawn");
    let all = server.json("saved", &[])["saved"].clone();
    let kinds: Vec<_> = all.as_array().unwrap().iter().map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, [Some("question"), Some("board")], "{all}");
    again(&mut browser, "ask");
    assert_eq!(browser.address(), "/?lang=en&view=ask&where=red+crossed-rook");
    assert_eq!(browser.eval("document.querySelector('textarea').value"), "red crossed-rook");
    again(&mut browser, "draw");
    assert!(browser.address().contains("areas=R@d7..f9"), "{}", browser.address());
    assert!(browser.address().contains("draw=//////????P????///"), "{}", browser.address());
    browser.eval("document.querySelector('details.saved').open = true");
    browser.click(".saved .chips button");
    browser.wait("!document.querySelector('.saved .chips a')");
    let left = server.json("saved", &[])["saved"].clone();
    assert_eq!(left[0]["name"], "铁门栓 <b>", "{left}");
    assert_eq!(left.as_array().unwrap().len(), 1);
    is_at_peace(&browser, &server);
}

/// What is drawn becomes a sentence, in either language, and finds what the sentence finds.
#[test]
fn areas_are_painted_and_the_sentence_can_be_changed() {
    let Some(mut browser) = Browser::start() else { return };
    let server = opened(&[&records()], &mut browser, "?lang=en&view=draw");
    browser.click(".tool:nth-child(2)");
    browser.wait("document.querySelector('.palette[aria-label=\"For which piece\"]')");
    browser.drag("[data-square=d7]", "[data-square=f7]");
    browser.wait("location.search.includes('areas=R')");
    assert!(browser.address().contains("areas=R@d7..f7"), "{}", browser.address());
    browser.click(".tool:nth-child(3)");
    browser.click(".brush[aria-label='any black piece']");
    browser.click("[data-square=e6]");
    browser.wait("location.search.includes('%21-%40e6')");
    browser.click(".tool:nth-child(1)");
    browser.click(".brush[aria-label='red pawn']");
    browser.click("[data-square=a3]");
    let sentence = "document.querySelector('textarea').value";
    let meant = "mirror (P on a3 and R in d7..f7 and no black piece in e6)";
    browser.wait(&format!("{sentence} === {}", json!(meant)));
    browser.wait("document.querySelector('.games .count')?.textContent.match(/^[0-9]+$/)");
    let count = browser.eval("document.querySelector('.games .count').textContent");
    let found = server.json("games", &[("where", meant), ("kind", "all")]);
    assert_eq!(count, found["count"].to_string());
    assert_ne!(found["count"], 0);
    browser.picture("drawn");
    // The same in Chinese means the same.
    let normal = |text: &str| server.json("query", &[("text", text)])["normal"].clone();
    browser.eval("document.querySelector('#head select:last-of-type').focus()");
    let here = browser.address().replace("lang=en", "lang=zh-Hant");
    browser.open(&format!("http://{}{here}", server.address));
    browser.wait(&format!("{sentence}.includes('左右')"));
    let chinese = browser.eval(sentence);
    assert_eq!(normal(chinese.as_str().unwrap()), normal(meant));
    browser.open(&format!("http://{}{}", server.address, here.replace("zh-Hant", "en")));
    browser.wait(&format!("{sentence} === {}", json!(meant)));
    // A word is begun, and one of those that are offered is taken.
    browser.eval("{ const it = document.querySelector('textarea'); it.value = ''; it.focus() }");
    browser.call("Input.insertText", json!({ "text": "red crossed-ro" }));
    browser.wait("document.querySelector('.offered [role=option]')");
    browser.key("ArrowDown");
    browser.key("Enter");
    assert_eq!(browser.eval(sentence), "red crossed-rook ");
    // What is wrong stands below it, under the word.
    browser.call("Input.insertText", json!({ "text": "palce" }));
    browser.wait("document.querySelector('.question mark')?.textContent === 'palce'");
    browser.eval(
        "{ const it = document.querySelector('textarea'); it.value = 'red crossed-rook'; it.focus() }",
    );
    browser.click(".question button[type=submit]");
    browser.wait("location.search.includes('where=red')");
    browser.wait("document.querySelector('.plan summary')");
    assert!(browser.address().contains("areas=R@d7..f7"), "what was drawn stays");
    is_at_peace(&browser, &server);
}

#[test]
fn a_reading_is_decided_with_a_reason_and_taken_back() {
    let Some(mut browser) = Browser::start() else { return };
    let view = "?lang=en&view=report&path=misprint";
    let server = opened(&[&tour("damaged")], &mut browser, view);
    browser.wait("document.querySelector('.troubles details')");
    browser.click(".troubles details:nth-of-type(1) summary");
    browser.wait("document.querySelector('.readings .decide button')");
    browser.click(".troubles details:nth-of-type(2) > summary");
    browser.wait("document.querySelector('pre.raw mark')");
    browser.picture("readings");
    browser.click(".readings .decide button");
    browser.wait("document.activeElement?.name === 'reason'");
    browser.key("Enter");
    assert_eq!(browser.eval("document.querySelectorAll('.decide .done').length"), 0, "no reason");
    browser.write(".decide input[name=reason]", "a slip of the pen");
    browser.wait("document.querySelector('.decide .done')");
    let told = super::changes::exported(&server.db);
    assert!(told.contains("read\trecord:") && told.contains("a slip of the pen"), "{told}");
    // It is told when one comes back, and can be taken back then, too.
    browser.open(&format!("http://{}/{view}", server.address));
    browser.wait("document.querySelector('.troubles details')");
    browser.wait("document.querySelector('.troubles .done')");
    browser.click(".troubles details:nth-of-type(1) summary");
    browser.wait("document.querySelector('.readings .decide .done + button')");
    browser.click(".readings .decide .done + button");
    browser.wait("!document.querySelector('.readings .decide .done')");
    let told = super::changes::exported(&server.db);
    assert!(!told.contains("record:"), "{told}");
    is_at_peace(&browser, &server);
}

/// Two records of one game, one of them with another move.
pub(super) fn two_texts(folder: &Path) {
    let line = "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1 \
                5. 车二进六 炮8平9 6. 车二平三 炮9退1 7. 马八进七 士4进5 8. 马七进六 象3进5";
    let head = "[Red \"沈望川\"]\n[Black \"罗青山\"]\n[Date \"1990.01.02\"]\n\
                [Event \"青石杯\"]\n[Result \"1-0\"]\n\n";
    let other = line.replace("马七进六", "炮八平九");
    std::fs::write(folder.join("a.pgn"), format!("{head}{line} 1-0\n")).unwrap();
    std::fs::write(folder.join("b.pgn"), format!("{head}{other} 1-0\n")).unwrap();
}

#[test]
fn a_game_lies_beside_its_kin_move_by_move() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    two_texts(folder.path());
    let server = opened(&[folder.path()], &mut browser, "?lang=en");
    browser.wait("document.querySelector('a.row')");
    browser.click("a.row .date");
    browser.wait("document.querySelector('.beneath details')");
    browser.settle();
    browser.click(".beneath details summary");
    browser.wait("document.querySelector('.beside mark')");
    let marked =
        browser.eval("[...document.querySelectorAll('.beside mark')].map((it) => it.textContent)");
    assert_eq!(marked.as_array().unwrap().len(), 1, "{marked}");
    browser.picture("beside");
    // A move of it is one click from the board.
    browser.click(".beside tr.differing button.move");
    browser.wait("document.querySelector('[data-node=\"14\"][aria-current]')");
    is_at_peace(&browser, &server);
}
