//! The position index: from the key of a position to the games that reach it and their next moves.
//!
//! A [`Posting`] says that one game was in one position. Postings are written in sorted runs, the
//! *segments*, each a row of `index_segment` and a range of rows of `index_block`. An import adds
//! segments ([`Draft`]), [`compact`] merges the small ones when there are too many, [`optimize`]
//! merges all. All of this happens inside the caller's [`Transaction`](super::Transaction), so an
//! interruption leaves the index as it was.
//!
//! | file | subject |
//! | --- | --- |
//! | `posting.rs` | the stored values, and a code of 12 bits for a move |
//! | `bits.rs` | codes for numbers |
//! | `block.rs`, `encode.rs` | the layout of a block; reading it; filling it |
//! | `sort.rs`, `draft.rs` | batches of postings in order; the segment being made of them |
//! | `segment.rs` | blocks to rows and back |
//! | `lookup.rs` | finding the postings of a key; walking through all |
//! | `merge.rs` | choosing segments to merge; merging them |
//!
//! The index does not know positions, games or sides. A key is a number, uniform over 56 bits; a
//! game is an id. A deleted game stays in the index until a merge drops it: until then readers skip
//! it, and **its id must not be given to another game**.
//!
//! All 56 bits of a key are stored, so two positions are confused only when their keys are equal
//! (at eighty million distinct positions the chance of one such pair is one in 22, at eight hundred
//! million four pairs are expected), and counts need no look at the games. Games that are shown are
//! replayed.

mod bits;
mod block;
mod draft;
mod encode;
mod lookup;
mod merge;
mod posting;
mod segment;
mod sort;
#[cfg(test)]
mod tests;

pub use draft::{Draft, wait_for};
pub(super) use draft::{GamePostings, Gatherer};
pub use lookup::{Part, Reader, Scanned};
pub use merge::{MOST_DURING_IMPORT, MOST_SEGMENTS, MergeReport, compact, merge, optimize};
pub use posting::{Payload, Posting, sort};
#[cfg(test)]
pub(crate) use segment::BLOCKS;
pub use segment::{Blocks, SegmentInfo, segments, write_segment, write_while};
pub use sort::PostingBatch;
