//! `xqdb reconcile`, asked as OpenRefine asks it.

use super::common::{stdout, xqdb};
use super::http::{Reply, Server, escaped};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn game(red: &str, black: &str, event: &str, date: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n\
         [Result \"1-0\"]\n\n1. 炮二平五 马8进7 2. 马二进三 1-0\n\n"
    )
}

/// An archive with a man in two scripts, one of his pinyin, two who sound alike, and an event.
fn archive(folder: &Path) -> PathBuf {
    let games = [
        game("上海 胡榮華", "呂欽", "第5届五羊杯", "1985.01.02"),
        game("胡荣华", "杨官璘", "第5届五羊杯", "1985.01.03"),
        game("胡荣华", "柳大华", "全国象棋个人赛", "1960.11.03"),
        game("胡荣华", "徐天红", "全国象棋个人赛", "1974.07.03"),
        game("HU RongHua", "徐天利", "x", "1962.01.01"),
        game("王斌", "<b>乙</b>\u{202e}", "", "1999.01.01"),
        game("王彬", "柳大华", "", "1999.01.02"),
    ];
    let (db, path) = (folder.join("a.db"), folder.join("a.pgn"));
    std::fs::write(&path, games.concat()).unwrap();
    stdout(&db, &["import", path.to_str().unwrap()], 0);
    db
}

fn service(db: &Path) -> Server {
    Server::run(db, &["reconcile", "--port", "0"])
}

/// Posts a form, as OpenRefine does.
fn posted(server: &Server, name: &str, value: &str) -> Reply {
    let headers = [("Content-Type", "application/x-www-form-urlencoded")];
    let body = format!("{name}={}", escaped(value));
    server.send(("POST", "/reconcile"), &headers, body.as_bytes())
}

/// The results of one query.
fn found(server: &Server, query: &Value) -> Vec<Value> {
    let reply = posted(server, "queries", &json!({ "q0": query }).to_string());
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["q0"]["result"].as_array().unwrap().clone()
}

fn matched(results: &[Value]) -> Vec<&str> {
    let matched = results.iter().filter(|result| result["match"] == true);
    matched.map(|result| result["id"].as_str().unwrap()).collect()
}

#[test]
fn the_service_says_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = service(&archive(folder.path()));
    // OpenRefine asks from a page of another port, and with a parameter of its own.
    let headers = [("Origin", "http://127.0.0.1:3333"), ("Sec-Fetch-Site", "same-site")];
    let reply = server.request("GET", "/reconcile?_=1", &headers);
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("access-control-allow-origin"), "http://127.0.0.1:3333");
    let told = reply.json();
    assert!(told["versions"].as_array().unwrap().contains(&json!("0.2")));
    assert!(told["name"].is_string() && told["identifierSpace"].is_string());
    assert!(told["schemaSpace"].is_string());
    let types: Vec<&str> = told["defaultTypes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind["id"].as_str().unwrap())
        .collect();
    assert_eq!(types, ["Player", "Event"]);
    let view = told["view"]["url"].as_str().unwrap().replace("{{id}}", &escaped("player:胡荣华"));
    let page = server.get(view.split_once(&server.address.to_string()).unwrap().1);
    assert_eq!(page.status, 200, "{view}");
    assert!(page.text().contains("胡榮華") && page.text().contains("上海"));
    for what in ["entity", "property", "type"] {
        let at = &told["suggest"][what];
        let url = format!(
            "{}{}",
            at["service_url"].as_str().unwrap(),
            at["service_path"].as_str().unwrap()
        );
        let path = url.split_once(&server.address.to_string()).unwrap().1;
        let reply = server
            .get(&format!("{path}?prefix={}", escaped(if what == "entity" { "胡" } else { "" })));
        assert!(!reply.json()["result"].as_array().unwrap().is_empty(), "{what}");
    }
}

#[test]
fn names_are_matched_where_they_are_certain() {
    let folder = tempfile::tempdir().unwrap();
    let server = service(&archive(folder.path()));
    let results = found(
        &server,
        &json!({ "query": "胡榮華（上海）", "type": "Player", "limit": 6, "type_strict": "should" }),
    );
    assert_eq!(matched(&results), ["player:胡荣华"], "{results:?}");
    assert_eq!(results[0]["type"][0]["id"], "Player");
    assert_eq!(results.len(), 1, "every spelling is of one person: {results:?}");
    // What the games of the archive show to be one is one candidate, with all games.
    let results = found(&server, &json!({ "query": "HU Ronghua", "type": "Player" }));
    assert_eq!(matched(&results), ["player:胡荣华"], "{results:?}");
    assert!(results.iter().all(|result| result["id"] != "player:hu ronghua"), "{results:?}");
    let games = json!({ "id": "games", "value": 5 });
    assert!(results[0]["features"].as_array().unwrap().contains(&games), "{results:?}");
    // A year that is not his speaks against it.
    let year =
        |year: Value| json!({ "query": "胡荣华", "properties": [{ "pid": "year", "v": year }] });
    assert_eq!(matched(&found(&server, &year(json!("1974-07-03")))), ["player:胡荣华"]);
    assert!(matched(&found(&server, &year(json!(2015)))).is_empty());
    let team = |team: &str| {
        let query = json!({ "query": "HU Rong Hua", "properties": [{ "pid": "team", "v": team }] });
        let results = found(&server, &query);
        let hanzi = results.iter().find(|result| result["id"] == "player:胡荣华");
        hanzi.unwrap()["score"].as_f64().unwrap()
    };
    assert!(team("上海") > team("北京"));
    // 王斌 is not 王彬, and nobody is somebody.
    let results = found(&server, &json!({ "query": "王斌" }));
    assert_eq!(matched(&results), ["player:王斌"]);
    assert!(results.iter().any(|result| result["id"] == "player:王彬"));
    assert!(found(&server, &json!({ "query": "某某某" })).is_empty());
    assert!(found(&server, &json!({ "query": "胡荣华", "type": "Event" })).is_empty());
    assert_eq!(found(&server, &json!({ "query": "HU RongHua", "limit": 1 })).len(), 1);
}

#[test]
fn events_match_with_their_edition() {
    let folder = tempfile::tempdir().unwrap();
    let server = service(&archive(folder.path()));
    let event = |name: &str| found(&server, &json!({ "query": name, "type": ["Event"] }));
    assert_eq!(matched(&event("第05屆“五羊杯”")), ["event:第5届五羊杯"]);
    assert!(matched(&event("第6届五羊杯")).is_empty());
    // Two years had it: a name without one means neither.
    let results = event("全國象棋個人賽");
    assert_eq!(results[0]["id"], "event:全国象棋个人赛");
    assert!(matched(&results).is_empty());
}

#[test]
fn every_way_to_ask_gives_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let server = service(&archive(folder.path()));
    let query = json!({ "query": "呂欽", "type": "Player" });
    let all = json!({ "q0": query, "q1": "胡荣华", "q2": { "limit": 3 } });
    let wanted = posted(&server, "queries", &all.to_string()).json();
    assert_eq!(wanted["q2"], json!({ "result": [] }));
    assert_eq!(wanted["q1"]["result"][0]["id"], "player:胡荣华");
    let asked = format!("/reconcile?queries={}", escaped(&all.to_string()));
    assert_eq!(server.get(&asked).json(), wanted);
    let asked = format!("/reconcile?query={}", escaped(&query.to_string()));
    assert_eq!(server.get(&asked).json(), wanted["q0"]);
    let asked = format!("/reconcile?query={}", escaped("胡荣华"));
    assert_eq!(server.get(&asked).json(), wanted["q1"]);
    assert_eq!(posted(&server, "query", "胡荣华").json(), wanted["q1"]);
}

#[test]
fn what_is_decided_meanwhile_counts() {
    let folder = tempfile::tempdir().unwrap();
    let db = archive(folder.path());
    let server = service(&db);
    let query = json!({ "query": "HU RongHua" });
    let view = format!("/reconcile/view?id={}", escaped("player:胡荣华"));
    let has_both = |server: &Server| {
        let page = server.get(&view);
        let page = page.text();
        page.contains("胡榮華") && page.contains("HU RongHua")
    };
    assert_eq!(matched(&found(&server, &query)), ["player:胡荣华"]);
    assert!(has_both(&server));
    let stated = Server::run(&db, &["--as-stated", "reconcile", "--port", "0"]);
    assert!(!has_both(&stated));
    let decide = ["decide", "differ", "player:HU RongHua", "player:胡荣华", "--reason", "two men"];
    assert_eq!(xqdb(&db, &decide).status.code(), Some(0));
    assert_eq!(matched(&found(&server, &query)), ["player:hu ronghua"]);
    assert!(!has_both(&server));
}

#[test]
fn pages_of_other_sites_and_other_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = service(&archive(folder.path()));
    let status = |headers: &[(&str, &str)]| server.request("GET", "/reconcile", headers).status;
    assert_eq!(status(&[("Origin", "http://evil.example")]), 403);
    assert_eq!(status(&[("Origin", "null")]), 403);
    assert_eq!(status(&[("Host", "evil.example")]), 403);
    assert_eq!(status(&[("Sec-Fetch-Site", "cross-site")]), 403);
    let opened = [
        ("Sec-Fetch-Site", "same-site"),
        ("Sec-Fetch-Mode", "navigate"),
        ("Sec-Fetch-Dest", "document"),
    ];
    assert_eq!(status(&opened), 200);
    let preflight =
        [("Origin", "http://localhost:3333"), ("Access-Control-Request-Method", "POST")];
    let reply = server.request("OPTIONS", "/reconcile", &preflight);
    assert_eq!(reply.status, 204);
    assert_eq!(reply.header("access-control-allow-origin"), "http://localhost:3333");
    let elsewhere = server.request("OPTIONS", "/reconcile", &[("Origin", "http://evil.example")]);
    assert_eq!((elsewhere.status, elsewhere.header("access-control-allow-origin")), (403, ""));
    assert_eq!(server.get("/api/v1/stats").status, 404, "nothing else is served");
}

#[test]
fn hostile_requests_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let server = service(&archive(folder.path()));
    for wrong in ["", "[]", "7", "{\"q\":", &"[".repeat(100_000)] {
        assert_eq!(posted(&server, "queries", wrong).status, 400, "{}", wrong.len());
    }
    let many: serde_json::Map<String, Value> =
        (0..201).map(|number| (format!("q{number}"), json!("胡荣华"))).collect();
    assert_eq!(posted(&server, "queries", &Value::Object(many).to_string()).status, 400);
    let large = vec![b'a'; 5 << 20];
    let headers = [("Content-Type", "application/x-www-form-urlencoded")];
    assert_eq!(server.send(("POST", "/reconcile"), &headers, &large).status, 413);
    assert!(found(&server, &json!({ "query": "胡".repeat(100_000) })).is_empty());
    assert!(found(&server, &json!({ "query": "" })).is_empty());
    let results = found(&server, &json!({ "query": "<b>乙</b>\u{202e}" }));
    let id = results[0]["id"].as_str().unwrap();
    let page = server.get(&format!("/reconcile/view?id={}", escaped(id)));
    assert!(!page.text().contains("<b>乙") && !page.text().contains('\u{202e}'));
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    assert_eq!(server.get("/reconcile/view?id=player:nobody").status, 404);
    assert_eq!(server.get("/reconcile/view").status, 404);
    assert_eq!(server.request("PUT", "/reconcile", &[]).status, 405);
}
