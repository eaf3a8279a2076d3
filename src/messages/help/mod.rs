//! Texts of the command line: what commands and arguments are for, examples, headings.
//!
//! clap asks for them by the names of commands and arguments, so these stand in tables. A test
//! holds that every command and every argument is in them and nothing else is.

pub(crate) mod arguments;
pub(super) mod commands;
mod headings;

pub(crate) use headings::{
    HEADING_ARGUMENTS, HEADING_COMMANDS, HEADING_EXAMPLES, HEADING_GLOBAL, HEADING_OPTIONS,
    HEADING_USAGE, USAGE_COMMAND, USAGE_OPTIONS,
};

use super::Lang;

/// English, simplified and traditional Chinese.
pub(crate) type Text = [&'static str; 3];

/// A command in words.
pub(crate) struct About {
    /// Its name; empty for the program itself.
    pub(crate) name: &'static str,
    /// What it does, in one line.
    pub(crate) what: Text,
    /// Command lines, and what each of them does.
    pub(crate) examples: &'static [(&'static str, Text)],
    /// What else should be known.
    pub(crate) notes: Text,
}

/// The command of this name.
pub(crate) fn command(name: &str) -> Option<&'static About> {
    commands::all().find(|about| about.name == name)
}

/// What an argument is for: in this command, or in any that has an argument of the name.
pub(crate) fn argument(command: &str, id: &str) -> Option<Text> {
    let find = |wanted: &str| arguments::all().find(|(name, _)| *name == wanted);
    find(&format!("{command} {id}")).or_else(|| find(id)).map(|(_, text)| *text)
}

/// The placeholder of a value: `FILE`, 文件.
pub(crate) fn value(name: &str) -> Option<Text> {
    arguments::VALUES.iter().find(|text| text[0] == name).copied()
}

impl Lang {
    /// The text in this language.
    pub(crate) fn of(self, text: Text) -> &'static str {
        match self {
            Lang::En => text[0],
            Lang::ZhHans => text[1],
            Lang::ZhHant => text[2],
        }
    }
}

#[cfg(test)]
pub(super) use headings::ALL;
