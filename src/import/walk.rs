//! Finds everything to read: files, folders, pipes, standard input, members of archives.
//!
//! A pipe cannot be read twice. Up to [`LARGE`] bytes of it are read into memory; more go to a
//! temporary file, unless records can be cut off while they come.
//!
//! A member of up to [`LARGE`] bytes is read into memory. A larger one is cut while it comes, if
//! its format allows it. With hashing it must be read twice, so the archive is unpacked twice:
//! large members are hashed first, and read after the others.

use crate::container::{
    self, Beside, ContainerFile, ContainerKind, Limits, MemberNames, ReadSeek, Visit,
};
use crate::import::beside::{LARGEST, TablesOfMoves, names_beside};
use crate::import::content::{Fed, Feed, set_extent};
use crate::import::decide::{HEAD, LARGE, sample};
use crate::import::hashing::{extent, extent_of_stream};
use crate::import::input::{Disk, NamedInput, Opened, Pipe, is_pipe, refusal, spool};
use crate::import::unit::{Skip, Unit, absolute, printable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fs::File;
use std::io::{self, Cursor, Read, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of attempts to read a file that changes meanwhile, or fails.
const TRIES: u32 = 2;

/// Reads all inputs and gives their units, folders in order of names. Of several links to one
/// folder only the first is followed. Stops when the feed takes no more.
pub(crate) fn read_inputs<'a>(inputs: Vec<NamedInput>, disk: &'a dyn Disk, feed: Feed<'a>) {
    let mut walk = Walk { disk, feed, folder: None, is_alone: inputs.len() == 1 };
    for input in inputs {
        let goes_on = match input {
            NamedInput::Stdin => walk.pipe("-", || Ok(io::stdin())),
            NamedInput::Path(path) if is_pipe(&path) => {
                let name = printable(&path);
                walk.pipe(&name, move || File::open(path))
            }
            NamedInput::Path(path) => walk.tree(&path),
        };
        if !goes_on {
            return;
        }
    }
}

struct Walk<'a> {
    disk: &'a dyn Disk,
    feed: Feed<'a>,
    /// Folder of the last file, as given and as an absolute path.
    folder: Option<(PathBuf, PathBuf)>,
    /// Whether the user named a single path.
    is_alone: bool,
}

impl Walk<'_> {
    fn tree(&mut self, root: &Path) -> bool {
        let walk = walkdir::WalkDir::new(root).follow_links(true).sort_by_file_name();
        let (mut walk, mut linked) = (walk.into_iter(), FxHashSet::default());
        while let Some(entry) = walk.next() {
            let goes_on = match entry {
                _ if self.feed.job.is_stopped() => false,
                Ok(entry) if entry.depth() > 0 && self.is_own(entry.path()) => true,
                Ok(entry) if entry.file_type().is_file() => self.file(&entry),
                Ok(entry) if entry.file_type().is_dir() => {
                    // Links to one folder in every folder would lead through a million paths.
                    let folder = entry.path_is_symlink().then(|| entry.path().canonicalize().ok());
                    if folder.flatten().is_some_and(|folder| !linked.insert(folder)) {
                        walk.skip_current_dir();
                    }
                    true
                }
                Ok(entry) => {
                    let why = entry.metadata().map_or_else(
                        |error| error.to_string(),
                        |metadata| refusal(&metadata).to_owned(),
                    );
                    let place = self.place(entry.path(), true);
                    self.unreadable(&place, entry.depth(), why)
                }
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    let place = self.place(&path, true);
                    self.unreadable(&place, error.depth(), error.to_string())
                }
            };
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Reports an entry that cannot be opened, `depth` levels below a path that the user named.
    fn unreadable(&mut self, place: &Unit, depth: usize, why: String) -> bool {
        match depth {
            0 => self.feed.refused(place, why),
            _ => self.feed.unreadable(place, why),
        }
    }

    fn is_own(&self, path: &Path) -> bool {
        self.feed.job.options.is_own(path)
    }

    fn place(&mut self, path: &Path, may_be_link: bool) -> Unit {
        let absolute = match (self.feed.job.options.hash, may_be_link) {
            (false, _) => String::new(),
            (true, true) => absolute(path),
            (true, false) => self.absolute(path),
        };
        Unit::at(printable(path).into(), absolute.into(), None)
    }

    /// Absolute path of an entry that is no link; the path of its folder is kept for the next
    /// entry.
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

    /// Reads standard input or another pipe, under the name `name`.
    fn pipe<R: Read>(
        &mut self,
        name: &str,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> bool {
        let place = Unit::of_bytes(name, Vec::new());
        let named = |place: Unit, hash: &_| Unit { absolute: pipe_name(hash), ..place };
        self.once(place, 0, Pipe::new(open, self.feed.job.stop), named)
    }

    /// Reads an input that hands out its bytes once, `depth` levels below a path that the user
    /// named; `named` may name its place by the hash of its bytes.
    fn once(
        &mut self,
        place: Unit,
        depth: usize,
        mut input: Pipe<'_>,
        named: impl Fn(Unit, &blake3::Hash) -> Unit,
    ) -> bool {
        let mut head = Vec::new();
        let failure = (&mut input).take(LARGE + 1).read_to_end(&mut head).err();
        if self.feed.job.is_stopped() {
            return false;
        }
        if head.is_empty()
            && let Some(error) = failure
        {
            return self.unreadable(&place, depth, error.to_string());
        }
        let kind = container::kind(&head[..head.len().min(container::HEAD)]);
        let is_large = head.len() as u64 > LARGE;
        let mut whole = Cursor::new(head).chain(input);
        if is_large && kind.is_none() && !self.feed.job.options.hash {
            return stream(&mut self.feed, &place, &mut whole, None);
        }
        // A file that can be read twice, with a name made of its hash, so that the next pipe does
        // not replace it.
        if is_large || kind.is_some() {
            return match spool(&mut whole) {
                Ok((file, len, hash)) => {
                    let place = named(place, &hash);
                    self.opened(&place, Opened { file: Box::new(file), len })
                }
                Err(_) if self.feed.job.is_stopped() => false,
                Err(error) => self.feed.unreadable(&place, error.to_string()),
            };
        }
        let head = whole.into_inner().0.into_inner();
        let place = named(place, &blake3::hash(&head));
        self.feed.whole(&place, head, failure.map(|error| error.to_string()))
    }

    fn file(&mut self, entry: &walkdir::DirEntry) -> bool {
        let mut place = self.place(entry.path(), entry.path_is_symlink() || entry.depth() == 0);
        place.beside = self.table_beside(entry.path());
        for attempt in 1..=TRIES {
            let fed = match self.disk.open(entry.path()) {
                // The system may make the bytes of such a file while they are read, and may wait
                // for ever.
                Ok(Opened { file, len: 0 }) => {
                    let input = Pipe::new(move || Ok(file), self.feed.job.stop);
                    Fed::of(self.once(place.clone(), entry.depth(), input, |place, _| place))
                }
                Ok(opened) => self.attempt(&place, Some(entry), opened, attempt == TRIES),
                Err(error) => Fed::of(self.unreadable(&place, entry.depth(), error.to_string())),
            };
            match fed {
                Fed::On => return true,
                Fed::Over => return false,
                Fed::Changed => {}
            }
        }
        self.feed.unreadable(&place, CHANGED.to_owned())
    }

    /// Table of games beside a file that may be a table of moves.
    fn table_beside(&self, path: &Path) -> Option<Arc<[u8]>> {
        let names = names_beside(path.file_name()?.to_str()?);
        names.into_iter().find_map(|name| {
            let Opened { file, len } = beside(self.disk, path, &name)?;
            let mut bytes = Vec::new();
            let most = most_beside(&self.feed);
            (len <= most).then(|| file.take(len).read_to_end(&mut bytes))?.ok()?;
            Some(bytes.into())
        })
    }

    /// Reads a file without a path, in one attempt.
    fn opened(&mut self, place: &Unit, opened: Opened) -> bool {
        self.attempt(place, None, opened, true) != Fed::Over
    }

    /// Reads a file. The last attempt takes the bytes that there are; earlier attempts return
    /// [`Fed::Changed`] to ask for another one.
    fn attempt(
        &mut self,
        place: &Unit,
        entry: Option<&walkdir::DirEntry>,
        opened: Opened,
        is_last: bool,
    ) -> Fed {
        let Opened { mut file, len } = opened;
        let mut bytes = Vec::with_capacity(HEAD.min(len as usize + 1));
        let mut outcome = file.by_ref().take(HEAD as u64).read_to_end(&mut bytes).map(drop);
        let open = |name: &str| beside(self.disk, entry?.path(), name).map(|opened| opened.file);
        let beside = entry.and_then(|entry| {
            let is_alone = self.is_alone && entry.depth() == 0;
            Some(Beside { name: entry.path().file_name()?.to_str()?, is_alone, open: &open })
        });
        let of_part = || beside.as_ref().and_then(container::kind_of_part);
        if let Some(kind) = container::kind(&bytes).or_else(of_part) {
            let decoder = self.feed.job.options.decoder;
            let mut walk = Archive { source: &mut *file, size: len, beside, kind, decoder };
            return Fed::of(archive(&mut self.feed, place, &mut walk));
        }
        if len > LARGE {
            return self.large(place, &mut *file, len, is_last);
        }
        if outcome.is_ok() {
            bytes.reserve(usize::try_from(len).unwrap_or(0).saturating_sub(bytes.len()) + 1);
            let room = LARGE + 1 - bytes.len() as u64;
            outcome = file.by_ref().take(room).read_to_end(&mut bytes).map(drop);
        }
        let read = bytes.len() as u64;
        if read > LARGE {
            return self.large(place, &mut *file, read, is_last);
        }
        let failure = outcome.err().map(|error| error.to_string()).or(ends_early(read, len));
        if !is_last && (failure.is_some() || read != len) {
            return Fed::Changed;
        }
        Fed::of(self.feed.whole(place, bytes, failure))
    }

    /// Reads a file too large for memory in pieces, or whole if its format cannot be cut. A file of
    /// no known format is not parsed.
    fn large(
        &mut self,
        place: &Unit,
        file: &mut (dyn container::ReadSeek + Send),
        len: u64,
        is_last: bool,
    ) -> Fed {
        let mut content = place.clone();
        content.read_name(self.feed.job.options);
        content.look(self.feed.job.options, &sample(file, len), len);
        if content.format.is_some() && content.borders.is_none() {
            let most = self.feed.job.options.largest(content.format);
            if len > most {
                return Fed::of(self.feed.unreadable(place, too_large(most)));
            }
            return self.uncut(place, file, most, is_last);
        }
        let mut failure = None;
        if self.feed.job.options.hash {
            if let Err(error) = file.seek(SeekFrom::Start(0)) {
                return Fed::of(self.feed.unreadable(place, error.to_string()));
            }
            let extent = self.feed.job.pool.install(|| extent(&mut *file));
            failure = extent.failure.as_ref().map(ToString::to_string);
            failure = failure.or(ends_early(extent.size, len));
            if failure.is_some() && !is_last {
                return Fed::Changed;
            }
            set_extent(&mut content, &extent);
            if self.feed.is_known(&content.hash) {
                let goes_on = self.feed.skip(&content, Skip::Known);
                return Fed::of(goes_on && self.feed.failed(place, failure));
            }
        }
        let Some(borders) = content.borders else {
            let goes_on = self.feed.unrecognised(&content);
            return Fed::of(goes_on && self.feed.failed(place, failure));
        };
        if let Err(error) = file.seek(SeekFrom::Start(0)) {
            return Fed::of(self.feed.unreadable(place, error.to_string()));
        }
        match self.feed.pieces(&content, borders, file) {
            Fed::On => Fed::of(self.feed.failed(place, failure)),
            other => other,
        }
    }

    /// Reads up to `most` bytes of a large file whose format cannot be cut.
    fn uncut(
        &mut self,
        place: &Unit,
        file: &mut dyn container::ReadSeek,
        most: u64,
        is_last: bool,
    ) -> Fed {
        let mut bytes = Vec::new();
        let read = file.seek(SeekFrom::End(0)).and_then(|len| {
            file.seek(SeekFrom::Start(0))?;
            file.take(most).read_to_end(&mut bytes)?;
            Ok(len)
        });
        let failure = match read {
            Ok(len) => ends_early(bytes.len() as u64, len),
            Err(error) => Some(error.to_string()),
        };
        if failure.is_some() && !is_last {
            return Fed::Changed;
        }
        Fed::of(self.feed.whole(place, bytes, failure))
    }
}

/// Opens the file `name` in the folder of `path`, if it has bytes. A pipe of that name is not
/// opened: it could wait for ever.
fn beside(disk: &dyn Disk, path: &Path, name: &str) -> Option<Opened> {
    let path = path.with_file_name(name);
    let is_waited_for = std::fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file());
    let opened = (!is_waited_for).then(|| disk.open(&path))?.ok()?;
    (opened.len > 0).then_some(opened)
}

/// Message about a file that ends before its length.
fn ends_early(read: u64, len: u64) -> Option<String> {
    (read < len).then(|| format!("it ended after {read} of {len} bytes"))
}

/// Name of a content from a pipe. It is made of the hash, so that the next one does not replace it.
fn pipe_name(hash: &blake3::Hash) -> std::sync::Arc<str> {
    format!("stdin:{}", &hash.to_hex()[..16]).into()
}

/// Large member that is read in a second walk.
struct Deferred {
    /// 1-based number of the member in the archive.
    number: u64,
    content: Unit,
    /// Reason why the member could not be hashed to its end.
    failure: Option<String>,
}

/// Large members to be read in a second walk.
pub(crate) struct Later {
    /// 1-based number of the current member.
    number: u64,
    members: Vec<Deferred>,
}

/// Container that may be unpacked more than once.
struct Archive<'a> {
    source: &'a mut dyn ReadSeek,
    size: u64,
    beside: Option<Beside<'a>>,
    kind: &'static ContainerKind,
    /// Largest number of bytes of memory for the container's decoder.
    decoder: u64,
}

impl Archive<'_> {
    fn each_member(&mut self, visit: &mut Visit<'_>) -> io::Result<MemberNames> {
        self.source.seek(SeekFrom::Start(0))?;
        let input =
            ContainerFile { source: &mut *self.source, size: self.size, beside: self.beside };
        let limits = Limits { decoder: self.decoder, ..Limits::default() };
        container::walk(input, self.kind, &limits, visit)
    }
}

/// Reads every file inside a container; `false` ends the run.
fn archive(feed: &mut Feed<'_>, place: &Unit, archive: &mut Archive<'_>) -> bool {
    let mut later = Later { number: 0, members: Vec::new() };
    let mut tables = TablesOfMoves::default();
    let mut goes_on = true;
    let mut result = archive.each_member(&mut |member| {
        later.number += 1;
        if member.body.is_ok() && tables.puts_off(later.number, member.name.as_deref()) {
            return true;
        }
        let place = place.inside(member.name);
        goes_on = match member.body {
            Err(why) => feed.unreadable(&place, why),
            Ok(body) => stream(feed, &place, body, Some(&mut later)),
        };
        goes_on
    });
    if goes_on && !tables.numbers.is_empty() {
        match tables_of_moves(feed, place, archive, (&tables, &mut later)) {
            Ok(does) => goes_on = does,
            Err(error) => result = result.and(Err(error)),
        }
    }
    if !goes_on {
        return false;
    }
    // After damage, too, the large members before it are read.
    if !later.members.is_empty() {
        let second = second_walk(feed, place, later.members, &mut |visit| {
            archive.each_member(visit).map(drop)
        });
        match second {
            Ok(true) => {}
            Ok(false) => return false,
            Err(error) => result = result.and(Err(error)),
        }
    }
    match result {
        Ok(names) => feed.skip(place, Skip::EndOfArchive(Arc::new(names))),
        Err(error) => feed.unreadable(place, error.to_string()),
    }
}

/// Largest number of bytes of tables of games that are read beside tables of moves.
fn most_beside(feed: &Feed<'_>) -> u64 {
    LARGEST.min(feed.job.options.largest)
}

/// Reads the tables of moves that the first walk left, each with its table of games; `false` ends
/// the run.
fn tables_of_moves(
    feed: &mut Feed<'_>,
    place: &Unit,
    archive: &mut Archive<'_>,
    (tables, later): (&TablesOfMoves, &mut Later),
) -> io::Result<bool> {
    let mut games: FxHashMap<String, Arc<[u8]>> = FxHashMap::default();
    // The limit holds for all tables together, since an archive may have any number of them.
    let mut room = most_beside(feed);
    // The first walk reported damage after the tables.
    let _ = archive.each_member(&mut |member| {
        if let (Some(name), Ok(body)) = (member.name, member.body)
            && tables.wanted.contains(&name)
        {
            let mut bytes = Vec::new();
            let read = body.take(room + 1).read_to_end(&mut bytes);
            if let (Ok(_), Some(rest)) = (read, room.checked_sub(bytes.len() as u64)) {
                room = rest;
                games.insert(name, bytes.into());
            }
        }
        true
    });
    let (mut goes_on, mut number) = (true, 0);
    let mut numbers = tables.numbers.iter().peekable();
    let walked = archive.each_member(&mut |member| {
        number += 1;
        if numbers.next_if(|wanted| **wanted == number).is_some() {
            let names = member.name.as_deref().map(names_beside).unwrap_or_default();
            let beside = names.iter().find_map(|name| games.get(name)).cloned();
            let place = Unit { beside, ..place.inside(member.name) };
            later.number = number;
            goes_on = match member.body {
                Err(why) => feed.unreadable(&place, why),
                Ok(body) => stream(feed, &place, body, Some(&mut *later)),
            };
        }
        goes_on && numbers.peek().is_some()
    });
    later.members.sort_by_key(|member| member.number);
    match numbers.peek() {
        Some(_) if goes_on => walked.and(Err(io::Error::other(CHANGED))),
        _ => Ok(goes_on),
    }
}

/// Reads the large members that the first walk hashed; `false` ends the run.
fn second_walk(
    feed: &mut Feed<'_>,
    archive: &Unit,
    members: Vec<Deferred>,
    walk: &mut dyn FnMut(&mut Visit<'_>) -> io::Result<()>,
) -> io::Result<bool> {
    let mut members = members.into_iter().peekable();
    let mut number = 0;
    let mut goes_on = true;
    walk(&mut |member| {
        number += 1;
        if let Some(wanted) = members.next_if(|wanted| wanted.number == number) {
            let place = archive.inside(member.name);
            goes_on = match (member.body, wanted.content.borders) {
                (Ok(body), Some(borders)) => match feed.pieces(&wanted.content, borders, body) {
                    Fed::On => feed.failed(&place, wanted.failure),
                    Fed::Changed => feed.unreadable(&place, CHANGED.to_owned()),
                    Fed::Over => false,
                },
                (Err(why), _) => feed.unreadable(&place, why),
                (_, None) => true,
            };
        }
        goes_on && members.peek().is_some()
    })?;
    if goes_on && members.peek().is_some() {
        return Err(io::Error::other(CHANGED));
    }
    Ok(goes_on)
}

/// Reads a content from a stream; with hashing, a large one is left for a second walk. `false` ends
/// the run.
pub(crate) fn stream(
    feed: &mut Feed<'_>,
    place: &Unit,
    body: &mut dyn Read,
    later: Option<&mut Later>,
) -> bool {
    let mut bytes = Vec::new();
    let mut failure = (&mut *body).take(LARGE + 1).read_to_end(&mut bytes).err();
    if bytes.len() as u64 > LARGE {
        let mut content = place.clone();
        content.read_name(feed.job.options);
        content.look(feed.job.options, &bytes, bytes.len() as u64);
        let most = feed.job.options.largest(content.format);
        if content.format.is_none() || content.borders.is_some() {
            return large(feed, content, &mut Cursor::new(bytes).chain(body), later);
        }
        let room = (most + 1).saturating_sub(bytes.len() as u64);
        failure = body.take(room).read_to_end(&mut bytes).err();
        if bytes.len() as u64 > most {
            return feed.unreadable(place, too_large(most));
        }
    }
    feed.whole(place, bytes, failure.map(|error| error.to_string()))
}

/// Reads a large content that can be cut, or that no format fits.
fn large(
    feed: &mut Feed<'_>,
    mut content: Unit,
    body: &mut dyn Read,
    later: Option<&mut Later>,
) -> bool {
    let is_hashed = feed.job.options.hash;
    if let Some(borders) = content.borders.filter(|_| !is_hashed) {
        return feed.pieces(&content, borders, body) != Fed::Over;
    }
    let extent = extent_of_stream(body);
    set_extent(&mut content, &extent);
    let failure = extent.failure.map(|error| error.to_string());
    if feed.is_known(&content.hash) {
        return feed.skip(&content, Skip::Known) && feed.failed(&content, failure);
    }
    match later {
        Some(later) if content.borders.is_some() => {
            later.members.push(Deferred { number: later.number, content, failure });
            true
        }
        _ => feed.unrecognised(&content) && feed.failed(&content, failure),
    }
}

/// Message about a content that differs from the hashed one.
pub(crate) const CHANGED: &str = "it changed while it was read";

/// Message about a content that is too large to be read whole.
pub(crate) fn too_large(most: u64) -> String {
    let most = most >> 20;
    format!(
        "its format is read whole, and it is larger than the {most} MiB that the memory allows \
         for that: give more with --memory"
    )
}
