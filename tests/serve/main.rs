//! `xqdb serve`, from outside: the API answers as the command line does, refuses what it has to,
//! and the page works in a browser.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, reason = "tests")]
#![cfg(feature = "serve")]

#[path = "../common/mod.rs"]
mod common;

mod access;
mod answers;
mod audit;
mod board;
mod books;
mod browser;
mod changes;
mod deciding;
mod dropping;
mod everywhere;
mod fields;
mod hostile;
mod http;
mod looks;
mod page;
mod palette;
mod phone;
mod pictures;
mod playing;
mod reconcile;
mod research;
mod safety;
mod scores;
mod shares;
mod shelf;
mod site;
mod typed;
mod uploads;
mod waiting;
mod work;
