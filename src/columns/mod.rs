//! What files and archives hold as Arrow tables: games, positions, records.
//!
//! [`TABLES`] says what each column is. [`Games`], [`Positions`] and [`Records`] give the rows of
//! an archive in batches of bounded size, so that memory does not grow with the archive. Keys come
//! from the very functions that the store uses.
//!
//! [`replay`] needs no archive: bytes go in, and rows of the same tables come out. Another engine
//! can run it over its own data. [`settle`] decides which games such records witness,
//! [`positions_of`] gives the positions of games, and [`Pieces`] cuts files for all that.
//!
//! [`write_folder`] makes Parquet files of all three, [`write_dataset`] a folder that can be deposited.
//!
//! Here does not belong: which games are wanted (`search`), and reading the arguments of a command.

mod dataset;
mod error;
mod folder;
mod games;
mod input;
mod pieces;
mod positions;
mod records;
mod replay;
mod settle;
mod shards;
mod sorted;
mod table;
#[cfg(test)]
mod tests;

pub use dataset::{CollectionRights, DatasetRecipe, Rights, SplitShares, write_dataset};
pub use error::{ColumnsError, ColumnsResult};
pub use folder::{Extract, RowCounts, write_folder};
pub use games::{GAMES, Games};
pub use pieces::{PIECES, Pieces};
pub use positions::{POSITIONS, Positions, positions_of};
pub use records::{RECORDS, Records};
pub use replay::WantedTable;
pub use replay::replay;
pub use settle::{SettledTables, settle};
pub use table::{ArrowColumn, ArrowTable};

/// The tables of an archive.
pub static TABLES: [&ArrowTable; 3] = [&GAMES, &POSITIONS, &RECORDS];
