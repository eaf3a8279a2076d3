//! Units, which pass through the pipeline, and paths as text.
//!
//! A path need not be UTF-8. In its text, a byte that is no UTF-8 becomes `\xNN`, and a backslash
//! that would look like the beginning of such a byte becomes `\x5c`. No two paths have the same
//! text, and the path can be recovered.

use crate::container::MemberNames;
use crate::format::{Format, Nature};
use crate::import::cut::Borders;
use crate::metadata::FileName;
use crate::metadata::readable_address;
use crate::text::Encoding;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Unit of work: a file, an archive member, or a piece of a giant file. Before a content is cut, a
/// unit without bytes describes all of it.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Path as the user gave it, joined with the path below it.
    pub path: Arc<str>,
    /// Absolute path; see [`absolute`](absolute).
    pub absolute: Arc<str>,
    /// Path inside the archive.
    pub member: Option<Arc<str>>,
    /// Bytes of the unit; empty when the unit comes back with its result.
    pub bytes: Vec<u8>,
    /// Offset of `bytes` in the file or member.
    pub base: u64,
    /// Number of bytes after `bytes` that are not read: the rest of a record longer than memory
    /// allows.
    pub lost: u64,
    /// Size of the whole file or member, in bytes.
    pub size: u64,
    /// BLAKE3 hash of the whole file or member, if hashed, combined with the values in the file's
    /// name, if there are any.
    pub hash: [u8; 32],
    /// Format that fits.
    pub format: Option<&'static Format>,
    /// Nature of the content, if no format fits.
    pub nature: Option<Nature>,
    /// Encoding of the unit's texts; with `None`, binary readers detect it.
    pub encoding: Option<Encoding>,
    /// Values in the file's name; `None` before it was read.
    pub said: Option<Arc<FileName>>,
    /// Bytes of the table of games beside a table of moves.
    pub(crate) beside: Option<Arc<[u8]>>,
    /// Whether this is the last unit of the file or member.
    pub is_last: bool,
    /// Whether reading failed after this content, which is then only the beginning of a file.
    pub is_cut_off: bool,
    /// Reason why `bytes` are empty.
    pub skip: Option<Skip>,
    /// Whether hash, format and encoding are known; else the worker finds them.
    pub(crate) is_decided: bool,
    /// Boundaries at which the content may be cut, if its format allows that.
    pub(crate) borders: Option<Borders>,
    /// Hash of the bytes at a first reading, to be compared with those that are parsed.
    pub(crate) check: Option<[u8; 32]>,
}

/// Reason why a unit has no bytes.
#[derive(Debug, Clone)]
pub enum Skip {
    /// The content is in the database, or came earlier in this run.
    Known,
    /// The content could not be read, or not to its end, for this reason. Units with its readable
    /// part came before.
    Unreadable(String),
    /// The user named the file, and it cannot be opened, for this reason.
    Refused(String),
    /// The content changed after hashing: its records must be removed.
    Changed,
    /// Not a file, but the end of an archive, with its members. Records of other members at this
    /// path must be removed.
    EndOfArchive(Arc<MemberNames>),
}

impl Unit {
    /// Whole file of this name, not yet decided.
    #[must_use]
    pub fn of_bytes(name: &str, bytes: Vec<u8>) -> Unit {
        let size = bytes.len() as u64;
        Unit { bytes, size, ..Unit::at(name.into(), name.into(), None) }
    }

    /// Content of which only the place is known.
    pub(crate) fn at(path: Arc<str>, absolute: Arc<str>, member: Option<Arc<str>>) -> Unit {
        Unit {
            path,
            absolute,
            member,
            size: 0,
            bytes: Vec::new(),
            base: 0,
            lost: 0,
            hash: [0; 32],
            format: None,
            nature: None,
            encoding: None,
            said: None,
            beside: None,
            is_last: true,
            is_cut_off: false,
            skip: None,
            is_decided: false,
            borders: None,
            check: None,
        }
    }

    /// Place of the content, and nothing else.
    pub(crate) fn place(&self) -> Unit {
        Unit::at(self.path.clone(), self.absolute.clone(), self.member.clone())
    }

    /// Place of a member of the container at this place.
    pub(crate) fn inside(&self, member: Option<String>) -> Unit {
        Unit { member: member.map(Into::into), ..self.place() }
    }

    /// Bytes of a record of this unit.
    pub(crate) fn slice(&self, span: &Range<u64>) -> &[u8] {
        let at = |offset: u64| {
            usize::try_from(offset.saturating_sub(self.base))
                .unwrap_or(usize::MAX)
                .min(self.bytes.len())
        };
        self.bytes.get(at(span.start)..at(span.end)).unwrap_or_default()
    }

    /// Path as the user gave it, with `!` and the path inside the archive.
    #[must_use]
    pub fn shown_path(&self) -> String {
        match &self.member {
            Some(member) => format!("{}!{member}", self.path),
            None => self.path.to_string(),
        }
    }

    /// Name of the file or member, without folders.
    #[must_use]
    pub fn file_name(&self) -> &str {
        file_name(&self.path, self.member.as_deref())
    }
}

/// Last part of a path (or of one inside an archive), without an extension of compression.
pub(crate) fn file_name<'a>(path: &'a str, member: Option<&'a str>) -> &'a str {
    let path = member.unwrap_or(path);
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let is_packed = |extension: &str| matches!(extension, "gz" | "bz2" | "zst" | "xz");
    match name.rsplit_once('.') {
        Some((inner, extension)) if is_packed(extension) && !inner.is_empty() => inner,
        _ => name,
    }
}

/// Path below a path that the user named, with the path inside an archive: its folders say
/// something about the games. A file that was named itself has no such folder.
///
/// ```
/// use std::path::PathBuf;
/// use xqdb::import::path_below;
/// let named = [PathBuf::from("/home/me/qipu")];
/// assert_eq!(path_below("/home/me/qipu/古谱/a.zip", Some("b.xqf"), &named), "古谱/a.zip!b.xqf");
/// assert_eq!(path_below("/home/me/qipu", None, &named), "qipu");
/// ```
#[must_use]
pub fn path_below(path: &str, member: Option<&str>, named: &[PathBuf]) -> String {
    let rests = named.iter().filter_map(|root| {
        let rest = path.strip_prefix(&*printable(root))?;
        Some(rest.trim_start_matches(['/', '\\'])).filter(|rest| !rest.is_empty())
    });
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let below = rests.min_by_key(|rest| rest.len()).unwrap_or(name);
    let below = if below == "-" { "" } else { below };
    member
        .map_or_else(|| below.to_owned(), |member| format!("{below}!{}", readable_address(member)))
}

/// Path as the database stores it: absolute, with `.`, `..` and links resolved, as [`printable`]
/// text.
pub fn absolute(path: &Path) -> String {
    let full = path
        .canonicalize()
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned());
    printable(&full)
}

/// Path as text that no other path has: a byte that is no UTF-8 becomes `\xNN`, and a backslash
/// before `xNN` becomes `\x5c`.
pub fn printable(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(at) = rest.find('\\') {
            let (before, from) = rest.split_at(at);
            text.push_str(before);
            text.push_str(if escaped(from.as_bytes()).is_some() { "\\x5c" } else { "\\" });
            rest = &from[1..];
        }
        text.push_str(rest);
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

/// Byte that `\xNN` at the beginning of a text stands for.
fn escaped(text: &[u8]) -> Option<u8> {
    let [b'\\', b'x', high, low, ..] = text else { return None };
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    Some(digit(*high)? << 4 | digit(*low)?)
}

/// Bytes of the path with this [`printable`] text.
#[must_use]
pub fn path_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some(&first) = rest.first() {
        let (byte, len) = escaped(rest).map_or((first, 1), |byte| (byte, 4));
        bytes.push(byte);
        rest = &rest[len..];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::path_of;

    #[test]
    fn the_text_of_a_path_leads_back_to_it() {
        for (bytes, text) in [
            (&b"/a/b.pgn"[..], "/a/b.pgn"),
            ("/棋谱.pgn".as_bytes(), "/棋谱.pgn"),
            (b"/a\xff.pgn", "/a\\xff.pgn"),
            (b"/a\\xff.pgn", "/a\\x5cxff.pgn"),
            (b"/a\\x5cxff.pgn", "/a\\x5cx5cxff.pgn"),
            (b"/a\\xfF\\x\\", "/a\\xfF\\x\\"),
            (b"/\\\xff", "/\\\\xff"),
            (b"/\\x4\xff", "/\\x4\\xff"),
        ] {
            let Some(path) = path_of(bytes) else { continue };
            assert_eq!(printable(path), text);
            assert_eq!(path_bytes(text), bytes, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_two_paths_have_the_same_text(
            parts in proptest::collection::vec(
                proptest::sample::select(vec![&b"\\"[..], b"x", b"5c", b"ff", b"\xff", b"4", b"/"]),
                0..12,
            )
        ) {
            let bytes = parts.concat();
            if let Some(path) = path_of(&bytes) {
                proptest::prop_assert_eq!(path_bytes(&printable(path)), bytes);
            }
        }
    }
}
