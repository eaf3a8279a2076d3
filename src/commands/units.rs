//! Whether files that are read without a database could be read to their ends.

use super::{Context, Status};
use xqdb::format::Nature;
use xqdb::import::{Parsed, Skip, Unit};

/// Whether all files could be opened and read to their ends.
#[derive(Default)]
pub(super) struct Coverage {
    /// Whether something that the user named could not be opened.
    was_refused: bool,
    /// Whether some part of the files was not read.
    is_damaged: bool,
}

impl Coverage {
    /// Takes the next unit, and prints which parts of it could not be read.
    pub(super) fn take(&mut self, context: &Context, unit: &Unit, parsed: &Parsed) {
        let lang = context.lang;
        let tell = |what: &str| context.tell(&lang.about_record(&unit.shown_path(), what));
        match &unit.skip {
            Some(Skip::Unreadable(why)) => {
                self.is_damaged = true;
                tell(&lang.stored(why));
            }
            Some(Skip::Refused(why)) => {
                self.was_refused = true;
                tell(&lang.stored(why));
            }
            None => match unit.nature.filter(|_| parsed.format.is_none()) {
                Some(Nature::Unread(why)) => {
                    self.is_damaged = true;
                    tell(&lang.stored(why));
                }
                Some(Nature::NoGames(why)) if why == Nature::ENGINE_BOOK => {
                    tell(&lang.stored(why));
                }
                _ => {}
            },
            _ => {}
        }
        self.is_damaged |= !parsed.damage.is_empty();
        for (offset, what) in &parsed.damage {
            tell(&lang.report_at(*offset, &lang.stored(what)));
        }
    }

    /// Exit status of a command that read the files: `status`, or a worse one if files were not
    /// read.
    pub(super) fn status(&self, status: Status) -> Status {
        Status::worst(&[
            (self.was_refused, Status::Error),
            (self.is_damaged, Status::SetAside),
            (true, status),
        ])
    }
}
