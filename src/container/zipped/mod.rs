//! Zip, read along its directory; if that is missing (a broken download) or omits members, along
//! the members' own headers. Zips joined into one file are read one after the other.
//!
//! Sizes and offsets of a directory are only claims: no memory is reserved by them, members may
//! overlap, and unpacked bytes count against the budget as in any container.

mod directory;

use super::content::Checked;
use super::guard::Guarded;
use super::{Limits, Place, ReadSeek, TOO_MUCH_MEMORY, Walk, begun, names};
use crate::text::Encoding;
use directory::{Directory, DirectoryEntry, behind_descriptor, descriptor, local};
use ppmd_rust::{Ppmd8Decoder, RestoreMethod};
use rustc_hash::FxHashSet;
use std::io::{self, BufReader, Read, SeekFrom};
use std::ops::Range;

/// Mark of a local header.
pub(super) const MEMBER: &[u8] = b"PK\x03\x04";

/// Whether the bytes are a plausible local header: a known compression, and a name without control
/// characters.
pub(super) fn begins(bytes: &[u8]) -> bool {
    const METHODS: [u16; 7] = [0, 8, 9, 12, 14, 93, 98];
    let found = directory::header(bytes, 6, 30, 0).map(|(entry, _)| entry);
    found.is_some_and(|entry| {
        let is_name = !entry.name.is_empty() && !entry.name.iter().any(u8::is_ascii_control);
        is_name && METHODS.contains(&entry.method)
    })
}

pub(super) fn sniff(head: &[u8]) -> bool {
    head.starts_with(MEMBER) || head.starts_with(b"PK\x05\x06")
}

/// Place of a zip at the end of a file.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum AtEnd {
    /// Nothing follows the zip.
    Last,
    /// Something follows the zip.
    Followed,
}

/// Looks for a zip at the end of a file that begins with something else.
pub(super) fn at_end(source: &mut dyn ReadSeek) -> io::Result<Option<AtEnd>> {
    let end = source.seek(SeekFrom::End(0))?;
    let Some(mut directory) = Directory::find(source, end)? else { return Ok(None) };
    let is_followed = directory.is_followed;
    let is_zip = match directory.next(source).map(|entries| entries.first().map(|it| it.at)) {
        Ok(Some(at)) => local(source, at)?.is_some(),
        _ => false,
    };
    Ok(is_zip.then_some(if is_followed { AtEnd::Followed } else { AtEnd::Last }))
}

/// Largest number of zips joined into one file; only hostile files have more.
const MOST_JOINED: usize = 1000;

pub(super) fn walk(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    place: &Place,
) -> io::Result<()> {
    let mut end = source.seek(SeekFrom::End(0))?;
    let mut parts = Vec::new();
    while parts.len() < MOST_JOINED {
        let directory = Directory::find(source, end)?;
        let begin = directory.as_ref().map_or(0, |directory| directory.shift);
        parts.push((begin..end, directory));
        if begin == 0 {
            break;
        }
        end = begin;
    }
    let is_alone = parts.len() == 1;
    let is_followed =
        parts.iter().any(|(_, part)| part.as_ref().is_some_and(|part| part.is_followed));
    let is_all = parts.last().is_some_and(|(range, _): &(Range<u64>, _)| range.start == 0);
    let mut zip = Zip { source, walk, place };
    let mut outcome = Ok(());
    for (range, directory) in parts.into_iter().rev() {
        let result = match directory {
            Some(directory) => zip.with_directory(directory),
            // A self-extracting program may stand before a zip.
            None => match zip.by_headers(range, &FxHashSet::default())? {
                0 if !is_alone => Ok(()),
                _ => Err(io::Error::other(
                    "the end of the zip is missing: if it is in parts, unpack it with all of them \
                     first; the members before were read",
                )),
            },
        };
        if zip.walk.is_over {
            return Ok(());
        }
        outcome = outcome.and(result);
    }
    if is_followed {
        let why = "what follows the end of the zip is no zip, and was not read";
        outcome = outcome.and(Err(io::Error::other(why)));
    }
    if !is_all {
        let why = format!("more zips are joined than are read: {MOST_JOINED} were");
        return Err(io::Error::other(why));
    }
    outcome
}

/// A zip being walked.
struct Zip<'a, 'v> {
    source: &'a mut dyn ReadSeek,
    walk: &'a mut Walk<'v>,
    place: &'a Place,
}

impl Zip<'_, '_> {
    /// Hands out the members that the directory lists, then those that it omits.
    fn with_directory(&mut self, mut directory: Directory) -> io::Result<()> {
        let is_credible = directory.is_credible(self.source)?;
        let members = directory.shift..directory.at;
        let mut handed_out = FxHashSet::default();
        let mut encoding = None;
        loop {
            let entries = match directory.next(self.source) {
                Err(_) if !is_credible => break,
                entries => entries?,
            };
            if entries.is_empty() {
                break;
            }
            settle(&mut encoding, &entries);
            for entry in entries.iter().filter(|entry| !entry.is_folder()) {
                let data = local(self.source, entry.at)?.map(|(_, data)| data);
                if !is_credible {
                    // A wrong directory: the place in the local header counts.
                    if data.is_none() {
                        continue;
                    }
                    handed_out.insert(entry.at);
                }
                if !self.member(decode(entry, encoding), entry, data)? {
                    return Ok(());
                }
            }
        }
        if is_credible {
            return Ok(());
        }
        match self.by_headers(members, &handed_out)? {
            0 if !handed_out.is_empty() => {
                Err(io::Error::other("the directory of the zip is wrong"))
            }
            count => Err(io::Error::other(format!(
                "the directory of the zip is wrong; {count} members were found without it"
            ))),
        }
    }

    /// Hands out the members in a byte range by their own headers, except those in `before`.
    /// Returns their number.
    fn by_headers(&mut self, range: Range<u64>, before: &FxHashSet<u64>) -> io::Result<u64> {
        let (mut at, mut count) = (range.start, 0);
        while at < range.end
            && let Some((mut entry, data)) = local(self.source, at)?
            && data <= range.end
        {
            let mut is_sized = true;
            if entry.is_streamed() && entry.packed == 0 {
                match descriptor(self.source, data, range.end)? {
                    Some((crc, packed, size)) => {
                        (entry.crc, entry.packed, entry.size) = (crc, packed, size);
                    }
                    None => is_sized = false,
                }
            }
            let name = names::decode_alone(&entry.name);
            let is_new = !entry.is_folder() && !before.contains(&at);
            count += u64::from(is_new);
            if !is_sized {
                let why = "the end of the zip is missing, and this member does not tell its size";
                self.walk.failed(self.place.path(&name), why)?;
                break;
            }
            if is_new && !self.member(name, &entry, Some(data))? {
                break;
            }
            at = data.saturating_add(entry.packed);
            if entry.is_streamed() {
                at = behind_descriptor(self.source, at)?;
            }
        }
        Ok(count)
    }

    /// Hands out the member whose data begins at `data`.
    fn member(
        &mut self,
        name: String,
        entry: &DirectoryEntry,
        data: Option<u64>,
    ) -> io::Result<bool> {
        let path = self.place.path(&name);
        let Some(data) = data else {
            return self.walk.failed(path, "the directory of the zip points to no member");
        };
        if entry.is_encrypted() {
            return self.walk.failed(path, "it is encrypted: unpack it first");
        }
        let limits = self.walk.budget.limits.inside(self.place.depth);
        self.source.seek(SeekFrom::Start(data))?;
        let packed = BufReader::with_capacity(16 << 10, (&mut *self.source).take(entry.packed));
        match unpacked(packed, entry, &limits) {
            Ok(body) => {
                let mut body = Checked::new(body, entry.crc);
                self.walk.member(path, &mut body, self.place.depth)
            }
            Err(error) => self.walk.failed(path, &error.to_string()),
        }
    }
}

/// Decides the encoding of unmarked names by the first piece of the directory with a name that is
/// not UTF-8.
fn settle(encoding: &mut Option<Encoding>, entries: &[DirectoryEntry]) {
    if encoding.is_some() {
        return;
    }
    let names = entries.iter().filter(|entry| !entry.is_utf8).map(|entry| &entry.name[..]);
    let names: Vec<&[u8]> = names.collect();
    *encoding = Some(names::encoding_of(&names)).filter(|found| *found != Encoding::Utf8);
}

fn decode(entry: &DirectoryEntry, encoding: Option<Encoding>) -> String {
    let own = encoding.filter(|_| !entry.is_utf8);
    names::decode(&entry.name, own.unwrap_or(Encoding::Utf8))
}

/// Unpacks a member by its method (APPNOTE 4.4.5): stored, Deflate, Deflate64, bzip2, LZMA, zstd or
/// PPMd.
fn unpacked<'a>(
    mut packed: impl io::BufRead + 'a,
    entry: &DirectoryEntry,
    limits: &Limits,
) -> io::Result<Box<dyn Read + 'a>> {
    Ok(match entry.method {
        0 => Box::new(packed),
        8 => Box::new(flate2::bufread::DeflateDecoder::new(packed)),
        9 => Box::new(Guarded::new(deflate64::Deflate64Decoder::with_buffer(packed))),
        12 => Box::new(bzip2::bufread::BzDecoder::new(packed)),
        14 => {
            // Version and length of the properties, then the properties: one byte, and the size of
            // the dictionary.
            let mut head = [0; 9];
            packed.read_exact(&mut head)?;
            let dictionary = u32::from_le_bytes([head[5], head[6], head[7], head[8]]);
            if u64::from(dictionary) > limits.dictionary() {
                return Err(io::Error::other(TOO_MUCH_MEMORY));
            }
            let has_end_mark = entry.flags & 2 != 0;
            let size = if has_end_mark { u64::MAX } else { entry.size };
            Box::new(lzma_rust2::LzmaReader::new_with_props(
                packed, size, head[4], dictionary, None,
            )?)
        }
        93 => {
            let mut reader = zstd::stream::read::Decoder::with_buffer(packed)?;
            reader.window_log_max(limits.window_log())?;
            Box::new(begun(reader)?)
        }
        98 => {
            // Bits from the lowest: four of the order less 1, eight of the memory in MiB less 1,
            // four of what is done when the memory is full (APPNOTE 5.10).
            let mut head = [0; 2];
            packed.read_exact(&mut head)?;
            let head = u32::from(u16::from_le_bytes(head));
            let memory = ((head >> 4 & 0xff) + 1) << 20;
            if u64::from(memory) > limits.dictionary() {
                return Err(io::Error::other(TOO_MUCH_MEMORY));
            }
            let when_full = RestoreMethod::from(head >> 12);
            let reader = Ppmd8Decoder::new(packed, (head & 0xf) + 1, memory, when_full);
            Box::new(Guarded::new(reader.map_err(io::Error::other)?).take(entry.size))
        }
        other => {
            let why = format!("its compression (method {other}) is not known: unpack it first");
            return Err(io::Error::other(why));
        }
    })
}
