//! Moving the write-ahead log into the database while the next batch is written.
//!
//! SQLite does this inside a commit, on the writer's thread, a fifth of whose time it took. Here a second connection does it
//! on a thread of its own. The log can begin anew only when all of it has been moved, so a writer that never pauses would let
//! it grow without bound: beyond `LARGEST_LOG` the writer waits.

use super::Result;
use rusqlite::Connection;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// The writer waits when the log holds more than this many pages (some 800 MB).
const LARGEST_LOG: i64 = 200_000;

/// The thread that empties the log. Ends, and lets SQLite see to the log again, when it is dropped.
pub(super) struct Checkpointer {
    /// `None` when the database has no file of its own.
    thread: Option<JoinHandle<()>>,
    asked: Option<Sender<()>>,
    /// Pages in the log after each of its runs.
    done: Receiver<i64>,
    is_under_way: bool,
}

impl Checkpointer {
    /// Begins to look after the log of `conn`, which stops doing so itself.
    pub(super) fn start(conn: &Connection) -> Result<Checkpointer> {
        let (asked, asks) = channel();
        let (tell, done) = channel();
        let path = conn.path().filter(|path| !path.is_empty()).map(Path::new);
        let mut thread = None;
        if let Some(path) = path {
            let other = Connection::open(path)?;
            conn.pragma_update(None, "wal_autocheckpoint", 0)?;
            thread = Some(std::thread::spawn(move || {
                while asks.recv().is_ok() {
                    // What cannot be moved now, because somebody reads it or the disk is full, is moved later.
                    let pages =
                        other.query_row("pragma wal_checkpoint(passive)", [], |row| row.get(1));
                    if tell.send(pages.unwrap_or(0)).is_err() {
                        break;
                    }
                }
            }));
        }
        Ok(Checkpointer { thread, asked: Some(asked), done, is_under_way: false })
    }

    /// To be called after each commit.
    pub(super) fn committed(&mut self) {
        let pages = if self.is_under_way { self.done.try_recv().ok() } else { Some(0) };
        let Some(pages) = pages else { return };
        self.ask();
        if pages > LARGEST_LOG {
            // Only a log of which all is moved begins anew.
            self.wait();
        }
    }

    fn ask(&mut self) {
        let asked = self.asked.as_ref().filter(|_| self.thread.is_some());
        self.is_under_way = asked.is_some_and(|asked| asked.send(()).is_ok());
    }

    fn wait(&mut self) {
        if std::mem::take(&mut self.is_under_way) {
            let _ = self.done.recv();
        }
    }

    /// Waits until the log is in the file as far as it can be, and leaves it to `conn` again.
    pub(super) fn finish(mut self, conn: &Connection) -> Result<()> {
        self.wait();
        conn.pragma_update(None, "wal_autocheckpoint", 1000)?;
        Ok(())
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.asked = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
