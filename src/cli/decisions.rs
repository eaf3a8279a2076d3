//! What commands about decisions are told.

use super::answer::{Answer, ReportFormat};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What is decided.
#[derive(Debug, Args)]
pub(crate) struct Wanted {
    #[arg(value_enum, value_name = "ACTION")]
    pub(crate) action: Action,
    #[arg(value_name = "TARGET")]
    pub(crate) target: String,
    #[arg(value_name = "VALUE")]
    pub(crate) value: String,
}

#[derive(Debug, Args)]
pub(crate) struct DecideArgs {
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
    #[arg(long, env = "XQDB_BY", value_name = "NAME")]
    pub(crate) by: Option<String>,
    #[arg(long, value_name = "DATE")]
    pub(crate) when: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct UndoArgs {
    #[command(flatten)]
    pub(crate) wanted: Wanted,
}

#[derive(Debug, Args)]
pub(crate) struct DecisionsArgs {
    #[arg(value_enum, default_value_t = Task::Log, value_name = "TASK")]
    pub(crate) task: Task,
    #[arg(value_name = "FILE", required_if_eq_any([("task", "apply"), ("task", "diff")]))]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) answer: Answer<ReportFormat>,
}

/// What a decision does.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Action {
    Same,
    Differ,
    Set,
    Read,
}

impl Action {
    /// Its word in files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Action::Same => "same",
            Action::Differ => "differ",
            Action::Set => "set",
            Action::Read => "read",
        }
    }
}

/// What is done with all decisions.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Task {
    Log,
    Export,
    Apply,
    Diff,
}
