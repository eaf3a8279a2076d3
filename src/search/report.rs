//! Everything an archive has to tell of what was not read cleanly, one finding after the other.

use super::archive::Archive;
use super::diagnosis::Diagnosis;
use super::trouble::{Conflict, Trouble};
use super::watch::Unwatched;
use crate::store::{DoubtedRecord, Result, Unread};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;

/// Something to tell.
#[derive(Debug)]
pub enum Finding {
    /// A file or a member of an archive that could not be read, or not to its end.
    Unread(Unread),
    /// A record that is not entirely clean, and what may be wrong with its main line.
    Trouble(Box<Trouble>, Option<Diagnosis>),
    /// Damage that belongs to no record.
    Damage {
        /// Where the source lies.
        place: String,
        /// Of the damage, in the source.
        byte_offset: u64,
        /// What is damaged.
        what: String,
    },
    /// A record with values that headings or the calendar contradict, and where it lies.
    Doubt(String, DoubtedRecord),
    /// Witnesses of a game that tell different things.
    Conflict(Conflict),
}

impl Finding {
    /// The finding for other programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Finding::Unread(Unread { path, member, reason }) => {
                let member = (!member.is_empty()).then_some(member);
                json!({ "path": path, "member": member, "unread": reason })
            }
            Finding::Trouble(trouble, diagnosis) => {
                let mut value = trouble.to_json();
                if let Some(diagnosis) = diagnosis {
                    value["diagnosis"] = diagnosis.to_json();
                }
                value
            }
            Finding::Damage { place, byte_offset, what } => {
                json!({ "path": place, "byte_offset": byte_offset, "damage": what })
            }
            Finding::Doubt(place, doubted) => {
                let doubts = doubted.doubts.iter();
                let doubts: Map<String, Value> =
                    doubts.map(|d| (d.field.clone(), d.says.as_str().into())).collect();
                json!({
                    "path": place, "record": doubted.ordinal, "game": doubted.game,
                    "doubt": doubts,
                })
            }
            Finding::Conflict(conflict) => json!({ "conflict": conflict }),
        }
    }
}

impl Archive {
    /// Visits everything there is to tell, until `visit` breaks off: of all places, or of those
    /// that have `path` in them; conflicts of all places only. As it is stated, nothing is doubted.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn findings(
        &self,
        path: Option<&str>,
        as_stated: bool,
        visit: &mut dyn FnMut(Finding) -> ControlFlow<()>,
    ) -> Result<()> {
        let is_wanted = |place: &str| path.is_none_or(|path| place.contains(path));
        for unread in self.snapshot().unread()? {
            if is_wanted(&unread.place()) && visit(Finding::Unread(unread)).is_break() {
                return Ok(());
            }
        }
        let mut outcome = Ok(ControlFlow::Continue(()));
        self.troubles(path, &mut |trouble| {
            let is_cut = trouble.error.as_ref().is_some_and(|failure| failure.ply > 0);
            let diagnosis = match is_cut {
                true => self.diagnosis(trouble.source, trouble.record),
                false => Ok(None),
            };
            let told = diagnosis.map(|found| visit(Finding::Trouble(Box::new(trouble), found)));
            let step = if let Ok(step) = told { step } else { ControlFlow::Break(()) };
            outcome = told;
            step
        })?;
        if outcome?.is_break() {
            return Ok(());
        }
        for (place, byte_offset, what) in self.source_damage()? {
            if is_wanted(&place) && visit(Finding::Damage { place, byte_offset, what }).is_break() {
                return Ok(());
            }
        }
        if !as_stated {
            for doubted in self.snapshot().doubted_records()? {
                let places = self.snapshot().places(doubted.source)?;
                let Some(place) = places.into_iter().find(|place| is_wanted(place)) else {
                    continue;
                };
                if visit(Finding::Doubt(place, doubted)).is_break() {
                    return Ok(());
                }
            }
        }
        if path.is_none() {
            for conflict in self.conflicts(&Unwatched)? {
                if visit(Finding::Conflict(conflict)).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
