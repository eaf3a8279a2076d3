//! CHE: a game saved by the QQ game hall (QQ 游戏), a line of decimal numbers.
//!
//! | number | meaning |
//! |---|---|
//! | 1 | 1 |
//! | 2 | number of moves |
//! | 10 a move | piece, 32, side (1 moves first), from row, from column, to row, to column, 0, ply from 0, 0 |
//!
//! Rows count from Red's back rank. Column 0 is taken as file a. Some readers take it as file i;
//! both play legally and nothing in the one known file decides, so a game may be mirrored.
//!
//! Sources: public readers; one file of 62 moves.

use super::fields::{Fields, LineBuilder, raw_move};
use super::{BytesFrom, Fit, Format, Input, RawMove, RawRecord, Sample, Sink, Warning};
use crate::text::Encoding;
use crate::xiangqi::Square;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "che",
    about: "QQ game hall game (QQ 象棋)",
    extensions: &["che"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

const PER_MOVE: usize = 10;

fn sniff(sample: &Sample<'_>) -> Fit {
    let mut numbers = Numbers::new(sample.head);
    let head: Vec<u32> = numbers.by_ref().take(2 + PER_MOVE).map(|(_, number)| number).collect();
    match head.as_slice() {
        [1, 1..=u32::MAX, _, 32, 0..=1, 0..=9, 0..=8, 0..=9, 0..=8, 0, 0..=1, 0] => Fit::Certain,
        [1, 0] if sample.has_extension(FORMAT.extensions) => Fit::Weak,
        _ => Fit::No,
    }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut fields = Fields::new(Encoding::Ascii);
    let mut numbers = Numbers::new(input.bytes).skip(1);
    let count = numbers.next().map(|(_, count)| count);
    let mut line = LineBuilder::new();
    for ply in 0..count.unwrap_or(u32::MAX) {
        let mut entry = [0; PER_MOVE];
        let mut at = None;
        for slot in &mut entry {
            if let Some((offset, number)) = numbers.next() {
                at.get_or_insert(offset);
                *slot = number;
            } else {
                at = None;
                break;
            }
        }
        let (Some(at), 32) = (at, entry[1]) else {
            let end = input.base + input.bytes.len() as u64;
            fields.broken_moves(end, ply, count);
            line.miss(input.bytes.len());
            break;
        };
        line.push(at, squares(&entry));
    }
    if numbers.next().is_some() {
        fields.warn(Warning::Other { text: "numbers after the last move are left out".to_owned() });
    }
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        tree: line.tree,
        warnings,
        ..RawRecord::new(input.span(), Encoding::Ascii, &BytesFrom(input.base))
    })
}

fn squares(entry: &[u32; PER_MOVE]) -> RawMove<'static> {
    let byte = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
    let [from_row, from_column, to_row, to_column] =
        [entry[3], entry[4], entry[5], entry[6]].map(byte);
    let packed = |row: u8, column: u8| row << 4 | column & 0x0F;
    raw_move(
        Square::at(from_column, from_row),
        Square::at(to_column, to_row),
        (packed(from_row, from_column), packed(to_row, to_column)),
    )
}

/// The numbers of a text of digits and blanks, with their offsets; anything else ends them.
struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Numbers<'a> {
    fn new(bytes: &'a [u8]) -> Numbers<'a> {
        Numbers { bytes, at: 0 }
    }
}

impl Iterator for Numbers<'_> {
    type Item = (usize, u32);

    fn next(&mut self) -> Option<(usize, u32)> {
        let rest = &self.bytes[self.at..];
        let start = self.at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &self.bytes[start..];
        let len = rest.iter().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
        self.at = start + len;
        let number = std::str::from_utf8(&rest[..len]).ok()?.parse().ok()?;
        Some((start, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{attack, keep};

    const GAME: &[u8] = b"1 3 21 32 1 2 7 2 4 0 0 0 26 32 0 9 7 7 6 0 1 0 25 32 1 0 9 2 4 0 2 0 ";

    #[test]
    fn a_game_reads_back() {
        let found = keep(&FORMAT, GAME).records.remove(0);
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 1:09-24");
        assert_eq!((found.start.as_str(), found.warnings.len()), ("standard", 0));
        let sample = Sample { head: GAME, text: "", name: "a.txt", len: GAME.len() as u64 };
        assert_eq!(sniff(&sample), Fit::Certain);
        let other = Sample { head: b"1 3 21 33 1", ..sample };
        assert_eq!(sniff(&other), Fit::No);
    }

    #[test]
    fn damage_is_survived() {
        // The last number may lose digits without a trace.
        attack(&FORMAT, GAME, false);
    }
}
