//! Games, positions and records of an archive or of files, as Arrow tables.
//!
//! [`TABLES`] describes the columns. [`game_batches`], [`Positions`] and [`Records`] read an archive
//! and yield batches of bounded size, so that memory does not grow with the archive. Keys of games
//! and positions are computed by the functions of the store.
//!
//! [`replay`] needs no archive: it turns the bytes of files into rows of these tables, so that
//! another engine can run it over its own data. [`settle`] decides which games the records of such
//! rows witness, [`positions_of`] replays games, and [`Pieces`] cuts files for [`replay`]. [`divide`]
//! and [`gather`] sort positions of many games by key without one computer that holds all of them;
//! [`ParquetBytes`] makes a file of any table in memory.
//!
//! [`write_folder`] writes the tables as Parquet files, [`write_dataset`] a folder to be deposited,
//! and [`LaidDataset`] compares such a folder with what an archive gives.
//!
//! Choosing games (`search`) and reading arguments of commands do not belong here.

mod boards;
mod dataset;
mod divided;
mod error;
mod folder;
mod game_rows;
mod games;
mod in_memory;
mod input;
mod kept_games;
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

pub use dataset::{
    ChangedFile, DatasetRecipe, FileState, LaidDataset, Rights, SplitShares, write_dataset,
};
pub use divided::{BUCKET_BITS, DIVIDED, divide, gather};
pub use error::{ColumnsError, ColumnsResult};
pub use folder::{Extract, RowCounts, write_folder};
pub use game_rows::{GAMES_TOGETHER, game_batches, some_of_games};
pub use games::GAMES;
pub use in_memory::ParquetBytes;
pub use pieces::{PIECES, Pieces};
pub use positions::{POSITIONS, Positions, WIDE_POSITIONS, positions_of};
pub use records::{RECORDS, Records};
pub use replay::WantedTable;
pub use replay::replay;
pub use settle::{SettledTables, settle};
pub use table::{ArrowColumn, ArrowTable};

/// The tables `games`, `positions` and `records`.
pub static TABLES: [&ArrowTable; 3] = [&GAMES, &POSITIONS, &RECORDS];
