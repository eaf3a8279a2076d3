//! Where a value comes from that the tags of a record do not state.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The tag `Event`.
    Event,
    /// The tag `Title`.
    Title,
    /// The name of the file.
    File,
    /// The folders it lies in.
    Folder,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 4] = [Source::Event, Source::Title, Source::File, Source::Folder];

    /// The name in the database and in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Source::Event => "event",
            Source::Title => "title",
            Source::File => "file",
            Source::Folder => "folder",
        }
    }

    /// The source of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Source> {
        Source::ALL.into_iter().find(|source| source.as_str() == name)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
