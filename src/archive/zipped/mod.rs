//! Zip, member by member along its directory; without one (a broken download) along the members' own headers.
//!
//! Sizes and offsets of a directory are only claims: no memory is reserved by them, members may overlap, and what they
//! unpack to is counted like that of any container.

mod directory;

use super::{ReadSeek, Walk, name};
use crate::text::Encoding;
use directory::{Directory, Entry, local};
use std::io::{self, BufReader, Read, SeekFrom};

pub(super) fn sniff(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

pub(super) fn walk(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    prefix: &str,
    depth: u32,
) -> io::Result<()> {
    let Some(mut directory) = Directory::find(source)? else {
        return without_directory(source, walk, prefix, depth);
    };
    let mut encoding = None;
    loop {
        let entries = directory.next(source)?;
        if entries.is_empty() {
            return Ok(());
        }
        settle(&mut encoding, &entries);
        for entry in entries.iter().filter(|entry| !entry.is_folder()) {
            let path = format!("{prefix}{}", decode(entry, encoding));
            let data = local(source, entry.at)?.map(|(_, data)| data);
            if !member(source, walk, path, entry, data, depth)? {
                return Ok(());
            }
        }
    }
}

fn without_directory(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    prefix: &str,
    depth: u32,
) -> io::Result<()> {
    let mut at = 0;
    while let Some((entry, data)) = local(source, at)? {
        let path = format!("{prefix}{}", name::of(&entry.name));
        if entry.is_streamed() {
            let why = "the end of the zip is missing, and this member does not tell its size";
            walk.failed(Some(path), why)?;
            break;
        }
        if !entry.is_folder() && !member(source, walk, path, &entry, Some(data), depth)? {
            return Ok(());
        }
        at = data.saturating_add(entry.packed);
    }
    Err(io::Error::other("the end of the zip is missing; the members before were read"))
}

/// The encoding of names that do not tell it, decided by the first stretch of the directory in which one is not UTF-8.
fn settle(encoding: &mut Option<Encoding>, entries: &[Entry]) {
    if encoding.is_some() {
        return;
    }
    let names = entries.iter().filter(|entry| !entry.is_utf8).map(|entry| &entry.name[..]);
    let names: Vec<&[u8]> = names.collect();
    *encoding = Some(name::encoding_of(&names)).filter(|found| *found != Encoding::Utf8);
}

fn decode(entry: &Entry, encoding: Option<Encoding>) -> String {
    let own = encoding.filter(|_| !entry.is_utf8);
    name::decode(&entry.name, own.unwrap_or(Encoding::Utf8))
}

/// Hands out the member whose data begins at `data`.
fn member(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    path: String,
    entry: &Entry,
    data: Option<u64>,
    depth: u32,
) -> io::Result<bool> {
    let Some(data) = data else {
        return walk.failed(Some(path), "the directory of the zip points to no member");
    };
    if entry.is_encrypted() {
        return walk.failed(Some(path), "it is encrypted: unpack it first");
    }
    source.seek(SeekFrom::Start(data))?;
    let packed = BufReader::with_capacity(16 << 10, source.take(entry.packed));
    match unpacked(packed, entry) {
        Ok(body) => {
            let crc = flate2::Crc::new();
            walk.member(Some(path), &mut Checked { body, crc, expected: entry.crc }, depth)
        }
        Err(error) => walk.failed(Some(path), &error.to_string()),
    }
}

/// A dictionary larger than this is asked for by hostile files only.
const LZMA_DICTIONARY: u32 = 256 << 20;

fn unpacked<'a>(
    mut packed: impl io::BufRead + 'a,
    entry: &Entry,
) -> io::Result<Box<dyn Read + 'a>> {
    Ok(match entry.method {
        0 => Box::new(packed),
        8 => Box::new(flate2::bufread::DeflateDecoder::new(packed)),
        12 => Box::new(bzip2::bufread::BzDecoder::new(packed)),
        14 => {
            // Version and length of the properties, then those: one byte and the size of the dictionary.
            let mut head = [0; 9];
            packed.read_exact(&mut head)?;
            let dictionary = u32::from_le_bytes([head[5], head[6], head[7], head[8]]);
            if dictionary > LZMA_DICTIONARY {
                return Err(io::Error::other("it asks for too much memory"));
            }
            let has_end_mark = entry.flags & 2 != 0;
            let size = if has_end_mark { u64::MAX } else { entry.size };
            Box::new(lzma_rust2::LzmaReader::new_with_props(
                packed, size, head[4], dictionary, None,
            )?)
        }
        93 => Box::new(zstd::stream::read::Decoder::with_buffer(packed)?),
        other => {
            let why = format!("its compression (method {other}) is not known: unpack it first");
            return Err(io::Error::other(why));
        }
    })
}

/// Checks the sum of the content at its end.
struct Checked<R> {
    body: R,
    crc: flate2::Crc,
    expected: u32,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.body.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.crc.sum() != self.expected {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong"));
        }
        self.crc.update(&buffer[..read]);
        Ok(read)
    }
}
