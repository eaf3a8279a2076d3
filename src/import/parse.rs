//! The bytes of a unit to records, replayed.

use super::Unit;
use super::from_name::{broken_promise, complete};
use crate::format::{Format, Input, RawRecord, Sink, by_name};
use crate::notation::System;
use crate::replay::Record;
use crate::text::{Encoding, read_file_name};
use std::ops::ControlFlow;

/// What a unit holds.
#[derive(Default)]
pub struct Parsed {
    /// Name of the format; `None` when no format fits.
    pub format: Option<&'static str>,
    /// How its texts were decoded; `None` when nothing was decoded.
    pub encoding: Option<Encoding>,
    /// The records in file order.
    pub records: Vec<Record>,
    /// Entries marked deleted.
    pub deleted: u64,
    /// Damage that belongs to no record: byte offset and what.
    pub damage: Vec<(u64, String)>,
}

/// Reads and replays everything in a unit, whose moves are written in `system`.
pub fn parse(unit: &Unit, system: &System) -> Parsed {
    let Some(format) = unit.format.and_then(by_name) else { return Parsed::default() };
    read(format, unit, system)
}

fn read(format: &'static Format, unit: &Unit, system: &System) -> Parsed {
    let mut collector = Collector { system, parsed: Parsed::default() };
    collector.parsed.format = Some(format.name);
    let input = Input {
        bytes: &unit.bytes,
        base: unit.base,
        name: unit.file_name(),
        encoding: unit.encoding,
        any_word: system.takes_any_word(),
    };
    let _ = (format.read)(&input, &mut collector);
    let mut parsed = collector.parsed;
    if unit.base == 0 && unit.is_last {
        let said = read_file_name(unit.file_name());
        if let [record] = &mut parsed.records[..] {
            complete(record, &said);
        }
        parsed.damage.extend(broken_promise(&parsed.records, &said).map(|what| (0, what)));
    }
    parsed.encoding = parsed.records.first().map(|record| record.encoding).or(unit.encoding);
    parsed
}

struct Collector<'s> {
    system: &'s System,
    parsed: Parsed,
}

impl Sink for Collector<'_> {
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
        self.parsed.records.push(Record::of(record, self.system));
        ControlFlow::Continue(())
    }

    fn deleted(&mut self, count: u64) {
        self.parsed.deleted += count;
    }

    fn damage(&mut self, offset: u64, what: String) {
        self.parsed.damage.push((offset, what));
    }
}
