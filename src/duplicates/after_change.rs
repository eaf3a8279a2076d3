//! What follows when games or decisions come, go or change.

use super::link_new;
use crate::decision::{DecidedStatement, Decision, Subject, contradiction};
use crate::names::{date_games, join_names, part_namesakes, settle_editions};
use crate::search::{Archive, COMMON, Shared, note_counted, remember_common};
use crate::store::{Database, Error, Evidence};

/// Tells namesakes apart, links the games that came or changed, stores which copies people decided
/// to be one, dates games, joins the names that are one person's, settles which editions events
/// are, and computes the answers about common positions again where enough games came since. Each
/// step is tried, whatever became of the one before; what fails is tried again after the next
/// change, and everything can be asked without it.
///
/// # Errors
/// The first step that failed.
pub fn refresh(database: &mut Database) -> Result<(), Error> {
    // A step that changes nothing leaves the next one the facts that it has in memory.
    let shared = &mut Shared::default();
    // The names of games that are not linked yet are looked at: linking waits for that.
    let parted = part_namesakes(database, shared);
    let linked = parted.and_then(|()| link_new(database).map(drop));
    let linked = linked.and_then(|()| decide_groups(database, shared));
    let dated = date_games(database, shared).map(drop);
    let joined = join_names(database, shared);
    let held = settle_editions(database, shared).map(drop);
    linked.and(dated).and(joined).and(held)?;
    note_counted(database, shared)?;
    if answers_are_due(database)? {
        remember_common(database, COMMON)?;
    }
    if !database.is_settled()? {
        let tx = database.transaction()?;
        tx.settle()?;
        tx.commit()?;
    }
    Ok(())
}

/// Stores the groups of copies as people decided, for whoever asks in SQL. Without a decision about
/// games it costs a look at the decisions.
fn decide_groups(database: &mut Database, shared: &mut Shared) -> Result<(), Error> {
    let is_game = |subject: &Subject| matches!(subject, Subject::Game(_));
    let is_about_games = |decision: &Decision| {
        matches!(decision.what, DecidedStatement::Read(..))
            || decision.what.subjects().into_iter().any(is_game)
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

/// From this number of games on, answers about common positions take longer to compute again than
/// somebody who adds a few games wants to wait.
const MANY: u32 = 1 << 16;
/// Then they are computed again when at least one game in this number is new: until then a question
/// about the start looks at every game: tens of milliseconds for a million.
const NEW: u32 = 1 << 10;

/// Whether enough games came since the answers about common positions were computed.
fn answers_are_due(database: &Database) -> Result<bool, Error> {
    let last = database.last_game()?;
    let new = last.saturating_sub(database.remembered_games()?);
    Ok(last < MANY || new >= last / NEW)
}

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
/// When one contradicts another, or the database cannot be written. Where only what follows from
/// them failed, they are added all the same.
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

/// Takes decisions back, whatever their reasons, and gives back those that there were.
///
/// # Errors
/// When the database cannot be written.
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

/// How many of these decisions the archive has something for; the others wait for it.
pub fn in_effect(database: &Database, decisions: &[Decision]) -> Result<usize, Error> {
    let archive = Archive::of(database.snapshot()?, Evidence::Derived)?;
    let known = archive.decided().in_effect(archive.snapshot(), archive.facts())?;
    Ok(decisions.iter().filter(|decision| known.contains(&(*decision, true))).count())
}
