//! Any bytes into the reader of one format, named by `XQDB_FUZZ_FORMAT`; without it into the one
//! that fits best.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use xqdb::format::{Format, Input, RawRecord, RawTree, FileSample, Sink, by_name, identify};
use xqdb::notation::System;
use xqdb::replay::Record;
use xqdb::text::{decode, detect};

static FORMAT: LazyLock<Option<&Format>> = LazyLock::new(|| {
    let name = std::env::var("XQDB_FUZZ_FORMAT").ok()?;
    Some(by_name(&name).expect("XQDB_FUZZ_FORMAT names a format, see `xqdb formats`"))
});

fuzz_target!(|bytes: &[u8]| {
    xqdb_fuzz::watch(bytes.len(), || {
        let encoding = detect(bytes);
        let text = decode(bytes, encoding);
        let sample = FileSample { head: bytes, text: &text.text, name: "a", len: bytes.len() as u64 };
        let fitting = identify(&sample);
        let Some(format) = FORMAT.or(fitting) else { return };
        let input = Input {
            bytes,
            base: 0,
            name: "a",
            encoding: Some(encoding).filter(|_| format.is_text),
            any_word: false, beside: None,
        };
        let mut kept = Kept { len: bytes.len() as u64, records: Vec::new() };
        let _ = (format.read)(&input, &mut kept);
        let nodes: usize = kept.records.iter().map(|record| record.game.tree.nodes.len()).sum();
        assert!(nodes <= bytes.len().saturating_mul(64), "{nodes} moves");
        if let Some(boundary) = format.boundary
            && !bytes.is_empty()
        {
            let from = 1 + bytes.len() / 2;
            assert!(boundary(bytes, from).is_none_or(|at| at >= from && at <= bytes.len()));
        }
    });
});

/// Keeps the records of a file as an import does.
struct Kept {
    len: u64,
    records: Vec<Record>,
}

impl Sink for Kept {
    fn record(&mut self, raw: RawRecord<'_>) -> ControlFlow<()> {
        assert!(raw.span.start <= raw.span.end && raw.span.end <= self.len, "{:?}", raw.span);
        for (index, node) in raw.tree.nodes.iter().enumerate() {
            assert!(node.parent == RawTree::ROOT || (node.parent as usize) < index);
        }
        for node in raw.tree.nodes.iter().step_by(1 + raw.tree.nodes.len() / 64) {
            let at = raw.offsets.source(node.at);
            assert!(raw.span.start <= at && at <= raw.span.end, "{at} of {:?}", raw.span);
        }
        self.records.push(Record::of(raw, &System::Auto));
        ControlFlow::Continue(())
    }
}
