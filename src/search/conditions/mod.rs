//! Conditions on games: what users ask, with its names looked up, planned, sifted and scanned.

pub(super) mod explain;
pub(super) mod facts;
mod family;
pub(super) mod filter;
pub(super) mod names;
pub(super) mod near;
pub(super) mod question;
pub(super) mod scan;
