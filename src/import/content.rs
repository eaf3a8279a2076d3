//! Turns a content, the bytes of a file or member, into units: whole, or cut into pieces.
//!
//! # The hashed bytes are the parsed bytes
//!
//! An import knows a content by its hash, so the hashed bytes must be those that are parsed. A
//! content that fits into memory is hashed there. A larger one is read twice: for its hash, since a
//! known content need not be parsed, and in pieces, which are hashed again. The last piece is given
//! as the last only if length and hash are equal; else the whole content is taken back
//! ([`Skip::Changed`]).
//!
//! If reading fails, the bytes before the failure are a content with its own hash, and the failure
//! is reported after it.

use crate::import::cut::{Borders, Buffers, Cut, CutPiece, Cutter};
use crate::import::hashing::{Extent, Hashing};
use crate::import::options::Job;
use crate::import::unit::{Skip, Unit};
use rustc_hash::FxHashSet;
use std::io::{self, Read};

/// Smallest content that is cut, in bytes, so that all workers have a part of it.
const CUT: usize = 1 << 20;

/// Takes contents and gives their units to the pipeline.
pub(crate) struct Feed<'a> {
    pub(crate) job: Job<'a>,
    buffers: &'a Buffers,
    give: &'a mut dyn FnMut(Unit) -> bool,
    /// Hashes of contents given in this run. The database knows those of earlier runs.
    seen: FxHashSet<[u8; 32]>,
}

/// Whether the run goes on after a content was given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fed {
    /// Go on with the next content.
    On,
    /// The run is over.
    Over,
    /// The content differs from the hashed one, and was taken back.
    Changed,
}

impl Fed {
    pub(crate) fn of(goes_on: bool) -> Fed {
        if goes_on { Fed::On } else { Fed::Over }
    }
}

impl<'a> Feed<'a> {
    pub(crate) fn new(
        job: Job<'a>,
        buffers: &'a Buffers,
        give: &'a mut dyn FnMut(Unit) -> bool,
    ) -> Feed<'a> {
        Feed { job, buffers, give, seen: FxHashSet::default() }
    }

    /// Gives a content that is in memory; `failure` says why reading ended early.
    pub(crate) fn whole(&mut self, place: &Unit, bytes: Vec<u8>, failure: Option<String>) -> bool {
        let is_cut_off = failure.is_some();
        if is_cut_off && bytes.is_empty() {
            return self.failed(place, failure);
        }
        let size = bytes.len() as u64;
        let mut content = Unit { size, is_cut_off, ..place.clone() };
        if bytes.len() < CUT {
            return (self.give)(Unit { bytes, ..content }) && self.failed(place, failure);
        }
        content.read_name(self.job.options);
        if self.job.options.hash {
            content.set_hash(*blake3::hash(&bytes).as_bytes());
        }
        content.look(self.job.options, &bytes, size);
        let goes_on = if self.is_known(&content.hash) {
            self.skip(&content, Skip::Known)
        } else if let Some(borders) = content.borders {
            self.pieces(&content, borders, &mut io::Cursor::new(bytes)) == Fed::On
        } else {
            self.give(&content, CutPiece { bytes, ..CutPiece::default() }, true)
        };
        goes_on && self.failed(place, failure)
    }

    /// Gives a content in pieces, from where a stopped import has to go on.
    pub(crate) fn pieces(
        &mut self,
        content: &Unit,
        borders: Borders,
        source: &mut dyn Read,
    ) -> Fed {
        let known = self.job.known.partly(&content.hash).filter(|_| self.job.options.hash);
        let from = known.map_or(0, |known| known.done_to);
        // Bytes that were added after hashing do not belong to the content.
        let mut source = source.take(content.check.map_or(u64::MAX, |_| content.size));
        let mut hashing = Hashing::new(&mut source, content.check.is_some());
        let mut outcome = hashing.skip(from);
        let mut last = None;
        if outcome.is_ok() {
            let longest = self.job.options.largest(content.format);
            let mut cutter = Cutter::new(&mut hashing, borders, from, longest, self.buffers);
            loop {
                match cutter.next() {
                    Cut::Piece(piece) => {
                        if !self.give(content, piece, false) {
                            return Fed::Over;
                        }
                    }
                    Cut::Last(piece, failure) => {
                        outcome = failure.map_or(Ok(()), Err);
                        last = Some(piece);
                        break;
                    }
                }
            }
        }
        if let Some(hash) = content.check
            && (outcome.is_err() || (hashing.count(), hashing.hash()) != (content.size, hash))
        {
            self.seen.remove(&content.hash);
            let goes_on = self.skip(content, Skip::Changed);
            return if goes_on { Fed::Changed } else { Fed::Over };
        }
        let goes_on = last.is_none_or(|last| self.give(content, last, true));
        Fed::of(goes_on && self.failed(content, outcome.err().map(|error| error.to_string())))
    }

    /// Gives the place of a content that no format fits, without bytes; `false` ends the run.
    pub(crate) fn unrecognised(&mut self, content: &Unit) -> bool {
        self.give(content, CutPiece::default(), true)
    }

    /// Whether the content with this hash was read before, or came earlier in this run.
    pub(crate) fn is_known(&mut self, hash: &[u8; 32]) -> bool {
        let Job { options, known, .. } = self.job;
        options.hash && (known.is_complete(hash) || !(options.copies || self.seen.insert(*hash)))
    }

    pub(crate) fn skip(&mut self, content: &Unit, skip: Skip) -> bool {
        (self.give)(Unit { skip: Some(skip), is_decided: true, ..content.clone() })
    }

    pub(crate) fn unreadable(&mut self, place: &Unit, why: String) -> bool {
        self.skip(&place.place(), Skip::Unreadable(why))
    }

    /// Reports a path that the user named and that cannot be opened; `false` ends the run.
    pub(crate) fn refused(&mut self, place: &Unit, why: String) -> bool {
        self.skip(place, Skip::Refused(why))
    }

    /// Reports a failure, if there was one; `false` ends the run.
    pub(crate) fn failed(&mut self, place: &Unit, failure: Option<String>) -> bool {
        failure.is_none_or(|why| self.unreadable(place, why))
    }

    fn give(&mut self, content: &Unit, piece: CutPiece, is_last: bool) -> bool {
        let CutPiece { base, bytes, lost } = piece;
        let content = content.clone();
        (self.give)(Unit { base, bytes, lost, is_last, is_decided: true, ..content })
    }
}

/// Stores the result of a first reading of a whole content.
pub(crate) fn set_extent(content: &mut Unit, extent: &Extent) {
    content.size = extent.size;
    content.is_cut_off = extent.failure.is_some();
    content.check = Some(extent.hash);
    content.set_hash(extent.hash);
}
