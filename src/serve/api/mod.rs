//! Questions to the archive: one function for each row of the table of routes.
//!
//! Each function reads parameters, asks the rooms above and puts their answer into JSON. Names of
//! fields are those of the JSON Lines record and of the command line's JSON.

pub(super) mod explore;
pub(super) mod game;
pub(super) mod games;
pub(super) mod position;
pub(super) mod records;
pub(super) mod report;
pub(super) mod research;
