//! One file per command: a plain function from typed arguments to an exit status.
//!
//! Data goes to stdout, everything else to stderr. Commands never call `exit`; their sentences
//! stand in `messages`.

mod audit;
mod cite;
mod collate;
mod config;
mod context;
mod convert;
mod critical;
mod decisions;
mod diff;
mod emend;
mod endings;
mod engine_book;
mod event;
mod events;
mod explore;
mod export;
mod figure;
mod files;
mod first;
mod formats;
mod grouped;
mod import;
mod life;
mod links;
mod manual;
mod notate;
mod novelty;
mod one_game;
mod openings;
mod output;
mod patterns;
mod people;
mod player;
mod printed;
mod progress;
mod question;
mod ratings;
mod render;
mod repertoire;
mod report;
mod reproduce;
mod samples;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod show;
#[cfg(feature = "serve")]
mod site;
mod sql;
mod stats;
mod sums;
mod units;
mod upkeep;
mod values;
mod words;

pub(crate) use context::{Context, Status};

use crate::cli::Command;

/// Runs a command, and prints the line below its answer.
pub(crate) fn run(context: &Context, command: &Command) -> anyhow::Result<Status> {
    let status = answer(context, command);
    context.tell_gathered();
    status
}

fn answer(context: &Context, command: &Command) -> anyhow::Result<Status> {
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
        Command::Critical(args) => critical::critical(context, args),
        Command::First(args) => first::first(context, args),
        Command::Novelty(args) => novelty::novelty(context, args),
        Command::Life(args) => life::life(context, args),
        Command::Ratings(args) => ratings::ratings(context, args),
        Command::Reproduce(args) => reproduce::reproduce(context, args),
        Command::Cite(args) => cite::cite(context, args),
        Command::Patterns(args) => patterns::patterns(context, args),
        Command::Links(args) => links::links(context, args),
        Command::People(args) => people::people(context, args),
        Command::Event(args) => event::event(context, args),
        Command::Events(args) => events::events(context, args),
        Command::Collate(args) => collate::collate(context, args),
        Command::Emend(args) => emend::emend(context, args),
        Command::Decide(args) => decisions::decide(context, args),
        Command::Undo(args) => decisions::undo(context, args),
        Command::Decisions(args) => decisions::decisions(context, args),
        Command::Show(args) => show::show(context, args),
        Command::Player(args) => player::player(context, args),
        Command::Repertoire(args) => repertoire::repertoire(context, args),
        Command::Report(args) => report::report(context, args),
        Command::Forget(args) => upkeep::forget(context, args),
        Command::Diff(args) => diff::diff(context, args),
        Command::Dump => upkeep::dump(context),
        Command::Sql(args) => sql::sql(context, args),
        Command::Stats(args) => stats::stats(context, args),
        Command::Verify(args) => upkeep::verify(context, args),
        Command::Backup(args) => upkeep::backup(context, args),
        Command::Optimize => upkeep::optimize(context),
        Command::EngineBook(args) => engine_book::engine_book(context, args),
        Command::Formats(args) => formats::formats(context, args),
        #[cfg(feature = "serve")]
        Command::Open(args) => serve::open(context, args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::serve(context, args),
        #[cfg(feature = "serve")]
        Command::Reconcile(args) => serve::reconcile(context, args),
        Command::Config(args) => config::config(context, args),
        Command::Completions(args) => manual::completions(context, args),
        Command::Man => manual::man(context),
    }
}
