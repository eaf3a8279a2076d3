//! The keys of encrypted XQF files (version 11 and later).
//!
//! All arithmetic is modulo 256 but for the comment key. With `f(b) = 54 b² + 221`, the piece key
//! is `f(x) x` for the key byte `x` of the piece squares; the from key is `f` of its byte times the
//! piece key, the to key `f` of its byte times the from key. The body is the difference of the
//! stored bytes and a stream of 32 bytes: the author's copyright line, masked by four bytes that
//! are made from key bytes, mask and or-masks.

use std::borrow::Cow;

/// The text under the stream; part of the format.
const STREAM_TEXT: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// What is taken off the bytes of a file. All zero, and no stream, up to version 10.
pub(crate) struct Keys {
    /// Taken off the piece squares.
    pub(crate) pieces: u8,
    /// Taken off from-squares.
    pub(crate) from: u8,
    /// Taken off to-squares.
    pub(crate) to: u8,
    /// Taken off lengths of comments.
    pub(crate) comment: u32,
    stream: Option<[u8; 32]>,
}

impl Keys {
    /// The keys of a header's bytes 0x03..0x10.
    pub(crate) fn new(bytes: [u8; 13], version: u8) -> Keys {
        if version <= 10 {
            return Keys { pieces: 0, from: 0, to: 0, comment: 0, stream: None };
        }
        let mask = bytes[0];
        let or_masks = &bytes[5..9];
        let key_bytes = &bytes[9..13];
        let [sum, piece, from, to] = [key_bytes[0], key_bytes[1], key_bytes[2], key_bytes[3]];

        let pieces = scramble(piece).wrapping_mul(piece);
        let from = scramble(from).wrapping_mul(pieces);
        let to = scramble(to).wrapping_mul(from);
        let comment = (u32::from(sum) * 256 + u32::from(piece)) % 32_000 + 767;
        let masks: [u8; 4] = std::array::from_fn(|i| (key_bytes[i] & mask) | or_masks[i]);
        let stream = std::array::from_fn(|i| STREAM_TEXT[i] & masks[i % 4]);
        Keys { pieces, from, to, comment, stream: Some(stream) }
    }

    /// Encrypts a plain body in place: the other way of [`decrypt`](Self::decrypt).
    pub(crate) fn encrypt(&self, body: &mut [u8]) {
        let Some(stream) = &self.stream else { return };
        for block in body.chunks_mut(stream.len()) {
            for (byte, key) in block.iter_mut().zip(stream) {
                *byte = byte.wrapping_add(*key);
            }
        }
    }

    /// The plain body, that is what follows the header. It begins at a multiple of 32, so the
    /// stream begins with it.
    pub(crate) fn decrypt<'a>(&self, body: &'a [u8]) -> Cow<'a, [u8]> {
        let Some(stream) = &self.stream else {
            return Cow::Borrowed(body);
        };
        let mut plain = body.to_vec();
        for block in plain.chunks_mut(stream.len()) {
            for (byte, key) in block.iter_mut().zip(stream) {
                *byte = byte.wrapping_sub(*key);
            }
        }
        Cow::Owned(plain)
    }
}

fn scramble(byte: u8) -> u8 {
    byte.wrapping_mul(byte).wrapping_mul(54).wrapping_add(221)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_a_known_header() {
        let bytes = [0xFE, 0, 0, 0, 0, 0x66, 0xF9, 0x7D, 0x24, 0x2D, 0x75, 0x66, 0xF8];
        let keys = Keys::new(bytes, 18);
        assert_eq!((keys.pieces, keys.from, keys.to, keys.comment), (63, 203, 191, 12_404));
        let stream = keys.stream.expect("encrypted");
        let masks = [0x6E, 0xFD, 0x7F, 0xFC];
        for (i, byte) in stream.into_iter().enumerate() {
            assert_eq!(byte, STREAM_TEXT[i] & masks[i % 4], "{i}");
        }
        let mut body = *b"XQ and more than the thirty-two bytes of a block";
        keys.encrypt(&mut body);
        assert_eq!(keys.decrypt(&body)[..], *b"XQ and more than the thirty-two bytes of a block");
        let plain = Keys::new(bytes, 10);
        assert_eq!((plain.pieces, plain.comment), (0, 0));
        assert!(matches!(plain.decrypt(b"abc"), Cow::Borrowed(b"abc")));
    }
}
