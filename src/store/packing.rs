//! Compressing what is stored.

use std::cell::RefCell;
use zstd::bulk::Compressor;

const LEVEL: i32 = 3;

thread_local! {
    // More than a megabyte, which would be asked of the system and cleared for each of a million
    // records.
    static COMPRESSOR: RefCell<Compressor<'static>> =
        RefCell::new(Compressor::new(LEVEL).expect("there is memory for a compressor"));
}

/// The bytes as zstd.
pub(super) fn compress(bytes: &[u8]) -> Vec<u8> {
    COMPRESSOR
        .with_borrow_mut(|compressor| compressor.compress(bytes))
        .expect("compressing into memory cannot fail")
}
