//! The parameters of a question, as they stand behind the `?` of its address.

use super::refusal::Refusal;
use crate::messages::Lang;

/// Names and values, in the order in which they stand.
#[derive(Debug)]
pub(super) struct Params {
    values: Vec<(String, String)>,
    lang: Lang,
}

impl Params {
    /// Parameters, of which only those named in `known` may be there.
    ///
    /// # Errors
    /// When one is unknown.
    pub(super) fn new(
        values: Vec<(String, String)>,
        known: &[&str],
        lang: Lang,
    ) -> Result<Params, Refusal> {
        let stranger = values.iter().find(|(name, _)| !known.contains(&name.as_str()));
        match stranger {
            None => Ok(Params { values, lang }),
            Some((name, _)) => {
                let why = lang.none_of(name, &known.join(", "));
                Err(Refusal::parameter(name, &why, lang))
            }
        }
    }

    /// Says something in place of whoever asks.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.values.push((name.to_owned(), value.to_owned()));
    }

    /// The language of what is told.
    pub(super) fn lang(&self) -> Lang {
        self.lang
    }

    /// The last value of a name that is not empty.
    pub(super) fn one(&self, name: &str) -> Option<&str> {
        let mut values = self.values.iter().rev().filter(|(known, _)| known == name);
        values.next().map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// All values of a name that are not empty.
    pub(super) fn all(&self, name: &str) -> Vec<String> {
        let values = self.values.iter().filter(|(known, value)| known == name && !value.is_empty());
        values.map(|(_, value)| value.clone()).collect()
    }

    /// The same as a text of the caller's own.
    pub(super) fn owned(&self, name: &str) -> Option<String> {
        self.one(name).map(str::to_owned)
    }

    /// `true` or `false`; false if nothing is said.
    ///
    /// # Errors
    /// When something else is said.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        self.choice(name, &[("false", false), ("true", true)])
    }

    /// One of several words; the first if nothing is said.
    ///
    /// # Errors
    /// When another word is said.
    pub(super) fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, Refusal> {
        let wanted = self.one(name).unwrap_or(words[0].0);
        let found = words.iter().find(|(word, _)| *word == wanted);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.wrong(name, &self.lang.none_of(wanted, &known.join(", ")))
        })
    }

    /// A number up to `most`; `default` if nothing is said.
    ///
    /// # Errors
    /// When it is no number, or too large.
    pub(super) fn number(&self, name: &str, default: usize, most: usize) -> Result<usize, Refusal> {
        let Some(text) = self.one(name) else { return Ok(default) };
        let number = text.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| self.wrong(name, &self.lang.no_number_up_to(text, most as u64)))
    }

    /// What is wrong with a parameter.
    pub(super) fn wrong(&self, name: &str, why: &str) -> Refusal {
        Refusal::parameter(name, why, self.lang)
    }
}
