//! Files and databases that are written: files and databases that have their names only when they are
//! whole, and the lock of a database.

use super::Context;
use crate::messages::Lang;
use anyhow::{Context as _, anyhow, bail};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use xqdb::store::{Database, WriteLock};

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

/// A database that is written beside its name and gets it at the end. Dropped before that, it
/// leaves nothing, and a file that was to be replaced is as it was.
pub(super) struct NewDatabase<'c> {
    lang: Lang,
    target: &'c Path,
    partial: PathBuf,
}

impl<'c> NewDatabase<'c> {
    /// Begins one; with `force`, in the place of a file that may be there, unless that is the
    /// database of the context or one in use.
    pub(super) fn begin(
        context: &Context,
        target: &'c Path,
        force: bool,
    ) -> anyhow::Result<NewDatabase<'c>> {
        let lang = context.lang;
        if target.exists() {
            if !force {
                bail!(lang.backup_exists(target));
            }
            if is_same(&context.db, target) {
                bail!(lang.backup_of_itself(target));
            }
            // SQLite would apply this log to whatever file has the name.
            if beside(target, "-wal").exists() {
                bail!(lang.backup_in_use(target));
            }
        }
        let partial = beside(target, "-partial");
        remove_database(&partial, lang)?;
        Ok(NewDatabase { lang, target, partial })
    }

    /// Where it is written.
    pub(super) fn path(&self) -> &Path {
        &self.partial
    }

    /// Gives it its name. It has to be closed.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        std::fs::rename(&self.partial, self.target)
            .with_context(|| self.lang.cannot_write(self.target))
    }
}

impl Drop for NewDatabase<'_> {
    fn drop(&mut self) {
        // Nobody can be told any more.
        let _ = remove_database(&self.partial, self.lang);
    }
}

fn remove_database(path: &Path, lang: Lang) -> anyhow::Result<()> {
    for path in
        [path.to_owned(), beside(path, "-journal"), beside(path, "-wal"), beside(path, "-shm")]
    {
        if path.exists() {
            std::fs::remove_file(&path).with_context(|| lang.cannot_remove(&path))?;
        }
    }
    Ok(())
}

/// The path with something after it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Waits until no other program writes into the database. `None` when it was stopped meanwhile.
pub(super) fn lock(
    context: &Context,
    is_stopped: impl Fn() -> bool,
) -> anyhow::Result<Option<WriteLock>> {
    let lang = context.lang;
    let tell = || context.tell(&lang.waiting_for_writer());
    WriteLock::acquire(&context.db, tell, is_stopped)
        .with_context(|| lang.cannot_write_database(&context.db))
}

/// Opens a database that is there for writing.
pub(super) fn open(context: &Context) -> anyhow::Result<(Option<WriteLock>, Database)> {
    must_exist(context, &context.db)?;
    let lock = lock(context, || false)?;
    let database = Database::open(&context.db)
        .with_context(|| context.lang.cannot_open_database(&context.db))?;
    Ok((lock, database))
}

/// Says how to make a database where there is none.
pub(super) fn must_exist(context: &Context, path: &Path) -> anyhow::Result<()> {
    match path.exists() {
        true => Ok(()),
        false => Err(anyhow!(context.lang.no_database(path))),
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
