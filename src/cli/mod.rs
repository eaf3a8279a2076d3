//! Command line: one definition from which help, completions and man page are made.
//!
//! This room lists commands, arguments and values; [`help`] adds their texts from `locales` by
//! name.

mod asked;
mod commands;
mod curating;
mod help;
mod settings;
mod shared;

pub(crate) use asked::*;
pub(crate) use commands::*;
pub(crate) use curating::*;
pub(crate) use settings::*;
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
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
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
    /// Words that repeat the command when typed; see [`words_of`].
    #[arg(skip)]
    pub(crate) words: Vec<String>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    /// Parses the arguments. Help, the version and wrong arguments are returned as `Err`.
    pub(crate) fn read(
        args: Vec<OsString>,
        lang: Lang,
        width: Option<usize>,
        settings: &UserSettings,
    ) -> Result<Cli, clap::Error> {
        // The texts take longer to set than many an answer; they are set only to be shown.
        let notation = settings.get(UserSetting::Notation);
        let mut definition = with_settings(Cli::command(), settings, notation);
        let mut matches = definition
            .try_get_matches_from_mut(&args)
            .or_else(|_| spoken(lang, width, settings).try_get_matches_from(with_verb(&args)))?;
        // Traditional Chinese writes moves in traditional characters, but only for people: output
        // for programs is equal in all languages.
        if lang == Lang::ZhHant && notation.is_none() && is_for_people(&matches) {
            let usual = Some(lang.chinese_notation());
            definition = with_settings(Cli::command(), settings, usual);
            matches = definition.try_get_matches_from_mut(with_verb(&args))?;
        }
        let words = words_of(&definition, &matches);
        let cli = Cli { words, ..Cli::from_arg_matches(&matches)? };
        #[cfg(feature = "serve")]
        let cli = Cli {
            is_db_named: settings.get(UserSetting::Db).is_some()
                || matches.value_source("db") != Some(ValueSource::DefaultValue),
            ..cli
        };
        Ok(cli)
    }

    /// Definition of the command line with texts in `lang`, for a screen of `width` columns.
    pub(crate) fn spoken(lang: Lang, width: Option<usize>) -> clap::Command {
        spoken(lang, width, &UserSettings::default())
    }
}

fn spoken(lang: Lang, width: Option<usize>, settings: &UserSettings) -> clap::Command {
    /// Columns; longer lines are hard to read.
    const WIDEST: usize = 100;
    let width = width.unwrap_or(WIDEST).min(WIDEST);
    let command = with_settings(Cli::command(), settings, settings.get(UserSetting::Notation));
    help::with_texts_in(command, lang, width).term_width(width)
}

/// Commands that write games into files: the user's settings do not apply to their options.
const WRITING: [&str; 2] = ["convert", "export"];

/// Sets the user's settings, and `notation`, as default values, which are leaked.
fn with_settings(
    mut command: clap::Command,
    settings: &UserSettings,
    notation: Option<&str>,
) -> clap::Command {
    for (id, setting) in [("db", UserSetting::Db), ("legend", UserSetting::Legend)] {
        if let Some(value) = settings.get(setting) {
            let value: &'static str = value.to_owned().leak();
            command = command.mut_arg(id, |arg| arg.default_value(value));
        }
    }
    for (id, value) in [("notation", notation), ("rules", settings.get(UserSetting::Rules))] {
        let Some(value) = value else { continue };
        let value: &'static str = value.to_owned().leak();
        command = command.mut_subcommands(|command| {
            let is_answer = !WRITING.contains(&command.get_name());
            match is_answer && command.get_arguments().any(|arg| arg.get_id() == id) {
                true => command.mut_arg(id, |arg| arg.default_value(value)),
                false => command,
            }
        });
    }
    command
}

/// Whether the answer is for people, not for programs.
fn is_for_people(matches: &ArgMatches) -> bool {
    let Some((_, matches)) = matches.subcommand() else { return false };
    let format = matches.try_get_raw("format").ok().flatten().and_then(|mut of| of.next_back());
    let is_page = |format: &std::ffi::OsStr| PAGES.iter().any(|page| format == *page);
    // Of a command without this option clap says so in debug builds alone.
    let is_json = matches.try_get_one::<bool>("json").ok().flatten() == Some(&true);
    format.is_some_and(is_page) && !is_json
}

/// Formats of answers that people read.
const PAGES: [&str; 5] = ["table", "text", "txt", "html", "svg"];

/// Value of `--color`: whether output has colours.
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
    Critical(CriticalArgs),
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
    EngineBook(EngineBookArgs),
    Formats(FormatsArgs),
    Config(ConfigArgs),
    Completions(CompletionsArgs),
    Man,
}

/// Replaces `decisions` and a verb by a command: `decisions same A B` becomes `decide same A B`,
/// and `decisions undo same A B` becomes `undo same A B`.
fn with_verb(args: &[OsString]) -> Vec<OsString> {
    let mut args = args.to_vec();
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

/// Options that [`words_of`] leaves out, since they do not change the answer.
const LEFT_OUT: [&str; 5] = ["columns", "figure", "force", "format", "json"];

/// Words that repeat the command when typed: its name, its values without a name, and its options
/// in the order of their definition, without [`LEFT_OUT`].
fn words_of(definition: &clap::Command, matches: &ArgMatches) -> Vec<String> {
    let Some((name, matches)) = matches.subcommand() else { return Vec::new() };
    let Some(command) = definition.find_subcommand(name) else { return Vec::new() };
    let is_said = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        let is_typed = matches.value_source(id) == Some(ValueSource::CommandLine);
        // A set notation is named: elsewhere the settings may differ.
        let is_set =
            || id == "notation" && arg.get_default_values() != [Lang::En.chinese_notation()];
        !arg.is_global_set() && !LEFT_OUT.contains(&id) && (is_typed || is_set())
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
                        // clap would take the value for an option.
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
