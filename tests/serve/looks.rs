//! Pictures of every view, to be looked at: archives with much, with nothing, with one game and
//! with names that are made to hurt, at two widths, light and dark, in two languages.

use super::browser::Browser;
use super::http::Server;
use super::page::{VIEWS, is_at_peace};
use std::path::Path;

/// A record whose every name is very long.
fn long() -> String {
    let name = |one: &str| one.repeat(12);
    format!(
        "[Event \"{}\"]\n[Site \"{}\"]\n[Red \"{}\"]\n[RedTeam \"{}\"]\n[Black \"{}\"]\n[Title \"{}\"]\n\
         [Date \"1999.09.09\"]\n[Result \"1/2-1/2\"]\n\n1. 炮二平五 {{{}}} 马8进7 2. 马二进三 车9平8 1/2-1/2\n",
        name("全国象棋个人锦标赛"),
        name("呼和浩特市体育馆"),
        name("欧阳慕容司马"),
        name("黑龙江省农垦总局"),
        "Konstantinopolitanischerdudelsackspfeifer".repeat(3),
        name("中炮过河车对屏风马"),
        name("此着出乎意料，红方竟弃车抢攻；"),
    )
}

#[test]
#[ignore = "writes pictures of every view into XQDB_PICTURES, to be looked at"]
fn every_view_is_looked_at() {
    let mut browser = Browser::start().expect("a browser");
    let data = |part: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(part);
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name).join("a.pgn");
        std::fs::create_dir(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    };
    let kin = folder.path().join("kin");
    std::fs::create_dir(&kin).unwrap();
    super::work::two_texts(&kin);
    let doubted = "[Event \"1982年全国赛\"]\n[Red \"柳大华\"]\n[Black \"杨官璘\"]\n[Date \"1882\"]\n\
                   [Result \"1-0\"]\n\n1. 兵七进一 卒7进1 1-0\n";
    let two = super::changes::GAME.to_owned();
    let doubted = file("doubted", doubted);
    let conflict = [file("one-side", &two), file("other-side", &two.replace("1-0", "0-1"))];
    let archives = [
        (
            "many",
            vec![
                data("records"),
                data("tour"),
                data("damaged"),
                kin,
                doubted,
                conflict[0].clone(),
                conflict[1].clone(),
            ],
        ),
        ("none", vec![file("none", "no game at all\n")]),
        ("one", vec![file("one", super::changes::GAME)]),
        ("long", vec![file("很长的名字", &long())]),
    ];
    for (archive, paths) in archives {
        let paths: Vec<&Path> = paths.iter().map(AsRef::as_ref).collect();
        let server = Server::of_paths(&paths);
        browser.open(&format!("http://{}/#token={}", server.address, server.token()));
        let mut views: Vec<(String, String)> = Vec::new();
        for (view, _) in VIEWS {
            let name = view.trim_start_matches("/?").replace("view=", "").replace(['&', '='], "-");
            let name: String = name.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
            views
                .push((if name.is_empty() { "explore".to_owned() } else { name }, view.to_owned()));
        }
        for part in ["unread", "doubts", "conflicts"] {
            views.push((part.to_owned(), format!("/?view=report&part={part}")));
        }
        views.push(("import".to_owned(), "/?view=import".to_owned()));
        let games = server.json("games", &[("kind", "all"), ("limit", "1000")]);
        let games = games["games"].as_array().unwrap();
        let wanted = games.iter().find(|it| it["date"] == "1990-01-02").or(games.first());
        if let Some(game) = wanted {
            let key = game["key"].as_str().unwrap();
            views.push(("game".to_owned(), format!("/?view=game&key={key}&ply=3")));
        }
        for (name, view) in views {
            for (width, scheme, lang) in [
                (390, "light", "zh-Hans"),
                (1600, "dark", "zh-Hant"),
                (1600, "light", "en"),
                (390, "dark", "en"),
            ] {
                browser.look(width, scheme);
                let joint = if view.contains('?') { "&" } else { "?" };
                browser.open(&format!("http://{}{view}{joint}lang={lang}", server.address));
                browser.rest();
                browser.eval("document.querySelectorAll('.beneath details, .troubles > li:first-child details').forEach((it) => { it.open = true })");
                browser.rest();
                browser.whole_picture(&format!("{archive}-{name}-{width}-{scheme}"));
            }
        }
        is_at_peace(&browser, &server);
        browser.requests.clear();
    }
}
