//! LZH (LHA) by the crate `delharc`: methods lh0 to lh7, lz4, lz5 and lzs.
//!
//! Names are bytes, or UTF-16 in newer archives. An extra header holds the folder, with FF between
//! its parts. Source: the description of headers in the sources of LHA for UNIX.

use super::content::{damaged, wrong_sum};
use super::guard::{Guarded, guarded};
use super::{Place, Walk, names};
use delharc::{LhaDecodeReader, LhaHeader};
use std::cell::Cell;
use std::io::{self, Read};

/// Whether a header in `head` names a known method: if the first header is damaged, a later one
/// counts, since stored members would otherwise be taken for one text.
pub(super) fn sniff(head: &[u8]) -> bool {
    let is_binary = head[..head.len().min(32)].contains(&0);
    let is_method = |at: usize| {
        let method = head.get(at..at + 5);
        let is_known =
            matches!(method, Some([b'-', b'l', b'h' | b'z', b'0'..=b'9' | b'd' | b's', b'-']));
        // Level of the header, 0 to 3.
        is_known && head.get(at + 18).is_some_and(|level| *level <= 3)
    };
    is_binary && memchr::memmem::find_iter(head, b"-l").any(is_method)
}

pub(super) fn walk(source: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    let is_over = Cell::new(false);
    let source = UpToEnd { source, is_over: &is_over };
    let opened = guarded(|| LhaDecodeReader::new(source).map_err(|_| damaged()))?;
    let mut archive = Guarded::new(opened);
    loop {
        let header = archive.inner().header().clone();
        let (path, is_folder) = (place.path(&path(&header)), header.is_directory());
        let goes_on = if is_folder {
            true
        } else if archive.inner().is_decoder_supported() {
            walk.member(path, &mut Checked(&mut archive), place.depth)?
        } else {
            let method = String::from_utf8_lossy(&header.compression).into_owned();
            let why = format!("its compression ({method}) is not known: unpack it first");
            walk.failed(path, &why)?
        };
        if !goes_on {
            return Ok(());
        }
        if !guarded(|| archive.inner().next_file().map_err(|_| damaged()))? {
            return match is_over.get() {
                true => Err(io::Error::other("the end of the lzh is missing")),
                false => Ok(()),
            };
        }
    }
}

/// A source that notes when it is read at its end. The last header of an archive is a single 0.
struct UpToEnd<'a> {
    source: &'a mut dyn Read,
    is_over: &'a Cell<bool>,
}

impl Read for UpToEnd<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.is_over.set(read == 0 && !buffer.is_empty());
        Ok(read)
    }
}

/// Path of a member; folder and name may each stand in an extra header.
fn path(header: &LhaHeader) -> String {
    let (mut folder, mut name) = (String::new(), String::new());
    let wide = |bytes: &[u8]| {
        let (pairs, _) = bytes.as_chunks::<2>();
        let units = pairs.iter().map(|pair| match u16::from_le_bytes(*pair) {
            0xffff => u16::from(b'/'),
            unit => unit,
        });
        char::decode_utf16(units).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    let narrow = |bytes: &[u8]| names::decode_alone(bytes);
    let parts = |bytes: &[u8]| {
        let parts: Vec<String> = bytes.split(|byte| *byte == 0xff).map(narrow).collect();
        parts.join("/")
    };
    for extra in header.iter_extra() {
        match extra {
            [0x01, bytes @ ..] if name.is_empty() => name = narrow(bytes),
            [0x02, bytes @ ..] if folder.is_empty() => folder = parts(bytes),
            [0x44, bytes @ ..] => name = wide(bytes),
            [0x45, bytes @ ..] => folder = wide(bytes),
            _ => {}
        }
    }
    if name.is_empty() {
        name = narrow(&header.filename);
    }
    if !folder.is_empty() && !folder.ends_with('/') {
        folder.push('/');
    }
    folder + &name
}

/// Reader of a member that tests the checksum at the end.
struct Checked<'c, R: delharc::stub_io::Read>(&'c mut Guarded<LhaDecodeReader<R>>);

impl<R: delharc::stub_io::Read<Error = io::Error>> Read for Checked<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        if read == 0 && !buffer.is_empty() && !self.0.inner().crc_is_ok() {
            return Err(wrong_sum());
        }
        Ok(read)
    }
}
