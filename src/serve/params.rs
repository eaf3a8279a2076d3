//! The parameters of a question, as they stand behind the `?` of its address, and the language in
//! which it is told what is wrong with them.

use super::refusal::Refusal;
use crate::messages::Lang;
use std::ops::Deref;
use xqdb::search;

/// Names and values, in the order in which they stand.
#[derive(Debug)]
pub(super) struct Params {
    values: search::Params,
    lang: Lang,
}

impl Deref for Params {
    type Target = search::Params;

    fn deref(&self) -> &search::Params {
        &self.values
    }
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
        let values = search::Params::new(values, known);
        Ok(Params { values: values.map_err(|error| Refusal::of(&error, lang))?, lang })
    }

    /// Says something in place of whoever asks.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.values.set(name, value);
    }

    /// The language of what is told.
    pub(super) fn lang(&self) -> Lang {
        self.lang
    }

    /// `true` or `false`; false if nothing is said.
    ///
    /// # Errors
    /// When something else is said.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        self.values.flag(name).map_err(|error| Refusal::of(&error, self.lang))
    }

    /// One of several words; the first if nothing is said.
    ///
    /// # Errors
    /// When another word is said.
    pub(super) fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, Refusal> {
        self.values.choice(name, words).map_err(|error| Refusal::of(&error, self.lang))
    }

    /// A number up to `most`; `default` if nothing is said.
    ///
    /// # Errors
    /// When it is no number, or too large.
    pub(super) fn number(&self, name: &str, default: usize, most: usize) -> Result<usize, Refusal> {
        self.values.number(name, default, most).map_err(|error| Refusal::of(&error, self.lang))
    }

    /// What is wrong with a parameter.
    pub(super) fn wrong(&self, name: &str, why: &str) -> Refusal {
        Refusal::parameter(name, why, self.lang)
    }
}
