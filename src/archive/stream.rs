//! Single-stream compressions. What is inside has no name of its own; a tar inside is opened as such.

use super::Walk;
use std::io::{self, BufReader, Read};

pub(super) fn gz(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    _: &str,
    depth: u32,
) -> io::Result<()> {
    content(&mut flate2::read::MultiGzDecoder::new(source), walk, depth)
}

pub(super) fn bz2(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    _: &str,
    depth: u32,
) -> io::Result<()> {
    content(&mut bzip2::read::MultiBzDecoder::new(source), walk, depth)
}

/// `BZh`, a level, and the mark of a block or of an empty stream.
pub(super) fn is_bz2(head: &[u8]) -> bool {
    head.starts_with(b"BZh")
        && head.get(3).is_some_and(u8::is_ascii_digit)
        && matches!(head.get(4..6), Some(b"1A" | b"\x17\x72"))
}

pub(super) fn zst(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    _: &str,
    depth: u32,
) -> io::Result<()> {
    content(&mut zstd::stream::read::Decoder::new(source)?, walk, depth)
}

/// A dictionary of 64 MiB is what `xz -9` asks for; hostile files ask for gigabytes.
const XZ_MEMORY_KIB: u32 = 256 << 10;

pub(super) fn xz(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    _: &str,
    depth: u32,
) -> io::Result<()> {
    let reader = BufReader::new(source);
    content(&mut lzma_rust2::XzReader::new_mem_limit(reader, true, XZ_MEMORY_KIB), walk, depth)
}

fn content(body: &mut dyn Read, walk: &mut Walk<'_>, depth: u32) -> io::Result<()> {
    walk.member(None, body, depth).map(drop)
}
