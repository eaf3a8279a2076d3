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
        match (&mut *self, other) {
            (Loss::Tags(names), Loss::Tags(more))
            | (Loss::Cut(names), Loss::Cut(more))
            | (Loss::LineBreaks(names), Loss::LineBreaks(more)) => {
                for name in more {
                    if !names.contains(&name) && names.len() < MOST {
                        names.push(name);
                    }
                }
            }
            (Loss::Result(word), Loss::Result(other)) if *word == other => {}
            (
                Loss::Characters { charset, characters },
                Loss::Characters { charset: other, characters: more },
            ) if *charset == other => unite(characters, &more),
            (Loss::Signs(signs), Loss::Signs(more)) => unite(signs, &more),
            (Loss::Variations(count), Loss::Variations(more))
            | (Loss::Comments(count), Loss::Comments(more))
            | (Loss::Severed(count), Loss::Severed(more))
            | (Loss::Trees(count), Loss::Trees(more)) => *count = count.saturating_add(more),
            (_, other) => return Some(other),
        }
        None
    }
}

fn unite(characters: &mut String, more: &str) {
    for c in more.chars() {
        if !characters.contains(c) && characters.chars().count() < MOST {
            characters.push(c);
        }
    }
}

/// Losses of one record in the making.
#[derive(Default)]
pub(super) struct Losses {
    tags: Vec<String>,
    cut: Vec<String>,
    line_breaks: Vec<String>,
    characters: Option<(Charset, String)>,
    signs: String,
    others: Vec<Loss>,
}

impl Losses {
    /// A tag has no field.
    pub(super) fn tag(&mut self, name: &str) {
        self.tags.push(name.to_owned());
    }

    /// A tag is longer than its field.
    pub(super) fn cut(&mut self, name: &str) {
        self.cut.push(name.to_owned());
    }

    /// Line breaks of a tag become blanks.
    pub(super) fn line_breaks(&mut self, name: &str) {
        self.line_breaks.push(name.to_owned());
    }

    /// Characters that a charset lacks.
    pub(super) fn characters(&mut self, charset: Charset, missing: &[char]) {
        if missing.is_empty() {
            return;
        }
        let (_, known) = self.characters.get_or_insert((charset, String::new()));
        for &c in missing {
            if !known.contains(c) {
                known.push(c);
            }
        }
    }

    /// A sign in a comment gives way to its full-width form.
    pub(super) fn sign(&mut self, sign: char) {
        if !self.signs.contains(sign) {
            self.signs.push(sign);
        }
    }

    /// Anything that happens once.
    pub(super) fn push(&mut self, loss: Loss) {
        self.others.push(loss);
    }

    /// One of a kind.
    pub(super) fn finish(self) -> Vec<Loss> {
        let mut all = self.others;
        let lists = [
            (self.tags, Loss::Tags as fn(Vec<String>) -> Loss),
            (self.cut, Loss::Cut),
            (self.line_breaks, Loss::LineBreaks),
        ];
        all.extend(lists.into_iter().filter(|(list, _)| !list.is_empty()).map(|(l, loss)| loss(l)));
        if !self.signs.is_empty() {
            all.push(Loss::Signs(self.signs));
        }
        if let Some((charset, characters)) = self.characters {
            all.push(Loss::Characters { charset, characters });
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_told_once_a_kind() {
        let mut losses = Losses::default();
        losses.tag("Round");
        losses.cut("Red");
        losses.tag("RedTeam");
        losses.sign('}');
        losses.sign('}');
        losses.characters(Charset::Gbk, &['😀', '\0']);
        losses.characters(Charset::Gbk, &['😀']);
        losses.push(Loss::Variations(3));
        let told: Vec<String> = losses.finish().iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(told.join("\n"), @r"
        3 moves of variations are left out
        no field for Round, RedTeam
        longer than the field and cut: Red
        full-width forms stand for `}` in comments
        gbk lacks `😀\0`: written as `?`
        ");
    }
}
