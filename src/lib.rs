//! xqdb: one open SQLite database for every Xiangqi (Chinese chess) archive.

pub mod archive;
pub mod store;
pub mod text;
