//! Containers: zip, 7z, RAR, CAB, LZH, ARJ and tar, the single-stream compressions gz, bz2, zst and
//! xz, saved pages (WARC, MHTML), self-extracting programs, and databases of Access, whose tables are
//! members. Only this room knows compression.
//!
//! [`walk`] hands out every file inside, also from nested containers, one at a time in archive
//! order. Member names are only text; no file on disk is ever created by such a name. A container
//! that unpacks to more than its [`Limits`] is stopped with a message.
//!
//! Damaged content is read up to the damage, which the reader of the member or the walk reports.
//!
//! A new container is one file and one row in `KINDS`.
//!
//! ```
//! use std::io::{Cursor, Read as _};
//! use xqdb::container::{ContainerFile, Limits, kind, walk};
//!
//! // gzip: header, one stored block "abc", its checksum and length.
//! let bytes = b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x01\x03\0\xfc\xffabc\xc2\x41\x24\x35\x03\0\0\0";
//! let kind = kind(bytes).expect("a container");
//! let mut text = String::new();
//! let mut source = Cursor::new(bytes);
//! let input = ContainerFile { source: &mut source, size: bytes.len() as u64, beside: None };
//! walk(input, kind, &Limits::default(), &mut |member| {
//!     member.body.is_ok_and(|body| body.read_to_string(&mut text).is_ok())
//! })?;
//! assert_eq!((kind.name, text.as_str()), ("gz", "abc"));
//! # std::io::Result::Ok(())
//! ```

mod access;
mod arj;
mod cab;
mod content;
mod cut;
mod guard;
mod lzh;
mod mime;
mod names;
mod packed;
mod program;
#[cfg(feature = "rar")]
mod rar;
mod warc;
mod zipped;

pub use cut::kind_of_part;
pub use names::MemberNames;
use std::cell::Cell;
use std::io::{self, Cursor, Read, Seek};
use std::rc::Rc;

/// A container format, known by its first bytes.
#[derive(Debug)]
pub struct ContainerKind {
    /// Name of the format.
    pub name: &'static str,
    sniff: Sniff,
    open: Open,
}

/// Test of a container's first [`HEAD`] bytes.
#[derive(Debug)]
enum Sniff {
    Begins(&'static [u8]),
    Fits(fn(&[u8]) -> bool),
}

/// Way to open a container.
#[derive(Debug)]
enum Open {
    /// The reader must seek in the container.
    Seek(fn(&mut dyn ReadSeek, &mut Walk<'_>, &Place) -> io::Result<()>),
    /// The container is read from beginning to end.
    Stream(fn(&mut dyn Read, &mut Walk<'_>, &Place) -> io::Result<()>),
    /// The format is recognised, but not read.
    Unsupported,
}

const fn known(name: &'static str, sniff: Sniff, open: Open) -> ContainerKind {
    ContainerKind { name, sniff, open }
}

/// All container formats.
static KINDS: &[ContainerKind] = {
    use Open::{Seek, Stream, Unsupported};
    use Sniff::{Begins, Fits};
    &[
        known("zip", Fits(zipped::sniff), Seek(zipped::walk)),
        known("7z", Begins(b"7z\xbc\xaf\x27\x1c"), Seek(packed::seven)),
        known("gz", Begins(b"\x1f\x8b\x08"), Stream(packed::gz)),
        known("bz2", Fits(packed::is_bz2), Stream(packed::bz2)),
        known("zst", Begins(b"\x28\xb5\x2f\xfd"), Stream(packed::zst)),
        known("xz", Begins(b"\xfd7zXZ\0"), Stream(packed::xz)),
        known("warc", Fits(warc::sniff), Stream(warc::walk)),
        known("mhtml", Fits(mime::sniff), Stream(mime::walk)),
        known("tar", Fits(packed::is_tar), Stream(packed::tar)),
        #[cfg(feature = "rar")]
        known("rar", Fits(rar::sniff), Seek(rar::walk)),
        known("cab", Fits(cab::sniff), Seek(cab::walk)),
        known("arj", Fits(arj::sniff), Stream(arj::walk)),
        known("exe", Fits(program::sniff), Seek(program::walk)),
        known("lzh", Fits(lzh::sniff), Stream(lzh::walk)),
        known("access", Fits(access::sniff), Seek(access::walk)),
        // Recognised, but not read.
        #[cfg(not(feature = "rar"))]
        known("rar", Begins(b"Rar!\x1a\x07"), Unsupported),
        known("ace", Fits(|head| head.get(7..14) == Some(b"**ACE**")), Unsupported),
    ]
};

/// Names of all formats that can be opened.
pub fn names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().filter(|kind| !matches!(kind.open, Open::Unsupported)).map(|kind| kind.name)
}

/// Number of bytes that [`kind`] needs.
pub const HEAD: usize = 4096;

/// Finds the format of a file by its first bytes; None if it is no container.
pub fn kind(head: &[u8]) -> Option<&'static ContainerKind> {
    KINDS.iter().find(|kind| match kind.sniff {
        Sniff::Begins(sign) => head.starts_with(sign),
        Sniff::Fits(fits) => fits(head),
    })
}

/// Bytes up to which a nested container is kept in memory if it must be seekable; beyond, a
/// temporary file is used.
const IN_MEMORY: usize = 8 << 20;

/// A seekable reader.
pub trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// Limits of unpacking.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Depth of containers inside containers.
    pub depth: u32,
    /// Largest size of all members together, as a multiple of the container's size ...
    pub ratio: u64,
    /// ... or in bytes, if that is more.
    pub always: u64,
    /// Bytes of memory for a decoder; a decoder nested in another one gets half of it. Real
    /// archives of game records need at most 64 MiB; hostile ones ask for a terabyte.
    pub decoder: u64,
}

/// Error message when a decoder needs more than [`Limits::decoder`].
const TOO_MUCH_MEMORY: &str =
    "unpacking stopped: it takes more memory than half of --memory, or than 384 MiB";

impl Limits {
    /// Largest dictionary of a decoder in bytes; the rest of its memory is for output.
    fn dictionary(&self) -> u64 {
        self.decoder / 3 * 2
    }

    /// Limits inside `depth` containers, whose decoders keep their memory meanwhile.
    fn inside(self, depth: u32) -> Limits {
        Limits { decoder: self.decoder.checked_shr(depth).unwrap_or(0), ..self }
    }

    /// Base-2 logarithm of the largest window of zstd.
    fn window_log(&self) -> u32 {
        self.dictionary().max(1 << 10).ilog2().min(27)
    }
}

/// Reads the first byte of `decoder`, which makes it allocate its memory, and returns the whole
/// content; an error if that memory exceeds the limit.
fn begun<'a>(mut decoder: impl Read + 'a) -> io::Result<impl Read + 'a> {
    let mut first = Vec::new();
    if let Err(error) = (&mut decoder).take(1).read_to_end(&mut first) {
        let text = error.to_string();
        let is_memory = text.contains("mem_limit") || text.contains("too much memory");
        return Err(if is_memory { io::Error::other(TOO_MUCH_MEMORY) } else { error });
    }
    Ok(io::Cursor::new(first).chain(decoder))
}

impl Default for Limits {
    /// Real archives of game records shrink by factors of 3 to 40.
    fn default() -> Limits {
        Limits { depth: 4, ratio: 250, always: 64 << 20, decoder: 384 << 20 }
    }
}

/// A container to open.
pub struct ContainerFile<'a> {
    /// Reader of the container.
    pub source: &'a mut dyn ReadSeek,
    /// Size of the container in bytes.
    pub size: u64,
    /// Folder of the container; None if it lies in none.
    pub beside: Option<Beside<'a>>,
}

impl std::fmt::Debug for ContainerFile<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.beside.map(|beside| beside.name);
        formatter
            .debug_struct("ContainerFile")
            .field("size", &self.size)
            .field("name", &name)
            .finish()
    }
}

/// Folder of a container, where its other parts may lie.
#[derive(Clone, Copy)]
pub struct Beside<'a> {
    /// Name of the container in its folder.
    pub name: &'a str,
    /// Whether the user named only this file, not its folder.
    pub is_alone: bool,
    /// Opens the file with a name in the folder; None if there is none.
    pub open: &'a dyn Fn(&str) -> Option<Box<dyn ReadSeek + Send>>,
}

impl std::fmt::Debug for Beside<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Beside").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A file inside a container.
pub struct Member<'a> {
    /// Path inside the container, with `/` between folders; `!` leads into a nested container.
    /// `None` for the content of a single-stream compression. Paths are unique, see
    /// [`MemberNames`].
    pub name: Option<String>,
    /// Content, or the reason why it cannot be read.
    pub body: Result<&'a mut dyn Read, String>,
}

impl std::fmt::Debug for Member<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let unreadable = self.body.as_ref().err();
        let mut member = formatter.debug_struct("Member");
        member.field("name", &self.name).field("unreadable", &unreadable).finish()
    }
}

/// Callback for each member; returns `false` to end the walk.
pub type Visit<'v> = dyn FnMut(Member<'_>) -> bool + 'v;

/// Hands out every file inside a container and returns their names, always in the same order, so
/// that a member can be found again by its number. A later part of a container hands out nothing if
/// the first part lies beside it.
///
/// # Errors
/// The container is damaged or exceeds `limits`; the members before were handed out.
pub fn walk(
    input: ContainerFile<'_>,
    kind: &ContainerKind,
    limits: &Limits,
    visit: &mut Visit<'_>,
) -> io::Result<MemberNames> {
    let ContainerFile { source, size, beside } = input;
    let parts = beside.map(cut::JoinedParts::behind).transpose()?.flatten();
    if let Some(mut parts) = parts {
        let size = parts.size();
        let whole = ContainerFile { source: &mut parts, size, beside: None };
        return walk(whole, kind, limits, visit);
    }
    let budget = Budget::new(limits, size);
    let names = MemberNames::default();
    let mut walk = Walk { budget, depth: limits.depth, visit, names, beside, is_over: false };
    match kind.open {
        Open::Seek(open) => open(source, &mut walk, &Place::default()),
        Open::Stream(open) => open(source, &mut walk, &Place::default()),
        Open::Unsupported => Err(io::Error::other(not_read(kind))),
    }?;
    Ok(walk.names)
}

/// Place of a nested container in the outer ones.
#[derive(Default)]
struct Place {
    /// Prefix of its members' paths: empty, or `OUTER!`.
    prefix: String,
    /// Number of containers around the nested one.
    depth: u32,
}

impl Place {
    /// Path of the member called `name`.
    fn path(&self, name: &str) -> Option<String> {
        Some(format!("{}{name}", self.prefix))
    }
}

/// State of one walk.
struct Walk<'v> {
    budget: Budget,
    depth: u32,
    visit: &'v mut Visit<'v>,
    names: MemberNames,
    beside: Option<Beside<'v>>,
    is_over: bool,
}

impl Walk<'_> {
    /// Hands out a member of the container at `depth`, or walks into it if it is a container.
    /// Returns `false` if the walk ends.
    fn member(
        &mut self,
        name: Option<String>,
        body: &mut dyn Read,
        depth: u32,
    ) -> io::Result<bool> {
        let budget = self.budget.clone();
        let mut metered = Metered::new(body, &budget);
        let mut head = Vec::with_capacity(HEAD);
        let failure = (&mut metered).take(HEAD as u64).read_to_end(&mut head).err();
        if let Some(error) = &failure
            && (head.is_empty() || self.budget.is_spent())
        {
            return self.failed(name, &error.to_string());
        }
        let found = kind(&head);
        let mut whole = Cursor::new(head).chain(Failing(failure)).chain(metered);
        let Some(kind) = found else {
            let name = self.names.unlike(name);
            self.is_over = !(self.visit)(Member { name, body: Ok(&mut whole) });
            return Ok(!self.is_over);
        };
        if depth >= self.depth {
            return self.failed(
                name,
                &format!("{} inside {} containers is not opened", kind.name, depth + 1),
            );
        }
        let prefix = name.as_ref().map(|name| format!("{name}!")).unwrap_or_default();
        let place = Place { prefix, depth: depth + 1 };
        let result = match kind.open {
            Open::Unsupported => return self.failed(name, &not_read(kind)),
            Open::Stream(open) => open(&mut whole, self, &place),
            Open::Seek(open) => {
                let mut spooled = tempfile::SpooledTempFile::new(IN_MEMORY);
                // The bytes before a failure are walked all the same.
                let copied = io::copy(&mut whole, &mut spooled).map(drop);
                spooled.rewind()?;
                open(&mut spooled, self, &place).and(copied)
            }
        };
        match result {
            Ok(()) => Ok(!self.is_over),
            Err(error) => self.failed(name, &error.to_string()),
        }
    }

    /// Hands out the bytes of `source` itself, a container without content.
    fn itself(&mut self, source: &mut dyn ReadSeek, place: &Place) -> io::Result<()> {
        source.rewind()?;
        let name = self.names.unlike(place.prefix.strip_suffix('!').map(str::to_owned));
        let budget = self.budget.clone();
        let mut body = Metered::new(source, &budget);
        self.is_over = !(self.visit)(Member { name, body: Ok(&mut body) });
        Ok(())
    }

    /// Hands out a member that cannot be read, with the reason.
    fn failed(&mut self, name: Option<String>, why: &str) -> io::Result<bool> {
        if self.budget.is_spent() {
            return Err(self.budget.error());
        }
        let name = self.names.unlike(name);
        self.is_over = !(self.visit)(Member { name, body: Err(why.to_owned()) });
        Ok(!self.is_over)
    }
}

/// Bytes that a container may still unpack to, shared by all its members, also nested ones.
#[derive(Clone)]
struct Budget {
    left: Rc<Cell<u64>>,
    size: u64,
    all: u64,
    #[cfg_attr(not(feature = "rar"), allow(dead_code, reason = "only parts of RAR add to it"))]
    limits: Limits,
}

impl Budget {
    fn new(limits: &Limits, size: u64) -> Budget {
        let all = size.saturating_mul(limits.ratio).max(limits.always);
        Budget { left: Rc::new(Cell::new(all)), size, all, limits: *limits }
    }

    /// Adds the budget of further parts of the container, `size` bytes together.
    #[cfg(feature = "rar")]
    fn grow(&mut self, size: u64) {
        let whole = Budget::new(&self.limits, self.size.saturating_add(size));
        self.left.set(self.left.get().saturating_add(whole.all - self.all));
        (self.size, self.all) = (whole.size, whole.all);
    }

    fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    fn error(&self) -> io::Error {
        io::Error::other(format!(
            "unpacking stopped: {} bytes unpack to more than {} bytes, as no real archive does",
            self.size, self.all
        ))
    }
}

/// A reader whose bytes count against the budget.
struct Metered<'a> {
    inner: &'a mut dyn Read,
    budget: &'a Budget,
}

impl<'a> Metered<'a> {
    fn new(inner: &'a mut dyn Read, budget: &'a Budget) -> Metered<'a> {
        Metered { inner, budget }
    }
}

impl Read for Metered<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.budget.left.get();
        if left == 0 {
            return Err(self.budget.error());
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.inner.read(&mut buffer[..most])?;
        self.budget.left.set(left - read as u64);
        Ok(read)
    }
}

/// Error message for a format that is recognised but not read.
fn not_read(kind: &ContainerKind) -> String {
    format!("{} archives are not read: unpack it first, then import the folder", kind.name)
}

/// A reader that fails once, to repeat an earlier error.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(test)]
mod tests;
