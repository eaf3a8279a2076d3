//! The title and the chapter that a record states.

use crate::metadata::{chapter_of, title_of};

/// What the tags of a record state of its title and its chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) title: Option<String>,
    /// As a path.
    pub(super) chapter: Option<String>,
}

impl Stated {
    /// What tags state.
    pub(super) fn of<'a>(tags: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Stated {
        Stated { title: title_of(tags.clone()).map(str::to_owned), chapter: chapter_of(tags) }
    }
}
