//! The bytes of a stored record, read and played once more.

use crate::format::{Input, RawRecord, Sink, by_name, read};
use crate::notation::System;
use crate::replay::{Game, replay};
use crate::store::RawBytes;
use crate::text::Encoding;
use std::ops::ControlFlow;

/// Longer records are no slips of a hand.
const LONGEST: usize = 1 << 20;

/// Hands the record that these bytes are, and what is played of it, to `take`; the next one if
/// that takes nothing.
pub(super) fn reread<T>(
    stored: &RawBytes,
    take: impl FnMut(&RawRecord<'_>, &Game) -> Option<T>,
) -> Option<T> {
    let format = stored.format.as_deref().and_then(by_name)?;
    let encoding = stored.encoding.as_deref().and_then(Encoding::from_label);
    if stored.bytes.len() > LONGEST {
        return None;
    }
    let input = Input {
        bytes: &stored.bytes,
        base: stored.start,
        name: "",
        encoding: encoding.filter(|_| format.is_text),
        any_word: false,
    };
    let mut taker = Taker { take, taken: None };
    let _ = read(format, &input, &mut taker);
    taker.taken
}

struct Taker<T, F> {
    take: F,
    taken: Option<T>,
}

impl<T, F: FnMut(&RawRecord<'_>, &Game) -> Option<T>> Sink for Taker<T, F> {
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
        let game = replay(&record, &System::Auto);
        self.taken = (self.take)(&record, &game);
        if self.taken.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
