//! Tools for the tests of readers: a sink that keeps what it receives, the fixtures of
//! `tests/data/formats`, and attacks that every reader survives.

use super::{FORMATS, Format, Input, RawMove, RawRecord, RawStart, RawTree, Sink, Warning};
use rayon::prelude::*;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Read as _;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

/// Bytes of a fixture in `tests/data/formats`, unpacked.
pub(super) fn fixture(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats").join(path);
    let bytes = std::fs::read(&path).unwrap();
    if path.extension().is_none_or(|extension| extension != "gz") {
        return bytes;
    }
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap();
    plain
}

/// Bytes of a fixture with patches at offsets.
pub(super) fn patched(path: &str, patches: &[(usize, &[u8])]) -> Vec<u8> {
    let mut bytes = fixture(path);
    for (offset, patch) in patches {
        bytes[*offset..offset + patch.len()].copy_from_slice(patch);
    }
    bytes
}

/// The only record of a file.
pub(super) fn keep_one(format: &Format, bytes: &[u8]) -> Kept {
    let mut records = keep(format, bytes).records;
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// Paths of a format's fixtures, for [`fixture`].
fn fixtures(format: &Format) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats").join(format.name);
    let files = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let is_fixture = |path: &PathBuf| path.extension().is_some_and(|name| name != "jsonl");
    let name = |path: PathBuf| format!("{}/{}", format.name, path.file_name()?.to_str()?).into();
    let mut paths: Vec<String> = files.filter(is_fixture).filter_map(name).collect();
    paths.sort();
    paths
}

/// A record in the form that tests compare.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Kept {
    /// `name=value` in file order.
    pub(super) tags: Vec<String>,
    /// Placement (or FEN) and side, or why there is none.
    pub(super) start: String,
    /// Parent (-1 is the root) and move of every node.
    pub(super) nodes: Vec<(i64, String)>,
    /// Node (-1 is the root) and comment.
    pub(super) comments: Vec<(i64, String)>,
    /// Warnings in the order found.
    pub(super) warnings: Vec<Warning>,
    pub(super) black_first: bool,
    pub(super) terminator: Option<String>,
}

impl Kept {
    /// Moves as `parent:move`, for comparison with a text.
    pub(super) fn moves(&self) -> String {
        let mut text = String::new();
        for (parent, mv) in &self.nodes {
            let _ = write!(text, "{parent}:{mv} ");
        }
        text.trim_end().to_owned()
    }

    /// Moves that lead to each node; a mark further on may change the order of nodes.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::with_capacity(self.nodes.len());
        for (parent, mv) in &self.nodes {
            let before = usize::try_from(*parent).map_or("", |parent| lines[parent].as_str());
            let line = format!("{before} {mv}");
            lines.push(line);
        }
        lines
    }

    /// Sentences of the warnings.
    pub(super) fn sentences(&self) -> Vec<String> {
        self.warnings.iter().map(ToString::to_string).collect()
    }

    fn is_broken(&self) -> bool {
        self.nodes.iter().any(|(_, mv)| mv.starts_with('<')) || self.start.starts_with("unreadable")
    }
}

/// Everything a reader passed to its sink.
#[derive(Debug, Default)]
pub(super) struct Keep {
    /// The records.
    pub(super) records: Vec<Kept>,
    /// Place of each record in the file, and offsets of its moves.
    pub(super) places: Vec<(Range<u64>, Vec<u64>)>,
    /// Ranges claimed before the records.
    pub(super) claimed: Vec<Range<u64>>,
    /// Number of deleted entries.
    pub(super) deleted: u64,
    /// Damage outside records.
    pub(super) damage: Vec<String>,
    /// Offsets of the damage in the file.
    pub(super) damage_at: Vec<u64>,
}

impl Sink for Keep {
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
        let index = |node: u32| if node == RawTree::ROOT { -1 } else { i64::from(node) };
        let nodes = &record.tree.nodes;
        let places: Vec<u64> = nodes.iter().map(|node| record.offsets.source(node.at)).collect();
        for (i, (node, &at)) in nodes.iter().zip(&places).enumerate() {
            assert!(index(node.parent) < i as i64, "a parent stands before its children");
            let is_inside = record.span.contains(&at)
                || matches!(node.mv, RawMove::Missing(_)) && at == record.span.end;
            assert!(is_inside, "{at} is outside of {:?}", record.span);
        }
        self.places.push((record.span, places));
        let start = match &record.start {
            RawStart::Standard => "standard".to_owned(),
            RawStart::Fen(fen) => fen.to_string(),
            RawStart::Board(board, side) => {
                let side = side.map_or('?', |side| side.fen_letter());
                format!("{board:?} {side}")
            }
            RawStart::Unreadable(why) => format!("unreadable: {why}"),
        };
        let text = |mv| match mv {
            RawMove::Squares(mv) => mv.to_string(),
            RawMove::Text(text) => text.to_owned(),
            RawMove::OffBoard(from, to) => format!("{from:02x}-{to:02x}"),
            RawMove::Missing(text) => format!("<{text}>"),
        };
        self.records.push(Kept {
            tags: record.tags.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            start,
            nodes: nodes.iter().map(|node| (index(node.parent), text(node.mv))).collect(),
            comments: record
                .tree
                .comments
                .iter()
                .map(|(node, text)| (index(*node), text.to_string()))
                .collect(),
            warnings: record.warnings,
            black_first: record.black_first,
            terminator: record.terminator.map(Cow::into_owned),
        });
        ControlFlow::Continue(())
    }

    fn deleted(&mut self, count: u64) {
        self.deleted += count;
    }

    fn claims(&mut self, span: Range<u64>) {
        self.claimed.push(span);
    }

    fn damage(&mut self, offset: u64, what: String) {
        self.damage_at.push(offset);
        self.damage.push(what);
    }
}

/// Input of a file with this name and unknown encoding.
pub(super) fn input<'a>(bytes: &'a [u8], name: &'a str) -> Input<'a> {
    Input { bytes, base: 0, name, encoding: None, any_word: false, beside: None }
}

/// Reads an input with the reader of one format alone.
pub(super) fn keep_alone(format: &Format, input: &Input<'_>) -> Keep {
    let mut sink = Keep::default();
    let _ = (format.read)(input, &mut sink);
    sink
}

/// Reads an input as programs do, with the parts in other formats.
pub(super) fn keep_all(format: &Format, input: &Input<'_>) -> Keep {
    let mut sink = Keep::default();
    let _ = super::read(format, input, &mut sink);
    sink
}

/// Reads a file, and checks that no byte of a text is lost; see [`conserve`].
pub(super) fn keep(format: &Format, bytes: &[u8]) -> Keep {
    conserve(format, bytes);
    keep_alone(format, &input(bytes, "game"))
}

/// Reads a text as [`keep`] does: each record's tags and moves with `|` between, and the damage.
pub(super) fn read_shown(format: &Format, text: &str) -> (Vec<String>, Vec<String>) {
    let found = keep(format, text.as_bytes());
    let show = |record: &Kept| format!("{} | {}", record.tags.join(" "), record.moves());
    (found.records.iter().map(show).collect(), found.damage)
}

/// Law of conservation: every byte of a text belongs to a record, to text without signs of games,
/// or to a report. Records come in order and do not overlap; outside records and claims, a move
/// stands only where damage is reported.
fn conserve(format: &Format, bytes: &[u8]) {
    if !format.is_text {
        return;
    }
    let found = keep_all(format, &input(bytes, "game"));
    let encoding = crate::text::detect(bytes);
    let end = bytes.len() as u64;
    let mut done = 0;
    for pair in found.places.windows(2) {
        assert!(pair[0].0.end <= pair[1].0.start, "{:?} before {:?}", pair[0].0, pair[1].0);
    }
    let records = found.places.iter().map(|(record, _)| record.clone());
    let mut read: Vec<Range<u64>> =
        records.chain(found.claimed).chain(std::iter::once(end..end)).collect();
    read.sort_by_key(|range| range.start);
    for record in read {
        assert!(record.end <= end, "{record:?} of {end}");
        let gap = done..record.start.max(done);
        let bytes = &bytes[gap.start as usize..gap.end as usize];
        let text = crate::text::decode(bytes, encoding).text;
        let is_reported = found.damage_at.iter().any(|at| gap.contains(at));
        assert!(is_reported || !has_move(&text), "nothing is reported of `{text}` at {gap:?}");
        done = done.max(record.end);
    }
}

/// Whether a text contains a move: in Chinese, or ICCS as a word.
fn has_move(text: &str) -> bool {
    let is_digit = |c: char| "123456789１２３４５６７８９一二三四五六七八九".contains(c);
    let is_chinese = |four: &[char]| {
        "车車俥马馬傌炮砲包兵卒相象仕士帅帥将將".contains(four[0])
            && is_digit(four[1])
            && "进進退平".contains(four[2])
            && is_digit(four[3])
    };
    let is_iccs = |word: &str| {
        matches!(word.as_bytes(), [b'a'..=b'i', b'0'..=b'9', b'a'..=b'i', b'0'..=b'9'])
    };
    let chars: Vec<char> = text.chars().collect();
    chars.windows(4).any(is_chinese) || text.split_whitespace().any(is_iccs)
}

/// Formats that know their own end: no cut goes unnoticed.
const EXACT_ENDS: [&str; 13] =
    ["xqf", "cbl", "cbl-old", "cbr", "cbf", "xqr", "chn", "xqi", "xgf", "pfc", "ccm", "mxq", "che"];

/// Formats in which a cut inside a move or comment may leave another valid one.
const OF_WORDS: &str = "pgn pgn-cc wxf cn-text csv fen uci-list iccs-2line dhtmlxq dhtmlxq-movelist \
    dhjhtmlxq page";

/// Cuts a text at every boundary of its format and asserts that the parts give the records of the
/// whole. Returns the cuts.
pub(super) fn cut_everywhere(format: &Format, bytes: &[u8]) -> Vec<usize> {
    let boundary = format.boundary.expect("the format is cut");
    let whole = keep(format, bytes).records;
    let mut cuts: Vec<usize> = (1..bytes.len()).filter_map(|from| boundary(bytes, from)).collect();
    cuts.dedup();
    for &at in &cuts {
        let parts = [&bytes[..at], &bytes[at..]].map(|part| keep(format, part).records);
        assert_eq!(parts.concat(), whole, "cut at {at}");
    }
    cuts
}

/// Cuts every fixture at every byte and flips every bit there; in fixtures longer than [`SHORT`],
/// one bit a byte, and in long ones only where a byte differs from the one before. Nothing panics,
/// and a cut file gives content of the whole one.
#[test]
fn damage_is_survived_in_every_format() {
    attack_all(SHORT);
}

/// Flips every bit of every fixture.
#[test]
#[ignore = "long, minutes: every bit; the other test flips one bit of each byte of long fixtures"]
fn damage_at_every_bit_is_survived_in_every_format() {
    attack_all(usize::MAX);
}

/// Bytes of the longest fixture in which every bit is flipped.
const SHORT: usize = 256;

fn attack_all(short: usize) {
    for format in FORMATS {
        for path in fixtures(format) {
            let bytes = fixture(&path);
            let is_long = bytes.len() > 16 << 10;
            let is_looked_at = |at: &usize| !is_long || bytes.get(at - 1) != bytes.get(*at);
            let offsets: Vec<usize> = (1..bytes.len()).filter(is_looked_at).collect();
            let every = if bytes.len() <= short { 1 } else { 8 };
            // Each piece first reads the whole file.
            let pieces = offsets.par_chunks(offsets.len().div_ceil(16).max(1));
            pieces.for_each(|offsets| attack(format, &path, &bytes, offsets, every));
        }
    }
}

/// Cuts a file at these offsets, and flips one in `every` of the eight bits there.
fn attack(format: &Format, path: &str, bytes: &[u8], offsets: &[usize], every: usize) {
    let whole = keep(format, bytes);
    assert!(!whole.records.is_empty(), "{path}");
    let is_sound = whole.damage.is_empty() && !whole.records.iter().any(Kept::is_broken);
    assert!(is_sound, "{path}: {whole:?}");
    let mut flipped = bytes.to_vec();
    for &offset in offsets {
        let cut = keep(format, &bytes[..offset]);
        let is_exact = !OF_WORDS.split_whitespace().any(|name| name == format.name);
        assert!(!is_exact || cut.records.len() <= whole.records.len(), "{path} cut at {offset}");
        for (found, original) in cut.records.iter().zip(&whole.records).filter(|_| is_exact) {
            // The last node shows a missing move.
            let is_missing = found.nodes.last().is_some_and(|(_, mv)| mv.starts_with('<'));
            let (known, moves) = (original.lines(), found.lines());
            let readable = moves.len() - usize::from(is_missing);
            let is_known = moves[..readable].iter().all(|line| known.contains(line));
            assert!(is_known, "invented moves, {path} cut at {offset}: {:?}", found.nodes);
            let line = |lines: &[String], node: i64| {
                usize::try_from(node).map_or(String::new(), |node| lines[node].clone())
            };
            for (node, comment) in &found.comments {
                let comment = comment.trim_end_matches(char::REPLACEMENT_CHARACTER);
                let place = line(&moves, *node);
                let begins = |(node, text): &(i64, String)| {
                    line(&known, *node) == place && text.starts_with(comment)
                };
                assert!(original.comments.iter().any(begins), "{path} cut at {offset}: {comment}");
            }
        }
        let silent = cut.damage.is_empty() && !cut.records.iter().any(Kept::is_broken);
        let knows_its_end = EXACT_ENDS.contains(&format.name);
        let is_whole = bytes[offset..].trim_ascii().is_empty();
        assert!(!(knows_its_end && silent) || is_whole, "{path}: a cut at {offset} goes unnoticed");
        for bit in (offset % every..8).step_by(every) {
            flipped[offset] ^= 1 << bit;
            let found = keep(format, &flipped);
            let nodes: usize = found.records.iter().map(|record| record.nodes.len()).sum();
            assert!(nodes <= 64 * bytes.len(), "more moves than bytes: {path}, {offset}, {bit}");
            flipped[offset] ^= 1 << bit;
        }
    }
}

/// UTF-16LE bytes of a text, without a final NUL.
pub(super) fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// GBK bytes of a text.
pub(super) fn gbk(text: &str) -> Vec<u8> {
    encoding_rs::GBK.encode(text).0.into_owned()
}
