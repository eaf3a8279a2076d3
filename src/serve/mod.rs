//! The archive on a board: a page in the browser and the JSON API it is made of.
//!
//! What belongs here: HTTP, who may ask, how questions arrive and answers leave. What does not:
//! answering them; every answer comes from `search` and the rooms above it, and no SQL stands here.
//!
//! The way of a question: `connections.rs` and `server.rs` take the request, `guard.rs` decides
//! whether it may be asked, `pool.rs` hands it to a worker with a database connection of its own,
//! and a function in `api` answers it. [`api::ROUTES`] is the one table of what can be asked; the
//! OpenAPI document (`openapi.rs`) is made from it. The page is in `assets`, plain modules and style
//! sheets that are part of the program. `reconcile` is a service of its own, for programs that match
//! names in tables. What changes something stands apart in `changes`, and needs the token.

mod answer;
mod api;
mod asking;
mod assets;
mod changes;
mod connections;
mod fields;
mod guard;
mod openapi;
mod params;
mod patience;
mod pool;
mod question;
pub(crate) mod reconcile;
mod refusal;
mod reply;
mod secret;
mod server;
mod streamed;

pub(crate) use server::{Settings, check, serve};
