//! The parameters of a question, as they stand behind the `?` of its address, and the language in
//! which it is told what is wrong with them.

use super::refusal::Refusal;
use crate::messages::Lang;
use axum::extract::Query;
use axum::http::Uri;
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

/// Names and values behind the `?` of an address, whatever they are called.
///
/// # Errors
/// When they cannot be read.
pub(super) fn values_of(uri: &Uri, lang: Lang) -> Result<Vec<(String, String)>, Refusal> {
    let values = Query::<Vec<(String, String)>>::try_from_uri(uri);
    let wrong = |why: String| Refusal::new(400, "parameter", lang.stored(&why));
    values.map(|Query(values)| values).map_err(|error| wrong(error.to_string()))
}

impl Params {
    /// The parameters of an address; `lang` is spoken if none of them says a language.
    ///
    /// # Errors
    /// When one is unknown, or cannot be read.
    pub(super) fn of(uri: &Uri, known: &[&str], lang: Lang) -> Result<Params, Refusal> {
        let values = values_of(uri, lang)?;
        let said = values.iter().rev().find(|(name, _)| name == "lang");
        let lang = match said {
            None => lang,
            Some((_, tag)) => Lang::of_tag(tag).ok_or_else(|| {
                let why = lang.none_of(tag, "en, zh-Hans, zh-Hant");
                Refusal::parameter("lang", &why, lang)
            })?,
        };
        Params::new(values, known, lang)
    }

    /// Parameters, of which only those named in `known` may be there.
    ///
    /// # Errors
    /// When one is unknown.
    fn new(values: Vec<(String, String)>, known: &[&str], lang: Lang) -> Result<Params, Refusal> {
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
