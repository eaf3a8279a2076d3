//! One writer at a time.
//!
//! SQLite lets one connection write at once, but an import keeps what it knows (ids given, names
//! seen) from one transaction to the next, so another must not write in between. Whoever writes
//! games or the index therefore holds a lock on a file beside the database for as long as it works.
//! The operating system releases the lock of a process that dies; the file means nothing by itself.

use super::error::{Error, Result};
use crate::system::is_at;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a waiting program looks again.
const PAUSE: Duration = Duration::from_millis(100);

/// The right to write; given up when dropped.
#[derive(Debug)]
pub struct WriteLock {
    path: PathBuf,
    /// None where the file system knows no locks.
    file: Option<File>,
}

impl WriteLock {
    /// Waits for the right to write into the database at this path, which need not exist yet.
    /// `on_wait` is called once when another program has it; `None` when `is_stopped` says so
    /// meanwhile.
    ///
    /// # Errors
    /// When the file beside the database cannot be made.
    pub fn acquire(
        database: &Path,
        on_wait: impl FnOnce(),
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<WriteLock>> {
        let mut name = database.as_os_str().to_owned();
        name.push("-lock");
        let path = PathBuf::from(name);
        let failed = |error| Error::Lock { path: path.display().to_string(), error };
        let mut on_wait = Some(on_wait);
        while !is_stopped() {
            let file = File::options().create(true).append(true).open(&path).map_err(failed)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => {
                    return Ok(Some(WriteLock { path, file: Some(file) }));
                }
                // The one before removed it between our opening and our locking it.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    if let Some(on_wait) = on_wait.take() {
                        on_wait();
                    }
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::Error(error))
                    if error.kind() == std::io::ErrorKind::Unsupported =>
                {
                    return Ok(Some(WriteLock { path, file: None }));
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        Ok(None)
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // Still locked: whoever locks the removed file notices, and makes a new one.
        if self.file.is_some() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn writers_take_turns() {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("test.db");
        let (inside, waited) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..3 {
                        let lock = WriteLock::acquire(&db, || (), || false).unwrap().unwrap();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        let first = WriteLock::acquire(&db, || (), || false).unwrap();
        let mut told = false;
        let is_stopped = || waited.fetch_add(1, Ordering::SeqCst) % 3 == 2;
        assert!(WriteLock::acquire(&db, || told = true, is_stopped).unwrap().is_none() && told);
        drop(first);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }
}
