//! What is derived of the records of an older file.

use super::error::Result;
use super::names::NameIds;
use super::overlay::OverlayWriter;
use super::tables::{from_file, next_generation};
use super::tags::tags_of;
use super::transaction::Transaction;
use super::writer::insert_all_derived;
use crate::metadata::{Derived, Fields, Metadata, Said, title_of};

/// Records whose rows are inserted together.
const TOGETHER: usize = 4096;

/// Makes the rows of all records that are there, and the overlay of their games.
pub(super) fn add_overlay(tx: &Transaction<'_>) -> Result<()> {
    let (mut rows, mut games) = (Vec::new(), Vec::new());
    let sql = "select record.id, tag_shape.names, record.tags, record.result, record.warnings,
                      record.game
               from record left join tag_shape on tag_shape.id = record.shape";
    tx.select(sql)?.each([], |row| -> Result<()> {
        let tags = tags_of(row.text_or_null(1)?, row.text(2)?)?;
        let tags = tags.iter().filter_map(|(name, tag)| Some((name.as_str(), tag.as_str()?)));
        let own = Metadata { result: row.get(3)?, ..Metadata::from_tags(tags.clone()) };
        let mut derived = Derived::from_headings(&own, title_of(tags.clone()));
        let by_file = from_file(row.text_or_null(4)?)?;
        let by_file: Vec<(String, String)> = tags
            .filter(|(name, _)| by_file.has(Fields::of_tag(name)))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        derived.add_from_file(&by_file);
        if !derived.is_empty() {
            rows.push((row.get(0)?, derived));
            games.extend(row.get::<Option<u32>>(5)?);
        }
        if rows.len() >= TOGETHER {
            insert_all_derived(tx, rows.iter().map(|(id, derived)| (*id, derived)))?;
            rows.clear();
        }
        Ok(())
    })?;
    insert_all_derived(tx, rows.iter().map(|(id, derived)| (*id, derived)))?;
    games.sort_unstable();
    games.dedup();
    let (mut names, mut overlay) = (NameIds::default(), OverlayWriter::default());
    for game in games {
        let records = tx.stored_witnesses(game)?;
        let said: Vec<Said<'_>> =
            records.iter().map(|record| Said::ByOne(&record.metadata)).collect();
        let laid = names.overlay(tx, &Metadata::best_of(&said))?;
        overlay.add(tx, game, laid)?;
    }
    overlay.flush(tx)?;
    next_generation(tx)
}
