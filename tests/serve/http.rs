//! A server that is asked, and who asks it: plain requests over plain sockets.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// A server on a database, which ends with the test.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The whole address that it printed.
    pub(crate) url: String,
    /// The database.
    pub(crate) db: PathBuf,
    /// Where it lies, if it goes with the test.
    folder: Option<tempfile::TempDir>,
}

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Server {
    /// Serves the records that the project carries.
    pub(crate) fn of_own_records() -> Server {
        Server::start(own_records(), &[])
    }

    /// Serves what lies at these paths.
    pub(crate) fn of_paths(paths: &[&Path]) -> Server {
        Server::of_paths_with(paths, &[])
    }

    /// Imports files and serves them with these options.
    pub(crate) fn of_paths_with(paths: &[&Path], more: &[&str]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("games.db");
        let mut args = vec!["import"];
        args.extend(paths.iter().map(|path| path.to_str().unwrap()));
        let output = super::common::xqdb(&db, &args);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
        let mut server = Server::start(&db, more);
        server.folder = Some(folder);
        server
    }

    /// Serves a database.
    pub(crate) fn start(db: &Path, more: &[&str]) -> Server {
        Server::run(db, &[&["serve", "--port", "0"], more].concat())
    }

    /// Runs the program until it says where it serves.
    pub(crate) fn run(db: &Path, args: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xqdb"))
            .args(args)
            .env("XQDB_DB", db)
            .env("XQDB_LANG", "en")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut told = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut told).unwrap();
        let url = told.split(' ').find(|word| word.starts_with("http://"));
        let url = url.unwrap_or_else(|| panic!("{told}")).to_owned();
        let address = url["http://".len()..].split('/').next().unwrap().parse().unwrap();
        Server { child, address, url, db: db.to_owned(), folder: None }
    }

    /// Bytes of memory that it has, where the system tells.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
    }

    /// Ends it as its user does, and waits for its end; false where that cannot be said.
    pub(crate) fn end(mut self) -> bool {
        let told = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        let is_told = told.is_ok_and(|status| status.success());
        is_told && self.child.wait().is_ok()
    }

    /// The token that it printed.
    pub(crate) fn token(&self) -> &str {
        self.url.trim().split_once("#token=").expect("a token").1
    }

    /// Changes something, with the token.
    pub(crate) fn change(&self, method: &str, target: &str, body: &[u8]) -> Reply {
        let bearer = format!("Bearer {}", self.token());
        self.send((method, target), &[("Authorization", &bearer)], body)
    }

    /// Asks with headers of one's own.
    pub(crate) fn request(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Reply {
        self.send((method, target), headers, b"")
    }

    /// The same, and sends something.
    pub(crate) fn send(
        &self,
        (method, target): (&str, &str),
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let host = self.address.to_string();
        let mut text = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {host}\r\n");
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            text += &format!("Content-Length: {}\r\n", body.len());
        }
        stream.write_all(format!("{text}\r\n").as_bytes()).unwrap();
        // A server that refuses what is sent does not read it to its end.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Reply::read(&bytes)
    }

    /// Asks.
    pub(crate) fn get(&self, target: &str) -> Reply {
        self.request("GET", target, &[])
    }

    /// Asks the API, and expects an answer.
    pub(crate) fn json(&self, path: &str, params: &[(&str, &str)]) -> Value {
        let target = target(path, params);
        let reply = self.get(&target);
        assert_eq!(reply.status, 200, "{target}: {}", reply.text());
        reply.json()
    }
}

/// A database of the records that the project carries, made once for all tests.
pub(crate) fn own_records() -> &'static Path {
    static MADE: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, db) = MADE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("games.db");
        super::common::stdout(&db, &["import", super::common::records().to_str().unwrap()], 0);
        (folder, db)
    });
    db
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Reply {
    pub(crate) fn read(bytes: &[u8]) -> Reply {
        let mut reply = Reply::begun(bytes);
        if reply.header("transfer-encoding") == "chunked" {
            reply.body = unchunked(&reply.body);
        }
        reply
    }

    /// A reply that may break off; its body as it came.
    pub(crate) fn begun(bytes: &[u8]) -> Reply {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        Reply { status, headers, body: bytes[end + 4..].to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    loop {
        let end = bytes.windows(2).position(|two| two == b"\r\n").unwrap();
        let size = std::str::from_utf8(&bytes[..end]).unwrap();
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        if size == 0 {
            return all;
        }
        all.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[end + 4 + size..];
    }
}

/// The address of a question.
pub(crate) fn target(path: &str, params: &[(&str, &str)]) -> String {
    let params: Vec<String> =
        params.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    format!("/api/v1/{path}?{}", params.join("&"))
}

pub(crate) fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
