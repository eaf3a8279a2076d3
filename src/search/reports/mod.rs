//! Reports: records that were not read cleanly, ways to emend them, places of games, and
//! differences of two archives.

pub(super) mod differences;
pub(super) mod emended;
pub(super) mod places;
pub(super) mod trouble;
