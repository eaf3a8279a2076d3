//! Who goes first when there are more threads than cores.

/// How much less than others: a step of nice is a tenth of the share of a core.
#[cfg(target_os = "linux")]
const STEP: i32 = 5;

/// Lets other threads go first from now on. To be called by each of the many threads that work for the one that writes:
/// with no more than an equal share of the cores that one would fall behind, and in the end all would wait for it.
///
/// Only Linux knows the priority of a single thread.
pub(super) fn step_back() {
    #[cfg(target_os = "linux")]
    // Where it is not allowed, all stay equal.
    let _ = rustix::process::nice(STEP);
}
