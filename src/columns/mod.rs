//! What files and archives hold as Arrow tables: games, positions, records.
//!
//! [`TABLES`] says what each column is. [`Games`], [`Positions`] and [`Records`] give the rows of an
//! archive in batches of bounded size, so that memory does not grow with the archive. Keys come
//! from the very functions that the store uses.
//!
//! [`replay`] needs no archive: bytes go in, and rows of the same tables come out. Another engine can
//! run it over its own data. [`settle`] decides which games such records witness, [`positions_of`] gives
//! the positions of games, and [`Pieces`] cuts files for all that.
//!
//! [`write_folder`] makes Parquet files of all three.
//!
//! Here does not belong: which games are wanted (`search`), and reading the arguments of a command.

mod error;
mod folder;
mod games;
mod input;
mod json;
mod kernel;
mod lines;
mod parsed;
mod pieces;
mod positions;
mod records;
mod settle;
mod sorted;
mod table;
#[cfg(test)]
mod tests;

pub use error::{Error, Result};
pub use folder::{Counts, Extract, write_folder};
pub use games::Games;
pub use kernel::replay;
pub use parsed::Wanted;
pub use pieces::Pieces;
pub use positions::{Positions, positions_of};
pub use records::Records;
pub use settle::{Settled, settle};
pub use table::{Column, GAMES, PIECES, POSITIONS, RECORDS, TABLES, Table};
