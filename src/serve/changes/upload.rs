//! Files that come from the page: they stream to disk, each upload in a folder of its own beside
//! the database, because the archive goes on naming them as its sources.

use super::place;
use crate::serve::secret::Secret;
use axum::body::{Body, Bytes};
use futures_core::Stream;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::{Receiver, channel};

/// So many chunks may wait for the disk.
const WAITING: usize = 4;

/// Why a file is not taken.
#[derive(Debug)]
pub(super) enum Refused {
    /// Its name is none, or leads elsewhere.
    Name,
    /// There is no such upload, or it is being imported already.
    Batch,
    /// A file of this upload has the name.
    Taken,
    /// It is larger than the room that is left.
    Large,
    /// The disk.
    Disk(io::Error),
}

/// The uploads that are not imported yet.
#[derive(Debug)]
pub(super) struct Uploads {
    folder: PathBuf,
    limit: u64,
    /// Bytes of each.
    open: Arc<Mutex<HashMap<String, u64>>>,
}

impl Uploads {
    /// Uploads to a database, each of at most so many bytes.
    pub(super) fn new(db: &Path, limit: u64) -> Uploads {
        let mut folder = db.as_os_str().to_owned();
        folder.push("-files");
        Uploads { folder: folder.into(), limit, open: Arc::default() }
    }

    /// How many bytes an upload may have.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an upload; its name.
    ///
    /// # Errors
    /// When its folder cannot be made.
    pub(super) fn begin(&self) -> Result<String, Refused> {
        let secret = Secret::new().map_err(|error| Refused::Disk(io::Error::other(error)))?;
        let name = secret.text()[..12].to_owned();
        std::fs::create_dir_all(self.folder.join(&name)).map_err(Refused::Disk)?;
        self.open().insert(name.clone(), 0);
        Ok(name)
    }

    /// Ends an upload: what was named in it, in order. It takes no more files.
    ///
    /// # Errors
    /// When there is none of this name.
    pub(super) fn end(&self, batch: &str) -> Result<Vec<PathBuf>, Refused> {
        self.open().remove(batch).ok_or(Refused::Batch)?;
        let entries = std::fs::read_dir(self.folder.join(batch)).map_err(Refused::Disk)?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        let mut paths = paths.collect::<io::Result<Vec<PathBuf>>>().map_err(Refused::Disk)?;
        paths.sort();
        Ok(paths)
    }

    /// Takes a file; its length. Nothing of it is left when it breaks off.
    ///
    /// # Errors
    /// When it cannot be taken.
    pub(super) async fn take(&self, batch: &str, name: &str, body: Body) -> Result<u64, Refused> {
        let below = place::below(name).ok_or(Refused::Name)?;
        if !self.open().contains_key(batch) {
            return Err(Refused::Batch);
        }
        let path = self.folder.join(batch).join(below);
        let (chunks, received) = channel(WAITING);
        let writer = tokio::task::spawn_blocking(move || write(&path, received));
        let mut room = Room { open: self.open.clone(), batch: batch.to_owned(), taken: 0 };
        let mut stream = body.into_data_stream();
        let fed = loop {
            let next = std::future::poll_fn(|context| Pin::new(&mut stream).poll_next(context));
            match next.await {
                None => break chunks.send(None).await.map_err(|_| None),
                Some(Err(error)) => break Err(Some(Refused::Disk(io::Error::other(error)))),
                Some(Ok(chunk)) => {
                    if !room.add(chunk.len() as u64, self.limit) {
                        break Err(Some(Refused::Large));
                    }
                    if chunks.send(Some(chunk)).await.is_err() {
                        break Err(None);
                    }
                }
            }
        };
        drop(chunks);
        let written = writer.await.map_err(|error| Refused::Disk(io::Error::other(error)))?;
        if let Err(Some(refused)) = fed {
            return Err(refused);
        }
        written?;
        Ok(std::mem::take(&mut room.taken))
    }

    /// Removes what was uploaded and never imported.
    pub(super) fn clear(&self) {
        for (batch, _) in self.open().drain() {
            // What cannot be removed stays, and nothing names it.
            let _ = std::fs::remove_dir_all(self.folder.join(batch));
        }
        // Only an empty folder goes.
        let _ = std::fs::remove_dir(&self.folder);
    }
}

/// Bytes that a file has taken of its upload; given back unless the file is whole.
struct Room {
    open: Arc<Mutex<HashMap<String, u64>>>,
    batch: String,
    taken: u64,
}

impl Room {
    fn add(&mut self, bytes: u64, limit: u64) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(all) = open.get_mut(&self.batch).filter(|all| **all + bytes <= limit) else {
            return false;
        };
        *all += bytes;
        self.taken += bytes;
        true
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(all) = open.get_mut(&self.batch) {
            *all = all.saturating_sub(self.taken);
        }
    }
}

/// Writes chunks until the one that says that all is there.
fn write(path: &Path, mut received: Receiver<Option<Bytes>>) -> Result<(), Refused> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(Refused::Disk)?;
    }
    let mut file = File::create_new(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Refused::Taken,
        _ => Refused::Disk(error),
    })?;
    let mut fill = || -> io::Result<()> {
        loop {
            match received.blocking_recv() {
                Some(Some(chunk)) => file.write_all(&chunk)?,
                Some(None) => return Ok(()),
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }
    };
    let filled = fill();
    drop(file);
    filled.map_err(|error| {
        let _ = std::fs::remove_file(path);
        Refused::Disk(error)
    })
}
