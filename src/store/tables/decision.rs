//! The table `decision`: what people decided, beside all that was imported.

use crate::decision::Decision;
use crate::store::error::{Error, Result};
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;

impl Connection {
    /// All decisions, in canonical order. An older file has none.
    ///
    /// # Errors
    /// When the database cannot be read, or a row makes no sense.
    pub fn decisions(&self) -> Result<Vec<Decision>> {
        if !self.has_table("decision")? {
            return Ok(Vec::new());
        }
        let mut decisions = Vec::new();
        let sql = "select action, target, value, reason, decided_by, decided_on from decision";
        self.select(sql)?.each([], |row| -> Result<()> {
            let fields = [0, 1, 2, 3, 4, 5].map(|column| row.text(column));
            let [action, target, value, reason, by, when] = fields;
            let decision = Decision::new([action?, target?, value?, reason?, by?, when?]);
            decisions.push(decision.map_err(|fault| {
                Error::Damaged(format!("a decision makes no sense: {fault:?}"))
            })?);
            Ok(())
        })?;
        decisions.sort_unstable();
        Ok(decisions)
    }
}

/// Adds a decision, unless it is there.
pub(in crate::store) fn insert_decision(tx: &Transaction<'_>, decision: &Decision) -> Result<()> {
    tx.write("insert or ignore into decision values (?1, ?2, ?3, ?4, ?5, ?6)")?
        .execute(decision.fields())?;
    Ok(())
}

/// Takes a decision back.
pub(in crate::store) fn delete_decision(tx: &Transaction<'_>, decision: &Decision) -> Result<()> {
    let sql = "delete from decision where action = ?1 and target = ?2 and value = ?3
               and reason = ?4 and decided_by = ?5 and decided_on = ?6";
    tx.write(sql)?.execute(decision.fields())?;
    Ok(())
}
