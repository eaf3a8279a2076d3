//! In which format an answer is printed.

use clap::{Args, ValueEnum};

/// `--format`, and `--json` as a short word for one of the formats.
#[derive(Debug, Args)]
pub(crate) struct Answer<F: Format> {
    #[arg(long, default_value = "table", value_name = "FORMAT")]
    format: F,
    #[arg(long, hide = true, conflicts_with = "format")]
    json: bool,
}

/// Formats of which one is meant by `--json`.
pub(crate) trait Format: ValueEnum + Send + Sync + 'static {
    /// The one that is meant.
    const JSON: Self;
}

impl<F: Format> Answer<F> {
    /// The format that was asked for.
    pub(crate) fn format(&self) -> F {
        if self.json { F::JSON } else { self.format.clone() }
    }
}

/// Formats of a table.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    Table,
    Json,
    Csv,
}

impl Format for AnswerFormat {
    const JSON: AnswerFormat = AnswerFormat::Json;
}

/// Formats of a list of games.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    Table,
    Jsonl,
    Csv,
    Pgn,
}

impl Format for ListFormat {
    const JSON: ListFormat = ListFormat::Jsonl;
}

/// Formats of one game.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    #[value(aliases = ["text", "txt"])]
    Table,
    Html,
    Svg,
    Json,
    Pgn,
}

impl Format for PageFormat {
    const JSON: PageFormat = PageFormat::Json;
}

/// Formats of a list of findings.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    #[value(alias = "text")]
    Table,
    Jsonl,
}

impl Format for ReportFormat {
    const JSON: ReportFormat = ReportFormat::Jsonl;
}

/// Formats of what is found in records.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum AuditFormat {
    #[value(alias = "text")]
    Table,
    Jsonl,
    Csv,
}

impl Format for AuditFormat {
    const JSON: AuditFormat = AuditFormat::Jsonl;
}

/// Formats of rows.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    Table,
    Csv,
    Jsonl,
}

impl Format for SheetFormat {
    const JSON: SheetFormat = SheetFormat::Jsonl;
}

/// Formats of a verdict.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictFormat {
    #[value(alias = "text")]
    Table,
    Json,
}

impl Format for VerdictFormat {
    const JSON: VerdictFormat = VerdictFormat::Json;
}

/// Formats of texts laid side by side.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum CollationFormat {
    #[value(alias = "text")]
    Table,
    Html,
    Json,
    Tei,
}

impl Format for CollationFormat {
    const JSON: CollationFormat = CollationFormat::Json;
}
