//! Files that the page uploads: they are written while they come, each upload into a folder of its
//! own beside the database. The folder lies in [`COMING`] until it is imported, and is removed if
//! it is abandoned; `kept.rs` says which files stay.

use super::kept::{self, COMING};
use crate::messages::Lang;
use crate::serve::guard::Secret;
use crate::serve::refusal::Refusal;
use axum::body::Body;
use futures_util::StreamExt as _;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::fs::File;
use tokio::io::AsyncWriteExt as _;
use tokio::time::timeout;

/// Largest number of files that come at once, and of open uploads.
pub(super) const MOST: usize = 32;
/// Time without a byte after which a file has broken off.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time without a file after which an upload is abandoned.
pub(super) const IDLE: Duration = Duration::from_secs(600);
/// Age at which an unknown folder was left by a killed server; a running one would have removed it
/// earlier.
pub(super) const LEFT: Duration = Duration::from_secs(3600);

/// Uploads that are not imported yet.
#[derive(Debug)]
pub(super) struct Uploads {
    /// Folder of the uploads that were imported.
    folder: PathBuf,
    /// Largest number of bytes of all uploads together.
    limit: u64,
    patience: Duration,
    open: Mutex<OpenUploads>,
}

/// Uploads by name.
type OpenUploads = HashMap<String, OpenUpload>;

/// An upload that is not imported yet.
#[derive(Debug)]
struct OpenUpload {
    /// Number of bytes of the upload's files, including unfinished ones.
    bytes: u64,
    /// Number of complete files of the upload.
    files: u64,
    /// Number of the upload's files that are on their way.
    coming: usize,
    /// Time at which a file last began or ended.
    touched: Instant,
}

impl Uploads {
    /// Uploads to the database `db`, together of at most `limit` bytes.
    pub(super) fn new(db: &Path, limit: u64) -> Uploads {
        let mut folder = db.as_os_str().to_owned();
        folder.push("-files");
        let open = Mutex::default();
        Uploads { folder: folder.into(), limit, patience: PATIENCE, open }
    }

    /// Largest number of bytes of all uploads together.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Refuses a number of bytes above the limit for all uploads.
    pub(super) fn fits(&self, bytes: u64) -> Result<(), Refusal> {
        let limit = self.limit;
        match bytes > limit {
            true => Err(Refusal::new(413, "large", move |lang| lang.upload_too_large(limit))),
            false => Ok(()),
        }
    }

    /// Folder of the uploads that were imported.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Folder of an upload until it is imported; for an empty name, the folder of all of them.
    fn coming(&self, batch: &str) -> PathBuf {
        self.folder.join(COMING).join(batch)
    }

    fn open(&self) -> MutexGuard<'_, OpenUploads> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a file of an upload; `None` begins an upload. Returns the upload's name and the file's
    /// length. A file that breaks off is removed, and so is an upload without files.
    pub(super) async fn take(
        &self,
        batch: Option<&str>,
        name: &str,
        body: Body,
    ) -> Result<(String, u64), Refusal> {
        let below = kept::below(name).ok_or_else(bad_name)?;
        let mut incoming = self.expect(batch)?;
        let path = self.coming(&incoming.batch).join(below);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(not_made)?;
        }
        let mut file = File::from_std(std::fs::File::create_new(&path).map_err(not_made)?);
        incoming.path = Some(path);
        let mut chunks = body.into_data_stream();
        while let Some(chunk) = timeout(self.patience, chunks.next()).await.map_err(|_| torn())? {
            let chunk = chunk.map_err(|_| torn())?;
            incoming.add(chunk.len() as u64)?;
            file.write_all(&chunk).await?;
        }
        file.flush().await?;
        incoming.is_whole = true;
        Ok((incoming.batch.clone(), incoming.taken))
    }

    /// Registers a file that is about to come.
    fn expect(&self, batch: Option<&str>) -> Result<IncomingFile<'_>, Refusal> {
        let mut open = self.open();
        if open.values().map(|it| it.coming).sum::<usize>() >= MOST {
            return Err(busy());
        }
        let batch = match batch {
            Some(batch) if open.contains_key(batch) => batch.to_owned(),
            Some(_) => return Err(no_such_upload()),
            None if open.len() >= MOST => return Err(busy()),
            None => Secret::new().map_err(io::Error::other)?.text()[..12].to_owned(),
        };
        let new = || OpenUpload { bytes: 0, files: 0, coming: 0, touched: Instant::now() };
        open.entry(batch.clone()).or_insert_with(new).coming += 1;
        Ok(IncomingFile { uploads: self, batch, path: None, taken: 0, is_whole: false })
    }

    /// Ends an upload: moves it to the folder where it stays; it takes no more files.
    pub(super) fn end(&self, batch: &str) -> Result<(), Refusal> {
        let mut open = self.open();
        if open.get(batch).ok_or_else(no_such_upload)?.coming > 0 {
            return Err(busy());
        }
        std::fs::rename(self.coming(batch), self.folder.join(batch))?;
        open.remove(batch);
        Ok(())
    }

    /// Removes an upload and its unfinished files.
    pub(super) fn give_up(&self, batch: &str) -> Result<(), Refusal> {
        self.open().remove(batch).ok_or_else(no_such_upload)?;
        self.remove(batch);
        Ok(())
    }

    /// Removes the files of an upload that is no longer registered.
    fn remove(&self, batch: &str) {
        // Files that cannot be removed now are swept as left behind later.
        let _ = std::fs::remove_dir_all(self.coming(batch));
    }

    /// Removes uploads without a new file for the time `idle`, and folders of other servers that
    /// are unchanged for the time `left`.
    pub(super) fn sweep(&self, idle: Duration, left: Duration) {
        let is_over = |open: &OpenUpload| open.coming == 0 && open.touched.elapsed() >= idle;
        let over: Vec<String> =
            self.open().extract_if(|_, open| is_over(open)).map(|(batch, _)| batch).collect();
        over.iter().for_each(|batch| self.remove(batch));
        for folder in std::fs::read_dir(self.coming("")).into_iter().flatten().flatten() {
            let name = folder.file_name();
            let is_open = name.to_str().is_some_and(|name| self.open().contains_key(name));
            if !is_open && age(&folder.path()) >= Some(left) {
                let _ = std::fs::remove_dir_all(folder.path());
            }
        }
        self.leave();
    }

    /// Removes all uploads that are not imported: nobody can continue them any more.
    pub(super) fn clear(&self) {
        let all = std::mem::take(&mut *self.open());
        all.keys().for_each(|batch| self.remove(batch));
        self.leave();
    }

    /// Removes the folders if they are empty and no file is about to come.
    fn leave(&self) {
        let open = self.open();
        if open.is_empty() {
            let _ = std::fs::remove_dir(self.coming(""));
            let _ = std::fs::remove_dir(&self.folder);
        }
    }
}

/// No upload has the name, or it is being imported already.
fn no_such_upload() -> Refusal {
    Refusal::new(404, "upload", Lang::no_such_upload)
}

/// Too many files come at once, or files of the upload are still on their way.
fn busy() -> Refusal {
    Refusal::new(409, "busy", Lang::too_many_files_come)
}

/// The file broke off.
fn torn() -> Refusal {
    Refusal::new(400, "body", Lang::did_not_come_whole)
}

/// The name is empty, too long, or leads outside.
fn bad_name() -> Refusal {
    Refusal::parameter("name", Lang::no_file_name)
}

/// A file cannot be made: its name is bad, the upload has it already or has a folder of that name,
/// or the disk fails.
fn not_made(error: io::Error) -> Refusal {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::InvalidFilename | Kind::InvalidInput => bad_name(),
        Kind::AlreadyExists | Kind::NotADirectory | Kind::IsADirectory => {
            Refusal::new(409, "name", Lang::uploaded_already)
        }
        _ => error.into(),
    }
}

/// File on its way. If dropped before it is complete, its bytes no longer count, and an upload
/// without files is removed.
struct IncomingFile<'u> {
    uploads: &'u Uploads,
    /// Name of the file's upload.
    batch: String,
    /// Path of the file, once it exists.
    path: Option<PathBuf>,
    taken: u64,
    is_whole: bool,
}

impl IncomingFile<'_> {
    /// Counts more bytes; refused beyond the limit.
    fn add(&mut self, bytes: u64) -> Result<(), Refusal> {
        let mut open = self.uploads.open();
        let used: u64 = open.values().map(|it| it.bytes).sum();
        let entry = open.get_mut(&self.batch).ok_or_else(no_such_upload)?;
        self.uploads.fits(used.saturating_add(bytes))?;
        entry.bytes += bytes;
        self.taken += bytes;
        Ok(())
    }
}

impl Drop for IncomingFile<'_> {
    fn drop(&mut self) {
        if let Some(path) = self.path.as_ref().filter(|_| !self.is_whole) {
            let _ = std::fs::remove_file(path);
        }
        let mut open = self.uploads.open();
        if let Some(entry) = open.get_mut(&self.batch) {
            entry.coming -= 1;
            entry.touched = Instant::now();
            match self.is_whole {
                true => entry.files += 1,
                false => entry.bytes -= self.taken,
            }
            if entry.coming > 0 || entry.files > 0 {
                return;
            }
        }
        // The upload has no files, or was removed meanwhile.
        open.remove(&self.batch);
        self.uploads.remove(&self.batch);
    }
}

/// Time since something was last written below a folder; `None` if unknown.
fn age(folder: &Path) -> Option<Duration> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let written = entries.filter_map(|entry| entry.metadata().ok()?.modified().ok());
    SystemTime::now().duration_since(written.max()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::reply::streamed;

    fn files(folder: &Path) -> usize {
        let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
        entries.filter(|entry| entry.file_type().is_file()).count()
    }

    fn is_refused<T>(outcome: Result<T, Refusal>, why: &str) {
        assert_eq!(outcome.err().map(|refusal| format!("{refusal:?}")).as_deref(), Some(why));
    }

    fn now<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
    }

    #[test]
    fn a_file_that_stops_coming_breaks_off() {
        let folder = tempfile::tempdir().unwrap();
        let mut uploads = Uploads::new(&folder.path().join("games.db"), 1000);
        uploads.patience = Duration::from_millis(50);
        now(async {
            let (chunks, body) = streamed();
            chunks.send("1. h2e2".into()).await.unwrap();
            let taken = uploads.take(None, "a.pgn", body).await;
            is_refused(taken, "400 body");
            drop(chunks);
        });
        assert_eq!(files(folder.path()), 0);
        assert!(uploads.open().is_empty(), "nor is there an upload without files");
    }

    #[test]
    fn an_upload_that_nobody_goes_on_with_goes_away() {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Uploads::new(&folder.path().join("games.db"), 1000);
        now(async {
            let (batch, _) = uploads.take(None, "卷/a.pgn", Body::from("x")).await.unwrap();
            uploads.sweep(IDLE, LEFT);
            assert_eq!(files(folder.path()), 1, "somebody may go on with it");
            uploads.sweep(Duration::ZERO, LEFT);
            assert_eq!(files(folder.path()), 0);
            let late = uploads.take(Some(&batch), "b.pgn", Body::from("x")).await;
            is_refused(late, "404 upload");
            // Folders left by another server are removed, too; imported files stay.
            let (kept, _) = uploads.take(None, "c.pgn", Body::from("x")).await.unwrap();
            uploads.end(&kept).unwrap();
            std::fs::create_dir_all(folder.path().join("games.db-files/coming/old/卷")).unwrap();
            std::fs::write(folder.path().join("games.db-files/coming/old/卷/d.pgn"), "x").unwrap();
            uploads.sweep(IDLE, LEFT);
            assert_eq!(files(folder.path()), 2, "another server may run");
            uploads.sweep(IDLE, Duration::ZERO);
            assert_eq!(files(folder.path()), 1);
        });
    }

    /// A folder that was just made for a file is empty, and stays.
    #[test]
    fn the_folder_of_a_file_that_is_to_come_stays() {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Uploads::new(&folder.path().join("games.db"), 1000);
        let coming = uploads.expect(None).unwrap();
        std::fs::create_dir_all(uploads.coming("")).unwrap();
        uploads.sweep(Duration::ZERO, LEFT);
        assert!(uploads.coming("").is_dir());
        drop(coming);
        uploads.sweep(Duration::ZERO, LEFT);
        assert!(!uploads.folder.exists());
    }

    #[test]
    fn all_uploads_together_keep_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Uploads::new(&folder.path().join("games.db"), 10);
        now(async {
            let (batch, _) = uploads.take(None, "a.pgn", Body::from("123456")).await.unwrap();
            for batch in [None, Some(&*batch)] {
                let large = uploads.take(batch, "b.pgn", Body::from("123456")).await;
                is_refused(large, "413 large");
            }
            assert_eq!(files(folder.path()), 1);
            uploads.give_up(&batch).unwrap();
            assert_eq!(files(folder.path()), 0);
            uploads.take(None, "b.pgn", Body::from("123456")).await.unwrap();
        });
    }

    #[test]
    fn an_upload_is_not_imported_while_a_file_of_it_comes() {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Uploads::new(&folder.path().join("games.db"), 1000);
        now(async {
            let (batch, _) = uploads.take(None, "a.pgn", Body::from("x")).await.unwrap();
            let (chunks, body) = streamed();
            let coming = uploads.take(Some(&batch), "b.pgn", body);
            let other = async {
                chunks.send("y".into()).await.unwrap();
                let early = uploads.end(&batch);
                is_refused(early, "409 busy");
                drop(chunks);
            };
            let (taken, ()) = tokio::join!(coming, other);
            assert_eq!(taken.unwrap().1, 1);
            uploads.end(&batch).unwrap();
            assert_eq!(files(&folder.path().join("games.db-files").join(&batch)), 2);
        });
    }
}
