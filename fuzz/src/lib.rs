//! What all targets watch: memory and time.
//!
//! A panic is found by the fuzzer itself. Here an input is also a finding when, while it is read,
//! more memory is held at once than [`allowed`], or it takes longer than [`PATIENCE`]; both far
//! beyond what reading it takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Inputs have at most a few hundred kilobytes.
const PATIENCE: Duration = Duration::from_secs(5);

/// How much may be held at once: a multiple of the input that real archives stay below by far, and
/// enough for tables.
pub fn allowed(input: usize) -> usize {
    (64 << 20).max(200 * input)
}

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs `work` on an input of `len` bytes.
///
/// # Panics
/// When it takes too long or too much memory.
pub fn watch<T>(len: usize, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let (result, held) = held(work);
    let taken = begin.elapsed();
    assert!(held <= allowed(len), "{held} bytes held for an input of {len}");
    assert!(taken <= PATIENCE, "{taken:?} for an input of {len} bytes");
    result
}

/// Runs `work` and tells how many bytes it held at most.
pub fn held<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let result = work();
    (result, MOST.load(Ordering::Relaxed) - before)
}
