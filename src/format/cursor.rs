//! A bounded reader over the bytes of a binary file.
//!
//! Every step says `None` when the bytes do not reach that far, and then nothing has been consumed.
//! So no length byte of a hostile file can make a reader panic, loop or ask for more memory than
//! the file holds.

/// Reads little-endian numbers and runs of bytes, from the front to the back.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Starts at the first byte.
    pub(super) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0 }
    }

    /// Starts at `offset`; at the end of the bytes when it lies beyond them.
    pub(super) fn from(bytes: &'a [u8], offset: usize) -> Cursor<'a> {
        Cursor { bytes, at: offset.min(bytes.len()) }
    }

    /// How many bytes of the whole are behind us: the offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The bytes that are left; they stay unread.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The next `len` bytes.
    pub(super) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.rest().get(..len)?;
        self.at += len;
        Some(taken)
    }

    /// The next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let taken = *self.rest().first_chunk::<N>()?;
        self.at += N;
        Some(taken)
    }

    /// Passes over `len` bytes.
    pub(super) fn skip(&mut self, len: usize) -> Option<()> {
        self.take(len).map(|_| ())
    }

    /// The next byte.
    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// The next two bytes, low byte first.
    pub(super) fn u16_le(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next four bytes, low byte first.
    pub(super) fn u32_le(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_in_order_and_stops_at_the_end() {
        let mut cursor = Cursor::new(&[1, 2, 0, 3, 0, 0, 0, 9, 8]);
        assert_eq!(cursor.u8(), Some(1));
        assert_eq!(cursor.u16_le(), Some(2));
        assert_eq!(cursor.u32_le(), Some(3));
        assert_eq!((cursor.offset(), cursor.left()), (7, 2));
        assert_eq!(cursor.u32_le(), None);
        assert_eq!(cursor.take(usize::MAX), None);
        assert_eq!(cursor.offset(), 7, "a step that fails takes nothing");
        assert_eq!(cursor.take(2), Some(&[9, 8][..]));
        assert_eq!((cursor.u8(), cursor.take(0)), (None, Some(&[][..])));
        assert_eq!(cursor.skip(1), None);
    }

    #[test]
    fn begins_no_farther_than_the_end() {
        assert_eq!(Cursor::from(b"abc", 1).rest(), b"bc");
        assert_eq!(Cursor::from(b"abc", 9).rest(), b"");
    }
}
