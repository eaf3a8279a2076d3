//! The archive on a board: a page in the browser, and the JSON API that it uses.
//!
//! This room knows HTTP: which requests are allowed, how questions arrive and answers leave. The
//! answers come from `search` and the rooms above it; no SQL stands here.
//!
//! The way of a question: `connections.rs` and `server.rs` take the request, and `guard.rs` decides
//! whether it is allowed. [`routes::ROUTES`], the table of questions and changes, names the
//! function that answers: one of `api`, called by a worker of `pool.rs` that has its own database
//! connection, or, with the token, one of `changes`. `refusal.rs` turns errors into responses,
//! `reply.rs` answers. `openapi.rs` makes the OpenAPI document from the table. The page is in
//! `assets`, plain modules and style sheets that are part of the program; `bundle.rs` joins the
//! modules, and `packing.rs` packs answers. `site` writes the page and its answers as files.
//! `reconcile` is a service of its own, for programs that match names in tables.

mod api;
mod asking;
mod assets;
mod bundle;
mod changes;
mod connections;
mod guard;
mod openapi;
mod packing;
mod pool;
pub(crate) mod reconcile;
mod refusal;
mod reply;
mod routes;
mod server;
mod site;

pub(crate) use server::{ServeSettings, serve};
pub(crate) use site::{SiteSettings, write_site};
