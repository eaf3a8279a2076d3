//! The parts of a RAR archive, found by their names in the folder of the first part.
//!
//! | names | of |
//! | --- | --- |
//! | `a.part1.rar`, `a.part2.rar` ... (or `part01`, `part001`; the first may be an `.exe`) | RAR 3 and later |
//! | `a.rar` (or `a.exe`), `a.r00`, `a.r01` ... `a.r99`, `a.s00` ... | RAR 2, and later if asked for |

use super::super::content::Behind;
use super::super::{Beside, ReadSeek};
use super::blocks::{Sound, Truncated, sound};
use super::{IN_MEMORY, options, said};
use rars::{Archive, ArchiveReader, ErrorKind};
use std::io::{self, Seek, SeekFrom};
use tempfile::SpooledTempFile;

/// Largest number of parts read; each is an open file.
const MOST_PARTS: usize = 200;

/// A file opened as an archive.
pub(super) enum Parts {
    /// The first or only part, with the parts behind it.
    Whole(Joined),
    /// A later part; the first part lies beside it and reads it.
    OfAnother,
    /// No member of the archive can be read, for this reason.
    Unreadable(String),
}

/// An archive with all its parts.
pub(super) struct Joined {
    pub(super) archives: Vec<Archive>,
    /// Name of the first missing part.
    pub(super) missing: Option<String>,
    /// Error message about a part that is damaged or cut.
    pub(super) damage: Option<String>,
    /// Bytes of the parts behind the first.
    pub(super) more: u64,
}

impl Parts {
    /// Opens an archive that begins at byte `at` of `source`, with its parts.
    pub(super) fn open(at: u64, source: &mut dyn ReadSeek, beside: Option<Beside<'_>>) -> Parts {
        let again = beside.and_then(|beside| (beside.open)(beside.name));
        let first = match again.map_or_else(|| copy(source), Ok) {
            Ok(first) => open(at, first),
            Err(error) => Err(error.to_string()),
        };
        let Part { archive, damage, .. } = match first {
            Ok(first) => first,
            Err(why) => return Parts::Unreadable(why),
        };
        let is_alone = !is_part(&archive);
        let is_later = archive.members().next().is_some_and(|member| member.meta.is_split_before);
        let set = Joined { archives: vec![archive], missing: None, damage, more: 0 };
        if is_alone {
            return Parts::Whole(set);
        }
        let Some(beside) = beside else {
            let why = "it is in parts, which are read only from a folder: unpack it first";
            return Parts::Unreadable(why.to_owned());
        };
        match first_of(beside.name) {
            Some(names) => match names.iter().find(|name| (beside.open)(name).is_some()) {
                Some(name) if beside.is_alone => {
                    Parts::Unreadable(format!("it is a part of `{name}`, which opens the whole"))
                }
                Some(_) => Parts::OfAnother,
                None => {
                    let why = format!("the first of its parts, `{}`, is missing", names[0]);
                    Parts::Unreadable(why)
                }
            },
            None if is_later => Parts::Unreadable("the first of its parts is missing".to_owned()),
            None => set.with_others(beside),
        }
    }
}

impl Joined {
    /// Opens the parts behind the first.
    fn with_others(mut self, beside: Beside<'_>) -> Parts {
        let mut name = beside.name.to_owned();
        let is_lettered = self.archives.first().is_some_and(is_lettered);
        while let Some(following) = self.archives.last().and_then(next) {
            let Some(behind) = name_behind(&name, is_lettered) else { break };
            name = behind;
            match (beside.open)(&name).map(|part| open(0, part)) {
                Some(Ok(part)) if self.archives.len() < MOST_PARTS => {
                    self.archives.push(part.archive);
                    self.more = self.more.saturating_add(part.size);
                    let damage = part.damage.map(|why| format!("the part `{name}`: {why}"));
                    self.damage = self.damage.or(damage);
                }
                Some(Ok(_)) => {
                    let why = format!("it has more than {MOST_PARTS} parts: unpack it first");
                    return Parts::Unreadable(why);
                }
                Some(Err(why)) => {
                    self.damage = self.damage.or(Some(format!("the part `{name}`: {why}")));
                    break;
                }
                None if following == Next::Sure => {
                    self.missing = Some(name);
                    break;
                }
                None => break,
            }
        }
        Parts::Whole(self)
    }
}

/// Copies the archive, because the crate needs to own its source.
fn copy(source: &mut dyn ReadSeek) -> io::Result<Box<dyn ReadSeek + Send>> {
    let mut copy = SpooledTempFile::new(IN_MEMORY);
    source.seek(SeekFrom::Start(0))?;
    io::copy(source, &mut copy)?;
    Ok(Box::new(copy))
}

/// An opened part.
struct Part {
    archive: Archive,
    damage: Option<String>,
    size: u64,
}

fn open(at: u64, source: Box<dyn ReadSeek + Send>) -> Result<Part, String> {
    let opened = Behind::new(source, at).and_then(|mut source| {
        let extent = sound(&mut source)?;
        let size = source.seek(SeekFrom::End(0))?;
        Ok((Truncated::new(source, &extent)?, extent, size))
    });
    let (source, extent, size) = opened.map_err(|error| error.to_string())?;
    let damage = match extent {
        Sound::Whole => None,
        Sound::UpTo(at) => Some(format!("the header at byte {at} is damaged")),
        Sound::Cut(len) => Some(format!("it ended after {size} of {len} bytes")),
    };
    match ArchiveReader::read_reader_with_options(source, options()) {
        Ok(archive) => Ok(Part { archive, damage, size }),
        Err(error) => Err(match error.kind() {
            ErrorKind::PasswordRequired => ENCRYPTED_NAMES.to_owned(),
            _ if matches!(error.root_cause(), rars::Error::FeatureDisabled { .. }) => {
                ENCRYPTED_NAMES.to_owned()
            }
            _ => damage.unwrap_or_else(|| said(&error)),
        }),
    }
}

const ENCRYPTED_NAMES: &str = "it is encrypted, names and all: unpack it first";

fn is_part(archive: &Archive) -> bool {
    match archive {
        Archive::Rar13(archive) => archive.main.is_volume(),
        Archive::Rar15To40(archive) => archive.main.is_volume(),
        Archive::Rar50Plus(archive) => archive.main.is_volume(),
        _ => false,
    }
}

/// Whether another part follows.
#[derive(PartialEq)]
enum Next {
    Sure,
    /// Unknown: old archives do not state it.
    Perhaps,
}

fn next(archive: &Archive) -> Option<Next> {
    /// Flag in the last header of RAR 1.5 to 4: another part follows.
    const FOLLOWED: u16 = 1;
    if archive.members().last().is_some_and(|member| member.meta.is_split_after) {
        return Some(Next::Sure);
    }
    match archive {
        Archive::Rar50Plus(archive) => match archive.blocks.last() {
            Some(rars::rar50::Block::End(end)) => end.has_next_volume().then_some(Next::Sure),
            _ => Some(Next::Perhaps),
        },
        Archive::Rar15To40(archive) => match archive.blocks.last() {
            Some(rars::rar15_40::Block::End(end)) => {
                (end.flags & FOLLOWED != 0).then_some(Next::Sure)
            }
            _ => Some(Next::Perhaps),
        },
        _ => Some(Next::Perhaps),
    }
}

/// Splits the name of a part in the newer style into the text before its number, the number, and
/// the text behind.
fn numbered(name: &str) -> Option<(&str, &str, &str)> {
    let (stem, extension) = name.rsplit_once('.')?;
    let is_whole = ["rar", "exe"].iter().any(|known| extension.eq_ignore_ascii_case(known));
    let (before, part) = stem.rsplit_once('.').filter(|_| is_whole)?;
    let word = part.get(..4).filter(|word| word.eq_ignore_ascii_case("part"))?;
    let digits = &part[4..];
    let is_number = (1..=5).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit());
    let start = before.len() + 1 + word.len();
    is_number.then(|| (&name[..start], digits, &name[name.len() - extension.len() - 1..]))
}

/// Splits the name of a part in the older style (`a.r00` and on) into stem, letter and number.
fn lettered(name: &str) -> Option<(&str, u8, u8)> {
    let (stem, extension) = name.rsplit_once('.')?;
    let [letter, tens, ones] = *extension.as_bytes() else { return None };
    let is_part = letter.is_ascii_alphabetic() && tens.is_ascii_digit() && ones.is_ascii_digit();
    is_part.then(|| (stem, letter, (tens - b'0') * 10 + ones - b'0'))
}

/// Names that the first part may have, given the name of a later part; `None` for a first part.
fn first_of(name: &str) -> Option<[String; 2]> {
    if let Some((before, digits, _)) = numbered(name) {
        let one = format!("{before}{:0len$}", 1, len = digits.len());
        let is_first = digits.parse() == Ok(1_u32);
        return (!is_first).then(|| [format!("{one}.rar"), format!("{one}.exe")]);
    }
    let (stem, _, _) = lettered(name)?;
    Some([format!("{stem}.rar"), format!("{stem}.exe")])
}

/// Whether the parts of an archive are named in the older style, by letters.
fn is_lettered(archive: &Archive) -> bool {
    match archive {
        Archive::Rar13(_) => true,
        Archive::Rar15To40(archive) => !archive.main.uses_new_numbering(),
        _ => false,
    }
}

/// Name of the part behind the part called `name`.
fn name_behind(name: &str, is_lettered: bool) -> Option<String> {
    if let Some((before, digits, behind)) = numbered(name).filter(|_| !is_lettered) {
        let number = digits.parse::<u32>().ok()? + 1;
        let behind = if behind.eq_ignore_ascii_case(".exe") { ".rar" } else { behind };
        return Some(format!("{before}{number:0len$}{behind}", len = digits.len()));
    }
    if let Some((stem, letter, number)) = lettered(name) {
        let (letter, number) = if number < 99 { (letter, number + 1) } else { (letter + 1, 0) };
        return Some(format!("{stem}.{}{number:02}", char::from(letter)));
    }
    let (stem, extension) = name.rsplit_once('.')?;
    let letter = if extension.starts_with(|it: char| it.is_uppercase()) { 'R' } else { 'r' };
    Some(format!("{stem}.{letter}00"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_called_one_after_the_other() {
        for (name, expected) in [
            ("局.part1.rar", "局.part2.rar"),
            ("a.part09.rar", "a.part10.rar"),
            ("a.PART9.RAR", "a.PART10.RAR"),
            ("a.part1.exe", "a.part2.rar"),
            ("a.rar", "a.r00"),
            ("A.RAR", "A.R00"),
            ("a.r09", "a.r10"),
            ("a.r99", "a.s00"),
        ] {
            assert_eq!(name_behind(name, false).as_deref(), Some(expected));
        }
        assert_eq!(name_behind("a.part1.rar", true).as_deref(), Some("a.part1.r00"));
        let first = |name| first_of(name).map(|[first, _]| first);
        assert_eq!(first("a.part003.rar").as_deref(), Some("a.part001.rar"));
        assert_eq!(first("a.r17").as_deref(), Some("a.rar"));
        assert_eq!(first("a.part1.r17").as_deref(), Some("a.part1.rar"));
        assert!(first("a.part01.rar").is_none() && first("a.rar").is_none());
    }
}
