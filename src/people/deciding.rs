//! Decisions that are added to an archive or taken back, and what follows from them.

use super::refresh;
use crate::decision::{Decision, What, contradiction};
use crate::search::Archive;
use crate::store::{Database, Error, Lay};

/// Why a decision is not added.
#[derive(Debug)]
pub enum Undecided {
    /// These two cannot both hold.
    Contradiction(Box<[Decision; 2]>),
    /// The database cannot be read or written.
    Store(Error),
}

impl From<Error> for Undecided {
    fn from(error: Error) -> Undecided {
        Undecided::Store(error)
    }
}

/// Those of some decisions that are not made yet, for whatever reason; each once.
///
/// # Errors
/// When the database cannot be read.
pub fn not_decided(database: &Database, wanted: &[Decision]) -> Result<Vec<Decision>, Error> {
    let known = database.decisions()?;
    let mut new: Vec<Decision> = Vec::new();
    for decision in wanted {
        if known.iter().chain(&new).all(|known| known.what != decision.what) {
            new.push(decision.clone());
        }
    }
    Ok(new)
}

/// Adds decisions, all of them or none.
///
/// # Errors
/// When one contradicts another, or the database cannot be written.
pub fn add_decisions(database: &mut Database, added: &[Decision]) -> Result<(), Undecided> {
    let all = [&database.decisions()?[..], added].concat();
    if let Some((one, other)) = contradiction(&all) {
        return Err(Undecided::Contradiction(Box::new([one.clone(), other.clone()])));
    }
    if !added.is_empty() {
        database.decide(&[], added)?;
        refresh(database);
    }
    Ok(())
}

/// Takes decisions back, whatever their reasons, and gives back those that there were.
///
/// # Errors
/// When the database cannot be written.
pub fn take_back(database: &mut Database, wanted: &[What]) -> Result<Vec<Decision>, Error> {
    let mut known = database.decisions()?;
    known.retain(|known| wanted.contains(&known.what));
    if !known.is_empty() {
        database.decide(&known, &[])?;
        refresh(database);
    }
    Ok(known)
}

/// How many of these decisions the archive has something for; the others wait for it.
///
/// # Errors
/// When the database cannot be read.
pub fn in_effect(database: &Database, decisions: &[Decision]) -> Result<usize, Error> {
    let archive = Archive::of(database.snapshot()?, Lay::Derived)?;
    let known = archive.decided().in_effect(archive.snapshot(), &archive.facts)?;
    Ok(decisions.iter().filter(|decision| known.contains(&(*decision, true))).count())
}
