//! The definition of the command line and its texts fit together.

use super::Cli;
use crate::messages::{Lang, help};
use std::collections::BTreeSet;

#[test]
fn every_command_and_every_argument_is_explained_and_nothing_else() {
    let mut missing = Vec::new();
    let mut used = BTreeSet::new();
    let root = Cli::spoken(Lang::ZhHans, None);
    for command in std::iter::once(&root).chain(root.get_subcommands()) {
        let name = if command.get_name() == "xqdb" { "" } else { command.get_name() };
        match help::command(name) {
            None => missing.push(name.to_owned()),
            Some(about) if about.examples.is_empty() && name != "help" => {
                missing.push(format!("{name}: examples"));
            }
            Some(_) => {}
        }
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let id = arg.get_id().as_str();
            if name != "help" && help::argument(name, id).is_none() {
                missing.push(format!("{name} {id}"));
            }
            used.extend([format!("{name} {id}"), id.to_owned()]);
            for value in arg.get_value_names().unwrap_or_default() {
                let is_known =
                    help::arguments::VALUES.iter().any(|text| text.contains(&value.as_str()));
                if arg.get_action().takes_values() && !is_known {
                    missing.push(format!("{name} {id}: {value}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "not explained in messages/help: {missing:#?}");
    let surplus: Vec<_> =
        help::arguments::all().filter(|(name, _)| !used.contains(*name)).collect();
    assert!(surplus.is_empty(), "there are no such arguments: {surplus:#?}");
}
