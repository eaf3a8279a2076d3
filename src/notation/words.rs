//! What the words of a move can say beside the piece and its number: which way, and which of
//! several. How they are written is told by [`hanzi`](super::hanzi) and [`latin`](super::latin).

use std::ops::Range;

/// Which way a piece goes, as its owner sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// 进, `+`
    Advance,
    /// 退, `-`
    Retreat,
    /// 平, `=` or `.`
    Traverse,
}

/// A word for the place of a piece among those of its kind on its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// 前, `F`: the foremost.
    Front,
    /// 中, `M`: the middle one of three or five, either inner one of four.
    Middle,
    /// 后, `R` or `B`: the rearmost.
    Rear,
    /// `+`: the foremost; of four or five also the second, which the older federation rules call
    /// so.
    Plus,
    /// `-`: the rearmost; of four or five also the last but one.
    Minus,
    /// `++`: the foremost of four or five.
    PlusPlus,
    /// `--`: the rearmost of four or five.
    MinusMinus,
}

impl Standing {
    /// The places (0 = front) among `len` pieces that the word can mean.
    pub(super) fn places(self, len: usize) -> Range<usize> {
        let is_long = len >= 4;
        match self {
            Standing::Front => 0..len.min(1),
            Standing::Plus => 0..len.min(if is_long { 2 } else { 1 }),
            Standing::Rear => len.saturating_sub(1)..len,
            Standing::Minus => len.saturating_sub(if is_long { 2 } else { 1 })..len,
            Standing::Middle if len >= 3 => (len - 1) / 2..len / 2 + 1,
            Standing::PlusPlus if is_long => 0..1,
            Standing::MinusMinus if is_long => len - 1..len,
            Standing::Middle | Standing::PlusPlus | Standing::MinusMinus => 0..0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_places() {
        use Standing::{Front, Middle, Minus, MinusMinus, Plus, PlusPlus, Rear};
        for (word, places) in [
            (Front, [0..1, 0..1, 0..1, 0..1, 0..1]),
            (Rear, [0..1, 1..2, 2..3, 3..4, 4..5]),
            (Middle, [0..0, 0..0, 1..2, 1..3, 2..3]),
            (Plus, [0..1, 0..1, 0..1, 0..2, 0..2]),
            (Minus, [0..1, 1..2, 2..3, 2..4, 3..5]),
            (PlusPlus, [0..0, 0..0, 0..0, 0..1, 0..1]),
            (MinusMinus, [0..0, 0..0, 0..0, 3..4, 4..5]),
        ] {
            for (len, expected) in (1..).zip(places) {
                assert_eq!(word.places(len), expected, "{word:?} of {len}");
            }
            assert!(word.places(0).is_empty());
        }
    }
}
