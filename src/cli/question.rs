//! What games are asked for.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use xqdb::search::Unit;

/// A position, by FEN or by moves, or by moves from a FEN.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    #[arg(long, value_enum, default_value_t = Mirror::Any, value_name = "MIRROR")]
    pub(crate) mirror: Mirror,
}

/// Whether mirror images count.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mirror {
    Exact,
    Any,
}

/// Conditions on games; all must hold.
#[derive(Debug, Args, Default)]
pub(crate) struct FilterArgs {
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Vec<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) red: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) black: Option<String>,
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) names: Option<NamesBy>,
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    #[arg(long, value_name = "OPENING")]
    pub(crate) opening: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<String>,
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,
    #[arg(long, value_name = "RESULT")]
    pub(crate) result: Option<String>,
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Vec<String>,
    #[arg(long, value_name = "PATH")]
    pub(crate) source: Option<String>,
    #[arg(long, value_name = "N")]
    pub(crate) min_plies: Option<u16>,
    #[arg(long, value_name = "N")]
    pub(crate) max_plies: Option<u16>,
    #[arg(long, value_name = "PLACE")]
    pub(crate) site: Option<String>,
    #[arg(long, value_name = "WORDS")]
    pub(crate) title: Option<String>,
    #[arg(long, value_name = "CHAPTER")]
    pub(crate) chapter: Option<String>,
    #[arg(long, value_name = "WORDS")]
    pub(crate) text: Option<String>,
    #[arg(long)]
    pub(crate) variations: bool,
    #[arg(long, value_enum, value_name = "UNIT")]
    pub(crate) unit: Option<Count>,
    #[command(flatten)]
    pub(crate) asked: QuestionArgs,
}

/// How names of players are compared.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum NamesBy {
    Exact,
    Script,
    Pinyin,
}

/// What is counted.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum, Default)]
pub(crate) enum Count {
    #[default]
    Games,
    Lines,
    Witnesses,
}

impl From<Count> for Unit {
    fn from(count: Count) -> Unit {
        match count {
            Count::Games => Unit::Games,
            Count::Lines => Unit::Lines,
            Count::Witnesses => Unit::Witnesses,
        }
    }
}

/// A question in the query language.
#[derive(Debug, Args, Default)]
pub(crate) struct QuestionArgs {
    #[arg(long = "where", value_name = "QUERY")]
    pub(crate) question: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) define: Vec<PathBuf>,
}

/// Which games, in which order.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[arg(long, value_name = "BOARD")]
    pub(crate) contains: Vec<String>,
    #[arg(long, requires = "moves")]
    pub(crate) in_order: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, value_enum, default_value_t = Sort::Date, value_name = "ORDER")]
    pub(crate) sort: Sort,
}

/// What games are counted by.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    Opening,
    Chapter,
    Year,
    Decade,
    Player,
    Event,
    Result,
}

/// Orders of the explorer's rows; equal ones by the number of games.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowSort {
    Games,
    Score,
    Reached,
    First,
    Last,
    Move,
}

/// Orders of games; equal ones by key.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sort {
    Date,
    Newest,
    Key,
    Plies,
    Red,
    Black,
    Result,
    Opening,
    Event,
    Title,
}
