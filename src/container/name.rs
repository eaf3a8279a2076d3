//! Names of members: their encoding, which most archives do not tell, and names that were decoded
//! wrongly before they were written.

use crate::text::{Encoding, decode_field, detect_fields, repair_mojibake};

/// How the names of one archive are to be decoded: one decision for all. Zip programs on Chinese
/// Windows write GBK (or Big5) and set no flag.
pub(super) fn encoding_of(names: &[&[u8]]) -> Encoding {
    if names.iter().all(|name| str::from_utf8(name).is_ok()) {
        Encoding::Utf8
    } else {
        detect_fields(names)
    }
}

/// A name as text, with `/` between folders.
pub(super) fn decode(name: &[u8], encoding: Encoding) -> String {
    match str::from_utf8(name) {
        Ok(text) if encoding == Encoding::Utf8 || text.is_ascii() => readable(text),
        _ => readable(&decode_field(name, encoding).0),
    }
}

/// A name that stands for itself, as in a stream that cannot be asked for all its names first.
pub(super) fn of(name: &[u8]) -> String {
    decode(name, encoding_of(&[name]))
}

/// A name with `/` between folders; GBK that was taken for Latin-1 or CP437 is read again.
pub(super) fn readable(name: &str) -> String {
    let name = name.replace('\\', "/");
    repair_mojibake(&name).unwrap_or(name)
}

/// A line of text that may be in any encoding.
pub(super) fn text(line: &[u8]) -> String {
    match str::from_utf8(line) {
        Ok(text) => text.to_owned(),
        Err(_) => decode_field(line, encoding_of(&[line])).0,
    }
}
