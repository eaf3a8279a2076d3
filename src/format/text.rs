//! What all text readers share: the decoded text and the way back to bytes.

use super::{Input, Offsets};
use crate::text::{Decoded, Encoding, decode};
use std::ops::Range;

/// A decoded input.
pub(super) struct Text<'a> {
    decoded: Decoded<'a>,
    base: u64,
}

impl<'a> Text<'a> {
    /// Decodes the input as its caller decided.
    pub(super) fn of(input: &Input<'a>) -> Text<'a> {
        let encoding = input.encoding.unwrap_or_else(|| crate::text::detect(input.bytes));
        Text { decoded: decode(input.bytes, encoding), base: input.base }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.decoded.text
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.decoded.encoding
    }

    /// A range of the text as a range of bytes in the file.
    pub(super) fn span(&self, range: &Range<usize>) -> Range<u64> {
        self.offset(range.start)..self.offset(range.end)
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
