//! Values, and how many witnesses say them.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// How many witnesses say what.
pub(super) type Votes<T> = FxHashMap<T, usize>;

/// Counts a value; how many bytes more the votes occupy, `text_len` of which are a text.
pub(super) fn vote<T: Hash + Eq + Clone>(
    votes: &mut Votes<T>,
    value: &T,
    text_len: usize,
) -> usize {
    if let Some(count) = votes.get_mut(value) {
        *count += 1;
        return 0;
    }
    votes.insert(value.clone(), 1);
    // The table of a map is between half and nearly full.
    2 * size_of::<(T, usize)>() + text_len
}

/// The value with the highest count; among equals the one of most `weight`, then the smallest.
pub(super) fn most<T: Ord + ?Sized>(
    counts: FxHashMap<&T, usize>,
    weight: impl Fn(&T) -> usize,
) -> Option<&T> {
    counts
        .into_iter()
        .max_by(|(a, a_count), (b, b_count)| {
            a_count.cmp(b_count).then_with(|| weight(a).cmp(&weight(b))).then_with(|| b.cmp(a))
        })
        .map(|(value, _)| value)
}
