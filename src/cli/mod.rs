//! The command line, one definition: help, completions and man page are made from it.
//!
//! Here stands what can be said; what it means to a person is told in `messages::help`, which
//! [`help`] puts in.

mod answer;
mod decisions;
mod figure;
mod help;
mod people;
mod question;
mod reading;
mod research;
#[cfg(test)]
mod tests;
mod words;
mod writing;

pub(crate) use answer::{
    Answer, AnswerFormat, AuditFormat, CollationFormat, ListFormat, PageFormat, ReportFormat,
    SheetFormat, VerdictFormat,
};
pub(crate) use decisions::{Action, DecideArgs, DecisionsArgs, Task, UndoArgs, Wanted};
pub(crate) use figure::{CiteArgs, CiteFormat, FigureArgs, ReproduceArgs};
pub(crate) use people::{CollateArgs, EmendArgs, LinkRelation, LinksArgs, NamesArgs};
pub(crate) use question::{
    By, Count, FilterArgs, Mirror, NamesBy, PositionArgs, QuestionArgs, RowSort, Selection, Sort,
};
pub(crate) use reading::Reading;
pub(crate) use research::{
    EndingsArgs, FirstArgs, LifeArgs, Moment, NoveltyArgs, Per, PlayerSide, RatingsArgs,
    RepertoireArgs,
};
pub(crate) use writing::{DATABASE, OutputArgs, PARQUET};

use crate::messages::Lang;
#[cfg(feature = "serve")]
use clap::parser::ValueSource;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use reading::parse_size;
use std::ffi::OsString;
#[cfg(feature = "serve")]
use std::net::IpAddr;
use std::path::PathBuf;
use writing::formats_of_games;

#[derive(Debug, Parser)]
#[command(name = "xqdb", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[arg(long, global = true, env = "XQDB_DB", default_value = "xqdb.db", value_name = "FILE")]
    pub(crate) db: PathBuf,
    #[cfg(feature = "serve")]
    #[arg(skip)]
    pub(crate) is_db_named: bool,
    #[arg(
        long,
        global = true,
        env = "XQDB_LANG",
        default_value = "auto",
        value_name = "LANGUAGE",
        value_parser = help::languages(),
        ignore_case = true
    )]
    lang: String,
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) legend: Option<PathBuf>,
    #[arg(
        long,
        global = true,
        env = "XQDB_AS_STATED",
        value_parser = clap::builder::FalseyValueParser::new()
    )]
    pub(crate) as_stated: bool,
    #[arg(long, global = true)]
    pub(crate) safe_csv: bool,
    /// The words of the command as they would be typed again; see [`words`].
    #[arg(skip)]
    pub(crate) words: Vec<String>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    /// Understands the arguments.
    ///
    /// # Errors
    /// When they make no sense, or when help or the version is asked for.
    pub(crate) fn read(
        args: Vec<OsString>,
        lang: Lang,
        width: Option<usize>,
    ) -> Result<Cli, clap::Error> {
        // Texts cost more than many an answer. They are set only where one is to be shown.
        let mut definition = Cli::command();
        let matches = definition
            .try_get_matches_from_mut(&args)
            .or_else(|_| Cli::spoken(lang, width).try_get_matches_from(&args))?;
        let words = words::words(&definition, &matches);
        let cli = Cli { words, ..Cli::from_arg_matches(&matches)? };
        #[cfg(feature = "serve")]
        let cli = Cli {
            is_db_named: matches.value_source("db") != Some(ValueSource::DefaultValue),
            ..cli
        };
        Ok(cli)
    }

    /// The definition with its texts in a language, for a screen of so many columns.
    pub(crate) fn spoken(lang: Lang, width: Option<usize>) -> clap::Command {
        /// Longer lines are hard to read.
        const WIDEST: usize = 100;
        let width = width.unwrap_or(WIDEST).min(WIDEST);
        help::with_texts_in(Cli::command(), lang, width).term_width(width)
    }
}

/// When to use colours.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Import(ImportArgs),
    Search(SearchArgs),
    Explore(ExploreArgs),
    Openings(OpeningsArgs),
    First(FirstArgs),
    Novelty(NoveltyArgs),
    Life(LifeArgs),
    Endings(EndingsArgs),
    Repertoire(RepertoireArgs),
    Ratings(RatingsArgs),
    Reproduce(ReproduceArgs),
    Cite(CiteArgs),
    Patterns(PatternsArgs),
    Links(LinksArgs),
    People(NamesArgs),
    Events(NamesArgs),
    Collate(CollateArgs),
    Emend(EmendArgs),
    Decide(DecideArgs),
    Undo(UndoArgs),
    Decisions(DecisionsArgs),
    Show(ShowArgs),
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    #[cfg(feature = "serve")]
    Reconcile(ReconcileArgs),
    #[cfg(feature = "serve")]
    Open(OpenArgs),
    Convert(ConvertArgs),
    Notate(NotateArgs),
    Export(ExportArgs),
    Report(ReportArgs),
    Audit(AuditArgs),
    Forget(ForgetArgs),
    Dump,
    Diff(DiffArgs),
    Sql(SqlArgs),
    Stats(StatsArgs),
    Verify(VerifyArgs),
    Backup(BackupArgs),
    Optimize,
    Formats(FormatsArgs),
    Completions(CompletionsArgs),
    Man,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[arg(long)]
    pub(crate) reread: bool,
    #[arg(long, default_value = "1G", value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: u64,
}

#[derive(Debug, Args)]
#[command(mut_arg("to", |to| to.value_parser(formats_of_games())))]
pub(crate) struct ConvertArgs {
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NotateArgs {
    #[arg(value_name = "MOVES", conflicts_with_all = ["batch", "list"])]
    pub(crate) moves: Vec<String>,
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    #[arg(long, default_value = "auto", value_name = "SYSTEM")]
    pub(crate) from: String,
    #[arg(long, default_value = "iccs", value_name = "SYSTEM", value_delimiter = ',')]
    pub(crate) to: Vec<String>,
    #[arg(long, conflicts_with_all = ["fen", "explain"])]
    pub(crate) batch: bool,
    #[arg(long)]
    pub(crate) explain: bool,
    #[arg(long, value_enum, default_value_t = Letters::Chinese, value_name = "LETTERS")]
    pub(crate) letters: Letters,
    #[arg(long)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) selection: Selection,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) selection: Selection,
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) limit: usize,
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) offset: usize,
    #[arg(long)]
    pub(crate) count: bool,
    #[arg(long, conflicts_with_all = ["count", "by", "explain"])]
    pub(crate) novelty: bool,
    #[arg(
        long,
        value_enum,
        value_name = "BY",
        conflicts_with_all = ["count", "limit", "offset", "sort"]
    )]
    pub(crate) by: Option<By>,
    #[arg(
        long,
        requires = "question",
        conflicts_with_all = ["count", "by"]
    )]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) answer: Answer<ListFormat>,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
}

#[derive(Debug, Args)]
pub(crate) struct ExploreArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(
        long,
        value_enum,
        value_name = "BY",
        conflicts_with_all = ["depth", "rows", "latest", "min_games", "sort", "figure"]
    )]
    pub(crate) by: Option<By>,
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) depth: u32,
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub(crate) rows: usize,
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) min_games: u64,
    #[arg(long, value_enum, default_value_t = RowSort::Games, value_name = "ORDER")]
    pub(crate) sort: RowSort,
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub(crate) latest: usize,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

#[derive(Debug, Args)]
pub(crate) struct OpeningsArgs {
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PatternsArgs {
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) define: Vec<PathBuf>,
    #[arg(long)]
    pub(crate) no_count: bool,
    #[arg(long, value_enum, default_value_t = Letters::Chinese, value_name = "LETTERS")]
    pub(crate) letters: Letters,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[arg(value_name = "KEY")]
    pub(crate) key: String,
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub(crate) ply: Vec<u32>,
    #[command(flatten)]
    pub(crate) asked: QuestionArgs,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[arg(long, value_enum, default_value_t = Letters::Chinese, value_name = "LETTERS")]
    pub(crate) letters: Letters,
    #[command(flatten)]
    pub(crate) answer: Answer<PageFormat>,
}

/// Letters on a board.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Letters {
    #[value(alias = "traditional")]
    Chinese,
    Simplified,
    Latin,
    Figures,
}

#[derive(Debug, Args)]
pub(crate) struct SqlArgs {
    #[arg(value_name = "SQL")]
    pub(crate) sql: String,
    #[arg(long)]
    pub(crate) write: bool,
    #[command(flatten)]
    pub(crate) answer: Answer<SheetFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    #[arg(value_name = "TEXT")]
    pub(crate) path: Option<String>,
    #[arg(long)]
    pub(crate) warnings: bool,
    #[arg(long)]
    pub(crate) conflicts: bool,
    #[arg(long)]
    pub(crate) doubts: bool,
    #[arg(long, conflicts_with_all = ["warnings", "conflicts", "doubts"])]
    pub(crate) unread: bool,
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) answer: Answer<ReportFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[arg(long)]
    pub(crate) repetition: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) answer: Answer<AuditFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct ForgetArgs {
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[arg(long, value_enum, value_name = "UNIT")]
    pub(crate) unit: Option<Count>,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) answer: Answer<VerdictFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    #[arg(value_name = "AFTER")]
    pub(crate) after: PathBuf,
    #[command(flatten)]
    pub(crate) answer: Answer<ReportFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    #[arg(value_name = "FILE")]
    pub(crate) target: PathBuf,
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FormatsArgs {
    #[arg(long, value_name = "FILE")]
    pub(crate) explain: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
}

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct OpenArgs {
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[arg(long, default_value_t = 9010, value_name = "N")]
    pub(crate) port: u16,
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = reading::parse_bytes)]
    pub(crate) upload_limit: u64,
}

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    #[arg(long, default_value_t = 9010, value_name = "N")]
    pub(crate) port: u16,
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<IpAddr>,
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = reading::parse_bytes)]
    pub(crate) upload_limit: u64,
}

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct ReconcileArgs {
    #[arg(long, default_value_t = 9011, value_name = "N")]
    pub(crate) port: u16,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}
