//! Drawing: boards, tables, bars. Text only; knows nothing of databases.

mod bar;
mod board;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use bar::bar;
pub(crate) use board::{Letters, board, letter};
pub(crate) use table::{Align, Table};
