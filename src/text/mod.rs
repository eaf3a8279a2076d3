//! Bytes to text, and text to search keys.
//!
//! Two jobs live here, and nothing else does:
//!
//! - **Reading.** [`detect`] names the encoding of a file, once and for the whole file; [`decode`]
//!   turns bytes into text and can say for every character where in the file it stood.
//! - **Comparing.** [`fold`], [`name_key`], [`latin_key`] and [`parse_date`] bring the spellings of
//!   one thing (胡榮華, 上海 胡荣华, HU RongHua; 1956.10.02, 一九五六年十月二日) to one form.
//!
//! Keys are for comparing and finding. What a record said is kept beside them, untouched: nothing
//! in this room repairs or guesses. What is not known stays unknown.
//!
//! Game notation is not read here, and no other room is used.

mod bigram;
mod common;
mod date;
mod date_scan;
mod decode;
mod detect;
mod encode;
mod encoding;
mod field;
mod file_name;
mod fold;
mod mojibake;
mod names;
mod pinyin;
mod score;
mod step;
mod teams;
mod width;

pub use bigram::bigrams;
pub use date::{LaxDate, parse_date};
pub use decode::{Decoded, decode};
pub use detect::{detect, detect_fields};
pub use encode::{Charset, Encoded};
pub use encoding::Encoding;
pub use field::{decode_field, until_nul};
pub use file_name::{FileName, Pairing, read_file_name};
pub use fold::{fold, fold_char};
pub use mojibake::repair_mojibake;
pub use names::{PersonName, name_key, names_agree, split_team};
pub use pinyin::{latin_key, pinyin};
pub use width::{display_width, pad, truncate};
