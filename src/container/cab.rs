//! CAB, the cabinets of Windows: stored, MSZIP (deflate in blocks) and LZX.
//!
//! | structure | off | field |
//! | --- | --- | --- |
//! | header `MSCF` | 8 | u32 size of the cabinet |
//! | | 16 | u32 offset of the files |
//! | | 24 | u8 minor and major version, 3 and 1 |
//! | | 26 | u16 folders, u16 files |
//! | | 30 | u16 flags: 1 a cabinet goes before, 2 one follows, 4 with reserved areas |
//! | | 36 | by flag 4: u16, u8, u8 bytes reserved here, in each folder, in each block; the area |
//! | | | by flags 1 and 2: name of the cabinet and of its disk, ending with 0 |
//! | folder | 0 | u32 offset of its blocks, u16 blocks |
//! | | 6 | u16 method in the lowest 4 bits: 0 stored, 1 MSZIP, 2 Quantum, 3 LZX; LZX: window in bits 8 to 12 |
//! | | 8 | reserved area |
//! | file | 0 | u32 size, u32 offset in its unpacked folder |
//! | | 8 | u16 folder; FFFD to FFFF: it goes on in another cabinet |
//! | | 10 | u16 date, u16 time, u16 attributes: 80 name in UTF-8 |
//! | | 16 | name, ending with 0 |
//! | block | 0 | u32 checksum or 0, u16 packed size, u16 size |
//! | | 8 | reserved area, data |
//!
//! Numbers are little-endian. A folder is one stream; its files are handed out in their order in
//! the stream. Source: Microsoft's description of the format ([MS-CAB]).
//!
//! The crate `cab` is not used: it decodes a folder anew for each of its files, finds files by
//! names that may repeat, and rejects a whole cabinet if one folder has an unknown method.

use super::content::{Whole, array, invalid, wrong_sum};
use super::guard::guarded;
use super::{Metered, Place, ReadSeek, Walk, names};
use lzxd::{Lzxd, WindowSize};
use std::io::{self, Read, SeekFrom};

pub(super) fn sniff(head: &[u8]) -> bool {
    head.starts_with(b"MSCF\0\0\0\0") && head.get(24..26) == Some(&[3, 1])
}

/// Largest number of bytes that a block unpacks to.
const LONGEST: usize = 32 << 10;

struct Folder {
    at: u64,
    blocks: u16,
    method: u16,
}

struct Packed {
    name: Vec<u8>,
    is_utf8: bool,
    folder: u16,
    at: u64,
    size: u64,
}

/// Header of a cabinet, and its lists of folders and files.
struct Cabinet {
    folders: Vec<Folder>,
    files: Vec<Packed>,
    /// Bytes reserved in each block, before its data.
    reserved: usize,
    damage: Option<io::Error>,
}

pub(super) fn walk(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    place: &Place,
) -> io::Result<()> {
    let mut cabinet = read(source)?;
    let unmarked: Vec<&[u8]> =
        cabinet.files.iter().filter(|file| !file.is_utf8).map(|file| &file.name[..]).collect();
    let encoding = names::encoding_of(&unmarked);
    cabinet.files.sort_by_key(|file| (file.folder, file.at));
    let mut outcome = cabinet.damage.map_or(Ok(()), Err);
    let mut used = 0;
    for files in cabinet.files.chunk_by(|a, b| a.folder == b.folder) {
        let opened = match (cabinet.folders.get(usize::from(files[0].folder)), files[0].folder) {
            (Some(folder), _) => Blocks::new(source, folder, cabinet.reserved),
            (None, 0xfffd..) => Err("it is in parts: unpack it first".to_owned()),
            (None, _) => Err("it lies in a folder of the cabinet that is not there".to_owned()),
        };
        let mut blocks = match opened {
            Ok(blocks) => blocks,
            Err(why) => {
                for file in files {
                    let name = names::decode(&file.name, encoding);
                    if !walk.failed(place.path(&name), &why)? {
                        return Ok(());
                    }
                }
                continue;
            }
        };
        for file in files {
            let path = place.path(&names::decode(&file.name, encoding));
            let goes_on = match file.at.checked_sub(blocks.at) {
                None => walk.failed(path, "it overlaps the file before it in the cabinet")?,
                Some(gap) => {
                    // Unlisted bytes count against the budget like read ones.
                    let budget = walk.budget.clone();
                    let gap = &mut Metered::new(&mut blocks, &budget).take(gap);
                    let skipped = io::copy(gap, &mut io::sink());
                    if skipped.as_ref().is_ok_and(|skipped| *skipped > 0) {
                        outcome = outcome.and(Err(io::Error::other(OF_NO_FILE)));
                    }
                    let mut body = Whole { left: file.size, body: &mut blocks };
                    match skipped {
                        Ok(_) => walk.member(path, &mut body, place.depth)?,
                        Err(error) => walk.failed(path, &error.to_string())?,
                    }
                }
            };
            if !goes_on {
                return Ok(());
            }
            // Bytes that the visitor left unread are skipped before the next file.
            let rest = (file.at + file.size).saturating_sub(blocks.at);
            if let Err(error) = io::copy(&mut (&mut blocks).take(rest), &mut io::sink()) {
                outcome = outcome.and(Err(error));
            }
        }
        used += 1;
        if blocks.left > 0 || blocks.read < blocks.block.len() {
            outcome = outcome.and(Err(io::Error::other(OF_NO_FILE)));
        }
    }
    if used < cabinet.folders.len() || cabinet.files.is_empty() {
        outcome = outcome.and(Err(io::Error::other(OF_NO_FILE)));
    }
    outcome
}

/// Error message when the list of files leaves bytes out.
const OF_NO_FILE: &str = "the list of the files in the cabinet is damaged: it leaves bytes out";

fn read(source: &mut dyn ReadSeek) -> io::Result<Cabinet> {
    source.rewind()?;
    let mut header = [0; 36];
    source.read_exact(&mut header)?;
    let u16_at = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    let (folder_count, file_count, flags) = (u16_at(26), u16_at(28), u16_at(30));
    let files_at = u32::from_le_bytes([header[16], header[17], header[18], header[19]]);
    let (mut in_folder, mut in_block) = (0, 0);
    if flags & 4 != 0 {
        let [low, high, folder, block] = array(source)?;
        (in_folder, in_block) = (u64::from(folder), usize::from(block));
        let area = u64::from(u16::from_le_bytes([low, high]));
        io::copy(&mut (&mut *source).take(area), &mut io::sink())?;
    }
    for _ in 0..2 * (flags & 3).count_ones() {
        name(source)?;
    }
    let mut cabinet = Cabinet { folders: vec![], files: vec![], reserved: in_block, damage: None };
    for _ in 0..folder_count {
        let [a, b, c, d, blocks, more, method, window] = array(source)?;
        cabinet.folders.push(Folder {
            at: u32::from_le_bytes([a, b, c, d]).into(),
            blocks: u16::from_le_bytes([blocks, more]),
            method: u16::from_le_bytes([method, window]),
        });
        io::copy(&mut (&mut *source).take(in_folder), &mut io::sink())?;
    }
    source.seek(SeekFrom::Start(files_at.into()))?;
    for _ in 0..file_count {
        match file(source) {
            Ok(file) => cabinet.files.push(file),
            Err(_) => {
                let why = "the list of the files in the cabinet is damaged";
                cabinet.damage = Some(io::Error::other(why));
                break;
            }
        }
    }
    Ok(cabinet)
}

fn file(source: &mut dyn ReadSeek) -> io::Result<Packed> {
    const IN_UTF8: u16 = 0x80;
    let fields: [u8; 16] = array(source)?;
    let u32_at = |at: usize| {
        u32::from_le_bytes([fields[at], fields[at + 1], fields[at + 2], fields[at + 3]])
    };
    let u16_at = |at: usize| u16::from_le_bytes([fields[at], fields[at + 1]]);
    Ok(Packed {
        size: u32_at(0).into(),
        at: u32_at(4).into(),
        folder: u16_at(8),
        is_utf8: u16_at(14) & IN_UTF8 != 0,
        name: name(source)?,
    })
}

/// Reads a name up to its closing 0.
fn name(source: &mut dyn ReadSeek) -> io::Result<Vec<u8>> {
    const LONGEST_NAME: usize = 1024;
    let mut name = Vec::new();
    loop {
        match array(source)? {
            [0] => return Ok(name),
            [byte] if name.len() < LONGEST_NAME => name.push(byte),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

/// The unpacked bytes of a folder.
struct Blocks<'a> {
    source: &'a mut dyn ReadSeek,
    next: u64,
    left: u16,
    reserved: usize,
    method: Method,
    /// The current block, unpacked.
    block: Vec<u8>,
    read: usize,
    /// Number of bytes read so far.
    at: u64,
    is_broken: bool,
}

enum Method {
    Stored,
    MsZip(flate2::Decompress),
    Lzx(Box<Lzxd>),
}

impl<'a> Blocks<'a> {
    fn new(
        source: &'a mut dyn ReadSeek,
        folder: &Folder,
        reserved: usize,
    ) -> Result<Blocks<'a>, String> {
        let method = match folder.method & 15 {
            0 => Method::Stored,
            1 => Method::MsZip(flate2::Decompress::new(false)),
            3 => Method::Lzx(Box::new(Lzxd::new(window(folder.method >> 8)?))),
            2 => return Err("its compression (Quantum) is not read: unpack it first".to_owned()),
            other => {
                let why = format!("its compression (method {other}) is not known: unpack it first");
                return Err(why);
            }
        };
        let (next, left) = (folder.at, folder.blocks);
        let block = Vec::new();
        Ok(Blocks { source, next, left, reserved, method, block, read: 0, at: 0, is_broken: false })
    }

    /// Unpacks the next block.
    fn unpack(&mut self) -> io::Result<()> {
        self.left -= 1;
        self.source.seek(SeekFrom::Start(self.next))?;
        let [a, b, c, d, e, f, g, h]: [u8; 8] = array(self.source)?;
        let (packed_size, size) = (u16::from_le_bytes([e, f]), u16::from_le_bytes([g, h]));
        if usize::from(size) > LONGEST {
            return Err(invalid("a block of the cabinet is too long"));
        }
        let mut packed = vec![0; self.reserved + usize::from(packed_size)];
        self.source.read_exact(&mut packed)?;
        self.next += 8 + packed.len() as u64;
        let sum = u32::from_le_bytes([a, b, c, d]);
        // The checksum covers the sizes, too.
        let sizes = u32::from_le_bytes([e, f, g, h]);
        if sum != 0 && checksum(&packed, sizes) != sum {
            return Err(wrong_sum());
        }
        let before = std::mem::take(&mut self.block);
        let (packed, size) = (&packed[self.reserved..], usize::from(size));
        self.read = 0;
        self.block = match &mut self.method {
            Method::Stored => packed.to_vec(),
            Method::MsZip(inflate) => ms_zip(inflate, packed, &before, size)?,
            Method::Lzx(lzx) => guarded(|| {
                let unpacked = lzx.decompress_next(packed, size).map_err(io::Error::other)?;
                Ok(unpacked.to_vec())
            })?,
        };
        if self.block.len() != size {
            return Err(invalid("a block of the cabinet has another length than it says"));
        }
        Ok(())
    }
}

/// Unpacks a deflated block with its mark `CK`; the block `before` is its dictionary.
fn ms_zip(
    inflate: &mut flate2::Decompress,
    packed: &[u8],
    before: &[u8],
    size: usize,
) -> io::Result<Vec<u8>> {
    let packed = packed.strip_prefix(b"CK").ok_or_else(|| invalid("a block is no MSZIP"))?;
    inflate.reset(false);
    let mut out = Vec::with_capacity(before.len().max(size));
    if !before.is_empty() {
        // The dictionary is fed as a stored block, whose output is thrown away.
        let len = before.len() as u16;
        let head = [&[0][..], &len.to_le_bytes(), &(!len).to_le_bytes()].concat();
        for part in [&head[..], before] {
            inflate.decompress_vec(part, &mut out, flate2::FlushDecompress::Sync)?;
        }
        out.clear();
    }
    inflate.decompress_vec(packed, &mut out, flate2::FlushDecompress::Finish)?;
    Ok(out)
}

fn window(bits: u16) -> Result<WindowSize, String> {
    Ok(match bits & 31 {
        15 => WindowSize::KB32,
        16 => WindowSize::KB64,
        17 => WindowSize::KB128,
        18 => WindowSize::KB256,
        19 => WindowSize::KB512,
        20 => WindowSize::MB1,
        21 => WindowSize::MB2,
        _ => return Err("its compression (LZX) has a window that is not known".to_owned()),
    })
}

/// Exclusive or of all words of four bytes; a shorter last word is read big-endian.
fn checksum(bytes: &[u8], sizes: u32) -> u32 {
    let (words, rest) = bytes.as_chunks::<4>();
    let sum = words.iter().fold(sizes, |sum, word| sum ^ u32::from_le_bytes(*word));
    sum ^ rest.iter().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

impl Read for Blocks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_broken {
            return Err(invalid("the folder of the cabinet is damaged before it"));
        }
        while self.read == self.block.len() {
            if self.left == 0 || buffer.is_empty() {
                return Ok(0);
            }
            if let Err(error) = self.unpack() {
                self.is_broken = true;
                return Err(error);
            }
        }
        let len = buffer.len().min(self.block.len() - self.read);
        buffer[..len].copy_from_slice(&self.block[self.read..self.read + len]);
        self.read += len;
        self.at += len as u64;
        Ok(len)
    }
}
