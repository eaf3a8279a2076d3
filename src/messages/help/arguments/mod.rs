//! What arguments are for.

mod answers;
mod deciding;
mod every_command;
mod notations;
mod questions;
mod reading;
mod serving;
mod values;
mod writing;

pub(crate) use values::VALUES;

use super::Text;

/// By subject, and there by the name of the argument, where need be after the name of its command.
const ALL: [&[(&str, Text)]; 8] = [
    every_command::ARGUMENTS,
    reading::ARGUMENTS,
    writing::ARGUMENTS,
    questions::ARGUMENTS,
    answers::ARGUMENTS,
    deciding::ARGUMENTS,
    notations::ARGUMENTS,
    serving::ARGUMENTS,
];

/// All arguments: their names, and what they are for.
pub(crate) fn all() -> impl Iterator<Item = &'static (&'static str, Text)> {
    ALL.into_iter().flatten()
}
