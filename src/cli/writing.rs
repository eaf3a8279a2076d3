//! What is written, and where.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::PathBuf;
use xqdb::export::EXPORTS;

/// What to write, and where.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    #[arg(
        long,
        alias = "format",
        default_value = "jsonl",
        value_name = "FORMAT",
        value_parser = written_formats()
    )]
    pub(crate) to: String,
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    #[arg(long)]
    pub(crate) force: bool,
    #[arg(long)]
    pub(crate) full: bool,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding_out: Option<String>,
    #[arg(long)]
    pub(crate) strict: bool,
}

/// What `--to` calls tables: files of columns instead of files of games.
pub(crate) const PARQUET: &str = "parquet";

/// What `--to` calls an archive of its own: a database.
pub(crate) const DATABASE: &str = "xqdb";

/// Without tables and databases, which are made of databases only: who asks for them is told so.
pub(super) fn formats_of_games() -> PossibleValuesParser {
    let formats = EXPORTS.iter().map(|format| PossibleValue::new(format.name));
    let others = [PARQUET, DATABASE].map(|name| PossibleValue::new(name).hide(true));
    PossibleValuesParser::new(formats.chain(others))
}

fn written_formats() -> PossibleValuesParser {
    PossibleValuesParser::new(EXPORTS.iter().map(|format| format.name).chain([PARQUET, DATABASE]))
}
