//! How arguments stand in a sentence: texts made visible, numbers grouped.

use indicatif::HumanCount;
use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use xqdb::text::visible;

/// What can be an argument of a sentence.
pub(crate) trait Shown {
    /// What stands in the sentence.
    type As<'a>: fmt::Display
    where
        Self: 'a;

    /// The argument as it is shown.
    fn shown(&self) -> Self::As<'_>;
}

impl Shown for &str {
    type As<'a>
        = Cow<'a, str>
    where
        Self: 'a;

    fn shown(&self) -> Cow<'_, str> {
        visible(self)
    }
}

impl Shown for &Path {
    type As<'a>
        = String
    where
        Self: 'a;

    fn shown(&self) -> String {
        visible(&self.to_string_lossy()).into_owned()
    }
}

impl Shown for &PathBuf {
    type As<'a>
        = String
    where
        Self: 'a;

    fn shown(&self) -> String {
        self.as_path().shown()
    }
}

impl Shown for u64 {
    type As<'a> = Number;

    fn shown(&self) -> Number {
        Number(*self)
    }
}

/// A number in a sentence.
#[derive(Debug, Copy, Clone)]
pub(crate) struct Number(u64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { self.0.fmt(f) } else { HumanCount(self.0).fmt(f) }
    }
}

/// `1 game`, `2 games`: the only thing that English bends.
pub(super) fn count(number: Number, one: &str, many: &str) -> String {
    format!("{number} {}", if number.0 == 1 { one } else { many })
}

/// `is` or `are`, `ends` or `end`: the verb that goes with a number.
pub(super) fn verb<'a>(number: Number, one: &'a str, many: &'a str) -> &'a str {
    if number.0 == 1 { one } else { many }
}
