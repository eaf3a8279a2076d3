//! Text to bytes, for what is written.

use encoding_rs::EncoderResult;
use std::borrow::Cow;
use std::fmt;

/// What stands for a character that a charset lacks.
const SUBSTITUTE: u8 = b'?';

/// A set of characters to write in.
///
/// It is not [`Encoding`](super::Encoding): a reader takes GBK for the part of GB18030 that it is,
/// but a program that knows GBK alone cannot read the four-byte characters of GB18030.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Charset {
    /// UTF-8 without a byte order mark.
    Utf8,
    /// GBK (code page 936): characters of one and two bytes.
    Gbk,
    /// GB18030, which has every character.
    Gb18030,
    /// Big5.
    Big5,
}

/// A text in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded<'a> {
    /// The text; a `?` where a character is missing.
    pub bytes: Cow<'a, [u8]>,
    /// The characters the charset lacks, in the order of their first appearance.
    pub missing: Vec<char>,
}

impl Charset {
    /// All of them.
    pub const ALL: [Charset; 4] = [Charset::Utf8, Charset::Gbk, Charset::Gb18030, Charset::Big5];

    /// The name that users know.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Charset::Utf8 => "utf-8",
            Charset::Gbk => "gbk",
            Charset::Gb18030 => "gb18030",
            Charset::Big5 => "big5",
        }
    }

    /// The charset of this name, in either case, with or without a hyphen.
    ///
    /// ```
    /// use xqdb::text::Charset;
    /// assert_eq!(Charset::from_label("UTF8"), Some(Charset::Utf8));
    /// assert_eq!(Charset::from_label("latin1"), None);
    /// ```
    #[must_use]
    pub fn from_label(label: &str) -> Option<Charset> {
        let plain = |text: &str| text.replace(['-', '_'], "").to_ascii_lowercase();
        let label = plain(label);
        Charset::ALL.into_iter().find(|charset| plain(charset.label()) == label)
    }

    /// Whether there is no way to write this character.
    #[must_use]
    pub fn lacks(self, c: char) -> bool {
        !c.is_ascii() && !self.encode(c.encode_utf8(&mut [0; 4])).missing.is_empty()
    }

    /// Encodes a text.
    ///
    /// ```
    /// use xqdb::text::Charset;
    /// let name = Charset::Gbk.encode("吕钦😀");
    /// assert_eq!(*name.bytes, *b"\xC2\xC0\xC7\xD5?");
    /// assert_eq!(name.missing, ['😀']);
    /// ```
    #[must_use]
    pub fn encode(self, text: &str) -> Encoded<'_> {
        let codec = match self {
            Charset::Utf8 => encoding_rs::UTF_8,
            Charset::Gbk => encoding_rs::GBK,
            Charset::Gb18030 => encoding_rs::GB18030,
            Charset::Big5 => encoding_rs::BIG5,
        };
        if self == Charset::Utf8 || text.is_ascii() {
            return Encoded { bytes: Cow::Borrowed(text.as_bytes()), missing: Vec::new() };
        }
        let mut encoder = codec.new_encoder();
        let mut bytes = Vec::with_capacity(text.len() + 8);
        let mut missing = Vec::new();
        let mut rest = text;
        loop {
            // The worst case is known for the rest, so the output never runs full.
            let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
            bytes.reserve(room.unwrap_or(rest.len() * 4 + 4));
            let (result, read) =
                encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
            rest = &rest[read..];
            match result {
                EncoderResult::InputEmpty => break,
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(c) => {
                    bytes.push(SUBSTITUTE);
                    if !missing.contains(&c) {
                        missing.push(c);
                    }
                }
            }
        }
        Encoded { bytes: Cow::Owned(bytes), missing }
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.label())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_charset_lacks_is_told() {
        for (charset, text, bytes, missing) in [
            (Charset::Utf8, "炮😀", "炮😀".as_bytes(), ""),
            (Charset::Gbk, "炮二a", b"\xC5\xDA\xB6\xFEa", ""),
            (Charset::Gbk, "😀a𠀀😀", b"?a??", "😀𠀀"),
            (Charset::Gb18030, "𠀀", b"\x95\x32\x82\x36", ""),
            (Charset::Big5, "呂欽马", b"\xA7\x66\xB4\xDC?", "马"),
            (Charset::Big5, "", b"", ""),
        ] {
            let encoded = charset.encode(text);
            assert_eq!(*encoded.bytes, *bytes, "{charset} {text}");
            assert_eq!(encoded.missing, missing.chars().collect::<Vec<_>>(), "{charset} {text}");
        }
        assert!(Charset::Big5.lacks('马') && !Charset::Gbk.lacks('马'));
    }
}
