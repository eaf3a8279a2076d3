//! The command line, one definition: help, completions and man page are made from it.
//!
//! Here stands what can be said; what it means to a person is in `locales`, and [`help`] puts it in
//! by the names of commands, arguments and values.

mod asked;
mod commands;
mod help;
mod shared;

pub(crate) use asked::*;
pub(crate) use commands::*;
pub(crate) use shared::*;

use crate::messages::Lang;
use clap::parser::ValueSource;
use clap::{
    Arg, ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
};
use std::ffi::OsString;
use std::path::PathBuf;

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
    /// The words of the command as they would be typed again; see [`words_of`].
    #[arg(skip)]
    pub(crate) words: Vec<String>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    /// Reads the arguments.
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
            .or_else(|_| Cli::spoken(lang, width).try_get_matches_from(with_verb(args)))?;
        let words = words_of(&definition, &matches);
        let cli = Cli { words, ..Cli::from_arg_matches(&matches)? };
        #[cfg(feature = "serve")]
        let cli = Cli {
            is_db_named: matches.value_source("db") != Some(ValueSource::DefaultValue),
            ..cli
        };
        Ok(cli)
    }

    /// The definition with its texts in a language, for a screen that is `width` columns wide.
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
    Player(PlayerArgs),
    Ratings(RatingsArgs),
    Reproduce(ReproduceArgs),
    Cite(CiteArgs),
    Patterns(PatternsArgs),
    Links(LinksArgs),
    People(PeopleArgs),
    Event(EventArgs),
    Events(EventsArgs),
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

/// The arguments with the command that a verb behind `decisions` is: `decisions same A B` decides, and
/// `decisions undo same A B` takes that back.
fn with_verb(mut args: Vec<OsString>) -> Vec<OsString> {
    if let Some(at) = args.iter().position(|arg| arg == "decisions")
        && let Some(verb) = args.get(at + 1).and_then(|verb| verb.to_str())
    {
        if verb == "undo" {
            args.remove(at);
        } else if Action::from_str(verb, true).is_ok() {
            args[at] = "decide".into();
        }
    }
    args
}

/// Options that do not change the answer.
const LEFT_OUT: [&str; 4] = ["figure", "force", "format", "json"];

/// The words of the command as they would be typed again, without options that change only how the
/// answer is shown or where it is written: its name, the values without a name, and the options in
/// the order of their definition.
fn words_of(definition: &clap::Command, matches: &ArgMatches) -> Vec<String> {
    let Some((name, matches)) = matches.subcommand() else { return Vec::new() };
    let Some(command) = definition.find_subcommand(name) else { return Vec::new() };
    let is_said = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        let source = matches.value_source(id);
        !arg.is_global_set() && !LEFT_OUT.contains(&id) && source == Some(ValueSource::CommandLine)
    };
    let mut words = vec![name.to_owned()];
    let mut unnamed = Vec::new();
    for arg in command.get_arguments().filter(is_said) {
        let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
        let values = values.map(|value| value.to_string_lossy().into_owned());
        match arg.get_long() {
            None => unnamed.extend(values),
            Some(long) if !arg.get_action().takes_values() => words.push(format!("--{long}")),
            Some(long) => {
                for value in values {
                    match value.starts_with('-') {
                        // It would be taken for an option.
                        true => words.push(format!("--{long}={value}")),
                        false => words.extend([format!("--{long}"), value]),
                    }
                }
            }
        }
    }
    let place = if unnamed.iter().any(|value| value.starts_with('-')) {
        words.push("--".to_owned());
        words.len()
    } else {
        1
    };
    words.splice(place..place, unnamed);
    words
}
