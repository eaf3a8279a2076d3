//! Giant contents, piece by piece.
//!
//! A piece ends at a record boundary. Boundaries are looked for in bytes in which ASCII is ASCII;
//! of UTF-16 a piece is decoded for it, and the offset found is led back to the bytes.

use crate::format::Boundary;
use crate::text::{Encoding, decode};
use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

/// A piece is about this long.
const PIECE: usize = 512 << 10;
/// A record longer than this is cut behind a line: memory stays bounded whatever the file says.
const LONGEST_RECORD: usize = 256 << 20;
/// A boundary is looked for in the last so many bytes of a piece first.
const LAST: usize = 16 << 10;

/// Cuts what a reader gives at record boundaries.
pub(super) struct Cutter<'a> {
    reader: &'a mut dyn Read,
    boundary: Boundary,
    is_utf16: Option<Encoding>,
    longest: usize,
    offset: u64,
    buffer: Vec<u8>,
    buffers: &'a Buffers,
}

/// What a [`Cutter`] gives.
pub(super) enum Cut {
    /// A piece that others follow: its offset and its bytes.
    Piece(u64, Vec<u8>),
    /// The last piece, and why there is no more if reading failed.
    Last(u64, Vec<u8>, Option<io::Error>),
}

/// Where the records of a content begin, and how its text is encoded.
#[derive(Clone, Copy)]
pub(super) struct Borders {
    pub(super) boundary: Boundary,
    pub(super) encoding: Encoding,
}

impl<'a> Cutter<'a> {
    /// Begins to cut what `reader` gives from `offset` on. No piece is much longer than `longest`.
    pub(super) fn new(
        reader: &'a mut dyn Read,
        borders: Borders,
        offset: u64,
        longest: u64,
        buffers: &'a Buffers,
    ) -> Cutter<'a> {
        Cutter {
            reader,
            boundary: borders.boundary,
            is_utf16: Some(borders.encoding).filter(|encoding| encoding.is_utf16()),
            longest: usize::try_from(longest).unwrap_or(usize::MAX).min(LONGEST_RECORD),
            offset,
            buffer: buffers.take(),
            buffers,
        }
    }

    /// The next piece. After the last one there is no other.
    pub(super) fn next(&mut self) -> Cut {
        loop {
            let before = self.buffer.len();
            let wanted = before.max(PIECE);
            let outcome = (&mut *self.reader).take(wanted as u64).read_to_end(&mut self.buffer);
            if outcome.is_err() || self.buffer.len() - before < wanted {
                return Cut::Last(self.offset, std::mem::take(&mut self.buffer), outcome.err());
            }
            let at = match self.last_boundary() {
                Some(at) => at,
                None if self.buffer.len() < self.longest => continue,
                None => self.emergency_exit(),
            };
            let mut next = self.buffers.take();
            next.extend_from_slice(&self.buffer[at..]);
            self.buffer.truncate(at);
            let offset = self.offset;
            self.offset += at as u64;
            return Cut::Piece(offset, std::mem::replace(&mut self.buffer, next));
        }
    }

    /// Where a buffer is cut in which no record begins: behind a line, or else anywhere.
    fn emergency_exit(&self) -> usize {
        let line = memchr::memrchr(b'\n', &self.buffer).filter(|_| self.is_utf16.is_none());
        // An even number, so that no unit of UTF-16 is cut.
        line.map_or(self.buffer.len() & !1, |at| at + 1)
    }

    /// The last boundary in the buffer.
    fn last_boundary(&self) -> Option<usize> {
        let Some(encoding) = self.is_utf16 else {
            return last_boundary(&self.buffer, self.boundary);
        };
        let decoded = decode(&self.buffer[..self.buffer.len() & !1], encoding);
        let at = last_boundary(decoded.text.as_bytes(), self.boundary)?;
        let at = decoded.source_offset(at) as usize;
        (0 < at && at < self.buffer.len()).then_some(at)
    }
}

/// A boundary as near to the end as can be found with few looks.
fn last_boundary(buffer: &[u8], boundary: Boundary) -> Option<usize> {
    let mut back = LAST;
    loop {
        let from = buffer.len().saturating_sub(back).max(1);
        match boundary(buffer, from) {
            Some(at) if at > 0 && at < buffer.len() => return Some(at),
            _ if from == 1 => return None,
            _ => back *= 4,
        }
    }
}

/// Buffers of pieces that are done with. A new one would be asked of the system each time and
/// cleared by it, which takes longer than reading into it.
#[derive(Default)]
pub(super) struct Buffers(Mutex<Vec<Vec<u8>>>);

impl Buffers {
    /// So many wait at most.
    const MOST: usize = 32;

    fn take(&self) -> Vec<u8> {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        used.unwrap_or_else(|| Vec::with_capacity(PIECE + PIECE / 8))
    }

    /// Takes a buffer back, if it is one of a usual piece.
    pub(super) fn put(&self, mut buffer: Vec<u8>) {
        if (PIECE..2 * PIECE).contains(&buffer.capacity()) {
            buffer.clear();
            let mut buffers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if buffers.len() < Buffers::MOST {
                buffers.push(buffer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::by_name;

    /// The offsets and bytes of all pieces.
    fn pieces(bytes: &[u8], encoding: Encoding) -> Vec<(u64, Vec<u8>)> {
        let boundary = by_name("pgn").unwrap().boundary.unwrap();
        let (mut reader, buffers) = (bytes, Buffers::default());
        let borders = Borders { boundary, encoding };
        let mut cutter = Cutter::new(&mut reader, borders, 0, u64::MAX, &buffers);
        let mut pieces = Vec::new();
        loop {
            match cutter.next() {
                Cut::Piece(offset, bytes) => pieces.push((offset, bytes)),
                Cut::Last(offset, bytes, error) => {
                    assert!(error.is_none());
                    pieces.push((offset, bytes));
                    return pieces;
                }
            }
        }
    }

    #[test]
    fn utf16_is_cut_where_its_records_begin() {
        let game = "[Event \"赛\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 *\n\n";
        let text = format!("\u{feff}{}", game.repeat(40_000));
        for (encoding, bytes) in [
            (Encoding::Utf16Le, text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()),
            (Encoding::Utf16Be, text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        ] {
            let pieces = pieces(&bytes, encoding);
            assert!(pieces.len() > 4);
            let mut end = 0;
            for (number, (offset, piece)) in pieces.iter().enumerate() {
                assert_eq!(*offset, end);
                end += piece.len() as u64;
                let text = decode(piece, encoding).text;
                assert!(text.starts_with("[Event"), "piece {number} of {encoding:?}");
            }
            let whole: Vec<u8> = pieces.into_iter().flat_map(|(_, piece)| piece).collect();
            assert_eq!(whole, bytes);
        }
    }
}
