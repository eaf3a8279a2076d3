//! Archives of every kind that the tests can pack, written to a folder for the fuzzer to begin with.
//!
//! `cargo run --example seeds FOLDER` in this folder; `fuzz/run container` does so.

#[path = "../../tests/common/access.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod access;
#[path = "../../tests/common/packers.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod packers;
#[path = "../../tests/common/zip.rs"]
mod zip;

use packers::Packed;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("a folder"));
    let members: [Packed<'_>; 2] = [(b"a.pgn", b"1. h2e2 h9g7 *"), (b"b/c.pgn", b"second")];
    let mut zip = zip::ZipWriter::new(Vec::new());
    zip.member("mimetype", b"application/epub+zip")?;
    for (name, bytes) in members {
        zip.member(&String::from_utf8_lossy(name), bytes)?;
    }
    // Streams of rarer methods, which the fuzzer completes.
    zip.packed_member("d64", b"", (9, &[3, 0]))?;
    zip.packed_member("ppmd", b"first", (98, &[5, 0, 0, 0, 0, 0, 0, 0]))?;
    let zip = zip.finish()?;
    let page = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"B\"\r\n\r\n\
        --B\r\nContent-Location: a.pgn\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        1. h2e2 =E7=82=AE\r\n--B\r\nContent-Transfer-Encoding: base64\r\n\r\nc2Vjb25k\r\n--B--\r\n";
    let rows = vec![vec!["1".to_owned(), "h2e2 h9g7".to_owned()]];
    let columns = [("Id", access::LONG), ("Moves", access::MEMO)];
    let parts = packers::rar_in_parts(members[0], 4);
    let program = packers::program();
    let archives = [
        ("rar", packers::rar(&members)),
        ("part-of-a-rar", parts[0].clone()),
        ("old-rar", packers::old_rar(&members, |_| false)),
        ("cab", packers::cab(&members, 4, true)),
        ("lzh", packers::lzh(&members)),
        ("arj", packers::arj(&members, |_| false)),
        ("7z-aes", packers::seven_by(&[6, 0xf1, 7, 1], &[], b"012345678", 9)),
        ("7z-bzip2", packers::seven_by(&[4, 2, 2], &[], b"BZh91AY&SY", 9)),
        ("7z-ppmd", packers::seven_by(&[3, 4, 1], &[6, 0, 0, 16, 0], b"012345678", 9)),
        ("exe", [&program, &zip[..]].concat()),
        ("epub", zip),
        ("mht", page.as_bytes().to_vec()),
        ("access", access::access(&[("games", &columns, rows)])),
    ];
    archives.iter().try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes))
}
