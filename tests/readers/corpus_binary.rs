//! The binary and XML readers against the real files of the corpus: number of records, start,
//! nodes, main line, names and encoding, as an independent judge found them.
//!
//! Nothing is played here, so of a record that is damaged only the moves before the damage are
//! compared.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::ops::ControlFlow;
use std::path::Path;
use xqdb::container::{self, ContainerFile, Limits};
use xqdb::format::{
    FileSample, Input, RawMove, RawRecord, RawStart, RawTree, Sink, by_name, identify,
};
use xqdb::xiangqi::{START_PLACEMENT, parse_placement};

const FORMATS: [&str; 13] =
    ["xqf", "cbr", "cbl", "cbl-old", "cbf", "xqr", "che", "ccm", "chn", "xqi", "xgf", "mxq", "pfc"];

/// The tags that the truth knows.
const TAGS: [&str; 5] = ["Result", "Red", "Black", "Event", "Date"];

/// A value with its white space made equal: the truth has one line a record, and it reads the bytes
/// A3 A0 as a private character, which is a wide blank by the WHATWG table.
fn plain(value: &str) -> String {
    let value = value.replace('\u{E5E5}', " ");
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One row of the truth.
#[derive(Debug)]
struct Row {
    format: String,
    encoding: String,
    status: String,
    placement: String,
    moves: String,
    /// Result, red, black, event and date.
    tags: [String; 5],
    nodes: usize,
}

/// The rows of our formats by file, and in a file by member; loose files have the member ``.
type Truth = BTreeMap<String, BTreeMap<String, Vec<Row>>>;

fn truth(corpus: &Path) -> Truth {
    let file = std::fs::File::open(corpus.join("../corpus-truth.tsv.gz")).expect("truth");
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).expect("UTF-8");
    let mut files = Truth::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if !FORMATS.contains(&cells[3]) {
            continue;
        }
        let members = files.entry(cells[0].to_owned()).or_default();
        members.entry(cells[1].to_owned()).or_default().push(Row {
            format: cells[3].to_owned(),
            encoding: cells[4].to_owned(),
            status: cells[5].to_owned(),
            placement: cells[6].split(' ').next().unwrap_or_default().to_owned(),
            moves: cells[7].to_owned(),
            tags: [9, 10, 11, 12, 13].map(|column| plain(cells[column])),
            nodes: cells[14].parse().expect("a number"),
        });
    }
    files
}

/// What a reader found, in the terms of the truth.
struct Found {
    encoding: String,
    placement: String,
    moves: String,
    /// Result, red, black, event and date.
    tags: [String; 5],
    nodes: usize,
}

#[derive(Default)]
struct Collect(Vec<Found>);

impl Sink for Collect {
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
        let tag = |name: &str| {
            let found = record.tags.iter().find(|(known, _)| known == name);
            let unknown = if name == "Result" { "*" } else { "" };
            found.map_or_else(|| unknown.to_owned(), |(_, value)| plain(value))
        };
        self.0.push(Found {
            encoding: format!("{:?}", record.encoding).to_lowercase(),
            placement: placement(&record.start),
            moves: main_line(&record.tree),
            tags: TAGS.map(tag),
            nodes: record.tree.nodes.len(),
        });
        ControlFlow::Continue(())
    }
}

fn placement(start: &RawStart<'_>) -> String {
    match start {
        RawStart::Standard => START_PLACEMENT.to_owned(),
        RawStart::Fen(fen) => {
            let placement = fen.split(' ').next().unwrap_or_default();
            parse_placement(placement).map_or_else(|e| e.to_string(), |board| format!("{board:?}"))
        }
        RawStart::Board(board, _) => format!("{board:?}"),
        RawStart::Unreadable(why) => why.clone(),
    }
}

fn main_line(tree: &RawTree<'_>) -> String {
    let mut first = vec![None; tree.nodes.len() + 1];
    for (i, node) in tree.nodes.iter().enumerate() {
        let parent = if node.parent == RawTree::ROOT { 0 } else { node.parent as usize + 1 };
        assert!(parent <= i, "a parent stands before its children");
        first[parent].get_or_insert(i);
    }
    let mut moves = String::new();
    let mut at = 0;
    while let Some(node) = first[at] {
        match tree.nodes[node].mv {
            RawMove::Squares(mv) => moves.push_str(&mv.to_string()),
            RawMove::Text(text) => moves.push_str(text),
            RawMove::OffBoard(..) => moves.push_str("????"),
            RawMove::Missing(_) => {}
        }
        at = node + 1;
    }
    moves
}

/// What differs, empty when nothing does.
fn differences(row: &Row, found: &Found) -> Vec<String> {
    let mut all = Vec::new();
    let mut check = |what: &str, truth: &str, ours: &str| {
        if truth != ours {
            all.push(format!("{what}: truth {truth:?}, found {ours:?}"));
        }
    };
    // A few formats hold no text at all.
    if row.encoding != "binary" {
        check("encoding", &row.encoding.replace('-', ""), &found.encoding);
    }
    check("start", &row.placement, &found.placement);
    for (i, name) in TAGS.into_iter().enumerate() {
        check(name, &row.tags[i], &found.tags[i]);
    }
    check("nodes", &row.nodes.to_string(), &found.nodes.to_string());
    let whole = row.status == "ok" || row.status == "empty" && found.nodes == 0;
    let prefix = found.moves.get(..row.moves.len()).unwrap_or(&found.moves);
    check("moves", &row.moves, if whole { &found.moves } else { prefix });
    all
}

/// What has been compared so far.
#[derive(Default)]
struct Report {
    counts: BTreeMap<String, (usize, usize)>,
    wrong: Vec<String>,
}

impl Report {
    /// Reads one file and compares its records. `path` may lead into an archive.
    fn compare(&mut self, path: &str, rows: &[Row], bytes: &[u8]) {
        let name = path.rsplit('/').next().unwrap_or(path);
        let head = &bytes[..bytes.len().min(64 << 10)];
        let text = String::from_utf8_lossy(head);
        let sample = FileSample { head, text: &text, name, len: bytes.len() as u64 };
        let expected = rows[0].format.as_str();
        let count = self.counts.entry(expected.to_owned()).or_default();
        count.1 += rows.len();
        let identified = identify(&sample).map(|format| format.name);
        if identified != Some(expected) {
            self.wrong.push(format!("{path}: taken for {identified:?} instead of {expected}"));
            return;
        }
        let format = by_name(expected).expect("it has just been identified");
        let mut sink = Collect::default();
        let input = Input { bytes, base: 0, name, encoding: None, any_word: false, beside: None };
        let _ = (format.read)(&input, &mut sink);
        if sink.0.len() != rows.len() {
            let found = sink.0.len();
            self.wrong.push(format!("{path}: {found} records instead of {}", rows.len()));
        }
        for (i, (row, found)) in rows.iter().zip(&sink.0).enumerate() {
            let differences = differences(row, found);
            count.0 += usize::from(differences.is_empty());
            let lines = differences.into_iter().map(|text| format!("{path}#{}: {text}", i + 1));
            self.wrong.extend(lines);
        }
    }

    /// Compares the members of an archive.
    fn archive(&mut self, path: &str, mut members: BTreeMap<String, Vec<Row>>, file: &Path) {
        let bytes = std::fs::read(file).expect("a file of the corpus");
        let kind = container::kind(&bytes).expect("an archive");
        let mut source = std::io::Cursor::new(&bytes);
        let size = bytes.len() as u64;
        let input = ContainerFile { source: &mut source, size, beside: None };
        let visited = container::walk(input, kind, &Limits::default(), &mut |member| {
            let name = member.name.unwrap_or_default();
            if let Some(rows) = members.remove(&name) {
                let mut content = Vec::new();
                let body = member.body.expect("a readable member");
                body.read_to_end(&mut content).expect("a sound member");
                self.compare(&format!("{path}!{name}"), &rows, &content);
            }
            true
        });
        self.wrong.extend(visited.err().map(|error| format!("{path}: {error}")));
        self.wrong.extend(members.keys().map(|name| format!("{path}!{name}: not found")));
    }
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_binary_and_xml_files_read_as_the_judge_reads_them() {
    let corpus = crate::common::shared("corpus");
    let mut report = Report::default();
    for (path, mut members) in truth(&corpus) {
        let file = corpus.join(&path);
        match members.remove("") {
            Some(rows) => {
                let bytes = std::fs::read(&file).expect("a file of the corpus");
                report.compare(&path, &rows, &bytes);
            }
            None => report.archive(&path, members, &file),
        }
    }
    for (format, (equal, all)) in &report.counts {
        println!("{format}: {equal} of {all} records equal the truth");
    }
    for line in &report.wrong {
        println!("{line}");
    }
    assert!(report.wrong.is_empty(), "{} differences", report.wrong.len());
}
