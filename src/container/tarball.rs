//! Tar, as found in `.tar.gz` and `.tar.zst`.

use super::{Walk, name};
use std::io::{self, Read};
use tar::EntryType;

/// A header block whose checksum fits. The mark `ustar` alone is missing in old tars.
pub(super) fn sniff(head: &[u8]) -> bool {
    let Some(block) = head.get(..512) else { return false };
    let Ok(field) = std::str::from_utf8(&block[148..156]) else { return false };
    let Ok(stored) = u32::from_str_radix(field.trim_matches([' ', '\0']), 8) else { return false };
    let sum: u32 = block
        .iter()
        .enumerate()
        .map(|(at, &byte)| if (148..156).contains(&at) { 32 } else { u32::from(byte) })
        .sum();
    block[0] != 0 && sum == stored
}

pub(super) fn walk(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    prefix: &str,
    depth: u32,
) -> io::Result<()> {
    let mut archive = tar::Archive::new(source);
    // Behind the end of a tar another one may follow, as after `cat a.tar b.tar`.
    archive.set_ignore_zeros(true);
    for entry in archive.entries()? {
        let mut entry = entry?;
        if is_no_file(entry.header().entry_type()) {
            continue;
        }
        // One by one: a stream cannot be asked for all its names first.
        let raw = entry.path_bytes().into_owned();
        let path = Some(format!("{prefix}{}", name::of(&raw)));
        let goes_on = match refusal(&mut entry)? {
            Some(why) => walk.failed(path, why)?,
            None => walk.member(path, &mut entry, depth)?,
        };
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// Folders, links and devices. What a link leads to is a member of its own; whatever else is not
/// known counts as a file, as the standard has it.
fn is_no_file(kind: EntryType) -> bool {
    kind.is_dir()
        || kind.is_hard_link()
        || kind.is_symlink()
        || kind.is_character_special()
        || kind.is_block_special()
        || kind.is_fifo()
        || kind.is_pax_global_extensions()
}

/// Why the content of an entry is not what its file held.
fn refusal<R: Read>(entry: &mut tar::Entry<'_, R>) -> io::Result<Option<&'static str>> {
    if entry.header().entry_type().as_byte() == b'M' {
        return Ok(Some("it begins in another volume of the tar: unpack it first"));
    }
    // The gaps of a sparse file in the newer layout are told in its content, which is not undone.
    let mut is_sparse = false;
    if let Some(extensions) = entry.pax_extensions()? {
        for extension in extensions {
            is_sparse |= extension?.key_bytes().starts_with(b"GNU.sparse.");
        }
    }
    Ok(is_sparse.then_some("it is stored with gaps left out: unpack it first"))
}
