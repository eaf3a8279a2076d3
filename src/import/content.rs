//! What was found becomes units: its format and encoding are decided, and what is large is cut.

use super::cut::cut;
use super::from_name::known_as;
use super::pipeline::{Options, Skip, Unit, file_name};
use super::walk::{HEAD, Reader};
use crate::format::{Boundary, Sample, by_magic, by_name, identify};
use crate::text::{Encoding, decode, detect};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

/// Where a content lies.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) path: Arc<str>,
    pub(super) absolute: Arc<str>,
    pub(super) member: Option<Arc<str>>,
}

impl Place {
    /// The name of the file (or member) without folders.
    pub(super) fn file_name(&self) -> &str {
        file_name(&self.path, self.member.as_deref())
    }
}

/// What was decided about a content before it is cut.
#[derive(Clone, Copy, Default)]
pub(super) struct Decided {
    pub(super) size: u64,
    pub(super) hash: [u8; 32],
    pub(super) format: Option<&'static str>,
    pub(super) encoding: Option<Encoding>,
    pub(super) boundary: Option<Boundary>,
}

/// Contents from this size on are cut, so that all workers have a part; what is smaller is left to one.
const CUT: usize = 1 << 20;

/// A large file is hashed so many bytes at a time.
const HASHED: usize = 4 << 20;

impl Reader<'_> {
    /// A content that is in memory as a whole.
    pub(super) fn content(&mut self, place: &Place, bytes: Vec<u8>) -> bool {
        let size = bytes.len() as u64;
        if bytes.len() < CUT {
            let unit = unit(place, Decided { size, ..Decided::default() }, bytes, 0, true);
            return (self.give)(Given { unit, is_decided: false });
        }
        let mut decided = decide(self.options, place.file_name(), &bytes, &bytes, size);
        if self.options.hash {
            decided.hash = known_as(*blake3::hash(&bytes).as_bytes(), place.file_name());
        }
        if self.is_known(&decided.hash) {
            return self.skip(place, decided, Skip::Known);
        }
        match decided.boundary {
            Some(_) => self.pieces(place, decided, &mut io::Cursor::new(bytes)),
            None => self.give(unit(place, decided, bytes, 0, true)),
        }
    }

    /// A file too large to be read whole, unless its format cannot be cut. What has no known format is not read at all.
    pub(super) fn large(&mut self, place: &Place, file: &mut File, size: u64) -> io::Result<bool> {
        let sample = sample(file, size)?;
        let hash = if self.options.hash {
            file.seek(SeekFrom::Start(0))?;
            known_as(hash_of_file(file)?, place.file_name())
        } else {
            Default::default()
        };
        let head = &sample[..HEAD.min(sample.len())];
        let decided =
            Decided { hash, ..decide(self.options, place.file_name(), head, &sample, size) };
        if self.is_known(&hash) {
            return Ok(self.skip(place, decided, Skip::Known));
        }
        if decided.boundary.is_some() {
            file.seek(SeekFrom::Start(0))?;
            return Ok(self.pieces(place, decided, file));
        }
        let mut bytes = Vec::new();
        if decided.format.is_some() {
            file.seek(SeekFrom::Start(0))?;
            file.read_to_end(&mut bytes)?;
        }
        Ok(self.give(unit(place, decided, bytes, 0, true)))
    }

    /// A large content piece by piece, from where an import that was stopped has to go on. When the reader fails, what
    /// came before stays, and the failure is told.
    pub(super) fn pieces(
        &mut self,
        place: &Place,
        decided: Decided,
        source: &mut dyn Read,
    ) -> bool {
        let Some(boundary) = decided.boundary else { return true };
        let known = self.options.known.partly(&decided.hash).filter(|_| self.options.hash);
        let from = known.map_or(0, |known| known.done_to);
        let give = &mut *self.give;
        let mut goes_on = true;
        let result = io::copy(&mut (&mut *source).take(from), &mut io::sink()).and_then(|_| {
            cut(source, boundary, from, self.buffers, &mut |base, bytes, is_last| {
                let unit = unit(place, decided, bytes, base, is_last);
                goes_on = give(Given { unit, is_decided: true });
                goes_on
            })
        });
        match result {
            Err(error) if goes_on => self.unreadable(place, error.to_string()),
            _ => goes_on,
        }
    }

    /// Whether a content was read before, or came in this run. Only those that are decided here are remembered: of smaller
    /// ones the database knows.
    pub(super) fn is_known(&mut self, hash: &[u8; 32]) -> bool {
        if !self.options.hash {
            return false;
        }
        let is_read = self.options.known.is_complete(hash);
        (is_read && !self.options.reread) || !self.seen.insert(*hash)
    }

    pub(super) fn give(&mut self, unit: Unit) -> bool {
        (self.give)(Given { unit, is_decided: true })
    }
}

/// A unit on its way to the workers.
pub(super) struct Given {
    pub(super) unit: Unit,
    /// Hash, format and encoding are known; else the worker finds them out.
    pub(super) is_decided: bool,
}

/// What a worker does first with a whole content that is not decided.
pub(super) fn decide_unit(unit: &mut Unit, options: &Options) {
    if options.hash {
        unit.hash = known_as(*blake3::hash(&unit.bytes).as_bytes(), unit.file_name());
        if options.known.is_complete(&unit.hash) && !options.reread {
            unit.skip = Some(Skip::Known);
            unit.bytes = Vec::new();
            return;
        }
    }
    let decided = decide(options, unit.file_name(), &unit.bytes, &unit.bytes, unit.size);
    (unit.format, unit.encoding) = (decided.format, decided.encoding);
}

/// Tells format and encoding: the format by the head, the encoding by all of `sample`.
pub(super) fn decide(
    options: &Options,
    name: &str,
    head: &[u8],
    sample: &[u8],
    size: u64,
) -> Decided {
    let head = &head[..head.len().min(HEAD)];
    if let Some(format) = by_magic(head, name, size) {
        let format = Some(format.name);
        return Decided { size, format, encoding: options.encoding, ..Decided::default() };
    }
    let encoding = options.encoding.unwrap_or_else(|| detect(sample));
    let text = decode(head, encoding);
    let format = identify(&Sample { head, text: &text.text, name, len: size });
    Decided {
        size,
        hash: Default::default(),
        format: format.map(|format| format.name),
        encoding: options
            .encoding
            .or(format.is_some_and(|format| format.is_text).then_some(encoding)),
        // Boundaries are looked for in bytes, which needs ASCII to be ASCII.
        boundary: format
            .filter(|_| !matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be))
            .and_then(|format| by_name(format.name)?.boundary),
    }
}

pub(super) fn unit(
    place: &Place,
    decided: Decided,
    bytes: Vec<u8>,
    base: u64,
    is_last: bool,
) -> Unit {
    Unit {
        path: place.path.clone(),
        absolute: place.absolute.clone(),
        member: place.member.clone(),
        bytes,
        base,
        size: decided.size,
        hash: decided.hash,
        format: decided.format,
        encoding: decided.encoding,
        is_last,
        skip: None,
    }
}

/// The hash of a large file. Nothing else can be done before it is known, so all cores work on it, while the next part is read.
fn hash_of_file(file: &mut File) -> io::Result<[u8; 32]> {
    let mut hasher = blake3::Hasher::new();
    let (mut part, mut next) = (Vec::with_capacity(HASHED), Vec::with_capacity(HASHED));
    loop {
        let (read, ()) = rayon::join(
            || (&mut *file).take(HASHED as u64).read_to_end(&mut next),
            || {
                hasher.update_rayon(&part);
            },
        );
        if read? == 0 {
            return Ok(*hasher.finalize().as_bytes());
        }
        std::mem::swap(&mut part, &mut next);
        next.clear();
    }
}

/// The beginning of a large file and stretches of whole lines from its later parts.
fn sample(file: &mut File, size: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(1 << 20).read_to_end(&mut bytes)?;
    trim_to_lines(&mut bytes, 0);
    for part in 1..8 {
        file.seek(SeekFrom::Start(size / 8 * part))?;
        let from = bytes.len();
        file.take(HEAD as u64).read_to_end(&mut bytes)?;
        trim_to_lines(&mut bytes, from);
    }
    Ok(bytes)
}

/// Drops the broken lines at both ends of what was added at `from`, so that no character is cut.
fn trim_to_lines(bytes: &mut Vec<u8>, from: usize) {
    let first = if from == 0 {
        Some(0)
    } else {
        memchr::memchr(b'\n', &bytes[from..]).map(|at| from + at + 1)
    };
    let last = memchr::memrchr(b'\n', &bytes[from..]).map(|at| from + at + 1);
    match (first, last) {
        (Some(first), Some(last)) if first <= last => {
            bytes.truncate(last);
            bytes.drain(from..first);
        }
        _ if from == 0 => {}
        _ => bytes.truncate(from),
    }
}
