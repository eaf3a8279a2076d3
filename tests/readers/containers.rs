//! Archives of every kind that is not one stream or a zip: members, names, parts, damage, bounds.

use crate::common::packers::{
    Packed, arj, cab, lzh, old_rar, program, rar, rar_in_parts, seven_by,
};
use crate::common::zip::ZipWriter;
use crate::common::{desk, json_lines, stderr, stdout, xqdb};
use std::io::{Cursor, Read as _, Write as _};
use std::ops::Range;
use xqdb::container::{Beside, ContainerFile, HEAD, Limits, ReadSeek, kind, walk};

const GAME: &str = "[Event \"a\"]\n[Red \"b\"]\n\n1. h2e2 h9g7 2. h0g2 *\n\n";

/// Every member with its content or what is said of it, and what is said of the archive.
fn members(bytes: &[u8], limits: Limits, beside: Option<Beside<'_>>) -> (Vec<String>, String) {
    let Some(kind) = kind(&bytes[..bytes.len().min(HEAD)]) else { return (vec![], "none".into()) };
    let mut found = Vec::new();
    let mut source = Cursor::new(bytes.to_vec());
    let input = ContainerFile { source: &mut source, size: bytes.len() as u64, beside };
    let result = walk(input, kind, &limits, &mut |member| {
        let name = member.name.unwrap_or_default();
        let content = member.body.and_then(|body| {
            let mut bytes = Vec::new();
            let read = body.read_to_end(&mut bytes).map_err(|error| error.to_string());
            read.map(|_| String::from_utf8_lossy(&bytes).into_owned())
        });
        found.push(match content {
            Ok(content) => format!("{name}={content}"),
            Err(why) => format!("{name}: {why}"),
        });
        true
    });
    (found, result.err().map(|error| error.to_string()).unwrap_or_default())
}

fn all(bytes: &[u8]) -> (Vec<String>, String) {
    members(bytes, Limits::default(), None)
}

/// Archives of two members, by what they are.
fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let members: [Packed<'_>; 2] = [(b"a.pgn", b"first"), (b"b/c.pgn", b"second")];
    let both = zip(&members);
    let behind = |archive: &[u8]| [&program(), archive].concat();
    vec![
        ("rar 5", rar(&members)),
        ("rar 4", old_rar(&members, |_| false)),
        ("rar 5 behind a program", behind(&rar(&members))),
        ("rar 4 behind a program", behind(&old_rar(&members, |_| false))),
        ("zip behind a program", behind(&both)),
        ("zip behind a program of Linux", [b"\x7fELF\x02\x01", &program()[..], &both].concat()),
        ("cab", cab(&members, 4, false)),
        ("cab, deflated", cab(&members, 7, true)),
        ("cab behind a program", behind(&cab(&members, 100, true))),
        ("lzh", lzh(&members)),
        ("arj", arj(&members, |_| false)),
        ("e-book", zip(&[MIMETYPE, members[0], members[1]])),
        ("saved page", saved_page(&members)),
    ]
}

/// First member of an e-book.
const MIMETYPE: Packed<'_> = (b"mimetype", b"application/epub+zip");

/// Members of an archive beside the one that makes it an e-book, and what is said of the archive.
fn texts(bytes: &[u8]) -> (Vec<String>, String) {
    let (mut found, said) = all(bytes);
    found.retain(|member| member != "mimetype=application/epub+zip");
    (found, said)
}

fn zip(members: &[Packed<'_>]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Vec::new());
    for (name, bytes) in members {
        zip.member(str::from_utf8(name).unwrap(), bytes).unwrap();
    }
    zip.finish().unwrap()
}

/// A page as a browser saves it, of parts that are text.
fn saved_page(parts: &[Packed<'_>]) -> Vec<u8> {
    let mut page =
        b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"B\"\r\n".to_vec();
    for (name, bytes) in parts {
        let part: [&[u8]; 4] = [b"\r\n--B\r\nContent-Location: ", name, b"\r\n\r\n", bytes];
        page.extend(part.concat());
    }
    page.extend(b"\r\n--B--\r\n");
    page
}

#[test]
fn members_come_in_order() {
    for (what, bytes) in archives() {
        let (found, said) = texts(&bytes);
        assert_eq!(
            (&said[..], found),
            ("", vec!["a.pgn=first".into(), "b/c.pgn=second".into()]),
            "{what}"
        );
    }
}

#[test]
fn a_program_without_an_archive_is_its_own_content() {
    let (found, said) = all(&program());
    assert_eq!((found.len(), &said[..]), (1, ""));
    assert!(found[0].starts_with("=MZ"), "{}", &found[0][..9]);
    // In an archive it keeps its name.
    let (found, _) = all(&rar(&[(b"a.exe", &program()), (b"b", b"x")]));
    assert!(found[0].starts_with("a.exe=MZ") && found[1] == "b=x", "{}", &found[0][..9]);
}

#[test]
fn what_is_cut_or_damaged_is_told_and_what_stands_before_is_read() {
    for (what, bytes) in archives() {
        let first = (1..bytes.len()).find(|&at| bytes[at..].starts_with(b"first")).unwrap_or(0) + 5;
        for at in first.max(70_000.min(bytes.len())) + 40..bytes.len() {
            let (found, said) = texts(&bytes[..at]);
            let is_told = !said.is_empty() || found.iter().any(|member| !member.contains('='));
            let is_whole = found == ["a.pgn=first", "b/c.pgn=second"];
            // A program in which the archive is not found any more is a program.
            let begins =
                |member: &String| ["=MZ", "=\x7fELF"].iter().any(|it| member.starts_with(it));
            let is_program = found.first().is_some_and(begins);
            assert!(is_told || is_whole || is_program, "{what} cut at {at}: {found:?}");
            let keeps = ["rar 5", "rar 4", "lzh", "arj", "cab", "saved page"].contains(&what);
            if keeps && at > first {
                assert_eq!(found.first().map(String::as_str), Some("a.pgn=first"), "{what} {at}");
            }
        }
        altered(&bytes, 0..if bytes.len() > 70_000 { 200 } else { bytes.len() });
    }
}

#[test]
fn archives_whose_lists_leave_members_out_are_told() {
    // A cabinet that says that it has no files, or whose file lies in another folder.
    let sound = cab(&[(b"a.pgn", b"first")], 100, false);
    let mut none = sound.clone();
    none[28] = 0;
    let mut folders = sound.clone();
    folders[26] = 2;
    for (bytes, wanted) in
        [(&sound, ""), (&none, "it leaves bytes out"), (&folders, "leaves bytes out")]
    {
        let (found, said) = all(bytes);
        assert_eq!(said.is_empty(), wanted.is_empty(), "{found:?} {said}");
        assert!(said.contains(wanted), "{said}");
    }
    // An archive whose first header says that it has no bytes, or too few.
    for len in [0, 7] {
        let mut none = arj(&[(b"a.pgn", b"first")], |_| false);
        (none[2], none[3]) = (len, 0);
        let (found, said) = all(&none);
        assert!(said.contains("a header is damaged"), "{found:?} {said}");
    }
    // A zip behind a program, of which the directory leads a byte astray.
    let mut zip = ZipWriter::new(Vec::new());
    zip.member("a.pgn", b"first").unwrap();
    zip.member("b.pgn", b"second").unwrap();
    let mut bytes = [program(), zip.finish().unwrap()].concat();
    let at = bytes.windows(5).rposition(|bytes| bytes == b"b.pgn").unwrap();
    bytes.insert(at + 5, 0);
    let (found, said) = all(&bytes);
    assert!(found.contains(&"a.pgn=first".to_owned()), "{found:?}");
    assert!(said.contains("the directory of the zip is"), "{said}");
}

#[test]
fn names_are_read_in_their_encoding() {
    let (gbk, _, _) = encoding_rs::GBK.encode("胡荣华对局集\\第01局.xqf");
    let (other, _, _) = encoding_rs::GBK.encode("第02局.xqf");
    let (found, said) = all(&old_rar(&[(&gbk, b"x"), (&other, b"y")], |_| false));
    assert_eq!(found, ["胡荣华对局集/第01局.xqf=x", "第02局.xqf=y"], "{said}");
    for bytes in [
        cab(&[(&gbk, b"x"), (&other, b"y")], 100, false),
        lzh(&[(&gbk, b"x"), (&other, b"y")]),
        arj(&[(&gbk, b"x"), (&other, b"y")], |_| false),
    ] {
        let (found, said) = all(&bytes);
        assert_eq!(found, ["胡荣华对局集/第01局.xqf=x", "第02局.xqf=y"], "{said}");
    }
    let (found, _) = all(&rar(&[("胡荣华.xqf".as_bytes(), b"x"), (b"../../up", b"y")]));
    assert_eq!(found, ["胡荣华.xqf=x", "../../up=y"]);
}

#[test]
fn encrypted_members_are_named() {
    let members: [Packed<'_>; 2] = [(b"a", b"0123456789abcdef"), (b"b", b"plain")];
    for bytes in [old_rar(&members, |number| number == 0), arj(&members, |number| number == 0)] {
        let (found, said) = all(&bytes);
        assert_eq!(
            (&said[..], found),
            ("", vec!["a: it is encrypted: unpack it first".into(), "b=plain".into()])
        );
    }
}

#[test]
fn a_7z_that_cannot_be_read_says_why() {
    for (method, why) in [
        ([6, 0xf1, 7, 1], "it is encrypted: unpack it first"),
        ([3, 4, 1, 0], "its compression (method [3, 4, 1, 0]) is not known: unpack it first"),
    ] {
        let (found, said) = all(&seven_by(&method, &[], b"012345678", 9));
        assert_eq!((&said[..], found.len()), (why, 0));
    }
}

/// Opens an archive with each byte of a range altered, one after the other; none may panic.
fn altered(bytes: &[u8], range: Range<usize>) {
    for at in range {
        let mut altered = bytes.to_vec();
        altered[at] ^= 0x15;
        all(&altered);
    }
}

/// Text that packs well, of 90 bytes.
const LINES: [u8; 90] = [b'p'; 90];

#[test]
fn a_7z_may_be_packed_by_every_method_of_its_packer() {
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    bzip2.write_all(&LINES).unwrap();
    let mut ppmd = ppmd_rust::Ppmd7Encoder::new(Vec::new(), 6, 1 << 20).unwrap();
    ppmd.write_all(&LINES).unwrap();
    let memory = (1_u32 << 20).to_le_bytes();
    for seven in [
        seven_by(&[0], &[], &LINES, 90),
        seven_by(&[4, 2, 2], &[], &bzip2.finish().unwrap(), 90),
        seven_by(&[3, 4, 1], &[&[6], &memory[..]].concat(), &ppmd.finish(false).unwrap(), 90),
    ] {
        let (found, said) = all(&seven);
        assert_eq!((&said[..], found), ("", vec!["a=".to_owned() + &"p".repeat(90)]));
        altered(&seven, 0..seven.len());
    }
    // A packer that wants 2 GiB is refused before it gets them.
    let greedy = seven_by(&[3, 4, 1], &[6, 0, 0, 0, 0x80], b"012345678", 9);
    let (found, said) = all(&greedy);
    assert!((found.concat() + &said).contains("memory"), "{found:?} {said}");
}

#[test]
fn a_zip_may_be_packed_by_rarer_methods() {
    let mut deflate = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    deflate.write_all(b"first").unwrap();
    let restart = ppmd_rust::RestoreMethod::Restart;
    let mut ppmd = ppmd_rust::Ppmd8Encoder::new(Vec::new(), 6, 1 << 20, restart).unwrap();
    ppmd.write_all(&LINES).unwrap();
    let ppmd = [&[5, 0], &ppmd.finish(true).unwrap()[..]].concat();
    let mut zip = ZipWriter::new(Vec::new());
    // A stream without long matches is one for a window of 64 KiB, too.
    zip.packed_member("a", b"first", (9, &deflate.finish().unwrap())).unwrap();
    zip.packed_member("b", &LINES, (98, &ppmd)).unwrap();
    zip.packed_member("c", b"third", (98, &[0xf5, 0x0f, 0, 0])).unwrap();
    let zip = zip.finish().unwrap();
    altered(&zip, 0..zip.len());
    let (found, said) = all(&zip);
    assert_eq!(
        (&said[..], &found[..2]),
        ("", &["a=first".into(), "b=".to_owned() + &"p".repeat(90)][..])
    );
    assert!(found[2].starts_with("c: "), "{found:?}");
}

#[test]
fn a_damaged_member_takes_no_other_with_it() {
    let members: [Packed<'_>; 2] = [(b"a", b"first"), (b"b", b"second")];
    let mut archives = vec![rar(&members), old_rar(&members, |_| false), arj(&members, |_| false)];
    for bytes in &mut archives {
        let at = bytes.windows(5).position(|bytes| bytes == b"first").unwrap();
        bytes[at] ^= 1;
    }
    // What is stored, as if it were packed.
    let mut packed = lzh(&members);
    (packed[1], packed[5]) = (packed[1] + 5, b'5');
    archives.push(packed);
    for (number, bytes) in archives.iter().enumerate() {
        let (found, said) = all(bytes);
        assert!(found.len() == 2 && found[1] == "b=second", "{number}: {found:?} {said}");
        assert!(!found[0].contains('='), "{number}: {found:?}");
    }
}

#[test]
fn bombs_are_stopped() {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gz.write_all(&vec![0; 80 << 20]).unwrap();
    let packed = gz.finish().unwrap();
    let (found, said) = all(&rar(&[(b"a.gz", &packed)]));
    assert!((found.concat() + &said).contains("unpacking stopped"), "{said}");
    // A member is stopped while it arrives, and nothing comes behind it.
    let limits = Limits { always: 100, ratio: 0, ..Limits::default() };
    let members: [Packed<'_>; 3] = [(b"a", &[7; 60]), (b"b", &[7; 60]), (b"c", b"x")];
    let all = [
        rar(&members),
        old_rar(&members, |_| false),
        cab(&members, 10, true),
        lzh(&members),
        arj(&members, |_| false),
        zip(&members),
        saved_page(&members),
    ];
    for (number, bytes) in all.iter().enumerate() {
        let (found, said) = self::members(bytes, limits, None);
        let said = found.concat() + &said;
        assert!(said.contains("unpacking stopped") && !said.contains("c="), "{number}: {said}");
    }
    // A member of a 7z that nobody reads is unpacked, too, to come to the next.
    let mut zeros = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    zeros.write_all(&[0; 16_000]).unwrap();
    let seven = seven_by(&[4, 2, 2], &[], &zeros.finish().unwrap(), 16_000);
    let limits = Limits { always: 10_000, ratio: 0, ..Limits::default() };
    let mut source = Cursor::new(&seven[..]);
    let input = ContainerFile { source: &mut source, size: seven.len() as u64, beside: None };
    let walked = walk(input, kind(&seven).unwrap(), &limits, &mut |_| true);
    assert!(walked.unwrap_err().to_string().contains("unpacking stopped"));
}

#[test]
fn the_first_part_opens_the_whole() {
    let games = GAME.repeat(40);
    let parts = rar_in_parts((b"a.pgn", games.as_bytes()), 700);
    assert!(parts.len() > 2, "{}", parts.len());
    let (folder, db) = desk();
    let qipu = folder.path().join("qipu");
    std::fs::create_dir_all(&qipu).unwrap();
    for (number, part) in (1..).zip(&parts) {
        std::fs::write(qipu.join(format!("局.part{number}.rar")), part).unwrap();
    }
    let convert =
        |status| stdout(&db, &["convert", "--to", "jsonl", qipu.to_str().unwrap()], status);
    let lines = json_lines(&convert(0));
    assert_eq!(lines.len(), 40);
    assert!(lines.iter().all(|line| line["member"] == "a.pgn"), "{}", lines[0]);
    assert!(lines[0]["path"].as_str().unwrap().ends_with("局.part1.rar"), "{}", lines[0]);
    // Later parts are no findings of their own.
    let said = xqdb(&db, &["import", qipu.to_str().unwrap()]);
    assert_eq!(said.status.code(), Some(0), "{}", String::from_utf8_lossy(&said.stderr));
    // But by itself one is not passed over.
    let second = qipu.join("局.part2.rar");
    let said = stderr(&db, &["convert", "--to", "jsonl", second.to_str().unwrap()], 3);
    assert!(said.contains("it is a part of `局.part1.rar`"), "{said}");
    // A part that is not there is named.
    std::fs::remove_file(qipu.join("局.part2.rar")).unwrap();
    convert(3);
    let listed = |db| {
        xqdb(db, &["import", qipu.to_str().unwrap()]);
        stdout(db, &["report", "--unread"], 0)
    };
    assert!(listed(&db).contains("the part `局.part2.rar` is missing"), "{}", listed(&db));
    std::fs::remove_file(qipu.join("局.part1.rar")).unwrap();
    let said = listed(&db);
    assert!(said.contains("the first of its parts, `局.part1.rar`, is missing"), "{said}");
    // Where there is no folder, too.
    let (found, said) = all(&parts[0]);
    assert!(found.is_empty() && said.contains("in parts"), "{said}");
}

#[test]
fn parts_have_older_names_too() {
    let parts = rar_in_parts((b"a", b"0123456789"), 4);
    let open = |name: &str| {
        let number = ["a.rar", "a.r00", "a.r01"].iter().position(|known| *known == name)?;
        Some(Box::new(Cursor::new(parts[number].clone())) as Box<dyn ReadSeek + Send>)
    };
    let found = |name| {
        let part = open(name).map(|mut part| {
            let mut bytes = Vec::new();
            part.read_to_end(&mut bytes).unwrap();
            bytes
        });
        members(
            &part.unwrap(),
            Limits::default(),
            Some(Beside { name, is_alone: false, open: &open }),
        )
    };
    assert_eq!(found("a.rar"), (vec!["a=0123456789".into()], String::new()));
    assert_eq!(found("a.r01"), (vec![], String::new()));
}

#[test]
fn parts_that_were_cut_byte_by_byte_are_joined() {
    let games = GAME.repeat(40);
    let mut zip = ZipWriter::new(Vec::new());
    zip.member("a.pgn", games.as_bytes()).unwrap();
    let zip = zip.finish().unwrap();
    let (folder, db) = desk();
    let qipu = folder.path().join("qipu");
    std::fs::create_dir_all(&qipu).unwrap();
    let parts: Vec<&[u8]> = zip.chunks(zip.len() / 4).collect();
    assert!(parts.len() > 2, "{}", parts.len());
    let part = |number: usize| qipu.join(format!("局.zip.{number:03}"));
    for (number, bytes) in (1..).zip(&parts) {
        std::fs::write(part(number), bytes).unwrap();
    }
    let convert = |path: &std::path::Path, status| {
        stdout(&db, &["convert", "--to", "jsonl", path.to_str().unwrap()], status)
    };
    for path in [qipu.clone(), part(1)] {
        let lines = json_lines(&convert(&path, 0));
        assert_eq!(lines.len(), 40);
        assert!(lines.iter().all(|line| line["member"] == "a.pgn"), "{}", lines[0]);
        assert!(lines[0]["path"].as_str().unwrap().ends_with("局.zip.001"), "{}", lines[0]);
    }
    let said = stderr(&db, &["convert", "--to", "jsonl", part(2).to_str().unwrap()], 3);
    assert!(said.contains("it is a part of `局.zip.001`"), "{said}");
    // Behind a part that is not there, and without the first, none belongs to a whole.
    std::fs::remove_file(part(2)).unwrap();
    let said = stderr(&db, &["convert", "--to", "jsonl", qipu.to_str().unwrap()], 3);
    assert!(said.contains("the end of the zip is missing"), "{said}");
    assert!(said.contains("局.zip.003: no known format: a part of an archive"), "{said}");
    std::fs::remove_file(part(1)).unwrap();
    let said = stderr(&db, &["convert", "--to", "jsonl", qipu.to_str().unwrap()], 3);
    assert!(said.contains("a part of an archive"), "{said}");
}

#[test]
fn parts_inside_an_archive_are_named() {
    let mut seven = b"7z\xbc\xaf\x27\x1c\0\x04".to_vec();
    seven.extend([0; 4]);
    seven.extend(900u64.to_le_bytes());
    seven.extend(90u64.to_le_bytes());
    seven.extend([7; 40]);
    let mut zip = ZipWriter::new(Vec::new());
    zip.member("a.7z.001", &seven).unwrap();
    zip.member("a.7z.002", b"\0\x01\x02\x03").unwrap();
    zip.member("b.z01", b"\0\x01\x02\x03").unwrap();
    let (folder, db) = desk();
    let path = folder.path().join("a.zip");
    std::fs::write(&path, zip.finish().unwrap()).unwrap();
    let said = stderr(&db, &["convert", "--to", "jsonl", path.to_str().unwrap()], 3);
    assert!(said.contains("a.7z.001: the end of the 7z is missing: if it is in parts"), "{said}");
    assert_eq!(said.matches("no known format: a part of an archive").count(), 2, "{said}");
}

#[test]
fn an_e_book_gives_the_games_of_its_pages() {
    let page = |games: &str| {
        format!(
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><pre>\n{games}</pre></body></html>\n"
        )
    };
    let marked = "<p>[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]</p>";
    let mut book = ZipWriter::new(Vec::new());
    book.member("mimetype", b"application/epub+zip").unwrap();
    book.member("META-INF/container.xml", b"<?xml version=\"1.0\"?><container/>").unwrap();
    book.member("OEBPS/1.xhtml", page(GAME).as_bytes()).unwrap();
    book.member("OEBPS/2.xhtml", page(marked).as_bytes()).unwrap();
    let book = book.finish().unwrap();
    let location = "Content-Location: http://a.example/1.html\r\nContent-Type: text/html\r\n\r\n";
    let letter = format!(
        "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"B\"\r\n\r\n--B\r\n{location}{}\r\n--B--\r\n",
        page(GAME)
    );
    let (folder, db) = desk();
    for (name, bytes, pages) in [
        ("a.epub", book, &["OEBPS/1.xhtml", "OEBPS/2.xhtml"][..]),
        ("a.mht", letter.into_bytes(), &["http://a.example/1.html"][..]),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let lines =
            json_lines(&stdout(&db, &["convert", "--to", "jsonl", path.to_str().unwrap()], 0));
        let found: Vec<&str> = lines.iter().map(|line| line["member"].as_str().unwrap()).collect();
        assert_eq!(found, pages, "{name}");
        assert_eq!(lines[0]["moves"].as_array().map(Vec::len), Some(3), "{name}");
    }
}
