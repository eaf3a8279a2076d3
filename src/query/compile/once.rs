//! Equal things become one.

use std::collections::HashMap;
use std::hash::Hash;

/// A list that holds everything once.
#[derive(Debug)]
pub(super) struct Once<T> {
    /// In the order in which they came.
    pub(super) items: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once { items: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    /// The place of a thing, which is put last when it is new.
    pub(super) fn add(&mut self, item: T) -> usize {
        *self.places.entry(item).or_insert_with_key(|item| {
            self.items.push(item.clone());
            self.items.len() - 1
        })
    }
}
