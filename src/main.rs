//! The `xqdb` program: parse, match, exit.

mod book;
mod cli;
mod commands;
mod messages;
mod questions;
#[cfg(feature = "serve")]
mod serve;

use anyhow::anyhow;
use cli::{Cli, Color, Command, UserSetting, UserSettings, settings_file};
use commands::{Context, Status};
use messages::Lang;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use xqdb::system::is_stdout_closed;

/// Worker threads allocate the texts of records and the writing thread frees them, on which other
/// allocators spend a seventh of an import.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let settings = UserSettings::read();
    let set = |name: &str| {
        let lang = settings.as_ref().ok().and_then(|known| known.get(UserSetting::Lang));
        lang.filter(|_| name == "XQDB_LANG").map(str::to_owned)
    };
    let variable = |name: &str| {
        let said = std::env::var(name).ok().filter(|value| !value.is_empty());
        said.or_else(|| set(name))
    };
    let lang = Lang::choose(args.iter().skip(1).cloned(), variable);
    let status = match settings {
        Ok(settings) => read_and_run(args, lang, &settings),
        Err(error) => refuse_settings(error.into(), lang),
    };
    ExitCode::from(status as u8)
}

/// Runs the command. With an invalid value in the file of settings, only `config`, help and the
/// version run.
fn read_and_run(args: Vec<OsString>, lang: Lang, settings: &UserSettings) -> Status {
    let read = Cli::read(args, lang, width(), settings);
    let is_refused = match &read {
        Ok(cli) => !matches!(cli.command, Command::Config(_)),
        Err(error) => error.use_stderr(),
    };
    match (read, settings.check(lang)) {
        (_, Err(error)) if is_refused => refuse_settings(error, lang),
        (Ok(cli), _) => run(&cli, lang),
        (Err(error), _) => refuse(&error, lang),
    }
}

/// Prints the error of an unreadable or invalid file of settings.
fn refuse_settings(error: anyhow::Error, lang: Lang) -> Status {
    let path = settings_file().unwrap_or_default();
    fail(&error.context(lang.settings_damaged(&path)), lang)
}

fn run(cli: &Cli, lang: Lang) -> Status {
    let context = Context {
        db: cli.db.clone(),
        #[cfg(feature = "serve")]
        is_db_named: cli.is_db_named,
        lang,
        quiet: cli.quiet,
        verbose: cli.verbose,
        colour: colour(cli.color),
        width: width(),
        is_stdout_closed: is_stdout_closed(),
        legend: cli.legend.clone(),
        as_stated: cli.as_stated,
        safe_csv: cli.safe_csv,
        words: cli.words.clone(),
        below: Arc::default(),
    };
    let result = commands::run(&context, &cli.command);
    result.unwrap_or_else(|error| fail(&error, lang))
}

/// Whether stdout gets colours; `Auto` means on a terminal, unless `NO_COLOR` is set.
fn colour(wanted: Color) -> bool {
    match wanted {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            std::io::stdout().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}

/// Columns of the screen: `COLUMNS`, else the width of the terminal; `None` when stdout is no
/// terminal.
fn width() -> Option<usize> {
    let named = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    named.or_else(|| {
        let (terminal_size::Width(columns), _) =
            terminal_size::terminal_size_of(std::io::stdout())?;
        Some(columns.into())
    })
}

/// Prints help or the version on stdout, or errors in the arguments on stderr.
fn refuse(error: &clap::Error, lang: Lang) -> Status {
    if error.use_stderr() {
        let _ = std::io::stderr().write_all(messages::refusal(lang, error).as_bytes());
        return Status::Error;
    }
    if is_stdout_closed() {
        return fail(&anyhow!(lang.cannot_write_output()), lang);
    }
    match error.print().and_then(|()| std::io::stdout().flush()) {
        Ok(()) => Status::Success,
        Err(error) => fail(&error.into(), lang),
    }
}

/// Prints an error. A closed pipe counts as success, the user's stop as an interruption.
fn fail(error: &anyhow::Error, lang: Lang) -> Status {
    let is_broken_pipe = error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    });
    if is_broken_pipe {
        return Status::Success;
    }
    let is_stopped = error
        .chain()
        .any(|cause| matches!(cause.downcast_ref(), Some(xqdb::store::Error::Stopped)));
    if is_stopped {
        return Status::Interrupted;
    }
    let _ = writeln!(std::io::stderr(), "xqdb: {}", messages::describe(lang, error));
    Status::Error
}
