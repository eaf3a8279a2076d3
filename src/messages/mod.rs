//! All sentences for people, in English, simplified and traditional Chinese.
//!
//! The sentences are data: Fluent files in `locales`, one folder for each language, one file for
//! each subject. `build.rs` turns each into a method of [`Lang`], so that a missing sentence, a
//! missing language or a wrong value does not compile:
//!
//! ```text
//! # Below the table of `search`.
//! # $games number
//! games-found =
//!     { $games ->
//!         [one] { $games } game
//!        *[other] { $games } games
//!     } found
//! ```
//!
//! becomes `lang.games_found(n)`. The comment says to translators where the sentence stands, and
//! lists its values in the order of the method: texts, unless marked as `number` or `path`.
//! [`Lang::named`] and [`Lang::word`] find sentences by the name of something else: an argument, a
//! command, a pattern, a kind of games, a text of the page, the head of a column.
//!
//! `locales/zh-Hant` is made from `locales/zh-Hans` by OpenCC and `locales/zh-Hant.words`, which
//! has the terms that differ here. To add a sentence, write a line in `locales/en`, one in
//! `locales/zh-Hans` and a copy of it in `locales/zh-Hant`, and run `XQDB_LOCALES=write cargo test
//! --bin xqdb traditional`, which turns the copy into traditional Chinese.
//!
//! [`fill`] makes control characters in texts from files and users visible, so that no escape
//! sequence reaches the terminal.
//!
//! Data formats (JSON, CSV, PGN, `dump`) are never translated. Errors and warnings of the library
//! have an English `Display` for those formats; [`errors`] and [`values`] translate them by their
//! types, and [`stored`] translates English sentences of a database.

mod errors;
mod fill;
mod lang;
mod stored;
mod values;

pub(crate) use errors::{describe, refusal};
pub(crate) use lang::Lang;
pub(crate) use values::{CountSentence, decision_line};

use fill::Value;

include!(concat!(env!("OUT_DIR"), "/sentences.rs"));

/// All sentences with their names, in all languages.
#[cfg(test)]
const ALL: &[(&str, [&str; 3])] = include!(concat!(env!("OUT_DIR"), "/all_sentences.rs"));

impl Lang {
    /// Text in this language, with its values.
    fn filled(self, texts: [&str; 3], values: &[Value<'_>]) -> String {
        fill::filled(self.of(texts), values)
    }

    /// Text in this language.
    fn of(self, [en, hans, hant]: [&str; 3]) -> &str {
        match self {
            Lang::En => en,
            Lang::ZhHans => hans,
            Lang::ZhHant => hant,
        }
    }

    /// Sentence of this name; `None` if there is none.
    pub(crate) fn named(self, name: &str) -> Option<&'static str> {
        let at = NAMED.binary_search_by_key(&name, |(known, _)| known).ok()?;
        Some(self.of(NAMED[at].1))
    }

    /// Sentence `word-OF-NAME` with its values, for a word `name` of data; `name` itself if there
    /// is none.
    pub(crate) fn word(self, of: &str, name: &str, values: &[&str]) -> String {
        let values: Vec<Value<'_>> = values.iter().map(|value| (*value).into()).collect();
        let text = self.named(&format!("word-{of}-{name}"));
        text.map_or_else(|| fill::visible(name), |text| fill::filled(text, &values))
    }

    /// Sentences whose names begin with `begin`: the rest of the name, and the texts.
    pub(crate) fn beginning(
        begin: &str,
    ) -> impl Iterator<Item = (&'static str, [&'static str; 3])> {
        let from = NAMED.partition_point(|(name, _)| *name < begin);
        NAMED[from..]
            .iter()
            .map_while(move |(name, texts)| Some((name.strip_prefix(begin)?, *texts)))
    }

    /// Translates an English text of the library; the name of its sentence begins with `begin`.
    fn translated(self, begin: &str, english: &str) -> Option<&'static str> {
        let mut known = Lang::beginning(begin);
        known.find(|(_, texts)| texts[0] == english).map(|(_, texts)| self.of(texts))
    }

    /// Head of the column of a field, by the field's name (`firstGame`, `first_game`).
    pub(crate) fn head(self, field: &str) -> Option<&'static str> {
        let mut name = "head-".to_owned();
        for c in field.chars() {
            match c {
                '_' => name.push('-'),
                c if c.is_ascii_uppercase() => name.extend(['-', c.to_ascii_lowercase()]),
                c => name.push(c),
            }
        }
        self.named(&name)
    }

    /// Text about an argument of a command; several commands may share one text.
    pub(crate) fn argument(self, command: &str, id: &str) -> Option<&'static str> {
        let own = self.named(&format!("arg-{command}-{id}"));
        own.or_else(|| self.named(&format!("arg-{id}")))
    }

    /// Texts of the page by their names, with names of values in braces.
    #[cfg(feature = "serve")]
    pub(crate) fn texts_of_page(self) -> impl Iterator<Item = (String, &'static str)> {
        let also = [
            "head-",
            "standing-",
            "title-",
            "word-kind-",
            "word-relation-",
            "word-side-",
            "word-source-",
            "word-status-",
            "word-worth-",
        ];
        let also = also.into_iter().flat_map(|begin| {
            let kept = begin.trim_start_matches("word-");
            Lang::beginning(begin).map(move |(name, texts)| (format!("{kept}{name}"), texts))
        });
        let own = Lang::beginning("page-").map(|(name, texts)| (name.to_owned(), texts));
        also.chain(own).map(move |(name, texts)| (name, self.of(texts)))
    }
}

#[cfg(test)]
mod tests;
