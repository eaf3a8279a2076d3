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
