//! Files and databases that get their names when they are complete, and the lock of a database.

use super::Context;
use crate::messages::Lang;
use anyhow::{Context as _, anyhow, bail};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use tempfile::TempPath;
use xqdb::store::{Database, WriteLock};

/// Name of a file, without its folder.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// File written as `NAME.part` and renamed at the end. Dropped earlier, it leaves nothing, and a
/// file that it was to replace stays. Pipes and devices are written directly.
pub(super) struct WholeFile {
    out: BufWriter<File>,
    /// Temporary file, and its name at the end; `None` for pipes and devices.
    part: Option<(TempPath, PathBuf)>,
    /// Path as the user named it.
    path: PathBuf,
    replaces: bool,
    lang: Lang,
}

impl WholeFile {
    /// Begins a file; an existing file is an error unless `replaces`.
    pub(super) fn create(path: &Path, replaces: bool, lang: Lang) -> anyhow::Result<WholeFile> {
        // A symbolic link stays a link.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let begun = match target.metadata() {
            Ok(_) if !replaces => Err(ErrorKind::AlreadyExists.into()),
            Ok(known) if !known.is_file() => {
                File::options().write(true).open(&target).map(|file| (file, None))
            }
            _ => {
                let part = beside(&target, ".part");
                let file = File::create(&part);
                file.and_then(|file| Ok((file, Some((TempPath::try_from_path(part)?, target)))))
            }
        };
        let (file, part) = begun.map_err(|error| refused(error, path, lang))?;
        let out = BufWriter::with_capacity(1 << 16, file);
        Ok(WholeFile { out, part, path: path.to_owned(), replaces, lang })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.out.write_all(bytes).map_err(|error| refused(error, &self.path, self.lang))
    }

    /// Completes and renames the file.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        let named = self.out.flush().and_then(|()| match self.part {
            None => Ok(()),
            Some((part, target)) if self.replaces => part.persist(target).map_err(io::Error::from),
            Some((part, target)) => part.persist_noclobber(target).map_err(io::Error::from),
        });
        named.map_err(|error| refused(error, &self.path, self.lang))
    }
}

/// Error of a file that cannot be written.
fn refused(error: io::Error, path: &Path, lang: Lang) -> anyhow::Error {
    match error.kind() {
        ErrorKind::AlreadyExists => anyhow!(lang.file_exists(path)),
        _ => anyhow::Error::new(error).context(lang.cannot_write(path)),
    }
}

/// Database written beside its name and renamed at the end. Dropped earlier, it leaves nothing, and
/// a file that it was to replace stays.
pub(super) struct NewDatabase<'c> {
    lang: Lang,
    target: &'c Path,
    partial: PathBuf,
}

impl<'c> NewDatabase<'c> {
    /// Begins a database. With `force` it may replace a file, but neither the database of `context`
    /// nor one in use.
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
            // SQLite would apply this log to any file of that name.
            if beside(target, "-wal").exists() {
                bail!(lang.backup_in_use(target));
            }
        }
        let partial = beside(target, "-partial");
        remove_database(&partial, lang)?;
        Ok(NewDatabase { lang, target, partial })
    }

    /// Path at which the database is written.
    pub(super) fn path(&self) -> &Path {
        &self.partial
    }

    /// Renames the database, which must be closed.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        std::fs::rename(&self.partial, self.target)
            .with_context(|| self.lang.cannot_write(self.target))
    }
}

impl Drop for NewDatabase<'_> {
    fn drop(&mut self) {
        // It is too late for a message.
        let _ = remove_database(&self.partial, self.lang);
    }
}

fn remove_database(path: &Path, lang: Lang) -> anyhow::Result<()> {
    for ending in ["", "-journal", "-wal", "-shm"] {
        let path = beside(path, ending);
        if path.exists() {
            std::fs::remove_file(&path).with_context(|| lang.cannot_remove(&path))?;
        }
    }
    Ok(())
}

/// `path` with `ending` appended.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Opens a file for reading; `-` is standard input.
pub(super) fn input(path: &Path, lang: Lang) -> anyhow::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path).with_context(|| lang.cannot_read(path))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Waits until no other program writes into the database; `None` if stopped meanwhile.
pub(super) fn lock(
    context: &Context,
    is_stopped: impl Fn() -> bool,
) -> anyhow::Result<Option<WriteLock>> {
    let lang = context.lang;
    let tell = || context.tell(&lang.waiting_for_writer());
    WriteLock::acquire(&context.db, tell, is_stopped)
        .with_context(|| lang.cannot_write_database(&context.db))
}

/// Locks and opens an existing database for writing.
pub(super) fn open(context: &Context) -> anyhow::Result<(Option<WriteLock>, Database)> {
    must_exist(context, &context.db)?;
    let lock = lock(context, || false)?;
    let database = Database::open(&context.db)
        .with_context(|| context.lang.cannot_open_database(&context.db))?;
    Ok((lock, database))
}

/// Error with advice if there is no database.
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
            let mut file = WholeFile::create(&path, replaces, Lang::En).unwrap();
            file.write(b"new").unwrap();
            file
        };
        drop(begin(false));
        assert_eq!(names(), 0);
        begin(false).finish().unwrap();
        let refused = WholeFile::create(&path, false, Lang::En).err().unwrap();
        assert_eq!(refused.to_string(), Lang::En.file_exists(&path));
        std::fs::write(&path, "old").unwrap();
        drop(begin(true));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        begin(true).finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(), 1);
    }
}
