//! Containers: zip, 7z, RAR, CAB, LZH, ARJ, tar, the single-stream compressions gz, bz2, zst, xz, saved pages
//! (WARC, MHTML), and programs that unpack themselves. The only room that knows compression.
//!
//! [`walk`] hands out every file inside, nested containers included, one at a time and in archive
//! order. Names of members are names and nothing more: no file is ever called by them. What unpacks
//! to far more than it should (see [`Limits`]) is stopped with a message.
//!
//! Damaged content is read as far as it goes, and the damage is reported: by the reader of a
//! member, or by the walk.
//!
//! Adding a container is one file and one row in `KINDS`.
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

mod arj;
mod behind;
mod cab;
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

/// A container format, by its first bytes.
#[derive(Debug)]
pub struct ContainerKind {
    /// The name of the format.
    pub name: &'static str,
    sniff: Sniff,
    open: Open,
}

/// The sign of a container in the first bytes, of which [`HEAD`] are enough.
#[derive(Debug)]
enum Sniff {
    Begins(&'static [u8]),
    Fits(fn(&[u8]) -> bool),
}

/// How a container is opened.
#[derive(Debug)]
enum Open {
    /// Needs to jump about.
    Seek(fn(&mut dyn ReadSeek, &mut Walk<'_>, &Place) -> io::Result<()>),
    /// Is read from beginning to end.
    Stream(fn(&mut dyn Read, &mut Walk<'_>, &Place) -> io::Result<()>),
    /// Is recognised only.
    Unsupported,
}

const fn known(name: &'static str, sniff: Sniff, open: Open) -> ContainerKind {
    ContainerKind { name, sniff, open }
}

/// All containers.
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
        // Only recognised.
        #[cfg(not(feature = "rar"))]
        known("rar", Begins(b"Rar!\x1a\x07"), Unsupported),
        known("ace", Fits(|head| head.get(7..14) == Some(b"**ACE**")), Unsupported),
    ]
};

/// The names of all containers that can be opened.
pub fn names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().filter(|kind| !matches!(kind.open, Open::Unsupported)).map(|kind| kind.name)
}

/// How many bytes [`kind`] wants to see.
pub const HEAD: usize = 4096;

/// The container that begins with `head`.
pub fn kind(head: &[u8]) -> Option<&'static ContainerKind> {
    KINDS.iter().find(|kind| match kind.sniff {
        Sniff::Begins(sign) => head.starts_with(sign),
        Sniff::Fits(fits) => fits(head),
    })
}

/// A nested container that must be jumped about in is kept in memory up to this size, and in a
/// temporary file beyond.
const IN_MEMORY: usize = 8 << 20;

/// A reader that can jump about.
pub trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// The limits of what a container may unpack to.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Containers inside containers.
    pub depth: u32,
    /// All members together may be this many times as large as the container ...
    pub ratio: u64,
    /// ... or this many bytes, whichever is more.
    pub always: u64,
    /// Bytes of memory that a decoder may take; one inside another container gets half of what the
    /// outer one may take. Archives of game records ask for 64 MiB at most, hostile ones for a
    /// terabyte.
    pub decoder: u64,
}

/// Why an archive is not unpacked whose decoder asks for more than [`Limits::decoder`].
const TOO_MUCH_MEMORY: &str =
    "unpacking stopped: it takes more memory than half of --memory, or than 384 MiB";

impl Limits {
    /// The largest dictionary of a decoder in bytes; the rest of its memory is for its output.
    fn dictionary(&self) -> u64 {
        self.decoder / 3 * 2
    }

    /// The limits inside this number of containers, whose decoders have their memory meanwhile.
    fn inside(self, depth: u32) -> Limits {
        Limits { decoder: self.decoder.checked_shr(depth).unwrap_or(0), ..self }
    }

    /// The logarithm of the largest window of zstd.
    fn window_log(&self) -> u32 {
        self.dictionary().max(1 << 10).ilog2().min(27)
    }
}

/// The content of a decoder that asks for its memory when the first byte is read.
///
/// # Errors
/// When the decoder may not have that memory, or the content is damaged there.
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
    /// Real archives of game records shrink by a factor of 3 to 40.
    fn default() -> Limits {
        Limits { depth: 4, ratio: 250, always: 64 << 20, decoder: 384 << 20 }
    }
}

/// A container as it lies there.
pub struct ContainerFile<'a> {
    /// Reads the bytes of the container.
    pub source: &'a mut dyn ReadSeek,
    /// Number of bytes.
    pub size: u64,
    /// Where it lies, if that is a folder.
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

/// The folder of a container, where other parts of the container may lie.
#[derive(Clone, Copy)]
pub struct Beside<'a> {
    /// The name of the container in it.
    pub name: &'a str,
    /// Only this file was asked for, and no other of the folder.
    pub is_alone: bool,
    /// Opens the file of a name, if there is one.
    pub open: &'a dyn Fn(&str) -> Option<Box<dyn ReadSeek + Send>>,
}

impl std::fmt::Debug for Beside<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Beside").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A file inside a container.
pub struct Member<'a> {
    /// Its path inside, `/` between folders; `!` leads into a nested container. `None` for the one
    /// content of a single-stream compression. No two members have the same: see [`MemberNames`].
    pub name: Option<String>,
    /// Its content, or why it cannot be read.
    pub body: Result<&'a mut dyn Read, String>,
}

impl std::fmt::Debug for Member<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let unreadable = self.body.as_ref().err();
        let mut member = formatter.debug_struct("Member");
        member.field("name", &self.name).field("unreadable", &unreadable).finish()
    }
}

/// Takes members; `false` ends the walk.
pub type Visit<'v> = dyn FnMut(Member<'_>) -> bool + 'v;

/// Hands out every file inside a container and returns their names. A part of a container whose
/// first part lies beside it has none: they come with the first.
///
/// The members of a container always come in one order, so that a member can be found again
/// by its number.
///
/// # Errors
/// When the container itself is damaged or goes beyond `limits`; the members before that were
/// handed out.
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

/// The place of a container.
#[derive(Default)]
struct Place {
    /// The beginning of the paths of its members: nothing, or `OUTER!`.
    prefix: String,
    /// Number of containers around the place.
    depth: u32,
}

impl Place {
    /// The path of a member of this name.
    fn path(&self, name: &str) -> Option<String> {
        Some(format!("{}{name}", self.prefix))
    }
}

/// The state of one walk.
struct Walk<'v> {
    budget: Budget,
    depth: u32,
    visit: &'v mut Visit<'v>,
    names: MemberNames,
    beside: Option<Beside<'v>>,
    is_over: bool,
}

impl Walk<'_> {
    /// Hands out one member of the container at `depth`, or walks into it when it is a container
    /// itself. `false` ends the walk.
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
                // What comes before a failure is walked through all the same.
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

    /// Hands out the bytes of a container that holds nothing else.
    fn itself(&mut self, source: &mut dyn ReadSeek, place: &Place) -> io::Result<()> {
        source.rewind()?;
        let name = self.names.unlike(place.prefix.strip_suffix('!').map(str::to_owned));
        let budget = self.budget.clone();
        let mut body = Metered::new(source, &budget);
        self.is_over = !(self.visit)(Member { name, body: Ok(&mut body) });
        Ok(())
    }

    /// Hands out a member that cannot be read.
    fn failed(&mut self, name: Option<String>, why: &str) -> io::Result<bool> {
        if self.budget.is_spent() {
            return Err(self.budget.error());
        }
        let name = self.names.unlike(name);
        self.is_over = !(self.visit)(Member { name, body: Err(why.to_owned()) });
        Ok(!self.is_over)
    }
}

/// How much a container may still unpack to; its members share it, nested ones included.
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

    /// Adds what other parts of the container, of `size` bytes together, may unpack to.
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

/// Counts what is read against the budget.
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

/// Why an archive is not opened that is only recognised.
fn not_read(kind: &ContainerKind) -> String {
    format!("{} archives are not read: unpack it first, then import the folder", kind.name)
}

/// Fails once, where reading failed.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(test)]
mod tests;
