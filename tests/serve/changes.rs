//! What changes something: uploads and imports, decisions, what is kept under a name.

use super::common::{records, stdout};
use super::http::{Reply, Server, escaped, own_records, target};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(super) const GAME: &str =
    "[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 1-0\n";

/// A server on a database of its own, with one game in it.
pub(super) fn server(more: &[&str]) -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("first.pgn");
    std::fs::write(&file, GAME).unwrap();
    let db = folder.path().join("games.db");
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let server = Server::start(&db, more);
    (folder, server)
}

pub(super) fn upload(server: &Server, name: &str, batch: &str, body: &[u8]) -> Reply {
    let mut params = vec![("name", name)];
    params.extend((!batch.is_empty()).then_some(("upload", batch)));
    server.change("POST", &target("uploads", &params), body)
}

/// Waits until the import is over; what it came to.
pub(super) fn ended(server: &Server) -> Value {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let state = server.change("GET", "/api/v1/import", b"").json();
        if matches!(state["stage"].as_str(), Some("done" | "failed")) {
            return state;
        }
        assert!(Instant::now() < until, "{state}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

pub(super) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
    entries.filter(|it| it.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

/// Of everything in the document that needs the token, nothing is done without it, nor for a page
/// of another origin.
#[test]
fn nothing_changes_without_the_token_or_from_another_origin() {
    let (_folder, server) = server(&[]);
    let document = server.get("/api/v1/openapi.json").json();
    let bearer = format!("Bearer {}", server.token());
    let own = format!("http://{}", server.address);
    let mut guarded = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            if !about["security"].is_array() {
                assert_eq!(method, "get", "{path}");
                continue;
            }
            guarded += 1;
            let method = method.to_ascii_uppercase();
            let status = |headers: &[(&str, &str)]| server.request(&method, path, headers).status;
            assert_eq!(status(&[]), 401, "{method} {path}");
            assert_eq!(status(&[("Authorization", "Bearer 0")]), 401, "{method} {path}");
            for (name, value) in [
                ("Origin", "http://evil.example"),
                ("Origin", "null"),
                ("Sec-Fetch-Site", "same-site"),
                ("Sec-Fetch-Site", "cross-site"),
                ("Sec-Fetch-Site", "none"),
                ("Host", "evil.example"),
            ] {
                let headers = [("Authorization", bearer.as_str()), (name, value)];
                assert_eq!(status(&headers), 403, "{method} {path} {name}: {value}");
            }
            let mine = [("Authorization", bearer.as_str()), ("Origin", own.as_str())];
            assert!(!matches!(status(&mine), 401 | 403), "{method} {path}");
            let unknown = format!("{path}?nothing=1");
            if path != "/api/v1/session" {
                assert_eq!(server.change(&method, &unknown, b"").status, 400, "{method} {path}");
            }
        }
    }
    assert!(guarded >= 8, "{guarded}");
    assert_eq!(server.json("session", &[])["may_change"], false);
    let rights = server.change("GET", "/api/v1/session", b"").json();
    assert_eq!(
        (&rights["may_change"], &rights["upload_limit"]),
        (&json!(true), &json!(4u64 << 30))
    );
    assert_eq!(server.json("stats", &[])["games"], 1, "nothing came in");
}

#[test]
fn files_are_uploaded_imported_and_found() {
    let (folder, server) = server(&[]);
    let more = "[Red \"丙\"]\n[Black \"丁\"]\n[Result \"0-1\"]\n\n1. 兵七进一 卒7进1 0-1\n";
    let first = upload(&server, "卷一/<b>一局.pgn", "", more.as_bytes());
    assert_eq!(first.status, 201, "{}", first.text());
    let batch = first.json()["upload"].as_str().unwrap().to_owned();
    assert_eq!(first.json()["bytes"], more.len());
    let broken = GAME.replace("马8进7", "马8进9 车二进九");
    assert_eq!(upload(&server, "卷一/broken.pgn", &batch, broken.as_bytes()).status, 201);
    assert_eq!(upload(&server, "games.xyz", &batch, b"1. h2e2 h9g7 2. h0g2 ??\n").status, 201);
    let again = upload(&server, "games.xyz", &batch, b"x");
    assert_eq!((again.status, &again.json()["error"]["code"]), (409, &json!("name")));
    let begun = server.change("POST", &target("import", &[("upload", &batch)]), b"");
    assert_eq!(begun.status, 202, "{}", begun.text());
    // Reading goes on.
    assert_eq!(server.get("/api/v1/explore").status, 200);
    let state = ended(&server);
    let report = &state["report"];
    assert_eq!(state["stage"], "done", "{state}");
    assert_eq!((&report["files"], &report["partial"]), (&json!(3), &json!(1)), "{state}");
    assert_eq!(report["games"], 3, "{state}");
    assert_eq!(state["path"], batch.as_str());
    std::thread::sleep(Duration::from_millis(600));
    let found = server.json("games", &[("player", "丙")]);
    assert_eq!(found["count"], 1);
    let key = found["games"][0]["key"].as_str().unwrap();
    let shown = server.json(&format!("game/{key}"), &[("places", "true")]);
    let place = shown["witnesses"][0]["places"][0].as_str().unwrap();
    assert!(place.ends_with("卷一/<b>一局.pgn"), "{place}");
    let kept = folder.path().canonicalize().unwrap().join("games.db-files").join(&batch);
    assert!(Path::new(place).starts_with(&kept), "{place}");
    // The report of these files alone tells what was set aside.
    let report = server.json("report", &[("path", &batch)]);
    assert_eq!(report["records"].as_array().unwrap().len(), 1, "{report}");
    // An upload is imported once.
    let again = server.change("POST", &target("import", &[("upload", &batch)]), b"");
    assert_eq!(again.status, 404);
    assert_eq!(upload(&server, "late.pgn", &batch, b"x").status, 404);
}

#[test]
fn an_uploaded_name_never_leads_out_of_its_folder() {
    let (folder, server) = server(&[]);
    for name in ["../out.pgn", "a/../../out.pgn", "..\\out.pgn", "", "/", ".."] {
        let reply = upload(&server, name, "", b"x");
        assert_eq!(reply.status, 400, "{name}: {}", reply.text());
    }
    for batch in ["..", "../..", "nothing", "/tmp"] {
        assert_eq!(upload(&server, "out.pgn", batch, b"x").status, 404, "{batch}");
        let import = server.change("POST", &target("import", &[("upload", batch)]), b"");
        assert_eq!(import.status, 404, "{batch}");
    }
    assert_eq!(upload(&server, "/etc/./hosts\u{0}", "", b"x").status, 201);
    let outside: Vec<PathBuf> = files_below(folder.path())
        .into_iter()
        .filter(|path| !path.starts_with(folder.path().join("games.db-files")))
        .filter(|path| !path.file_name().unwrap().to_str().unwrap().starts_with("games.db"))
        .collect();
    assert_eq!(outside, [folder.path().join("first.pgn")]);
}

#[test]
fn an_upload_keeps_to_its_limit_and_leaves_nothing_behind() {
    let (folder, server) = server(&["--upload-limit", "3K"]);
    let kept = || files_below(&folder.path().join("games.db-files")).len();
    let large = upload(&server, "a.pgn", "", &[b'x'; 4000]);
    assert_eq!((large.status, &large.json()["error"]["code"]), (413, &json!("large")));
    assert_eq!(kept(), 0);
    let batch = upload(&server, "a.pgn", "", &[b'x'; 2000]).json()["upload"].clone();
    let batch = batch.as_str().unwrap();
    // What is not announced is noticed while it comes.
    let chunked = |bytes: usize| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let path = target("uploads", &[("name", "b.pgn"), ("upload", batch)]);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
             Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
            server.address,
            server.token()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let _ =
            stream.write_all(format!("{bytes:x}\r\n{}\r\n0\r\n\r\n", "x".repeat(bytes)).as_bytes());
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).unwrap();
        line
    };
    assert!(chunked(2000).contains("413"));
    assert_eq!(kept(), 1);
    assert!(chunked(1000).contains("201"), "the room is given back");
    assert_eq!(kept(), 2);
}

/// What breaks off on the way leaves no file.
#[test]
fn a_torn_upload_leaves_no_file() {
    let (folder, server) = server(&[]);
    let batch = upload(&server, "a.pgn", "", b"x").json()["upload"].clone();
    let path = target("uploads", &[("name", "torn.pgn"), ("upload", batch.as_str().unwrap())]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Length: 90000\r\n\r\n",
        server.address,
        server.token()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&[b'x'; 5000]).unwrap();
    let torn = || files_below(folder.path()).into_iter().any(|path| path.ends_with("torn.pgn"));
    let until = Instant::now() + Duration::from_secs(20);
    while !torn() {
        assert!(Instant::now() < until, "it is written while it comes");
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(stream);
    while torn() {
        assert!(Instant::now() < until, "it is removed");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_import_tells_how_far_it_is_until_it_is_over() {
    let (_folder, server) = server(&[]);
    let batch = upload(&server, "a.pgn", "", GAME.replace('甲', "丙").as_bytes()).json();
    let batch = batch["upload"].as_str().unwrap();
    server.change("POST", &target("import", &[("upload", batch)]), b"");
    let reply = server.change("GET", "/api/v1/import/events", b"");
    assert!(reply.header("content-type").starts_with("text/event-stream"));
    let events: Vec<Value> = reply
        .text()
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    let last = events.last().unwrap();
    assert_eq!((&last["stage"], &last["import"]), (&json!("done"), &json!(1)), "{last}");
    assert_eq!(last["report"]["records"], 1);
    assert!(events.iter().rev().skip(1).all(|event| event["stage"] != "done"), "one end");
}

#[test]
fn a_folder_of_this_machine_is_named_by_its_whole_path() {
    let (_folder, server) = server(&[]);
    let named = |path: &str| server.change("POST", &target("import", &[("folder", path)]), b"");
    for wrong in ["", "qipu", "./qipu", "/nothing/of/the/kind"] {
        assert_eq!(named(wrong).status, 400, "{wrong}");
    }
    assert_eq!(named(records().to_str().unwrap()).status, 202);
    let busy = named(records().to_str().unwrap());
    let state = ended(&server);
    assert!(state["report"]["games"].as_u64() > Some(10), "{state}");
    // The first may have ended before the second was asked for.
    assert!(matches!(busy.status, 409 | 202), "{}", busy.text());
    // Others than this machine name no folders of it.
    let elsewhere = Server::start(own_records(), &["--listen", "127.0.0.2"]);
    let bearer = format!("Bearer {}", elsewhere.token());
    let path = target("import", &[("folder", records().to_str().unwrap())]);
    let headers = [("Host", "127.0.0.2"), ("Authorization", bearer.as_str())];
    assert_eq!(elsewhere.request("POST", &path, &headers).status, 403);
}

/// The damaged records that the tour mends.
fn damaged() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tour/damaged")
}

/// Two databases of the damaged records: one is decided by the page, one on the command line.
fn two(folder: &Path) -> [PathBuf; 2] {
    let paths = ["page.db", "line.db"].map(|name| folder.join(name));
    for path in &paths {
        stdout(path, &["import", damaged().to_str().unwrap()], 3);
    }
    paths
}

/// Decisions as they are sent, with a reason.
fn because(decisions: &Value) -> Value {
    let mut decisions = decisions.clone();
    decisions.as_array_mut().unwrap().iter_mut().for_each(|it| it["reason"] = json!("why"));
    decisions
}

/// All decisions of a database, as a file has them.
pub(super) fn exported(db: &Path) -> String {
    let output = super::common::xqdb(db, &["decisions", "export", "-"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_reading_is_decided_as_the_command_line_decides_it() {
    let folder = tempfile::tempdir().unwrap();
    let [page, line] = two(folder.path());
    let server = Server::start(&page, &[]);
    let report = server.json("report", &[("path", "misprint")]);
    let record = &report["records"][0];
    assert_eq!(record["decided"], json!([]), "{record}");
    let content = record["content"].as_str().unwrap();
    let number = record["record"].to_string();
    let asked = [("content", content), ("record", number.as_str()), ("places", "true")];
    let readings = server.json("readings", &asked);
    let key = record["game"].as_str().unwrap();
    let told: Value =
        serde_json::from_str(&stdout(&page, &["emend", key, "--format", "json"], 0)).unwrap();
    let of_game = server.json("readings", &[("game", key), ("places", "true")]);
    for (name, value) in told.as_object().unwrap().iter().filter(|(name, _)| *name != "readings") {
        assert_eq!(of_game["records"][0][name], *value, "{name}");
    }
    let first = &readings["records"][0]["readings"][0];
    assert!(first["told"][0].is_string(), "{first}");
    let sent = json!({ "decisions": first["decisions"] });
    let unreasoned = server.change("POST", "/api/v1/decide", sent.to_string().as_bytes());
    assert_eq!((unreasoned.status, &unreasoned.json()["error"]["code"]), (400, &json!("reason")));
    let sent = json!({ "decisions": because(&first["decisions"]) });
    let made = server.change("POST", "/api/v1/decide", sent.to_string().as_bytes());
    assert_eq!(made.status, 200, "{}", made.text());
    assert_eq!(made.json()["waiting"], 0);
    let path = readings["records"][0]["path"].as_str().unwrap();
    stdout(&line, &["emend", &format!("{path}#{number}"), "--accept", "1", "--reason", "why"], 0);
    assert_eq!(exported(&page), exported(&line));
    std::thread::sleep(Duration::from_millis(600));
    let report = server.json("report", &[("path", "misprint")]);
    assert_eq!(report["records"][0]["decided"], first["decisions"]);
    // The same again is nothing new, and it is taken back as it came.
    let again = server.change("POST", "/api/v1/decide", sent.to_string().as_bytes()).json();
    assert_eq!(again["added"], json!([]));
    let undone = server.change("POST", "/api/v1/undo", sent.to_string().as_bytes());
    assert_eq!(undone.json()["taken_back"].as_array().unwrap().len(), 1, "{}", undone.text());
    assert!(!exported(&page).contains("read\t"));
}

#[test]
fn witnesses_that_disagree_are_decided_and_contradictions_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, result) in [("a.pgn", "1-0"), ("b.pgn", "0-1")] {
        std::fs::write(folder.path().join(name), GAME.replace("1-0", result)).unwrap();
    }
    let db = folder.path().join("games.db");
    let files = ["a.pgn", "b.pgn"].map(|name| folder.path().join(name));
    stdout(&db, &["import", files[0].to_str().unwrap(), files[1].to_str().unwrap()], 0);
    let server = Server::start(&db, &[]);
    let conflicts = || server.json("report", &[("part", "conflicts")])["records"].clone();
    let found = conflicts();
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    let decide = |decision: &Value| {
        let sent = json!({ "decisions": because(&json!([decision])) }).to_string();
        server.change("POST", "/api/v1/decide", sent.as_bytes())
    };
    let values = found[0]["values"].as_array().unwrap();
    assert_eq!(decide(&values[1]["decision"]).status, 200);
    let other = decide(&values[0]["decision"]);
    assert_eq!((other.status, &other.json()["error"]["code"]), (409, &json!("contradiction")));
    std::thread::sleep(Duration::from_millis(600));
    assert_eq!(conflicts()[0]["decided"], json!([values[1]["decision"]]));
    let game = server.json("games", &[("kind", "all")])["games"][0]["result"].clone();
    assert_eq!(game, values[1]["value"]);
    for wrong in [
        json!({ "decisions": [] }),
        json!({ "decisions": [{ "action": "set", "target": "game:x", "value": "", "reason": "why" }] }),
        json!({ "decisions": [{ "action": "drop", "target": "a", "value": "b", "reason": "why" }] }),
        json!({ "decisions": 1 }),
        json!({ "else": 1 }),
    ] {
        let reply = server.change("POST", "/api/v1/decide", wrong.to_string().as_bytes());
        assert_eq!(reply.status, 400, "{wrong}: {}", reply.text());
    }
}

#[test]
fn what_is_kept_under_a_name_is_there_on_another_port() {
    let (_folder, server) = server(&[]);
    let entry = json!({ "kind": "filter", "name": "<b>甲 & 乙", "state": { "player": "甲" } });
    let kept = server.change("POST", "/api/v1/saved", entry.to_string().as_bytes());
    assert_eq!(kept.json()["saved"], json!([entry]), "{}", kept.text());
    let other = Server::start(&server.db, &[]);
    assert_eq!(other.json("saved", &[])["saved"], json!([entry]));
    let place = target("saved", &[("kind", "filter"), ("name", "<b>甲 & 乙")]);
    assert_eq!(other.change("DELETE", &place, b"").json()["saved"], json!([]));
    assert_eq!(other.change("DELETE", &place, b"").status, 404);
    assert_eq!(server.json("saved", &[])["saved"], json!([]));
    for wrong in ["{}", "[]", "", r#"{"kind":"game","name":"a","state":{"a":"b"}}"#] {
        assert_eq!(server.change("POST", "/api/v1/saved", wrong.as_bytes()).status, 400, "{wrong}");
    }
    let large =
        format!(r#"{{"kind":"filter","name":"a","state":{{"a":"{}"}}}}"#, "x".repeat(2 << 20));
    assert_eq!(server.change("POST", "/api/v1/saved", large.as_bytes()).status, 400);
}

#[test]
fn the_bytes_of_a_damaged_record_are_shown_with_the_damage_marked() {
    let folder = tempfile::tempdir().unwrap();
    let text = GAME.replace("马8进7", "马8进7 车二进九 炮8平5");
    let file = folder.path().join("a.pgn");
    std::fs::write(&file, xqdb::text::Charset::Gbk.encode(&text).bytes).unwrap();
    let server = Server::of_paths(&[folder.path()]);
    let record = &server.json("report", &[])["records"][0];
    let number = record["record"].to_string();
    let which = [("content", record["content"].as_str().unwrap()), ("record", &number)];
    let raw = server.json("raw", &which)["records"][0].clone();
    let marked: Vec<&str> = raw["text"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|piece| piece["damaged"] == true)
        .map(|piece| piece["text"].as_str().unwrap())
        .collect();
    assert_eq!(marked, ["车二进九"], "{raw}");
    let whole: String =
        raw["text"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap()).collect();
    assert_eq!(whole.trim(), text.trim());
    let at = raw["damage"][0]["at"].as_u64().unwrap() as usize;
    let length = raw["damage"][0]["length"].as_u64().unwrap() as usize;
    let hex = raw["hex"].as_str().unwrap();
    let stored = std::fs::read(&file).unwrap();
    let expected: String =
        stored[at..at + length].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(&hex[2 * at..2 * (at + length)], expected);
    let key = record["game"].as_str().unwrap();
    assert_eq!(server.json("raw", &[("game", key)])["records"][0], raw);
    for wrong in ["", "0", &"0".repeat(64)] {
        let reply = server.get(&format!("/api/v1/raw?content={}", escaped(wrong)));
        assert!(matches!(reply.status, 400 | 404), "{wrong}");
    }
}

#[test]
fn a_game_lies_beside_its_kin_as_on_the_command_line() {
    let server = Server::of_own_records();
    let games = server.json("games", &[("kind", "all"), ("limit", "1000")]);
    for game in games["games"].as_array().unwrap() {
        let key = game["key"].as_str().unwrap();
        let told = stdout(&server.db, &["collate", key, "--format", "json"], 0);
        let told: Value = serde_json::from_str(&told).unwrap();
        let answer = server.json(&format!("collation/{key}"), &[("places", "true")]);
        for (name, value) in told.as_object().unwrap() {
            assert_eq!(answer[name], *value, "{key}: {name}");
        }
    }
    // Others that are named lie beside it, too.
    let keys = [0, 1].map(|at| games["games"][at]["key"].as_str().unwrap());
    let told = stdout(&server.db, &["collate", keys[0], keys[1], "--format", "json"], 0);
    let told: Value = serde_json::from_str(&told).unwrap();
    let params = [("with", keys[1]), ("places", "true")];
    let answer = server.json(&format!("collation/{}", keys[0]), &params);
    assert_eq!(answer["apparatus"], told["apparatus"]);
    assert_eq!(answer["texts"], told["texts"]);
    // The same as a page and as an edition; where the files lie is told on demand.
    for form in ["html", "tei"] {
        let told = stdout(&server.db, &["collate", keys[0], keys[1], "--format", form], 0);
        let path = format!("/api/v1/collation/{}.{form}?with={}", keys[0], keys[1]);
        let reply = server.get(&format!("{path}&places=true"));
        assert_eq!((reply.status, reply.text()), (200, told.as_str()), "{form}");
        let place = answer["texts"][0]["witnesses"][0]["places"][0].as_str().unwrap();
        assert!(place.contains('/') && !server.get(&path).text().contains(place), "{place}");
    }
    assert_eq!(server.get(&format!("/api/v1/collation/{}.pdf", keys[0])).status, 404);
}

#[test]
fn the_life_of_a_position_is_that_of_the_command_line() {
    let server = Server::of_own_records();
    let told = stdout(&server.db, &["life", "--moves", "h2e2", "--format", "json"], 0);
    let told: Value = serde_json::from_str(&told).unwrap();
    let answer = server.json("life", &[("moves", "h2e2"), ("kind", "all")]);
    let games: Vec<&Value> =
        answer["periods"].as_array().unwrap().iter().map(|it| &it["games"]).collect();
    assert!(games.len() > 2, "{answer}");
    let told_games: Vec<&Value> = told
        .as_array()
        .unwrap_or_else(|| panic!("{told}"))
        .iter()
        .filter(|row| !matches!(row["period"].as_str(), Some("all" | "")))
        .map(|row| &row["games"])
        .collect();
    assert_eq!(games, told_games);
    let picture = server.get("/api/v1/life.svg?moves=h2e2");
    assert!(picture.text().starts_with("<svg"), "{}", picture.text());
}
