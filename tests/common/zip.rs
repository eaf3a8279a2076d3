//! Writes zips with deflated members, as far as tests and benches need: no 64-bit sizes.
//!
//! | structure | off | what |
//! | --- | --- | --- |
//! | local header `PK\3\4` | 4 | u16 version 20, u16 flags 0, u16 method, u32 time and date, then *sizes* |
//! | | 26 | u16 length of the name, u16 0, the name, the data |
//! | entry `PK\1\2` | 4 | u16 made by 20, then as the local header from its byte 4 to 30 |
//! | | 32 | 10 zero bytes, u32 offset of the local header, the name |
//! | end `PK\5\6` | 4 | u32 0, u16 entries twice, u32 size and offset of the directory, u16 0 |
//!
//! *Sizes* are u32 CRC, u32 packed size, u32 size. Numbers are little-endian. Source of the facts:
//! PKWARE's APPNOTE 6.3.

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use std::io::{self, Write};

/// Writes members one after the other.
pub(crate) struct ZipWriter<W> {
    out: W,
    at: usize,
    directory: Vec<u8>,
    members: usize,
}

impl<W: Write> ZipWriter<W> {
    /// Begins a zip.
    pub(crate) fn new(out: W) -> ZipWriter<W> {
        ZipWriter { out, at: 0, directory: Vec::new(), members: 0 }
    }

    /// Adds a member; fails if the zip becomes too large for its format.
    pub(crate) fn member(&mut self, name: &str, data: &[u8]) -> io::Result<()> {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(data)?;
        self.packed_member(name, data, (8, &packer.finish()?))
    }

    /// Adds a member that was packed by the method of this number.
    pub(crate) fn packed_member(
        &mut self,
        name: &str,
        data: &[u8],
        (method, packed): (u16, &[u8]),
    ) -> io::Result<()> {
        let mut crc = Crc::new();
        crc.update(data);
        let mut common = Vec::new();
        for number in [20_u16, 0, method, 0, 0x21] {
            common.extend(number.to_le_bytes());
        }
        for number in [crc.sum(), small(packed.len())?, small(data.len())?] {
            common.extend(number.to_le_bytes());
        }
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0; 2]);
        let offset = small(self.at)?;
        self.write(b"PK\x03\x04")?;
        self.write(&common)?;
        self.write(name.as_bytes())?;
        self.write(packed)?;
        self.directory.extend(b"PK\x01\x02\x14\0");
        self.directory.extend(&common);
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.members += 1;
        Ok(())
    }

    /// Writes the directory, and returns the writer.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        let members = u16::try_from(self.members).map_err(io::Error::other)?.to_le_bytes();
        let (size, at) = (small(self.directory.len())?, small(self.at)?);
        let directory = std::mem::take(&mut self.directory);
        self.write(&directory)?;
        self.write(b"PK\x05\x06\0\0\0\0")?;
        self.write(&[members, members].concat())?;
        self.write(&[size.to_le_bytes(), at.to_le_bytes()].concat())?;
        self.write(&[0; 2])?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len();
        self.out.write_all(bytes)
    }
}

fn small(number: usize) -> io::Result<u32> {
    u32::try_from(number).map_err(io::Error::other)
}
