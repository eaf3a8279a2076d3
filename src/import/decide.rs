//! What a content is: its format, its encoding, and what the name of its file says.

use super::cut::Borders;
use super::from_name::{known_as, said_of};
use super::job::Job;
use super::options::Options;
use super::unit::{Skip, Unit};
use crate::container::ReadSeek;
use crate::format::{Format, Nature, Sample, by_magic, identify, may_be_text, may_hold_games};
use crate::metadata::FileName;
use crate::text::{Encoding, decode, detect};
use std::io::{Read, SeekFrom};
use std::sync::Arc;

/// Files and members up to this size are read whole. Tests need not wait for so many bytes.
pub(super) const LARGE: u64 = if cfg!(test) { 1 << 20 } else { 16 << 20 };

/// How much of a content is looked at to tell its format.
pub(super) const HEAD: usize = 64 << 10;

/// Stretches of a text that are looked at have so much in common that no game hides between them.
const OVERLAP: usize = 4 << 10;

/// The encoding of a large file is told by its beginning and by stretches of its later parts.
const BEGINNING: u64 = 1 << 20;
const STRETCHES: u64 = 8;

/// What was decided about a content.
#[derive(Clone, Default)]
pub(super) struct Decided {
    pub(super) format: Option<&'static Format>,
    pub(super) encoding: Option<Encoding>,
    /// Where it may be cut, if its format has places for that.
    pub(super) borders: Option<Borders>,
    /// What it is, where no format fits.
    pub(super) nature: Option<Nature>,
    /// What its name says.
    pub(super) said: Arc<FileName>,
    /// Size of all of it, once it is known.
    pub(super) size: u64,
    /// The hash under which it is known.
    pub(super) hash: [u8; 32],
    /// The hash of the bytes, of a content that was read for it and is read again to be parsed.
    pub(super) check: Option<[u8; 32]>,
    /// Reading failed behind it.
    pub(super) is_cut_off: bool,
}

impl Decided {
    /// A content of which only its place is known.
    pub(super) fn at(path: &str, member: Option<&str>, options: &Options) -> Decided {
        Decided { said: Arc::new(said_of(path, member, &options.named)), ..Decided::default() }
    }

    /// Notes the hash under which the content is known: that of its bytes, and of what its name
    /// says.
    pub(super) fn set_hash(&mut self, of_bytes: [u8; 32]) {
        self.hash = known_as(of_bytes, &self.said);
    }

    /// Tells format and encoding of a content of `size` bytes, by a `sample` that begins with its
    /// beginning. A binary format is told by that alone.
    pub(super) fn look(&mut self, options: &Options, name: &str, sample: &[u8], size: u64) {
        self.size = size;
        self.encoding = options.encoding;
        let head = &sample[..sample.len().min(HEAD)];
        if let Some(format) = by_magic(head, name, size) {
            self.format = Some(format);
            return;
        }
        let encoding = options.encoding.unwrap_or_else(|| detect(sample));
        // Where the beginning of a text tells nothing, games may follow.
        let most = if may_be_text(head) { sample.len() } else { head.len() };
        let (mut found, mut may_hold) = (None, false);
        for (number, from) in (0..most).step_by(HEAD - OVERLAP).enumerate() {
            let head = &sample[from..most.min(from + HEAD)];
            let text = decode(head, encoding);
            let sample = Sample { head, text: &text.text, name, len: size };
            found = identify(&sample).filter(|format| number == 0 || format.is_text);
            if found.is_some() {
                break;
            }
            may_hold |= may_hold_games(&sample);
        }
        let Some(format) = found else {
            let is_looked_through = size <= LARGE && sample.len() as u64 == size;
            may_hold |= may_be_text(head) && !is_looked_through;
            self.nature = Some(Nature::of(head, &decode(head, encoding).text, may_hold));
            return;
        };
        self.format = Some(format);
        if format.is_text {
            self.encoding = Some(encoding);
        }
        // Who decodes each piece for himself would not know UTF-16 without its mark.
        self.borders = format
            .boundary
            .filter(|_| format.is_text || !encoding.is_utf16())
            .map(|boundary| Borders { boundary, encoding });
    }
}

/// What a worker does first with a whole content of which nothing is decided.
pub(super) fn decide(unit: &mut Unit, job: &Job<'_>) {
    let mut decided = Decided::at(&unit.path, unit.member.as_deref(), job.options);
    if job.options.hash {
        decided.set_hash(*blake3::hash(&unit.bytes).as_bytes());
        unit.hash = decided.hash;
        if job.known.is_complete(&unit.hash) {
            unit.skip = Some(Skip::Known);
            unit.bytes = Vec::new();
            return;
        }
    }
    decided.look(job.options, unit.file_name(), &unit.bytes, unit.size);
    (unit.format, unit.encoding) = (decided.format, decided.encoding);
    unit.nature = decided.nature;
    unit.said = Some(decided.said);
}

/// The beginning of a large file and stretches of whole lines from its later parts. What cannot be
/// read is left out: it is told when all of the file is read.
pub(super) fn sample(file: &mut dyn ReadSeek, size: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut read = |at: u64, len: u64| {
        let from = bytes.len();
        let outcome = file
            .seek(SeekFrom::Start(at))
            .and_then(|_| (&mut *file).take(len).read_to_end(&mut bytes));
        if outcome.is_err() {
            bytes.truncate(from);
        }
        trim_to_lines(&mut bytes, from);
    };
    read(0, BEGINNING);
    for stretch in 1..STRETCHES {
        read(size / STRETCHES * stretch, HEAD as u64);
    }
    bytes
}

/// Drops the broken lines at both ends of what was added at `from`, so that no character is cut.
fn trim_to_lines(bytes: &mut Vec<u8>, from: usize) {
    let first = if from == 0 {
        Some(0)
    } else {
        memchr::memchr(b'\n', &bytes[from..]).map(|at| from + at + 1)
    };
    let last = memchr::memrchr(b'\n', &bytes[from..]).map(|at| from + at + 1);
    match (first, last) {
        (Some(first), Some(last)) if first <= last => {
            bytes.truncate(last);
            bytes.drain(from..first);
        }
        _ if from == 0 => {}
        _ => bytes.truncate(from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_behind_much_else_are_found() {
        let look = |beginning: &str, games: &str| {
            let bytes = format!("{}{games}", beginning.repeat(3 * HEAD / beginning.len()));
            let mut decided = Decided::at("a.txt", None, &Options::default());
            let size = bytes.len() as u64;
            decided.look(&Options::default(), "a.txt", bytes.as_bytes(), size);
            let may_hold = matches!(decided.nature, Some(Nature::Unread(_)));
            (decided.format.map(|format| format.name), may_hold)
        };
        let prose = "今天没有下棋，只谈了谈天气。\n";
        let games = "[Event \"a\"]\n[Red \"b\"]\n\n1. 炮二平五 马8进7 1-0\n";
        assert_eq!(look(prose, ""), (None, false));
        assert_eq!(look(prose, games).0, Some("pgn"));
        assert_eq!(look(prose, "\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n").0, Some("cn-text"));
        assert_eq!(look("<p>Yes</p>\n", "<b>1.</b> <i>炮二平五</i> 马8进7"), (None, true));
        // What is too large to be looked through may hold them.
        assert_eq!(look("x\n", &"x\n".repeat(LARGE as usize)), (None, true));
    }
}
