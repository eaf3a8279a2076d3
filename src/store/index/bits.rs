//! Bit streams: fixed-width fields and Rice codes, least significant bit first.
//!
//! A Rice code with parameter `k` writes `value >> k` as that many zeros and a one, then the lower
//! `k` bits as they are. A quotient of [`ESCAPE`] or more is written as `ESCAPE` zeros, a one and
//! the whole value in a width that writer and reader know, so an outlier never costs more than
//! that.

/// Quotients from here on are escaped. With at most 32 low bits a whole code fits in the 57 bits of
/// one peek.
pub(crate) const ESCAPE: u64 = 24;

/// Number of bits of a peek that are always filled.
const PEEKED: u32 = 57;

/// Appends bits to a byte vector; [`BitWriter::finish`] fills the last byte with zeros.
pub(crate) struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    pending: u64,
    used: u32,
}

impl<'a> BitWriter<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>) -> BitWriter<'a> {
        BitWriter { out, pending: 0, used: 0 }
    }

    /// Writes the lower `width` bits (0..=64) of a value that has no others.
    pub(crate) fn put(&mut self, value: u64, width: u32) {
        debug_assert!(width == 64 || value >> width == 0, "{value} is wider than {width} bits");
        if width == 0 {
            return;
        }
        self.pending |= value << self.used;
        let filled = self.used + width;
        if filled < 64 {
            self.used = filled;
            return;
        }
        self.out.extend_from_slice(&self.pending.to_le_bytes());
        let written = 64 - self.used;
        self.pending = if written == 64 { 0 } else { value >> written };
        self.used = filled - 64;
    }

    /// Writes a Rice code; `whole` is the width of an escaped value.
    pub(crate) fn put_rice(&mut self, value: u64, k: u32, whole: u32) {
        let quotient = value >> k;
        let low = value & low_bits(k);
        if quotient >= ESCAPE {
            self.put(1 << ESCAPE, ESCAPE as u32 + 1);
            self.put(value, whole);
        } else if k < u64::BITS - ESCAPE as u32 {
            self.put((low << 1 | 1) << quotient, quotient as u32 + 1 + k);
        } else {
            self.put(1 << quotient, quotient as u32 + 1);
            self.put(low, k);
        }
    }

    pub(crate) fn finish(self) {
        let bytes = self.used.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.pending.to_le_bytes()[..bytes]);
    }
}

/// Reads the bits of a [`BitWriter`]. Past the end it reads zeros and goes on counting, so that
/// truncation is checked ([`BitReader::overran`]) once after a loop, and not for every field.
#[derive(Clone)]
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> BitReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, position: 0 }
    }

    /// At least 57 bits from the position on; the position stays.
    #[inline(always)]
    fn peek(&self) -> u64 {
        word_at(self.bytes, self.position)
    }

    /// The next `width` bits (0..=57).
    #[inline(always)]
    pub(crate) fn get(&mut self, width: u32) -> u64 {
        let value = self.peek() & low_bits(width);
        self.position += width as usize;
        value
    }

    /// The next `width` bits (0..=64).
    #[inline]
    fn get_wide(&mut self, width: u32) -> u64 {
        if width <= 32 {
            return self.get(width);
        }
        let low = self.get(32);
        low | self.get(width - 32) << 32
    }

    /// Reads a Rice code with a parameter of at most 32; `None` if these bits are no Rice code.
    #[inline(always)]
    pub(crate) fn get_rice(&mut self, k: u32, whole: u32) -> Option<u64> {
        let word = self.peek();
        let zeros = word.trailing_zeros();
        if u64::from(zeros) < ESCAPE {
            self.position += (zeros + 1 + k) as usize;
            return Some(u64::from(zeros) << k | (word >> (zeros + 1)) & low_bits(k));
        }
        self.get_escaped(zeros, whole)
    }

    /// Reads a Rice code of any parameter (0..=63); `None` if these bits are no Rice code.
    #[inline]
    pub(crate) fn get_rice_wide(&mut self, k: u32, whole: u32) -> Option<u64> {
        let word = self.peek();
        let zeros = word.trailing_zeros();
        if u64::from(zeros) >= ESCAPE {
            return self.get_escaped(zeros, whole);
        }
        let quotient = u64::from(zeros);
        if zeros + 1 + k <= PEEKED {
            self.position += (zeros + 1 + k) as usize;
            return Some(quotient << k | (word >> (zeros + 1)) & low_bits(k));
        }
        self.position += (zeros + 1) as usize;
        if quotient > u64::MAX >> k {
            return None;
        }
        Some(quotient << k | self.get_wide(k))
    }

    #[cold]
    fn get_escaped(&mut self, zeros: u32, whole: u32) -> Option<u64> {
        if u64::from(zeros) > ESCAPE {
            return None;
        }
        self.position += ESCAPE as usize + 1;
        Some(self.get_wide(whole))
    }

    /// Whether more bits were read than exist.
    pub(crate) fn overran(&self) -> bool {
        self.position > self.bytes.len() * 8
    }
}

/// Field `index` of a column of fields of one width (0..=57); zeros past the end.
#[inline(always)]
pub(crate) fn field(column: &[u8], index: usize, width: u32) -> u64 {
    word_at(column, index * width as usize) & low_bits(width)
}

/// 64 bits from a bit position on, of which at least the lower 57 are filled.
#[inline(always)]
fn word_at(bytes: &[u8], position: usize) -> u64 {
    let at = position >> 3;
    let word = match bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => tail_word(bytes, at),
    };
    word >> (position & 7)
}

#[cold]
fn tail_word(bytes: &[u8], at: usize) -> u64 {
    let mut chunk = [0; 8];
    let rest = bytes.get(at..).unwrap_or_default();
    chunk[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(chunk)
}

/// A mask of the lower `width` bits (0..=63).
#[inline(always)]
fn low_bits(width: u32) -> u64 {
    (1 << width) - 1
}

/// Number of bits that distinguish the values 0..=`max`.
pub(crate) fn width_of(max: u64) -> u32 {
    u64::BITS - max.leading_zeros()
}

/// Length of a Rice code in bits.
pub(crate) fn rice_length(value: u64, k: u32, whole: u32) -> usize {
    let quotient = value >> k;
    if quotient >= ESCAPE {
        ESCAPE as usize + 1 + whole as usize
    } else {
        quotient as usize + 1 + k as usize
    }
}

/// The parameter that suits `count` values of this sum, if they are spread as random gaps are.
///
/// The best parameter is near the logarithm of the median gap, which is ln 2 of the mean.
pub(crate) fn rice_parameter(sum: u64, count: usize) -> u32 {
    let median = u128::from(sum) * 7 / (10 * count.max(1) as u128);
    median.max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(fields in prop::collection::vec((any::<u64>(), 0u32..=57, 0u32..=63), 0..200)) {
            let mut bytes = Vec::new();
            let mut writer = BitWriter::new(&mut bytes);
            for &(value, width, k) in &fields {
                writer.put(value & low_bits(width), width);
                writer.put_rice(value, k, 64);
                writer.put_rice(value >> 32, k.min(32), 32);
            }
            writer.finish();
            let mut reader = BitReader::new(&bytes);
            for &(value, width, k) in &fields {
                prop_assert_eq!(reader.get(width), value & low_bits(width));
                prop_assert_eq!(reader.get_rice_wide(k, 64), Some(value));
                prop_assert_eq!(reader.get_rice(k.min(32), 32), Some(value >> 32));
            }
            prop_assert!(!reader.overran());
            reader.get(8);
            prop_assert!(reader.overran());
        }
    }

    #[test]
    fn the_length_foretold_is_the_length_written() {
        for (value, k) in [(0, 0), (23, 0), (24, 0), (u64::MAX, 0), (u64::MAX, 63), (1 << 40, 38)] {
            let mut bytes = Vec::new();
            let mut writer = BitWriter::new(&mut bytes);
            writer.put_rice(value, k, 64);
            writer.finish();
            assert_eq!(bytes.len(), rice_length(value, k, 64).div_ceil(8), "{value} with {k}");
        }
    }
}
