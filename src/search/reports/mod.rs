//! What was not read cleanly, how it may have to be read, and in what two archives differ.

pub(super) mod differences;
pub(super) mod emended;
pub(super) mod trouble;
