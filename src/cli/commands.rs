//! Arguments of each command, but for those about names and texts.

use super::asked::{
    ChosenPerArgs, ExploredArgs, FallArgs, FilterArgs, MomentArgs, MoveArgs, PlacedArgs,
    QuestionArgs, SelectionArgs, TimelineArgs, UnitArgs,
};
use super::settings::UserSetting;
use super::shared::{
    AnswerArgs, By, CiteFormat, ColumnsArgs, FigureArgs, FormArgs, ListArgs, ListForm, MovesAnswer,
    MovesListArgs, OutputArgs, PageFormat, ReadingArgs, RowLayout, RowSort, RowsArgs,
    VerdictFormat, all_where, exported_formats, formats_of_games, parse_size,
};
use clap::builder::{ArgPredicate, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
#[cfg(feature = "serve")]
use std::net::IpAddr;
use std::path::PathBuf;
use xqdb::search::{OpeningOrder, SearchQuery};
use xqdb::xiangqi::Side;
use xqdb::xiangqi::repetition::{RULE_BOOKS, RuleBook};

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[arg(long)]
    pub(crate) reread: bool,
    #[arg(long, default_value = "1G", value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: u64,
}

#[derive(Debug, Args)]
#[command(mut_arg("to", |to| to.value_parser(formats_of_games())))]
pub(crate) struct ConvertArgs {
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct NotateArgs {
    #[arg(value_name = "MOVES", conflicts_with_all = ["batch", "list"])]
    pub(crate) moves: Vec<String>,
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    #[arg(long, default_value = "auto", value_name = "SYSTEM")]
    pub(crate) from: String,
    #[arg(long, default_value = "iccs", value_name = "SYSTEM", value_delimiter = ',')]
    pub(crate) to: Vec<String>,
    #[arg(long, conflicts_with_all = ["fen", "explain"])]
    pub(crate) batch: bool,
    #[arg(long)]
    pub(crate) explain: bool,
    #[arg(long, value_enum, default_value_t = BoardLetters::Chinese, value_name = "LETTERS")]
    pub(crate) letters: BoardLetters,
    #[arg(long)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) answer: ListArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("to", |to| to.value_parser(exported_formats())))]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    #[arg(long, value_name = "FILE")]
    pub(crate) sources: Option<PathBuf>,
    #[arg(long, value_name = "PERCENT")]
    pub(crate) split: Option<String>,
    #[arg(long, default_value_t = 0, value_name = "N")]
    limit: usize,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) recipe: RecipeArgs,
}

impl ExportArgs {
    /// Largest number of games written.
    pub(crate) fn most(&self) -> usize {
        RowLayout::SCREEN.limited(self.limit).most()
    }

    /// Whether all games are written.
    pub(crate) fn is_of_all(&self, query: &SearchQuery) -> bool {
        self.limit == 0 && !self.selection.0.has("unit") && query.asks_for_nothing()
    }
}

/// Limits on the moves of an opening book; `None` stands for the usual limit.
#[derive(Debug, Args)]
pub(crate) struct RecipeArgs {
    #[arg(long, value_name = "N")]
    pub(crate) min_games: Option<u64>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) plies: Option<u16>,
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) min_score: Option<i64>,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    #[arg(
        long,
        default_value_t = 20,
        default_value_if("by", ArgPredicate::IsPresent, "0"),
        value_name = "N"
    )]
    pub(crate) limit: usize,
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) offset: usize,
    #[arg(long)]
    pub(crate) count: bool,
    #[arg(long, conflicts_with_all = ["count", "by", "explain"])]
    pub(crate) novelty: bool,
    #[arg(
        long,
        value_enum,
        value_name = "BY",
        conflicts_with_all = ["count", "offset", "sort"]
    )]
    pub(crate) by: Option<By>,
    #[arg(
        long,
        requires = "where",
        conflicts_with_all = ["count", "by"]
    )]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs<ListForm>,
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
}

#[derive(Debug, Args)]
pub(crate) struct ExploreArgs {
    #[command(flatten)]
    pub(crate) asked: ExploredArgs,
    #[arg(
        long,
        value_enum,
        value_name = "BY",
        conflicts_with_all = ["depth", "latest", "min_games", "sort", "figure"]
    )]
    pub(crate) by: Option<By>,
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) depth: u32,
    #[arg(
        long,
        alias = "rows",
        default_value_t = 10_000,
        default_value_if("by", ArgPredicate::IsPresent, "0"),
        value_name = "N"
    )]
    pub(crate) limit: usize,
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) min_games: u64,
    #[arg(long, value_enum, default_value_t = RowSort::Games, value_name = "ORDER")]
    pub(crate) sort: RowSort,
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub(crate) latest: usize,
    #[arg(long, value_name = "FILE", conflicts_with = "by")]
    pub(crate) engine_book: Vec<PathBuf>,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: ColumnsArgs,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

#[derive(Debug, Args)]
pub(crate) struct OpeningsArgs {
    #[arg(value_name = "OPENING")]
    pub(crate) within: Vec<String>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(
        long,
        default_value = "games",
        value_name = "ORDER",
        allow_hyphen_values = true,
        value_parser = opening_orders()
    )]
    pub(crate) sort: (OpeningOrder, bool),
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) limit: usize,
    #[arg(long, requires = "within")]
    pub(crate) diagram: bool,
    #[arg(long, value_enum, default_value_t = BoardLetters::Chinese, value_name = "LETTERS")]
    pub(crate) letters: BoardLetters,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: ColumnsArgs,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

/// Parses the name of a rule book.
fn rule_books() -> impl TypedValueParser<Value = &'static RuleBook> {
    PossibleValuesParser::new(RULE_BOOKS.each_ref().map(|book| book.name))
        .map(|name| RuleBook::named(&name).unwrap_or(RuleBook::usual()))
}

/// Parses an order of openings, and whether `-` before it reverses the order.
fn opening_orders() -> impl TypedValueParser<Value = (OpeningOrder, bool)> {
    let words = OpeningOrder::ALL.into_iter().flat_map(|order| {
        // Leaked, since clap keeps possible values for the life of the program.
        let turned: &'static str = format!("-{order}").leak();
        [PossibleValue::new(order.as_str()), PossibleValue::new(turned).hide(true)]
    });
    PossibleValuesParser::new(words).map(|word| {
        let name = word.trim_start_matches('-');
        (OpeningOrder::from_name(name).unwrap_or_default(), name != word)
    })
}

#[derive(Debug, Args)]
pub(crate) struct PatternsArgs {
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) define: Vec<PathBuf>,
    #[arg(long)]
    pub(crate) no_count: bool,
    #[arg(long, value_enum, default_value_t = BoardLetters::Chinese, value_name = "LETTERS")]
    pub(crate) letters: BoardLetters,
    #[command(flatten)]
    pub(crate) answer: ListArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[arg(value_name = "WORDS", required = true)]
    pub(crate) words: Vec<String>,
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub(crate) ply: Vec<u32>,
    #[command(flatten)]
    pub(crate) asked: QuestionArgs,
    #[arg(
        long,
        default_value = RuleBook::usual().name,
        value_name = "BOOK",
        value_parser = rule_books()
    )]
    pub(crate) rules: &'static RuleBook,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[arg(long, value_enum, default_value_t = BoardLetters::Chinese, value_name = "LETTERS")]
    pub(crate) letters: BoardLetters,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs<PageFormat>,
}

/// Script of the pieces on a board.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardLetters {
    #[value(alias = "traditional")]
    Chinese,
    Simplified,
    Latin,
    Figures,
}

#[derive(Debug, Args)]
pub(crate) struct SqlArgs {
    #[arg(value_name = "SQL", required_unless_present = "datasette")]
    pub(crate) sql: Option<String>,
    #[arg(long)]
    pub(crate) write: bool,
    #[arg(long, conflicts_with_all = ["sql", "write", "format"])]
    pub(crate) datasette: bool,
    #[command(flatten)]
    pub(crate) answer: FormArgs<true>,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    #[arg(value_name = "TEXT")]
    path: Option<String>,
    #[arg(long, value_name = "PATH", conflicts_with = "path")]
    file: Option<String>,
    #[arg(long, conflicts_with = "limit")]
    pub(crate) all: bool,
    #[arg(long)]
    pub(crate) warnings: bool,
    #[arg(long)]
    pub(crate) conflicts: bool,
    #[arg(long)]
    pub(crate) doubts: bool,
    #[arg(long, conflicts_with_all = ["warnings", "conflicts", "doubts"])]
    pub(crate) unread: bool,
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) answer: RowsArgs<true>,
}

impl ReportArgs {
    /// Text that the path of a listed file must contain.
    pub(crate) fn place(&self) -> Option<&str> {
        self.path.as_deref().or(self.file.as_deref())
    }
}

#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[arg(long)]
    pub(crate) repetition: bool,
    #[arg(
        long,
        default_value = RuleBook::usual().name,
        value_name = "BOOK",
        value_parser = rule_books(),
        requires = "repetition"
    )]
    pub(crate) rules: &'static RuleBook,
    #[arg(long, value_name = "PATH", conflicts_with = "repetition")]
    pub(crate) file: Option<String>,
    #[arg(long, conflicts_with_all = ["limit", "repetition"])]
    pub(crate) all: bool,
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) answer: RowsArgs<true>,
}

#[derive(Debug, Args)]
pub(crate) struct ForgetArgs {
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) unit: UnitArgs,
    #[command(flatten)]
    pub(crate) answer: ListArgs,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    #[arg(long)]
    pub(crate) repair: bool,
    #[command(flatten)]
    pub(crate) answer: ListArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    #[arg(value_name = "AFTER")]
    pub(crate) after: PathBuf,
    #[command(flatten)]
    pub(crate) answer: ListArgs<true>,
}

#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    #[arg(value_name = "FILE")]
    pub(crate) target: PathBuf,
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| limit.default_value("20")))]
pub(crate) struct EngineBookArgs {
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub(crate) min_games: u64,
    #[arg(long, default_value_t = 40, value_name = "N")]
    pub(crate) plies: usize,
    #[command(flatten)]
    pub(crate) answer: MovesListArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FormatsArgs {
    #[arg(long, value_name = "FILE")]
    pub(crate) explain: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) answer: ListArgs,
}

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct OpenArgs {
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[arg(long, default_value_t = 9010, value_name = "N")]
    pub(crate) port: u16,
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = super::shared::parse_bytes)]
    pub(crate) upload_limit: u64,
}

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    #[arg(long, default_value_t = 9010, value_name = "N")]
    pub(crate) port: u16,
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<IpAddr>,
    #[arg(long, default_value = "4G", value_name = "SIZE", value_parser = super::shared::parse_bytes)]
    pub(crate) upload_limit: u64,
    #[arg(long, value_name = "FILE")]
    pub(crate) engine_book: Vec<PathBuf>,
}

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct ReconcileArgs {
    #[arg(long, default_value_t = 9011, value_name = "N")]
    pub(crate) port: u16,
}

#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    #[arg(value_enum, value_name = "NAME")]
    pub(crate) setting: Option<UserSetting>,
    #[arg(value_name = "VALUE", requires = "setting")]
    pub(crate) value: Option<String>,
    #[arg(long, requires = "setting", conflicts_with = "value")]
    pub(crate) unset: bool,
    #[command(flatten)]
    pub(crate) answer: ListArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| limit.default_value("5")))]
pub(crate) struct FirstArgs {
    #[command(flatten)]
    pub(crate) asked: MoveArgs,
    #[command(flatten)]
    pub(crate) answer: MovesListArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| limit.default_value("20")))]
pub(crate) struct NoveltyArgs {
    #[arg(value_name = "WORDS")]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) answer: MovesListArgs,
}

#[derive(Debug, Args)]
pub(crate) struct LifeArgs {
    #[command(flatten)]
    pub(crate) asked: TimelineArgs,
    #[command(flatten)]
    pub(crate) answer: MovesListArgs,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| limit.default_value("20")))]
pub(crate) struct CriticalArgs {
    #[command(flatten)]
    pub(crate) asked: FallArgs,
    #[command(flatten)]
    pub(crate) answer: MovesListArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| limit.default_value("20")))]
pub(crate) struct EndingsArgs {
    #[arg(value_name = "MATERIAL", required = true)]
    pub(crate) material: Vec<String>,
    #[command(flatten)]
    pub(crate) at: MomentArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long)]
    pub(crate) games: bool,
    #[command(flatten)]
    pub(crate) answer: ListArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RepertoireArgs {
    #[arg(value_name = "NAME")]
    pub(crate) who: String,
    #[arg(long = "as", value_parser = sides(), value_name = "SIDE")]
    pub(crate) side: Option<Side>,
    #[arg(long, alias = "versus", value_name = "NAME")]
    pub(crate) compare: Option<String>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: u32,
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub(crate) min_games: u64,
    #[command(flatten)]
    pub(crate) per: ChosenPerArgs,
    #[command(flatten)]
    pub(crate) answer: MovesListArgs,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

/// Parses the side of a player.
fn sides() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(Side::ALL.map(Side::as_str))
        .map(|name| if name == Side::Red.as_str() { Side::Red } else { Side::Black })
}

#[derive(Debug, Args)]
pub(crate) struct PlayerArgs {
    #[arg(value_name = "NAME", required = true)]
    pub(crate) who: Vec<String>,
    #[arg(long, value_name = "NAME", conflicts_with = "prepare")]
    pub(crate) against: Option<String>,
    #[arg(long, value_parser = sides(), value_name = "SIDE")]
    pub(crate) prepare: Option<Side>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, value_enum, value_name = "PART", conflicts_with = "prepare")]
    pub(crate) part: Option<PlayerPart>,
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    #[arg(long, default_value_t = 4, value_name = "N", requires = "prepare",
        value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: u32,
    #[arg(long, default_value_t = 2, value_name = "N", requires = "prepare")]
    pub(crate) min_games: u64,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    pub(crate) answer: RowsArgs,
}

/// Part of the page about a player.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayerPart {
    Sides,
    Openings,
    Opponents,
    Years,
    Strength,
    Events,
    Novelties,
    Games,
}

impl PlayerPart {
    /// Whether the part shows all of its rows unless the user sets a limit.
    pub(crate) fn is_whole(self) -> bool {
        use PlayerPart::{Games, Sides, Strength, Years};
        matches!(self, Sides | Years | Strength | Games)
    }
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| {
    ["who", "compare"].into_iter().fold(limit.default_value("50"), all_where)
}))]
pub(crate) struct RatingsArgs {
    #[arg(value_name = "NAME")]
    pub(crate) who: Vec<String>,
    #[arg(long, value_name = "YEAR", conflicts_with = "who")]
    pub(crate) year: Option<u16>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["who", "figure", "all_groups"])]
    pub(crate) compare: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) min_games: u32,
    #[arg(long, conflicts_with = "who")]
    pub(crate) all: bool,
    #[arg(long)]
    pub(crate) all_groups: bool,
    #[arg(long, value_name = "N", default_value_t = 60.0, value_parser = drift)]
    pub(crate) drift: f64,
    #[command(flatten)]
    pub(crate) answer: ListArgs,
    #[command(flatten)]
    pub(crate) figure: FigureArgs,
}

/// Parses Elo points per year, 1 to 10000.
fn drift(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(drift) if (1.0..=10_000.0).contains(&drift) => Ok(drift),
        _ => Err("1..10000".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct ReproduceArgs {
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs<VerdictFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct CiteArgs {
    #[arg(value_name = "WORDS")]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) asked: PlacedArgs,
    #[command(flatten)]
    pub(crate) answer: MovesAnswer<CiteFormat>,
}
