//! Decides whether a file that fits no format may still hold games.

use super::engine_book::is_engine_book;
use super::mixed::{speaks_in_bytes, speaks_of_games};
use super::{FORMATS, FileSample};
use crate::text::{Encoding, decode, detect};

/// First bytes of pictures, sounds, films, fonts and programs; name and description of each kind.
const OTHERS: [(&[u8], &str, &str); 25] = [
    (b"\x89PNG", "PNG", "a picture"),
    (b"\xFF\xD8\xFF", "JPEG", "a picture"),
    (b"GIF8", "GIF", "a picture"),
    (b"BM", "BMP", "a picture"),
    (b"II*\0", "TIFF", "a picture"),
    (b"MM\0*", "TIFF", "a picture"),
    (b"\0\0\x01\0", "ICO", "a picture"),
    (b"8BPS", "PSD", "a picture"),
    (b"RIFF", "RIFF", "sound or film"),
    (b"OggS", "Ogg", "sound or film"),
    (b"ID3", "MP3", "sound or film"),
    (b"\xFF\xFB", "MP3", "sound or film"),
    (b"fLaC", "FLAC", "sound or film"),
    (b"\x1A\x45\xDF\xA3", "Matroska", "sound or film"),
    (b"ftyp", "MP4", "sound or film"),
    (b"FLV", "FLV", "sound or film"),
    (b"MZ", "DOS/Windows", "a program"),
    (b"\x7FELF", "ELF", "a program"),
    (b"\xCA\xFE\xBA\xBE", "Java/Mach-O", "a program"),
    (b"\xCF\xFA\xED\xFE", "Mach-O", "a program"),
    (b"\0asm", "WebAssembly", "a program"),
    (b"wOFF", "WOFF", "a font"),
    (b"wOF2", "WOFF2", "a font"),
    (b"\0\x01\0\0", "TrueType", "a font"),
    (b"OTTO", "OpenType", "a font"),
];

/// Documents and databases that may hold games but are not read: offset of the sign, sign, and
/// reason. For CHM no maintained reader was found.
const DOCUMENTS: [(usize, &[u8], &str); 7] = [
    (0, b"%PDF", "no known format: a PDF document; copy its text into a file"),
    (0, b"{\\rtf", "no known format: an RTF document; save it as text"),
    (
        0,
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
        "no known format: a document of an old office program; save it as text",
    ),
    (0, b"SQLite format 3\0", "no known format: an SQLite database; export its tables as CSV"),
    (
        0,
        b"ITSF",
        "no known format: a compiled help file; `7z x FILE` unpacks it, then import the folder",
    ),
    (0, b"AT&TFORM", "no known format: a DjVu document; copy its text into a file"),
    (60, b"BOOKMOBI", "no known format: an e-book; convert it to EPUB"),
];

/// Extensions of programs whose file layout is not public.
const PRIVATE: [&str; 3] = ["txq", "egf", "qcb"];
/// Extensions of archives; a file without the sign of one is a later part, or damaged.
const OF_ARCHIVES: [&str; 9] = ["zip", "rar", "7z", "cab", "arj", "lzh", "lha", "gz", "001"];
const PART: &str = "no known format: a part of an archive, or a damaged one; \
    unpack it with all its parts first";
const NOT_PUBLIC: &str = "no known format: its layout is not public; save it as PGN in its program";

/// Extensions of all kinds of files.
const OF_ANYTHING: [&str; 9] =
    ["txt", "html", "htm", "csv", "tsv", "json", "jsonl", "ndjson", "uci"];

/// Nature of a file that fits no format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// The file may hold games; why they are not read: [`Nature::UNKNOWN`] or more.
    Unread(&'static str),
    /// The file holds no games; what it is instead.
    NoGames(&'static str),
}

impl Nature {
    /// Beginning of every reason in [`Nature::Unread`].
    pub const UNKNOWN: &'static str = "no known format";

    /// Description of an engine's opening book, and of its use.
    pub const ENGINE_BOOK: &'static str = "an opening book of an engine, which holds no games; \
        `xqdb engine-book` reads it";

    /// Nature of a file with this sample: unread if it `may_hold_games`, otherwise without games.
    ///
    /// ```
    /// use xqdb::format::{FileSample, Nature};
    /// let of = |head: &[u8], name: &str, may_hold_games: bool| {
    ///     Nature::of(&FileSample { head, text: "", name, len: 9 }, may_hold_games)
    /// };
    /// assert_eq!(of(b"", "", false), Nature::NoGames("empty"));
    /// assert_eq!(of(b"MZ\x90", "", false), Nature::NoGames("a program"));
    /// assert_eq!(of(b"XQ\0\x01", "", true), Nature::Unread(Nature::UNKNOWN));
    /// let why = "no known format: its layout is not public; save it as PGN in its program";
    /// assert_eq!(of(b"\0\x01", "a.txq", true), Nature::Unread(why));
    /// ```
    #[must_use]
    pub fn of(sample: &FileSample<'_>, may_hold_games: bool) -> Nature {
        if is_engine_book(sample.head) {
            return Nature::NoGames(Nature::ENGINE_BOOK);
        }
        if !may_hold_games {
            return Nature::NoGames(why_no_games(sample.head, sample.text));
        }
        let private = || sample.has_extension(&PRIVATE).then_some(NOT_PUBLIC);
        let part = || is_part(sample).then_some(PART);
        let why = document(sample.head).or_else(private).or_else(part);
        Nature::Unread(why.unwrap_or(Nature::UNKNOWN))
    }
}

/// Whether a file is named like an archive or a later part of one: `a.7z.002`, `a.z01`, `a.r00`.
fn is_part(sample: &FileSample<'_>) -> bool {
    let is_numbered = |extension: &str| {
        let number = extension.trim_start_matches(['z', 'Z', 'r', 'R', 'a', 'A']);
        let is_lettered = number.len() + 1 == extension.len() && number.len() == 2;
        (is_lettered || extension.len() == 3) && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    sample.has_extension(&OF_ARCHIVES)
        || sample.name.rsplit_once('.').is_some_and(|(_, extension)| is_numbered(extension))
}

/// Reason why a document or database with this head is not read.
fn document(head: &[u8]) -> Option<&'static str> {
    let stands = |(at, sign, _): &&(usize, &[u8], &str)| {
        head.get(*at..).is_some_and(|head| head.starts_with(sign))
    };
    DOCUMENTS.iter().find(stands).map(|(_, _, reason)| *reason)
}

/// Whether a file that fits no format may hold games: it is neither empty nor a picture, film or
/// program. A text must also be named like a game, or hold something like a move, a tag or a
/// position.
///
/// ```
/// use xqdb::format::{FileSample, may_hold_games};
/// let sample = |head: &'static [u8]| {
///     let text = std::str::from_utf8(head).unwrap_or_default();
///     FileSample { head, text, name: "", len: head.len() as u64 }
/// };
/// assert!(!may_hold_games(&sample(b"")));
/// assert!(!may_hold_games(&sample(b"\x89PNG\r\n\x1A\n")));
/// assert!(!may_hold_games(&sample(b"Thank you for the files.\n")));
/// assert!(may_hold_games(&sample(b"our line: 1. C2=5 H8+7 2. H2+3\n")));
/// assert!(may_hold_games(&sample(b"<td>1.</td><td>C2=5</td><td>&#72;8+7</td>\n")));
/// assert!(may_hold_games(&sample(b"moves = ['\\u70ae\\u4e8c\\u5e73\\u4e94']\n")));
/// assert!(may_hold_games(&sample(b"<a href='?m=%E7%82%AE%E4%BA%8C%E5%B9%B3%E4%BA%94'>\n")));
/// assert!(may_hold_games(&sample(b"see below\n\nbegin 644 games.zip\nM4$L#\n")));
/// assert!(may_hold_games(&sample(b"XQ\0\x01\x02\x03\xFE\xFD")));
/// assert!(may_hold_games(&sample(b"%PDF-1.4\n")));
/// assert!(may_hold_games(&FileSample { name: "a.pgn", ..sample(b"1. C25 *\n") }));
/// ```
#[must_use]
pub fn may_hold_games(sample: &FileSample<'_>) -> bool {
    let FileSample { head, text, .. } = *sample;
    if head.is_empty() || other_kind(head).is_some() {
        return false;
    }
    if !may_be_text(head) || document(head).is_some() || sample.has_extension(&PRIVATE) {
        return true;
    }
    let encoding = detect(head);
    let speaks = speaks_of_games(text)
        || speaks_in_bytes(head, encoding)
        || lost_half(head, encoding).is_some_and(|it| speaks_of_games(&it));
    is_named_as_game(sample) && !text.trim().is_empty() || speaks
}

/// Decodes UTF-16 one byte later: a lost or added byte makes all units halves of two characters.
fn lost_half(head: &[u8], encoding: Encoding) -> Option<String> {
    encoding.is_utf16().then(|| decode(&head[1..], encoding).text.into_owned())
}

/// Whether a file with this head may be text: it has no NUL, or is in UTF-16.
#[must_use]
pub fn may_be_text(head: &[u8]) -> bool {
    let is_wide = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
    other_kind(head).is_none() && (is_wide || !head.contains(&0))
}

/// Kind of a file that by nature holds no game (picture, film, program); None for others.
///
/// ```
/// use xqdb::format::other_kind;
/// assert_eq!(other_kind(b"\x89PNG\r\n\x1A\n"), Some("PNG"));
/// assert_eq!(other_kind(b"\xFF\xFB\x90\x64"), Some("MP3"));
/// // A damaged mark of UTF-16 is no sound.
/// assert_eq!(other_kind(b"\xFF\xFB\xFE1\0.\0"), None);
/// assert_eq!(other_kind(b"[Game \"Chinese Chess\"]"), None);
/// ```
#[must_use]
pub fn other_kind(head: &[u8]) -> Option<&'static str> {
    other(head).map(|(_, name, _)| *name)
}

fn other(head: &[u8]) -> Option<&'static (&'static [u8], &'static str, &'static str)> {
    let begins = |(begin, name, _): &&(&[u8], &str, &str)| {
        let at = if *name == "MP4" { 4 } else { 0 };
        head.get(at..).is_some_and(|head| head.starts_with(begin)) && has_header_of(name, head)
    };
    OTHERS.iter().find(begins)
}

/// Whether a file has the header of a kind with a two-byte sign, which a damaged UTF-16 text may
/// have, too, or of a font, whose sign an Access database has.
///
/// Frames of MP3: ISO/IEC 11172-3, 2.4.1.3; the reserved fields of BMP: BITMAPFILEHEADER; tables of
/// TrueType, fewer than 256.
fn has_header_of(name: &str, head: &[u8]) -> bool {
    match name {
        "MP3" if head[0] == 0xFF => head.get(2).is_some_and(|&fields| {
            let (rate, sampling) = (fields >> 4, fields >> 2 & 3);
            (1..15).contains(&rate) && sampling != 3
        }),
        "TrueType" => head.get(4).is_none_or(|tables| *tables == 0),
        "BMP" => head.get(6..10).is_none_or(|reserved| reserved == [0; 4]),
        _ => true,
    }
}

/// Description of a file that fits no format and holds no games.
fn why_no_games(head: &[u8], text: &str) -> &'static str {
    match other(head) {
        _ if head.is_empty() => "empty",
        Some((_, _, what)) => what,
        None if text.trim().is_empty() => "nothing but blanks",
        None if text.contains('<') => "a page that speaks of no games",
        None => "a text that speaks of no games",
    }
}

/// Whether only games have such a file name.
fn is_named_as_game(sample: &FileSample<'_>) -> bool {
    let mut extensions = FORMATS.iter().flat_map(|format| format.extensions);
    extensions.any(|known| !OF_ANYTHING.contains(known) && sample.has_extension(&[known]))
}
