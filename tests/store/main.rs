//! Databases that are interrupted, shared, altered, damaged and remembered.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests; they report what they counted"
)]

mod altered_bytes;
#[path = "../common/mod.rs"]
mod common;
mod concurrency;
mod crash;
mod damaged_databases;
mod evaluations;
mod lying;
mod memory;
mod packed;
mod remembered;
mod verify;
