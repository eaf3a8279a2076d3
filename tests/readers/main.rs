//! Files in and out: every format is read, damaged, derived from, written and read back.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests; they report what they counted"
)]

mod access;
mod altered;
mod claims;
#[path = "../common/mod.rs"]
mod common;
mod conservation;
mod containers;
mod corpus_binary;
mod damage;
mod derived;
mod engine_books;
mod exports;
mod formats;
mod fuzz_short;
mod make_fixtures;
mod marked;
mod move_tables;
mod plain_data;
mod round_trip;
mod unread;
