//! The `xqdb` program: parse, match, exit.

mod cli;
mod commands;

use clap::Parser;
use cli::{Cli, Color, Command};
use commands::{Context, Status};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Workers make the texts of records and another thread gives them back, which costs other allocators a seventh of an import.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let context = Context {
        db: cli.db.clone(),
        quiet: cli.quiet,
        colour: colour(cli.color),
        legend: cli.legend.clone(),
    };
    let result = match &cli.command {
        Command::Convert(args) => commands::convert(&context, args),
        Command::Notate(args) => commands::notate(&context, args),
        Command::Export(args) => commands::export(&context, args),
        Command::Import(args) => commands::import(&context, args),
        Command::Search(args) => commands::search(&context, args),
        Command::Explore(args) => commands::explore(&context, args),
        Command::Show(args) => commands::show(&context, args),
        Command::Report(args) => commands::report(&context, args),
        Command::Forget(args) => commands::forget(&context, args),
        Command::Dump => commands::dump(&context),
        Command::Stats => commands::stats(&context),
        Command::Verify => commands::verify(&context),
        Command::Backup(args) => commands::backup(&context, args),
        Command::Optimize => commands::optimize(&context),
        Command::Formats => commands::formats(),
        Command::Completions { shell } => commands::completions(*shell),
        Command::Man => commands::man(),
    };
    ExitCode::from(result.unwrap_or_else(|error| fail(&error)) as u8)
}

/// Whether stdout gets colours.
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

/// Tells what went wrong. A reader that went away is no error.
fn fail(error: &anyhow::Error) -> Status {
    let is_broken_pipe = error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    });
    if is_broken_pipe {
        return Status::Success;
    }
    let _ = writeln!(std::io::stderr(), "xqdb: {error:#}");
    Status::Error
}
