//! The words of a command as they would be typed again: in one order, without what changes only
//! how the answer is shown or where it is written.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// What does not change the answer.
const LEFT_OUT: [&str; 4] = ["figure", "force", "format", "json"];

/// The words of the command that was understood: its name, what has no name, and the options in
/// the order of their definition.
pub(super) fn words(definition: &Command, matches: &ArgMatches) -> Vec<String> {
    let Some((name, matches)) = matches.subcommand() else { return Vec::new() };
    let Some(command) = definition.find_subcommand(name) else { return Vec::new() };
    let is_said = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        let source = matches.value_source(id);
        !arg.is_global_set() && !LEFT_OUT.contains(&id) && source == Some(ValueSource::CommandLine)
    };
    let mut words = vec![name.to_owned()];
    let mut unnamed = Vec::new();
    for arg in command.get_arguments().filter(is_said) {
        let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
        let values = values.map(|value| value.to_string_lossy().into_owned());
        match arg.get_long() {
            None => unnamed.extend(values),
            Some(long) if !arg.get_action().takes_values() => words.push(format!("--{long}")),
            Some(long) => {
                for value in values {
                    match value.starts_with('-') {
                        // It would be taken for an option.
                        true => words.push(format!("--{long}={value}")),
                        false => words.extend([format!("--{long}"), value]),
                    }
                }
            }
        }
    }
    let place = if unnamed.iter().any(|value| value.starts_with('-')) {
        words.push("--".to_owned());
        words.len()
    } else {
        1
    };
    words.splice(place..place, unnamed);
    words
}
