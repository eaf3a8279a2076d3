//! Giant files, piece by piece.

use crate::format::Boundary;
use std::io::{self, Read};

/// Files and members up to this size are read whole.
pub(super) const LARGE: u64 = 16 << 20;
/// A piece is about this long.
const PIECE: usize = 512 << 10;
/// A record longer than this is cut anywhere: memory stays bounded whatever the file says.
const LONGEST_RECORD: usize = 256 << 20;

/// Cuts what `reader` gives at record boundaries and hands out the pieces as (offset, bytes, is last). Stops when `give`
/// returns `false`.
pub(super) fn cut(
    reader: &mut dyn Read,
    boundary: Boundary,
    mut offset: u64,
    give: &mut dyn FnMut(u64, Vec<u8>, bool) -> bool,
) -> io::Result<()> {
    let mut buffer: Vec<u8> = Vec::new();
    loop {
        let wanted = if buffer.len() < PIECE { PIECE } else { buffer.len() };
        let before = buffer.len();
        let outcome = reader.take(wanted as u64).read_to_end(&mut buffer);
        if let Err(error) = outcome {
            give(offset, buffer, true);
            return Err(error);
        }
        let is_end = buffer.len() - before < wanted;
        if is_end {
            give(offset, buffer, true);
            return Ok(());
        }
        let at = match last_boundary(&buffer, boundary) {
            Some(at) => at,
            None if buffer.len() < LONGEST_RECORD => continue,
            None => buffer.len(),
        };
        let rest = buffer.split_off(at);
        let len = buffer.len() as u64;
        if !give(offset, buffer, false) {
            return Ok(());
        }
        offset += len;
        buffer = rest;
    }
}

/// A boundary as near to the end as can be found with few looks.
fn last_boundary(buffer: &[u8], boundary: Boundary) -> Option<usize> {
    let mut back = 16 << 10;
    loop {
        let from = buffer.len().saturating_sub(back).max(1);
        match boundary(buffer, from) {
            Some(at) if at > 0 && at < buffer.len() => return Some(at),
            _ if from == 1 => return None,
            _ => back *= 4,
        }
    }
}
