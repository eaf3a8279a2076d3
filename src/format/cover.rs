//! Nothing of a text is lost: every byte belongs to a record, is known filler, or is reported.
//!
//! Filler is what speaks of no game: blanks, adverts, the prose and the markup of a page. What
//! stands outside of all records and holds a move, a tag or a position is damage.

use super::pgn::{games, is_tag_line};
use super::{Input, RawRecord, Sink};
use crate::text::{Encoding, decode, detect};
use std::ops::ControlFlow;

/// So much of a text that no reader claims is shown.
const SHOWN: usize = 40;

/// Watches what a reader gives, and reports what it leaves out.
pub(super) struct Cover<'s, 'b> {
    sink: &'s mut dyn Sink,
    bytes: &'b [u8],
    base: u64,
    encoding: Encoding,
    /// All before this offset of the input is accounted for.
    done: usize,
}

/// Whether something in a text looks like a move, a tag or a position, or is a file in uuencode.
pub(super) fn speaks_of_games(text: &str) -> bool {
    let is_tag = |line: &str| is_tag_line(line.as_bytes());
    let is_position = |line: &str| line.matches('/').nth(8).is_some() && !line.contains(['<', ':']);
    games::left_over(text, 0..text.len()).is_some()
        || text.lines().any(|line| is_tag(line) || is_position(line) || is_coded_file(line))
}

/// Whether a file in uuencode begins here: `begin 644 games.zip`.
fn is_coded_file(line: &str) -> bool {
    let Some((mode, name)) = line.strip_prefix("begin ").and_then(|rest| rest.split_once(' '))
    else {
        return false;
    };
    (3..=4).contains(&mode.len())
        && mode.bytes().all(|digit| matches!(digit, b'0'..=b'7'))
        && !name.trim().is_empty()
}

impl<'s, 'b> Cover<'s, 'b> {
    pub(super) fn new(input: &Input<'b>, sink: &'s mut dyn Sink) -> Cover<'s, 'b> {
        let encoding = input.encoding.unwrap_or_else(|| detect(input.bytes));
        Cover { sink, bytes: input.bytes, base: input.base, encoding, done: 0 }
    }

    /// Reports what stands behind the last record.
    pub(super) fn finish(mut self) {
        self.advance(self.bytes.len());
    }

    /// Accounts for all bytes before `to`, which belong to no record.
    fn advance(&mut self, to: usize) {
        let Some(gap) = self.bytes.get(self.done..to).filter(|gap| !gap.is_empty()) else { return };
        let decoded = decode(gap, self.encoding);
        let text = decoded.text.as_ref();
        if speaks_of_games(text) {
            let begin = text.len() - text.trim_start().len();
            let shown: String = text.trim().chars().take(SHOWN).collect();
            let offset = self.base + self.done as u64 + decoded.source_offset(begin);
            self.sink.damage(offset, format!("no reader claims what stands here: `{shown}`"));
        }
        self.done = to;
    }
}

impl Sink for Cover<'_, '_> {
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
        let place = |offset: u64| offset.saturating_sub(self.base) as usize;
        let (begin, end) = (place(record.span.start), place(record.span.end));
        self.advance(begin);
        self.done = self.done.max(end.min(self.bytes.len()));
        self.sink.record(record)
    }

    fn deleted(&mut self, count: u64) {
        self.sink.deleted(count);
    }

    fn damage(&mut self, offset: u64, what: String) {
        // Told by the reader: up to there nothing more need be said.
        let line_end = self.bytes[self.done..].iter().position(|byte| *byte == b'\n');
        let place = offset.saturating_sub(self.base) as usize;
        if place >= self.done && place <= line_end.map_or(self.bytes.len(), |end| self.done + end) {
            self.done = line_end.map_or(self.bytes.len(), |end| self.done + end + 1);
        }
        self.sink.damage(offset, what);
    }
}
