//! One content becomes units: whole, or cut into pieces.
//!
//! # What is hashed is what is parsed
//!
//! An import knows a content by the hash of its bytes, so these must be the bytes that are parsed.
//! A content that fits into memory is hashed there. A larger one is read twice: once for its hash,
//! since what is known need not be parsed, and once in pieces, which are hashed again. Only when
//! length and hash are the same does the last piece go out as the last; else all of the content is
//! taken back ([`Skip::Changed`]).
//!
//! Where reading fails, the bytes before the failure are a content like any other, with a hash of
//! their own, and the failure is told behind it.

use super::checked::{Extent, Hashing};
use super::cut::{Borders, Buffers, Cut, Cutter, Piece};
use super::decide::Decided;
use super::job::Job;
use super::place::Place;
use super::unit::{Given, Skip, Unit};
use rustc_hash::FxHashSet;
use std::io::{self, Read};

/// Contents from this size on are cut, so that all workers have a part; what is smaller is left to
/// one.
const CUT: usize = 1 << 20;

/// Where contents go in.
pub(super) struct Feed<'a> {
    pub(super) job: Job<'a>,
    buffers: &'a Buffers,
    give: &'a mut dyn FnMut(Given) -> bool,
    /// Contents that were decided here in this run. Of the others the database knows.
    seen: FxHashSet<[u8; 32]>,
}

/// Whether to go on after something was given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fed {
    /// Go on with the next.
    On,
    /// The run is over.
    Over,
    /// The content was not what had been hashed, and was taken back.
    Changed,
}

impl Fed {
    pub(super) fn of(goes_on: bool) -> Fed {
        if goes_on { Fed::On } else { Fed::Over }
    }
}

impl<'a> Feed<'a> {
    pub(super) fn new(
        job: Job<'a>,
        buffers: &'a Buffers,
        give: &'a mut dyn FnMut(Given) -> bool,
    ) -> Feed<'a> {
        Feed { job, buffers, give, seen: FxHashSet::default() }
    }

    /// A content that is in memory, and why there is no more of it if reading failed.
    pub(super) fn whole(&mut self, place: &Place, bytes: Vec<u8>, failure: Option<String>) -> bool {
        let is_cut_off = failure.is_some();
        if is_cut_off && bytes.is_empty() {
            return self.failed(place, failure);
        }
        if bytes.len() < CUT {
            let unit = Unit { is_cut_off, ..Unit::whole(place, bytes) };
            let goes_on = (self.give)(Given { unit, is_decided: false });
            return goes_on && self.failed(place, failure);
        }
        let (path, member) = (&place.path, place.member.as_deref());
        let mut decided = Decided { is_cut_off, ..Decided::at(path, member, self.job.options) };
        if self.job.options.hash {
            decided.set_hash(*blake3::hash(&bytes).as_bytes());
        }
        decided.look(self.job.options, place.file_name(), &bytes, bytes.len() as u64);
        let goes_on = if self.is_known(&decided.hash) {
            self.skip(place, &decided, Skip::Known)
        } else if let Some(borders) = decided.borders {
            self.pieces(place, &decided, borders, &mut io::Cursor::new(bytes)) == Fed::On
        } else {
            self.give(place, &decided, Piece { bytes, ..Piece::default() }, true)
        };
        goes_on && self.failed(place, failure)
    }

    /// A content piece by piece, from where an import that was stopped has to go on.
    pub(super) fn pieces(
        &mut self,
        place: &Place,
        decided: &Decided,
        borders: Borders,
        source: &mut dyn Read,
    ) -> Fed {
        let known = self.job.known.partly(&decided.hash).filter(|_| self.job.options.hash);
        let from = known.map_or(0, |known| known.done_to);
        // What grew behind the hashed bytes is none of them.
        let mut source = source.take(decided.check.map_or(u64::MAX, |_| decided.size));
        let mut hashing = Hashing::new(&mut source, decided.check.is_some());
        let mut outcome = hashing.skip(from);
        let mut last = None;
        if outcome.is_ok() {
            let longest = self.job.options.largest(decided.format);
            let mut cutter = Cutter::new(&mut hashing, borders, from, longest, self.buffers);
            loop {
                match cutter.next() {
                    Cut::Piece(piece) => {
                        if !self.give(place, decided, piece, false) {
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
        if let Some(hash) = decided.check
            && (outcome.is_err() || (hashing.count(), hashing.hash()) != (decided.size, hash))
        {
            self.seen.remove(&decided.hash);
            let goes_on = self.skip(place, decided, Skip::Changed);
            return if goes_on { Fed::Changed } else { Fed::Over };
        }
        let goes_on = last.is_none_or(|last| self.give(place, decided, last, true));
        Fed::of(goes_on && self.failed(place, outcome.err().map(|error| error.to_string())))
    }

    /// A content that no format fits; nobody looks at its bytes.
    pub(super) fn unrecognised(&mut self, place: &Place, decided: &Decided) -> bool {
        self.give(place, decided, Piece::default(), true)
    }

    /// Whether a content was read before, or came in this run.
    pub(super) fn is_known(&mut self, hash: &[u8; 32]) -> bool {
        let Job { options, known, .. } = self.job;
        options.hash && (known.is_complete(hash) || !(options.copies || self.seen.insert(*hash)))
    }

    pub(super) fn skip(&mut self, place: &Place, decided: &Decided, skip: Skip) -> bool {
        let unit = Unit { skip: Some(skip), ..unit(place, decided, Piece::default()) };
        (self.give)(Given { unit, is_decided: true })
    }

    pub(super) fn unreadable(&mut self, place: &Place, why: String) -> bool {
        self.skip(place, &Decided::default(), Skip::Unreadable(why))
    }

    /// What was named and cannot be opened.
    pub(super) fn refused(&mut self, place: &Place, why: String) -> bool {
        self.skip(place, &Decided::default(), Skip::Refused(why))
    }

    /// Tells of a failure, if there was one.
    pub(super) fn failed(&mut self, place: &Place, failure: Option<String>) -> bool {
        failure.is_none_or(|why| self.unreadable(place, why))
    }

    fn give(&mut self, place: &Place, decided: &Decided, piece: Piece, is_last: bool) -> bool {
        let unit = Unit { is_last, ..unit(place, decided, piece) };
        (self.give)(Given { unit, is_decided: true })
    }
}

fn unit(place: &Place, decided: &Decided, piece: Piece) -> Unit {
    let Piece { base, bytes, lost } = piece;
    Unit {
        base,
        lost,
        size: decided.size,
        hash: decided.hash,
        format: decided.format,
        nature: decided.nature,
        encoding: decided.encoding,
        said: Some(decided.said.clone()),
        is_cut_off: decided.is_cut_off,
        ..Unit::whole(place, bytes)
    }
}

/// What was decided by a first reading of all of it.
pub(super) fn set_extent(decided: &mut Decided, extent: &Extent) {
    decided.size = extent.size;
    decided.is_cut_off = extent.failure.is_some();
    decided.check = Some(extent.hash);
    decided.set_hash(extent.hash);
}
