//! Tar, as found in `.tar.gz` and `.tar.zst`.

use super::{Walk, name};
use std::io::{self, Read};

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
    for entry in archive.entries()? {
        let mut entry = entry?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        // One by one: a stream cannot be asked for all its names first.
        let raw = entry.path_bytes().into_owned();
        let path = format!("{prefix}{}", name::of(&raw));
        if !walk.member(Some(path), &mut entry, depth)? {
            break;
        }
    }
    Ok(())
}
