//! Drawing: boards, tables, bars. Text only; knows nothing of databases.

mod board;
mod table;

pub use board::{Letters, board};
pub use table::{Align, Table, bar};
