//! Figures, and what is cited.

use super::answer::{Answer, Format, VerdictFormat};
use super::question::{FilterArgs, PositionArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The answer as a figure in a file.
#[derive(Debug, Args)]
pub(crate) struct FigureArgs {
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,
    #[arg(long, requires = "figure")]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReproduceArgs {
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) answer: Answer<VerdictFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct CiteArgs {
    #[arg(value_name = "KEY")]
    pub(crate) key: Option<String>,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: Answer<CiteFormat>,
}

/// Formats of a citation.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum CiteFormat {
    #[value(alias = "text")]
    Table,
    Bibtex,
    Json,
}

impl Format for CiteFormat {
    const JSON: CiteFormat = CiteFormat::Json;
}
