//! Writes archives with stored members, as far as tests need.
//!
//! | RAR 5 | a header: u32 CRC-32 of what follows, vint its length, vint type, vint flags |
//! | --- | --- |
//! | archive, type 1 | vint flags: 1 of several parts, 2 with number; vint number of a later part |
//! | file, type 2, flags 2 | vint bytes of data, vint flags 4, vint size, vint attributes, u32 CRC-32, vint method 0, vint system, vint length of the name, name |
//! | end, type 5 | vint flags: 1 another part follows |
//!
//! | RAR 1.5 to 4 | a header: u16 CRC-32 of the rest cut to 16 bits, u8 type, u16 flags, u16 length |
//! | --- | --- |
//! | archive, type 73 | 6 zeros |
//! | file, type 74, flags 8000 | u32 packed, u32 size, u8 system, u32 CRC-32, u32 time, u8 version 20, u8 method 30, u16 length of the name, u32 attributes, name |
//! | end, type 7B | |
//!
//! | CAB | header of 36 bytes, one folder, files, blocks: see `src/container/cab.rs` |
//! | --- | --- |
//! | LZH | u8 length and u8 sum of the rest: `-lh0-`, u32 packed, u32 size, u32 time, u8 attributes, u8 level 0, u8 length of the name, name, u16 CRC-16; a 0 ends the archive |
//! | ARJ | a header of the archive, headers of members, an empty header: see `src/container/arj.rs` |
//!
//! Sources of the facts: the technical note of RAR 5.0 and the description of the older format that
//! is handed out with UnRAR; for the others see those files.

use std::ops::Range;

/// Name and content.
pub(crate) type Packed<'a> = (&'a [u8], &'a [u8]);

/// A RAR 5 archive.
pub(crate) fn rar(members: &[Packed<'_>]) -> Vec<u8> {
    let mut rar = Rar5::begin(None);
    for (name, bytes) in members {
        rar.member(name, bytes, 0..bytes.len());
    }
    rar.end(false)
}

/// RAR 5 archive of one member, in parts with `len` bytes of the member each.
pub(crate) fn rar_in_parts((name, bytes): Packed<'_>, len: usize) -> Vec<Vec<u8>> {
    let count = bytes.len().div_ceil(len);
    let part = |number: usize| {
        let mut rar = Rar5::begin(Some(number as u8));
        rar.member(name, bytes, number * len..bytes.len().min((number + 1) * len));
        rar.end(number + 1 < count)
    };
    (0..count).map(part).collect()
}

/// RAR 5 archive being written.
struct Rar5(Vec<u8>);

impl Rar5 {
    fn begin(part: Option<u8>) -> Rar5 {
        let mut rar = Rar5(b"Rar!\x1a\x07\x01\0".to_vec());
        match part {
            None => rar.header(&[1, 0, 0], b""),
            Some(0) => rar.header(&[1, 0, 1], b""),
            Some(number) => rar.header(&[1, 0, 3, number], b""),
        }
        rar
    }

    /// Adds the bytes `range` of a member.
    fn member(&mut self, name: &[u8], bytes: &[u8], range: Range<usize>) {
        let goes_on = u8::from(range.start > 0) << 3 | u8::from(range.end < bytes.len()) << 4;
        let mut header = vec![2, 2 | goes_on];
        vint(&mut header, range.len());
        header.push(4);
        vint(&mut header, bytes.len());
        header.push(0);
        // The last part of a member has the checksum of the whole member.
        let sum = if range.end < bytes.len() { &bytes[range.clone()] } else { bytes };
        header.extend(crc(sum).to_le_bytes());
        header.extend([0, 0]);
        vint(&mut header, name.len());
        header.extend(name);
        self.header(&header, &bytes[range]);
    }

    fn end(mut self, goes_on: bool) -> Vec<u8> {
        self.header(&[5, 0, u8::from(goes_on)], b"");
        self.0
    }

    fn header(&mut self, fields: &[u8], data: &[u8]) {
        let mut header = Vec::new();
        vint(&mut header, fields.len());
        header.extend(fields);
        self.0.extend(crc(&header).to_le_bytes());
        self.0.extend(header);
        self.0.extend(data);
    }
}

fn vint(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// RAR archive in the form of versions 1.5 to 4; members are marked as encrypted if `is_encrypted`
/// is true of their numbers.
pub(crate) fn old_rar(members: &[Packed<'_>], is_encrypted: fn(usize) -> bool) -> Vec<u8> {
    let mut out = b"Rar!\x1a\x07\0".to_vec();
    let mut header = |kind: u8, flags: u16, fields: &[u8], data: &[u8]| {
        let mut header = vec![kind];
        header.extend(flags.to_le_bytes());
        header.extend((7 + fields.len() as u16).to_le_bytes());
        header.extend(fields);
        out.extend((crc(&header) as u16).to_le_bytes());
        out.extend(header);
        out.extend(data);
    };
    header(0x73, 0, &[0; 6], b"");
    for (number, (name, bytes)) in members.iter().enumerate() {
        let mut fields = Vec::new();
        fields.extend((bytes.len() as u32).to_le_bytes());
        fields.extend((bytes.len() as u32).to_le_bytes());
        fields.push(0);
        fields.extend(crc(bytes).to_le_bytes());
        fields.extend([0, 0, 0x21, 0x21, 20, 0x30]);
        fields.extend((name.len() as u16).to_le_bytes());
        fields.extend([0x20, 0, 0, 0]);
        fields.extend(*name);
        header(0x74, 0x8000 | u16::from(is_encrypted(number)) << 2, &fields, bytes);
    }
    header(0x7b, 0, b"", b"");
    out
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Cabinet with one folder, whose blocks hold `len` bytes, packed by MSZIP if `is_deflated`.
pub(crate) fn cab(members: &[Packed<'_>], len: usize, is_deflated: bool) -> Vec<u8> {
    let mut files = Vec::new();
    let mut folder = Vec::new();
    for (name, bytes) in members {
        files.extend((bytes.len() as u32).to_le_bytes());
        files.extend((folder.len() as u32).to_le_bytes());
        files.extend([0, 0, 0x21, 0x21, 0, 0, 0x20, 0]);
        files.extend(*name);
        files.push(0);
        folder.extend(*bytes);
    }
    let mut blocks = Vec::new();
    for block in folder.chunks(len) {
        let packed = if is_deflated {
            // MSZIP could use the dictionary of the block before; this does not.
            let mut out = b"CK".to_vec();
            let mut packer = flate2::Compress::new(flate2::Compression::best(), false);
            out.reserve(block.len() + 100);
            packer.compress_vec(block, &mut out, flate2::FlushCompress::Finish).unwrap();
            out
        } else {
            block.to_vec()
        };
        let sizes =
            [(packed.len() as u16).to_le_bytes(), (block.len() as u16).to_le_bytes()].concat();
        let mut sum = u32::from_le_bytes(sizes[..].try_into().unwrap());
        for word in packed.chunks(4) {
            sum ^= match *word {
                [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
                _ => word.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte)),
            };
        }
        blocks.extend(sum.to_le_bytes());
        blocks.extend(sizes);
        blocks.extend(packed);
    }
    let (files_at, blocks_at) = (44, 44 + files.len() as u32);
    let mut out = b"MSCF\0\0\0\0".to_vec();
    for number in [blocks_at + blocks.len() as u32, 0, files_at, 0] {
        out.extend(number.to_le_bytes());
    }
    out.extend([3, 1, 1, 0]);
    out.extend((members.len() as u16).to_le_bytes());
    out.extend([0; 6]);
    out.extend(blocks_at.to_le_bytes());
    out.extend((folder.len().div_ceil(len) as u16).to_le_bytes());
    out.extend([u8::from(is_deflated), 0]);
    out.extend(files);
    out.extend(blocks);
    out
}

/// An LZH archive with headers of level 0.
pub(crate) fn lzh(members: &[Packed<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, bytes) in members {
        let mut header = b"-lh0-".to_vec();
        for number in [bytes.len() as u32, bytes.len() as u32, 0x2121_0000] {
            header.extend(number.to_le_bytes());
        }
        header.extend([0x20, 0, name.len() as u8]);
        header.extend(*name);
        let crc = bytes.iter().fold(0_u16, |crc, byte| {
            (0..8).fold(crc ^ u16::from(*byte), |crc, _| crc >> 1 ^ (0xa001 * (crc & 1)))
        });
        header.extend(crc.to_le_bytes());
        out.push(header.len() as u8);
        out.push(header.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)));
        out.extend(header);
        out.extend(*bytes);
    }
    out.push(0);
    out
}

/// ARJ archive; members are marked as encrypted if `is_encrypted` is true of their numbers.
pub(crate) fn arj(members: &[Packed<'_>], is_encrypted: fn(usize) -> bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut header = |flags: u8, kind: u8, name: &[u8], bytes: &[u8]| {
        let mut header = vec![30, 11, 1, 0, flags, 0, kind, 0];
        header.extend(0x2121_0000_u32.to_le_bytes());
        for number in [bytes.len() as u32, bytes.len() as u32, crc(bytes)] {
            header.extend(number.to_le_bytes());
        }
        header.extend([0; 6]);
        header.extend(name);
        header.extend([0, 0]);
        out.extend(b"\x60\xea");
        out.extend((header.len() as u16).to_le_bytes());
        out.extend(&header);
        out.extend(crc(&header).to_le_bytes());
        out.extend([0, 0]);
        out.extend(bytes);
    };
    header(0, 2, b"a.arj", b"");
    for (number, (name, bytes)) in members.iter().enumerate() {
        header(u8::from(is_encrypted(number)), 0, name, bytes);
    }
    out.extend(b"\x60\xea\0\0");
    out
}

/// Beginning of a Windows program that does nothing.
pub(crate) fn program() -> Vec<u8> {
    let mut program = b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff".to_vec();
    program.resize(5000, 0);
    // Marks of archives, as a program contains that searches for them.
    program.extend(b"Rar!\x1a\x07\0 7z\xbc\xaf\x27\x1c PK\x05\x06");
    program.resize(70_000, 0x90);
    program
}

/// A 7z of one file `a` of `size` bytes, packed by the method of this id with these properties
/// (7zFormat.txt). Method, properties and packed bytes have fewer than 128 bytes each, the file fewer
/// than 16,384.
pub(crate) fn seven_by(method: &[u8], properties: &[u8], packed: &[u8], size: u16) -> Vec<u8> {
    let coder = [&[0x20 | method.len() as u8][..], method, &[properties.len() as u8], properties];
    let mut list = vec![1, 4, 6, 0, 1, 9, packed.len() as u8, 0, 7, 0x0b, 1, 0, 1];
    list.extend(coder.concat());
    list.extend([0x0c, 0x80 | (size >> 8) as u8, size as u8]);
    list.extend([0, 8, 0, 0, 5, 1, 0x11, 5, 0, b'a', 0, 0, 0, 0, 0]);
    let place = [(packed.len() as u64).to_le_bytes(), (list.len() as u64).to_le_bytes()].concat();
    let start = [&place[..], &crc(&list).to_le_bytes()].concat();
    let head = [b"7z\xbc\xaf\x27\x1c\0\x04", &crc(&start).to_le_bytes()[..], &start].concat();
    [&head[..], packed, &list].concat()
}
