//! Finding what there is to read: files, folders, archives, standard input.
//!
//! What cannot be gone back in (standard input, members of archives) is read whole up to [`LARGE`] bytes. More than that is cut
//! at record boundaries while it streams, if its format allows it. An import must know a content's hash before its first
//! record, since byte copies are one source and a source that is known is not read again. So there
//!
//! - an archive with large members is unpacked twice: they are hashed first, and read when its other members are done;
//! - long standard input goes to a temporary file first. So does a long archive, in any case: a zip is read from its end.

use super::content::{Decided, Given, Place, decide, unit};
use super::cut::{Buffers, LARGE};
use super::from_name::known_as;
use super::pipeline::{Options, Skip};
use crate::archive;
use rustc_hash::FxHashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How much of a file is looked at to tell its format.
pub(super) const HEAD: usize = 64 << 10;
/// Members that cannot be cut are read whole; a larger one must be unpacked first.
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
    buffers: &Buffers,
    give: &mut dyn FnMut(Given) -> bool,
) {
    let mut reader = Reader { options, buffers, give, seen: FxHashSet::default(), folder: None };
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

pub(super) struct Reader<'a> {
    pub(super) options: &'a Options,
    pub(super) buffers: &'a Buffers,
    pub(super) give: &'a mut dyn FnMut(Given) -> bool,
    /// Contents that were decided here in this run.
    pub(super) seen: FxHashSet<[u8; 32]>,
    /// The folder of the last file, and what it is when absolute.
    folder: Option<(PathBuf, PathBuf)>,
}

/// A large member that is to be read in a second walk.
struct Deferred {
    /// Its number in the archive.
    number: u64,
    decided: Decided,
}

impl Reader<'_> {
    fn tree(&mut self, root: &Path) -> bool {
        let walk = walkdir::WalkDir::new(root).follow_links(true).sort_by_file_name();
        for entry in walk {
            let goes_on = match entry {
                Ok(entry) if entry.file_type().is_file() => {
                    self.file(entry.path(), entry.path_is_symlink() || entry.depth() == 0)
                }
                Ok(_) => true,
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    let place = self.place(&path, true);
                    self.unreadable(&place, error.to_string())
                }
            };
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn place(&mut self, path: &Path, may_be_link: bool) -> Place {
        let absolute = match (self.options.hash, may_be_link) {
            (false, _) => String::new(),
            (true, true) => absolute(path),
            (true, false) => self.absolute(path),
        };
        Place { path: printable(path).into(), absolute: absolute.into(), member: None }
    }

    /// The absolute path of what is no link; that of its folder is kept for the next.
    fn absolute(&mut self, path: &Path) -> String {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return absolute(path);
        };
        let whole = match &self.folder {
            Some((known, whole)) if known == folder => whole.join(name),
            _ => match folder.canonicalize() {
                Ok(whole) => {
                    let joined = whole.join(name);
                    self.folder = Some((folder.to_owned(), whole));
                    joined
                }
                Err(_) => return absolute(path),
            },
        };
        printable(&whole)
    }

    fn stdin(&mut self) -> bool {
        let mut place = Place { path: "-".into(), absolute: "-".into(), member: None };
        let mut input = io::stdin().lock();
        let mut head = Vec::new();
        if let Err(error) = (&mut input).take(LARGE + 1).read_to_end(&mut head) {
            return self.unreadable(&place, error.to_string());
        }
        let kind = archive::kind(&head[..head.len().min(archive::HEAD)]);
        if head.len() as u64 > LARGE {
            if kind.is_none() && !self.options.hash {
                return self.stream(&place, &mut io::Cursor::new(head).chain(input), 0, None);
            }
            return match spool(&mut io::Cursor::new(head).chain(input)) {
                Ok((file, size, hash)) => {
                    place.absolute = stdin_name(&hash);
                    self.open_file(&place, file, size)
                }
                Err(error) => self.unreadable(&place, error.to_string()),
            };
        }
        place.absolute = stdin_name(&blake3::hash(&head));
        match kind {
            Some(kind) => {
                let size = head.len() as u64;
                self.archive(&place, &mut io::Cursor::new(head), size, kind)
            }
            None => self.content(&place, head),
        }
    }

    fn file(&mut self, path: &Path, may_be_link: bool) -> bool {
        let place = self.place(path, may_be_link);
        match File::open(path).and_then(|file| Ok((file.metadata()?.len(), file))) {
            Ok((size, file)) => self.open_file(&place, file, size),
            Err(error) => self.unreadable(&place, error.to_string()),
        }
    }

    fn open_file(&mut self, place: &Place, mut file: File, size: u64) -> bool {
        let mut head = Vec::with_capacity(HEAD);
        let rewound = file.seek(SeekFrom::Start(0));
        let read = rewound.and_then(|_| (&mut file).take(HEAD as u64).read_to_end(&mut head));
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
        let mut deferred = Vec::new();
        let mut number = 0;
        let mut goes_on = true;
        let result = each_member(source, size, kind, &mut |member| {
            number += 1;
            let place = Place { member: member.name.map(Into::into), ..place.clone() };
            goes_on = match member.body {
                Err(why) => self.unreadable(&place, why),
                Ok(body) => self.stream(&place, body, number, Some(&mut deferred)),
            };
            goes_on
        });
        if !goes_on {
            return false;
        }
        let result = result.and_then(|names| {
            goes_on =
                deferred.is_empty() || self.second_walk(place, source, size, kind, deferred)?;
            Ok(names)
        });
        match result {
            Ok(_) if !goes_on => false,
            Ok(names) => {
                let nothing = Decided::default();
                self.skip(place, nothing, Skip::EndOfArchive(Arc::new(names)))
            }
            Err(error) => self.unreadable(place, error.to_string()),
        }
    }

    /// Reads the large members that were hashed in the first walk.
    fn second_walk(
        &mut self,
        place: &Place,
        source: &mut dyn archive::ReadSeek,
        size: u64,
        kind: &archive::Kind,
        deferred: Vec<Deferred>,
    ) -> io::Result<bool> {
        let mut deferred = deferred.into_iter().peekable();
        let mut number = 0;
        let mut goes_on = true;
        each_member(source, size, kind, &mut |member| {
            number += 1;
            if let Some(wanted) = deferred.next_if(|wanted| wanted.number == number)
                && let Ok(body) = member.body
            {
                let place = Place { member: member.name.map(Into::into), ..place.clone() };
                goes_on = self.pieces(&place, wanted.decided, body);
            }
            goes_on && deferred.peek().is_some()
        })?;
        Ok(goes_on)
    }

    /// A content that cannot be gone back in. Where contents are hashed, a large one is put off to a second walk.
    fn stream(
        &mut self,
        place: &Place,
        body: &mut dyn Read,
        number: u64,
        deferred: Option<&mut Vec<Deferred>>,
    ) -> bool {
        let mut bytes = Vec::new();
        let outcome = (&mut *body).take(LARGE + 1).read_to_end(&mut bytes);
        let is_large = bytes.len() as u64 > LARGE;
        if is_large {
            let mut decided =
                decide(self.options, place.file_name(), &bytes, &bytes, bytes.len() as u64);
            if decided.boundary.is_some() {
                let mut whole = io::Cursor::new(bytes).chain(body);
                let Some(deferred) = deferred.filter(|_| self.options.hash) else {
                    return self.pieces(place, decided, &mut whole);
                };
                // What fails here fails in the second walk, too, and is told then.
                let (hash, size) = hash_of(&mut whole);
                let hash = known_as(hash, place.file_name());
                decided = Decided { hash, size, ..decided };
                if self.is_known(&hash) {
                    return self.skip(place, decided, Skip::Known);
                }
                deferred.push(Deferred { number, decided });
                return true;
            }
            if decided.format.is_none() {
                (decided.hash, decided.size) = hash_of(&mut io::Cursor::new(bytes).chain(body));
                return self.give(unit(place, decided, Vec::new(), 0, true));
            }
        }
        let outcome = outcome.and_then(|_| {
            let room = LARGEST_MEMBER + 1 - bytes.len() as u64;
            if is_large { body.take(room).read_to_end(&mut bytes) } else { Ok(0) }
        });
        match outcome {
            Ok(_) if bytes.len() as u64 > LARGEST_MEMBER => {
                let why = "too large to be read from a stream in its format: unpack it first";
                self.unreadable(place, why.to_owned())
            }
            Ok(_) => self.content(place, bytes),
            // What was unpacked before the end went missing is as good as any file that breaks off.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && !bytes.is_empty() => {
                self.content(place, bytes) && self.unreadable(place, error.to_string())
            }
            Err(error) => self.unreadable(place, error.to_string()),
        }
    }

    pub(super) fn skip(&mut self, place: &Place, decided: Decided, skip: Skip) -> bool {
        let mut unit = unit(place, decided, Vec::new(), 0, true);
        unit.skip = Some(skip);
        self.give(unit)
    }

    pub(super) fn unreadable(&mut self, place: &Place, why: String) -> bool {
        self.skip(place, Decided::default(), Skip::Unreadable(why))
    }
}

fn each_member(
    source: &mut dyn archive::ReadSeek,
    size: u64,
    kind: &archive::Kind,
    visit: &mut archive::Visit<'_>,
) -> io::Result<archive::Names> {
    source.seek(SeekFrom::Start(0))?;
    archive::walk(source, size, kind, &archive::Limits::default(), visit)
}

/// Hash and size of what can be read.
fn hash_of(body: &mut dyn Read) -> ([u8; 32], u64) {
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; HEAD];
    while let Ok(read @ 1..) = body.read(&mut buffer) {
        hasher.update(&buffer[..read]);
    }
    (*hasher.finalize().as_bytes(), hasher.count())
}

/// Writes a stream to a file that has no name and is gone when it is closed; its size and hash.
fn spool(input: &mut dyn Read) -> io::Result<(File, u64, blake3::Hash)> {
    let mut file = tempfile::tempfile()?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; HEAD];
    loop {
        let read = match input.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
        file.write_all(&buffer[..read])?;
    }
    Ok((file, hasher.count(), hasher.finalize()))
}

/// Every content that is piped in has a name of its own, or the next one would take its place.
fn stdin_name(hash: &blake3::Hash) -> Arc<str> {
    format!("stdin:{}", &hash.to_hex()[..16]).into()
}
