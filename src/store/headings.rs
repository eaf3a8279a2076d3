//! Titles and chapters that records state: name to id, and the rows for them.

use super::error::Result;
use super::names::find;
use super::stated::Stated;
use super::tables::{NewHeading, insert_chapter, insert_headings, insert_title};
use super::tags::tags_of;
use super::transaction::Transaction;
use rustc_hash::FxHashMap;

/// Rows that are inserted together when an older file is brought up to date.
const TOGETHER: usize = 4096;

/// Ids of titles and chapters, remembered between records.
#[derive(Default)]
pub(super) struct Headings {
    titles: FxHashMap<String, u32>,
    chapters: FxHashMap<String, u32>,
}

impl Headings {
    /// The row of a record, if it states anything.
    pub(super) fn row(
        &mut self,
        tx: &Transaction<'_>,
        record: i64,
        stated: &Stated,
    ) -> Result<Option<NewHeading>> {
        let Stated { title, chapter } = stated;
        if title.is_none() && chapter.is_none() {
            return Ok(None);
        }
        let title = find(&mut self.titles, title.as_deref(), |name| match tx.title(name)? {
            Some(id) => Ok(id),
            None => insert_title(tx, name),
        })?;
        let chapter =
            find(&mut self.chapters, chapter.as_deref(), |name| match tx.chapter(name)? {
                Some(id) => Ok(id),
                None => insert_chapter(tx, name),
            })?;
        let some = |id: u32| (id > 0).then_some(id);
        Ok(Some(NewHeading { record, title: some(title), chapter: some(chapter) }))
    }
}

/// Makes the rows of all records that are there.
pub(super) fn add_headings(tx: &Transaction<'_>) -> Result<()> {
    let (mut headings, mut rows) = (Headings::default(), Vec::new());
    let sql = "select record.id, tag_shape.names, record.tags
               from record left join tag_shape on tag_shape.id = record.shape";
    tx.select(sql)?.each([], |row| -> Result<()> {
        let tags = tags_of(row.text_or_null(1)?, row.text(2)?)?;
        let tags = tags.iter().filter_map(|(name, tag)| Some((name.as_str(), tag.as_str()?)));
        rows.extend(headings.row(tx, row.get(0)?, &Stated::of(tags))?);
        if rows.len() >= TOGETHER {
            insert_headings(tx, &rows)?;
            rows.clear();
        }
        Ok(())
    })?;
    insert_headings(tx, &rows)
}
