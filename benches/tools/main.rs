//! Tools beside the program: test games, and measurements that do not fit `cargo bench`.
//!
//! ```text
//! cargo run --release --example tools -- generate --games 200000 > games.pgn
//! cargo run --release --example tools -- lookups xqdb.db
//! cargo run --release --example tools -- exact xqdb.db 500
//! cargo run --release --example tools -- load 127.0.0.1:9010
//! cargo run --release --example tools -- columns xqdb.db
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

#[cfg(feature = "parquet")]
mod columns;
#[path = "../corpus.rs"]
mod corpus;
mod exact;
mod generate;
mod load;
mod lookups;
mod positions;

use clap::Parser;
use std::path::PathBuf;

#[derive(Parser)]
enum Tool {
    /// Writes a corpus of distinct, legal, plausible games of any size to standard output
    Generate(generate::Args),
    /// Times every kind of question to a database, and whole commands
    Lookups {
        #[arg(default_value = "xqdb.db")]
        db: PathBuf,
    },
    /// Compares answers of the position index with a count by brute force; ends with 1 if one
    /// differs
    Exact {
        #[arg(default_value = "xqdb.db")]
        db: PathBuf,
        /// How many positions are drawn
        #[arg(default_value_t = 500)]
        positions: usize,
    },
    /// Asks a running `xqdb serve` as many people would at once
    Load {
        #[arg(default_value = "127.0.0.1:9010")]
        address: String,
        /// The number of the server's process, whose memory is printed (Linux only)
        process: Option<u32>,
    },
    /// Times the rows of the table `games`, with all columns and with each of them alone
    #[cfg(feature = "parquet")]
    Columns {
        #[arg(default_value = "xqdb.db")]
        db: PathBuf,
        /// With all columns only
        #[arg(long)]
        all: bool,
    },
    /// Makes `src/opening/positions.tsv` of JSON Lines on standard input
    Positions,
}

fn main() -> anyhow::Result<()> {
    match Tool::parse() {
        Tool::Generate(args) => generate::run(&args),
        Tool::Lookups { db } => lookups::run(&db),
        Tool::Exact { db, positions } => exact::run(&db, positions),
        Tool::Load { address, process } => load::run(&address, process),
        #[cfg(feature = "parquet")]
        Tool::Columns { db, all } => columns::run(&db, all),
        Tool::Positions => positions::run(),
    }
}
