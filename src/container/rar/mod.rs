//! RAR 1.4 to 7, whole or in parts, by the crate `rars`.
//!
//! The crate writes the bytes of a member; each member is kept (see [`Arriving`]) until it is
//! complete and then handed out. The budget of the walk bounds its size as it arrives,
//! [`Limits::decoder`](super::Limits::decoder) the memory of the decoder, [`Stopwatch`] the time; a
//! panic of the crate becomes an error of the archive.
//!
//! Names are UTF-8 from RAR 5 on, and may be UTF-16 (in its own packing) from RAR 2.9 on; other
//! names are bytes, whose encoding is decided once per archive. Comments, recovery records and
//! links are skipped: the target of a link is its own member.
//!
//! Sources: the technical note of RAR 5.0, and the specification in the crate.

mod blocks;
mod parts;
mod stopwatch;

use super::guard::{guarded, ours};
use super::{Budget, Failing, IN_MEMORY, Place, ReadSeek, TOO_MUCH_MEMORY, Walk, names};
use crate::text::Encoding;
pub(super) use blocks::begins;
use parts::Parts;
use rars::{
    Archive, ArchiveReadOptions, AttrSource, ErrorKind, ExtractionDecision, ExtractionErrorAction,
};
use std::cell::{Cell, RefCell};
use std::io::{self, Read, Seek, Write};
use std::rc::Rc;
use stopwatch::Stopwatch;
use tempfile::SpooledTempFile;

/// Largest member of RAR 5, in bytes, that is unpacked in one go.
const IN_ONE_GO: u64 = 16 << 20;
/// Largest number of headers in one part, and of their bytes.
const MOST_HEADERS: u64 = 1 << 20;
const MOST_HEADER_BYTES: u64 = 256 << 20;

/// Whether `head` has the mark of RAR 1.5 and later or of RAR 1.4, or half of a damaged mark:
/// without it, stored members would be taken for one text.
pub(super) fn sniff(head: &[u8]) -> bool {
    const MARKS: [&[u8]; 3] = [b"Rar!\x1a\x07\0", b"Rar!\x1a\x07\x01\0", b"RE~^"];
    let is_half = |head: &[u8]| {
        let ends = |mark| memchr::memmem::find(&head[..12], mark).is_some();
        head.contains(&0)
            && (head.starts_with(b"Rar") || MARKS[..2].iter().any(|it| ends(&it[4..])))
    };
    MARKS.iter().any(|mark| head.starts_with(mark)) || head.get(..32).is_some_and(is_half)
}

pub(super) fn walk(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    place: &Place,
) -> io::Result<()> {
    from(0, source, walk, place)
}

/// Walks the archive that begins at byte `at` of a file.
pub(super) fn from(
    at: u64,
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    place: &Place,
) -> io::Result<()> {
    let beside = walk.beside.filter(|_| place.depth == 0);
    let set = match guarded(|| Ok(Parts::open(at, source, beside)))? {
        Parts::Whole(set) => set,
        Parts::OfAnother => return Ok(()),
        Parts::Unreadable(why) => return Err(io::Error::other(why)),
    };
    walk.budget.grow(set.more);
    let stopwatch = Stopwatch::new();
    let unpacking = RefCell::new(Unpacking {
        encoding: encoding(&set.archives),
        stopwatch: &stopwatch,
        arriving: None,
        outcome: Ok(()),
        walk,
        place,
    });
    let unpacked = guarded(|| Ok(unpack(&set.archives, &unpacking).map_err(|error| said(&error))));
    let mut unpacking = unpacking.into_inner();
    let result = unpacked.unwrap_or_else(|error| Err(error.to_string()));
    let is_over = unpacking.walk.is_over || unpacking.outcome.is_err();
    if !is_over {
        // The last member, or the one at which unpacking stopped.
        unpacking.hand_out(result.as_ref().err().cloned());
    }
    unpacking.outcome?;
    if unpacking.walk.is_over {
        return Ok(());
    }
    let missing = set.missing.map(|name| format!("the part `{name}` is missing"));
    match missing.or(set.damage).or(result.err()) {
        Some(why) => Err(io::Error::other(format!("{why}; the members before were read"))),
        None => Ok(()),
    }
}

const ENCRYPTED: &str = "it is encrypted: unpack it first";

fn options<'a>() -> ArchiveReadOptions<'a> {
    ArchiveReadOptions::new()
        .with_max_header_count(MOST_HEADERS)
        .with_max_header_bytes(MOST_HEADER_BYTES)
        .with_rar50_buffered_decode_limit(IN_ONE_GO)
}

/// Error message for an error of the crate.
fn said(error: &rars::Error) -> String {
    match error.kind() {
        ErrorKind::PasswordRequired | ErrorKind::BadPassword => ENCRYPTED.to_owned(),
        ErrorKind::ChecksumMismatch => "its checksum is wrong".to_owned(),
        ErrorKind::Cancelled => {
            "unpacking stopped: it takes longer than any real archive".to_owned()
        }
        ErrorKind::ResourceLimit if error.root_cause().to_string().contains("dictionary") => {
            TOO_MUCH_MEMORY.to_owned()
        }
        ErrorKind::ResourceLimit => format!("unpacking stopped: {}", error.root_cause()),
        _ => match error.root_cause() {
            rars::Error::UnsupportedSignature => "its first bytes are damaged".to_owned(),
            cause => cause.to_string(),
        },
    }
}

/// Unpacks and hands out all members of an archive's parts.
fn unpack(archives: &[Archive], unpacking: &RefCell<Unpacking<'_, '_>>) -> rars::Result<()> {
    let (stopwatch, limits) = {
        let unpacking = unpacking.borrow();
        (unpacking.stopwatch, unpacking.walk.budget.limits.inside(unpacking.place.depth))
    };
    let options = options()
        .with_max_reader_workspace_bytes(limits.decoder)
        .with_rar50_dictionary_size_limit(limits.dictionary())
        .with_cancellation(&stopwatch.token);
    let members = || archives.iter().flat_map(Archive::members);
    let is_bound = archives.len() > 1 || archives.iter().any(is_solid);
    if is_bound && members().any(|member| member.meta.is_encrypted) {
        // No member can be read without those before it.
        for member in members().filter(|member| is_file(&member.meta)) {
            let why = match member.meta.is_encrypted {
                true => ENCRYPTED,
                false => "it is packed together with encrypted members: unpack it first",
            };
            if !unpacking.borrow_mut().refuse(&member, why) {
                break;
            }
        }
        return Ok(());
    }
    if let [archive] = archives {
        archive.extract_with_control_and_errors(
            options,
            |member| unpacking.borrow_mut().decide(member),
            |_, error| Ok(unpacking.borrow_mut().fail(error)),
        )?;
        return Ok(());
    }
    rars::extract_volumes_to_with_options(archives, options, |meta| {
        let mut unpacking = unpacking.borrow_mut();
        if !unpacking.hand_out(None) {
            return Err(rars::Error::Cancelled);
        }
        if meta.is_directory || is_link(meta.attr_source, meta.file_attr) {
            return Ok(Box::new(io::sink()));
        }
        Ok(unpacking.begin(&meta.name, meta.name_is_unicode))
    })
}

/// Whether a member is a file that begins in this part.
fn is_file(member: &rars::ArchiveMemberMeta) -> bool {
    !is_no_file(member) && !member.is_split_before
}

/// Whether a member is a folder or a link.
fn is_no_file(member: &rars::ArchiveMemberMeta) -> bool {
    let is_link = is_link(member.attr_source(), member.file_attr);
    member.is_directory || member.is_redirection || is_link
}

/// Whether the attributes are those of a link, whose content is its target.
fn is_link(source: AttrSource, attributes: u64) -> bool {
    source == AttrSource::Unix && attributes & 0o170_000 == 0o120_000
}

fn is_solid(archive: &Archive) -> bool {
    match archive {
        Archive::Rar13(archive) => archive.main.is_solid(),
        Archive::Rar15To40(archive) => archive.main.is_solid(),
        Archive::Rar50Plus(archive) => archive.main.is_solid(),
        _ => true,
    }
}

/// Encoding of the names that do not state it.
fn encoding(archives: &[Archive]) -> Encoding {
    let members = archives.iter().flat_map(Archive::members);
    let names: Vec<Vec<u8>> = members
        .filter(|member| !member.name_is_unicode() || str::from_utf8(&member.meta.name).is_err())
        .map(|member| member.meta.name)
        .collect();
    names::encoding_of(&names.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// State of unpacking one archive.
struct Unpacking<'a, 'v> {
    walk: &'a mut Walk<'v>,
    place: &'a Place,
    encoding: Encoding,
    stopwatch: &'a Stopwatch,
    /// The arriving member with its path.
    arriving: Option<(Option<String>, Arriving)>,
    /// Error of the walk, if any.
    outcome: io::Result<()>,
}

impl Unpacking<'_, '_> {
    fn path(&self, name: &[u8], is_unicode: bool) -> Option<String> {
        // The crate wraps bytes of unknown encoding into characters.
        let bytes = rars::filename::decode_rar50(name);
        let own = if is_unicode { Encoding::Utf8 } else { self.encoding };
        let encoding = if str::from_utf8(&bytes).is_ok() { own } else { self.encoding };
        self.place.path(&names::decode(&bytes, encoding))
    }

    /// Decides whether to unpack the next member.
    fn decide(&mut self, member: &rars::ArchiveMember) -> rars::Result<ExtractionDecision> {
        if !self.hand_out(None) {
            return Ok(ExtractionDecision::Stop);
        }
        if member.meta.is_directory || member.meta.is_redirection {
            return Ok(ExtractionDecision::Skip);
        }
        if is_no_file(&member.meta) {
            // In a solid archive no content can be skipped.
            return Ok(ExtractionDecision::Extract(Box::new(io::sink())));
        }
        if member.meta.is_encrypted {
            return Ok(match self.refuse(member, ENCRYPTED) {
                true => ExtractionDecision::Skip,
                false => ExtractionDecision::Stop,
            });
        }
        Ok(ExtractionDecision::Extract(self.begin(&member.meta.name, member.name_is_unicode())))
    }

    /// Begins a member; its bytes go to the returned writer.
    fn begin(&mut self, name: &[u8], is_unicode: bool) -> Box<dyn Write> {
        let arriving = Arriving::new(self.walk.budget.clone(), self.stopwatch.clone());
        self.arriving = Some((self.path(name, is_unicode), arriving.clone()));
        Box::new(arriving)
    }

    /// Hands out a member that could not be unpacked to its end.
    fn fail(&mut self, error: &rars::Error) -> ExtractionErrorAction {
        match self.hand_out(Some(said(error))) {
            true => ExtractionErrorAction::Continue,
            false => ExtractionErrorAction::Abort,
        }
    }

    /// Hands out the arrived member, if any, with the reason why it has no more bytes. Returns
    /// whether to go on.
    fn hand_out(&mut self, failure: Option<String>) -> bool {
        let Some((path, arriving)) = self.arriving.take() else { return true };
        self.ask(|walk, place| {
            let mut bytes = arriving.bytes.borrow_mut();
            bytes.rewind()?;
            let failure = failure.map(|why| io::Error::new(io::ErrorKind::InvalidData, why));
            walk.member(path, &mut (&mut *bytes).chain(Failing(failure)), place.depth)
        })
    }

    /// Hands out a member that is not read, with the reason.
    fn refuse(&mut self, member: &rars::ArchiveMember, why: &str) -> bool {
        let path = self.path(&member.meta.name, member.name_is_unicode());
        self.ask(|walk, _| walk.failed(path, why))
    }

    /// Runs a step of the walk and keeps its error. Returns whether to go on.
    fn ask(&mut self, work: impl FnOnce(&mut Walk<'_>, &Place) -> io::Result<bool>) -> bool {
        self.stopwatch.rests(true);
        let goes_on = ours(|| work(self.walk, self.place));
        self.stopwatch.rests(false);
        match goes_on {
            Ok(goes_on) => goes_on,
            Err(error) => {
                self.outcome = Err(error);
                false
            }
        }
    }
}

/// The arriving bytes of a member; many of them go to a file.
#[derive(Clone)]
struct Arriving {
    bytes: Rc<RefCell<SpooledTempFile>>,
    /// Bytes that the budget still allows.
    left: Rc<Cell<u64>>,
    budget: Budget,
    stopwatch: Stopwatch,
}

impl Arriving {
    fn new(budget: Budget, stopwatch: Stopwatch) -> Arriving {
        let bytes = Rc::new(RefCell::new(SpooledTempFile::new(IN_MEMORY)));
        Arriving { bytes, left: Rc::new(Cell::new(budget.left.get())), budget, stopwatch }
    }
}

impl Write for Arriving {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.get().checked_sub(bytes.len() as u64) else {
            self.budget.left.set(0);
            return Err(self.budget.error());
        };
        self.left.set(left);
        self.stopwatch.came(bytes.len());
        self.bytes.borrow_mut().write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
