//! The real program as a child process: time, processor time, memory.

use super::machine;
use anyhow::Context as _;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How often the memory of the program is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// What a run took.
#[derive(Clone, Copy)]
pub(crate) struct Usage {
    /// From start to end of the process.
    pub(crate) wall: Duration,
    /// Of all its threads, user and system; Linux only.
    pub(crate) cpu: Option<Duration>,
    /// The most anonymous memory that was seen, in bytes; Linux only.
    pub(crate) peak: Option<u64>,
}

/// An import and its database, which is removed with it.
pub(crate) struct Run {
    /// What it took.
    pub(crate) usage: Usage,
    folder: TempDir,
}

impl Run {
    /// Where the database is.
    pub(crate) fn database(&self) -> PathBuf {
        database(self.folder.path())
    }
}

fn database(folder: &Path) -> PathBuf {
    folder.join("games.db")
}

/// Imports `runs` times, each time into a new database below `home`; gives the last one and what
/// the run of median time used.
///
/// # Errors
/// When the program cannot be run or fails.
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
        // A database of ten million games takes its room only once.
        drop(last);
        last = import()?;
        usages.push(last.usage);
    }
    usages.sort_by_key(|usage| usage.wall);
    Ok(Run { usage: usages[usages.len() / 2], ..last })
}

/// Merges the index of a database.
///
/// # Errors
/// As [`median`].
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

/// Waits for the child on this thread and looks at its memory on another, so that looking does not
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
