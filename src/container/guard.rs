//! A panic of a crate that unpacks is an error of the archive: it ends no import and prints nothing.

use std::cell::Cell;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::Once;

/// The message when a crate panics.
pub(super) const BROKEN: &str = "it is damaged in a way that cannot be read past: unpack it first";

thread_local! {
    /// Whether a crate is at work whose panic is caught.
    static IS_FOREIGN: Cell<bool> = const { Cell::new(false) };
}

/// Does what may panic; whatever `work` used is not used again behind an error.
pub(super) fn guarded<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    caught(work).unwrap_or_else(|| Err(io::Error::other(BROKEN)))
}

/// Does what may panic; `None` where it did. A panic of [`ours`] goes on.
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

/// Does, inside of [`caught`], what is not the crate's work: its panic is printed and not caught.
#[cfg(any(feature = "rar", test))]
pub(super) fn ours<T>(work: impl FnOnce() -> T) -> T {
    let before = IS_FOREIGN.replace(false);
    let value = work();
    IS_FOREIGN.set(before);
    value
}

/// A reader that may panic. Behind an error it can be read on, behind a panic it cannot.
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

    /// A process of its own runs the test above, and its standard error is read.
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
