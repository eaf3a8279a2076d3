//! Parameters of routes: those of all questions, and those of the API alone.

use std::sync::LazyLock;
use xqdb::search::parameters::{Parameter, group, of_groups, read};

static OWN: LazyLock<Vec<Parameter>> = LazyLock::new(|| read(include_str!("parameters.tsv")));

/// Parameters of groups, whose names are separated by blanks.
pub(super) fn of(groups: &'static str) -> impl Iterator<Item = &'static Parameter> {
    groups.split(' ').flat_map(|name| group(name).chain(of_groups(&OWN, name)))
}
