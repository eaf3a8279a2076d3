//! Giant files, piece by piece.

use crate::format::Boundary;
use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

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
    buffers: &Buffers,
    give: &mut dyn FnMut(u64, Vec<u8>, bool) -> bool,
) -> io::Result<()> {
    let mut buffer = buffers.take();
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
        let mut next = buffers.take();
        next.extend_from_slice(&buffer[at..]);
        buffer.truncate(at);
        if !give(offset, buffer, false) {
            return Ok(());
        }
        offset += at as u64;
        buffer = next;
    }
}

/// Buffers of pieces that are done with. A new one would be asked of the system each time and cleared by it, which takes
/// longer than reading into it.
#[derive(Default)]
pub(super) struct Buffers(Mutex<Vec<Vec<u8>>>);

impl Buffers {
    /// So many wait at most.
    const MOST: usize = 32;

    fn take(&self) -> Vec<u8> {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        used.unwrap_or_else(|| Vec::with_capacity(PIECE + PIECE / 8))
    }

    /// Takes a buffer back, if it is one of a usual piece.
    pub(super) fn put(&self, mut buffer: Vec<u8>) {
        if (PIECE..2 * PIECE).contains(&buffer.capacity()) {
            buffer.clear();
            let mut buffers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if buffers.len() < Buffers::MOST {
                buffers.push(buffer);
            }
        }
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
