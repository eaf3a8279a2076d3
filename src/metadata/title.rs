//! Titles of records and chapters of books, by tags and by the path of the file.

use super::tags::is_said;
use crate::text::{decode, detect, fold, without_hex_escapes};
use std::borrow::Cow;

/// Separator between a book and its chapters.
pub const BETWEEN_CHAPTERS: &str = " / ";

/// Tags that name a book or its parts, largest parts first.
const PARTS: [&str; 4] = ["Collection", "Book", "Volume", "Chapter"];

/// Title that tags state; None without one.
///
/// ```
/// use xqdb::metadata::title_of;
/// assert_eq!(title_of([("title", "三军保驾")].into_iter()), Some("三军保驾"));
/// assert_eq!(title_of([("Title", "?")].into_iter()), None);
/// ```
pub fn title_of<'a>(tags: impl Iterator<Item = (&'a str, &'a str)>) -> Option<&'a str> {
    let mut tags =
        tags.filter(|(name, value)| name.eq_ignore_ascii_case("Title") && is_said(value));
    tags.next().map(|(_, value)| value.trim())
}

/// Path of book and chapter that tags state; None without one.
///
/// ```
/// use xqdb::metadata::chapter_of;
/// let tags = [("Chapter", "卷一"), ("Collection", "橘中秘")];
/// assert_eq!(chapter_of(tags.into_iter()).as_deref(), Some("橘中秘 / 卷一"));
/// ```
pub fn chapter_of<'a>(tags: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Option<String> {
    let stated = PARTS.iter().filter_map(|part| {
        let mut tags = tags.clone().filter(|(name, _)| name.eq_ignore_ascii_case(part));
        tags.find(|(_, value)| is_said(value)).map(|(_, value)| value.trim())
    });
    joined(stated)
}

/// Title that a file name gives its records: the name without extensions.
///
/// ```
/// use xqdb::metadata::title_of_file;
/// assert_eq!(title_of_file("三军保驾.xqf"), Some("三军保驾"));
/// assert_eq!(title_of_file("橘中秘.pgn.gz"), Some("橘中秘"));
/// ```
pub fn title_of_file(name: &str) -> Option<&str> {
    let is_packed =
        |end: &str| ["gz", "bz2", "zst", "xz"].iter().any(|packed| end.ends_with(packed));
    let mut rest = without_extension(name);
    if is_packed(&name[rest.len()..]) {
        rest = without_extension(rest);
    }
    Some(rest).filter(|rest| !rest.trim().is_empty())
}

/// Folders of a path, also inside archives, as a path of chapters. The last part, the file, is
/// dropped.
///
/// ```
/// use xqdb::metadata::chapter_of_folders;
/// let chapter = chapter_of_folders("古谱/橘中秘/卷一/三军保驾.xqf");
/// assert_eq!(chapter.as_deref(), Some("古谱 / 橘中秘 / 卷一"));
/// assert_eq!(chapter_of_folders("三军保驾.xqf"), None);
/// ```
pub fn chapter_of_folders(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = parts(path).collect();
    parts.pop();
    joined(parts.into_iter().filter(|part| !matches!(*part, "." | "..")))
}

/// Name of the file in a path, or of the member if the path leads into an archive.
pub fn file_of(path: &str) -> Option<&str> {
    parts(path).next_back()
}

/// Decodes `%E7%82%AE` in the path of a member that is the address of a page.
#[must_use]
pub fn readable_address(member: &str) -> Cow<'_, str> {
    if !member.contains("://") || !member.contains('%') {
        return Cow::Borrowed(member);
    }
    let bytes = without_hex_escapes(member.as_bytes(), b'%');
    Cow::Owned(decode(&bytes, detect(&bytes)).text.into_owned())
}

/// Joins a path of chapters and one below it; None if both are missing.
///
/// ```
/// use xqdb::metadata::chapter_below;
/// let below = chapter_below(Some("古谱"), Some("橘中秘"));
/// assert_eq!(below.as_deref(), Some("古谱 / 橘中秘"));
/// assert_eq!(chapter_below(None, None), None);
/// ```
pub fn chapter_below(upper: Option<&str>, lower: Option<&str>) -> Option<String> {
    joined(upper.into_iter().chain(lower))
}

/// Spellings in titles of books, folded, with the usual ones.
const SPELLINGS: [(&str, &str); 3] =
    [("桔中", "橘中"), ("橘中密", "橘中秘"), ("韬略玄机", "韬略元机")];

/// Key for comparing paths of chapters: folded, without blanks around separators, with one spelling
/// per book title.
///
/// ```
/// use xqdb::metadata::chapter_key;
/// assert_eq!(chapter_key("古譜/橘中秘"), chapter_key("古谱 / 橘中秘"));
/// assert_eq!(chapter_key("桔中密"), chapter_key("橘中秘"));
/// ```
pub fn chapter_key(path: &str) -> String {
    let parts: Vec<String> = path.split('/').map(|part| fold(part).trim().to_owned()).collect();
    SPELLINGS.iter().fold(parts.join("/"), |path, (other, usual)| path.replace(other, usual))
}

pub(super) fn parts(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split(['/', '\\', '!']).filter(|part| !part.is_empty())
}

fn joined<'a>(parts: impl Iterator<Item = &'a str>) -> Option<String> {
    let parts: Vec<&str> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(BETWEEN_CHAPTERS))
}

/// Cuts a name at its last full stop, if an extension follows.
pub(super) fn without_extension(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, extension))
            if !stem.is_empty()
                && (1..=8).contains(&extension.len())
                && extension.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') =>
        {
            stem
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_pages_are_read_with_their_characters() {
        let gbk = "http://a.cn/%BA%FA%C8%D9%BB%AA%CF%C8%CA%A4%C0%EE%C0%B4%C8%BA.html";
        let utf_8 = "http://a.cn/%E8%83%A1%E8%8D%A3%E5%8D%8E%E5%85%88%E8%83%9C%E6%9D%8E%E6%9D%A5%E7%BE%A4.html";
        for address in [gbk, utf_8] {
            assert_eq!(readable_address(address), "http://a.cn/胡荣华先胜李来群.html");
        }
        // The member of a zip keeps its name.
        assert_eq!(readable_address("100%25/a.pgn"), "100%25/a.pgn");
    }
}
