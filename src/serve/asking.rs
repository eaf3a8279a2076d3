//! A question on its way through the API: everything that answering it needs.

use super::params::Params;
use super::patience::Patience;
use super::refusal::Refusal;
use crate::messages::Lang;
use xqdb::search::Archive;
use xqdb::store::Error;

/// A question.
pub(super) struct Asking<'a> {
    /// The archive that is asked.
    pub(super) archive: &'a Archive,
    /// What is asked.
    pub(super) params: &'a Params,
    /// What the path names after its fixed part: the key of a game.
    pub(super) rest: &'a str,
    /// How long it may take.
    pub(super) patience: &'a Patience,
    /// What the archive is called.
    pub(super) name: &'a str,
    /// The name of its file.
    pub(super) file: &'a str,
}

impl Asking<'_> {
    /// The language of what is told.
    pub(super) fn lang(&self) -> Lang {
        self.params.lang()
    }

    /// What went wrong in the database.
    pub(super) fn failed(&self, error: Error) -> Refusal {
        let lang = self.lang();
        match error {
            Error::Stopped => Refusal::new(503, "late", lang.question_took_too_long()),
            other => Refusal::failed(other.into(), lang),
        }
    }

    /// Goes on, unless the time is over or the client has left.
    ///
    /// # Errors
    /// When it is not to go on.
    pub(super) fn go_on(&self) -> Result<(), Refusal> {
        use xqdb::search::Watch as _;
        if self.patience.is_stopped() { Err(self.failed(Error::Stopped)) } else { Ok(()) }
    }
}
