//! Drawing: boards, tables, lines of text. Knows nothing of databases.

mod board;
mod table;
mod wrap;

pub(crate) use board::{board, grid};
pub(crate) use table::{Align, TextTable, counted};
pub(crate) use wrap::{under, words, wrapped};
