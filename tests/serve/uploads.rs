//! What becomes of uploaded files: how names and bodies are refused, and what is kept.

use super::changes::{GAME, ended, files_below, server, upload};
use super::common::stdout;
use super::http::{Reply, Server, target};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;

/// Folders and files below the folder of uploads.
fn below(folder: &Path) -> usize {
    let entries = walkdir::WalkDir::new(folder.join("games.db-files")).min_depth(1).into_iter();
    entries.flatten().count()
}

/// Sends the body of a file as it stands, and nothing after it.
fn sent(server: &Server, target: &str, headers: &str, body: &str) -> Reply {
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = format!(
        "POST {target} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n{headers}\r\n\r\n{body}",
        server.address,
        server.token()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    Reply::read(&bytes)
}

#[test]
fn a_body_that_is_no_body_is_refused_in_words() {
    let (folder, server) = server(&[]);
    for path in ["uploads?name=a.pgn", "decide", "saved"] {
        let target = format!("/api/v1/{path}");
        let reply = sent(&server, &target, "Transfer-Encoding: chunked", "xyz\r\nno chunk\r\n");
        assert_eq!(reply.status, 400, "{path}: {}", reply.text());
        assert_eq!(reply.json()["error"]["code"], "body", "{path}");
    }
    assert!(below(folder.path()) <= 1, "only the place where uploads begin");
}

#[test]
fn a_file_that_stands_in_the_way_of_a_folder_is_told() {
    let (_folder, server) = server(&[]);
    let batch = upload(&server, "a", "", b"x").json()["upload"].clone();
    let batch = batch.as_str().unwrap();
    assert_eq!(upload(&server, "b/c/d.pgn", batch, b"x").status, 201);
    for name in ["a/b.pgn", "a/b/c.pgn", "b", "b/c", "a"] {
        let reply = upload(&server, name, batch, b"x");
        assert_eq!(reply.status, 409, "{name}: {}", reply.text());
        assert_eq!(reply.json()["error"]["code"], "name", "{name}");
    }
}

#[test]
fn a_name_that_no_disk_takes_is_refused() {
    let (folder, server) = server(&[]);
    let deep = format!("{}/", "x".repeat(240)).repeat(31) + "a.pgn";
    let reply = upload(&server, &deep, "", b"x");
    assert_eq!(reply.status, 400, "{}", reply.text());
    assert_eq!(reply.json()["error"]["parameter"], "name");
    assert!(below(folder.path()) <= 1, "only the place where uploads begin");
}

/// Nobody knows the name of an upload whose first file was refused.
#[test]
fn a_refused_first_file_leaves_no_upload() {
    let (folder, server) = server(&["--upload-limit", "1K"]);
    for _ in 0..50 {
        let reply = sent(
            &server,
            "/api/v1/uploads?name=a.pgn",
            "Transfer-Encoding: chunked",
            &format!("800\r\n{}\r\n0\r\n\r\n", "x".repeat(0x800)),
        );
        assert_eq!(reply.status, 413, "{}", reply.text());
    }
    assert!(below(folder.path()) <= 1, "only the place where uploads begin");
    assert_eq!(upload(&server, "a.pgn", "", b"x").status, 201, "and none of them counts");
}

#[test]
fn an_upload_can_be_given_up() {
    let (folder, server) = server(&[]);
    let batch = upload(&server, "a/b.pgn", "", b"x").json()["upload"].clone();
    let path = target("uploads", &[("upload", batch.as_str().unwrap())]);
    assert_eq!(server.request("DELETE", &path, &[]).status, 401);
    assert_eq!(server.change("DELETE", &path, b"").status, 204);
    assert!(files_below(&folder.path().join("games.db-files")).is_empty());
    assert_eq!(server.change("DELETE", &path, b"").status, 404);
    let import = target("import", &[("upload", batch.as_str().unwrap())]);
    assert_eq!(server.change("POST", &import, b"").status, 404);
}

#[test]
fn what_is_asked_in_a_wrong_way_is_refused_in_words() {
    let (_folder, server) = server(&[]);
    for (method, path) in
        [("PUT", "uploads"), ("POST", "stats"), ("PATCH", "saved"), ("DELETE", "decide")]
    {
        let reply = server.change(method, &format!("/api/v1/{path}"), b"");
        assert_eq!(reply.status, 405, "{method} {path}");
        assert_eq!(reply.json()["error"]["code"], "method", "{method} {path}");
    }
}

/// Uploads files and imports them; what came of it.
fn imported(server: &Server, files: &[(&str, &str)]) -> Value {
    let mut batch = String::new();
    for (name, text) in files {
        let reply = upload(server, name, &batch, text.as_bytes());
        assert_eq!(reply.status, 201, "{}", reply.text());
        batch = reply.json()["upload"].as_str().unwrap().to_owned();
    }
    let begun = server.change("POST", &target("import", &[("upload", &batch)]), b"");
    assert_eq!(begun.status, 202, "{}", begun.text());
    let state = ended(server);
    assert_eq!(state["stage"], "done", "{state}");
    state
}

/// Whoever drops a folder every week has its files once beside the database.
#[test]
fn files_that_are_dropped_again_are_kept_once() {
    let (folder, server) = server(&[]);
    let kept = || files_below(&folder.path().join("games.db-files")).len();
    let other = GAME.replace('甲', "丙");
    let broken = GAME.replace("马8进7", "马8进9 车二进九");
    let files = [("卷/a.pgn", &*other), ("卷/b.pgn", &*broken)];
    let first = imported(&server, &files);
    assert_eq!((&first["report"]["games"], kept()), (&json!(2), 2), "{first}");
    for _ in 0..3 {
        let again = imported(&server, &files);
        assert_eq!(again["report"]["known"], 2, "{again}");
        assert_eq!((&again["report"]["games"], kept()), (&json!(0), 2), "{again}");
        // The report of it leads to what was set aside the first time.
        assert_eq!(again["path"], first["path"]);
    }
    let part = first["path"].as_str().unwrap();
    assert_eq!(server.json("report", &[("path", part)])["records"].as_array().unwrap().len(), 1);
    // What is new among them is kept and found, and what changed stands beside what it was.
    let changed = GAME.replace('甲', "丁");
    let mixed =
        imported(&server, &[("卷/a.pgn", &changed), ("卷/b.pgn", &broken), ("c.pgn", &other)]);
    assert_eq!(kept(), 4, "{mixed}");
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert_eq!(server.json("games", &[("player", "丁")])["count"], 1);
    let game = server.json("games", &[("player", "丙")])["games"][0]["key"].clone();
    let shown = server.json(&format!("game/{}", game.as_str().unwrap()), &[]);
    assert!(shown.to_string().contains("a.pgn"), "{shown}");
    // Nothing is left that names no file.
    let folders = walkdir::WalkDir::new(folder.path().join("games.db-files")).min_depth(1);
    let folders: Vec<_> =
        folders.into_iter().flatten().filter(|it| it.file_type().is_dir()).collect();
    let folders = folders.iter().filter(|it| it.file_name() != "coming").collect::<Vec<_>>();
    assert!(folders.iter().all(|it| !files_below(it.path()).is_empty()), "{folders:?}");
}

/// The file of what is kept under a name has positions and moves in it, which nobody played.
#[test]
fn what_is_kept_under_a_name_is_never_imported() {
    let (folder, server) = server(&[]);
    let state = json!({ "moves": "h2e2 h9g7 h0g2", "red": "甲" });
    let entry = json!({ "kind": "position", "name": "1. 炮二平五 马8进7", "state": state });
    let kept = server.change("POST", "/api/v1/saved", entry.to_string().as_bytes());
    assert_eq!(kept.status, 200, "{}", kept.text());
    stdout(&server.db, &["import", folder.path().to_str().unwrap()], 0);
    assert_eq!(server.json("stats", &[])["games"], 1);
}
