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

/// The writer waits when the log holds more than this many pages (some 250 MB of a new database).
const LARGEST_LOG: i64 = 15_000;

/// The thread that empties the log. Dropping it waits until it is done with what it has begun.
#[derive(Default)]
pub struct Checkpointer {
    /// `None` when the database has no file of its own.
    thread: Option<Thread>,
    is_under_way: bool,
    /// In the log, after the last run that is known to have ended.
    pages: i64,
}

struct Thread {
    asked: Sender<()>,
    /// Pages in the log after each of its runs.
    done: Receiver<i64>,
    handle: JoinHandle<()>,
}

impl Checkpointer {
    /// Begins to look after the log of `conn`, which stops doing so itself.
    pub(super) fn start(conn: &Connection) -> Result<Checkpointer> {
        let Some(path) = conn.path().filter(|path| !path.is_empty()) else {
            return Ok(Checkpointer::default());
        };
        let other = Connection::open(Path::new(path))?;
        conn.pragma_update(None, "wal_autocheckpoint", 0)?;
        let (asked, asks) = channel();
        let (tell, done) = channel();
        let handle = std::thread::spawn(move || {
            while asks.recv().is_ok() {
                // What cannot be moved now, because somebody reads it or the disk is full, is moved later.
                let pages = other.query_row("pragma wal_checkpoint(passive)", [], |row| row.get(1));
                if tell.send(pages.unwrap_or(0)).is_err() {
                    break;
                }
            }
        });
        Ok(Checkpointer {
            thread: Some(Thread { asked, done, handle }),
            is_under_way: false,
            pages: 0,
        })
    }

    /// To be called after each commit but the last.
    pub(super) fn committed(&mut self) {
        let Some(Thread { asked, done, .. }) = &self.thread else { return };
        let pages = if self.is_under_way { done.try_recv().ok() } else { Some(self.pages) };
        let Some(pages) = pages else { return };
        self.pages = pages;
        self.is_under_way = asked.send(()).is_ok();
    }

    /// To be called before each transaction: waits when the log is too large.
    pub(super) fn limit_log(&mut self) {
        let Some(Thread { done, .. }) = &self.thread else { return };
        // Only a log of which all is moved begins anew.
        if self.pages > LARGEST_LOG && std::mem::take(&mut self.is_under_way) {
            let _ = done.recv();
            self.pages = 0;
        }
    }

    /// To be called after the last commit: leaves the log to `conn` again, which need not wait for what is under way.
    pub(super) fn release(&self, conn: &Connection) -> Result<()> {
        if let Some(Thread { asked, .. }) = &self.thread {
            let _ = asked.send(());
        }
        conn.pragma_update(None, "wal_autocheckpoint", 1000)?;
        Ok(())
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        if let Some(Thread { asked, done, handle }) = self.thread.take() {
            // Nobody asks any more, and the thread ends.
            drop((asked, done));
            let _ = handle.join();
        }
    }
}
