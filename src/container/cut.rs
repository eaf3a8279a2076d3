//! Archives cut into parts byte by byte: `a.7z.001`, `a.7z.002` …, `a.zip.001` …. Opening the
//! first part reads all of them.
//!
//! Not joined, but named in the error: zips cut by their own rules (`a.z01`, `a.z02` …, `a.zip`),
//! parts of CAB and ARJ, and parts inside an archive.

use super::{Beside, ContainerKind, Open, Place, ReadSeek, Sniff, Walk, kind};
use std::io::{self, Read, Seek, SeekFrom};

/// Largest number of parts read.
const MOST_PARTS: u32 = 999;

/// Kind of a later part, which has no sign of its own.
static LATER: ContainerKind =
    ContainerKind { name: "part", sniff: Sniff::Fits(|_| false), open: Open::Seek(walk_later) };

/// Returns the kind of a later part whose first part, an archive, lies beside it; None for any
/// other file.
pub fn kind_of_part(beside: &Beside<'_>) -> Option<&'static ContainerKind> {
    let (stem, number) = numbered(beside.name).filter(|(_, number)| *number > 1)?;
    let mut head = Vec::with_capacity(super::HEAD);
    let first = (beside.open)(&name(stem, 1))?;
    first.take(super::HEAD as u64).read_to_end(&mut head).ok()?;
    // No part before this one is missing.
    let is_there = |number: u32| (beside.open)(&name(stem, number)).is_some();
    (kind(&head).is_some() && (2..number).all(is_there)).then_some(&LATER)
}

fn walk_later(_: &mut dyn ReadSeek, walk: &mut Walk<'_>, _: &Place) -> io::Result<()> {
    match walk.beside.filter(|beside| beside.is_alone).and_then(|it| numbered(it.name)) {
        Some((stem, _)) => {
            let first = name(stem, 1);
            Err(io::Error::other(format!("it is a part of `{first}`, which opens the whole")))
        }
        None => Ok(()),
    }
}

/// Splits `a.7z.012` into `a.7z.` and 12.
fn numbered(name: &str) -> Option<(&str, u32)> {
    let at = name.len().checked_sub(3).filter(|at| name.is_char_boundary(*at))?;
    let (stem, digits) = name.split_at(at);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && stem.len() > 1 && stem.ends_with('.'))
        .then(|| Some((stem, digits.parse().ok()?)))?
}

fn name(stem: &str, number: u32) -> String {
    format!("{stem}{number:03}")
}

/// All parts joined in order. One part is open at a time.
pub(super) struct JoinedParts<'a> {
    beside: Beside<'a>,
    stem: &'a str,
    /// End offset of each part in the whole, in bytes.
    ends: Vec<u64>,
    /// Index of the open part, 0-based, with its file.
    open: Option<(usize, Box<dyn ReadSeek + Send>)>,
    at: u64,
}

impl<'a> JoinedParts<'a> {
    /// Joins a first part with the parts behind it; `None` if it is no first part, or no other part
    /// follows.
    pub(super) fn behind(beside: Beside<'a>) -> io::Result<Option<JoinedParts<'a>>> {
        let Some((stem, 1)) = numbered(beside.name) else { return Ok(None) };
        let mut ends = Vec::new();
        while let Some(mut part) = (beside.open)(&name(stem, ends.len() as u32 + 1)) {
            if ends.len() as u32 == MOST_PARTS {
                break;
            }
            let len = part.seek(SeekFrom::End(0))?;
            ends.push(len.saturating_add(ends.last().copied().unwrap_or(0)));
        }
        let is_cut = ends.len() > 1;
        Ok(is_cut.then_some(JoinedParts { beside, stem, ends, open: None, at: 0 }))
    }

    pub(super) fn size(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }
}

impl Read for JoinedParts<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let part = self.ends.partition_point(|end| *end <= self.at);
        let Some(end) = self.ends.get(part) else { return Ok(0) };
        let begin = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        if self.open.as_ref().is_none_or(|(open, _)| *open != part) {
            let name = name(self.stem, part as u32 + 1);
            let source = (self.beside.open)(&name);
            let missing = || io::Error::other(format!("the part `{name}` is missing"));
            self.open = Some((part, source.ok_or_else(missing)?));
        }
        let Some((_, source)) = &mut self.open else { return Ok(0) };
        source.seek(SeekFrom::Start(self.at - begin))?;
        let room = usize::try_from(end - self.at).unwrap_or(usize::MAX).min(buffer.len());
        let read = source.read(&mut buffer[..room])?;
        if read == 0 && room > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for JoinedParts<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.size().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_parts() {
        assert_eq!(numbered("局.7z.012"), Some(("局.7z.", 12)));
        for name in ["a.7z", "001", ".001", "a.01x", "炮二", "a001"] {
            assert_eq!(numbered(name), None, "{name}");
        }
    }
}
