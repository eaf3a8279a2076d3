//! The `xqdb` program: parse, match, exit.

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;
use xqdb::cli::{Cli, Command};
use xqdb::commands::{self, Context, Status};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let context = Context { db: cli.db.clone(), quiet: cli.quiet };
    let result = match &cli.command {
        Command::Convert(args) => commands::convert(&context, args),
        Command::Import(args) => commands::import(&context, args),
        Command::Search(args) => commands::search(&context, args),
        Command::Explore(args) => commands::explore(&context, args),
        _ => Ok(Status::Error),
    };
    ExitCode::from(result.unwrap_or_else(|error| fail(&error)) as u8)
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
