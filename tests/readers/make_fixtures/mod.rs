//! Makes the binary fixtures of `tests/data/formats` from plain descriptions, byte by byte and
//! without the readers, so that one can see where they come from and what stands in them. The
//! fixtures in text are written by hand.
//!
//! ```text
//! cargo test --test readers make_fixtures -- --ignored    writes them again
//! cargo test --test readers formats                       with XQDB_FIXTURES=write, then writes what is
//! expected of them
//! ```

mod bytes;
mod ccbridge;
mod halls;
mod study;
mod text;
mod xqstudio;

use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Path below `tests/data/formats` and content.
type Fixture = (&'static str, Vec<u8>);

fn fixtures() -> Vec<Fixture> {
    [xqstudio::fixtures(), ccbridge::fixtures(), halls::fixtures(), text::fixtures()].concat()
}

fn place(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats").join(path)
}

/// The bytes before any compression, which may come out otherwise with another version of its
/// library.
fn plain(path: &str, bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    if path.ends_with(".gz") {
        flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).unwrap();
    } else if path == ccbridge::PACKED {
        plain.extend(&bytes[..ccbridge::CONTENT]);
        let mut content = flate2::read::ZlibDecoder::new(&bytes[ccbridge::CONTENT..]);
        content.read_to_end(&mut plain).unwrap();
    } else {
        plain.extend(bytes);
    }
    plain
}

#[test]
fn the_fixtures_are_what_is_described_here() {
    for (path, bytes) in fixtures() {
        let found = std::fs::read(place(path)).unwrap();
        assert!(plain(path, &found) == plain(path, &bytes), "{path} differs: make it again");
        assert!(found.len() <= 8 << 10, "{path} is too large for a fixture");
    }
}

#[test]
#[ignore = "writes into the source tree"]
fn write_them() {
    for (path, bytes) in fixtures() {
        let place = place(path);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, bytes).unwrap();
    }
}
