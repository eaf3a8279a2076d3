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
//!
//! Hashing: which bytes were read, so that what was parsed can be compared with what was hashed.

use crate::import::cut::{Borders, Buffers, Cut, Cutter, Piece};
use crate::import::decide::Decided;
use crate::import::options::Job;
use crate::import::unit::{Given, Place, Skip, Unit};
use rustc_hash::FxHashSet;
use std::io::{self, Read};

/// Contents from this size on are cut, so that all workers have a part; what is smaller is left to
/// one.
const CUT: usize = 1 << 20;

/// Where contents go in.
pub(crate) struct Feed<'a> {
    pub(crate) job: Job<'a>,
    buffers: &'a Buffers,
    give: &'a mut dyn FnMut(Given) -> bool,
    /// Contents that were decided here in this run. Of the others the database knows.
    seen: FxHashSet<[u8; 32]>,
}

/// Whether to go on after something was given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fed {
    /// Go on with the next.
    On,
    /// The run is over.
    Over,
    /// The content was not what had been hashed, and was taken back.
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
        give: &'a mut dyn FnMut(Given) -> bool,
    ) -> Feed<'a> {
        Feed { job, buffers, give, seen: FxHashSet::default() }
    }

    /// A content that is in memory, and why there is no more of it if reading failed.
    pub(crate) fn whole(&mut self, place: &Place, bytes: Vec<u8>, failure: Option<String>) -> bool {
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
    pub(crate) fn pieces(
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
    pub(crate) fn unrecognised(&mut self, place: &Place, decided: &Decided) -> bool {
        self.give(place, decided, Piece::default(), true)
    }

    /// Whether a content was read before, or came in this run.
    pub(crate) fn is_known(&mut self, hash: &[u8; 32]) -> bool {
        let Job { options, known, .. } = self.job;
        options.hash && (known.is_complete(hash) || !(options.copies || self.seen.insert(*hash)))
    }

    pub(crate) fn skip(&mut self, place: &Place, decided: &Decided, skip: Skip) -> bool {
        let unit = Unit { skip: Some(skip), ..unit(place, decided, Piece::default()) };
        (self.give)(Given { unit, is_decided: true })
    }

    pub(crate) fn unreadable(&mut self, place: &Place, why: String) -> bool {
        self.skip(place, &Decided::default(), Skip::Unreadable(why))
    }

    /// What was named and cannot be opened.
    pub(crate) fn refused(&mut self, place: &Place, why: String) -> bool {
        self.skip(place, &Decided::default(), Skip::Refused(why))
    }

    /// Tells of a failure, if there was one.
    pub(crate) fn failed(&mut self, place: &Place, failure: Option<String>) -> bool {
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
pub(crate) fn set_extent(decided: &mut Decided, extent: &Extent) {
    decided.size = extent.size;
    decided.is_cut_off = extent.failure.is_some();
    decided.check = Some(extent.hash);
    decided.set_hash(extent.hash);
}

/// A large file is hashed so many bytes at a time.
const HASHED: u64 = 4 << 20;
/// A stream is hashed so many bytes at a time.
const SKIPPED: usize = 64 << 10;

/// How far a content could be read.
pub(crate) struct Extent {
    pub(crate) hash: [u8; 32],
    /// How many bytes there were, up to the end or the failure.
    pub(crate) size: u64,
    /// Why it could not be read further.
    pub(crate) failure: Option<io::Error>,
}

/// Hashes what can be read. All threads of the pool that this is called in work on it, while the
/// next part is read.
pub(crate) fn extent(mut body: impl Read + Send) -> Extent {
    let mut hasher = blake3::Hasher::new();
    let (mut part, mut next) = (Vec::new(), Vec::new());
    loop {
        let (outcome, ()) = rayon::join(
            || body.by_ref().take(HASHED).read_to_end(&mut next),
            || {
                hasher.update_rayon(&part);
            },
        );
        std::mem::swap(&mut part, &mut next);
        next.clear();
        if part.is_empty() || outcome.is_err() {
            // `read_to_end` keeps what came before it failed.
            hasher.update(&part);
            let (hash, size) = (*hasher.finalize().as_bytes(), hasher.count());
            return Extent { hash, size, failure: outcome.err() };
        }
    }
}

/// The same for a body that only this thread may read.
pub(crate) fn extent_of_stream(body: &mut dyn Read) -> Extent {
    let mut hashing = Hashing::new(body, true);
    let failure = hashing.skip(u64::MAX).err();
    let size = hashing.count();
    Extent { hash: hashing.hash(), size, failure }
}

/// Counts what is read through it, and hashes it if that is asked for.
pub(crate) struct Hashing<'a> {
    source: &'a mut dyn Read,
    hasher: Option<blake3::Hasher>,
    count: u64,
}

impl<'a> Hashing<'a> {
    pub(crate) fn new(source: &'a mut dyn Read, is_hashed: bool) -> Hashing<'a> {
        Hashing { source, hasher: is_hashed.then(blake3::Hasher::new), count: 0 }
    }

    /// Reads up to so many bytes for their hash alone.
    pub(crate) fn skip(&mut self, mut bytes: u64) -> io::Result<()> {
        let mut buffer = vec![0; SKIPPED];
        while bytes > 0 {
            let most = usize::try_from(bytes).unwrap_or(usize::MAX).min(SKIPPED);
            match self.read(&mut buffer[..most]) {
                Ok(0) => break,
                Ok(read) => bytes -= read as u64,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// How many bytes were read.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The hash of the bytes that were read; zeros if it was not asked for.
    pub(crate) fn hash(&self) -> [u8; 32] {
        self.hasher.as_ref().map_or([0; 32], |hasher| *hasher.finalize().as_bytes())
    }
}

impl Read for Hashing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.count += read as u64;
        if let Some(hasher) = &mut self.hasher {
            hasher.update(&buffer[..read]);
        }
        Ok(read)
    }
}
