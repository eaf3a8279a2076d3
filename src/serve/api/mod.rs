//! Questions to the archive, a function for each row of the table of routes.
//!
//! A function here reads parameters, asks the rooms above and puts their answer into JSON. Names of
//! fields are those of the JSON Lines record and of the command line's own JSON.

pub(super) mod explore;
pub(super) mod game;
pub(super) mod games;
pub(super) mod position;
pub(super) mod records;
pub(super) mod report;
pub(super) mod research;
