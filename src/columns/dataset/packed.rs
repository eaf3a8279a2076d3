//! All games as PGN, compressed.
//!
//! Texts are made in the order of the database, whose pages lie so, and stand in the file in the
//! order of keys. A first pass writes each text into an unnamed file for a range of places; a second
//! pass reads these files one after the other and compresses their texts in order.
//!
//! Layout of a text in such a file, both numbers little-endian:
//!
//! | bytes | content |
//! | --- | --- |
//! | 4 | place of the game in the list of games |
//! | 8 | length of the text in bytes |
//! | length | the text |

use crate::answers::with_entry;
use crate::columns::error::{ColumnsError, ColumnsResult};
use crate::export::{self, ExportOptions};
use crate::notation::System;
use crate::search::{Archive, Watch, in_order};
use std::fs::File;
use std::io::{BufWriter, Error as IoError, Read, Seek, Write};
use std::path::Path;

/// Number of games of a frame of the compressed file, and of those whose texts a thread makes at
/// once.
const TOGETHER: usize = 512;
/// Least number of frames whose texts stand in one unnamed file.
const FRAMES: usize = 8;
/// Largest number of unnamed files.
const MOST_FILES: usize = 256;

/// Writes games as PGN into a file of a folder, compressed with Zstandard. The file has several
/// frames, which programs unpack as one.
pub(super) fn pack_games(
    archive: &Archive,
    games: &[u32],
    (folder, name): (&Path, &str),
    watch: &dyn Watch,
) -> ColumnsResult<()> {
    let format = export::by_name("pgn").ok_or(IoError::other("there is no format `pgn`"))?;
    let notation = System::named("chinese").map_err(IoError::other)?;
    let options = ExportOptions { notation, charset: None, full: false, safe_csv: false };
    let of_file = games.len().div_ceil(TOGETHER * MOST_FILES).max(FRAMES) * TOGETHER;
    let open = |_| tempfile::tempfile_in(folder).map(BufWriter::new);
    let files = (0..games.len().div_ceil(of_file)).map(open);
    let mut files = files.collect::<std::io::Result<Vec<_>>>()?;

    let mut by_id: Vec<(u32, u32)> = games.iter().copied().zip(0..).collect();
    by_id.sort_unstable();
    let parts: Vec<_> = by_id.chunks(TOGETHER).collect();
    let write = |archive: &Archive, part: usize| {
        let mut texts = Vec::with_capacity(parts[part].len());
        for &(id, place) in parts[part] {
            let written = with_entry(archive, id, |entry, _| (format.write)(entry, &options))?;
            texts.push((place, written.map_err(IoError::other)?.bytes));
        }
        Ok(texts)
    };
    in_order(archive, parts.len(), write, |texts: Vec<(u32, Vec<u8>)>| {
        for (place, text) in texts {
            let file = &mut files[place as usize / of_file];
            file.write_all(&place.to_le_bytes())?;
            file.write_all(&(text.len() as u64).to_le_bytes())?;
            file.write_all(&text)?;
        }
        watch.go_on().map_err(ColumnsError::from)
    })?;

    let files = files.into_iter().map(BufWriter::into_inner).collect::<Result<Vec<_>, _>>();
    let files = files.map_err(std::io::IntoInnerError::into_error)?;
    let pack = |_: &Archive, part: usize| {
        let (mut file, mut bytes) = (&files[part], Vec::new());
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        // The disk needs room for the compressed file.
        file.set_len(0)?;
        let mut texts = texts(&bytes);
        texts.sort_unstable_by_key(|(place, _)| *place);
        let frames = texts.chunks(TOGETHER).map(|texts| {
            let texts = texts.iter().map(|(_, text)| *text).collect::<Vec<_>>().concat();
            Ok(zstd::bulk::compress(&texts, zstd::DEFAULT_COMPRESSION_LEVEL)?)
        });
        frames.collect::<ColumnsResult<Vec<_>>>()
    };
    let mut packed = File::create(folder.join(name))?;
    in_order(archive, files.len(), pack, |frames| {
        frames.iter().try_for_each(|frame| packed.write_all(frame))?;
        watch.go_on().map_err(ColumnsError::from)
    })?;
    Ok(packed.sync_all()?)
}

/// The texts in the bytes of an unnamed file, with their places.
fn texts(mut bytes: &[u8]) -> Vec<(u32, &[u8])> {
    let mut texts = Vec::new();
    while let Some((place, rest)) = bytes.split_first_chunk()
        && let Some((length, rest)) = rest.split_first_chunk()
        && let Some((text, rest)) = rest.split_at_checked(u64::from_le_bytes(*length) as usize)
    {
        texts.push((u32::from_le_bytes(*place), text));
        bytes = rest;
    }
    texts
}
