//! Scores in comments: a curve under the board that follows the game, and none without scores.

use super::browser::Browser;
use super::common::{json_lines, stdout};
use super::http::Server;
use serde_json::json;

/// A game that programs commented, and one without comments.
pub(super) const GAMES: &str = "[Event \"Match\"]\n[Red \"Alpha 1.0\"]\n[Black \"Beta 2.1\"]\n[Result \"1-0\"]\n\n\
    1. 炮二平五 {[%eval 0.35] [%clk 0:10:00]} 马8进7 {好棋 [%eval 0.30]} 2. 马二进三 {[%eval 2.10]} \
    车9平8 {[%eval #5]} 3. 车一平二 马2进3 1-0\n\n[Red \"Gamma\"]\n\n1. 兵七进一 卒7进1 *\n";

fn served() -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, GAMES).unwrap();
    let server = Server::of_paths(&[&file]);
    (folder, server)
}

fn key_of(server: &Server, player: &str) -> String {
    let games = server.json("games", &[("player", player)]);
    games["games"][0]["key"].as_str().unwrap().to_owned()
}

#[test]
fn the_api_has_the_scores_and_the_moves_that_lost_much() {
    let (folder, server) = served();
    let game = server.json(&format!("game/{}", key_of(&server, "Alpha")), &[]);
    let evals = game["evaluations"].as_array().unwrap().iter().map(|it| it["eval"].clone());
    assert_eq!(json!(evals.collect::<Vec<_>>()), json!([35, 30, 210, 29_995]));
    assert_eq!(game["scores"]["0"], "+0.35 0:10:00");
    assert_eq!(game["evaluationsTold"], "the source counts for Red");
    // Words of people stay below the moves; the tree has the comment as it was.
    assert_eq!(game["notes"], json!({ "1": "好棋" }));
    assert_eq!(game["tree"][1][2], "好棋 [%eval 0.30]");
    let critical = server.json("critical", &[("fall", "1.5")]);
    assert_eq!((&critical["count"], &critical["inGames"]), (&json!(1), &json!(1)));
    let db = folder.path().join("own.db");
    stdout(&db, &["import", folder.path().join("games.pgn").to_str().unwrap()], 0);
    let rows = stdout(&db, &["critical", "--fall", "1.5", "--format", "jsonl"], 0);
    assert_eq!(critical["moves"], json!(json_lines(&rows)));
    let refused = server.get("/api/v1/critical?fall=x");
    assert_eq!(refused.status, 400);
}

#[test]
fn a_curve_follows_the_move_that_is_seen() {
    let Some(mut browser) = Browser::start() else { return };
    let (_folder, server) = served();
    let base = format!("http://{}/?lang=en&view=game", server.address);
    browser.look(1280, "light");
    browser.open(&format!("{base}&key={}&ply=1", key_of(&server, "Alpha")));
    browser.wait("document.querySelector('.scores .slider')");
    let said = "document.querySelector('.scores .slider').getAttribute('aria-valuetext')";
    let is = |browser: &mut Browser, text: &str| {
        browser.wait(&format!("{said} === {}", json!(text)));
    };
    is(&mut browser, "1 of 6: +0.35 for Red");
    browser.rest();
    browser.picture("scores-light");
    // By the keyboard, with the focus on the curve as well.
    browser.eval("document.querySelector('.scores .slider').focus()");
    browser.key("ArrowRight");
    is(&mut browser, "2 of 6: +0.30 for Red");
    browser.key("End");
    is(&mut browser, "6 of 6: no score here");
    // By a click into the middle of six plies.
    browser.click(".scores .slider");
    is(&mut browser, "3 of 6: +2.10 for Red");
    assert!(browser.address().contains("node=2"), "{}", browser.address());
    let beside = "document.querySelector('[data-node=\"3\"] .score').innerText";
    assert_eq!(browser.eval(beside), "#5");
    browser.look(1280, "dark");
    browser.rest();
    browser.picture("scores-dark");
    browser.look(390, "light");
    browser.rest();
    browser.picture("scores-phone");
    let overflow = "document.documentElement.scrollWidth > innerWidth";
    assert_eq!(browser.eval(overflow), false);
    browser.open(&format!("{base}&key={}", key_of(&server, "Gamma")));
    browser.wait("document.querySelector('.columns [data-node]')");
    assert_eq!(browser.eval("!document.querySelector('.scores')"), true);
}
