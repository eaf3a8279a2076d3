//! The part of a file name that people wrote.

use crate::text::fold_char;

/// A name without extension and numbers made by programs, beside its folded form, character by
/// character.
pub(super) struct Stem {
    /// The characters as they stand there.
    found: Vec<char>,
    /// The same, folded.
    pub(super) folded: Vec<char>,
}

impl Stem {
    /// Takes a name apart.
    pub(super) fn of(name: &str) -> Stem {
        let stem = match name.rsplit_once('.') {
            Some((stem, extension)) if is_extension(extension) => stem,
            _ => name,
        };
        // {F677D12C-B4F9-4657-8A20-50A743EBAFDE}
        let stem = match (stem.find('{'), stem.rfind('}')) {
            (Some(open), Some(close)) if open < close => {
                format!("{} {}", &stem[..open], &stem[close + 1..])
            }
            _ => stem.to_owned(),
        };
        Stem::whole(&stem)
    }

    /// A text that is no name of a file: all of it was written by people.
    pub(super) fn whole(text: &str) -> Stem {
        let found: Vec<char> = text.trim().chars().collect();
        let folded = found.iter().copied().map(fold_char).collect();
        Stem { found, folded }
    }

    /// What stands there in the file's name.
    pub(super) fn text(&self, range: std::ops::Range<usize>) -> String {
        self.found[range].iter().collect()
    }
}

fn is_extension(text: &str) -> bool {
    (1..=8).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
