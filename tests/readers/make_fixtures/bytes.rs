//! Texts and numbers as bytes.

/// Bytes of a text in GBK.
pub(crate) fn gbk(text: &str) -> Vec<u8> {
    encoding_rs::GBK.encode(text).0.into_owned()
}

/// Bytes of a text in Big5.
pub(crate) fn big5(text: &str) -> Vec<u8> {
    encoding_rs::BIG5.encode(text).0.into_owned()
}

/// UTF-16, low byte first, without an end.
pub(crate) fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Overwrites the bytes from `offset` on.
pub(crate) fn put(bytes: &mut [u8], offset: usize, new: &[u8]) {
    bytes[offset..offset + new.len()].copy_from_slice(new);
}

/// Appends a number of four bytes, low byte first.
pub(crate) fn push_u32(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend((number as u32).to_le_bytes());
}
