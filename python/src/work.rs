//! Long work, beside which Python goes on and Ctrl-C is heard.

use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;
use xqdb::search::Watch;

/// How often it is looked whether a signal came.
const TICK: Duration = Duration::from_millis(100);

/// Watches over work, and ends it when a signal came.
#[derive(Default)]
pub(crate) struct Patience(Arc<AtomicBool>);

impl Patience {
    /// The flag that is set when the work is to end.
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

/// Does work on a thread of its own. Meanwhile other threads of Python go on, `tick` is called some
/// times a second, and a signal is answered. The work is asked to end when one of them fails.
///
/// # Errors
/// What `tick` or the handler of a signal fails with, such as `KeyboardInterrupt`.
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
                // Whoever waits goes only after this.
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

/// [`watched`] work that tells nothing on its way.
pub(crate) fn quiet<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Patience) -> T + Send,
) -> PyResult<T> {
    watched(py, work, |_| Ok(()))
}
