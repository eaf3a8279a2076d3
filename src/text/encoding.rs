//! The encodings that game records come in, and what users call them.
//!
//! Text to bytes, for what is written.

use encoding_rs::EncoderResult;
use std::borrow::Cow;
use std::fmt;

/// How the bytes of a file are to be read as text.
///
/// `Gb18030` stands for GB2312 and GBK as well, `Big5` for Big5 with the Hong Kong supplement: the
/// larger set reads every file of the smaller one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// No byte above 7F.
    Ascii,
    /// UTF-8 without a byte order mark.
    Utf8,
    /// UTF-8 that begins with EF BB BF.
    Utf8Bom,
    /// GB2312, GBK or GB18030.
    Gb18030,
    /// Big5, with or without the Hong Kong supplement.
    Big5,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
}

impl Encoding {
    /// Every encoding, in the order of declaration.
    pub const ALL: [Encoding; 7] = [
        Encoding::Ascii,
        Encoding::Utf8,
        Encoding::Utf8Bom,
        Encoding::Gb18030,
        Encoding::Big5,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
    ];

    /// The name that is stored and printed.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Encoding::Ascii => "ascii",
            Encoding::Utf8 => "utf-8",
            Encoding::Utf8Bom => "utf-8-bom",
            Encoding::Gb18030 => "gb18030",
            Encoding::Big5 => "big5",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
        }
    }

    /// The encoding that a user, a page or a tag calls by `label`, in either case and with or
    /// without hyphens. A bare `utf-16` is taken as little-endian, which is what Windows writes.
    ///
    /// ```
    /// use xqdb::text::Encoding;
    /// assert_eq!(Encoding::from_label("GBK"), Some(Encoding::Gb18030));
    /// assert_eq!(Encoding::from_label("latin1"), None);
    /// ```
    #[must_use]
    pub fn from_label(label: &str) -> Option<Encoding> {
        let plain: String = label
            .chars()
            .filter(|c| !matches!(c, '-' | '_' | ' '))
            .map(|c| c.to_ascii_lowercase())
            .collect();
        Some(match plain.as_str() {
            "ascii" | "usascii" => Encoding::Ascii,
            "utf8" => Encoding::Utf8,
            "utf8bom" | "utf8sig" => Encoding::Utf8Bom,
            "gb18030" | "gbk" | "gb2312" | "gb231280" | "cp936" | "windows936" | "ms936"
            | "936" | "euccn" | "xgbk" | "gb" => Encoding::Gb18030,
            "big5" | "big5hkscs" | "cp950" | "windows950" | "ms950" | "950" | "xxbig5"
            | "cnbig5" => Encoding::Big5,
            "utf16" | "utf16le" | "unicode" | "ucs2" => Encoding::Utf16Le,
            "utf16be" => Encoding::Utf16Be,
            _ => return None,
        })
    }

    /// Whether characters take two bytes throughout, so that a search for an ASCII byte finds
    /// nothing useful.
    pub(crate) fn is_utf16(self) -> bool {
        matches!(self, Encoding::Utf16Le | Encoding::Utf16Be)
    }

    /// The codec that reads this encoding.
    pub(super) fn codec(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Ascii | Encoding::Utf8 | Encoding::Utf8Bom => encoding_rs::UTF_8,
            Encoding::Gb18030 => encoding_rs::GB18030,
            Encoding::Big5 => encoding_rs::BIG5,
            Encoding::Utf16Le => encoding_rs::UTF_16LE,
            Encoding::Utf16Be => encoding_rs::UTF_16BE,
        }
    }

    /// The byte order mark a file of this encoding may begin with.
    pub(crate) fn byte_order_mark(self) -> &'static [u8] {
        match self {
            Encoding::Ascii | Encoding::Utf8 | Encoding::Utf8Bom => b"\xEF\xBB\xBF",
            Encoding::Gb18030 => b"\x84\x31\x95\x33",
            Encoding::Big5 => b"",
            Encoding::Utf16Le => b"\xFF\xFE",
            Encoding::Utf16Be => b"\xFE\xFF",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.label())
    }
}

/// Sign in the place of a character that a charset lacks.
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
    fn a_label_names_its_own_encoding() {
        for encoding in Encoding::ALL {
            assert_eq!(Encoding::from_label(encoding.label()), Some(encoding));
        }
    }

    #[test]
    fn users_have_many_names_for_them() {
        for (label, encoding) in [
            ("GBK", Encoding::Gb18030),
            ("gb2312", Encoding::Gb18030),
            ("cp936", Encoding::Gb18030),
            ("GB_2312-80", Encoding::Gb18030),
            ("Big5-HKSCS", Encoding::Big5),
            ("cp950", Encoding::Big5),
            ("x-x-big5", Encoding::Big5),
            ("utf8", Encoding::Utf8),
            ("UTF-8-SIG", Encoding::Utf8Bom),
            ("utf-16", Encoding::Utf16Le),
            ("UTF-16BE", Encoding::Utf16Be),
            ("us-ascii", Encoding::Ascii),
        ] {
            assert_eq!(Encoding::from_label(label), Some(encoding), "{label}");
        }
        for label in ["", "latin1", "shift_jis", "utf-7"] {
            assert_eq!(Encoding::from_label(label), None, "{label}");
        }
    }

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
