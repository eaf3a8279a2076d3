//! xqdb: one open SQLite database for every Xiangqi (Chinese chess) archive.

pub mod archive;
pub mod cli;
pub mod commands;
pub mod export;
pub mod format;
pub mod import;
pub mod notation;
pub mod replay;
pub mod search;
pub mod store;
pub mod text;
pub mod xiangqi;
