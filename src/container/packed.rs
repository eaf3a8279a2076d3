//! Single-stream compressions (their content has no name; a tar inside is opened), tar, and 7z.

use super::guard::Guarded;
use super::{Metered, Place, ReadSeek, TOO_MUCH_MEMORY, Walk, begun, names};
use flate2::bufread::GzDecoder;
use sevenz_rust2::{ArchiveReader, Password};
use std::io::{self, BufRead, BufReader, Read, SeekFrom};
use tar::EntryType;

pub(super) fn gz(source: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    content(&mut GzMembers::new(BufReader::with_capacity(64 << 10, source)), walk, place)
}

pub(super) fn bz2(source: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    content(&mut bzip2::read::MultiBzDecoder::new(source), walk, place)
}

/// Whether `head` is `BZh`, a level, and the mark of a block or of an empty stream.
pub(super) fn is_bz2(head: &[u8]) -> bool {
    head.starts_with(b"BZh")
        && head.get(3).is_some_and(u8::is_ascii_digit)
        && matches!(head.get(4..6), Some(b"1A" | b"\x17\x72"))
}

pub(super) fn zst(source: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    let mut reader = zstd::stream::read::Decoder::new(source)?;
    reader.window_log_max(walk.budget.limits.inside(place.depth).window_log())?;
    content(&mut begun(reader)?, walk, place)
}

pub(super) fn xz(source: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    let reader = BufReader::new(source);
    let dictionary = walk.budget.limits.inside(place.depth).dictionary();
    let kib = u32::try_from(dictionary >> 10).unwrap_or(u32::MAX);
    let reader = lzma_rust2::XzReader::new_mem_limit(reader, true, kib);
    content(&mut begun(reader)?, walk, place)
}

/// Hands out the content. Inside another container, the content of `a.pgn.gz` is called like it.
fn content(body: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    let name = place.prefix.strip_suffix('!').map(str::to_owned);
    walk.member(name, body, place.depth).map(drop)
}

/// Reads all members of a gz, one after the other; skips zeros between and behind them, the padding
/// of tapes.
pub(super) struct GzMembers<R: BufRead> {
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> GzMembers<R> {
    pub(super) fn new(source: R) -> GzMembers<R> {
        GzMembers { member: Some(GzDecoder::new(source)) }
    }
}

impl<R: BufRead> Read for GzMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(mut source) = self.member.take().map(GzDecoder::into_inner) else { break };
            match first_byte_behind_zeros(&mut source)? {
                None => {}
                Some(0x1f) => self.member = Some(GzDecoder::new(source)),
                Some(_) => {
                    let why = "what follows the end of the gz is no gz, and was not read";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
            }
        }
        Ok(0)
    }
}

/// Skips zeros and peeks at the next byte; `None` at the end.
fn first_byte_behind_zeros(source: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        let bytes = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        match bytes.get(zeros) {
            Some(&byte) => {
                source.consume(zeros);
                return Ok(Some(byte));
            }
            None if zeros == 0 => return Ok(None),
            None => source.consume(zeros),
        }
    }
}

/// Whether `head` begins with a tar header whose checksum fits; old tars lack the mark `ustar`.
pub(super) fn is_tar(head: &[u8]) -> bool {
    let Some(block) = head.get(..512) else { return false };
    let Ok(field) = std::str::from_utf8(&block[148..156]) else { return false };
    let Ok(stored) = u32::from_str_radix(field.trim_matches([' ', '\0']), 8) else { return false };
    let sum: u32 = block
        .iter()
        .enumerate()
        .map(|(at, &byte)| if (148..156).contains(&at) { 32 } else { u32::from(byte) })
        .sum();
    block[0] != 0 && sum == stored
}

/// Tar, as found in `.tar.gz` and `.tar.zst`.
pub(super) fn tar(source: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    let mut archive = ::tar::Archive::new(source);
    // Another tar may follow the end of one, as after `cat a.tar b.tar`.
    archive.set_ignore_zeros(true);
    for entry in archive.entries()? {
        let mut entry = entry?;
        if is_no_file(entry.header().entry_type()) {
            continue;
        }
        // Each name is decoded alone, since a stream cannot be asked for all names first.
        let raw = entry.path_bytes().into_owned();
        let path = place.path(&names::decode_alone(&raw));
        let goes_on = match refusal(&mut entry)? {
            Some(why) => walk.failed(path, why)?,
            None => walk.member(path, &mut entry, place.depth)?,
        };
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// Whether an entry is a folder, link or device. The target of a link is its own member; as the
/// standard says, unknown types count as files.
fn is_no_file(kind: EntryType) -> bool {
    kind.is_dir()
        || kind.is_hard_link()
        || kind.is_symlink()
        || kind.is_character_special()
        || kind.is_block_special()
        || kind.is_fifo()
        || kind.is_pax_global_extensions()
}

/// Reason why the content of an entry differs from its file; None if it does not.
fn refusal<R: Read>(entry: &mut ::tar::Entry<'_, R>) -> io::Result<Option<&'static str>> {
    if entry.header().entry_type().as_byte() == b'M' {
        return Ok(Some("it begins in another volume of the tar: unpack it first"));
    }
    // The newer layout of sparse files begins with a list of gaps, which is not read.
    let mut is_sparse = false;
    if let Some(extensions) = entry.pax_extensions()? {
        for extension in extensions {
            is_sparse |= extension?.key_bytes().starts_with(b"GNU.sparse.");
        }
    }
    Ok(is_sparse.then_some("it is stored with gaps left out: unpack it first"))
}

/// Whether the list of members of a 7z ends behind the end of the file. Its offset and length are
/// two u64 at byte 12.
fn lacks_end(source: &mut dyn ReadSeek) -> io::Result<bool> {
    const BEGIN: u64 = 32;
    let end = source.seek(SeekFrom::End(0))?;
    source.seek(SeekFrom::Start(12))?;
    let mut list = [0; 16];
    let is_there = source.read_exact(&mut list).is_ok();
    source.rewind()?;
    let [at, len] = [&list[..8], &list[8..]]
        .map(|it| it.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)));
    Ok(!is_there || BEGIN.saturating_add(at).saturating_add(len) > end)
}

/// 7z archives. Members of a solid block are unpacked in order.
pub(super) fn seven(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    place: &Place,
) -> io::Result<()> {
    if lacks_end(source)? {
        let why =
            "the end of the 7z is missing: if it is in parts, unpack it with all of them first";
        return Err(io::Error::other(why));
    }
    let dictionary = walk.budget.limits.inside(place.depth).dictionary();
    let kib = usize::try_from(dictionary >> 10).unwrap_or(usize::MAX);
    let said = |error| match error {
        sevenz_rust2::Error::MaxMemLimited { .. } => io::Error::other(TOO_MUCH_MEMORY),
        sevenz_rust2::Error::UnsupportedCompressionMethod(method) => {
            io::Error::other(match method.starts_with("AES") {
                true => "it is encrypted: unpack it first".to_owned(),
                false => format!("its compression (method {method}) is not known: unpack it first"),
            })
        }
        error => io::Error::other(error),
    };
    let opened = ArchiveReader::new_with_memory_limit(source, Password::empty(), kib);
    let mut archive = opened.map_err(said)?;
    archive.set_thread_count(1);
    let mut outcome = Ok(());
    let result = archive.for_each_entries(|entry, body| {
        if entry.is_directory() {
            return Ok(true);
        }
        let path = place.path(&names::readable(entry.name()));
        let mut body = Guarded::new(body);
        let goes_on = match walk.member(path, &mut body, place.depth) {
            Ok(goes_on) => goes_on,
            Err(error) => {
                outcome = Err(error);
                return Ok(false);
            }
        };
        // The budget pays for bytes that the visitor left unread, too: they are unpacked all the same.
        let budget = walk.budget.clone();
        io::copy(&mut Metered::new(&mut body, &budget), &mut io::sink())?;
        Ok(goes_on)
    });
    outcome?;
    result.map_err(said)
}
