//! Bytes to text, and text to search keys.
//!
//! Two jobs live here, and nothing else does:
//!
//! - **Reading.** [`detect`] names the encoding of a file, once and for the whole file; [`decode`]
//!   turns bytes into text and can say for every character where in the file it stood.
//! - **Comparing.** [`fold`], [`pinyin()`] and [`latin_key`] bring the spellings of one word
//!   (胡榮華, 胡荣华, HU RongHua) to one form.
//!
//! Keys are for comparing and finding. What a record said is kept beside them, untouched: nothing
//! in this room repairs or guesses. What is not known stays unknown.
//!
//! Game notation is not read here, nor what a record says of itself (names, dates, results: see
//! [`metadata`](crate::metadata)). No other room is used.
//!
//! ```
//! use xqdb::text::{decode, detect, fold, pinyin};
//! let bytes = b"\xA7\x66\xB4\xDC"; // in Big5
//! let name = decode(bytes, detect(bytes)).text;
//! assert_eq!(name, "呂欽");
//! assert_eq!(fold(&name), "吕钦");
//! assert_eq!(pinyin(&name), "lv qin");
//! ```

mod bigram;
mod common;
mod decode;
mod detect;
mod encode;
mod encoding;
mod entity;
mod field;
mod fold;
mod mojibake;
mod pinyin;
mod polyphony;
mod score;
mod step;
mod visible;
mod width;

pub use bigram::bigrams;
pub use decode::{Decoded, decode};
pub use detect::{detect, detect_fields};
pub use encode::{Charset, Encoded};
pub use encoding::Encoding;
pub use entity::unescaped;
pub use field::{decode_field, until_nul};
pub use fold::{fold, fold_char};
pub use mojibake::repair_mojibake;
pub use pinyin::{COMPOUND_SURNAMES, latin_key, latin_words, pinyin};
pub use polyphony::{is_polyphonic, latin_keys};
pub use visible::{visible, visible_lines};
pub use width::{display_width, pad, truncate};
