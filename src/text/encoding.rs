//! The encodings that game records come in, and what users call them.

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
}
