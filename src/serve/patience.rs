//! How long a question may take: until its client leaves or its time is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xqdb::search::Watch;

/// No question may work longer.
const LONGEST: Duration = Duration::from_secs(30);

/// Watches over one question.
#[derive(Debug, Clone)]
pub(super) struct Patience {
    gone: Arc<AtomicBool>,
    until: Instant,
}

/// The client that waits. When it is dropped, the question is over.
pub(super) struct Client(Arc<AtomicBool>);

impl Drop for Client {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Patience {
    /// A question that begins now, and the client that waits for it.
    pub(super) fn begin() -> (Patience, Client) {
        let gone = Arc::new(AtomicBool::new(false));
        (Patience { gone: gone.clone(), until: Instant::now() + LONGEST }, Client(gone))
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Whether nobody waits any more.
    pub(super) fn is_left(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }
}

impl Watch for Patience {
    fn expect(&self, _: u64) {}
    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.is_left() || self.is_over()
    }
}
