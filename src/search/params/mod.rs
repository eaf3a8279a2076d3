//! Questions as names and values, the way web pages and other programs ask: what is said in them,
//! and what is wrong with them. Names are those of the arguments on the command line, with `_` for
//! `-`.
//!
//! ```
//! use xqdb::search::Params;
//!
//! let params = Params::new(vec![("moves".into(), "炮二平五".into())], &["fen", "moves"])?;
//! assert_eq!(params.line()?.position.side(), xqdb::xiangqi::Side::Black);
//! let wrong = Params::new(vec![("colour".into(), "red".into())], &["fen", "moves"]);
//! assert_eq!(wrong.unwrap_err().to_string(), "colour: `colour` is none of fen, moves");
//! # Ok::<_, xqdb::search::ParamError>(())
//! ```

mod error;
mod question;

pub use error::{AskError, ParamError, ParamProblem};
pub use question::TypedLine;

/// Names and values, in the order in which they stand.
#[derive(Debug, Clone)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// What conditions on games are called; those of [`Params::filter`].
    pub const FILTER: &[&str] = &[
        "player",
        "red",
        "black",
        "names",
        "event",
        "site",
        "opening",
        "since",
        "until",
        "result",
        "kind",
        "source",
        "min_plies",
        "max_plies",
        "title",
        "chapter",
        "text",
        "variations",
        "unit",
        "as_stated",
        "where",
    ];
    /// What a position and the way to look at it are called.
    pub const POSITION: &[&str] = &["fen", "moves", "mirror"];
    /// What more is said of a list of games.
    pub const LIST: &[&str] = &["contains", "in_order", "sort"];

    /// Parameters, of which only those named in `known` may be there.
    ///
    /// # Errors
    /// When one is unknown.
    pub fn new(values: Vec<(String, String)>, known: &[&str]) -> Result<Params, ParamError> {
        let stranger = values.iter().find(|(name, _)| !known.contains(&name.as_str()));
        match stranger {
            None => Ok(Params(values)),
            Some((name, _)) => Err(ParamError::none_of(name, name, &known.join(", "))),
        }
    }

    /// Says something in place of whoever asks.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    /// The last value of a name that is not empty.
    #[must_use]
    pub fn one(&self, name: &str) -> Option<&str> {
        let mut values = self.0.iter().rev().filter(|(known, _)| known == name);
        values.next().map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// All values of a name that are not empty.
    #[must_use]
    pub fn all(&self, name: &str) -> Vec<String> {
        let values = self.0.iter().filter(|(known, value)| known == name && !value.is_empty());
        values.map(|(_, value)| value.clone()).collect()
    }

    /// The same as [`Params::one`], as a text of the caller's own.
    #[must_use]
    pub fn owned(&self, name: &str) -> Option<String> {
        self.one(name).map(str::to_owned)
    }

    /// `true` or `false`; false if nothing is said.
    ///
    /// # Errors
    /// When something else is said.
    pub fn flag(&self, name: &str) -> Result<bool, ParamError> {
        self.choice(name, &[("false", false), ("true", true)])
    }

    /// One of several words; the first if nothing is said.
    ///
    /// # Errors
    /// When another word is said.
    pub fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, ParamError> {
        let wanted = self.one(name).unwrap_or(words[0].0);
        let found = words.iter().find(|(word, _)| *word == wanted);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            ParamError::none_of(name, wanted, &known.join(", "))
        })
    }

    /// A number up to `most`; `default` if nothing is said.
    ///
    /// # Errors
    /// When it is no number, or too large.
    pub fn number(&self, name: &str, default: usize, most: usize) -> Result<usize, ParamError> {
        let Some(text) = self.one(name) else { return Ok(default) };
        let number = text.parse().ok().filter(|number| *number <= most);
        let why = || ParamProblem::Number { text: text.to_owned(), most: most as u64 };
        number.ok_or_else(|| ParamError::new(name, why()))
    }
}
