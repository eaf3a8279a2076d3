//! Which segments to merge, and when.
//!
//! Every segment costs every lookup one page, so there are never more than [`MOST_SEGMENTS`] after
//! [`compact`](super::compact). Nothing is merged as long as there are no more. Then the two
//! smallest are, and with them each next larger one as long as it is no larger than those before it
//! together.
//!
//! What this costs: from the third on, a segment is taken along only into one at least twice its
//! size, so that big segments are rewritten rarely, whatever the sizes of the imports; and eight
//! idle segments let a posting wait until much can be merged at once. A hundred equal batches are
//! written 2.8 times each on the average, a thousand 4.8 times, three thousand 6.3 times, the first
//! writing included; a test holds this.

/// The most segments an index has between imports.
pub const MOST_SEGMENTS: usize = 8;
/// The most while one import goes on. What it writes by the dozen is merged once instead of twice.
pub const MOST_DURING_IMPORT: usize = 24;

/// The places in `posting_counts` of the segments to merge now; none when there are no more than
/// `most`.
pub(super) fn due(posting_counts: &[u64], most: usize) -> Vec<usize> {
    if posting_counts.len() <= most {
        return Vec::new();
    }
    let mut by_size: Vec<usize> = (0..posting_counts.len()).collect();
    by_size.sort_by_key(|&place| posting_counts[place]);
    let mut len = 2;
    let mut together = posting_counts[by_size[0]] + posting_counts[by_size[1]];
    while let Some(&next) = by_size.get(len).filter(|&&next| posting_counts[next] <= together) {
        together += posting_counts[next];
        len += 1;
    }
    by_size.truncate(len);
    by_size
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The postings written per posting imported, and the sizes left, for a series of imports.
    fn simulate(batches: impl Iterator<Item = u64>) -> (f64, Vec<u64>) {
        let mut sizes = Vec::new();
        let (mut imported, mut written) = (0, 0);
        for batch in batches {
            sizes.push(batch);
            imported += batch;
            written += batch;
            loop {
                let places = due(&sizes, MOST_SEGMENTS);
                if places.is_empty() {
                    break;
                }
                let merged: u64 = places.iter().map(|&place| sizes[place]).sum();
                written += merged;
                let mut place = 0;
                sizes.retain(|_| {
                    place += 1;
                    !places.contains(&(place - 1))
                });
                sizes.push(merged);
            }
            assert!(sizes.len() <= MOST_SEGMENTS);
        }
        (written as f64 / imported as f64, sizes)
    }

    #[test]
    fn a_posting_is_rewritten_a_few_times_only() {
        let cases: [(&str, f64, Vec<u64>); 5] = [
            ("eight batches", 1.0, vec![100; 8]),
            ("a hundred equal batches", 3.5, vec![100; 100]),
            ("a thousand equal batches", 5.0, vec![100; 1000]),
            ("mixed sizes", 5.0, (0..1000u64).map(|at| 1 + at * 7919 % 1000).collect()),
            (
                "small ones after a big one",
                1.1,
                [1_000_000].into_iter().chain([10; 1000]).collect(),
            ),
        ];
        for (name, most, batches) in cases {
            let (amplification, _) = simulate(batches.into_iter());
            assert!(amplification <= most, "{name}: {amplification:.2}");
        }
    }

    #[test]
    fn what_is_due() {
        let cases: [(&[u64], &[usize]); 4] = [
            (&[1, 1, 1, 1, 1, 1, 1, 1], &[]),
            (&[1, 2, 4, 8, 16, 32, 64, 128, 256], &[0, 1]),
            (&[256, 128, 64, 32, 16, 8, 4, 3, 2], &[8, 7, 6, 5, 4, 3, 2, 1, 0]),
            (&[0, 0, 5, 50, 500, 500, 500, 500, 500], &[0, 1]),
        ];
        for (sizes, expected) in cases {
            assert_eq!(due(sizes, MOST_SEGMENTS), expected, "{sizes:?}");
        }
    }
}
