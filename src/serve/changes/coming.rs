//! One file on its way from the page to the disk, and what is counted of it meanwhile.

use axum::body::Bytes;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc::Receiver;

/// Why a file is not taken.
#[derive(Debug)]
pub(super) enum Refused {
    /// Its name is none, or leads elsewhere, or is too long.
    Name,
    /// There is no such upload, or it is being imported already.
    Batch,
    /// A file of this upload has the name, or stands where a folder is to be.
    Taken,
    /// It is larger than the room that is left.
    Large,
    /// It did not come to its end.
    Torn,
    /// Too much comes at once, or files of the upload are still on their way.
    Busy,
    /// The disk.
    Disk(io::Error),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::InvalidFilename | Kind::InvalidInput => Refused::Name,
            Kind::AlreadyExists | Kind::NotADirectory | Kind::IsADirectory => Refused::Taken,
            _ => Refused::Disk(error),
        }
    }
}

/// An upload that is not imported yet.
#[derive(Debug)]
pub(super) struct Open {
    /// Bytes of its files, those on their way, too.
    pub(super) bytes: u64,
    /// Files that are whole.
    pub(super) files: u64,
    /// Files that are on their way.
    pub(super) coming: usize,
    /// When one last came or went.
    pub(super) touched: Instant,
    /// Whoever sent it does not want it any more.
    pub(super) is_given_up: bool,
}

impl Open {
    /// A new one.
    pub(super) fn new() -> Open {
        Open { bytes: 0, files: 0, coming: 0, touched: Instant::now(), is_given_up: false }
    }
}

/// All uploads by name, and where they lie until they are imported.
#[derive(Debug)]
pub(super) struct All {
    folder: PathBuf,
    /// Bytes that all of them together may have.
    limit: u64,
    open: Mutex<HashMap<String, Open>>,
}

impl All {
    /// None yet.
    pub(super) fn new(folder: PathBuf, limit: u64) -> All {
        All { folder, limit, open: Mutex::default() }
    }

    /// Where they lie.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many bytes they may have.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// All of them.
    pub(super) fn open(&self) -> MutexGuard<'_, HashMap<String, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the files of an upload that nothing names any more.
    pub(super) fn remove(&self, batch: &str) {
        // What cannot be removed now is found as left behind later.
        let _ = std::fs::remove_dir_all(self.folder.join(batch));
    }
}

/// A file on its way. When it is dropped, what it took is given back unless it is whole, and an
/// upload without a file goes.
pub(super) struct Coming {
    all: Arc<All>,
    /// The upload that it belongs to.
    pub(super) batch: String,
    taken: u64,
    is_whole: bool,
}

impl Coming {
    /// A file of an upload that is counted as on its way already.
    pub(super) fn of(all: Arc<All>, batch: String) -> Coming {
        Coming { all, batch, taken: 0, is_whole: false }
    }

    /// Takes room for more bytes.
    fn add(&mut self, bytes: u64) -> Result<(), Refused> {
        let mut open = self.all.open();
        let used: u64 = open.values().map(|it| it.bytes).sum();
        let entry = open.get_mut(&self.batch).filter(|it| !it.is_given_up).ok_or(Refused::Batch)?;
        if used.saturating_add(bytes) > self.all.limit {
            return Err(Refused::Large);
        }
        entry.bytes += bytes;
        self.taken += bytes;
        Ok(())
    }

    /// Writes chunks to a path below the upload's folder until the one that says that all is
    /// there; how many bytes there were. Nothing of the file is left when it breaks off.
    ///
    /// # Errors
    /// When it breaks off.
    pub(super) fn write(
        mut self,
        below: &Path,
        received: Receiver<Option<Bytes>>,
    ) -> Result<u64, Refused> {
        let path = self.all.folder.join(&self.batch).join(below);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = File::create_new(&path)?;
        let filled = self.fill(file, received);
        self.is_whole = filled.is_ok();
        if !self.is_whole {
            let _ = std::fs::remove_file(&path);
        }
        filled.map(|()| self.taken)
    }

    fn fill(
        &mut self,
        mut file: File,
        mut received: Receiver<Option<Bytes>>,
    ) -> Result<(), Refused> {
        loop {
            let Some(chunk) = received.blocking_recv().ok_or(Refused::Torn)? else { return Ok(()) };
            self.add(chunk.len() as u64)?;
            file.write_all(&chunk).map_err(Refused::Disk)?;
        }
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        let mut open = self.all.open();
        let Some(entry) = open.get_mut(&self.batch) else { return };
        entry.coming -= 1;
        entry.touched = Instant::now();
        if self.is_whole {
            entry.files += 1;
        } else {
            entry.bytes -= self.taken;
        }
        let is_over = entry.coming == 0 && (entry.files == 0 || entry.is_given_up);
        if is_over {
            open.remove(&self.batch);
            drop(open);
            self.all.remove(&self.batch);
        }
    }
}
