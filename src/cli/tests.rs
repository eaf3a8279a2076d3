//! The definition of the command line and its texts fit together.

use super::Cli;
use crate::messages::Lang;
use std::collections::BTreeSet;

#[test]
fn every_command_and_every_argument_is_explained_and_nothing_else() {
    let lang = Lang::En;
    let mut missing = Vec::new();
    let mut used = BTreeSet::new();
    let root = Cli::spoken(lang, None);
    for command in std::iter::once(&root).chain(root.get_subcommands()) {
        let name = command.get_name();
        let about = |part: &str| lang.named(&format!("command-{name}{part}"));
        if about("").is_none() || about(".run-1").is_none() && name != "help" {
            missing.push(name.to_owned());
        }
        used.insert(format!("command-{name}"));
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let id = arg.get_id().as_str();
            if name != "help" && lang.argument(name, id).is_none() {
                missing.push(format!("{name} {id}"));
            }
            used.extend([format!("arg-{name}-{id}"), format!("arg-{id}")]);
            for value in arg.get_value_names().unwrap_or_default() {
                if arg.get_action().takes_values() {
                    used.insert(format!("value-{value}"));
                    if lang.named(&format!("value-{value}")).is_none() {
                        missing.push(format!("{name} {id}: {value}"));
                    }
                }
            }
        }
    }
    assert!(missing.is_empty(), "not explained in locales: {missing:#?}");
    let texts = ["command-", "arg-", "value-"]
        .into_iter()
        .flat_map(|begin| Lang::beginning(begin).map(move |(name, _)| format!("{begin}{name}")));
    let surplus: Vec<_> =
        texts.filter(|name| !used.contains(name.split('.').next().unwrap_or_default())).collect();
    assert!(surplus.is_empty(), "there is nothing of that name: {surplus:#?}");
}
