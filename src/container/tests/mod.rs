//! Archives made in memory.

mod lost;

use super::*;
use std::io::Write;

type Found = Vec<(Option<String>, Result<Vec<u8>, String>)>;

fn all(bytes: &[u8]) -> (Found, io::Result<()>) {
    all_within(bytes, &Limits::default())
}

fn all_within(bytes: &[u8], limits: &Limits) -> (Found, io::Result<()>) {
    let mut found = Vec::new();
    let Some(kind) = kind(bytes) else { return (found, Ok(())) };
    let mut source = Cursor::new(bytes.to_vec());
    let result = walk(
        ContainerFile { source: &mut source, size: bytes.len() as u64, beside: None },
        kind,
        limits,
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
    (found, result.map(drop))
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

/// All error messages about unreadable content.
fn said(found: &Found, result: &io::Result<()>) -> String {
    let members = found.iter().filter_map(|(_, body)| body.as_ref().err()).cloned();
    let said: Vec<String> = members.chain(result.as_ref().err().map(ToString::to_string)).collect();
    said.join("; ")
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
    // A compressed file inside an archive keeps its name.
    let (found, _) = all(&tar(&[("a.pgn.gz", &gz(b"x")), ("t.tar.gz", &gz(&tar(&[("b", b"y")])))]));
    assert_eq!(names(&found), ["a.pgn.gz", "t.tar.gz!b"]);
    let mut deep = b"moves".to_vec();
    for _ in 0..6 {
        deep = gz(&deep);
    }
    let (found, _) = all(&deep);
    assert!(found[0].1.as_ref().unwrap_err().contains("is not opened"));
}

#[test]
fn bombs_are_stopped() {
    let zeros = vec![0; 80 << 20];
    let flat = gz(&zeros);
    let deep = zip(&[(b"a.gz", &gz(&zip(&[(b"b.gz", &gz(&flat))])))]);
    // Each member is small enough; together they are too large.
    let many: Vec<(&[u8], &[u8])> = vec![(b"42.zip", &flat[..]); 20];
    for bomb in [&flat, &zip(&[(b"x", &flat)]), &deep, &zip(&many), &tar(&[("x.gz", &flat)])] {
        let (found, result) = all(bomb);
        let said = said(&found, &result);
        assert!(said.contains("unpacking stopped"), "{said}");
    }
}

#[test]
fn a_decoder_takes_no_more_memory_than_it_may() {
    // `-6` asks for a dictionary of 8 MiB.
    let mut writer =
        lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(6)).unwrap();
    writer.write_all(b"moves").unwrap();
    let packed = writer.finish().unwrap();
    let of = |decoder| all_within(&packed, &Limits { decoder, ..Limits::default() }).0;
    assert_eq!(of(64 << 20)[0].1.as_deref(), Ok(&b"moves"[..]));
    let (found, result) = all_within(&packed, &Limits { decoder: 6 << 20, ..Limits::default() });
    assert!(said(&found, &result).contains("--memory"), "{found:?} {result:?}");
}

/// A zip with one member, with a field overwritten in its local header and in the directory.
fn patched(name: &[u8], bytes: &[u8], field: usize, value: &[u8]) -> Vec<u8> {
    let mut zip = zip(&[(name, bytes)]);
    let directory = 30 + name.len() + bytes.len();
    for at in [field, directory + field + 2] {
        zip[at..at + value.len()].copy_from_slice(value);
    }
    zip
}

#[test]
fn lies_of_a_zip_cost_nothing() {
    let far = u32::MAX.to_le_bytes();
    for (what, bytes, expected) in [
        ("packed size", patched(b"a", b"moves", 18, &far), "its checksum is wrong"),
        ("packed size, short", patched(b"a", b"moves", 18, &[2, 0, 0, 0]), "its checksum is wrong"),
        ("size", patched(b"a", b"moves", 22, &far), ""),
        ("checksum", patched(b"a", b"moves", 14, &far), "its checksum is wrong"),
        ("encrypted", patched(b"a", b"moves", 6, &[1, 0]), "encrypted"),
        ("method", patched(b"a", b"moves", 8, &[99, 0]), "method 99"),
        ("deflate", patched(b"a", b"moves", 8, &[8, 0]), "deflate"),
        ("lzma", patched(b"a", b"mov\x05\x5d\xff\xff\xff\xffx", 8, &[14, 0]), "more memory"),
    ] {
        let (found, result) = all(&bytes);
        assert_eq!(names(&found), ["a"], "{what}");
        let said = said(&found, &result);
        assert!(
            said.contains(expected) && (!expected.is_empty() || said.is_empty()),
            "{what}: {said}"
        );
    }
}

#[test]
fn members_of_a_zip_may_overlap() {
    let mut bytes = zip(&[(b"a", b"moves"), (b"b", b"moves")]);
    // The second entry of the directory points to the first member.
    let at = bytes.len() - 22 - 5;
    bytes[at..at + 4].copy_from_slice(&[0; 4]);
    let (found, result) = all(&bytes);
    result.unwrap();
    assert!(found.iter().all(|(_, body)| body.as_deref() == Ok(b"moves")), "{found:?}");
}

#[test]
fn names_are_only_names() {
    let (gbk, _, _) = encoding_rs::GBK.encode("仙人指路.pgn");
    let latin: String = gbk.iter().map(|byte| char::from(*byte)).collect();
    for (name, expected) in [
        (&b"../../etc/passwd"[..], "../../etc/passwd"),
        (b"/etc/passwd", "/etc/passwd"),
        (b"C:\\games\\a.pgn", "C:/games/a.pgn"),
        (b"", ""),
        (b"a\0b", "a\0b"),
        (latin.as_bytes(), "仙人指路.pgn"),
    ] {
        let (found, result) = all(&zip(&[(name, b"x")]));
        result.unwrap();
        assert_eq!(names(&found), [expected]);
    }
}

#[test]
fn a_name_that_comes_twice_is_told_apart() {
    let (found, result) = all(&zip(&[(b"a", b"1"), (b"a", b"2"), (b"b", b"3")]));
    result.unwrap();
    assert_eq!(names(&found), ["a", "a#2", "b"]);
}

#[test]
fn something_may_stand_before_a_zip() {
    let bytes = zip(&[(b"a", b"moves")]);
    let program = [b"PK\x03\x04MZ program", &bytes[..]].concat();
    let (found, result) = all(&program);
    result.unwrap();
    assert_eq!(found[0].1.as_deref(), Ok(&b"moves"[..]));
}

#[test]
fn a_zip_without_its_end_is_read_as_far_as_it_goes() {
    let bytes = zip(&[(b"a", b"first"), (b"b", b"second")]);
    let (found, result) = all(&bytes[..73]);
    assert_eq!(names(&found), ["a", "b"]);
    assert_eq!(found[1].1.as_deref(), Ok(&b"second"[..]));
    assert!(result.unwrap_err().to_string().contains("the end of the zip is missing"));
}

#[test]
fn a_gz_is_read_to_its_last_member() {
    let (found, result) = all(&[gz(b"first "), gz(b"second"), vec![0; 100]].concat());
    result.unwrap();
    assert_eq!(found, [(None, Ok(b"first second".to_vec()))]);
}

/// A record of a WARC file.
fn warc(kind: &str, address: &str, content_type: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {address}\r\nContent-Type: \
         {content_type}\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

#[test]
fn pages_of_a_crawl_are_members() {
    let answer = |headers: &str, body: &[u8]| {
        [format!("HTTP/1.1 200 OK\r\n{headers}\r\n").as_bytes(), body].concat()
    };
    let http = "application/http; msgtype=response";
    let chunked = b"3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\n\r\n";
    let packed = gz(b"packed page");
    let both = answer(
        "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n",
        &[format!("{:x}\r\n", packed.len()).as_bytes(), &packed, b"\r\n0\r\n\r\n"].concat(),
    );
    let records = [
        warc("warcinfo", "", "application/warc-fields", b"software: none\r\n"),
        warc("request", "http://x/1", http, b"GET / HTTP/1.1\r\n\r\n"),
        warc("response", "http://x/1", http, &answer("Server: a\r\n", b"plain page")),
        warc("response", "http://x/2", http, &answer("Transfer-Encoding: chunked\r\n", chunked)),
        warc("response", "<http://x/3>", http, &both),
        warc("response", "http://x/1", http, &answer("Content-Encoding: gzip\r\n", b"not packed")),
        warc("resource", "file:a.pgn", "text/plain", b"bare"),
        warc("response", "http://x/4", http, &answer("Content-Encoding: br\r\n", b"?")),
    ];
    let expected = [
        ("http://x/1", Ok("plain page")),
        ("http://x/2", Ok("abcdefg")),
        ("http://x/3", Ok("packed page")),
        ("http://x/1#4", Ok("not packed")),
        ("file:a.pgn", Ok("bare")),
        ("http://x/4", Err("pages stored as `br` are not read")),
    ];
    let whole = records.concat();
    let members: Vec<u8> = records.iter().flat_map(|record| gz(record)).collect();
    for bytes in [&whole, &members, &gz(&whole)] {
        let (found, result) = all(bytes);
        result.unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|(name, body)| {
                let body = body.as_ref().map(|body| str::from_utf8(body).unwrap());
                (name.as_deref().unwrap(), body.map_err(String::as_str))
            })
            .collect();
        assert_eq!(found, expected);
    }
    hostile(&whole);
}

#[test]
fn parts_of_a_saved_page_are_members() {
    let page = "From: <Saved>\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: \
                multipart/related;\r\n\
        \ttype=\"text/html\"; boundary=\"=_b\"\r\n\r\nfor old readers\r\n--=_b\r\n\
        Content-Location: http://x/a.html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        [DhtmlXQ_red]=E5=\r\n=90=95[/DhtmlXQ_red]\r\n--=_b\r\n\
        Content-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\
        Content-Disposition: attachment; filename=\"b.pgn\"\r\nContent-Transfer-Encoding: \
        base64\r\n\r\n\
        bW92\r\nZXM=\r\n--in--\r\nnothing\r\n--=_b\r\n\r\nbare\r\n--=_b--\r\nbehind";
    let (found, result) = all(page.as_bytes());
    result.unwrap();
    let found: Vec<_> = found
        .iter()
        .map(|(name, body)| {
            (name.as_deref().unwrap(), str::from_utf8(body.as_ref().unwrap()).unwrap())
        })
        .collect();
    let expected = [
        ("preamble", "for old readers"),
        ("http://x/a.html", "[DhtmlXQ_red]吕[/DhtmlXQ_red]"),
        ("b.pgn", "moves"),
        ("epilogue", "nothing"),
        ("3", "bare"),
        ("epilogue#6", "behind"),
    ];
    assert_eq!(found, expected);
    hostile(page.as_bytes());
}

/// Damages the archive at every byte; reading ends all the same.
fn hostile(bytes: &[u8]) {
    for at in 0..bytes.len() {
        let _ = all(&bytes[..at]);
        let mut flipped = bytes.to_vec();
        flipped[at] ^= 0x15;
        let _ = all(&flipped);
    }
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
    hostile(&packed);
}
