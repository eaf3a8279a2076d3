//! What commands about people, events and links are told.

use super::answer::{Answer, CollationFormat, ReportFormat, VerdictFormat};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use xqdb::people::Relation;

#[derive(Debug, Args)]
pub(crate) struct LinksArgs {
    #[arg(value_name = "KEY", conflicts_with = "rebuild")]
    pub(crate) key: Option<String>,
    #[arg(
        long,
        value_name = "RELATION",
        value_delimiter = ',',
        value_parser = link_relations(),
        conflicts_with = "rebuild"
    )]
    pub(crate) relation: Vec<LinkRelation>,
    #[arg(long, conflicts_with = "rebuild")]
    pub(crate) same: bool,
    #[arg(long)]
    pub(crate) rebuild: bool,
    #[command(flatten)]
    pub(crate) answer: Answer<ReportFormat>,
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
    pub(crate) answer: Answer<CollationFormat>,
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
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: Answer<VerdictFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct NamesArgs {
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[arg(long, conflicts_with_all = ["name", "judge"])]
    pub(crate) candidates: bool,
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    pub(crate) judge: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub(crate) list: Option<PathBuf>,
    #[arg(long, default_value_t = 50, value_name = "N")]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) answer: Answer<ReportFormat>,
}

/// How two games are related, by its word.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) struct LinkRelation(pub(crate) Relation);

fn link_relations() -> impl TypedValueParser<Value = LinkRelation> {
    PossibleValuesParser::new(Relation::ALL.map(Relation::name)).try_map(|name| {
        Relation::by_name(&name).map(LinkRelation).ok_or("the parser knows the same words")
    })
}
