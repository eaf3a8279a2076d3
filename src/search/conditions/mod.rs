//! Conditions on games: filters and questions, with names looked up, planned and evaluated.

pub(super) mod explain;
pub(super) mod facts;
mod family;
pub(super) mod filter;
pub(super) mod names;
pub(super) mod near;
pub(super) mod question;
pub(super) mod scan;
