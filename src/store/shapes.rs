//! Shapes of tags: list of names to id; see `tags.rs`.

use super::error::Result;
use super::tables::insert_shape;
use super::tags::StoredTags;
use super::transaction::Transaction;
use rustc_hash::FxHashMap;

/// Real archives have hundreds; beyond this many the memory is worth more than the lookups.
const MOST_CACHED: usize = 10_000;

/// Ids of shapes, remembered between records.
#[derive(Default)]
pub(super) struct Shapes(FxHashMap<String, i64>);

impl Shapes {
    /// The `shape` column; a new row when the shape was never seen.
    pub(super) fn id(&mut self, tx: &Transaction<'_>, tags: &StoredTags) -> Result<Option<i64>> {
        let Some(shape) = tags.shape() else { return Ok(None) };
        if let Some(&id) = self.0.get(shape) {
            return Ok(Some(id));
        }
        let id = insert_shape(tx, shape)?;
        if self.0.len() >= MOST_CACHED {
            self.0.clear();
        }
        self.0.insert(shape.to_owned(), id);
        Ok(Some(id))
    }
}
