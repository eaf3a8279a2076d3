//! What commands do, with examples.

mod asking;
mod database;
mod deciding;
mod files;
mod program;
mod research;

use super::{About, Text};

/// No notes.
const NONE: Text = ["", "", ""];

/// The program and its commands, by subject.
const ALL: [&[About]; 6] = [
    program::COMMANDS,
    files::COMMANDS,
    asking::COMMANDS,
    research::COMMANDS,
    deciding::COMMANDS,
    database::COMMANDS,
];

/// The program, which has no name, and its commands.
pub(in crate::messages) fn all() -> impl Iterator<Item = &'static About> {
    ALL.into_iter().flatten()
}
