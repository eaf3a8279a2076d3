//! Names of members: decodes them, repairs names that were decoded wrongly before, and makes them
//! unique within a walk.

use crate::text::{Encoding, decode_field, detect_fields, repair_mojibake};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::Hasher;

/// The names handed out by a walk, as hashes of 8 bytes, since an archive can hold ten million. Two
/// names with one hash count as one, which at worst renames a member or keeps an outdated location
/// in the database.
#[derive(Debug, Clone, Default)]
pub struct MemberNames {
    seen: FxHashSet<u64>,
    count: u64,
}

impl MemberNames {
    /// Whether a member called `name` was handed out; `""` is the content of a single-stream
    /// compression.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.seen.contains(&hash(name))
    }

    /// Unique name for the next member. A repeated name gets `#` and the number of the member:
    /// crawlers save a page many times, and a zip can hold a name twice. To keep real names apart,
    /// a name that already ends so gets a second `#`: `a#2` becomes `a##2`.
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

/// Offset of the last `#` if only digits follow.
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

/// Encoding of all names in an archive, decided together. Zip programs on Chinese Windows write GBK
/// (or Big5) and set no flag.
pub(super) fn encoding_of(names: &[&[u8]]) -> Encoding {
    if names.iter().all(|name| str::from_utf8(name).is_ok()) {
        Encoding::Utf8
    } else {
        detect_fields(names)
    }
}

/// Decodes a name and puts `/` between folders.
pub(super) fn decode(name: &[u8], encoding: Encoding) -> String {
    match str::from_utf8(name) {
        Ok(text) if encoding == Encoding::Utf8 || text.is_ascii() => readable(text),
        _ => readable(&decode_field(name, encoding).text),
    }
}

/// Decodes one name without the others, for streams whose names come one by one.
pub(super) fn decode_alone(name: &[u8]) -> String {
    decode(name, encoding_of(&[name]))
}

/// Puts `/` between folders and repairs GBK that was decoded as Latin-1 or CP437.
pub(super) fn readable(name: &str) -> String {
    let name = name.replace('\\', "/");
    repair_mojibake(&name).unwrap_or(name)
}

/// Decodes a line of text in any encoding.
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
        // Real names that look like renamed ones get a second `#`.
        assert_eq!([unlike("a#3"), unlike("a#3"), unlike("a##3")], ["a##3", "a##3#6", "a###3"]);
        assert_eq!(unlike("http://x/#top"), "http://x/#top");
        assert_eq!(names.unlike(None), None);
        assert!(names.contains(""));
    }
}
