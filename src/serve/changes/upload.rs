//! Files that come from the page: they stream to disk, each upload in a folder of its own beside
//! the database. Until it is imported that folder lies in [`COMING`], and goes away when nobody
//! goes on with it; `kept.rs` says what stays.

use super::coming::{All, Coming, Open};
use super::place;
use crate::serve::secret::Secret;
use axum::body::Body;
use futures_core::Stream;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc::channel;

pub(super) use super::coming::Refused;

/// Where uploads lie that are not imported yet. No upload has this name.
pub(super) const COMING: &str = "coming";

/// So many chunks of a file may wait for the disk.
const WAITING: usize = 4;
/// So many files may come at once, and so many uploads may be open: each file needs a thread.
pub(super) const MOST: usize = 32;
/// After so long without another byte a file has broken off.
const PATIENCE: Duration = Duration::from_secs(60);
/// After so long without another file an upload is abandoned.
pub(super) const IDLE: Duration = Duration::from_secs(600);
/// What is unknown and so old was left by a server that was killed: one that still runs on the
/// same database would have taken it away long ago.
pub(super) const LEFT: Duration = Duration::from_secs(3600);

/// The uploads that are not imported yet.
#[derive(Debug)]
pub(super) struct Uploads {
    folder: PathBuf,
    patience: Duration,
    all: Arc<All>,
}

impl Uploads {
    /// Uploads to a database, together of at most so many bytes.
    pub(super) fn new(db: &Path, limit: u64) -> Uploads {
        let mut folder = db.as_os_str().to_owned();
        folder.push("-files");
        let folder = PathBuf::from(folder);
        let all = Arc::new(All::new(folder.join(COMING), limit));
        Uploads { folder, patience: PATIENCE, all }
    }

    /// How many bytes all of them together may have.
    pub(super) fn limit(&self) -> u64 {
        self.all.limit()
    }

    /// Where those lie that were imported.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes a file of an upload, or of a new one; the upload's name, and how long the file is.
    /// Nothing of the file is left when it breaks off, and nothing of an upload without a file.
    ///
    /// # Errors
    /// When it cannot be taken.
    pub(super) async fn take(
        &self,
        batch: Option<&str>,
        name: &str,
        body: Body,
    ) -> Result<(String, u64), Refused> {
        let below = place::below(name).ok_or(Refused::Name)?;
        let coming = self.expect(batch)?;
        let batch = coming.batch.clone();
        let (chunks, received) = channel(WAITING);
        let writer = tokio::task::spawn_blocking(move || coming.write(&below, received));
        let mut stream = body.into_data_stream();
        loop {
            let next = std::future::poll_fn(|context| Pin::new(&mut stream).poll_next(context));
            let chunk = match tokio::time::timeout(self.patience, next).await {
                Ok(None) => None,
                Ok(Some(Ok(chunk))) => Some(chunk),
                // The writer notices that the end is missing.
                Ok(Some(Err(_))) | Err(_) => break,
            };
            let is_end = chunk.is_none();
            if chunks.send(chunk).await.is_err() || is_end {
                break;
            }
        }
        drop(chunks);
        let written = writer.await.map_err(|error| Refused::Disk(io::Error::other(error)))?;
        Ok((batch, written?))
    }

    /// A file that is to come.
    fn expect(&self, batch: Option<&str>) -> Result<Coming, Refused> {
        let mut open = self.all.open();
        if open.values().map(|it| it.coming).sum::<usize>() >= MOST {
            return Err(Refused::Busy);
        }
        let batch = match batch {
            Some(batch) if open.get(batch).is_some_and(|it| !it.is_given_up) => batch.to_owned(),
            Some(_) => return Err(Refused::Batch),
            None if open.len() >= MOST => return Err(Refused::Busy),
            None => {
                let secret = Secret::new();
                let secret = secret.map_err(|error| Refused::Disk(io::Error::other(error)))?;
                secret.text()[..12].to_owned()
            }
        };
        open.entry(batch.clone()).or_insert_with(Open::new).coming += 1;
        Ok(Coming::of(self.all.clone(), batch))
    }

    /// Ends an upload: it takes no more files, and lies where it is to stay.
    ///
    /// # Errors
    /// When there is none of this name, or files of it are still on their way.
    pub(super) fn end(&self, batch: &str) -> Result<(), Refused> {
        let mut open = self.all.open();
        let entry = open.get(batch).filter(|it| !it.is_given_up).ok_or(Refused::Batch)?;
        if entry.coming > 0 {
            return Err(Refused::Busy);
        }
        let moved = std::fs::rename(self.all.folder().join(batch), self.folder.join(batch));
        moved.map_err(Refused::Disk)?;
        open.remove(batch);
        Ok(())
    }

    /// Forgets an upload, and a file of it that is on its way.
    ///
    /// # Errors
    /// When there is none of this name.
    pub(super) fn give_up(&self, batch: &str) -> Result<(), Refused> {
        let mut open = self.all.open();
        let entry = open.get_mut(batch).filter(|it| !it.is_given_up).ok_or(Refused::Batch)?;
        entry.is_given_up = true;
        let is_over = entry.coming == 0;
        if is_over {
            open.remove(batch);
            drop(open);
            self.all.remove(batch);
        }
        Ok(())
    }

    /// Removes uploads to which no file came for so long, and what another server left so long
    /// ago.
    pub(super) fn sweep(&self, idle: Duration, left: Duration) {
        let is_over = |open: &mut Open| {
            open.coming == 0 && !open.is_given_up && open.touched.elapsed() >= idle
        };
        let over: Vec<String> =
            self.all.open().extract_if(|_, open| is_over(open)).map(|(batch, _)| batch).collect();
        over.iter().for_each(|batch| self.all.remove(batch));
        let folders = std::fs::read_dir(self.all.folder()).into_iter().flatten().flatten();
        for folder in folders {
            let name = folder.file_name();
            let is_open = name.to_str().is_some_and(|name| self.all.open().contains_key(name));
            if !is_open && age(&folder.path()) >= Some(left) {
                let _ = std::fs::remove_dir_all(folder.path());
            }
        }
        self.leave();
    }

    /// Removes whatever is not imported: nobody can go on with it any more.
    pub(super) fn clear(&self) {
        let all = std::mem::take(&mut *self.all.open());
        all.keys().for_each(|batch| self.all.remove(batch));
        self.leave();
    }

    /// Only empty folders go, and none to which a file is about to come.
    fn leave(&self) {
        let open = self.all.open();
        if open.is_empty() {
            let _ = std::fs::remove_dir(self.all.folder());
            let _ = std::fs::remove_dir(&self.folder);
        }
    }
}

/// How long ago something was last written below a folder; none where nobody can say.
fn age(folder: &Path) -> Option<Duration> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let written = entries.filter_map(|entry| entry.metadata().ok()?.modified().ok());
    SystemTime::now().duration_since(written.max()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::streamed;

    fn files(folder: &Path) -> usize {
        let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
        entries.filter(|entry| entry.file_type().is_file()).count()
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
            let (chunks, body) = streamed::open();
            chunks.send("1. h2e2".into()).await.unwrap();
            let taken = uploads.take(None, "a.pgn", body).await;
            assert!(matches!(taken, Err(Refused::Torn)), "{taken:?}");
            drop(chunks);
        });
        assert_eq!(files(folder.path()), 0);
        assert!(uploads.all.open().is_empty(), "nor is there an upload without files");
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
            assert!(matches!(late, Err(Refused::Batch)), "{late:?}");
            // What another server left goes, too; what was imported stays.
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

    /// A folder that is only just made for a file is empty, and stays.
    #[test]
    fn the_folder_of_a_file_that_is_to_come_stays() {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Uploads::new(&folder.path().join("games.db"), 1000);
        let coming = uploads.expect(None).unwrap();
        std::fs::create_dir_all(uploads.all.folder()).unwrap();
        uploads.sweep(Duration::ZERO, LEFT);
        assert!(uploads.all.folder().is_dir());
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
                assert!(matches!(large, Err(Refused::Large)), "{large:?}");
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
            let (chunks, body) = streamed::open();
            let coming = uploads.take(Some(&batch), "b.pgn", body);
            let other = async {
                chunks.send("y".into()).await.unwrap();
                let early = uploads.end(&batch);
                assert!(matches!(early, Err(Refused::Busy)), "{early:?}");
                drop(chunks);
            };
            let (taken, ()) = tokio::join!(coming, other);
            assert_eq!(taken.unwrap().1, 1);
            uploads.end(&batch).unwrap();
            assert_eq!(files(&folder.path().join("games.db-files").join(&batch)), 2);
        });
    }
}
