//! Files that are dragged from a file manager onto the page, and an upload that is stopped.

use super::browser::Browser;
use super::changes::{GAME, files_below};
use super::page::is_at_peace;
use super::work::opened;
use serde_json::json;

#[test]
fn files_and_folders_are_dragged_onto_the_page() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first.pgn");
    std::fs::write(&first, GAME).unwrap();
    let dragged = folder.path().join("棋谱 & 卷");
    std::fs::create_dir_all(dragged.join("一/二")).unwrap();
    for (number, name) in ["一/a.pgn", "一/二/b.pgn", "<b>c.pgn"].iter().enumerate() {
        let text = GAME.replace('甲', &format!("棋手{number}"));
        std::fs::write(dragged.join(name), text).unwrap();
    }
    let alone = folder.path().join("alone.pgn");
    std::fs::write(&alone, GAME.replace('甲', "独")).unwrap();
    let server = opened(&[&first], &mut browser, "?lang=en&view=people");
    browser.drag_files(&[&dragged, &alone], "main");
    browser.wait("document.querySelector('table.summary')");
    assert_eq!(browser.address(), "/?lang=en&view=import");
    browser.wait("document.querySelector('#head small').innerText.startsWith('5 games')");
    // Folders keep their names.
    browser.open(&format!("http://{}/?lang=en&player=棋手1", server.address));
    browser.wait("document.querySelector('a.row')");
    let kept = files_below(&server.db.with_file_name("games.db-files"));
    let kept: Vec<_> = kept.iter().map(|path| path.to_str().unwrap()).collect();
    assert_eq!(kept.len(), 4, "{kept:?}");
    for name in ["棋谱 & 卷/一/二/b.pgn", "棋谱 & 卷/<b>c.pgn", "alone.pgn"] {
        assert!(kept.iter().any(|path| path.ends_with(name)), "{name}: {kept:?}");
    }
    // The same again: the page says that it knows them, and nothing is kept twice.
    browser.drag_files(&[&dragged, &alone], "main");
    browser.wait("document.querySelector('.import')?.innerText.includes('imported before')");
    let again = files_below(&server.db.with_file_name("games.db-files"));
    assert_eq!(again.len(), 4, "{again:?}");
    is_at_peace(&browser, &server);
}

#[test]
fn an_upload_that_is_stopped_leaves_nothing() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first.pgn");
    std::fs::write(&first, GAME).unwrap();
    let large = folder.path().join("large.pgn");
    std::fs::write(&large, GAME.repeat(100_000)).unwrap();
    let server = opened(&[&first], &mut browser, "?lang=en&view=import");
    let slow = json!({
        "offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 100_000,
    });
    browser.call("Network.emulateNetworkConditions", slow);
    browser.drag_files(&[&first, &large], "main");
    let kept = || files_below(&server.db.with_file_name("games.db-files")).len();
    browser.wait("document.querySelector('.job progress')?.value > 0");
    browser.click(".import .job button");
    browser.wait("document.querySelector('.import .job .wrong')");
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while kept() > 0 {
        assert!(std::time::Instant::now() < until, "{} files are left", kept());
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(server.json("stats", &[])["games"], 1);
    is_at_peace(&browser, &server);
}
