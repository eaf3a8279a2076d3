//! What commands for research are told.

use super::answer::{Answer, AnswerFormat};
use super::figure::FigureArgs;
use super::question::{FilterArgs, PositionArgs};
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct FirstArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[arg(long = "move", value_name = "MOVE")]
    pub(crate) mv: Option<String>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub(crate) limit: usize,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct NoveltyArgs {
    #[arg(value_name = "KEY")]
    pub(crate) key: Option<String>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) limit: usize,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct LifeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, value_enum, default_value_t = Per::Year, value_name = "SPAN")]
    pub(crate) per: Per,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

/// The length of a period.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Per {
    Year,
    Decade,
}

#[derive(Debug, Args)]
pub(crate) struct EndingsArgs {
    #[arg(value_name = "MATERIAL")]
    pub(crate) material: String,
    #[arg(long, value_enum, default_value_t = Moment::Any, value_name = "WHEN")]
    pub(crate) at: Moment,
    #[arg(long)]
    pub(crate) games: bool,
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
}

/// When material stands on the board.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moment {
    Any,
    End,
}

#[derive(Debug, Args)]
pub(crate) struct RepertoireArgs {
    #[arg(value_name = "NAME")]
    pub(crate) who: String,
    #[arg(long = "as", value_enum, value_name = "SIDE")]
    pub(crate) side: Option<PlayerSide>,
    #[arg(long, value_name = "NAME")]
    pub(crate) versus: Option<String>,
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: u32,
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub(crate) min_games: u64,
    #[arg(long, value_enum, value_name = "SPAN")]
    pub(crate) per: Option<Per>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

/// The side that a player has.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayerSide {
    Red,
    Black,
}

#[derive(Debug, Args)]
pub(crate) struct RatingsArgs {
    #[arg(value_name = "NAME")]
    pub(crate) who: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) min_games: u32,
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) limit: usize,
    #[arg(long)]
    pub(crate) all_groups: bool,
    #[arg(long, value_name = "N", default_value_t = 60.0, value_parser = drift)]
    pub(crate) drift: f64,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) answer: Answer<AnswerFormat>,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

/// Elo points a year, more than none.
fn drift(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(drift) if (1.0..=10_000.0).contains(&drift) => Ok(drift),
        _ => Err("1..10000".to_owned()),
    }
}
