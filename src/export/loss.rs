//! The losses of a record when it is written.

use crate::text::Charset;

/// Something of a record that is not in what was written. `Display` gives the English sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Loss {
    /// Tags for which the format has no field.
    #[error("no field for {}", .0.join(", "))]
    Tags(Vec<String>),
    /// Tags that are longer than their fields; their beginnings are written.
    #[error("longer than the field and cut: {}", .0.join(", "))]
    Cut(Vec<String>),
    /// Tags whose line breaks are written as blanks.
    #[error("line breaks are written as blanks in {}", .0.join(", "))]
    LineBreaks(Vec<String>),
    /// A result in words that name none of the four; it is written as unknown.
    #[error("the result `{0}` is none that can be written")]
    Result(String),
    /// Characters for each of which a `?` stands.
    #[error("{charset} lacks `{}`: written as `?`", .characters.escape_debug())]
    Characters {
        /// The charset the record is written in.
        charset: Charset,
        /// The characters, each once.
        characters: String,
    },
    /// Signs in comments that mean something else in the format; their full-width forms stand for
    /// them.
    #[error("full-width forms stand for `{0}` in comments")]
    Signs(String),
    /// Moves of variations, for which the format has no place.
    #[error("{0} moves of variations are left out")]
    Variations(u32),
    /// Comments, for which the format has no place.
    #[error("{0} comments are left out")]
    Comments(u32),
    /// Moves of variations at the place where the main line breaks off: the format would take the
    /// first of them for the main line.
    #[error("{0} moves of variations are left out: the main line breaks off where they begin")]
    Severed(u32),
    /// Other trees of variations and comments that witnesses of the game have.
    #[error("{0} other trees of variations and comments are left out")]
    Trees(u32),
}

/// The largest number of names or characters that one loss lists.
const MOST: usize = 40;

impl Loss {
    /// Adds what another record loses; gives it back when it is of another kind.
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

    /// Adds up to `most` names or characters of another loss; gives it back when it is of another
    /// kind.
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

/// Losses of one record in the making, one of a kind.
#[derive(Default)]
pub(super) struct Losses(Vec<Loss>);

impl Losses {
    pub(super) fn push(&mut self, loss: Loss) {
        let add = |loss, known: &mut Loss| known.unite(loss, usize::MAX).ok_or(());
        let left = self.0.iter_mut().try_fold(loss, add);
        self.0.extend(left);
    }

    /// A tag has no field.
    pub(super) fn tag(&mut self, name: &str) {
        self.push(Loss::Tags(vec![name.to_owned()]));
    }

    /// Characters that a charset lacks.
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
        let told: Vec<String> = losses.finish().iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(told.join("\n"), @r"
        no field for Round, RedTeam
        longer than the field and cut: Red
        full-width forms stand for `}` in comments
        gbk lacks `😀\0`: written as `?`
        3 moves of variations are left out
        ");
    }
}
