//! The names of the members that a walk handed out.

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
