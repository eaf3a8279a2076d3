//! Self-extracting programs for DOS, Windows or Linux, with a zip, RAR, 7z or CAB archive behind
//! the program. A program without an archive is handed out as it is.
//!
//! The end of the program is not computed: the archive begins at the first mark whose header or
//! directory is sound. A zip whose directory does not lead to its members is found by the header of
//! its first member.

use super::content::{Behind, crc, read_at};
use super::{Place, ReadSeek, Walk, cab, packed, zipped};
use std::io;

/// Whether `head` is a program: longer than the 64 bytes of its first header, which contain zeros.
pub(super) fn sniff(head: &[u8]) -> bool {
    [&b"MZ"[..], b"\x7fELF"].iter().any(|mark| {
        let rest = head.get(mark.len()..64).unwrap_or_default();
        head.starts_with(mark) && rest.contains(&0)
    })
}

/// Bytes searched for the mark of an archive; unpacking programs are shorter.
const FARTHEST: u64 = 16 << 20;
/// Bytes from a mark on by which an archive is tested.
const HEADER: usize = 4096;

pub(super) fn walk(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    place: &Place,
) -> io::Result<()> {
    let zip = zipped::at_end(source)?;
    let other = match zip {
        // Nothing follows the zip, so it is no member of another archive.
        Some(zipped::AtEnd::Last) => None,
        _ => find(source)?,
    };
    match (other, zip) {
        (Some((at, open)), _) => open(at, source, walk, place),
        (None, Some(_)) => zipped::walk(source, walk, place),
        (None, None) => walk.itself(source, place),
    }
}

/// Opens the archive that begins at a byte offset of a file.
type OpenAt = fn(u64, &mut dyn ReadSeek, &mut Walk<'_>, &Place) -> io::Result<()>;

/// A format of archive that may stand behind a program.
struct Hidden {
    mark: &'static [u8],
    /// Whether the archive is sound, by its bytes from the mark on.
    is_sound: fn(&[u8]) -> bool,
    open: OpenAt,
}

const HIDDEN: &[Hidden] = &[
    #[cfg(feature = "rar")]
    Hidden { mark: b"Rar!\x1a\x07", is_sound: super::rar::begins, open: super::rar::from },
    Hidden {
        mark: b"7z\xbc\xaf\x27\x1c",
        is_sound: is_seven,
        open: |at, source, walk, place| packed::seven(&mut Behind::new(source, at)?, walk, place),
    },
    Hidden {
        mark: b"MSCF\0\0\0\0",
        is_sound: cab::sniff,
        open: |at, source, walk, place| cab::walk(&mut Behind::new(source, at)?, walk, place),
    },
    Hidden {
        mark: zipped::MEMBER,
        is_sound: zipped::begins,
        open: |at, source, walk, place| zipped::walk(&mut Behind::new(source, at)?, walk, place),
    },
];

/// Finds the first archive behind a program: its byte offset and how to open it.
fn find(source: &mut dyn ReadSeek) -> io::Result<Option<(u64, OpenAt)>> {
    let bytes = read_at(source, 0, FARTHEST)?;
    let found = HIDDEN.iter().filter_map(|hidden| {
        let mut places = memchr::memmem::find_iter(&bytes, hidden.mark);
        let is_sound = |at: &usize| (hidden.is_sound)(&bytes[*at..(at + HEADER).min(bytes.len())]);
        Some((places.find(is_sound)? as u64, hidden.open))
    });
    Ok(found.min_by_key(|(at, _)| *at))
}

/// Whether the checksum of the 7z header fits.
fn is_seven(bytes: &[u8]) -> bool {
    bytes.get(12..32).is_some_and(|header| bytes[8..12] == crc(header).to_le_bytes())
}
