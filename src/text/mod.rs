//! Bytes to text, and text to search keys.

/// How the bytes of a text stand for characters.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Encoding {
    Ascii,
    Utf8,
    Utf8Bom,
    Gb18030,
    Big5,
    Utf16Le,
    Utf16Be,
}
