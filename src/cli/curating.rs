//! The arguments of the commands about names and texts: who and which event is meant, which records
//! are one game, and what people decide of them.

use super::shared::{
    CollationFormat, DocumentArgs, EventFormat, ListArgs, MovesListArgs, all_where,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use xqdb::duplicates::Relation;

#[derive(Debug, Args)]
pub(crate) struct LinksArgs {
    #[arg(value_name = "WORDS", conflicts_with = "rebuild")]
    pub(crate) words: Vec<String>,
    #[arg(
        long,
        value_name = "RELATION",
        value_delimiter = ',',
        value_parser = relations(),
        conflicts_with = "rebuild"
    )]
    pub(crate) relation: Vec<Relation>,
    #[arg(long, conflicts_with = "rebuild")]
    pub(crate) same: bool,
    #[arg(long)]
    pub(crate) rebuild: bool,
    #[command(flatten)]
    pub(crate) answer: ListArgs<true>,
}

#[derive(Debug, Args)]
pub(crate) struct CollateArgs {
    #[arg(required = true, value_name = "KEY")]
    pub(crate) keys: Vec<String>,
    #[arg(long)]
    pub(crate) group: bool,
    #[arg(long)]
    pub(crate) boards: bool,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: DocumentArgs<CollationFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct EmendArgs {
    #[arg(value_name = "RECORD")]
    pub(crate) record: String,
    #[arg(long, value_name = "N", requires = "reason")]
    pub(crate) accept: Option<usize>,
    #[arg(long, value_name = "TEXT", requires = "accept")]
    pub(crate) reason: Option<String>,
    #[arg(long, env = "XQDB_BY", value_name = "NAME")]
    pub(crate) by: Option<String>,
    #[arg(long, value_name = "DATE", requires = "accept")]
    pub(crate) when: Option<String>,
    #[command(flatten)]
    pub(crate) answer: MovesListArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| limit.default_value("50")))]
pub(crate) struct NamesArgs {
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[arg(long, conflicts_with_all = ["name", "judge"])]
    pub(crate) candidates: bool,
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    pub(crate) judge: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub(crate) list: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) answer: ListArgs<true>,
}

#[derive(Debug, Args)]
pub(crate) struct EventArgs {
    #[arg(value_name = "NAME", required = true)]
    pub(crate) event: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) standings: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) answer: DocumentArgs<EventFormat>,
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| all_where(limit, "wordings")))]
pub(crate) struct EventsArgs {
    #[arg(long, conflicts_with_all = ["name", "candidates", "judge"])]
    pub(crate) wordings: bool,
    #[arg(long, conflicts_with_all = ["wordings", "candidates", "judge", "list"])]
    pub(crate) tournaments: bool,
    #[command(flatten)]
    pub(crate) names: NamesArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| all_where(limit, "spellings")))]
pub(crate) struct PeopleArgs {
    #[arg(long, conflicts_with_all = ["name", "candidates", "judge", "list"])]
    pub(crate) spellings: bool,
    #[arg(short, long, value_name = "FILE", requires = "candidates")]
    pub(crate) output: Option<PathBuf>,
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) names: NamesArgs,
}

fn relations() -> impl TypedValueParser<Value = Relation> {
    PossibleValuesParser::new(Relation::ALL.map(Relation::as_str))
        .try_map(|name| Relation::from_name(&name).ok_or("the parser knows the same words"))
}

/// The action, the subject and the value of a decision.
#[derive(Debug, Args)]
pub(crate) struct WantedDecision {
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
    pub(crate) wanted: WantedDecision,
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
    pub(crate) wanted: WantedDecision,
}

#[derive(Debug, Args)]
pub(crate) struct DecisionsArgs {
    #[arg(value_enum, default_value_t = Task::Log, value_name = "TASK")]
    pub(crate) task: Task,
    #[arg(value_name = "FILE", required_if_eq_any([("task", "apply"), ("task", "diff")]))]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) answer: ListArgs<true>,
}

/// The action of a decision.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Action {
    Same,
    Differ,
    Set,
    Read,
}

impl Action {
    /// Word for the action in files of decisions.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Action::Same => "same",
            Action::Differ => "differ",
            Action::Set => "set",
            Action::Read => "read",
        }
    }
}

/// Task of the command `decisions`.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Task {
    Log,
    Export,
    Apply,
    Diff,
}
