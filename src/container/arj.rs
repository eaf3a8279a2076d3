//! ARJ archives: stored members, methods 1 to 3 (LZH with a smaller window, by the crate
//! `delharc`), and method 4, the fastest.
//!
//! | off | field |
//! | --- | --- |
//! | 0 | `60 EA`, u16 bytes of the header: at most 2,600, 0 at the end of the archive |
//! | 4 | the header, u32 its CRC-32, and extra headers (u16 length, bytes, u32 CRC-32) up to length 0 |
//! | header 0 | u8 bytes of its fixed part |
//! | 4 | u8 flags: 1 encrypted, 4 goes on in another part, 8 begins in another part |
//! | 5 | u8 method, u8 type: 0 binary, 1 text, 2 the archive itself, 3 folder |
//! | 12 | u32 packed size, u32 size, u32 CRC-32 |
//! | behind the fixed part | name and comment, each ending with 0 |
//!
//! Numbers are little-endian. Source: the technical notes distributed with ARJ.

use super::content::{Checked, Whole, array, crc, damaged};
use super::guard::Guarded;
use super::{Place, Walk, names};
use delharc::CompressionMethod;
use delharc::decode::{Decoder, DecoderAny};
use std::io::{self, BufReader, Read};

const LONGEST_HEADER: usize = 2600;

/// Whether `head` begins a header: mark and length of a header with zeros, or a length and checksum
/// that fit if the mark is damaged.
pub(super) fn sniff(head: &[u8]) -> bool {
    let [first, second, low, high, ..] = *head else { return false };
    let len = usize::from(u16::from_le_bytes([low, high]));
    // The header of the archive itself is known by its type, even with a wrong length.
    let is_of_archive = head.get(4).is_some_and(|len| (30..=64).contains(len));
    if [first, second] == MARK && is_of_archive && head.get(10) == Some(&OF_ARCHIVE) {
        return true;
    }
    if !(30..=LONGEST_HEADER).contains(&len) {
        return false;
    }
    let (header, sum) = (head.get(4..4 + len), head.get(4 + len..8 + len));
    let is_summed = |header: &[u8]| sum == Some(&crc(header).to_le_bytes()[..]);
    let is_marked = [first, second] == MARK && head.get(4..40).is_some_and(|it| it.contains(&0));
    is_marked || header.is_some_and(is_summed)
}

const MARK: [u8; 2] = [0x60, 0xea];

const ENCRYPTED: u8 = 1;
const GOES_ON: u8 = 4;
const BEGAN: u8 = 8;
const OF_ARCHIVE: u8 = 2;

struct Header {
    name: Vec<u8>,
    flags: u8,
    method: u8,
    kind: u8,
    packed: u64,
    size: u64,
    crc: u32,
}

pub(super) fn walk(source: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    let mut source = BufReader::new(source);
    let mut is_first = true;
    while let Some(header) = header(&mut source)? {
        if std::mem::take(&mut is_first) && header.kind == OF_ARCHIVE {
            continue;
        }
        let path = place.path(&names::decode_alone(&header.name));
        let mut packed = (&mut source).take(header.packed);
        let goes_on = match refusal(&header) {
            _ if !matches!(header.kind, 0 | 1) => true,
            Some(why) => walk.failed(path, &why)?,
            None => {
                let content = Guarded::new(Content::of(&mut packed, header.method));
                let whole = Whole { left: header.size, body: content };
                let mut body = Checked::new(whole, header.crc);
                walk.member(path, &mut body, place.depth)?
            }
        };
        if !goes_on {
            return Ok(());
        }
        io::copy(&mut packed, &mut io::sink())?;
        if packed.limit() > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    if is_first {
        return Err(damaged());
    }
    Ok(())
}

/// Reason why a member is not read; None if it is.
fn refusal(header: &Header) -> Option<String> {
    if header.flags & ENCRYPTED != 0 {
        Some("it is encrypted: unpack it first".to_owned())
    } else if header.flags & (GOES_ON | BEGAN) != 0 {
        Some("it is in parts: unpack it first".to_owned())
    } else if header.method > 4 {
        let method = header.method;
        Some(format!("its compression (method {method}) is not known: unpack it first"))
    } else {
        None
    }
}

/// Reads the next header; `None` at the end of the archive.
fn header(source: &mut dyn Read) -> io::Result<Option<Header>> {
    if array(source)? != MARK {
        return Err(damaged());
    }
    let len = usize::from(u16::from_le_bytes(array(source)?));
    if len == 0 {
        return Ok(None);
    }
    if len > LONGEST_HEADER {
        return Err(damaged());
    }
    let mut bytes = vec![0; len];
    source.read_exact(&mut bytes)?;
    if crc(&bytes) != u32::from_le_bytes(array(source)?) {
        return Err(damaged());
    }
    loop {
        let extra = u64::from(u16::from_le_bytes(array(source)?));
        if extra == 0 {
            break;
        }
        io::copy(&mut (&mut *source).take(extra + 4), &mut io::sink())?;
    }
    fields(&bytes).ok_or_else(damaged).map(Some)
}

fn fields(bytes: &[u8]) -> Option<Header> {
    let u32_at = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let name = bytes.get(usize::from(*bytes.first()?)..)?;
    let end = name.iter().position(|byte| *byte == 0)?;
    Some(Header {
        name: name[..end].to_vec(),
        flags: *bytes.get(4)?,
        method: *bytes.get(5)?,
        kind: *bytes.get(6)?,
        packed: u32_at(12)?.into(),
        size: u32_at(16)?.into(),
        crc: u32_at(20)?,
    })
}

enum Content<R: Read> {
    Stored(R),
    Packed(DecoderAny<R>),
    Fastest(Fastest<R>),
}

impl<R: Read> Content<R> {
    fn of(packed: R, method: u8) -> Content<R> {
        match method {
            0 => Content::Stored(packed),
            4 => Content::Fastest(Fastest::new(packed)),
            _ => Content::Packed(DecoderAny::new_from_compression(CompressionMethod::Lh6, packed)),
        }
    }
}

impl<R: Read> Read for Content<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Content::Stored(source) => source.read(buffer),
            Content::Fastest(decoder) => decoder.read(buffer),
            Content::Packed(decoder) => {
                decoder.fill_buffer(buffer).map_err(|error| io::Error::other(error.to_string()))?;
                Ok(buffer.len())
            }
        }
    }
}

/// Decoder of method 4. A number is a run of ones ended by a zero, then as many bits as the run is
/// long (plus a constant). Lengths of copies have up to 7 ones, distances 9 and up to 13 bits.
/// Length 0 stands for one byte.
struct Fastest<R> {
    bits: Bits<R>,
    window: Vec<u8>,
    at: usize,
    /// Bytes still to copy, and their distance back in the output.
    copy: (usize, usize),
    written: usize,
}

impl<R: Read> Fastest<R> {
    const WINDOW: usize = 32 << 10;

    fn new(source: R) -> Fastest<R> {
        let bits = Bits { source, held: 0, count: 0 };
        Fastest { bits, window: vec![0; Fastest::<R>::WINDOW], at: 0, copy: (0, 0), written: 0 }
    }

    fn number(&mut self, from: u32, to: u32) -> io::Result<usize> {
        let (mut base, mut bits) = (0, from);
        while bits < to && self.bits.take(1)? == 1 {
            base += 1 << bits;
            bits += 1;
        }
        Ok(base + self.bits.take(bits)?)
    }

    fn byte(&mut self) -> io::Result<u8> {
        if self.copy.0 == 0 {
            match self.number(0, 7)? {
                0 => return Ok(self.bits.take(8)? as u8),
                len => self.copy = (len + 2, self.number(9, 13)? + 1),
            }
            if self.copy.1 > self.written {
                let why = "it copies from before its beginning";
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
        }
        self.copy.0 -= 1;
        Ok(self.window[(self.at + Self::WINDOW - self.copy.1) % Self::WINDOW])
    }
}

impl<R: Read> Read for Fastest<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for slot in &mut *buffer {
            let byte = self.byte()?;
            self.window[self.at] = byte;
            self.at = (self.at + 1) % Self::WINDOW;
            self.written = (self.written + 1).min(Self::WINDOW);
            *slot = byte;
        }
        Ok(buffer.len())
    }
}

/// Reads bits, from the highest of each byte down.
struct Bits<R> {
    source: R,
    held: u32,
    count: u32,
}

impl<R: Read> Bits<R> {
    fn take(&mut self, count: u32) -> io::Result<usize> {
        while self.count < count {
            let [byte] = array(&mut self.source)?;
            self.held = self.held << 8 | u32::from(byte);
            self.count += 8;
        }
        self.count -= count;
        Ok((self.held >> self.count & ((1 << count) - 1)) as usize)
    }
}
