//! The players and events of an archive for programs that match names in a table: the
//! Reconciliation Service API of the W3C community group, version 0.2, as OpenRefine asks it.
//!
//! A client asks which player or event of the archive is meant by a name, many names at once, and
//! gets candidates with scores. Only what is certain by rule or by decision is a match by itself;
//! the rest waits for a person. `server.rs` is HTTP, `manifest.rs` what the service says of itself,
//! `asked.rs` reads what is asked, `found.rs` answers, `view.rs` shows a name as a page.
//!
//! The server listens on this machine only. A browser lets pages of this machine read the answers
//! (OpenRefine is such a page) and no others.

mod asked;
mod found;
mod manifest;
mod server;
mod view;

pub(crate) use server::{Settings, serve};
