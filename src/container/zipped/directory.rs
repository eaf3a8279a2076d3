//! The central directory of a zip, read in pieces: ten million entries take no more memory than a
//! thousand.
//!
//! | structure | off | field |
//! | --- | --- | --- |
//! | end of directory `PK\5\6` | 10 | u16 entries; FFFF: see the 64-bit one |
//! | | 12 | u32 size of the directory, u32 its offset |
//! | | 20 | u16 length of the comment that follows |
//! | its 64-bit locator `PK\6\7` | 8 | u64 offset of the 64-bit end; stands before the end |
//! | 64-bit end `PK\6\6` | 32 | u64 entries |
//! | | 40 | u64 size of the directory, u64 its offset |
//! | entry `PK\1\2` | 8 | u16 flags: bit 0 encrypted, bit 11 name in UTF-8 |
//! | | 10 | u16 method |
//! | | 16 | u32 CRC, u32 packed size, u32 size |
//! | | 28 | u16 lengths of name, extra fields and comment |
//! | | 42 | u32 offset of the local header |
//! | | 46 | name, extra fields, comment |
//! | local header `PK\3\4` | 6 | u16 flags, u16 method |
//! | | 14 | u32 CRC, u32 packed size, u32 size |
//! | | 26 | u16 lengths of name and extra fields |
//! | | 30 | name, extra fields, data |
//! | behind the data, by flag 3: `PK\7\8` | 4 | u32 CRC, packed size, size |
//! | extra field 0001 | 4 | u64 size, packed size, offset: those that are FFFFFFFF in the entry |
//! | extra field 7075 | 4 | u8 version, u32 CRC of the name, the name in UTF-8 |
//!
//! Numbers are little-endian. Bytes before the archive (a self-extracting program) shift all
//! offsets.
//!
//! Source: PKWARE's APPNOTE 6.3.

use super::super::ReadSeek;
use super::super::content::{crc, read_at};
use std::io;

/// Bytes of the directory read at once; more than any entry has.
const STRETCH: u64 = 1 << 20;
/// Bytes read for a local header; enough for a name of usual length.
const LOCAL: u64 = 256;
/// Bytes of the end of the directory with the longest comment.
const END: u64 = 22 + 65_535;

/// Where the directory lies.
#[derive(Clone)]
pub(super) struct Directory {
    pub(super) at: u64,
    end: u64,
    /// Number of bytes before the archive.
    pub(super) shift: u64,
    /// Number of entries that the directory claims.
    claimed: u64,
    /// Whether anything but padding follows its end.
    pub(super) is_followed: bool,
}

/// A member as its directory entry or local header describes it; both may lie.
pub(super) struct DirectoryEntry {
    pub(super) name: Vec<u8>,
    /// Whether the name is UTF-8: a flag says so, or the name comes from extra field 7075.
    pub(super) is_utf8: bool,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) crc: u32,
    pub(super) packed: u64,
    pub(super) size: u64,
    /// Offset of the local header.
    pub(super) at: u64,
}

impl DirectoryEntry {
    pub(super) fn is_folder(&self) -> bool {
        self.name.ends_with(b"/") || self.name.ends_with(b"\\")
    }

    pub(super) fn is_encrypted(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Whether the sizes stand behind the data instead of in the local header.
    pub(super) fn is_streamed(&self) -> bool {
        self.flags & 8 != 0
    }
}

impl Directory {
    /// Finds the last directory before byte `len`; `None` if there is none, as after a broken
    /// download.
    pub(super) fn find(source: &mut dyn ReadSeek, len: u64) -> io::Result<Option<Directory>> {
        let from = len.saturating_sub(END);
        let tail = read_at(source, from, len - from)?;
        let is_end = |&at: &usize| {
            let comment = number(&tail, at + 20, 2);
            comment.is_some_and(|comment| at + 22 + comment as usize <= tail.len())
        };
        let Some(at) = memchr::memmem::rfind_iter(&tail, b"PK\x05\x06").find(is_end) else {
            return Ok(None);
        };
        let comment = number(&tail, at + 20, 2).map_or(0, |len| len as usize);
        let is_padding = |byte: &u8| matches!(byte, 0 | 0x1a) || byte.is_ascii_whitespace();
        let is_followed = !tail[(at + 22 + comment).min(tail.len())..].iter().all(is_padding);
        let mut stands = from + at as u64;
        let mut claimed = number(&tail, at + 10, 2);
        let (mut size, mut offset) = (number(&tail, at + 12, 4), number(&tail, at + 16, 4));
        let locator = at.checked_sub(20).map(|at| &tail[at..]);
        if let Some(locator) = locator.filter(|locator| locator.starts_with(b"PK\x06\x07")) {
            // Bytes before the archive make the locator's offset too small; the 64-bit end then
            // stands right before the locator.
            for place in [number(locator, 8, 8), stands.checked_sub(20 + 56)].into_iter().flatten()
            {
                let end = read_at(source, place, 56)?;
                if end.starts_with(b"PK\x06\x06") && end.len() == 56 {
                    claimed = number(&end, 32, 8);
                    (size, offset) = (number(&end, 40, 8), number(&end, 48, 8));
                    stands = place;
                    break;
                }
            }
        }
        let (Some(size), Some(offset), Some(claimed)) = (size, offset, claimed) else {
            return Ok(None);
        };
        let Some(at) = stands.checked_sub(size) else { return Ok(None) };
        let shift = at.saturating_sub(offset);
        let mut directory = Directory { at, end: stands, shift, claimed, is_followed };
        // Bytes before the archive count only if the first member is then found.
        if directory.shift > 0 {
            let is_shifted = match directory.clone().next(source) {
                Ok(entries) => match entries.first() {
                    Some(first) => local(source, first.at)?.is_some(),
                    None => true,
                },
                Err(_) => false,
            };
            if !is_shifted {
                directory.shift = 0;
            }
        }
        Ok(Some(directory))
    }

    /// Whether the directory is credible: it has as many entries as it claims, all readable, and
    /// the first member is among them.
    pub(super) fn is_credible(&self, source: &mut dyn ReadSeek) -> io::Result<bool> {
        let mut rest = self.clone();
        let (mut count, mut first) = (0u64, self.at);
        loop {
            let Ok(entries) = rest.next(source) else { return Ok(false) };
            if entries.is_empty() {
                break;
            }
            count += entries.len() as u64;
            first = entries.iter().map(|entry| entry.at).fold(first, u64::min);
        }
        // Sixteen bits count modulo 65,536.
        let is_counted = count == self.claimed || count & 0xffff == self.claimed;
        Ok(is_counted && first == self.shift)
    }

    /// Reads the next entries; empty at the end of the directory.
    pub(super) fn next(&mut self, source: &mut dyn ReadSeek) -> io::Result<Vec<DirectoryEntry>> {
        let bytes = read_at(source, self.at, STRETCH.min(self.end.saturating_sub(self.at)))?;
        let mut entries = Vec::new();
        let mut at = 0;
        while let Some((entry, len)) = central(&bytes[at..], self.shift) {
            entries.push(entry);
            at += len;
        }
        if entries.is_empty() && !bytes.is_empty() {
            self.at = self.end;
            return Err(io::Error::other("the directory of the zip is damaged"));
        }
        self.at += at as u64;
        Ok(entries)
    }
}

/// Reads an entry of the directory; returns it with its length.
fn central(bytes: &[u8], shift: u64) -> Option<(DirectoryEntry, usize)> {
    if !bytes.starts_with(b"PK\x01\x02") {
        return None;
    }
    let (mut entry, end) = header(bytes, 8, 46, number(bytes, 42, 4)?)?;
    entry.at = entry.at.saturating_add(shift);
    let end = end + number(bytes, 32, 2)? as usize;
    (end <= bytes.len()).then_some((entry, end))
}

/// Reads the local header at `at`; returns it with the offset of its data. `None` if there is none.
pub(super) fn local(
    source: &mut dyn ReadSeek,
    at: u64,
) -> io::Result<Option<(DirectoryEntry, u64)>> {
    let mut head = read_at(source, at, LOCAL)?;
    if !head.starts_with(b"PK\x03\x04") {
        return Ok(None);
    }
    let lengths = [26, 28].map(|field| number(&head, field, 2).unwrap_or_default());
    let len = 30 + lengths.iter().sum::<u64>();
    if len > head.len() as u64 {
        head = read_at(source, at, len)?;
    }
    let found = header(&head, 6, 30, at);
    Ok(found.map(|(entry, end)| (entry, at.saturating_add(end as u64))))
}

/// Reads the fields shared by both kinds of headers: flags and on at `fields`, name at `name_at`.
/// Also returns the end of the extra fields.
pub(super) fn header(
    bytes: &[u8],
    fields: usize,
    name_at: usize,
    at: u64,
) -> Option<(DirectoryEntry, usize)> {
    let field = |offset, len| number(bytes, fields + offset, len);
    let extra_at = name_at + field(20, 2)? as usize;
    let end = extra_at + field(22, 2)? as usize;
    let mut entry = DirectoryEntry {
        name: bytes.get(name_at..extra_at)?.to_vec(),
        is_utf8: false,
        flags: field(0, 2)? as u16,
        method: field(2, 2)? as u16,
        crc: field(8, 4)? as u32,
        packed: field(12, 4)?,
        size: field(16, 4)?,
        at,
    };
    apply_extra(&mut entry, bytes.get(extra_at..end)?);
    Some((entry, end))
}

/// Finds the sizes behind the data that begins at `data`, by their mark and the distance that they
/// state: CRC, packed size and size.
pub(super) fn descriptor(
    source: &mut dyn ReadSeek,
    data: u64,
    end: u64,
) -> io::Result<Option<(u32, u64, u64)>> {
    let mut at = data;
    while at < end {
        let bytes = read_at(source, at, STRETCH.min(end - at))?;
        for found in memchr::memmem::find_iter(&bytes, b"PK\x07\x08") {
            let mark = at + found as u64;
            let said = read_at(source, mark, 16)?;
            if let (Some(crc), Some(packed), Some(size)) =
                (number(&said, 4, 4), number(&said, 8, 4), number(&said, 12, 4))
                && packed == mark - data
            {
                return Ok(Some((crc as u32, packed, size)));
            }
        }
        // The mark may lie across two pieces.
        match bytes.len() as u64 {
            0..=3 => break,
            len => at += len - 3,
        }
    }
    Ok(None)
}

/// Offset of the next header when data ends at `at`: behind the sizes, which may lack their mark.
pub(super) fn behind_descriptor(source: &mut dyn ReadSeek, at: u64) -> io::Result<u64> {
    let bytes = read_at(source, at, 28)?;
    let is_header = |len: usize| bytes.get(len..).is_some_and(|rest| rest.starts_with(b"PK"));
    // With and without mark, with sizes of 32 and of 64 bits.
    let len = [16, 12, 24, 20].into_iter().find(|&len| is_header(len));
    Ok(at + len.unwrap_or(0) as u64)
}

fn apply_extra(entry: &mut DirectoryEntry, mut extra: &[u8]) {
    entry.is_utf8 = entry.flags & 1 << 11 != 0;
    while let (Some(id), Some(len)) = (number(extra, 0, 2), number(extra, 2, 2)) {
        let end = 4 + len as usize;
        let Some(field) = extra.get(4..end) else { return };
        match id {
            1 => {
                let mut numbers = field.chunks_exact(8).filter_map(|bytes| number(bytes, 0, 8));
                for value in [&mut entry.size, &mut entry.packed, &mut entry.at] {
                    if *value == u64::from(u32::MAX)
                        && let Some(number) = numbers.next()
                    {
                        *value = number;
                    }
                }
            }
            0x7075 if number(field, 1, 4) == Some(crc(&entry.name).into()) => {
                entry.name = field[5..].to_vec();
                entry.is_utf8 = true;
            }
            _ => {}
        }
        extra = &extra[end..];
    }
}

/// The little-endian number of `len` bytes at `at`.
fn number(bytes: &[u8], at: usize, len: usize) -> Option<u64> {
    let field = bytes.get(at..at + len)?;
    Some(field.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}
