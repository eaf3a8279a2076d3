//! Word lists of `words.txt`; in tests, the tables of `truths.tsv`.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

const TEXT: &str = include_str!("words.txt");

static SECTIONS: LazyLock<FxHashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut sections: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    let mut section = "";
    for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => section = name,
            None => sections.entry(section).or_default().extend(line.split_whitespace()),
        }
    }
    sections
});

/// Words of a section, in order.
pub(super) fn words(section: &str) -> impl Iterator<Item = &'static str> + use<> {
    SECTIONS.get(section).into_iter().flatten().copied()
}

/// Words that are looked for in many texts. A text is read once, whatever the number of words.
pub(super) struct WordSet {
    /// Words by their first character.
    words: FxHashMap<char, Vec<String>>,
    /// Bits of the first characters by [`place`]: most characters of a text begin no word.
    firsts: [u64; PLACES / 64],
}

/// Number of bits for first characters.
const PLACES: usize = 1024;

/// Element and bit of a first character.
fn place(first: char) -> (usize, u64) {
    let place = first as usize % PLACES;
    (place / 64, 1 << (place % 64))
}

impl WordSet {
    /// Words of a section, with blanks for `_`.
    pub(super) fn of(section: &str) -> WordSet {
        let mut set = WordSet { words: FxHashMap::default(), firsts: [0; PLACES / 64] };
        for word in words(section).map(|word| word.replace('_', " ")) {
            let first = word.chars().next().unwrap_or_default();
            let (at, bit) = place(first);
            set.firsts[at] |= bit;
            set.words.entry(first).or_default().push(word);
        }
        set
    }

    /// Words in a folded text, each with its byte offset.
    pub(super) fn found<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
        let may_begin = |first: char| {
            let (at, bit) = place(first);
            self.firsts[at] & bit != 0
        };
        let begins = text.char_indices().filter(move |(_, first)| may_begin(*first));
        begins.flat_map(move |(at, first)| {
            let words = self.words.get(&first).into_iter().flatten();
            let is_here = move |word: &&String| text[at..].starts_with(word.as_str());
            words.filter(is_here).map(move |word| (at, word.as_str()))
        })
    }

    /// Whether a folded text contains a word.
    pub(super) fn is_in(&self, text: &str) -> bool {
        self.found(text).next().is_some()
    }
}

/// Rows of a section of `truths.tsv`; missing columns are empty.
#[cfg(test)]
pub(super) fn truths<const N: usize>(section: &str) -> Vec<[&'static str; N]> {
    let text = include_str!("truths.tsv");
    let (_, behind) = text.split_once(&format!("\n[{section}]\n")).unwrap();
    let is_head = |line: &str| line.starts_with('[') && line.ends_with(']');
    let rows = behind.lines().take_while(|line| !is_head(line));
    let rows = rows.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let mut cells = row.split('\t');
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold_char;

    #[test]
    fn every_section_has_words_and_they_are_folded() {
        for (section, all) in SECTIONS.iter().filter(|(section, _)| **section != "mistaken") {
            assert_eq!(section.is_empty(), all.is_empty());
            for word in words(section) {
                assert_eq!(word.chars().map(fold_char).collect::<String>(), word, "{section}");
            }
        }
    }
}
