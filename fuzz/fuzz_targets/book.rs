//! Any bytes as an opening book of an engine: it is read, or refused with a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xqdb::engine_book::{BookSurvey, EngineBook};
use xqdb::search::Unwatched;
use xqdb::xiangqi::Position;

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("xqdb-fuzz-{}", std::process::id()));
    std::fs::write(&path, bytes).expect("a folder that can be written");
    xqdb_fuzz::watch(bytes.len(), || {
        let Ok(book) = EngineBook::open(&path) else { return };
        let _ = book.moves(&Position::start());
        let _ = BookSurvey::of(&book, &Unwatched);
    });
});
