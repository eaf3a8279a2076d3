//! Processor time and memory of processes (Linux, from `/proc`), and a line about the machine.

use std::fs;
use std::time::Duration;

/// Ticks a second in `/proc/*/stat`: 100 on every Linux.
const TICKS: u64 = 100;
/// Indexes of the user and system time of ended children, among the fields after the program's
/// name, which may contain blanks.
const CHILDREN: [usize; 2] = [13, 14];

/// Processor time of all child processes that have ended.
pub(crate) fn children_cpu() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    let mut ticks = 0;
    for field in CHILDREN {
        ticks += fields.get(field)?.parse::<u64>().ok()?;
    }
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}

/// Anonymous memory of a process, in bytes.
pub(crate) fn anonymous_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kibibytes = field(&status, "RssAnon:")?.split_ascii_whitespace().next()?;
    Some(kibibytes.parse::<u64>().ok()? * 1024)
}

/// Line about cores, processor, memory, system and date.
pub(crate) fn facts() -> String {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpu = read("/proc/cpuinfo");
    let cpu = field(&cpu, "model name").map(|model| model.trim_start_matches([' ', '\t', ':']));
    let memory = read("/proc/meminfo");
    let memory = field(&memory, "MemTotal:")
        .and_then(|total| total.split_ascii_whitespace().next()?.parse::<u64>().ok())
        .map(|kibibytes| format!("{:.0} GiB of memory", kibibytes as f64 / f64::from(1 << 20)));
    let release = read("/etc/os-release");
    let system =
        field(&release, "PRETTY_NAME=").map_or(std::env::consts::OS, |name| name.trim_matches('"'));
    let today = rusqlite::Connection::open_in_memory()
        .and_then(|conn| conn.query_row("select date('now')", [], |row| row.get::<_, String>(0)));
    let cores = format!("{cores} cores");
    let known = [Some(cores), cpu.map(str::to_owned), memory, Some(system.to_owned()), today.ok()];
    known.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Text after `name` in the first line that begins with it.
fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
}
