//! Writes a corpus of distinct, legal, plausible games of any size, so that measurements can be
//! repeated.
//!
//! `corpus` makes the games. Equal seeds give equal bytes, whatever the number of threads.

use super::corpus::Corpus;
use anyhow::Context as _;
use clap::{Args as Arguments, ValueEnum};
use std::io::{self, Write};
use xqdb::notation;
use xqdb::text::Charset;

#[derive(Arguments)]
pub(crate) struct Args {
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Other seeds give other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies a game
    #[arg(long, default_value_t = 80)]
    plies: usize,
    /// Notation of the moves: chinese, wxf, iccs ...; by default what sites in this encoding print
    #[arg(long)]
    notation: Option<String>,
    /// Encoding of the text
    #[arg(long, value_enum, default_value = "gbk")]
    encoding: Encoding,
}

#[derive(Clone, Copy, ValueEnum)]
enum Encoding {
    #[value(name = "utf-8")]
    Utf8,
    #[value(alias = "gb18030")]
    Gbk,
    Big5,
}

impl Encoding {
    fn charset(self) -> Charset {
        match self {
            Encoding::Utf8 => Charset::Utf8,
            Encoding::Gbk => Charset::Gbk,
            Encoding::Big5 => Charset::Big5,
        }
    }

    /// Notation with full-width digits, or with characters that the encoding has.
    fn notation(self) -> &'static str {
        match self {
            Encoding::Utf8 | Encoding::Gbk => "chinese-wide",
            Encoding::Big5 => "chinese-traditional",
        }
    }
}

/// Writes the games to standard output.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let name = args.notation.as_deref().unwrap_or(args.encoding.notation());
    let notation = notation::by_name(name).with_context(|| format!("unknown notation `{name}`"))?;
    let charset = args.encoding.charset();
    let corpus = Corpus { seed: args.seed, plies: args.plies };
    let mut out = io::BufWriter::new(io::stdout().lock());
    corpus.for_each(
        0..args.games,
        |game| charset.encode(&game.pgn(notation)).bytes.into_owned(),
        |bytes| out.write_all(bytes),
    )?;
    Ok(out.flush()?)
}
