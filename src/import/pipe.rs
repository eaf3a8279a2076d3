//! Pipes: bytes that come once, and only when somebody sends them.

use std::io::{self, Cursor, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// A pipe is read in portions of this size.
const PORTION: usize = 64 << 10;
/// So many portions wait at most.
const WAITING: usize = 16;
/// How often a reader that waits looks whether it is to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// A pipe that can be left while nothing comes. Reading a silent pipe cannot be interrupted, so a
/// thread of its own does it. That thread stays behind when the run is stopped, and ends with the
/// program or with the pipe.
pub(super) struct Pipe<'a> {
    portions: Receiver<io::Result<Vec<u8>>>,
    current: Cursor<Vec<u8>>,
    stop: &'a AtomicBool,
}

impl<'a> Pipe<'a> {
    /// Begins to read what `open` opens, which may wait for the other end.
    pub(super) fn new<R: Read>(
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

/// Writes a stream to a file that has no name and is gone when it is closed; its size and hash.
pub(super) fn spool(input: &mut dyn Read) -> io::Result<(std::fs::File, u64, blake3::Hash)> {
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

    /// A pipe into which nobody writes.
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
