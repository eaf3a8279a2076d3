//! The command line, one definition: help, completions and man page are made from it.

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use xqdb::export::EXPORTS;

/// One open SQLite database for every Xiangqi (Chinese chess) archive.
#[derive(Debug, Parser)]
#[command(
    name = "xqdb",
    version,
    after_help = "Examples:
  xqdb import ~/qipu                              read a folder into ./xqdb.db
  xqdb explore --moves \"炮二平五 马8进7\"           what was played there, and how it scored
  xqdb search --player 胡荣华 --since 1960         a player's games
  xqdb show KEY --ply 20                          a game, with its board after ply 20
  xqdb convert old.pgn --to jsonl                 read without a database
  xqdb export --event 五羊杯 --to xqf -o folder/    write games to files

Exit status: 0 done or found, 1 nothing found, 2 usage, file or database error,
3 finished but some records were set aside, 130 interrupted."
)]
pub(crate) struct Cli {
    /// Database file
    #[arg(long, global = true, env = "XQDB_DB", default_value = "xqdb.db", value_name = "FILE")]
    pub(crate) db: PathBuf,
    /// Say less
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    /// Poem notation: a file that names the 90 points
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) legend: Option<PathBuf>,
    #[command(subcommand)]
    #[allow(missing_docs, reason = "the subcommand")]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Read files, folders and archives into the database
    Import(ImportArgs),
    /// Find games by position, moves, players, events, dates
    Search(SearchArgs),
    /// Every move played in a position, with its score
    Explore(ExploreArgs),
    /// One game: tags, moves, board, witnesses
    Show(ShowArgs),
    /// Read any input without a database and write it in another format
    Convert(ConvertArgs),
    /// Translate moves from any notation into any other
    Notate(NotateArgs),
    /// Write games of the database to files
    Export(ExportArgs),
    /// What was set aside, damaged, repaired or interpreted
    Report(ReportArgs),
    /// Take an import back
    Forget(ForgetArgs),
    /// Print everything in a canonical order, for comparing databases
    Dump,
    /// What the database holds
    Stats,
    /// Check the database: integrity, replay, index
    Verify,
    /// Copy the database to another file, in use or not, and check the copy
    Backup(BackupArgs),
    /// Merge the segments of the position index into one
    Optimize,
    /// List the file formats
    Formats,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// `xqdb import`
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Files, folders and archives; - is standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) reading: Reading,
    /// Read again what was read before
    #[arg(long)]
    pub(crate) reread: bool,
    /// How much memory to use: 512M, 2G
    #[arg(long, default_value = "1G", value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: u64,
}

/// How to read.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// Decode every text in this way instead of finding out: utf-8, gb18030, big5, utf-16le
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// How moves in text are written, for systems that look like others: laopu, strokeless
    #[arg(long, default_value = "auto", value_name = "SYSTEM")]
    pub(crate) from: String,
    /// Worker threads; by default one for each processor
    #[arg(short = 'j', long = "threads", value_name = "N")]
    pub(crate) threads: Option<usize>,
}

/// `xqdb convert`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  xqdb convert old.pgn --full                              JSON Lines, trees and comments included
  xqdb convert *.cbl --to pgn --encoding-out gbk -o all.pgn
  xqdb convert games.pgn --to xqf --output folder/         a file for each game
  xqdb convert - --to csv < games.pgn

What the format cannot hold is told on stderr.")]
pub(crate) struct ConvertArgs {
    /// Files, folders and archives; - is standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) reading: Reading,
}

/// `xqdb notate`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  xqdb notate 炮二平五 马8进7 马二进三                  to canonical coordinates
  xqdb notate --to chinese,wxf C2=5 H8+7               in columns, side by side
  xqdb notate --from strokeless --explain 炮25 马87    every reading, with its board
  xqdb notate --fen '4k4/9/9/4r4/4P4/9/9/9/9/4K4 w' 'Pawn captures Chariot'
  printf 'FEN\\tC2=5\\n' | xqdb notate --batch         one answer a line")]
pub(crate) struct NotateArgs {
    /// The moves, in one argument or several; without any, standard input is read
    #[arg(value_name = "MOVES", conflicts_with_all = ["batch", "list"])]
    pub(crate) moves: Vec<String>,
    /// Position the moves begin from, any dialect of FEN; the standard start if left out
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// How the moves are written
    #[arg(long, default_value = "auto", value_name = "SYSTEM")]
    pub(crate) from: String,
    /// How to write them; several, separated by commas, give columns
    #[arg(long, default_value = "iccs", value_name = "SYSTEM", value_delimiter = ',')]
    pub(crate) to: Vec<String>,
    /// Read lines of FEN, tab, move from standard input and answer each with one line
    #[arg(long, conflicts_with_all = ["fen", "explain"])]
    pub(crate) batch: bool,
    /// Show every interpretation, the systems that play the line, and the board
    #[arg(long)]
    pub(crate) explain: bool,
    /// Letters on the board
    #[arg(long, value_enum, default_value_t = Letters::Chinese)]
    pub(crate) letters: Letters,
    /// List the notations
    #[arg(long)]
    pub(crate) list: bool,
}

/// `xqdb export`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  xqdb export --player 胡荣华 --since 1960 --to pgn --output hu.pgn
  xqdb export --moves \"炮二平五 马8进7\" --kind game --to xqf --output folder/
  xqdb export --to jsonl --full > everything.jsonl

Each game comes with its chosen names, date and result and with the largest tree of its
witnesses. What the format cannot hold is told on stderr.")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) selection: Selection,
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) output: OutputArgs,
}

/// What to write, and where.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Format to write
    #[arg(long, default_value = "jsonl", value_name = "FORMAT", value_parser = written_formats())]
    pub(crate) to: String,
    /// File to write, or folder for a file a game; standard output by default
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite files
    #[arg(long)]
    pub(crate) force: bool,
    /// Write trees, comments and damage in JSON Lines, too
    #[arg(long)]
    pub(crate) full: bool,
    /// Notation of moves in PGN; `xqdb notate --list` shows all
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    /// Characters to write in: utf-8, gbk, gb18030, big5; by default what is usual for the format
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding_out: Option<String>,
}

fn written_formats() -> PossibleValuesParser {
    PossibleValuesParser::new(EXPORTS.iter().map(|format| format.name))
}

/// A position, by FEN or by moves, or by moves from a FEN.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// Position in FEN, any dialect
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// Moves that lead to the position, in any notation
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Take the left-right mirror image for the same position, or not
    #[arg(long, value_enum, default_value_t = Mirror::Any)]
    pub(crate) mirror: Mirror,
}

/// Whether mirror images count.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum Mirror {
    Exact,
    Any,
}

/// Conditions on games; all must hold.
#[derive(Debug, Args, Default)]
pub(crate) struct FilterArgs {
    /// Either player, in either script, by part of the name or in pinyin
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Vec<String>,
    /// Red
    #[arg(long, value_name = "NAME")]
    pub(crate) red: Option<String>,
    /// Black
    #[arg(long, value_name = "NAME")]
    pub(crate) black: Option<String>,
    /// Part of the event's name
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// From this date on: 1960, 1960-05, 1960-05-01
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<String>,
    /// Up to this date, its whole year or month included
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,
    /// 1-0, 0-1, 1/2-1/2 or *; words work, too
    #[arg(long, value_name = "RESULT")]
    pub(crate) result: Option<String>,
    /// game, handicap, opening, endgame, composed, position or all
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Vec<String>,
    /// Part of a source's path
    #[arg(long, value_name = "PATH")]
    pub(crate) source: Option<String>,
    /// At least this many plies
    #[arg(long, value_name = "N")]
    pub(crate) min_plies: Option<u16>,
    /// Words in the comments, in either script; two characters are enough
    #[arg(long, value_name = "WORDS")]
    pub(crate) text: Option<String>,
    /// Look into variations, too
    #[arg(long)]
    pub(crate) variations: bool,
}

/// Which games, in which order.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) position: PositionArgs,
    /// A part of a board that must stand anywhere in the game: rows of a FEN where ? is anything, . is empty and a row
    /// left out is anything; w or b after it is the side to move
    #[arg(long, value_name = "BOARD")]
    pub(crate) contains: Option<String>,
    /// The moves in just this order, from the start
    #[arg(long, requires = "moves")]
    pub(crate) in_order: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) filter: FilterArgs,
    /// Order of the games
    #[arg(long, value_enum, default_value_t = Sort::Date)]
    pub(crate) sort: Sort,
}

/// `xqdb search`
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) selection: Selection,
    /// How many games to print; 0 is all
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) limit: usize,
    /// How many games to pass over first
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) offset: usize,
    /// Print only how many there are
    #[arg(long)]
    pub(crate) count: bool,
    /// Format to print
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub(crate) format: ListFormat,
    /// Notation of --moves, and of the moves in PGN
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
}

/// Orders of games; equal ones by key.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum Sort {
    /// Oldest first, undated last
    Date,
    /// Newest first, undated last
    Newest,
    /// By key alone
    Key,
    /// Longest first
    Plies,
}

/// How lists of games are printed.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum ListFormat {
    Table,
    Jsonl,
    Csv,
    Pgn,
}

/// `xqdb explore`
#[derive(Debug, Args)]
pub(crate) struct ExploreArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "flattened")]
    pub(crate) filter: FilterArgs,
    /// Print the tree to this depth
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) depth: u32,
    /// How many of the latest games to list
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub(crate) latest: usize,
    /// Notation of the moves
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `xqdb show`
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// Key of the game, or the beginning of one
    pub(crate) key: String,
    /// Draw the board after this ply
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<u32>,
    /// Notation of the moves
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    /// Letters on the board
    #[arg(long, value_enum, default_value_t = Letters::Chinese)]
    pub(crate) letters: Letters,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Letters on a board.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum Letters {
    Chinese,
    Latin,
}

/// `xqdb report`
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Only sources whose path holds this text
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<String>,
    /// List warnings (repaired, interpreted) one by one, too
    #[arg(long)]
    pub(crate) warnings: bool,
    /// List the disagreements between witnesses of one game, too
    #[arg(long)]
    pub(crate) conflicts: bool,
    /// Format to print
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
}

/// How reports are printed.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum ReportFormat {
    Text,
    Jsonl,
}

/// `xqdb forget`
#[derive(Debug, Args)]
pub(crate) struct ForgetArgs {
    /// Files or folders to take back
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

/// `xqdb backup`
#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The file to make
    pub(crate) target: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    pub(crate) force: bool,
}

/// Reads 512M, 2G, 1048576.
fn parse_size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        other => return Err(format!("`{other}` is no unit: K, M or G are")),
    };
    let number: u64 = digits.trim().parse().map_err(|_| "a number is expected".to_owned())?;
    let bytes = number.checked_mul(unit).ok_or_else(|| "too large".to_owned())?;
    if bytes < 256 << 20 { Err("at least 256M are needed".to_owned()) } else { Ok(bytes) }
}
