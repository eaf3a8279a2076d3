//! Finding what there is to read: files, folders, archives, standard input.

use super::cut::{LARGE, cut};
use super::pipeline::{Options, Skip, Unit};
use crate::archive;
use crate::format::{Boundary, Sample, by_name, identify};
use crate::text::{Encoding, decode, detect};
use rustc_hash::FxHashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How much of a file is looked at to tell its format.
const HEAD: usize = 64 << 10;
/// Members of archives are read whole; a larger one must be unpacked first.
const LARGEST_MEMBER: u64 = 1 << 30;

/// Something the user named.
#[derive(Debug, Clone)]
pub enum Input {
    /// `-`
    Stdin,
    /// A file or folder.
    Path(PathBuf),
}

impl Input {
    /// `-` is standard input, anything else a path.
    pub fn from_argument(argument: &Path) -> Input {
        if argument == Path::new("-") { Input::Stdin } else { Input::Path(argument.to_owned()) }
    }
}

/// A path as the database stores it: absolute, `.` and `..` resolved, bytes that are not UTF-8 as `\xNN`.
pub fn absolute(path: &Path) -> String {
    let full = path
        .canonicalize()
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned());
    printable(&full)
}

/// A path as text that loses nothing: bytes that are not UTF-8 become `\xNN`.
fn printable(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

/// Reads everything the user named and gives it out as units, folders in order of names. Stops when `give` returns
/// `false`.
pub(super) fn read_inputs(
    inputs: Vec<Input>,
    options: &Options,
    give: &mut dyn FnMut(Unit) -> bool,
) {
    let mut reader = Reader { options, give, seen: FxHashSet::default() };
    for input in inputs {
        let goes_on = match input {
            Input::Stdin => reader.stdin(),
            Input::Path(path) => reader.tree(&path),
        };
        if !goes_on {
            return;
        }
    }
}

struct Reader<'a> {
    options: &'a Options,
    give: &'a mut dyn FnMut(Unit) -> bool,
    /// Contents that came in this run.
    seen: FxHashSet<[u8; 32]>,
}

/// Where a content lies.
#[derive(Clone)]
struct Place {
    path: Arc<str>,
    absolute: Arc<str>,
    member: Option<Arc<str>>,
}

impl Place {
    fn file_name(&self) -> &str {
        let path = self.member.as_deref().unwrap_or(&self.path);
        path.rsplit(['/', '\\']).next().unwrap_or(path)
    }
}

/// What was decided about a content before it is cut.
#[derive(Clone, Copy, Default)]
struct Decided {
    size: u64,
    hash: [u8; 32],
    format: Option<&'static str>,
    encoding: Option<Encoding>,
    boundary: Option<Boundary>,
}

impl Reader<'_> {
    fn tree(&mut self, root: &Path) -> bool {
        let walk = walkdir::WalkDir::new(root).follow_links(true).sort_by_file_name();
        for entry in walk {
            let goes_on = match entry {
                Ok(entry) if entry.file_type().is_file() => self.file(entry.path()),
                Ok(_) => true,
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    self.unreadable(&self.place(&path), error.to_string())
                }
            };
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn place(&self, path: &Path) -> Place {
        let absolute = if self.options.hash { absolute(path) } else { String::new() };
        Place { path: printable(path).into(), absolute: absolute.into(), member: None }
    }

    fn stdin(&mut self) -> bool {
        let mut place = Place { path: "-".into(), absolute: "-".into(), member: None };
        let mut bytes = Vec::new();
        if let Err(error) = io::stdin().lock().read_to_end(&mut bytes) {
            return self.unreadable(&place, error.to_string());
        }
        // Every content that is piped in has a name of its own, or the next one would take its place.
        let name = blake3::hash(&bytes).to_hex();
        place.absolute = format!("stdin:{}", &name[..16]).into();
        match archive::kind(&bytes[..bytes.len().min(archive::HEAD)]) {
            Some(kind) => {
                let size = bytes.len() as u64;
                self.archive(&place, &mut io::Cursor::new(bytes), size, kind)
            }
            None => self.content(&place, bytes),
        }
    }

    fn file(&mut self, path: &Path) -> bool {
        let place = self.place(path);
        match File::open(path).and_then(|file| Ok((file.metadata()?.len(), file))) {
            Ok((size, file)) => self.open_file(&place, file, size),
            Err(error) => self.unreadable(&place, error.to_string()),
        }
    }

    fn open_file(&mut self, place: &Place, mut file: File, size: u64) -> bool {
        let mut head = Vec::with_capacity(HEAD);
        let read = (&mut file).take(HEAD as u64).read_to_end(&mut head);
        if let Err(error) = read {
            return self.unreadable(place, error.to_string());
        }
        if let Some(kind) = archive::kind(&head) {
            return self.archive(place, &mut file, size, kind);
        }
        let result = if size > LARGE {
            self.large(place, &mut file, size)
        } else {
            head.reserve(usize::try_from(size).unwrap_or(0).saturating_sub(head.len()) + 1);
            match file.read_to_end(&mut head) {
                Ok(_) => return self.content(place, head),
                Err(error) => Err(error),
            }
        };
        match result {
            Ok(goes_on) => goes_on,
            Err(error) => self.unreadable(place, error.to_string()),
        }
    }

    /// Every file inside a container.
    fn archive(
        &mut self,
        place: &Place,
        source: &mut dyn archive::ReadSeek,
        size: u64,
        kind: &archive::Kind,
    ) -> bool {
        let mut seen = Vec::new();
        let mut goes_on = true;
        let rewound = source.seek(SeekFrom::Start(0));
        let limits = archive::Limits::default();
        let result = rewound.and_then(|_| {
            archive::walk(source, size, kind, &limits, &mut |member| {
                seen.push(member.name.clone().unwrap_or_default());
                let place = Place { member: member.name.map(Into::into), ..place.clone() };
                goes_on = match member.body {
                    Err(why) => self.unreadable(&place, why),
                    Ok(body) => {
                        let mut bytes = Vec::new();
                        match body.take(LARGEST_MEMBER + 1).read_to_end(&mut bytes) {
                            Ok(_) if bytes.len() as u64 > LARGEST_MEMBER => {
                                let why = "too large inside an archive: unpack it first";
                                self.unreadable(&place, why.to_owned())
                            }
                            Ok(_) => self.content(&place, bytes),
                            Err(error) => self.unreadable(&place, error.to_string()),
                        }
                    }
                };
                goes_on
            })
        });
        if !goes_on {
            return false;
        }
        match result {
            Ok(()) => {
                let nothing = Decided::default();
                self.skip(place, nothing, Skip::EndOfArchive(seen))
            }
            Err(error) => self.unreadable(place, error.to_string()),
        }
    }

    /// A content that is in memory as a whole.
    fn content(&mut self, place: &Place, bytes: Vec<u8>) -> bool {
        let hash =
            if self.options.hash { *blake3::hash(&bytes).as_bytes() } else { Default::default() };
        let decided = self.decide(place, &bytes, &bytes, bytes.len() as u64, hash);
        if self.is_known(&hash) {
            return self.skip(place, decided, Skip::Known);
        }
        if let Some(boundary) = decided.boundary
            && bytes.len() as u64 > LARGE
        {
            let from = self.options.known.get(&hash).map_or(0, |known| known.done_to);
            let mut rest = bytes.get(from as usize..).unwrap_or_default();
            let give = &mut *self.give;
            let mut goes_on = true;
            let result = cut(&mut rest, boundary, from, &mut |base, bytes, is_last| {
                goes_on = give(unit(place, decided, bytes, base, is_last));
                goes_on
            });
            debug_assert!(result.is_ok(), "reading from memory cannot fail");
            return goes_on;
        }
        (self.give)(unit(place, decided, bytes, 0, true))
    }

    /// A file too large to be read whole, unless its format cannot be cut.
    fn large(&mut self, place: &Place, file: &mut File, size: u64) -> io::Result<bool> {
        let sample = sample(file, size)?;
        let hash = if self.options.hash {
            file.seek(SeekFrom::Start(0))?;
            let mut hasher = blake3::Hasher::new();
            hasher.update_reader(&mut *file)?;
            *hasher.finalize().as_bytes()
        } else {
            Default::default()
        };
        let head = &sample[..HEAD.min(sample.len())];
        let decided = self.decide(place, head, &sample, size, hash);
        if self.is_known(&hash) {
            return Ok(self.skip(place, decided, Skip::Known));
        }
        let Some(boundary) = decided.boundary else {
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(0))?;
            file.read_to_end(&mut bytes)?;
            return Ok((self.give)(unit(place, decided, bytes, 0, true)));
        };
        let from = self.options.known.get(&hash).map_or(0, |known| known.done_to);
        file.seek(SeekFrom::Start(from))?;
        let give = &mut *self.give;
        let mut goes_on = true;
        cut(file, boundary, from, &mut |base, bytes, is_last| {
            goes_on = give(unit(place, decided, bytes, base, is_last));
            goes_on
        })?;
        Ok(goes_on)
    }

    fn is_known(&mut self, hash: &[u8; 32]) -> bool {
        if !self.options.hash {
            return false;
        }
        let is_read = self.options.known.get(hash).is_some_and(|known| known.is_complete);
        (is_read && !self.options.reread) || !self.seen.insert(*hash)
    }

    /// Tells format and encoding: the format by the head, the encoding by all of `sample`.
    fn decide(
        &self,
        place: &Place,
        head: &[u8],
        sample: &[u8],
        size: u64,
        hash: [u8; 32],
    ) -> Decided {
        let head = &head[..head.len().min(HEAD)];
        let encoding = self.options.encoding.unwrap_or_else(|| detect(sample));
        let text = decode(head, encoding);
        let sample = Sample { head, text: &text.text, name: place.file_name(), len: size };
        let format = identify(&sample);
        Decided {
            size,
            hash,
            format: format.map(|format| format.name),
            encoding: self
                .options
                .encoding
                .or(format.is_some_and(|format| format.is_text).then_some(encoding)),
            // Boundaries are looked for in bytes, which needs ASCII to be ASCII.
            boundary: format
                .filter(|_| !matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be))
                .and_then(|format| by_name(format.name)?.boundary),
        }
    }

    fn skip(&mut self, place: &Place, decided: Decided, skip: Skip) -> bool {
        let mut unit = unit(place, decided, Vec::new(), 0, true);
        unit.skip = Some(skip);
        (self.give)(unit)
    }

    fn unreadable(&mut self, place: &Place, why: String) -> bool {
        self.skip(place, Decided::default(), Skip::Unreadable(why))
    }
}

fn unit(place: &Place, decided: Decided, bytes: Vec<u8>, base: u64, is_last: bool) -> Unit {
    Unit {
        path: place.path.clone(),
        absolute: place.absolute.clone(),
        member: place.member.clone(),
        bytes,
        base,
        size: decided.size,
        hash: decided.hash,
        format: decided.format,
        encoding: decided.encoding,
        is_last,
        skip: None,
    }
}

/// The beginning of a large file and stretches of whole lines from its later parts.
fn sample(file: &mut File, size: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(1 << 20).read_to_end(&mut bytes)?;
    trim_to_lines(&mut bytes, 0);
    for part in 1..8 {
        file.seek(SeekFrom::Start(size / 8 * part))?;
        let from = bytes.len();
        file.take(HEAD as u64).read_to_end(&mut bytes)?;
        trim_to_lines(&mut bytes, from);
    }
    Ok(bytes)
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
