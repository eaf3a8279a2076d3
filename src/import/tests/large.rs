//! Large contents come in pieces that make the whole, wherever they lie.

use crate::import::input::NamedInput;
use crate::import::options::Options;
use crate::import::tests::run_with;
use crate::import::unit::{Skip, Unit};
use crate::store::{Known, KnownSources};
use std::io::Write;
use std::path::Path;

/// Contents that arrived: place, number of pieces, bytes and hash.
type Arrived = Vec<(String, usize, Vec<u8>, [u8; 32])>;

fn arrive(path: &Path, options: &Options) -> (Arrived, Vec<String>) {
    arrive_knowing(path, options, KnownSources::default())
}

fn arrive_knowing(path: &Path, options: &Options, known: KnownSources) -> (Arrived, Vec<String>) {
    let mut arrived: Arrived = Vec::new();
    let mut said = Vec::new();
    let inputs = vec![NamedInput::from_argument(path)];
    let mut is_open = false;
    run_with(inputs, options, &known, |unit: Unit, bytes: Vec<u8>| match &unit.skip {
        Some(Skip::Unreadable(why) | Skip::Refused(why)) => said.push(why.clone()),
        Some(Skip::Known) => said.push(format!("known: {}", unit.file_name())),
        Some(Skip::EndOfArchive(_)) => {}
        Some(Skip::Changed) => panic!("nothing changes"),
        None => {
            assert_eq!(unit.format.map(|format| format.name), Some("pgn"));
            if !is_open {
                arrived.push((unit.file_name().to_owned(), 0, Vec::new(), unit.hash));
            }
            let last = arrived.last_mut().unwrap();
            last.1 += 1;
            last.2.extend_from_slice(&bytes);
            is_open = !unit.is_last;
        }
    });
    (arrived, said)
}

/// PGN larger than a file that is read whole.
fn large_pgn() -> Vec<u8> {
    let mut text = Vec::new();
    for number in 0.. {
        if text.len() > 3 << 20 {
            break;
        }
        let moves = "1. h2e2 h9g7 2. h0g2 i9h9 ".repeat(40);
        writeln!(text, "[Event \"{number}\"]\n[Result \"*\"]\n\n{moves}*\n").unwrap();
    }
    text
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn large_contents_come_in_pieces() {
    let large = large_pgn();
    let hash = *blake3::hash(&large).as_bytes();
    let small = &large[..large.len() / 100];
    let folder = tempfile::tempdir().unwrap();
    let packed = folder.path().join("b.tar.zst");
    let mut builder = tar::Builder::new(zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap());
    for (name, bytes) in [("large.pgn", &large[..]), ("small.pgn", small), ("again.pgn", &large)] {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        builder.append_data(&mut header, name, bytes).unwrap();
    }
    let bytes = builder.into_inner().unwrap().finish().unwrap();
    std::fs::write(&packed, bytes).unwrap();
    let options = Options { threads: 2, ..Options::default() };
    let hashing = Options { hash: true, ..options.clone() };

    let (arrived, said) = arrive(&packed, &options);
    let names: Vec<&str> = arrived.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["large.pgn", "small.pgn", "again.pgn"]);
    assert!(arrived[0].1 > 3 && arrived[0].2 == large && arrived[2].2 == large && said.is_empty());

    // With hashing, the large member comes after the others, and its copy is known.
    let (arrived, said) = arrive(&packed, &hashing);
    let names: Vec<&str> = arrived.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["small.pgn", "large.pgn"]);
    assert_eq!(said, ["known: again.pgn"]);
    assert!(arrived[1].1 > 3 && arrived[1].2 == large && arrived[1].3 == hash);

    // A stopped import continues where it was.
    let done_to = 1_000_000;
    let known = [(hash, Some(Known { done_to, records: 0 }))].into_iter().collect();
    let (arrived, _) = arrive_knowing(&packed, &hashing, known);
    assert!(arrived[1].2 == large[done_to as usize..]);

    // A copy outside the archive is a known content.
    std::fs::write(folder.path().join("a.pgn"), &large).unwrap();
    let (arrived, said) = arrive(folder.path(), &hashing);
    let names: Vec<&str> = arrived.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["a.pgn", "small.pgn"]);
    assert_eq!(said, ["known: large.pgn", "known: again.pgn"]);
}

#[test]
fn what_was_unpacked_before_the_damage_is_read() {
    let large = large_pgn();
    let folder = tempfile::tempdir().unwrap();
    for (text, options) in [
        (&large[..], Options::default()),
        (&large, Options { hash: true, ..Options::default() }),
        (&large[..100_000], Options::default()),
    ] {
        let packed = gz(text);
        let path = folder.path().join("a.pgn.gz");
        std::fs::write(&path, &packed[..packed.len() / 2]).unwrap();
        let (arrived, said) = arrive(&path, &options);
        let [(_, _, bytes, _)] = &arrived[..] else { panic!("{} contents", arrived.len()) };
        assert!(bytes.len() > text.len() / 3 && text.starts_with(bytes));
        assert_eq!(said.len(), 1, "{said:?}");
    }
}
