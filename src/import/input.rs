//! Inputs: named paths, opened files, and pipes, whose bytes come once and only when another
//! program sends them.

use crate::system::Special;
use std::fs::{File, Metadata};
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Input that the user named.
#[derive(Debug, Clone)]
pub enum NamedInput {
    /// Standard input, named `-`.
    Stdin,
    /// A file, folder or pipe.
    Path(PathBuf),
}

impl NamedInput {
    /// Standard input for `-`, else a path.
    ///
    /// ```
    /// use std::path::Path;
    /// use xqdb::import::NamedInput;
    /// assert!(matches!(NamedInput::from_argument(Path::new("-")), NamedInput::Stdin));
    /// assert!(matches!(NamedInput::from_argument(Path::new("./-")), NamedInput::Path(_)));
    /// ```
    pub fn from_argument(argument: &Path) -> NamedInput {
        if argument == Path::new("-") {
            NamedInput::Stdin
        } else {
            NamedInput::Path(argument.to_owned())
        }
    }

    /// Named path; `None` for standard input.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        match self {
            NamedInput::Stdin => None,
            NamedInput::Path(path) => Some(path.clone()),
        }
    }
}

/// Number of bytes on disk of the files at these paths, for a progress bar. Archives unpack to
/// more, and targets of links are not counted.
#[must_use]
pub fn bytes_on_disk(paths: &[PathBuf]) -> u64 {
    paths
        .iter()
        .flat_map(walkdir::WalkDir::new)
        .filter_map(|entry| entry.ok()?.metadata().ok())
        .filter(Metadata::is_file)
        .map(|metadata| metadata.len())
        .sum()
}

/// Opened file.
pub(crate) struct Opened {
    pub(crate) file: Box<dyn crate::container::ReadSeek + Send>,
    /// Length in bytes when the file was opened.
    pub(crate) len: u64,
}

/// Disk that opens files. Tests put faults into it.
pub(crate) trait Disk: Sync {
    /// Opens a file.
    fn open(&self, path: &Path) -> io::Result<Opened>;
}

/// Disk of this computer.
pub(crate) struct Local;

impl Disk for Local {
    fn open(&self, path: &Path) -> io::Result<Opened> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        Ok(Opened { file: Box::new(file), len })
    }
}

/// Whether the path is a named pipe.
pub(crate) fn is_pipe(path: &Path) -> bool {
    let kind = std::fs::metadata(path).map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| Special::of(kind) == Some(Special::Pipe))
}

/// Reason why an entry that is neither file nor folder nor pipe is not read.
pub(crate) fn refusal(metadata: &Metadata) -> &'static str {
    let kind = metadata.file_type();
    match Special::of(kind) {
        Some(Special::Socket) => "it is a socket, not a file",
        Some(Special::Device) => "it is a device, not a file",
        Some(Special::Pipe) => "it is a pipe inside a folder: name it by itself",
        None if kind.is_symlink() => "the link leads nowhere",
        None => "it is not a file",
    }
}

/// Number of bytes of a portion read from a pipe.
const PORTION: usize = 64 << 10;
/// Largest number of portions that wait.
const WAITING: usize = 16;
/// Pause after which a waiting reader checks whether to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// Pipe that can be abandoned while nothing comes. Reading a silent pipe cannot be interrupted, so
/// a thread of its own reads. When the run is stopped, that thread stays until the pipe or the
/// program ends.
pub(crate) struct Pipe<'a> {
    portions: Receiver<io::Result<Vec<u8>>>,
    current: Cursor<Vec<u8>>,
    stop: &'a AtomicBool,
}

impl<'a> Pipe<'a> {
    /// Begins to read from what `open` returns; `open` may wait for the other end.
    pub(crate) fn new<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        stop: &'a AtomicBool,
    ) -> Pipe<'a> {
        let (send, portions) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut source = match open() {
                Ok(source) => source,
                Err(error) => return drop(send.send(Err(error))),
            };
            loop {
                let mut portion = vec![0; PORTION];
                let portion = match source.read(&mut portion) {
                    Ok(0) => return,
                    Ok(read) => {
                        portion.truncate(read);
                        Ok(portion)
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_over = portion.is_err();
                if send.send(portion).is_err() || is_over {
                    return;
                }
            }
        });
        Pipe { portions, current: Cursor::default(), stop }
    }
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.current.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(io::Error::other("stopped"));
            }
            match self.portions.recv_timeout(PATIENCE) {
                Ok(portion) => self.current = Cursor::new(portion?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

/// Writes a stream to a nameless temporary file; returns the file, its size and its hash.
pub(crate) fn spool(input: &mut dyn Read) -> io::Result<(std::fs::File, u64, blake3::Hash)> {
    let mut file = tempfile::tempfile()?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; PORTION];
    loop {
        let read = match input.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if read == 0 {
            return Ok((file, hasher.count(), hasher.finalize()));
        }
        hasher.update(&buffer[..read]);
        file.write_all(&buffer[..read])?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pipe into which nobody writes.
    struct Silent;

    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            loop {
                std::thread::park();
            }
        }
    }

    #[test]
    fn a_silent_pipe_is_left_when_the_run_is_stopped() {
        let stop = AtomicBool::new(false);
        let mut pipe = Pipe::new(|| Ok(Silent), &stop);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                stop.store(true, Ordering::Relaxed);
            });
            assert!(pipe.read(&mut [0; 8]).is_err());
        });
    }

    #[test]
    fn a_pipe_gives_every_byte_and_the_failure_behind_them() {
        let stop = AtomicBool::new(false);
        let sent: Vec<u8> = (0..300_000_u32).map(|number| number as u8).collect();
        let source = Cursor::new(sent.clone());
        let mut pipe = Pipe::new(move || Ok(source), &stop);
        let mut came = Vec::new();
        pipe.read_to_end(&mut came).unwrap();
        assert_eq!(came, sent);
        let mut failing = Pipe::new(|| Err::<Silent, _>(io::Error::other("gone")), &stop);
        assert_eq!(failing.read(&mut [0; 8]).unwrap_err().to_string(), "gone");
    }
}
