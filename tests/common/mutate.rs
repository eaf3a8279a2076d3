//! Random damage, equal on every run.

use std::ops::Range;

/// Small generator of random numbers (xorshift) with a fixed seed.
pub(crate) struct Random(u64);

/// Bytes and words with a meaning to readers.
const WORDS: [&[u8]; 22] = [
    b"[",
    b"]",
    b"(",
    b")",
    b"{",
    b"}",
    b"\"",
    b"\n",
    b"\r\n",
    b"<",
    b"/>",
    b"&#x",
    b"||",
    b"[DhtmlXQ_move_0_1_1]",
    b"[Event \"",
    b"START{",
    b"1. ",
    b"...",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0",
    b"\x7f\xff",
    b"\xa3\xb1",
];

/// Numbers that break lengths, counts and squares.
const NUMBERS: [u32; 10] = [0, 1, 4, 5, 0x7F, 0xFF, 0xFFFF, 0x0100_0000, 0x7FFF_FFFF, 0xFFFF_FFFF];

impl Random {
    /// Generator with a seed other than 0.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Number less than `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Random one of several values.
    pub(crate) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// True in one of `of` cases.
    pub(crate) fn is(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// Copy with bytes changed at `at`, and also inserted or removed unless `keeps_length`; and the
    /// range of sound bytes that is hit.
    pub(crate) fn damage(
        &mut self,
        bytes: &[u8],
        at: usize,
        keeps_length: bool,
    ) -> (Vec<u8>, Range<usize>) {
        let len = (1 + self.below(4)).min(bytes.len() - at);
        let mut damaged = bytes.to_vec();
        match if keeps_length { self.below(2) } else { self.below(4) } {
            0 => {
                damaged[at] ^= 1 << self.below(8);
                return (damaged, at..at + 1);
            }
            1 => damaged[at..at + len].iter_mut().for_each(|byte| *byte = self.next() as u8),
            2 => _ = damaged.drain(at..at + len),
            _ => {
                let new: Vec<u8> = (0..len).map(|_| self.next() as u8).collect();
                damaged.splice(at..at, new);
                return (damaged, at..at);
            }
        }
        (damaged, at..at + len)
    }

    /// Damages bytes at random: cuts, flips, overwrites numbers, repeats, moves and inserts.
    pub(crate) fn mutate(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let at = self.below(bytes.len() + 1);
        let end = (at + 1 + self.below(64)).min(bytes.len());
        match self.below(10) {
            0 => bytes.truncate(at),
            1 | 2 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            3 if at < bytes.len() => bytes[at] = self.next() as u8,
            4 if at + 4 <= bytes.len() => {
                let number = NUMBERS[self.below(NUMBERS.len())];
                bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
            }
            5 => _ = bytes.drain(at..end),
            6 => {
                let word = WORDS[self.below(WORDS.len())];
                bytes.splice(at..at, word.iter().copied());
            }
            7 if !other.is_empty() => {
                // Beginning of one file, end of another.
                let from = self.below(other.len());
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            8 => {
                let piece = bytes[at..end].repeat(1 + self.below(40));
                bytes.splice(at..at, piece);
            }
            _ => {
                let piece = bytes[at..end].to_vec();
                let to = self.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
        }
    }
}
