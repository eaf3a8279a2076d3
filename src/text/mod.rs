//! Bytes to text, and text to search keys.
//!
//! The room has two jobs:
//!
//! - **Reading.** [`detect`] names the encoding of a file, once for the whole file; [`decode`]
//!   turns bytes into text and finds for every character its place in the file.
//! - **Comparing.** [`fold`], [`pinyin()`] and [`latin_key`] bring the spellings of one word
//!   (胡榮華, 胡荣华, HU RongHua) to one form.
//!
//! Keys are for comparing and finding; the words of the record are kept beside them, untouched.
//!
//! Game notation is read in [`notation`](crate::notation); names, dates and results of a record in
//! [`metadata`](crate::metadata). This room uses no other.
//!
//! ```
//! use xqdb::text::{decode, detect, fold, pinyin};
//! let bytes = b"\xA7\x66\xB4\xDC"; // in Big5
//! let name = decode(bytes, detect(bytes)).text;
//! assert_eq!(name, "呂欽");
//! assert_eq!(fold(&name), "吕钦");
//! assert_eq!(pinyin(&name), "lv qin");
//! ```

mod decode;
mod detect;
mod display;
mod encoding;
mod fold;
mod numerals;
mod pinyin;
mod repair;
mod score;

pub(crate) use decode::is_one_text;
pub use decode::{Decoded, DecodedField, decode, decode_field};
pub use detect::{detect, detect_fields};
pub use display::{display_width, hex, pad, percent_escaped, truncate, visible, visible_lines};
pub use encoding::{Charset, Encoded, Encoding};
pub use fold::{bigrams, fold, fold_char, is_hanzi, is_latin, simplified};
pub use numerals::{hanzi_digit, hanzi_number, is_hanzi_ten};
pub use pinyin::{COMPOUND_SURNAMES, is_polyphonic, latin_key, latin_keys, latin_words, pinyin};
pub use repair::{repair_mojibake, unescaped, unescaped_for_good};
pub(crate) use repair::{unescaped_layer, without_hex_escapes, without_unicode_escapes};
