//! Tests how far the headers of a RAR archive are sound. The crate reads all headers before the
//! first member, and reads nothing of an archive that is cut or damaged behind its middle.
//!
//! | RAR 1.5 to 4 | | RAR 5 and later | |
//! | --- | --- | --- | --- |
//! | 0 | mark, 7 bytes | 0 | mark, 8 bytes |
//! | block 0 | u16 CRC-32 of the rest of the header, cut to 16 bits | block 0 | u32 CRC-32 of the rest of the header |
//! | 2 | u8 type: 73 archive, 74 file, 7A service, 7B end | 4 | vint bytes of the header behind this |
//! | 3 | u16 flags: 8000 with data | | vint type: 1 archive, 2 file, 3 service, 4 encryption, 5 end |
//! | 5 | u16 bytes of the header | | vint flags: 1 with extra area, 2 with data |
//! | 7 | u32 bytes of data | | vint bytes of the extra area, vint bytes of data |
//! | 32 | u32 high part of them, by flag 100 of a file | | |
//!
//! A vint has 7 bits per byte, lowest first; bit 7 is set if another byte follows. In old archives
//! the checksum of some headers without data covers only a part of the header.

use super::super::ReadSeek;
use super::super::content::{crc, read_at};
use super::MOST_HEADERS;
use std::io::{self, Read, Seek, SeekFrom};

/// Extent to which an archive is sound.
#[derive(Debug, PartialEq)]
pub(super) enum Sound {
    /// The whole archive is sound, as far as its headers show.
    Whole,
    /// Sound up to a damaged header, at this byte offset.
    UpTo(u64),
    /// Sound up to the end of the file, which is cut: the archive should have this many bytes.
    Cut(u64),
}

/// Length of a header with its data, and whether it is the last.
struct Block {
    /// Bytes of header and data.
    len: u64,
    /// Whether no readable header follows.
    is_last: bool,
}

/// Walks from header to header of the archive at the beginning of `source`.
pub(super) fn sound(source: &mut dyn ReadSeek) -> io::Result<Sound> {
    let end = source.seek(SeekFrom::End(0))?;
    let mark = read_at(source, 0, 8)?;
    let (first, is_new) = match mark.get(6..8) {
        Some([0, _]) => (7, false),
        Some([1, 0]) => (8, true),
        _ => return Ok(Sound::Whole),
    };
    let read = |bytes: &[u8]| if is_new { new(bytes) } else { old(bytes) };
    let mut at = first;
    for _ in 0..MOST_HEADERS {
        if at == end {
            return Ok(Sound::Whole);
        }
        if at > end {
            return Ok(Sound::Cut(at));
        }
        const USUAL: u64 = 512;
        const LONGEST: u64 = 64 << 10;
        let mut block = read(&read_at(source, at, USUAL)?);
        if block.is_none() {
            block = read(&read_at(source, at, LONGEST)?);
        }
        match block {
            // The crate names damage of the first header.
            None if at == first => return Ok(Sound::Whole),
            None => return Ok(Sound::UpTo(at)),
            Some(block) if block.is_last => return Ok(Sound::Whole),
            Some(block) => at = at.saturating_add(block.len),
        }
    }
    Ok(Sound::Whole)
}

/// Whether the first header behind the mark is sound.
pub(in super::super) fn begins(bytes: &[u8]) -> bool {
    match bytes.get(6..8) {
        Some([0, _]) => bytes.get(9) == Some(&0x73) && old(&bytes[7..]).is_some(),
        Some([1, 0]) => new(&bytes[8..]).is_some(),
        _ => false,
    }
}

/// Kind of the header of a member of RAR 1.5 to 4.
const MEMBER: u8 = 0x74;

/// Flags of a member of RAR 1.5 to 4: with a comment in its header, with sizes of 8 bytes.
const COMMENT: u16 = 8;
const LARGE: u16 = 0x100;

/// Reads a header of RAR 1.5 to 4.
fn old(bytes: &[u8]) -> Option<Block> {
    let u16_at = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let u32_at = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let (sum, kind, flags, len) = (u16_at(0)?, *bytes.get(2)?, u16_at(3)?, u16_at(5)?);
    let is_file = matches!(kind, MEMBER | 0x7a);
    if !(0x72..=0x7b).contains(&kind) || len < 7 {
        return None;
    }
    // The checksum leaves out a comment, which stands behind the name of a member.
    let fits = |kind: u8| {
        let summed = match flags & COMMENT != 0 {
            true => 32 + usize::from(u16_at(26)?) + if flags & LARGE != 0 { 8 } else { 0 },
            false => len.into(),
        };
        let header = bytes.get(3..summed.min(len.into()))?;
        Some(crc(&[&[kind], header].concat()) as u16 == sum)
    };
    // A header of another kind with the checksum of a member is a member whose kind was altered.
    if fits(if is_file { kind } else { MEMBER }).unwrap_or(false) != is_file {
        return None;
    }
    let low = if flags & 0x8000 != 0 || is_file { u32_at(7)? } else { 0 };
    let high = if flags & LARGE != 0 && is_file { u32_at(32)? } else { 0 };
    let len = u64::from(len).saturating_add(u64::from(high) << 32 | u64::from(low));
    let is_encrypted = kind == 0x73 && flags & 0x80 != 0;
    Some(Block { len, is_last: kind == 0x7b || is_encrypted })
}

/// Reads a header of RAR 5 and later.
fn new(bytes: &[u8]) -> Option<Block> {
    let sum = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    let mut at = 4;
    let len = usize::try_from(vint(bytes, &mut at)?).ok()?;
    let end = at.checked_add(len)?;
    if crc(bytes.get(4..end)?) != sum {
        return None;
    }
    let kind = vint(bytes, &mut at)?;
    let flags = vint(bytes, &mut at)?;
    if flags & 1 != 0 {
        vint(bytes, &mut at)?;
    }
    let data = if flags & 2 != 0 { vint(bytes, &mut at)? } else { 0 };
    Some(Block { len: data.saturating_add(end as u64), is_last: matches!(kind, 4 | 5) })
}

fn vint(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// An archive that ends after its `sound` bytes, whereas its headers may announce more.
pub(super) struct Truncated<R> {
    source: R,
    at: u64,
    /// Number of sound bytes.
    sound: u64,
    /// Length in bytes, according to the headers.
    len: u64,
}

impl<R: Read + Seek> Truncated<R> {
    /// Limits `source` to its sound bytes.
    pub(super) fn new(mut source: R, extent: &Sound) -> io::Result<Truncated<R>> {
        let end = source.seek(SeekFrom::End(0))?;
        let (sound, len) = match *extent {
            Sound::Whole => (end, end),
            Sound::UpTo(at) => (at, at),
            Sound::Cut(len) => (end, len),
        };
        source.rewind()?;
        Ok(Truncated { source, at: 0, sound, len })
    }
}

impl<R: Read + Seek> Read for Truncated<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.sound.saturating_sub(self.at);
        if left == 0 && self.at < self.len && !buffer.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.source.read(&mut buffer[..most])?;
        self.at += read as u64;
        Ok(read)
    }
}

impl<R: Read + Seek> Seek for Truncated<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let to = match to {
            SeekFrom::Start(to) => Some(to),
            SeekFrom::End(by) => self.len.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let to = to.ok_or(io::ErrorKind::InvalidInput)?;
        self.source.seek(SeekFrom::Start(to.min(self.sound)))?;
        self.at = to;
        Ok(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_whose_kind_was_altered_is_damaged() {
        let mut header = vec![0, 0, MEMBER, 0, 0x80, 33, 0, 7];
        header.resize(32, 0);
        header.push(b'a');
        let sum = crc(&header[2..]) as u16;
        header[..2].copy_from_slice(&sum.to_le_bytes());
        assert_eq!(old(&header).unwrap().len, 40);
        for kind in (0x72..=0x7b).filter(|kind| *kind != MEMBER) {
            header[2] = kind;
            assert!(old(&header).is_none(), "{kind:x}");
        }
        // The last header may have the flag of comments, for the number of its part.
        assert_eq!(old(&[0, 0, 0x7b, 8, 0, 9, 0, 1, 0]).unwrap().len, 9);
    }

    #[test]
    fn a_comment_in_a_header_is_not_under_its_checksum() {
        let mut header = vec![0, 0, 0x74, 8, 0x80, 38, 0, 7];
        header.resize(26, 0);
        header.extend([1, 0, 0, 0, 0, 0, b'a']);
        let sum = crc(&header[2..]) as u16;
        header[..2].copy_from_slice(&sum.to_le_bytes());
        header.extend(b"hello");
        assert_eq!(old(&header).unwrap().len, 45);
        header[32] = b'b';
        assert!(old(&header).is_none());
    }
}
