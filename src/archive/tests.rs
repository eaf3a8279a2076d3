//! Archives made in memory.

use super::*;
use std::io::Write;

type Found = Vec<(Option<String>, Result<Vec<u8>, String>)>;

fn all(bytes: &[u8]) -> (Found, io::Result<()>) {
    let mut found = Vec::new();
    let Some(kind) = kind(bytes) else { return (found, Ok(())) };
    let result = walk(
        &mut Cursor::new(bytes.to_vec()),
        bytes.len() as u64,
        kind,
        &Limits::default(),
        &mut |member| {
            let body = member.body.and_then(|body| {
                let mut bytes = Vec::new();
                body.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
                Ok(bytes)
            });
            found.push((member.name, body));
            true
        },
    );
    (found, result)
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

/// A zip of stored members, written by hand: libraries refuse names that are not UTF-8.
fn zip(members: &[(&[u8], &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in members {
        let offset = out.len() as u32;
        let mut hasher = flate2::Crc::new();
        hasher.update(bytes);
        let mut common = Vec::new();
        common.extend_from_slice(&[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x21]);
        common.extend_from_slice(&hasher.sum().to_le_bytes());
        common.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        common.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        common.extend_from_slice(&(name.len() as u16).to_le_bytes());
        common.extend_from_slice(&[0, 0]);
        out.extend_from_slice(b"PK\x03\x04");
        out.extend_from_slice(&common);
        out.extend_from_slice(name);
        out.extend_from_slice(bytes);
        directory.extend_from_slice(b"PK\x01\x02\x14\0");
        directory.extend_from_slice(&common);
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(name);
    }
    let (start, count) = (out.len() as u32, members.len() as u16);
    out.extend_from_slice(&directory);
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&(directory.len() as u32).to_le_bytes());
    out.extend_from_slice(&start.to_le_bytes());
    out.extend_from_slice(&[0, 0]);
    out
}

fn names(found: &Found) -> Vec<&str> {
    found.iter().map(|(name, _)| name.as_deref().unwrap_or("-")).collect()
}

#[test]
fn names_in_gbk_are_read() {
    let (name, _, _) = encoding_rs::GBK.encode("胡荣华对局集/第01局.xqf");
    let (found, result) = all(&zip(&[(&name, b"x"), (b"..\\up.txt", b"y")]));
    result.unwrap();
    assert_eq!(names(&found), ["胡荣华对局集/第01局.xqf", "../up.txt"]);
    assert_eq!(found[0].1.as_deref(), Ok(&b"x"[..]));
}

#[test]
fn containers_nest_to_a_limit() {
    let inner = zip(&[(b"a.pgn", b"moves")]);
    let outer = gz(&tar(&[("dir/inner.zip", &inner), ("b.pgn", b"more")]));
    let (found, result) = all(&outer);
    result.unwrap();
    assert_eq!(names(&found), ["dir/inner.zip!a.pgn", "b.pgn"]);
    let mut deep = b"moves".to_vec();
    for _ in 0..6 {
        deep = gz(&deep);
    }
    let (found, _) = all(&deep);
    assert!(found[0].1.as_ref().unwrap_err().contains("is not opened"));
}

#[test]
fn a_bomb_is_stopped() {
    let bomb = gz(&vec![0; 80 << 20]);
    let (found, result) = all(&bomb);
    let said = found.iter().filter_map(|(_, body)| body.as_ref().err()).cloned();
    let said: Vec<String> = said.chain(result.err().map(|error| error.to_string())).collect();
    assert!(said.iter().any(|text| text.contains("unpacking stopped")), "{said:?}");
}

#[test]
fn members_before_the_damage_come() {
    let whole = tar(&[("a.pgn", b"first"), ("b.pgn", b"second")]);
    for cut in 0..whole.len() {
        let (found, _) = all(&whole[..cut]);
        if cut >= 1024 {
            assert_eq!(found[0].1.as_deref(), Ok(&b"first"[..]), "cut at {cut}");
        }
    }
    let packed = zip(&[(b"a.pgn", b"first"), (b"b.pgn", b"second")]);
    for cut in 0..packed.len() {
        let _ = all(&packed[..cut]);
    }
    for at in 0..packed.len() {
        let mut flipped = packed.clone();
        flipped[at] ^= 0x41;
        let _ = all(&flipped);
    }
}

#[test]
fn rar_is_told_apart() {
    let (_, result) = all(b"Rar!\x1a\x07\x01\0 and so on");
    assert!(result.unwrap_err().to_string().contains("unpack it first"));
}
