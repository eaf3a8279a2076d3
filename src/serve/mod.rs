//! The archive on a board: a page in the browser and the JSON API it is made of.
//!
//! This room is about HTTP: who may ask, how questions arrive and answers leave. Every answer comes
//! from `search` and the rooms above it, and no SQL stands here.
//!
//! The way of a question: `connections.rs` and `server.rs` take the request, `guard.rs` decides
//! whether it may be asked, and [`routes::ROUTES`], the one table of questions and changes, says
//! who answers it: a worker of `pool.rs`, which has a database connection of its own and calls a
//! function of `api`, or, for those who bring the token, a function of `changes`. `refusal.rs`
//! turns every error into a response, `reply.rs` every answer. The OpenAPI document (`openapi.rs`)
//! is made from the table. The page is in `assets`, plain modules and style sheets that are part of
//! the program; `bundle.rs` joins the modules, and `packing.rs` packs answers for slow lines.
//! `site` writes the
//! page and its answers as files. `reconcile` is a service of its own, for programs that match names in tables.

mod api;
mod asking;
mod assets;
mod bundle;
mod changes;
mod connections;
mod guard;
mod openapi;
mod packing;
mod parameters;
mod pool;
pub(crate) mod reconcile;
mod refusal;
mod reply;
mod routes;
mod server;
mod site;

pub(crate) use server::{ServeSettings, serve};
pub(crate) use site::{SiteSettings, write_site};
