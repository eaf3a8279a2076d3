//! Long work beside which Python goes on and Ctrl-C works, and the database that it reads.

use crate::errors::{of_asking, of_store, plain};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use xqdb::search::{Archive, AskError, Watch};
use xqdb::store::Evidence;

/// Time between two checks for a signal.
const TICK: Duration = Duration::from_millis(100);

/// Watches over work, and stops it after a signal.
#[derive(Default)]
pub(crate) struct Patience(Arc<AtomicBool>);

impl Patience {
    /// Flag that is set when the work must stop.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.0
    }
}

impl Watch for Patience {
    fn expect(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Does work on a thread of its own. Meanwhile other threads of Python go on, and ten times a
/// second signals are handled and `tick` is called. If one of these fails, for instance with
/// `KeyboardInterrupt`, the work is stopped and the error returned.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Patience) -> T + Send,
    tick: impl Fn(Python<'_>) -> PyResult<()> + Send + Sync,
) -> PyResult<T> {
    let patience = Patience::default();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (send, done) = sync_channel(1);
            let patience = &patience;
            let worker = scope.spawn(move || {
                let made = work(patience);
                // The receiver waits until this is sent.
                let _ = send.send(());
                made
            });
            let mut outcome = Ok(());
            while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(TICK) {
                if outcome.is_ok() {
                    outcome = Python::attach(|py| py.check_signals().and_then(|()| tick(py)));
                    patience.0.store(outcome.is_err(), Ordering::Relaxed);
                }
            }
            let made = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            outcome.map(|()| made)
        })
    })
}

/// Like [`watched`], without a tick.
pub(crate) fn quiet<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Patience) -> T + Send,
) -> PyResult<T> {
    watched(py, work, |_| Ok(()))
}

/// Archive that can be closed while lists of its games exist.
pub(crate) struct Opened {
    open: Mutex<Option<Archive>>,
    file: PathBuf,
    /// Path of the file as text.
    path: String,
    pub(crate) as_stated: bool,
}

impl Opened {
    /// Opens the database in a file.
    pub(crate) fn new(py: Python<'_>, file: PathBuf, as_stated: bool) -> PyResult<Opened> {
        let path = file.display().to_string();
        let opened = Opened { open: Mutex::new(None), file, path, as_stated };
        let archive = opened.again(py)?;
        py.detach(|| *opened.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(archive));
        Ok(opened)
    }

    /// The file, and the evidence that answers rest on.
    pub(crate) fn place(&self) -> (&Path, Evidence) {
        (&self.file, if self.as_stated { Evidence::Stated } else { Evidence::Derived })
    }

    /// Opens the database once more.
    pub(crate) fn again(&self, py: Python<'_>) -> PyResult<Archive> {
        let (file, lay) = self.place();
        let again = quiet(py, |_| Archive::open_as(file, lay))?;
        again.map_err(|error| of_store(py, &self.path, &error))
    }

    /// Asks the archive a question on a thread of its own.
    pub(crate) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&Archive, &Patience) -> Result<T, AskError> + Send,
    ) -> PyResult<T> {
        let answer = quiet(py, |patience| self.with(|archive| question(archive, patience)))?;
        match answer {
            None => Err(plain(py, &"the database was closed or imported into; ask it again")),
            Some(answer) => answer.map_err(|error| of_asking(py, &self.path, &error)),
        }
    }

    /// Calls `work` with the archive; `None` if the archive is closed.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&Archive) -> T) -> Option<T> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.as_ref().map(work)
    }

    /// Closes the archive for all who share it.
    pub(crate) fn close(&self, py: Python<'_>) {
        py.detach(|| *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }
}
