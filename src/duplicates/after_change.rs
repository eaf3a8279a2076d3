//! Derives again what depends on games or decisions that came, went or changed.

use super::link_new;
use crate::decision::{DecidedStatement, Decision, Subject, contradiction};
use crate::names::{date_games, join_names, part_namesakes, settle_editions};
use crate::search::{Archive, COMMON, Shared, note_counted, remember_common};
use crate::store::{Database, Error, Evidence};

/// Runs the steps that follow every change: separates namesakes, deletes names that nothing has any
/// more, links new and changed games, stores which copies people decided to be one, dates games,
/// joins the names of one person, assigns events to editions, and renews the remembered answers
/// about common positions if many games are new. A step that fails does not stop the others and is
/// repeated after the next change.
///
/// # Errors
/// Error of the first step that failed.
pub fn refresh(database: &mut Database) -> Result<(), Error> {
    // `shared` passes the facts on in memory as long as no step changes them.
    let shared = &mut Shared::default();
    // Parting reads the names of games that linking marks as done, so it comes first.
    let parted = part_namesakes(database, shared);
    let named = delete_unused_names(database, shared);
    let linked = parted.and_then(|()| link_new(database, shared).map(drop));
    let linked = linked.and_then(|()| decide_groups(database, shared));
    let dated = date_games(database, shared).map(drop);
    let joined = join_names(database, shared);
    let held = settle_editions(database, shared).map(drop);
    named.and(linked).and(dated).and(joined).and(held)?;
    note_counted(database, shared)?;
    if answers_are_due(database)? {
        remember_common(database, COMMON, shared)?;
    }
    if !database.is_settled()? {
        let tx = database.transaction()?;
        tx.settle()?;
        tx.commit()?;
    }
    Ok(())
}

/// Deletes the names that nothing has any more.
fn delete_unused_names(database: &mut Database, shared: &mut Shared) -> Result<(), Error> {
    if database.is_settled()? {
        return Ok(());
    }
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    let unused = archive.snapshot().unused_names(archive.facts())?;
    archive.leave_to(shared);
    if unused.is_empty() { Ok(()) } else { database.delete_names(&unused) }
}

/// Stores the groups of copies as people decided, for readers in SQL; returns early if there is no
/// decision about games.
fn decide_groups(database: &mut Database, shared: &mut Shared) -> Result<(), Error> {
    let is_game = |subject: &Subject| matches!(subject, Subject::Game(_));
    let is_about_games = |decision: &Decision| {
        decision.what.is_of_reading() || decision.what.subjects().into_iter().any(is_game)
    };
    if !database.decisions()?.iter().any(is_about_games) && !database.has_undecided_kin()? {
        return Ok(());
    }
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    let stored = archive.snapshot().kin_as_decided()?;
    let decided = archive.duplicates()?.games();
    archive.leave_to(shared);
    if stored.into_iter().eq(decided.iter().map(|(&game, &first)| (game, first))) {
        return Ok(());
    }
    let tx = database.transaction()?;
    tx.decide_kin(&decided)?;
    tx.commit()
}

/// Number of games from which the answers about common positions are renewed less often.
const MANY: u32 = 1 << 16;
/// Share of new games, as a divisor, at which the answers are renewed in such archives. Until then
/// a question about the start reads every game: tens of milliseconds per million.
const NEW: u32 = 1 << 10;

/// Whether enough games are new since the answers about common positions were computed.
fn answers_are_due(database: &Database) -> Result<bool, Error> {
    let last = database.last_game()?;
    let new = last.saturating_sub(database.remembered_games()?);
    Ok(last < MANY || new >= last / NEW)
}

/// Reason why decisions are not added.
#[derive(Debug)]
pub enum Undecided {
    /// Two decisions that contradict each other.
    Contradiction(Box<[Decision; 2]>),
    /// The database cannot be read or written.
    Store(Error),
}

impl From<Error> for Undecided {
    fn from(error: Error) -> Undecided {
        Undecided::Store(error)
    }
}

/// The decisions of `wanted` whose statement is not in the database yet, each once.
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

/// Adds all of the decisions, or none.
///
/// # Errors
/// [`Undecided::Contradiction`] if two decisions contradict. If only [`refresh`] fails, its error
/// is returned although the decisions are added.
pub fn add_decisions(database: &mut Database, added: &[Decision]) -> Result<(), Undecided> {
    let all = [&database.decisions()?[..], added].concat();
    if let Some((one, other)) = contradiction(&all) {
        return Err(Undecided::Contradiction(Box::new([one.clone(), other.clone()])));
    }
    if !added.is_empty() {
        database.decide(&[], added)?;
        refresh(database)?;
    }
    Ok(())
}

/// Removes decisions with these statements, whatever their reasons, and returns them.
pub fn take_back(
    database: &mut Database,
    wanted: &[DecidedStatement],
) -> Result<Vec<Decision>, Error> {
    let mut known = database.decisions()?;
    known.retain(|known| wanted.contains(&known.what));
    if !known.is_empty() {
        database.decide(&known, &[])?;
        refresh(database)?;
    }
    Ok(known)
}

/// Number of the decisions whose subjects the archive contains; the others are kept for later.
pub fn in_effect(database: &Database, decisions: &[Decision]) -> Result<usize, Error> {
    let archive = Archive::of(database.snapshot()?, Evidence::Derived)?;
    let known = archive.decided().in_effect(archive.snapshot(), archive.facts())?;
    Ok(decisions.iter().filter(|decision| known.contains(&(*decision, true))).count())
}
