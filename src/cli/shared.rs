//! Options that several commands share: how an answer is printed, how files are read and written.

use clap::builder::{ArgPredicate, PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, ValueEnum};
use std::path::PathBuf;
use xqdb::export::EXPORTS;
use xqdb::store::BookLayout;

/// `--format`, and `--json` in place of `--format` with [`JsonFormat::JSON`].
#[derive(Debug, Args)]
pub(crate) struct AnswerArgs<F: JsonFormat> {
    #[arg(long, default_value = "table", value_name = "FORMAT")]
    format: F,
    #[arg(long, hide = true, conflicts_with = "format")]
    json: bool,
}

impl<F: JsonFormat> AnswerArgs<F> {
    /// Format that the user chose.
    pub(crate) fn format(&self) -> F {
        if self.json { F::JSON } else { self.format.clone() }
    }
}

/// Format of an answer with moves, and their notation.
#[derive(Debug, Args)]
pub(crate) struct MovesAnswer<F: JsonFormat> {
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    answer: AnswerArgs<F>,
}

impl<F: JsonFormat> MovesAnswer<F> {
    /// Format that the user chose.
    pub(crate) fn format(&self) -> F {
        self.answer.format()
    }
}

/// Rows or a document: the format, and the fields, the order and the largest number of the rows.
#[derive(Debug, Args)]
pub(crate) struct DocumentArgs<F: JsonFormat> {
    #[command(flatten)]
    answer: AnswerArgs<F>,
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    sort: Option<String>,
    #[arg(long, default_value = "0", value_name = "N")]
    limit: usize,
}

impl<F: JsonFormat> DocumentArgs<F> {
    /// Format that the user chose.
    pub(crate) fn format(&self) -> F {
        self.answer.format()
    }

    /// Layout of the rows; that of a table for a document.
    pub(crate) fn layout(&self) -> RowLayout<'_> {
        RowLayout {
            form: self.format().of_rows().unwrap_or(Form::Table),
            columns: &self.columns,
            sort: self.sort.as_deref(),
            limit: self.limit,
        }
    }
}

/// Form of rows; `--json` means JSON Lines where `LINES` is true, else a JSON array.
#[derive(Debug, Args)]
pub(crate) struct FormArgs<const LINES: bool = false> {
    #[arg(long, default_value = "table", value_name = "FORMAT")]
    format: Form,
    #[arg(long, hide = true, conflicts_with = "format")]
    json: bool,
}

impl<const LINES: bool> FormArgs<LINES> {
    /// Form that the user chose.
    pub(crate) fn form(&self) -> Form {
        match (self.json, LINES) {
            (false, _) => self.format,
            (true, false) => Form::Json,
            (true, true) => Form::Jsonl,
        }
    }
}

/// Form of rows, and the fields shown.
#[derive(Debug, Args)]
pub(crate) struct ColumnsArgs<const LINES: bool = false> {
    #[command(flatten)]
    form: FormArgs<LINES>,
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
}

/// The form of rows, their fields and their order.
#[derive(Debug, Args)]
pub(crate) struct RowsArgs<const LINES: bool = false> {
    #[command(flatten)]
    columns: ColumnsArgs<LINES>,
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    sort: Option<String>,
}

/// Form of rows, their fields, their order, and the largest number of rows; 0 means all.
#[derive(Debug, Args)]
pub(crate) struct ListArgs<const LINES: bool = false> {
    #[command(flatten)]
    rows: RowsArgs<LINES>,
    #[arg(long, default_value = "0", value_name = "N")]
    limit: usize,
}

/// Makes `--limit` mean all rows if `option` is given, unless the user sets a limit.
pub(super) fn all_where(limit: Arg, option: &'static str) -> Arg {
    limit.default_value_if(option, ArgPredicate::IsPresent, Some("0"))
}

impl<const LINES: bool> ColumnsArgs<LINES> {
    pub(crate) fn layout(&self) -> RowLayout<'_> {
        RowLayout { form: self.form.form(), columns: &self.columns, ..RowLayout::SCREEN }
    }
}

impl<const LINES: bool> RowsArgs<LINES> {
    pub(crate) fn layout(&self) -> RowLayout<'_> {
        RowLayout { sort: self.sort.as_deref(), ..self.columns.layout() }
    }
}

impl<const LINES: bool> ListArgs<LINES> {
    pub(crate) fn layout(&self) -> RowLayout<'_> {
        RowLayout { limit: self.limit, ..self.rows.layout() }
    }
}

/// Layout of rows: form, fields, order and limit.
#[derive(Debug, Copy, Clone)]
pub(crate) struct RowLayout<'a> {
    pub(crate) form: Form,
    /// Names of the fields shown, in order; empty means the usual ones of the form.
    pub(crate) columns: &'a [String],
    /// Field by which rows are sorted; `-` before it reverses the order.
    pub(crate) sort: Option<&'a str>,
    /// Largest number of rows; 0 means all.
    pub(crate) limit: usize,
}

impl<'a> RowLayout<'a> {
    /// Table of all rows with the usual columns.
    pub(crate) const SCREEN: RowLayout<'static> =
        RowLayout { form: Form::Table, columns: &[], sort: None, limit: 0 };

    /// The layout with at most `limit` rows; 0 means all.
    pub(crate) fn limited(self, limit: usize) -> RowLayout<'a> {
        RowLayout { limit, ..self }
    }

    /// Layout of rows already limited in each group: no limit is left, except in another order,
    /// where the limit applies to all rows together.
    pub(crate) fn in_groups(self) -> RowLayout<'a> {
        if self.sort.is_some() { self } else { self.limited(0) }
    }

    /// Largest number of rows printed.
    pub(crate) fn most(self) -> usize {
        if self.limit == 0 { usize::MAX } else { self.limit }
    }

    /// Number of rows to compute from the first on: all, if a sort by a field may put the last row
    /// first.
    pub(crate) fn needed(self) -> usize {
        if self.sort.is_some() { usize::MAX } else { self.most() }
    }

    /// Whether the rows are a table.
    pub(crate) fn is_table(self) -> bool {
        self.form == Form::Table
    }

    /// Whether all rows are shown with the usual fields in their own order.
    pub(crate) fn is_everything(self) -> bool {
        self.columns.is_empty() && self.sort.is_none() && self.limit == 0
    }

    /// Whether a page for people may replace the rows.
    pub(crate) fn is_page(self) -> bool {
        self.is_table() && self.is_everything()
    }
}

/// Rows with moves: their notation and layout.
#[derive(Debug, Args)]
pub(crate) struct MovesListArgs {
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[command(flatten)]
    rows: ListArgs,
}

impl MovesListArgs {
    pub(crate) fn layout(&self) -> RowLayout<'_> {
        self.rows.layout()
    }
}

/// Enum of formats, one of which `--json` stands for.
pub(crate) trait JsonFormat: ValueEnum + Send + Sync + 'static {
    /// Format that `--json` stands for.
    const JSON: Self;

    /// Form of rows of this name; `None` for formats of documents.
    fn of_rows(&self) -> Option<Form> {
        Form::from_str(self.to_possible_value()?.get_name(), false).ok()
    }
}

/// Defines enums of formats; `--json` stands for the one after the word `json`.
macro_rules! formats {
    ($($(#[$meta:meta])* $name:ident { $($(#[$value:meta])* $format:ident),* } json $json:ident;)*) => {$(
        $(#[$meta])*
        #[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $name { $($(#[$value])* $format),* }

        impl JsonFormat for $name {
            const JSON: $name = $name::$json;
        }
    )*};
}

formats! {
    /// Forms of rows: a table for people, a JSON array, JSON Lines, cells between commas or tabs.
    Form { #[value(alias = "text")] Table, Json, Jsonl, Csv, Tsv } json Json;
    /// Forms of a list of games.
    ListForm { Table, Json, Jsonl, Csv, Tsv, Pgn } json Jsonl;
    /// Formats of one game.
    PageFormat { #[value(aliases = ["text", "txt"])] Table, Html, Svg, Json, Pgn } json Json;
    /// Formats of a verdict.
    VerdictFormat { #[value(alias = "text")] Table, Json } json Json;
    /// Formats of texts laid side by side.
    CollationFormat { #[value(alias = "text")] Table, Json, Jsonl, Csv, Tsv, Html, Tei } json Json;
    /// Formats of a tournament.
    EventFormat { #[value(alias = "text")] Table, Json, Jsonl, Csv, Tsv, Html } json Json;
    /// Formats of a citation.
    CiteFormat { #[value(alias = "text")] Table, Bibtex, Json } json Json;
}

/// Options to draw the answer as a figure into a file.
#[derive(Debug, Args)]
pub(crate) struct FigureArgs {
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,
    #[arg(long, requires = "figure")]
    pub(crate) force: bool,
}

/// Property by which games are grouped and counted.
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

/// Order of the rows of `explore`; rows that tie are ordered by the number of games.
#[derive(Debug, Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowSort {
    Games,
    Score,
    Reached,
    First,
    Last,
    Move,
}

/// Options for reading files.
#[derive(Debug, Args)]
pub(crate) struct ReadingArgs {
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    #[arg(long, default_value = "auto", value_name = "SYSTEM")]
    pub(crate) from: String,
    #[arg(short = 'j', long = "threads", value_name = "N")]
    pub(crate) threads: Option<usize>,
}

/// Reads the memory of an import in bytes: `512M`, `2G`, `1048576`; at least 256 MiB.
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
    let bytes = parse_bytes(text)?;
    if bytes < 256 << 20 { Err("at least 256M are needed".to_owned()) } else { Ok(bytes) }
}

/// Reads a number of bytes: `512M`, `2G`, `1048576`.
pub(super) fn parse_bytes(text: &str) -> Result<u64, String> {
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
    number.checked_mul(unit).ok_or_else(|| "too large".to_owned())
}

/// Options for writing games.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    #[arg(
        long,
        alias = "format",
        default_value = "jsonl",
        value_name = "FORMAT",
        value_parser = written_formats()
    )]
    pub(crate) to: String,
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    #[arg(long)]
    pub(crate) force: bool,
    #[arg(long)]
    pub(crate) full: bool,
    #[arg(long, default_value = "chinese", value_name = "SYSTEM")]
    pub(crate) notation: String,
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding_out: Option<String>,
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Value of `--to` for Parquet tables, which hold columns instead of games.
pub(crate) const PARQUET: &str = "parquet";

/// Value of `--to` for a data set: a folder of tables to deposit.
pub(crate) const DATASET: &str = "dataset";

/// Value of `--to` for the page of `serve` as a folder of files that any host can serve.
#[cfg(feature = "serve")]
pub(crate) const SITE: &str = "site";
#[cfg(feature = "serve")]
const SITES: &[&str] = &[SITE];
#[cfg(not(feature = "serve"))]
const SITES: &[&str] = &[];

/// Value of `--to` for a database.
pub(crate) const DATABASE: &str = "xqdb";

/// Values of `--to` of `convert`. Hidden ones can be made from a database only; `convert` refuses
/// them with a hint.
pub(super) fn formats_of_games() -> PossibleValuesParser {
    let formats = EXPORTS.iter().map(|format| PossibleValue::new(format.name));
    let books = BOOKS.map(|(name, _)| name);
    let others = [PARQUET, DATASET, DATABASE].into_iter().chain(SITES.iter().copied()).chain(books);
    let others = others.map(|name| PossibleValue::new(name).hide(true));
    PossibleValuesParser::new(formats.chain(others))
}

fn written_formats() -> PossibleValuesParser {
    PossibleValuesParser::new(EXPORTS.iter().map(|format| format.name).chain([PARQUET, DATABASE]))
}

/// Values of `--to` for opening books of engines.
pub(crate) const BOOKS: [(&str, BookLayout); 3] =
    [("obk", BookLayout::Obk), ("pfbook", BookLayout::PfBook), ("xqb", BookLayout::Xqb)];

/// Values of `--to` of `export`, with those made from a database only.
pub(super) fn exported_formats() -> PossibleValuesParser {
    let formats = EXPORTS.iter().map(|format| format.name).chain([PARQUET, DATASET, DATABASE]);
    let formats = formats.chain(SITES.iter().copied());
    PossibleValuesParser::new(formats.chain(BOOKS.map(|(name, _)| name)))
}
