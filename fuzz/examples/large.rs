//! Ten megabytes of one construct into every reader: what takes linear time and a small multiple of
//! the input takes a moment.
//!
//! Not a fuzz target but a plain program: `cargo run --release --example large [FORMAT]` in this
//! folder.

use std::time::Instant;
use xqdb::format::{FORMATS, Format, Input, RawRecord, Sink};
use xqdb::notation::System;
use xqdb::replay::Record;
use xqdb::text::{Charset, Encoding, detect};

/// What is repeated, after what stands once at the beginning.
const CONSTRUCTS: &[(&str, &str)] = &[
    ("", "("),
    ("", ")"),
    ("", "{"),
    ("", "}"),
    ("", "["),
    ("", "]"),
    ("", ";"),
    ("", "\""),
    ("", "\\"),
    ("", "%"),
    ("", "="),
    ("", "-"),
    ("", "."),
    ("", "*"),
    ("", "7"),
    ("", "x"),
    ("", " "),
    ("", "\n"),
    ("", "\r"),
    ("", "x\n"),
    ("", "\nx\n"),
    ("", "马"),
    ("", "炮二平五"),
    ("", "（"),
    ("", "炮二平五（炮八平五）"),
    ("", "（炮二平五"),
    ("", "前炮平五 "),
    ("", "兵进 "),
    ("", "h2e2 "),
    ("", "h2e2 (b2e2) "),
    ("h2e2 ", "(h9g7 "),
    ("h2e2 ", "(x) "),
    ("h2e2 ", "(h9h1) "),
    ("", "1. h2e2 * "),
    ("", "1. h2e2 *\n"),
    ("", "1.x *\n"),
    ("", "{a}"),
    ("", "{a{"),
    ("", "{}("),
    ("", "({"),
    ("", "[Event \"a\"]"),
    ("", "[Event \"a\"]\n"),
    ("", "[A \"\"]\n\n"),
    ("", "[A \""),
    ("", "[A \"\n"),
    ("", "[Red 1]"),
    ("", "[Red 1"),
    ("", "[A \"\\\""),
    ("[FEN \"", "4k4/"),
    ("[DhtmlXQ]", "[DhtmlXQ_movelist]7747"),
    ("", "[DhtmlXQ"),
    ("", "[DhtmlXQ]"),
    ("", "[DhtmlXQ_a]"),
    ("", "[DhtmlXQ_comment0]a"),
    ("", "[DhtmlXQ_move_0_1_1]7747"),
    ("", "[DhtmlXQ_movelist]7747[DhtmlXQ_move_0_1_1]7747[DhtmlXQ_a]"),
    ("", "START{"),
    ("", "START{}\n"),
    ("", "START{1. C2=5}END\n"),
    ("", "RED a\n"),
    ("", "标题：a\n"),
    ("", "标题：a  "),
    ("", "红方：黑方："),
    ("", "："),
    ("", "1;h2e2\n"),
    ("", "1;h2e2,"),
    ("", "h2e2"),
    ("", "h2e2\n"),
    ("", "4k4/9/9/9/9/9/9/9/9/4K4 w\n"),
    ("", "4k4/9/9/9/9/9/9/9/9/4K4 w "),
    ("", "9/"),
    ("", "|"),
    ("", "<n m=\"h2e2\">"),
    ("<n version=\"2\" m=\"\">", "<n m=\"h2e2\"/>"),
    ("<n version=\"2\" m=\"\">", "<n/>"),
    ("<n version=\"2\" m=\"\"", " a=\"\""),
    ("<n version=\"2\" m=\"\">", "&amp;"),
    ("<ChineseChessRecord><MoveList><Move/>", "<Move value=\"77-47\" branch=\"1\"/>"),
    ("<ChineseChessRecord><MoveList><Move/>", "<Move/>"),
    ("<ChineseChessRecord>", "<![CDATA["),
    ("", "<"),
    ("", "<!--"),
    ("CCWP\n", "\n"),
    ("1 99999999 ", "21 32 1 2 7 2 4 0 0 0 "),
];

const LEN: usize = 10 << 20;

fn main() {
    let wanted = std::env::args().nth(1);
    for format in FORMATS {
        if wanted.as_ref().is_none_or(|name| name == format.name) {
            for (head, unit) in CONSTRUCTS {
                for encoding in [Encoding::Utf8, Encoding::Gb18030] {
                    try_one(format, head, unit, encoding);
                }
            }
            for byte in [0u8, 1, 4, 7, 0x1A, 0x55, 0x80, 0xFF] {
                binary(format, byte);
            }
        }
    }
}

fn try_one(format: &Format, head: &str, unit: &str, encoding: Encoding) {
    let text = head.to_owned() + &unit.repeat(LEN / unit.len());
    let bytes = match encoding {
        Encoding::Gb18030 if text.is_ascii() => return,
        Encoding::Gb18030 => Charset::Gbk.encode(&text).bytes.into_owned(),
        _ => text.into_bytes(),
    };
    run(format, &bytes, encoding, &format!("{head:?} {unit:?} {encoding}"));
}

/// The beginning of each of the project's fixtures, and then one byte to the end.
fn binary(format: &Format, byte: u8) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/formats/");
    let Ok(files) = std::fs::read_dir(format!("{folder}{}", format.name)) else { return };
    for path in files.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.extension().is_some_and(|extension| extension == "jsonl" || extension == "gz") {
            continue;
        }
        let Ok(fixture) = std::fs::read(&path) else { continue };
        for keep in [fixture.len(), fixture.len() / 2] {
            let mut bytes = fixture[..keep].to_vec();
            bytes.resize(LEN, byte);
            let what = format!("{} {keep} {byte:02x}", path.display());
            run(format, &bytes, detect(&bytes), &what);
        }
    }
}

fn run(format: &Format, bytes: &[u8], encoding: Encoding, what: &str) {
    let begin = Instant::now();
    let (records, held) = xqdb_fuzz::held(|| {
        let encoding = Some(encoding).filter(|_| format.is_text);
        let mut kept = Kept(Vec::new());
        let _ = (format.read)(&Input { bytes, base: 0, name: "a", encoding, any_word: false, beside: None }, &mut kept);
        kept.0.len()
    });
    let taken = begin.elapsed().as_secs_f64();
    let times = held / bytes.len();
    if taken > 1.5 || times > 60 {
        println!("{:16} {taken:7.2} s {times:4}x {records:8} records  {what}", format.name);
    }
}

struct Kept(Vec<Record>);

impl Sink for Kept {
    fn record(&mut self, raw: RawRecord<'_>) -> std::ops::ControlFlow<()> {
        self.0.push(Record::of(raw, &System::Auto));
        std::ops::ControlFlow::Continue(())
    }
}
