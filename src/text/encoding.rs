//! The encodings that game records come in and their labels, and the charsets that exports are
//! written in.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

/// Encoding in which the bytes of a file are decoded.
///
/// `Gb18030` also stands for GB2312 and GBK, `Big5` also for its Hong Kong supplement: the larger
/// set reads every file of the smaller one.
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

    fn facts(self) -> &'static EncodingFacts {
        &FACTS[self as usize]
    }

    /// Label that is stored and printed, such as `gb18030`.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.facts().label
    }

    /// Finds the encoding that a user, a web page or a tag calls by `label`, in any case, with or
    /// without hyphens. A bare `utf-16` is little-endian, which Windows writes. None for an unknown
    /// label.
    ///
    /// ```
    /// use xqdb::text::Encoding;
    /// assert_eq!(Encoding::from_label("GBK"), Some(Encoding::Gb18030));
    /// assert_eq!(Encoding::from_label("latin1"), None);
    /// ```
    #[must_use]
    pub fn from_label(label: &str) -> Option<Encoding> {
        let label = plain(label);
        Encoding::ALL.into_iter().find(|encoding| {
            let facts = encoding.facts();
            plain(facts.label) == label || facts.others.contains(&&*label)
        })
    }

    /// Whether every character takes at least two bytes, so that a search for an ASCII byte is
    /// useless.
    pub(crate) fn is_utf16(self) -> bool {
        matches!(self, Encoding::Utf16Le | Encoding::Utf16Be)
    }

    /// Codec of `encoding_rs` for this encoding.
    pub(super) fn codec(self) -> &'static encoding_rs::Encoding {
        self.facts().codec
    }

    /// The byte order mark a file of this encoding may begin with.
    pub(crate) fn byte_order_mark(self) -> &'static [u8] {
        self.facts().mark
    }

    /// Encoding named by the byte order mark at the beginning of `text`.
    pub(crate) fn by_mark(text: &[u8]) -> Option<Encoding> {
        let marked = [Encoding::Utf8Bom, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Gb18030];
        marked.into_iter().find(|marked| text.starts_with(marked.byte_order_mark()))
    }

    /// The other encoding whose byte order mark a text in this encoding begins with; None without
    /// such a mark. In UTF-16 every other mark is an ordinary character.
    pub(crate) fn belied_mark(self, text: &[u8]) -> Option<Encoding> {
        let marked = Encoding::by_mark(text).filter(|_| !self.is_utf16());
        marked.filter(|marked| marked.byte_order_mark() != self.byte_order_mark())
    }
}

/// A label in lower case, without hyphens and blanks.
fn plain(label: &str) -> String {
    label.replace(['-', '_', ' '], "").to_ascii_lowercase()
}

/// Facts about an encoding.
struct EncodingFacts {
    label: &'static str,
    /// Other labels, as [`plain`] writes them.
    others: &'static [&'static str],
    codec: &'static encoding_rs::Encoding,
    mark: &'static [u8],
}

/// The facts of every encoding, in the order of declaration.
static FACTS: [EncodingFacts; 7] = [
    EncodingFacts { label: "ascii", others: &["usascii"], ..UTF_8 },
    EncodingFacts { label: "utf-8", ..UTF_8 },
    EncodingFacts { label: "utf-8-bom", others: &["utf8sig"], ..UTF_8 },
    EncodingFacts {
        label: "gb18030",
        others: &[
            "gbk",
            "gb2312",
            "gb231280",
            "cp936",
            "windows936",
            "ms936",
            "936",
            "euccn",
            "xgbk",
            "gb",
        ],
        codec: encoding_rs::GB18030,
        mark: b"\x84\x31\x95\x33",
    },
    EncodingFacts {
        label: "big5",
        others: &["big5hkscs", "cp950", "windows950", "ms950", "950", "xxbig5", "cnbig5"],
        codec: encoding_rs::BIG5,
        mark: b"",
    },
    EncodingFacts {
        label: "utf-16le",
        others: &["utf16", "unicode", "ucs2"],
        codec: encoding_rs::UTF_16LE,
        mark: b"\xFF\xFE",
    },
    EncodingFacts {
        label: "utf-16be",
        others: &[],
        codec: encoding_rs::UTF_16BE,
        mark: b"\xFE\xFF",
    },
];

const UTF_8: EncodingFacts =
    EncodingFacts { label: "", others: &[], codec: encoding_rs::UTF_8, mark: b"\xEF\xBB\xBF" };

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.label())
    }
}

/// Sign in the place of a character that a charset lacks.
const SUBSTITUTE: u8 = b'?';

/// Character set in which an export is written.
///
/// Unlike [`Encoding`] it tells GBK from GB18030: a reader takes GBK as part of GB18030, but a
/// program that knows only GBK cannot read GB18030's characters of four bytes.
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

/// Encoded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded<'a> {
    /// Encoded bytes, with `?` for each character that the charset lacks.
    pub bytes: Cow<'a, [u8]>,
    /// The characters the charset lacks, in the order of their first appearance.
    pub missing: Vec<char>,
}

impl Charset {
    /// All character sets.
    pub const ALL: [Charset; 4] = [Charset::Utf8, Charset::Gbk, Charset::Gb18030, Charset::Big5];

    /// Label that users know, such as `gbk`.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Charset::Utf8 => "utf-8",
            Charset::Gbk => "gbk",
            Charset::Gb18030 => "gb18030",
            Charset::Big5 => "big5",
        }
    }

    /// Finds the charset by label, in any case, with or without a hyphen. None for an unknown
    /// label.
    ///
    /// ```
    /// use xqdb::text::Charset;
    /// assert_eq!(Charset::from_label("UTF8"), Some(Charset::Utf8));
    /// assert_eq!(Charset::from_label("latin1"), None);
    /// ```
    #[must_use]
    pub fn from_label(label: &str) -> Option<Charset> {
        let label = plain(label);
        Charset::ALL.into_iter().find(|charset| plain(charset.label()) == label)
    }

    /// Whether the charset cannot encode `c`.
    #[must_use]
    pub fn lacks(self, c: char) -> bool {
        !c.is_ascii() && !self.encode(c.encode_utf8(&mut [0; 4])).missing.is_empty()
    }

    /// Encodes `text`; a `?` replaces each character that the charset lacks.
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
        let may_have = |c| self != Charset::Big5 || big5_may_have(c);
        if text.chars().all(may_have)
            && let (bytes, _, false) = codec.encode(text)
        {
            return Encoded { bytes, missing: Vec::new() };
        }
        let (mut bytes, mut missing) = (Vec::with_capacity(text.len()), Vec::new());
        for c in text.chars() {
            let mut buffer = [0; 4];
            if may_have(c)
                && let (character, _, false) = codec.encode(c.encode_utf8(&mut buffer))
            {
                bytes.extend_from_slice(&character);
                continue;
            }
            bytes.push(SUBSTITUTE);
            if !missing.contains(&c) {
                missing.push(c);
            }
        }
        Encoded { bytes: Cow::Owned(bytes), missing }
    }
}

/// Whether some pair of bytes of Big5 stands for a character, or the character is beyond U+FFFF.
/// The encoder compares a character that Big5 lacks, such as most simplified hanzi, with thousands
/// of others.
fn big5_may_have(c: char) -> bool {
    static BITS: LazyLock<Vec<u64>> = LazyLock::new(|| {
        let pairs = (0x81..=0xfe).flat_map(|lead| (0x40..=0xfe).map(move |trail| [lead, trail]));
        let pairs: Vec<u8> = pairs.flatten().collect();
        let (text, _) = encoding_rs::BIG5.decode_without_bom_handling(&pairs);
        let mut bits = vec![0; 0x1_0000 / 64];
        let has_bit = |c: &char| *c != char::REPLACEMENT_CHARACTER && (*c as usize) < 0x1_0000;
        for at in text.chars().filter(has_bit).map(|c| c as usize) {
            bits[at / 64] |= 1 << (at % 64);
        }
        bits
    });
    let at = c as usize;
    c.is_ascii() || BITS.get(at / 64).is_none_or(|bits| bits >> (at % 64) & 1 == 1)
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
    fn no_character_of_big5_is_taken_for_missing() {
        let has = |c: &char| !encoding_rs::BIG5.encode(c.encode_utf8(&mut [0; 4])).2;
        let of_big5: Vec<char> = ('\0'..='\u{ffff}').filter(has).collect();
        assert!(of_big5.len() > 13_000 && of_big5.into_iter().all(big5_may_have));
        let text = Charset::Big5.encode("車馬车");
        assert_eq!((&*text.bytes, &*text.missing), (&b"\xa8\xae\xb0\xa8?"[..], &['车'][..]));
    }

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
