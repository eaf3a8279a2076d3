//! Loads a running `xqdb serve` like many people at once: 64 clients, each with one unfiltered
//! question of the explorer a second, for a minute. Prints how long the answers took.
//!
//! The positions come from games of the archive, equally in every run: after any number of plies,
//! early ones more often. With the number of the server's process after the address, its memory
//! before and after is printed (Linux only).

use super::corpus::Random;
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const CLIENTS: usize = 64;
const SECONDS: u32 = 60;
/// Number of games from which positions are taken.
const GAMES: usize = 1000;
/// Largest number of plies.
const PLIES: usize = 30;

/// Runs all clients, and prints the times of the answers.
pub(crate) fn run(address: &str, process: Option<u32>) -> anyhow::Result<()> {
    let lines = lines(address)?;
    let memory = || process.and_then(memory).unwrap_or_default();
    let before = memory();
    let ask = |client: usize| asked(address, &lines, client);
    let answers: Vec<(Vec<Duration>, u64)> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|client| scope.spawn(move || ask(client))).collect();
        clients.into_iter().map(|it| it.join().expect("a client that ends")).collect()
    });
    let failed: u64 = answers.iter().map(|(_, failed)| failed).sum();
    let mut took: Vec<Duration> = answers.into_iter().flat_map(|(took, _)| took).collect();
    took.sort_unstable();
    let at = |share: f64| {
        let place = ((took.len() as f64 * share) as usize).min(took.len().saturating_sub(1));
        took.get(place).copied().unwrap_or_default()
    };
    println!("{} answers, {failed} failed", took.len());
    println!("median {:.1?}, p99 {:.1?}, most {:.1?}", at(0.5), at(0.99), at(1.0));
    if process.is_some() {
        println!("memory before: {before}; after: {}", memory());
    }
    Ok(())
}

/// Runs one client; returns the times of its answers, and the number of failures.
fn asked(address: &str, lines: &[String], client: usize) -> (Vec<Duration>, u64) {
    let mut random = Random(1 + client as u64);
    let (mut took, mut failed) = (Vec::new(), 0);
    let mut connection: Option<BufReader<TcpStream>> = None;
    // Clients do not all begin at one moment.
    let begun = Instant::now() + Duration::from_secs(1) * client as u32 / CLIENTS as u32;
    for second in 0..SECONDS {
        let due = begun + Duration::from_secs(1) * second;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let most = random.below(PLIES) + 1;
        let plies = random.below(most);
        let line = &lines[random.below(lines.len())];
        let moves: Vec<&str> = line.split(' ').take(plies).collect();
        let path = format!("/api/v1/explore?moves={}", moves.join("%20"));
        // Time spent waiting for a late answer counts.
        match get(&mut connection, address, &path) {
            Ok((200, _)) => took.push(due.elapsed()),
            Ok(_) | Err(_) => failed += 1,
        }
    }
    (took, failed)
}

/// Moves of games from the standard start.
fn lines(address: &str) -> io::Result<Vec<String>> {
    let path = format!("/api/v1/games?sort=key&limit={GAMES}");
    let (_, body) = get(&mut None, address, &path)?;
    let answer: Value = serde_json::from_slice(&body)?;
    let games = answer["games"].as_array().into_iter().flatten();
    let from_the_start = games.filter(|game| game["start"].is_null());
    let lines = from_the_start.filter_map(|game| {
        let moves = game["moves"].as_array()?.iter();
        Some(moves.filter_map(Value::as_str).collect::<Vec<_>>().join(" "))
    });
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    if lines.is_empty() { Err(io::Error::other("there are no games")) } else { Ok(lines) }
}

/// Asks on a connection that is kept; returns status and body.
fn get(
    kept: &mut Option<BufReader<TcpStream>>,
    address: &str,
    path: &str,
) -> io::Result<(u16, Vec<u8>)> {
    let mut reader = match kept.take() {
        Some(reader) => reader,
        None => BufReader::new(TcpStream::connect(address)?),
    };
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    reader.get_mut().write_all(request.as_bytes())?;
    let wrong = || io::Error::other("no answer of HTTP");
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|it| it.parse().ok()).ok_or_else(wrong)?;
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(|_| wrong())?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    *kept = Some(reader);
    Ok((status, body))
}

/// Memory of a process (Linux only).
fn memory(process: u32) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().to_owned())
}
