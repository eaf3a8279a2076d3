//! The table `decision`: decisions of people, beside all imported data; adds and undoes decisions.

use crate::decision::{DecidedStatement, Decision, GameField, Setting, Subject};
use crate::metadata::split_team;
use crate::store::checksum::{RowOrigin, Summed};
use crate::store::database::Database;
use crate::store::error::{Error, Result};
use crate::store::rows::link::unlink;
use crate::store::rows::name::{EVENTS, NameTable, PLAYERS};
use crate::store::rows::record::Testimony;
use crate::store::rows::statistics::next_generation;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;

/// Fields of a decision, as columns.
const FIELDS: [&str; 6] = ["action", "target", "value", "reason", "decided_by", "decided_on"];
pub(crate) const DECISION: Summed =
    Summed::watched("decision", &[], &FIELDS).made_of(RowOrigin::Decisions);
pub(crate) const JOURNAL: Summed = Summed::watched(
    "journal",
    &["id"],
    &["verb", "action", "target", "value", "reason", "decided_by", "decided_on", "noted_at"],
)
.made_of(RowOrigin::Decisions);

impl Connection {
    /// All decisions, in canonical order.
    pub fn decisions(&self) -> Result<Vec<Decision>> {
        let mut decisions = Vec::new();
        let sql = "select action, target, value, reason, decided_by, decided_on from decision";
        self.each(sql, [], |row| {
            let fields = [0, 1, 2, 3, 4, 5].map(|column| row.text(column));
            let [action, target, value, reason, by, when] = fields;
            // An earlier version took any text for a date.
            let decision = Decision::new([action?, target?, value?, reason?, by?, ""]);
            let decision = decision
                .map_err(|fault| Error::Damaged(format!("a decision makes no sense: {fault:?}")))?;
            decisions.push(Decision { when: when?.to_owned(), ..decision });
            Ok(())
        })?;
        decisions.sort_unstable();
        Ok(decisions)
    }
}

/// Adds a decision, unless it exists.
pub(crate) fn insert_decision(tx: &Transaction<'_>, decision: &Decision) -> Result<()> {
    let sql = "insert or ignore into decision values (?1, ?2, ?3, ?4, ?5, ?6)";
    note(tx, "decide", tx.write(sql)?.execute(decision.fields())?, decision)
}

/// Deletes a decision.
pub(crate) fn delete_decision(tx: &Transaction<'_>, decision: &Decision) -> Result<()> {
    let sql = "delete from decision where action = ?1 and target = ?2 and value = ?3
               and reason = ?4 and decided_by = ?5 and decided_on = ?6";
    note(tx, "undo", tx.write(sql)?.execute(decision.fields())?, decision)
}

/// Adds a row to the journal if the decision was added or deleted.
fn note(tx: &Transaction<'_>, verb: &str, changed: usize, decision: &Decision) -> Result<()> {
    if changed > 0 {
        let [action, target, value, reason, by, on] = decision.fields();
        let sql = "insert into journal
                   (verb, action, target, value, reason, decided_by, decided_on, noted_at)
                   values (?1, ?2, ?3, ?4, ?5, ?6, ?7, datetime('now'))";
        tx.write(sql)?.execute((verb, action, target, value, reason, by, on))?;
    }
    Ok(())
}

/// Remakes the decisions from their journal: decisions made and not undone since.
pub(crate) fn replay_journal(tx: &Transaction<'_>) -> Result<()> {
    tx.run(
        "delete from decision;
         insert or ignore into decision
         select action, target, value, reason, decided_by, decided_on from journal as last
         where verb = 'decide' and not exists (
             select 1 from journal as later
             where later.id > last.id and later.verb = 'undo' and later.action = last.action
                 and later.target = last.target and later.value = last.value
                 and later.reason = last.reason and later.decided_by = last.decided_by
                 and later.decided_on = last.decided_on)",
    )?;
    tx.decisions()?.iter().try_for_each(|decision| insert_decided_names(tx, decision))
}

/// Begins the journal of decisions with the present ones.
pub(crate) fn begin_journal(tx: &Transaction<'_>) -> Result<()> {
    tx.run(
        "delete from journal;
         insert into journal
             (verb, action, target, value, reason, decided_by, decided_on, noted_at)
         select 'decide', action, target, value, reason, decided_by, decided_on, datetime('now')
         from decision",
    )
}

impl Database {
    /// Deletes some decisions and adds others, in one transaction. The caller has checked that they
    /// do not contradict.
    ///
    /// # Errors
    /// The database cannot be written; it is then unchanged.
    pub fn decide(&mut self, taken_back: &[Decision], added: &[Decision]) -> Result<()> {
        let tx = self.transaction()?;
        taken_back.iter().try_for_each(|decision| delete_decision(&tx, decision))?;
        for decision in added {
            insert_decision(&tx, decision)?;
            insert_decided_names(&tx, decision)?;
        }
        for decision in taken_back.iter().chain(added) {
            if let DecidedStatement::Read(at, _) = &decision.what {
                let record = Testimony { hash: at.content, record: at.record };
                if let Some((_, Some(game))) = tx.record_of(&record)? {
                    unlink(&tx, game)?;
                }
            }
        }
        next_generation(&tx)?;
        tx.commit()
    }
}

/// Inserts the names that a decision states: facts refer to names by the ids of their rows.
fn insert_decided_names(tx: &Transaction<'_>, decision: &Decision) -> Result<()> {
    decided_names(decision).iter().try_for_each(|(table, name)| table.id(tx, name).map(drop))
}

/// Names that a decision states, each with its table; no record needs to have them.
pub(crate) fn decided_names(decision: &Decision) -> Vec<(&'static NameTable, String)> {
    let player = |name: &str| (PLAYERS, split_team(name).name);
    if let DecidedStatement::Set(_, Setting::Text(field, value)) = &decision.what {
        return match field {
            GameField::Red | GameField::Black => vec![player(value)],
            GameField::Event => vec![(EVENTS, value.clone())],
            _ => Vec::new(),
        };
    }
    let subjects = decision.what.subjects().into_iter();
    let players = subjects.filter(|subject| matches!(subject, Subject::Player(_)));
    players.filter(|it| it.namesake().is_some()).map(|it| player(it.name())).collect()
}
