//! Runs the real program as a child process: time, processor time, memory.

use super::machine;
use anyhow::Context as _;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Pause between two checks of the program's memory.
const LOOK: Duration = Duration::from_millis(2);

/// Time and memory of a run.
#[derive(Clone, Copy)]
pub(crate) struct Usage {
    /// Time from start to end of the process.
    pub(crate) wall: Duration,
    /// User and system time of all its threads; Linux only.
    pub(crate) cpu: Option<Duration>,
    /// Largest anonymous memory seen, in bytes; Linux only.
    pub(crate) peak: Option<u64>,
}

/// Import with its database, which is removed when this is dropped.
pub(crate) struct Run {
    /// Time and memory of the import.
    pub(crate) usage: Usage,
    folder: TempDir,
}

impl Run {
    /// Path of the database.
    pub(crate) fn database(&self) -> PathBuf {
        database(self.folder.path())
    }
}

fn database(folder: &Path) -> PathBuf {
    folder.join("games.db")
}

/// Imports `runs` times, each time into a new database below `home`; returns the last import with
/// the usage of the run of median time.
pub(crate) fn median(
    input: &Path,
    threads: usize,
    runs: usize,
    home: &Path,
) -> anyhow::Result<Run> {
    let threads = threads.to_string();
    let args = [OsStr::new("import"), input.as_ref(), "-j".as_ref(), threads.as_ref()];
    let import = || {
        let folder = tempfile::tempdir_in(home)?;
        Ok::<_, anyhow::Error>(Run { usage: xqdb(&database(folder.path()), &args)?, folder })
    };
    let mut last = import()?;
    let mut usages = vec![last.usage];
    for _ in 1..runs {
        // A database of ten million games needs its room only once.
        drop(last);
        last = import()?;
        usages.push(last.usage);
    }
    usages.sort_by_key(|usage| usage.wall);
    Ok(Run { usage: usages[usages.len() / 2], ..last })
}

/// Merges the index of a database.
pub(crate) fn optimize(db: &Path) -> anyhow::Result<Usage> {
    xqdb(db, &["optimize".as_ref()])
}

fn xqdb(db: &Path, args: &[&OsStr]) -> anyhow::Result<Usage> {
    let before = machine::children_cpu();
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_xqdb"))
        .arg("--quiet")
        .arg("--db")
        .arg(db)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .context("cannot run xqdb")?;
    let (status, wall, peak) = watch(&mut child, begun);
    let status = status?;
    anyhow::ensure!(status.success(), "xqdb failed: {status}");
    let cpu = before.zip(machine::children_cpu()).map(|(before, after)| after - before);
    Ok(Usage { wall, cpu, peak })
}

/// Waits for the child on this thread, and checks its memory on another, so that checking does not
/// lengthen the run.
fn watch(
    child: &mut Child,
    begun: Instant,
) -> (std::io::Result<std::process::ExitStatus>, Duration, Option<u64>) {
    let id = child.id();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut peak = None;
            while !is_over.load(Ordering::Relaxed) {
                peak = peak.max(machine::anonymous_memory(id));
                std::thread::sleep(LOOK);
            }
            peak
        });
        let status = child.wait();
        let wall = begun.elapsed();
        is_over.store(true, Ordering::Relaxed);
        (status, wall, watcher.join().ok().flatten())
    })
}
