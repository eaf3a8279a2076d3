//! Losses of a record that is written.

use crate::text::Charset;

/// Part of a record that the format cannot hold. `Display` gives an English sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Loss {
    /// Tags without a field in the format.
    #[error("no field for {}", .0.join(", "))]
    Tags(Vec<String>),
    /// Tags longer than their fields; their beginnings are written.
    #[error("longer than the field and cut: {}", .0.join(", "))]
    Cut(Vec<String>),
    /// Tags whose line breaks are written as blanks.
    #[error("line breaks are written as blanks in {}", .0.join(", "))]
    LineBreaks(Vec<String>),
    /// Result in words that means none of the four results; written as unknown.
    #[error("the result `{0}` is none that can be written")]
    Result(String),
    /// Characters that the charset lacks; written as `?`.
    #[error("{charset} lacks `{}`: written as `?`", .characters.escape_debug())]
    Characters {
        /// Charset of the output.
        charset: Charset,
        /// The characters, each once.
        characters: String,
    },
    /// Signs in comments that have a meaning in the format; written as their full-width forms.
    #[error("full-width forms stand for `{0}` in comments")]
    Signs(String),
    /// Number of moves of variations, for which the format has no place.
    #[error("{0} moves of variations are left out")]
    Variations(u32),
    /// Number of comments, for which the format has no place.
    #[error("{0} comments are left out")]
    Comments(u32),
    /// Number of moves of variations where the main line breaks off: the format would take the
    /// first of these variations for the main line.
    #[error("{0} moves of variations are left out: the main line breaks off where they begin")]
    Severed(u32),
    /// Number of other trees of variations and comments among the game's witnesses.
    #[error("{0} other trees of variations and comments are left out")]
    Trees(u32),
}

/// Largest number of names or characters that one loss lists.
const MOST: usize = 40;

impl Loss {
    /// Adds the loss of another record; returns it if it is of another kind.
    ///
    /// ```
    /// use xqdb::export::Loss;
    /// let mut loss = Loss::Tags(vec!["Round".to_owned()]);
    /// assert_eq!(loss.add(Loss::Tags(vec!["Remark".to_owned()])), None);
    /// assert_eq!(loss.to_string(), "no field for Round, Remark");
    /// assert_eq!(loss.add(Loss::Comments(2)), Some(Loss::Comments(2)));
    /// ```
    pub fn add(&mut self, other: Loss) -> Option<Loss> {
        self.unite(other, MOST)
    }

    /// Adds up to `most` names or characters of another loss; returns it if it is of another kind.
    fn unite(&mut self, other: Loss, most: usize) -> Option<Loss> {
        match (&mut *self, other) {
            (Loss::Tags(names), Loss::Tags(more))
            | (Loss::Cut(names), Loss::Cut(more))
            | (Loss::LineBreaks(names), Loss::LineBreaks(more)) => {
                for name in more {
                    if !names.contains(&name) && names.len() < most {
                        names.push(name);
                    }
                }
            }
            (Loss::Result(word), Loss::Result(other)) if *word == other => {}
            (
                Loss::Characters { charset, characters: known },
                Loss::Characters { charset: other, characters: more },
            ) if *charset == other => unite_characters(known, &more, most),
            (Loss::Signs(known), Loss::Signs(more)) => unite_characters(known, &more, most),
            (Loss::Variations(count), Loss::Variations(more))
            | (Loss::Comments(count), Loss::Comments(more))
            | (Loss::Severed(count), Loss::Severed(more))
            | (Loss::Trees(count), Loss::Trees(more)) => *count = count.saturating_add(more),
            (_, other) => return Some(other),
        }
        None
    }
}

fn unite_characters(known: &mut String, more: &str, most: usize) {
    for c in more.chars() {
        if !known.contains(c) && known.chars().count() < most {
            known.push(c);
        }
    }
}

/// Losses of one record so far, one of each kind.
#[derive(Default)]
pub(super) struct Losses(Vec<Loss>);

impl Losses {
    pub(super) fn push(&mut self, loss: Loss) {
        let add = |loss, known: &mut Loss| known.unite(loss, usize::MAX).ok_or(());
        let left = self.0.iter_mut().try_fold(loss, add);
        self.0.extend(left);
    }

    /// Adds the loss of a tag without a field.
    pub(super) fn tag(&mut self, name: &str) {
        self.push(Loss::Tags(vec![name.to_owned()]));
    }

    /// Adds the loss of characters that a charset lacks.
    pub(super) fn characters(&mut self, charset: Charset, missing: &[char]) {
        if !missing.is_empty() {
            self.push(Loss::Characters { charset, characters: missing.iter().collect() });
        }
    }

    pub(super) fn finish(self) -> Vec<Loss> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_told_once_a_kind() {
        let mut losses = Losses::default();
        losses.tag("Round");
        losses.push(Loss::Cut(vec!["Red".to_owned()]));
        losses.tag("RedTeam");
        losses.push(Loss::Signs("}".to_owned()));
        losses.push(Loss::Signs("}".to_owned()));
        losses.characters(Charset::Gbk, &['😀', '\0']);
        losses.characters(Charset::Gbk, &['😀']);
        losses.push(Loss::Variations(3));
        let lines: Vec<String> = losses.finish().iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(lines.join("\n"), @r"
        no field for Round, RedTeam
        longer than the field and cut: Red
        full-width forms stand for `}` in comments
        gbk lacks `😀\0`: written as `?`
        3 moves of variations are left out
        ");
    }
}
