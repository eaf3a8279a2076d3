//! Fixtures of PGN.

mod cuts;
mod encodings;
mod gaps;
mod moves;
mod records;
mod torn;

use super::super::testing::{Keep, Kept, keep};
use super::super::{Input, RawRecord, Sink};
use super::FORMAT;
use crate::text::Encoding;
use std::ops::ControlFlow;

/// Tags, start, moves and comments in one line each.
fn shown(text: &str) -> String {
    let kept = keep(&FORMAT, text.as_bytes());
    kept.records.iter().map(show).collect::<Vec<_>>().join("\n")
}

fn show(record: &Kept) -> String {
    let mut line = record.tags.join(" ");
    if !line.is_empty() {
        line.push_str(" | ");
    }
    line.push_str(&record.moves());
    for (node, comment) in &record.comments {
        line.push_str(&format!(" {node}={{{comment}}}"));
    }
    for warning in &record.warnings {
        line.push_str(&format!(" !{warning}"));
    }
    line
}

/// Moves and comments alone.
fn moves(text: &str) -> String {
    words_of(&keep(&FORMAT, text.as_bytes()).records)
}

/// The same where every word is a move of a system that was named.
fn moves_of_a_named_system(text: &str) -> String {
    let mut sink = Keep::default();
    let encoding = Some(Encoding::Utf8);
    let input = Input { bytes: text.as_bytes(), base: 0, name: "a.pgn", encoding, any_word: true };
    let _ = (FORMAT.read)(&input, &mut sink);
    words_of(&sink.records)
}

fn words_of(records: &[Kept]) -> String {
    let words = |record: &Kept| {
        record.nodes.iter().map(|(_, mv)| mv.as_str()).collect::<Vec<_>>().join(" ")
    };
    records.iter().map(words).collect::<Vec<_>>().join(" / ")
}

fn read(bytes: &[u8], base: u64, encoding: Encoding, each: &mut dyn FnMut(&RawRecord<'_>)) {
    struct Each<'a>(&'a mut dyn FnMut(&RawRecord<'_>));
    impl Sink for Each<'_> {
        fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
            (self.0)(&record);
            ControlFlow::Continue(())
        }
    }
    let input = Input { bytes, base, name: "a.pgn", encoding: Some(encoding), any_word: false };
    let _ = (FORMAT.read)(&input, &mut Each(each));
}

fn read_all(bytes: &[u8], base: u64, encoding: Encoding) -> Keep {
    let mut sink = Keep::default();
    let input = Input { bytes, base, name: "a.pgn", encoding: Some(encoding), any_word: false };
    let _ = (FORMAT.read)(&input, &mut sink);
    sink
}
