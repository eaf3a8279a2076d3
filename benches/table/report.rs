//! Rows and columns of the table.

use super::import::Usage;
use super::size::Size;
use indicatif::HumanCount;
use std::time::Duration;

/// Text below the table.
pub(crate) const LEGEND: &str = "\
Seconds are wall clock, share is floor / seconds; MB are 10^6 bytes of records, unpacked, and so \
is the input of which the database
is a share; a position is a posting of the index: a game in a position, once for each move it plays there.
import    `xqdb import -j N` into a new database, from process start to end. Its floor: decoding, sorting and writing at their
          floors, parse and replay alone. CPU ms/game, busy (of the threads asked for) and peak anonymous memory are Linux only.
read      finding, hashing, unpacking, recognising and cutting, on one thread; floor: reading the bytes of the files
decode    bytes to text; floor: encoding_rs for GBK, the check for UTF-8
parse     text to records, which are dropped
replay    tokens to moves, played; floor: playing moves that are known, with every key
prepare   games to rows and postings
sort      postings dealt out by ranges of keys, in batches; floor: as many pairs of u64 sorted
encode    each range of keys sorted, in the cache, and made into blocks of the index
write     SQLite inserting the same rows, on one thread, measured once; floor: as many bytes in blobs of one page each
optimize  `xqdb optimize` on the database that the last import of the corpus made";

/// Heads of columns, and their alignment in Markdown.
const HEADS: [(&str, &str); 17] = [
    ("corpus", "---"),
    ("games", "--:"),
    ("-j", "--:"),
    ("what", "---"),
    ("seconds", "--:"),
    ("floor", "--:"),
    ("share", "--:"),
    ("games/s", "--:"),
    ("plies/s", "--:"),
    ("MB/s", "--:"),
    ("CPU ms/game", "--:"),
    ("busy", "--:"),
    ("peak MB", "--:"),
    ("B/game", "--:"),
    ("of input", "--:"),
    ("B/position", "--:"),
    ("index+facts", "--:"),
];

/// Amount of input.
#[derive(Clone, Copy)]
pub(crate) struct Work {
    /// Number of games.
    pub(crate) games: u64,
    /// Number of their plies.
    pub(crate) plies: u64,
    /// Number of bytes from which they were read.
    pub(crate) bytes: u64,
}

/// Row of the table: a time and everything beside it.
pub(crate) struct Row {
    corpus: &'static str,
    threads: Option<usize>,
    what: &'static str,
    work: Work,
    took: Duration,
    floor: Option<Duration>,
    usage: Option<Usage>,
    size: Option<Size>,
}

impl Row {
    /// Row with a time alone.
    pub(crate) fn new(
        corpus: &'static str,
        threads: usize,
        what: &'static str,
        work: Work,
        took: Duration,
    ) -> Row {
        let threads = Some(threads);
        Row { corpus, threads, what, work, took, floor: None, usage: None, size: None }
    }

    /// Adds the floor.
    pub(crate) fn beside(self, floor: Duration) -> Row {
        Row { floor: Some(floor), ..self }
    }

    /// Adds what the process used.
    pub(crate) fn using(self, usage: Usage) -> Row {
        Row { usage: Some(usage), ..self }
    }

    /// Adds the size of the database.
    pub(crate) fn holding(self, size: Size) -> Row {
        Row { size: Some(size), ..self }
    }

    /// Marks a row that used all cores, whatever threads were wanted.
    pub(crate) fn on_all_cores(self) -> Row {
        Row { threads: None, ..self }
    }

    /// Row as a line, printed while others are measured.
    pub(crate) fn line(&self) -> String {
        let cells = HEADS.iter().zip(self.cells()).skip(2).filter(|(_, cell)| cell != "-");
        let cells: Vec<String> = cells.map(|((head, _), cell)| format!("{head} {cell}")).collect();
        format!("  {}", cells.join(", "))
    }

    fn cells(&self) -> Vec<String> {
        let seconds = self.took.as_secs_f64();
        let rate = |amount: u64| whole(amount as f64 / seconds);
        let Work { games, plies, bytes } = self.work;
        let floor = self.floor.map(|floor| floor.as_secs_f64());
        let cpu = self.usage.and_then(|usage| usage.cpu).map(|cpu| cpu.as_secs_f64());
        let peak = self.usage.and_then(|usage| usage.peak);
        let threads = self.threads.map(|threads| threads as f64);
        let busy = cpu.zip(threads).map(|(cpu, threads)| cpu / (seconds * threads));
        let each = |bytes: fn(&Size) -> u64, of: fn(&Size) -> u64| {
            self.size.as_ref().map(|size| bytes(size) as f64 / of(size) as f64)
        };
        vec![
            self.corpus.to_owned(),
            HumanCount(games).to_string(),
            cell(self.threads, |threads| threads.to_string()),
            self.what.to_owned(),
            time(seconds),
            cell(floor, time),
            cell(floor.map(|floor| floor / seconds), percent),
            rate(games),
            rate(plies),
            format!("{:.0}", bytes as f64 / 1e6 / seconds),
            cell(cpu.map(|cpu| cpu * 1e3 / games as f64), |ms| format!("{ms:.3}")),
            cell(busy, percent),
            cell(peak, |bytes| format!("{:.0}", bytes as f64 / 1e6)),
            cell(each(|size| size.database, |size| size.games), whole),
            cell(self.size.map(|size| size.database as f64 / bytes as f64), percent),
            cell(each(|size| size.database, |size| size.positions), |it| format!("{it:.2}")),
            cell(each(|size| size.index, |size| size.positions), |it| format!("{it:.2}")),
        ]
    }
}

/// All rows as one table in Markdown.
pub(crate) fn render(rows: &[Row]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let heads = HEADS.map(|(head, _)| head.to_owned());
    let rules = HEADS.map(|(_, rule)| rule.to_owned());
    let rows: String = rows.iter().map(|row| line(&row.cells())).collect();
    line(&heads) + &line(&rules) + &rows
}

/// Value as text; `-` if unknown.
fn cell<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), show)
}

fn time(seconds: f64) -> String {
    let digits = if seconds < 10.0 { 3 } else { 1 };
    format!("{seconds:.digits$}")
}

fn whole(number: f64) -> String {
    HumanCount(number as u64).to_string()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
