//! Names of members: their encoding, which most archives do not name, names that were decoded
//! wrongly before they were written, and the names that a walk handed out.

use crate::text::{Encoding, decode_field, detect_fields, repair_mojibake};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::Hasher;

/// Remembers names by 8 bytes each, since an archive can hold ten million. Two names that meet in
/// one hash count as one, which changes a name or keeps a location of the database that is no more:
/// nothing is lost by it.
#[derive(Debug, Clone, Default)]
pub struct MemberNames {
    seen: FxHashSet<u64>,
    count: u64,
}

impl MemberNames {
    /// Whether a member of this name came; `""` is the one content of a single-stream compression.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.seen.contains(&hash(name))
    }

    /// The name by which a member goes. One that was there before gets `#` and the number of the
    /// member behind it: crawlers save a page many times, and a zip can hold a name twice. So that
    /// no real name is like that, one that ends so gets a second `#`: `a#2` becomes `a##2`.
    pub(super) fn unlike(&mut self, name: Option<String>) -> Option<String> {
        self.count += 1;
        let name = name.map(|name| match number_at_end(&name) {
            Some(at) => format!("{}#{}", &name[..at], &name[at..]),
            None => name,
        });
        let text = name.as_deref().unwrap_or_default();
        if self.seen.insert(hash(text)) {
            return name;
        }
        let other = format!("{text}#{}", self.count);
        self.seen.insert(hash(&other));
        Some(other)
    }
}

/// Where the last `#` stands in a name that ends with one and digits.
fn number_at_end(name: &str) -> Option<usize> {
    let at = name.rfind('#')?;
    let digits = &name[at + 1..];
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(at)
}

fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.write_u8(0xff);
    hasher.finish()
}

/// How the names of one archive are to be decoded: one decision for all. Zip programs on Chinese
/// Windows write GBK (or Big5) and set no flag.
pub(super) fn encoding_of(names: &[&[u8]]) -> Encoding {
    if names.iter().all(|name| str::from_utf8(name).is_ok()) {
        Encoding::Utf8
    } else {
        detect_fields(names)
    }
}

/// A name as text, with `/` between folders.
pub(super) fn decode(name: &[u8], encoding: Encoding) -> String {
    match str::from_utf8(name) {
        Ok(text) if encoding == Encoding::Utf8 || text.is_ascii() => readable(text),
        _ => readable(&decode_field(name, encoding).text),
    }
}

/// A name that stands for itself, as in a stream that cannot be asked for all its names first.
pub(super) fn decode_alone(name: &[u8]) -> String {
    decode(name, encoding_of(&[name]))
}

/// A name with `/` between folders; GBK that was taken for Latin-1 or CP437 is read again.
pub(super) fn readable(name: &str) -> String {
    let name = name.replace('\\', "/");
    repair_mojibake(&name).unwrap_or(name)
}

/// A line of text that may be in any encoding.
pub(super) fn text(line: &[u8]) -> String {
    match str::from_utf8(line) {
        Ok(text) => text.to_owned(),
        Err(_) => decode_field(line, encoding_of(&[line])).text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_distinct() {
        let mut names = MemberNames::default();
        let mut unlike = |name: &str| names.unlike(Some(name.to_owned())).unwrap();
        assert_eq!([unlike("a"), unlike("b"), unlike("a"), unlike("a")], ["a", "b", "a#3", "a#4"]);
        assert!(names.contains("b") && names.contains("a#3") && !names.contains("c"));
        let mut unlike = |name: &str| names.unlike(Some(name.to_owned())).unwrap();
        // Names that look like those are told apart from them.
        assert_eq!([unlike("a#3"), unlike("a#3"), unlike("a##3")], ["a##3", "a##3#6", "a###3"]);
        assert_eq!(unlike("http://x/#top"), "http://x/#top");
        assert_eq!(names.unlike(None), None);
        assert!(names.contains(""));
    }
}
