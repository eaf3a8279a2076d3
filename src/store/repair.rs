//! Makes damaged rows again from sound rows.
//!
//! A table whose sum is wrong is emptied and filled again if its rows follow from other rows:
//! titles, chapters and derived values from the tags of records, evaluations from their comments,
//! decisions from their journal. Rows that every import remakes, such as links and remembered
//! answers, are only deleted: the next refresh fills their tables.

use crate::store::checksum::RowOrigin;
use crate::store::database::Database;
use crate::store::error::Result;
use crate::store::migrations::{add_named_otherwise, add_overlay};
use crate::store::rows::SUMMED;
use crate::store::rows::decision::{DECISION, JOURNAL, begin_journal, replay_journal};
use crate::store::rows::evaluation::{EVALUATION, add_evaluations};
use crate::store::rows::heading::add_headings;
use crate::store::rows::statistics::next_generation;
use crate::store::rows::tree::add_words;
use crate::store::transaction::Transaction;
use std::collections::BTreeSet;

impl Database {
    /// Remakes the tables whose rows changed by themselves and follow from other rows, and views that
    /// another program rewrote; returns the names of all. Games are linked and dated afterwards, as after an import.
    pub fn repair(&mut self) -> Result<Vec<String>> {
        let tx = self.transaction()?;
        let mut damaged = BTreeSet::new();
        for stored in tx.stored_sums()? {
            if tx.check_sum(&stored)?.is_some() {
                damaged.insert(stored.table());
            }
        }
        let mut repaired = Vec::new();
        if tx.check_evaluations()?.is_some() {
            damaged.insert(EVALUATION.name);
        }
        for origin in [
            RowOrigin::Headings,
            RowOrigin::Findings,
            RowOrigin::Games,
            RowOrigin::Comments,
            RowOrigin::Decisions,
        ] {
            let tables = SUMMED.iter().filter(|table| table.origin == origin);
            let is_damaged = tables.clone().any(|table| damaged.contains(table.name));
            if !is_damaged || !make_anew(&tx, origin, &damaged)? {
                continue;
            }
            for table in tables {
                tx.sum_up(table)?;
                repaired.extend(damaged.contains(table.name).then(|| table.name.to_owned()));
            }
        }
        if tx.check_words()?.is_some() {
            add_words(&tx)?;
            repaired.push("comment_text".to_owned());
        }
        for view in tx.changed_views()? {
            tx.run(&format!("drop view if exists {}; {}", view.name, view.sql))?;
            repaired.push(view.name);
        }
        if !repaired.is_empty() {
            next_generation(&tx)?;
            tx.commit()?;
        }
        Ok(repaired)
    }
}

/// Remakes the rows of all tables with an origin; `false` if no sound origin is left.
fn make_anew(tx: &Transaction<'_>, origin: RowOrigin, damaged: &BTreeSet<&str>) -> Result<bool> {
    let empty = |table: &str| tx.run(&format!("delete from {table}"));
    match origin {
        RowOrigin::Itself => return Ok(false),
        RowOrigin::Headings => {
            ["heading", "title", "chapter"].into_iter().try_for_each(empty)?;
            add_headings(tx)?;
        }
        RowOrigin::Findings => {
            ["derived", "doubt", "overlay", "named_otherwise"].into_iter().try_for_each(empty)?;
            add_overlay(tx)?;
            add_named_otherwise(tx)?;
        }
        RowOrigin::Games => {
            let tables = SUMMED.iter().filter(|table| table.origin == origin);
            tables.filter(|table| table.name != "meta").try_for_each(|table| empty(table.name))?;
            // All readers then drop what they remember, every game is linked again, and no
            // generation that an altered row names counts as settled.
            tx.run(
                "insert or ignore into meta values ('generation', 0);
                 insert or replace into meta values
                     ('common_generation', -1), ('settled_generation', -1), ('linked', 0)",
            )?;
        }
        RowOrigin::Comments => add_evaluations(tx)?,
        RowOrigin::Decisions if !damaged.contains(JOURNAL.name) => replay_journal(tx)?,
        RowOrigin::Decisions if !damaged.contains(DECISION.name) => begin_journal(tx)?,
        RowOrigin::Decisions => return Ok(false),
    }
    Ok(true)
}
