//! How fast an import is, stage by stage, each beside its floor: one command, one table.
//!
//! ```text
//! cargo bench --bench table -- --games 10k,200k --threads 1,2,4
//! cargo bench --bench table -- --games 1m --corpora gbk,iccs --runs 3
//! ```
//!
//! The corpora are invented (`corpus`) and written to files (`files.rs`); the program imports them
//! (`import.rs`), and its database is measured (`size.rs`); then the stages of an import
//! (`stages.rs`, `rows.rs`) and their floors (`floors.rs`) are timed one by one, in one run over
//! equal bytes. The text below the table (`report.rs`) explains the rows.
//!
//! `cargo bench --bench table -- --test` and `cargo test --benches`, which does not pass `--bench`,
//! run it at the smallest size.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

#[path = "../corpus.rs"]
mod corpus;
mod files;
mod floors;
mod import;
mod machine;
mod report;
mod rows;
mod size;
mod stages;
#[path = "../../tests/common/zip.rs"]
mod zip;

use clap::{Parser, ValueEnum as _};
use corpus::Corpus;
use files::Form;
use report::{Row, Work};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Parser)]
struct Args {
    /// How many games a corpus has: 1k, 10k, 1m
    #[arg(long, value_delimiter = ',', value_parser = count, value_name = "N")]
    games: Vec<u64>,
    /// Threads to import with
    #[arg(long, value_delimiter = ',', value_name = "N")]
    threads: Vec<usize>,
    /// Which corpora; all by default
    #[arg(long, value_delimiter = ',', value_enum)]
    corpora: Vec<Form>,
    /// How often each import runs; the run of median time is printed
    #[arg(long, default_value_t = 1)]
    runs: usize,
    /// Plies a game
    #[arg(long, default_value_t = 80)]
    plies: usize,
    /// Write the corpora here, leave them, and take those that are here already
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Passed by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
    /// Only see that it works, as the benches of criterion do with the same option
    #[arg(long)]
    test: bool,
}

/// Parses `10k`, `2m` or plain digits.
fn count(text: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase();
    let (digits, unit) = match lower.as_bytes().last() {
        Some(b'k') => (&lower[..lower.len() - 1], 1000),
        Some(b'm') => (&lower[..lower.len() - 1], 1_000_000),
        _ => (&*lower, 1),
    };
    let number: u64 = digits.parse().map_err(|_| "not a number such as 10k or 1m".to_owned())?;
    number.checked_mul(unit).filter(|&games| games > 0).ok_or_else(|| "out of range".to_owned())
}

fn main() -> anyhow::Result<()> {
    let mut args = Args::parse();
    let is_trial = args.test || !args.bench;
    if args.games.is_empty() {
        args.games = vec![if is_trial { 1000 } else { 10_000 }];
    }
    if args.threads.is_empty() {
        args.threads = if is_trial { vec![1] } else { vec![1, 2, 4] };
    }
    if args.corpora.is_empty() {
        args.corpora = Form::value_variants().to_vec();
    }
    let folder = tempfile::tempdir()?;
    let mut rows = Vec::new();
    for &games in &args.games {
        for &form in &args.corpora {
            one_corpus(&args, form, games.min(form.most()), folder.path(), &mut rows)?;
        }
    }
    print!("{}", report::render(&rows));
    println!("\n{}\n\n{}", report::LEGEND, machine::facts());
    Ok(())
}

/// Measures one corpus, and adds its rows.
fn one_corpus(
    args: &Args,
    form: Form,
    games: u64,
    folder: &Path,
    rows: &mut Vec<Row>,
) -> anyhow::Result<()> {
    let corpus = Corpus { seed: 1, plies: args.plies };
    eprintln!("writing {games} games: {}", form.label());
    let home = args.keep.as_deref().unwrap_or(folder);
    let input = form.write(&corpus, games, home)?;
    let read = stages::read(&input)?;
    let read_floor = floors::read(&input)?;
    let mut written = None;
    for &threads in &args.threads {
        let run = import::median(&input, threads, args.runs, folder)?;
        let size = size::of(&run.database())?;
        anyhow::ensure!(size.games == games, "{games} games went in, {} came out", size.games);
        let work = Work { games, plies: size.plies, bytes: read.bytes };
        // The rows do not depend on the number of threads, and one thread writes them.
        let written = match written {
            Some(written) => written,
            None => *written.insert((
                rows::copy(&run.database(), folder)?,
                floors::blobs(size.database, folder)?,
            )),
        };
        let stages = stages::measure(&input, threads)?;
        anyhow::ensure!(stages.games == games, "the stages saw {} games", stages.games);
        let at = |what, seconds: Duration| Row::new(form.label(), threads, what, work, seconds);
        let floor =
            stages.decode_floor + stages.parse + stages.replay + stages.sort_floor + written.1;
        let first = rows.len();
        rows.push(at("import", run.usage.wall).beside(floor).using(run.usage).holding(size));
        rows.push(at("read", read.took).beside(read_floor));
        if form.is_text() {
            rows.push(at("decode", stages.decode).beside(stages.decode_floor));
        }
        rows.push(at("parse", stages.parse));
        rows.push(at("replay", stages.replay).beside(stages.replay_floor));
        rows.push(at("prepare", stages.prepare));
        rows.push(at("sort", stages.sort).beside(stages.sort_floor));
        rows.push(at("encode", stages.encode));
        rows.push(at("write", written.0).beside(written.1));
        if form == Form::Gbk && Some(&threads) == args.threads.last() {
            let usage = import::optimize(&run.database())?;
            let size = size::of(&run.database())?;
            rows.push(at("optimize", usage.wall).on_all_cores().using(usage).holding(size));
        }
        rows[first..].iter().for_each(|row| eprintln!("{}", row.line()));
    }
    if args.keep.is_none() {
        files::remove(&input)?;
    }
    Ok(())
}
