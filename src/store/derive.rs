//! What is derived of the records of an older file.

use super::error::{Error, Result};
use super::names::NameIds;
use super::overlay::OverlayWriter;
use super::tables::next_generation;
use super::tags::tags_of;
use super::transaction::Transaction;
use super::writer::insert_all_derived;
use crate::format::Warning;
use crate::metadata::{Metadata, RecordFindings, Said};

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
        let by_file = from_file_name(row.text_or_null(4)?)?;
        let tags =
            tags.iter().filter_map(|(name, tag)| Some((name.clone(), tag.as_str()?.to_owned())));
        let (by_file, tags): (Vec<_>, Vec<_>) =
            tags.partition(|(name, _)| by_file.iter().any(|field| field == name));
        let findings = RecordFindings::of_tags(&tags, row.get(3)?);
        let (_, derived) = RecordFindings { from_file_name: &by_file, ..findings }.derive();
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

/// The tags that a record has from the name of its file: files of that age say it in a warning, and
/// nowhere else.
fn from_file_name(warnings: Option<&str>) -> Result<Vec<String>> {
    // Few records have any, and most warnings are about other things.
    let Some(json) = warnings.filter(|json| json.contains("from-file-name")) else {
        return Ok(Vec::new());
    };
    let warnings: Vec<Warning> = serde_json::from_str(json)
        .map_err(|error| Error::Damaged(format!("the warnings of a record: {error}")))?;
    let field = |warning| match warning {
        Warning::FromFileName { field } => Some(field),
        _ => None,
    };
    Ok(warnings.into_iter().filter_map(field).collect())
}
