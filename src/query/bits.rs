//! Sets of moments as bare words, for those who keep many side by side: moment m is bit m % 64 of
//! word m / 64. Bits beyond the game are 0.

use std::cmp::Ordering;

/// All moments, or none.
pub(super) fn fill(words: &mut [u64], holds: bool, len: usize) {
    words.fill(if holds { !0 } else { 0 });
    trim(words, len);
}

/// The moments from `first` up to and without `end`.
pub(super) fn set_range(words: &mut [u64], first: usize, end: usize, len: usize) {
    words.fill(0);
    add_range(words, first, end.min(len));
}

/// Adds the moments from `first` up to and without `end`.
pub(super) fn add_range(words: &mut [u64], first: usize, end: usize) {
    for (number, word) in words.iter_mut().enumerate() {
        let low = first.saturating_sub(64 * number).min(64);
        let high = end.saturating_sub(64 * number).min(64);
        *word |= below(high) & !below(low);
    }
}

/// The first moment of the set that is not before this one.
pub(super) fn next(words: &[u64], moment: usize) -> Option<usize> {
    let (first, bit) = (moment / 64, moment % 64);
    let left = words.get(first)? & !below(bit);
    if left != 0 {
        return Some(64 * first + left.trailing_zeros() as usize);
    }
    let mut later = (first + 1..).zip(&words[first + 1..]);
    later.find(|(_, word)| **word != 0).map(|(at, word)| 64 * at + word.trailing_zeros() as usize)
}

/// Every second moment, from the first (0) or from the second (1) on.
pub(super) fn alternate(words: &mut [u64], first: usize, len: usize) {
    words.fill(0x5555_5555_5555_5555 << first);
    trim(words, len);
}

/// The moments that are not in the set.
pub(super) fn invert(words: &mut [u64], len: usize) {
    words.iter_mut().for_each(|word| *word = !*word);
    trim(words, len);
}

/// What is in both.
pub(super) fn keep(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word &= other);
}

/// What is in either.
pub(super) fn add(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
}

/// The moments that have one of the set behind them.
pub(super) fn before_the_last(words: &mut [u64]) {
    let last = words.iter().rposition(|&word| word != 0).unwrap_or(0);
    for (number, word) in words.iter_mut().enumerate() {
        *word = match number.cmp(&last) {
            Ordering::Less => !0,
            Ordering::Equal => word.checked_ilog2().map_or(0, |bit| below(bit as usize)),
            Ordering::Greater => 0,
        };
    }
}

/// The moments that have one of the set one to `plies` plies behind them.
pub(super) fn shortly_before(words: &mut [u64], plies: usize) {
    earlier(words, 1);
    spread_earlier(words, plies.saturating_sub(1));
}

/// The moments from which on the set of a game with `len` moments holds for `plies` more.
pub(super) fn lasting(words: &mut [u64], plies: usize, len: usize) {
    if plies >= len {
        return words.fill(0);
    }
    for by in doubling(plies) {
        for number in 0..words.len() {
            words[number] &= earlier_word(words, number, by);
        }
    }
}

/// The moments that have one of the set at most `plies` behind them, or are one.
pub(super) fn spread_earlier(words: &mut [u64], plies: usize) {
    for by in doubling(plies.min(64 * words.len())) {
        for number in 0..words.len() {
            words[number] |= earlier_word(words, number, by);
        }
    }
}

/// Every moment `by` plies earlier.
pub(super) fn earlier(words: &mut [u64], by: usize) {
    for number in 0..words.len() {
        words[number] = earlier_word(words, number, by);
    }
}

/// A word of the set `by` plies earlier. It takes from this word and those after it, so words may
/// be replaced in ascending order.
fn earlier_word(words: &[u64], number: usize, by: usize) -> u64 {
    let word = |number: usize| words.get(number).copied().unwrap_or(0);
    let from = number + by / 64;
    match by % 64 {
        0 => word(from),
        bits => word(from) >> bits | word(from + 1) << (64 - bits),
    }
}

/// Shifts after which a set that was joined with itself, shifted by each in turn, has been joined
/// with every shift from 0 to `plies`.
pub(super) fn doubling(plies: usize) -> impl Iterator<Item = usize> {
    let mut reach = 0;
    std::iter::from_fn(move || {
        let by = (reach + 1).min(plies - reach);
        reach += by;
        (by > 0).then_some(by)
    })
}

/// Takes the moments out that the game does not have.
pub(super) fn trim(words: &mut [u64], len: usize) {
    if let Some(last) = words.last_mut()
        && !len.is_multiple_of(64)
    {
        *last &= below(len % 64);
    }
}

/// The lowest `bits` bits (0..=64).
fn below(bits: usize) -> u64 {
    if bits >= 64 { !0 } else { (1 << bits) - 1 }
}
