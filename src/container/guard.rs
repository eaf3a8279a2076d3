//! Turns panics of unpacking crates into errors: such a panic ends no import and prints nothing.

use std::cell::Cell;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::Once;

/// Error message when a crate panicked.
pub(super) const BROKEN: &str = "it is damaged in a way that cannot be read past: unpack it first";

thread_local! {
    /// Whether the running code belongs to a crate whose panics are caught.
    static IS_FOREIGN: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` and turns a panic into an error. The caller must not reuse anything that `work`
/// used.
pub(super) fn guarded<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    caught(work).unwrap_or_else(|| Err(io::Error::other(BROKEN)))
}

/// Runs `work`; `None` if it panicked. A panic inside [`ours`] goes on.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    static SILENCE: Once = Once::new();
    SILENCE.call_once(|| {
        let others = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_FOREIGN.try_with(Cell::get).unwrap_or(false) {
                others(panic);
            }
        }));
    });
    let before = IS_FOREIGN.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    let is_foreign = IS_FOREIGN.replace(before);
    match result {
        Ok(value) => Some(value),
        Err(_) if is_foreign => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// Runs, inside [`caught`], code of our own, whose panics are printed and not caught.
#[cfg(any(feature = "rar", test))]
pub(super) fn ours<T>(work: impl FnOnce() -> T) -> T {
    let before = IS_FOREIGN.replace(false);
    let value = work();
    IS_FOREIGN.set(before);
    value
}

/// A reader that may panic. After an error it can be read further, after a panic it cannot.
pub(super) struct Guarded<R> {
    inner: R,
    is_broken: bool,
}

impl<R: Read> Guarded<R> {
    pub(super) fn new(inner: R) -> Guarded<R> {
        Guarded { inner, is_broken: false }
    }

    pub(super) fn inner(&mut self) -> &mut R {
        &mut self.inner
    }
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_broken {
            match caught(|| self.inner.read(buffer)) {
                Some(read) => return read,
                None => self.is_broken = true,
            }
        }
        Err(io::Error::other(BROKEN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_panic_of_a_crate_is_caught_and_one_of_ours_is_not() {
        assert!(caught(|| panic!("of the crate")).is_none_or(|(): ()| false));
        let inside = || caught(|| ours(|| caught(|| panic!("deeper")).is_none_or(|(): ()| false)));
        assert_eq!(inside(), Some(true));
        assert!(!IS_FOREIGN.get());
        let own = catch_unwind(|| caught(|| ours(|| panic!("of ours"))).is_none_or(|(): ()| false));
        assert!(own.is_err() && !IS_FOREIGN.get());
    }

    /// Runs the test above in its own process and reads its standard error.
    #[test]
    fn a_panic_of_a_crate_prints_nothing() {
        let name = module_path!().split_once("::").expect("a room").1;
        let test = format!("{name}::a_panic_of_a_crate_is_caught_and_one_of_ours_is_not");
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        let output = command.args([&test, "--exact", "--nocapture"]).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("of ours"), "{said}");
        assert!(!said.contains("of the crate") && !said.contains("deeper"), "{said}");
    }
}
