//! Everything that can be changed, as the OpenAPI document tells it.

use crate::serve::answer::JSON;
use crate::serve::api::{Parameter, parameters as of};

/// Server-sent events.
pub(super) const EVENTS: &str = "text/event-stream; charset=utf-8";

/// One thing that can be done, or seen of what is done.
pub(in crate::serve) struct Change {
    /// Method of HTTP, in small letters.
    pub(in crate::serve) method: &'static str,
    /// Its path.
    pub(in crate::serve) path: &'static str,
    /// What it is.
    pub(in crate::serve) about: &'static str,
    /// What it answers, in a few words.
    pub(in crate::serve) gives: &'static str,
    /// The status of that answer.
    pub(in crate::serve) status: &'static str,
    /// The kind of its answer.
    pub(in crate::serve) kind: &'static str,
    /// What is sent: its kind, and in a few words.
    pub(in crate::serve) takes: Option<(&'static str, &'static str)>,
    /// Parameters of the address.
    pub(in crate::serve) parameters: &'static [&'static [Parameter]],
    /// Whether the token is needed.
    pub(in crate::serve) is_guarded: bool,
}

impl Change {
    /// All parameters.
    pub(in crate::serve) fn parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        self.parameters.iter().copied().flatten()
    }
}

const DECISIONS: &str = "`decisions`: for each `action`, `target`, `value`, `reason` and, if \
     wanted, `by`, `when`, as a line of the file of decisions has them";

/// What only tells, to whoever asks.
const SEEN: Change = Change {
    method: "get",
    path: "",
    about: "",
    gives: "",
    status: "200",
    kind: JSON,
    takes: None,
    parameters: &[of::LANGUAGE],
    is_guarded: false,
};

/// What changes something.
const DONE: Change = Change { method: "post", is_guarded: true, ..SEEN };

/// All of it.
pub(in crate::serve) const CHANGES: &[Change] = &[
    Change {
        path: "/api/v1/session",
        about: "What whoever asks may do",
        gives: "`may_change`, `may_name_folders`, `upload_limit` in bytes",
        ..SEEN
    },
    Change {
        path: "/api/v1/session",
        about: "Has a browser keep the token in a cookie that scripts cannot read",
        gives: "Nothing",
        status: "204",
        ..DONE
    },
    Change {
        path: "/api/v1/uploads",
        about: "Takes a file of an upload, or begins an upload with it",
        gives: "`upload`, the name of the upload; `name` and `bytes` of the file",
        status: "201",
        takes: Some(("application/octet-stream", "The bytes of the file")),
        parameters: &[of::UPLOAD, of::LANGUAGE],
        ..DONE
    },
    Change {
        method: "delete",
        path: "/api/v1/uploads",
        about: "Gives an upload up that is not imported",
        gives: "Nothing",
        status: "204",
        parameters: &[of::GIVEN_UP, of::LANGUAGE],
        ..DONE
    },
    Change {
        path: "/api/v1/import",
        about: "Begins to import an upload, or a folder of the machine",
        gives: "How far it is, as `GET` tells it",
        status: "202",
        parameters: &[of::IMPORT, of::LANGUAGE],
        ..DONE
    },
    Change {
        path: "/api/v1/import",
        about: "How far the last import is",
        gives: "`stage` (idle, waiting, reading, closing, done, failed), `files`, `records`, \
                `bytes`, `total`, at the end `report` or `error`",
        is_guarded: true,
        ..SEEN
    },
    Change {
        path: "/api/v1/import/events",
        about: "The same whenever it changes, as server-sent events until it is over",
        gives: "Events named `state`",
        kind: EVENTS,
        is_guarded: true,
        ..SEEN
    },
    Change {
        path: "/api/v1/import/stop",
        about: "Has the import end early; what is committed stays",
        gives: "How far it is",
        status: "202",
        ..DONE
    },
    Change {
        path: "/api/v1/decide",
        about: "Adds decisions, all of them or none: the same as `xqdb decide`",
        gives: "`added`, the new ones, and how many of them are `waiting` for what they are about",
        takes: Some((JSON, DECISIONS)),
        ..DONE
    },
    Change {
        path: "/api/v1/undo",
        about: "Takes decisions back: the same as `xqdb undo`",
        gives: "`taken_back`",
        takes: Some((JSON, DECISIONS)),
        ..DONE
    },
    Change {
        path: "/api/v1/saved",
        about: "Filters, questions, boards and positions that are kept under a name",
        gives: "`saved`: `kind`, `name`, `state`",
        ..SEEN
    },
    Change {
        path: "/api/v1/saved",
        about: "Keeps one in the place of what had its name",
        gives: "All of them",
        takes: Some((JSON, "`kind` (filter, question, board, position), `name`, `state`")),
        ..DONE
    },
    Change {
        method: "delete",
        path: "/api/v1/saved",
        about: "Forgets one",
        gives: "All that are left",
        parameters: &[of::SAVED, of::LANGUAGE],
        ..DONE
    },
];
