//! A file that has its name only when it is whole.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is written as `NAME.part` and gets its name at the end. Dropped before that, it
/// leaves nothing, and a file that was to be replaced is as it was. Pipes and devices are written
/// to as they are.
pub(super) struct WholeFile {
    out: BufWriter<File>,
    /// What is renamed, and how it will be called.
    part: Option<(PathBuf, PathBuf)>,
    replaces: bool,
}

impl WholeFile {
    /// Begins a file; with `replaces`, in the place of one that may be there.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] when it is there and is not to be replaced, and when it
    /// cannot be written.
    pub(super) fn create(path: &Path, replaces: bool) -> io::Result<WholeFile> {
        // A link stays one.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let known = path.metadata().ok();
        if known.is_some() && !replaces {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        if known.is_some_and(|known| !known.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(WholeFile { out: buffered(file), part: None, replaces });
        }
        let mut part = path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let out = buffered(File::create(&part)?);
        Ok(WholeFile { out, part: Some((part, path)), replaces })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When it cannot be written out, or another program took the name meanwhile.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some((part, path)) = &self.part else { return Ok(()) };
        if !self.replaces && path.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        std::fs::rename(part, path)?;
        self.part = None;
        Ok(())
    }
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.part {
            // Nobody can be told any more.
            let _ = std::fs::remove_file(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_name_only_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        let names = || std::fs::read_dir(folder.path()).unwrap().count();
        let begin = |replaces| {
            let mut file = WholeFile::create(&path, replaces).unwrap();
            file.write_all(b"new").unwrap();
            file
        };
        drop(begin(false));
        assert_eq!(names(), 0);
        begin(false).finish().unwrap();
        let refused = WholeFile::create(&path, false).err().unwrap();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        std::fs::write(&path, "old").unwrap();
        drop(begin(true));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        begin(true).finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(), 1);
    }
}
