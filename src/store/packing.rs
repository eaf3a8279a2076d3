//! Compressing what is stored.

use super::error::{Error, Result};
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

/// Nothing unpacks to more than this, and no tree that would is packed. Real ones stay far below.
pub(super) const MOST_BYTES: usize = 1 << 28;

/// The bytes of `what`, `a tree`, that were compressed.
///
/// # Errors
/// When they are damaged, or too many.
pub(super) fn unpacked(what: &str, data: &[u8]) -> Result<Vec<u8>> {
    let size = zstd::bulk::Decompressor::upper_bound(data).unwrap_or(MOST_BYTES).min(MOST_BYTES);
    zstd::bulk::decompress(data, size)
        .map_err(|error| Error::Damaged(format!("{what} cannot be unpacked: {error}")))
}
