//! Drawing: boards, tables, bars. Text only; knows nothing of databases.

mod bar;
mod board;
mod grid;
mod table;
#[cfg(test)]
mod tests;
mod wrap;

pub(crate) use bar::bar;
pub(crate) use board::board;
pub(crate) use grid::grid;
pub(crate) use table::{Align, Table};
pub(crate) use wrap::{under, wrapped};
