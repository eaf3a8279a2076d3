//! Names of members whose encoding the archive does not tell.

use crate::text::{Encoding, decode_field, detect_fields};

/// How the names of one archive are to be decoded: one decision for all. Zip programs on Chinese Windows write GBK
/// (or Big5) and set no flag.
pub(super) fn encoding_of(names: &[&[u8]]) -> Encoding {
    if names.iter().all(|name| std::str::from_utf8(name).is_ok()) {
        Encoding::Utf8
    } else {
        detect_fields(names)
    }
}

/// A name as text, with `/` between folders.
pub(super) fn decode(name: &[u8], encoding: Encoding) -> String {
    let text = match std::str::from_utf8(name) {
        Ok(text) if encoding == Encoding::Utf8 || text.is_ascii() => text.to_owned(),
        _ => decode_field(name, encoding).0,
    };
    text.replace('\\', "/")
}
