//! How far files could be read that are audited without a database. A record that ends early is what
//! an audit is about; what stands outside of records is damage here as everywhere.

use crate::commands::{Context, Status};
use xqdb::import::{Parsed, Skip, Unit};

/// What a worker noticed of a unit.
pub(super) struct Noticed {
    has_format: bool,
    /// Byte offset and what.
    damage: Vec<(u64, String)>,
}

impl Noticed {
    pub(super) fn of(parsed: &mut Parsed) -> Noticed {
        let damage = std::mem::take(&mut parsed.damage);
        Noticed { has_format: parsed.format.is_some(), damage }
    }
}

/// How far all files could be read.
#[derive(Default)]
pub(super) struct Files {
    is_unreadable: bool,
    /// Something in them was not read.
    is_damaged: bool,
}

impl Files {
    /// Takes the next unit, and tells what of it could not be read.
    pub(super) fn take(&mut self, context: &Context, unit: &Unit, noticed: &Noticed) {
        let lang = context.lang;
        self.is_damaged |= !noticed.damage.is_empty();
        let mut told = Vec::new();
        match &unit.skip {
            Some(Skip::Unreadable(why)) => {
                self.is_unreadable = true;
                told.push(lang.stored(why));
            }
            None if !noticed.has_format => {
                self.is_damaged |= unit.may_hold_games;
                told.push(lang.no_known_format());
            }
            _ => {}
        }
        let at = |(at, what): &(u64, String)| lang.report_at(*at, &lang.stored(what));
        told.extend(noticed.damage.iter().map(at));
        let member = unit.member.as_deref().map(|member| format!("!{member}")).unwrap_or_default();
        for what in told {
            context.tell(&lang.about_record(&format!("{}{member}", unit.path), &what));
        }
    }

    /// How the audit ends.
    pub(super) fn status(&self, has_found: bool) -> Status {
        Status::worst(&[
            (self.is_unreadable, Status::Error),
            (self.is_damaged, Status::SetAside),
            (!has_found, Status::NothingFound),
        ])
    }
}
