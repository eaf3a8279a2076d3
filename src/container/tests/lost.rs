//! Archives from which members could get lost: every member arrives, or the walk reports it
//! missing.

use super::*;

/// Names and contents of the members that came whole, and all error messages.
fn whole(bytes: &[u8]) -> (Vec<(String, String)>, String) {
    let (found, result) = all(bytes);
    let said = said(&found, &result);
    let came = found.into_iter().filter_map(|(name, body)| {
        Some((name.unwrap_or_default(), String::from_utf8_lossy(&body.ok()?).into_owned()))
    });
    (came.collect(), said)
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, body)| ((*name).to_owned(), (*body).to_owned())).collect()
}

/// Header block of a tar, with its checksum.
fn tar_header(name: &str, size: usize, kind: u8) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    header.set_path(name).unwrap();
    header.set_size(size as u64);
    header.set_entry_type(tar::EntryType::new(kind));
    header.set_cksum();
    header.as_bytes().to_vec()
}

fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(512), 0);
    padded
}

#[test]
fn sparse_files_in_a_tar_are_filled_up() {
    let mut header = tar_header("a.pgn", 4, b'S');
    // One piece of four bytes at offset 6, and the real size.
    let sparse = |header: &mut Vec<u8>, at: usize, number: u64| {
        header[at..at + 12].copy_from_slice(format!("{number:011o}\0").as_bytes());
    };
    sparse(&mut header, 386, 6);
    sparse(&mut header, 398, 4);
    sparse(&mut header, 483, 10);
    header[148..156].copy_from_slice(b"        ");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let bytes = [header, padded(b"game"), tar(&[("b.pgn", b"more")])].concat();
    let (came, said) = whole(&bytes);
    assert_eq!(came, pairs(&[("a.pgn", "\0\0\0\0\0\0game"), ("b.pgn", "more")]));
    assert_eq!(said, "");
}

#[test]
fn sparse_files_of_the_newer_layout_are_told() {
    let extension = b"22 GNU.sparse.major=1\n";
    let bytes = [
        tar_header("x", extension.len(), b'x'),
        padded(extension),
        tar_header("a.pgn", 4, b'0'),
        padded(b"game"),
        tar(&[("b.pgn", b"more")]),
    ];
    let (came, said) = whole(&bytes.concat());
    assert_eq!(came, pairs(&[("b.pgn", "more")]));
    assert!(said.contains("gaps left out"), "{said}");
}

#[test]
fn entries_of_a_tar_of_unknown_kind_are_files() {
    let bytes = [tar_header("a.pgn", 4, b'7'), padded(b"game"), tar(&[("b.pgn", b"more")])];
    assert_eq!(whole(&bytes.concat()).0, pairs(&[("a.pgn", "game"), ("b.pgn", "more")]));
}

#[test]
fn tars_that_were_joined_are_read_to_the_last() {
    let (one, other) = (tar(&[("a.pgn", b"first")]), tar(&[("b.pgn", b"second")]));
    let expected = pairs(&[("a.pgn", "first"), ("b.pgn", "second")]);
    assert_eq!(whole(&[&one[..], &other].concat()), (expected.clone(), String::new()));
    assert_eq!(whole(&[gz(&one), gz(&other)].concat()), (expected.clone(), String::new()));
    // Padding of the first tar, as on tapes.
    let padding = vec![0; 512 * 7];
    assert_eq!(whole(&[gz(&one), padding, gz(&other)].concat()), (expected, String::new()));
}

#[test]
fn what_follows_a_gz_is_read_or_told() {
    let expected = pairs(&[("", "first second")]);
    let zeros = vec![0; 1000];
    let joined = [gz(b"first "), zeros.clone(), gz(b"second"), zeros].concat();
    assert_eq!(whole(&joined), (expected, String::new()));
    for behind in [&b"plain text"[..], b"\0\0plain text", b"\x1f"] {
        let (_, said) = whole(&[gz(b"first"), behind.to_vec()].concat());
        assert!(!said.is_empty(), "{behind:?}");
    }
}

#[test]
fn zips_that_were_joined_are_read_one_after_the_other() {
    let part = |name: &[u8], body: &[u8]| zip(&[(name, body)]);
    let (one, two, three) = (part(b"a", b"first"), part(b"b", b"second"), part(b"a", b"third"));
    let (came, said) = whole(&[one.clone(), two, three].concat());
    assert_eq!(came, pairs(&[("a", "first"), ("b", "second"), ("a#3", "third")]));
    assert_eq!(said, "");
    // The first zip without its end.
    let cut = one.len() - 30;
    let (came, said) = whole(&[&one[..cut], &part(b"b", b"second")].concat());
    assert_eq!(came, pairs(&[("a", "first"), ("b", "second")]));
    assert!(said.contains("the end of the zip is missing"), "{said}");
}

#[test]
fn many_ends_of_zips_take_no_long_time() {
    let mut bytes = zip(&[(b"a", b"first")]);
    for _ in 0..20_000 {
        bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    }
    let (found, result) = all(&bytes);
    assert!(found.is_empty(), "the ends behind it are read first");
    let said = result.expect_err("more zips than are read").to_string();
    assert!(said.contains("more zips are joined than are read"), "{said}");
}

#[test]
fn a_zip_whose_directory_is_not_to_be_believed_is_read_by_its_members() {
    let sound = zip(&[(b"a", b"first"), (b"b", b"second"), (b"c", b"third")]);
    let end = sound.len() - 22;
    let lie = |field: usize, value: &[u8]| {
        let mut bytes = sound.clone();
        bytes[end + field..end + field + value.len()].copy_from_slice(value);
        bytes
    };
    let expected = pairs(&[("a", "first"), ("b", "second"), ("c", "third")]);
    for (what, bytes, is_told) in [
        ("no entries", lie(8, &[0; 12]), true),
        ("fewer entries", lie(8, &[1, 0, 1, 0, 47, 0, 0, 0]), true),
        ("another size", lie(12, &[50, 0, 0, 0]), true),
        ("another offset", lie(16, &[1, 0, 0, 0]), false),
        ("another count", lie(10, &[9, 0]), true),
        (
            "an entry that is none",
            {
                let mut bytes = sound.clone();
                bytes[end - 47] = b'x';
                bytes
            },
            true,
        ),
    ] {
        let (mut came, said) = whole(&bytes);
        came.sort();
        assert_eq!(came, expected, "{what}: {said}");
        assert_eq!(!said.is_empty(), is_told, "{what}: {said}");
    }
}

#[test]
fn members_whose_sizes_follow_them_are_found_without_a_directory() {
    let streamed = |name: &str, body: &[u8]| {
        let mut crc = flate2::Crc::new();
        crc.update(body);
        let head = [b"PK\x03\x04\x14\0\x08\0\0\0\0\0\0\0" as &[u8], &[0; 12]].concat();
        let name_len = [name.len() as u8, 0, 0, 0];
        let size = (body.len() as u32).to_le_bytes();
        let behind = [b"PK\x07\x08" as &[u8], &crc.sum().to_le_bytes(), &size, &size].concat();
        [&head, &name_len[..], name.as_bytes(), body, &behind].concat()
    };
    let bytes = [streamed("a", b"first"), streamed("b", b"PK\x07\x08 second")].concat();
    let (came, said) = whole(&bytes);
    assert_eq!(came, pairs(&[("a", "first"), ("b", "PK\x07\x08 second")]));
    assert!(said.contains("the end of the zip is missing"), "{said}");
}

#[test]
fn a_page_that_does_not_tell_its_boundary_is_read() {
    let page = "MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\nfor old readers\r\n\
        --=_x\r\nContent-Location: a\r\n\r\nfirst\r\n\
        --=_x\r\nContent-Location: b\r\n\r\nsecond\r\n--=_x--\r\n";
    let expected = pairs(&[("preamble", "for old readers"), ("a", "first"), ("b", "second")]);
    assert_eq!(whole(page.as_bytes()), (expected, String::new()));
    let quoted = page.replace("related", "related; boundary=\"=_x\"");
    assert_eq!(whole(quoted.as_bytes()).0.len(), 3);
    let wrong = page.replace("related", "related; boundary=other");
    let (came, said) = whole(wrong.as_bytes());
    assert_eq!((came.len(), came[0].0.as_str()), (1, "preamble"));
    assert!(said.contains("cannot be told apart"), "{said}");
}

#[test]
fn every_letter_of_a_mailbox_is_read() {
    let plain = "From: a@b\nSubject: x\n\n1. h2e2\n>From here on\n";
    let coded = "From: c@d\nContent-Transfer-Encoding: base64\n\nbW92\nZXM=\n";
    let parts = "From: e@f\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n\
        --x\n\nfirst\n--x\nContent-Disposition: attachment; filename=\"b.pgn\"\n\nsecond\n--x--\n";
    let letters = [plain, coded, parts, plain];
    let above = |letter: &&str| format!("From a@b Mon Jan  4 09:30:00 1999\n{letter}\n");
    let mailbox: String = letters.iter().map(above).collect();
    let (came, said) = whole(mailbox.as_bytes());
    let text = "1. h2e2\n>From here on\n\n";
    let expected = [("1", text), ("2", "moves"), ("3", "first"), ("b.pgn", "second"), ("5", text)];
    assert_eq!((came, said.as_str()), (pairs(&expected), ""));
    // A letter alone, and one joined to another without a line of its own.
    assert_eq!(whole(coded.as_bytes()).0, pairs(&[("1", "moves")]));
    let (came, _) = whole([parts, plain].concat().as_bytes());
    assert!(came[2].0 == "epilogue" && came[2].1.contains("1. h2e2"), "{came:?}");
}

#[test]
fn a_boundary_may_be_the_beginning_of_another() {
    let page = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"in;\"\r\n\r\n\
        --in;\r\nContent-Type: multipart/mixed; boundary=in;ner\r\n\r\n--in\r\n\
        Content-Location: a\r\n\r\nfirst\r\n--in--\r\n\
        --in;\r\nContent-Location: b\r\n\r\n--in;x\r\n--in;--\r\n";
    let (came, said) = whole(page.as_bytes());
    assert_eq!((came, said.as_str()), (pairs(&[("a", "first"), ("b", "--in;x")]), ""));
}

#[test]
fn wrong_lengths_in_a_warc_are_told() {
    let records = [
        warc("resource", "a", "text/plain", b"first page"),
        warc("resource", "b", "text/plain", b"second page"),
        warc("resource", "c", "text/plain", b"third page"),
    ];
    let sound = String::from_utf8(records.concat()).unwrap();
    assert_eq!(whole(sound.as_bytes()).1, "");
    for (right, wrong) in
        [("Length: 11", "Length: 4"), ("Length: 11", "Length: 90"), ("Length: 10", "Length: 9999")]
    {
        let (came, said) = whole(sound.replacen(right, wrong, 1).as_bytes());
        assert!(said.contains("length of a WARC record is wrong"), "{wrong}: {said}");
        assert!(!came.is_empty());
    }
    // The record behind one whose length is too short is found.
    let (came, _) = whole(sound.replacen("Length: 11", "Length: 4", 1).as_bytes());
    assert_eq!(came, pairs(&[("a", "first page"), ("b", "seco"), ("c", "third page")]));
}

#[test]
fn a_length_too_long_takes_no_page_from_a_warc() {
    let big = vec![b'x'; 200_000];
    let records = [
        warc("resource", "a", "text/plain", b"first page"),
        warc("resource", "b", "text/plain", &big),
        warc("resource", "c", "text/plain", b"third page"),
    ];
    let sound = String::from_utf8(records.concat()).unwrap();
    for (right, wrong) in [
        ("Length: 10", "Length: 40"),
        ("Length: 10", "Length: 150000"),
        ("Length: 10", "Length: 900000"),
        ("Length: 200000", "Length: 200030"),
    ] {
        let (came, said) = whole(sound.replacen(right, wrong, 1).as_bytes());
        assert!(said.contains("length of a WARC record is wrong"), "{wrong}: {said}");
        let pages: Vec<&str> = came.iter().map(|(_, page)| page.trim_end()).collect();
        assert_eq!(pages, ["first page", str::from_utf8(&big).unwrap(), "third page"], "{wrong}");
    }
    // A page about WARC files is whole, though it contains their marks.
    let about = b"so begins one:\nWARC/1.0\r\nWARC-Type: resource\r\n\r\nand so on";
    let records = [
        warc("resource", "a", "text/plain", about),
        warc("resource", "b", "text/plain", b"second page"),
    ];
    let (came, said) = whole(&records.concat());
    assert_eq!(said, "");
    assert_eq!(came[0].1, str::from_utf8(about).unwrap());
    assert_eq!(came.len(), 2);
}

#[test]
fn what_comes_before_a_flipped_byte_is_handed_out() {
    // Stored blocks, so that the output is right up to the flipped byte.
    let mut bytes = gz(&b"moves ".repeat(40_000));
    let last = bytes.len() - 6;
    bytes[last] ^= 1;
    let mut came = Vec::new();
    let kind = kind(&bytes).unwrap();
    let size = bytes.len() as u64;
    let mut failure = None;
    let input = ContainerFile { source: &mut Cursor::new(bytes), size, beside: None };
    let _ = walk(input, kind, &Limits::default(), &mut |member| {
        failure = member.body.unwrap().read_to_end(&mut came).err();
        true
    });
    assert_eq!(came.len(), 240_000);
    assert!(failure.is_some());
    // A member shorter than the inspected head.
    let (found, _) = all(&patched(b"a", b"moves", 14, &[1, 2, 3, 4]));
    assert_eq!(found[0].1.as_ref().unwrap_err(), "its checksum is wrong");
    // A damaged zip in a tar, with its sound members.
    let mut inner = zip(&[(b"a", b"first"), (b"b", b"second")]);
    inner.truncate(73);
    let (came, said) = whole(&gz(&tar(&[("x.zip", &inner), ("y", b"last")])));
    assert_eq!(came, pairs(&[("x.zip!a", "first"), ("x.zip!b", "second"), ("y", "last")]));
    assert!(said.contains("the end of the zip is missing"), "{said}");
}
