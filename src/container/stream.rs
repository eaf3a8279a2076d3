//! Single-stream compressions. What is inside has no name of its own; a tar inside is opened as
//! such.

use super::Walk;
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, BufReader, Read};

pub(super) fn gz(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    name: &str,
    depth: u32,
) -> io::Result<()> {
    content(&mut GzMembers::new(BufReader::with_capacity(64 << 10, source)), walk, name, depth)
}

pub(super) fn bz2(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    name: &str,
    depth: u32,
) -> io::Result<()> {
    content(&mut bzip2::read::MultiBzDecoder::new(source), walk, name, depth)
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
    name: &str,
    depth: u32,
) -> io::Result<()> {
    content(&mut zstd::stream::read::Decoder::new(source)?, walk, name, depth)
}

/// A dictionary of 64 MiB is what `xz -9` asks for; hostile files ask for gigabytes.
const XZ_MEMORY_KIB: u32 = 256 << 10;

pub(super) fn xz(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    name: &str,
    depth: u32,
) -> io::Result<()> {
    let reader = BufReader::new(source);
    let mut reader = lzma_rust2::XzReader::new_mem_limit(reader, true, XZ_MEMORY_KIB);
    content(&mut reader, walk, name, depth)
}

/// Inside another container, what is in `a.pgn.gz` goes by that name.
fn content(body: &mut dyn Read, walk: &mut Walk<'_>, name: &str, depth: u32) -> io::Result<()> {
    let name = name.strip_suffix('!').map(str::to_owned);
    walk.member(name, body, depth).map(drop)
}

/// All members of a gz, one after the other. Zeros between and behind them are the padding of
/// tapes.
pub(super) struct GzMembers<R: BufRead> {
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> GzMembers<R> {
    pub(super) fn new(source: R) -> GzMembers<R> {
        GzMembers { member: Some(GzDecoder::new(source)) }
    }
}

impl<R: BufRead> Read for GzMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(mut source) = self.member.take().map(GzDecoder::into_inner) else { break };
            match first_byte_behind_zeros(&mut source)? {
                None => {}
                Some(0x1f) => self.member = Some(GzDecoder::new(source)),
                Some(_) => {
                    let why = "what follows the end of the gz is no gz, and was not read";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
            }
        }
        Ok(0)
    }
}

/// Goes past zeros; `None` at the end.
fn first_byte_behind_zeros(source: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        let bytes = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        match bytes.get(zeros) {
            Some(&byte) => {
                source.consume(zeros);
                return Ok(Some(byte));
            }
            None if zeros == 0 => return Ok(None),
            None => source.consume(zeros),
        }
    }
}
