//! One file per command: a plain function from typed arguments to an exit status.
//!
//! Data goes to stdout, everything else to stderr. Commands never call `exit`. What they say
//! stands in `messages`.

mod audit;
mod backup;
mod chapters;
mod cite;
mod collate;
mod completions;
mod context;
mod convert;
mod decide;
mod decisions;
mod diagnosis;
mod diff;
mod dump;
mod emend;
mod endings;
mod explain;
mod explore;
mod export;
mod figure;
mod first;
mod forget;
mod formats;
mod grouped;
mod import;
mod life;
mod line;
mod links;
mod losses;
mod man;
mod new_database;
mod notate;
mod novelty;
#[cfg(feature = "serve")]
mod open;
mod opening_rows;
mod openings;
mod optimize;
mod output;
mod part;
mod patterns;
mod people;
mod played;
mod progress;
mod question;
mod ratings;
#[cfg(feature = "serve")]
mod reconcile;
mod render;
mod repertoire;
mod report;
mod reproduce;
mod samples;
mod scanning;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod sheet;
mod show;
mod sniffed;
mod sql;
mod stats;
mod status;
#[cfg(feature = "parquet")]
mod tables;
mod units;
mod verify;
mod whole_file;
mod writing;

pub(crate) use context::Context;
pub(crate) use status::Status;

use crate::cli::Command;

/// Runs a command.
///
/// # Errors
/// When it could not be done.
pub(crate) fn run(context: &Context, command: &Command) -> anyhow::Result<Status> {
    match command {
        Command::Audit(args) => audit::audit(context, args),
        Command::Convert(args) => convert::convert(context, args),
        Command::Notate(args) => notate::notate(context, args),
        Command::Export(args) => export::export(context, args),
        Command::Import(args) => import::import(context, args),
        Command::Search(args) => search::search(context, args),
        Command::Explore(args) => explore::explore(context, args),
        Command::Openings(args) => openings::openings(context, args),
        Command::Endings(args) => endings::endings(context, args),
        Command::First(args) => first::first(context, args),
        Command::Novelty(args) => novelty::novelty(context, args),
        Command::Life(args) => life::life(context, args),
        Command::Ratings(args) => ratings::ratings(context, args),
        Command::Reproduce(args) => reproduce::reproduce(context, args),
        Command::Cite(args) => cite::cite(context, args),
        Command::Patterns(args) => patterns::patterns(context, args),
        Command::Links(args) => links::links(context, args),
        Command::People(args) => people::people(context, args),
        Command::Events(args) => people::events(context, args),
        Command::Collate(args) => collate::collate(context, args),
        Command::Emend(args) => emend::emend(context, args),
        Command::Decide(args) => decide::decide(context, args),
        Command::Undo(args) => decide::undo(context, args),
        Command::Decisions(args) => decisions::decisions(context, args),
        Command::Show(args) => show::show(context, args),
        Command::Repertoire(args) => repertoire::repertoire(context, args),
        Command::Report(args) => report::report(context, args),
        Command::Forget(args) => forget::forget(context, args),
        Command::Diff(args) => diff::diff(context, args),
        Command::Dump => dump::dump(context),
        Command::Sql(args) => sql::sql(context, args),
        Command::Stats(args) => stats::stats(context, args),
        Command::Verify(args) => verify::verify(context, args),
        Command::Backup(args) => backup::backup(context, args),
        Command::Optimize => optimize::optimize(context),
        Command::Formats(args) => formats::formats(context, args),
        #[cfg(feature = "serve")]
        Command::Open(args) => open::open(context, args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::serve(context, args),
        #[cfg(feature = "serve")]
        Command::Reconcile(args) => reconcile::reconcile(context, args),
        Command::Completions(args) => completions::completions(context, args),
        Command::Man => man::man(context),
    }
}
