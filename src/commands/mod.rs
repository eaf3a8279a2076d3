//! One file per command: a plain function from typed arguments to an exit status.
//!
//! Data goes to stdout, everything else to stderr. Commands never call `exit`. What they say
//! stands in `messages`.

mod audit;
mod backup;
mod chapters;
mod completions;
mod context;
mod convert;
mod dump;
mod explain;
mod explore;
mod export;
mod forget;
mod formats;
mod import;
mod line;
mod man;
mod notate;
mod openings;
mod optimize;
mod output;
mod patterns;
mod progress;
mod question;
mod render;
mod report;
mod scanning;
mod search;
mod sheet;
mod show;
mod stats;
mod titled;
mod verify;
mod writing;

pub(crate) use audit::audit;
pub(crate) use backup::backup;
pub(crate) use completions::completions;
pub(crate) use context::{Context, Status};
pub(crate) use convert::convert;
pub(crate) use dump::dump;
pub(crate) use explore::explore;
pub(crate) use export::export;
pub(crate) use forget::forget;
pub(crate) use formats::formats;
pub(crate) use import::import;
pub(crate) use man::man;
pub(crate) use notate::notate;
pub(crate) use openings::openings;
pub(crate) use optimize::optimize;
pub(crate) use patterns::patterns;
pub(crate) use report::report;
pub(crate) use search::search;
pub(crate) use show::show;
pub(crate) use stats::stats;
pub(crate) use verify::verify;
