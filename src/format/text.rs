//! What all text readers share: the decoded text and the way back to bytes.

use super::lines::with_line_feeds;
use super::{Input, Offsets, RawRecord, Warning};
use crate::text::{Decoded, Encoding, decode};
use std::ops::Range;

/// How many passed-over places of one record are told one by one.
const MOST_PASSED_OVER: usize = 20;

/// A decoded input.
pub(super) struct Text<'a> {
    decoded: Decoded<'a>,
    /// The same with line feeds for other line ends, as long as the decoded text.
    plain: Option<String>,
    base: u64,
    /// The encoding of the file, where this record is in another.
    unlike: Option<Encoding>,
}

impl<'a> Text<'a> {
    /// Decodes the input as its caller decided. Every line of the text ends with a line feed.
    pub(super) fn of(input: &Input<'a>) -> Text<'a> {
        let text = Text::as_it_stands(input);
        Text { plain: with_line_feeds(&text.decoded.text), ..text }
    }

    /// The same with its line ends as they are.
    pub(super) fn as_it_stands(input: &Input<'a>) -> Text<'a> {
        let encoding = input.encoding.unwrap_or_else(|| crate::text::detect(input.bytes));
        Text { decoded: decode(input.bytes, encoding), plain: None, base: input.base, unlike: None }
    }

    /// One record of a file in this encoding, its line ends as they are. What makes no sense in
    /// UTF-8 may be in another encoding from beginning to end, and the other way round: files are
    /// joined by those who do not look.
    pub(super) fn of_record(input: &Input<'a>, encoding: Encoding) -> Text<'a> {
        let text = Text::as_it_stands(&Input { encoding: Some(encoding), ..*input });
        if text.decoded.replaced == 0 {
            return text;
        }
        let is_utf8 = |encoding| matches!(encoding, Encoding::Utf8 | Encoding::Utf8Bom);
        let own = crate::text::detect(input.bytes);
        if is_utf8(own) == is_utf8(encoding) {
            return text;
        }
        let other = Text::as_it_stands(&Input { encoding: Some(own), ..*input });
        if other.decoded.replaced > 0 { text } else { Text { unlike: Some(encoding), ..other } }
    }

    pub(super) fn as_str(&self) -> &str {
        self.plain.as_deref().unwrap_or(&self.decoded.text)
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.decoded.encoding
    }

    /// A range of the text as a range of bytes in the file.
    pub(super) fn span(&self, range: &Range<usize>) -> Range<u64> {
        self.offset(range.start)..self.offset(range.end)
    }

    /// The record at `range`, of which nothing else is known yet.
    pub(super) fn record(&self, range: &Range<usize>) -> RawRecord<'_> {
        RawRecord::new(self.span(range), self.encoding(), self)
    }

    /// The warnings of the record at `range`: `found` and what every text reader tells in the same
    /// way, the text that was passed over and the bytes that make no sense.
    pub(super) fn warnings(
        &self,
        range: &Range<usize>,
        mut found: Vec<Warning>,
        passed_over: &[Range<usize>],
    ) -> Vec<Warning> {
        for passed in passed_over.iter().take(MOST_PASSED_OVER) {
            let text = shortened(&self.as_str()[passed.clone()]);
            found.push(Warning::PassedOver { offset: self.offset(passed.start), text });
        }
        if passed_over.len() > MOST_PASSED_OVER {
            let text =
                format!("{} more places are passed over", passed_over.len() - MOST_PASSED_OVER);
            found.push(Warning::Other { text });
        }
        if let Some(file) = self.unlike {
            let text = format!("the record is in {}, its file in {file}", self.encoding());
            found.push(Warning::Other { text });
        }
        if self.decoded.replaced > 0 {
            let count = self.as_str()[range.clone()].matches('\u{fffd}').count() as u32;
            if count > 0 {
                let encoding = self.encoding().label().to_owned();
                found.push(Warning::Malformed { count, encoding });
            }
        }
        found
    }

    fn offset(&self, at: usize) -> u64 {
        self.base + self.decoded.source_offset(at)
    }
}

impl Offsets for Text<'_> {
    fn source(&self, at: u32) -> u64 {
        self.offset(at as usize)
    }
}

/// The beginning of a text, for a message.
fn shortened(text: &str) -> String {
    let text = text.trim();
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
