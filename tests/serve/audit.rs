//! What an accessibility audit says of every view. The tool, axe-core, is a file for development:
//! the test fetches it once, and the program has nothing of it.

use super::browser::Browser;
use super::http::Server;
use super::page::{VIEWS, is_at_peace};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// The package and its version.
const TOOL: &str = "axe-core@4.14.1";

/// The script of the tool, from the registry of npm; `None` where it cannot be fetched, which is
/// said where no test runner hides it.
fn tool() -> Option<String> {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{TOOL}.js"));
    if let Ok(script) = std::fs::read_to_string(&kept) {
        return Some(script);
    }
    let folder = tempfile::tempdir().unwrap();
    let fetched = || {
        let run = |program: &str, args: &[&str]| {
            let output = Command::new(program).args(args).current_dir(folder.path()).output();
            output.ok().filter(|output| output.status.success())
        };
        let packed = run("npm", &["pack", "--silent", TOOL])?;
        let name = String::from_utf8(packed.stdout).ok()?;
        run("tar", &["-xzf", name.trim()])?;
        std::fs::read_to_string(folder.path().join("package/axe.min.js")).ok()
    };
    let script = fetched();
    match &script {
        Some(script) => std::fs::write(kept, script).unwrap(),
        None => {
            _ = writeln!(std::io::stderr(), "LEFT OUT: the accessibility audit (npm, {TOOL})");
        }
    }
    script
}

/// Rules that are broken, each with the elements that break it.
fn faults(browser: &mut Browser, tool: &str) -> Value {
    browser.eval(&format!("{tool};0"));
    browser.eval(
        "axe.run(document, { resultTypes: ['violations'] }).then((it) => it.violations.map((rule) => \
         [rule.id, rule.help, ...rule.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`)]))",
    )
}

#[test]
fn an_audit_finds_no_fault_in_any_view() {
    let Some(mut browser) = Browser::start() else { return };
    let Some(tool) = tool() else { return };
    let data = |part: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(part);
    let server = Server::of_paths(&[&data("records"), &data("tour"), &data("damaged")]);
    let first = |path: &str, asked: &[(&str, &str)], field: &str| {
        let found = server.json(path, asked);
        let rows = found[path].as_array().unwrap();
        rows.iter().find_map(|row| row[field].as_str()).unwrap().to_owned()
    };
    let key = first("games", &[("limit", "1")], "key");
    let game = format!("/?view=game&key={key}&ply=3");
    let own = format!("/?view=game&key={key}&node=0&own=0i9i8");
    let hidden = format!("/?view=game&key={key}&ply=3&hide=true");
    let edition = format!("/?view=events&edition={}", first("events", &[], "edition"));
    browser.open(&format!("http://{}/#token={}", server.address, server.token()));
    let views = VIEWS.into_iter().chain([
        ("/?moves=h2e2+h9g7&arrows=1&red=林一舟", ".line li"),
        ("/?player=nobody", ".nothing"),
        (game.as_str(), ".here table"),
        (own.as_str(), ".own button"),
        (hidden.as_str(), ".reveal button"),
        (edition.as_str(), "tbody tr"),
        ("/?view=events&series=长风杯", ".of-series tbody tr"),
        ("/?view=study", "h1"),
        ("/?view=study&part=life", "tbody tr"),
        ("/?view=study&part=ratings&min_games=1", "h1"),
        ("/?view=import", ".drop"),
    ]);
    for (number, (view, seen)) in views.enumerate() {
        for (turn, (width, scheme)) in [(1280, "light"), (390, "dark")].into_iter().enumerate() {
            let lang = ["en", "zh-Hans", "zh-Hant"][(number + turn) % 3];
            browser.look(width, scheme);
            let joint = if view.contains('?') { "&" } else { "?" };
            browser.open(&format!("http://{}{view}{joint}lang={lang}", server.address));
            browser.wait(&format!("document.querySelector({})", json!(seen)));
            browser.rest();
            let found = faults(&mut browser, &tool);
            assert_eq!(found, json!([]), "{view} at {width}, {scheme}, {lang}: {found:#}");
        }
    }
    is_at_peace(&browser, &server);
}
