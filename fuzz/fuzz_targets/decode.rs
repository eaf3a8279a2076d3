//! Any bytes in any encoding: every offset of the text leads back into the bytes, in order.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xqdb::metadata::{name_key, parse_date, split_team};
use xqdb::text::{Encoding, decode, decode_field, detect, fold, latin_key};

const ENCODINGS: [Encoding; 5] =
    [Encoding::Utf8, Encoding::Gb18030, Encoding::Big5, Encoding::Utf16Le, Encoding::Utf16Be];

fuzz_target!(|bytes: &[u8]| {
    xqdb_fuzz::watch(bytes.len(), || {
        for encoding in ENCODINGS.into_iter().chain([detect(bytes)]) {
            let decoded = decode(bytes, encoding);
            let mut last = 0;
            let step = 1 + decoded.text.len() / 16;
            for (at, _) in decoded.text.char_indices().step_by(step) {
                let source = decoded.source_offset(at);
                assert!(last <= source && source <= bytes.len() as u64, "{at} at {source}");
                last = source;
            }
            let text = decode_field(bytes, encoding).text;
            let _ = (fold(&text), latin_key(&text), name_key(&text));
            let _ = (parse_date(&text), split_team(&text));
        }
    });
});
