//! What holds of the project itself: its layers, its features, where SQL stands, and its front pages.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests; they report what they counted"
)]

#[path = "../common/mod.rs"]
mod common;
mod features;
mod layering;
mod readme;
mod sql;
