//! Damage and cuts anywhere in a file.

use super::*;
use crate::format::Offsets;
use crate::format::testing::gbk;
use proptest::prelude::*;
use std::ops::Range;

/// Two games with everything in them.
const SOUND: &str = "[Game \"Chinese \
                     Chess\"]\r\n[Event \"甲级联赛 \\\"第1轮\\\"\"]\r\n[Red \"胡荣华\"]\r\n[Result \"1-0\"]\r\n{开局\r\n注解}\r\n  1. 炮二平五 马８进７\r\n  2. 马二进三 (2. 兵七进一 卒７进１) 车９平８\r\n 1-0\r\n====\r\n欢迎\r\n\r\n[Event \"b\"]\r\n[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 b\"]\r\n1. ... e9e8 {x} *\r\n";

#[test]
fn damage_invents_nothing() {
    let bytes = gbk(SOUND);
    let whole = read_all(&bytes, 0, Encoding::Gb18030);
    assert_eq!(whole.records.len(), 2);
    for offset in 0..bytes.len() {
        let cut = read_all(&bytes[..offset], 0, Encoding::Gb18030);
        let Some((last, sound)) = cut.records.split_last() else { continue };
        assert_eq!(sound, &whole.records[..sound.len()], "cut at {offset}");
        // The word that was cut is the last.
        let complete = last.nodes.len().saturating_sub(1);
        let original = &whole.records[sound.len()].nodes;
        assert_eq!(original.get(..complete), last.nodes.get(..complete), "cut at {offset}");
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[offset] ^= 1 << bit;
            for encoding in [Encoding::Gb18030, Encoding::Big5, Encoding::Utf8] {
                let found = read_all(&bytes, 0, encoding);
                // The second record is sound when the damage lies in the first one's moves or tags.
                if offset < gbk(SOUND).len() / 2 && encoding == Encoding::Gb18030 {
                    assert_eq!(found.records.last(), whole.records.last(), "{offset} {bit}");
                }
            }
        }
    }
}

/// A record as the test of cuts compares it.
#[derive(Debug, PartialEq)]
struct Piece {
    span: Range<u64>,
    kept: Kept,
    places: Vec<u64>,
    black_first: bool,
    terminator: Option<String>,
}

fn pieces(bytes: &[u8], base: u64, encoding: Encoding) -> Vec<Piece> {
    let mut details = Vec::new();
    read(bytes, base, encoding, &mut |record| {
        let nodes = &record.tree.nodes;
        let place = |node: &crate::format::RawNode<'_>| Offsets::source(record.offsets, node.at);
        details.push((
            record.span.clone(),
            nodes.iter().map(place).collect(),
            record.black_first,
            record.terminator.as_deref().map(str::to_owned),
        ));
    });
    let kept = read_all(bytes, base, encoding).records;
    assert_eq!(kept.len(), details.len());
    let join = |(kept, (span, places, black_first, terminator))| Piece {
        span,
        kept,
        places,
        black_first,
        terminator,
    };
    kept.into_iter().zip(details).map(join).collect()
}

/// Files of lines that mean something to the reader, in any order, and damage.
fn file() -> impl Strategy<Value = (Encoding, Vec<u8>)> {
    let lines = [
        "[Event \"甲\"]",
        "[Event \"乙",
        "[Red \"丙]",
        "[Site '丁']",
        "[Red 胡]",
        "[Title \"",
        "续\"]",
        "",
        "",
        " ",
        "1. 炮二平五 马８进７",
        "2. 马二进三 {注",
        "解} 车９平８",
        "(1. h2e2",
        "h9g7)",
        "1-0",
        "*",
        "====",
        "[%clk]",
        "欢迎",
        "[Red \"a\"] 1. h2e2 1-0",
        "\u{feff}[Event \"b\"]",
        "[FEN \"9 w\"]",
    ];
    let text = proptest::collection::vec(proptest::sample::select(lines.to_vec()), 0..40);
    let ends = proptest::sample::select(&["\n", "\r\n"][..]);
    let damage = proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4);
    let encodings = [Encoding::Utf8, Encoding::Gb18030, Encoding::Big5];
    (proptest::sample::select(encodings.to_vec()), text, ends, damage).prop_map(
        |(encoding, text, end, damage)| {
            let text = text.join(end);
            let mut bytes = match encoding {
                Encoding::Gb18030 => encoding_rs::GB18030.encode(&text).0.into_owned(),
                Encoding::Big5 => encoding_rs::BIG5.encode(&text).0.into_owned(),
                _ => text.into_bytes(),
            };
            for (at, byte) in damage {
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] = byte;
                }
            }
            (encoding, bytes)
        },
    )
}

proptest! {
    // Every file is cut at each of its bytes: `PROPTEST_CASES=2000` takes minutes.
    #![proptest_config(ProptestConfig::default())]
    #[test]
    fn parts_of_a_file_give_the_records_of_the_whole((encoding, bytes) in file()) {
        let whole = pieces(&bytes, 0, encoding);
        let boundary = FORMAT.boundary.expect("pgn is cut");
        for from in 1..bytes.len() {
            let Some(at) = boundary(&bytes, from) else { continue };
            prop_assert!(at >= from);
            let mut parts = pieces(&bytes[..at], 0, encoding);
            parts.extend(pieces(&bytes[at..], at as u64, encoding));
            prop_assert_eq!(&parts, &whole, "cut at {}", at);
        }
    }
}
