//! Adding decisions and taking them back.

use super::database::Database;
use super::error::Result;
use super::tables::{
    Testimony, delete_decision, insert_decision, insert_event, insert_player, next_generation,
    unlink,
};
use super::transaction::Transaction;
use crate::decision::{Decision, Field, Setting, Subject, What};
use crate::metadata::split_team;

impl Database {
    /// Takes some decisions back and adds others, at once. Whoever calls it has seen that they do
    /// not contradict.
    ///
    /// # Errors
    /// When the database cannot be written; it is then as it was.
    pub fn decide(&mut self, taken_back: &[Decision], added: &[Decision]) -> Result<()> {
        let tx = self.transaction()?;
        taken_back.iter().try_for_each(|decision| delete_decision(&tx, decision))?;
        for decision in added {
            insert_decision(&tx, decision)?;
            if let What::Set(_, Setting::Text(field, value)) = &decision.what {
                name(&tx, *field, value)?;
            }
            for subject in decision.what.subjects() {
                if let (Subject::Player(namesake), Some(_)) = (subject, subject.namesake()) {
                    name(&tx, Field::Red, namesake)?;
                }
            }
        }
        for decision in taken_back.iter().chain(added) {
            if let What::Read(at, _) = &decision.what {
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

/// Facts know names by the ids of their rows: a name that no record has gets one, too.
fn name(tx: &Transaction<'_>, field: Field, value: &str) -> Result<()> {
    match field {
        Field::Red | Field::Black => {
            let name = split_team(value).name;
            if tx.player(&name)?.is_none() {
                insert_player(tx, &name)?;
            }
        }
        Field::Event if tx.event(value)?.is_none() => {
            insert_event(tx, value)?;
        }
        _ => {}
    }
    Ok(())
}
