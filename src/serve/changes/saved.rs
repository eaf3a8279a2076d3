//! Filters, questions, drawn boards and positions that people save under a name.
//!
//! They are kept in a small file beside the database. A browser would lose them: its store belongs
//! to one address and port, and the port may change. They are no decisions: no answer depends on
//! them.

use crate::messages::Lang;
use crate::serve::refusal::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Largest number of entries.
const MOST: usize = 1000;
/// Longest name, in characters.
const LONGEST_NAME: usize = 200;
/// Largest state of an entry, in bytes.
const LARGEST: usize = 20_000;
/// Largest file that is read, in bytes; the program writes no larger one.
const LONGEST_FILE: u64 = 64 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SavedKind {
    Filter,
    Question,
    Board,
    Position,
}

/// Kind that a parameter names.
pub(super) fn kind(name: &str) -> Result<SavedKind, Refusal> {
    let read = serde_json::from_value(name.into());
    read.map_err(|_| {
        let name = name.to_owned();
        let known = "filter, question, board, position";
        Refusal::parameter("kind", move |lang| lang.none_of(&name, known))
    })
}

/// Filter, question, board or position saved under a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedEntry {
    pub(super) kind: SavedKind,
    pub(super) name: String,
    /// Names and values of the page's address.
    pub(super) state: BTreeMap<String, String>,
}

impl SavedEntry {
    fn is_sound(&self) -> bool {
        // Size as written: a control character takes six letters.
        let size = serde_json::to_string(&self.state).map_or(usize::MAX, |text| text.len());
        let length = self.name.chars().count();
        (1..=LONGEST_NAME).contains(&length) && !self.state.is_empty() && size <= LARGEST
    }
}

/// Path of the file of saved entries.
#[derive(Debug)]
pub(super) struct Saved(Mutex<PathBuf>);

impl Saved {
    /// File beside the database `db`.
    pub(super) fn beside(db: &Path) -> Saved {
        let mut path = db.as_os_str().to_owned();
        path.push("-saved.json");
        Saved(Mutex::new(path.into()))
    }

    /// All entries, by kind and name.
    pub(super) fn all(&self) -> io::Result<Vec<SavedEntry>> {
        read(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Saves an entry, in the place of one with its kind and name.
    pub(super) fn keep(&self, entry: SavedEntry) -> Result<(), Refusal> {
        let path = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = read(&path)?;
        all.retain(|known| (known.kind, &known.name) != (entry.kind, &entry.name));
        if !entry.is_sound() || all.len() >= MOST {
            return Err(Refusal::new(400, "saved", Lang::cannot_be_saved));
        }
        all.push(entry);
        write(&path, all)?;
        Ok(())
    }

    /// Removes an entry; `false` if there was none.
    pub(super) fn forget(&self, kind: SavedKind, name: &str) -> io::Result<bool> {
        let path = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = read(&path)?;
        let before = all.len();
        all.retain(|known| (known.kind, known.name.as_str()) != (kind, name));
        let was_there = all.len() < before;
        if was_there {
            write(&path, all)?;
        }
        Ok(was_there)
    }
}

fn read(path: &Path) -> io::Result<Vec<SavedEntry>> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
        Ok(known) if known.len() > LONGEST_FILE => return Err(io::ErrorKind::FileTooLarge.into()),
        Ok(_) => {}
    }
    Ok(serde_json::from_slice(&std::fs::read(path)?)?)
}

/// Replaces the file at once: it is the old one or the new one, whatever happens.
fn write(path: &Path, mut all: Vec<SavedEntry>) -> io::Result<()> {
    all.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(&serde_json::to_vec_pretty(&all)?)?;
    file.write_all(b"\n")?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(kind: SavedKind, name: &str, value: &str) -> SavedEntry {
        let state = BTreeMap::from([("player".to_owned(), value.to_owned())]);
        SavedEntry { kind, name: name.to_owned(), state }
    }

    #[test]
    fn what_is_kept_is_there_again_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("games.db");
        let saved = Saved::beside(&db);
        assert!(saved.all().unwrap().is_empty());
        saved.keep(entry(SavedKind::Question, "b", "x")).unwrap();
        saved.keep(entry(SavedKind::Filter, "胡荣华", "x")).unwrap();
        saved.keep(entry(SavedKind::Filter, "胡荣华", "y")).unwrap();
        let all = Saved::beside(&db).all().unwrap();
        assert_eq!(
            all,
            [entry(SavedKind::Filter, "胡荣华", "y"), entry(SavedKind::Question, "b", "x")]
        );
        assert!(saved.forget(SavedKind::Question, "b").unwrap());
        assert!(!saved.forget(SavedKind::Question, "b").unwrap());
        assert_eq!(saved.all().unwrap().len(), 1);
    }

    /// Whatever is saved, the file can be read again.
    #[test]
    fn no_entry_makes_the_file_too_long_to_be_read() {
        let name = "\u{1}".repeat(LONGEST_NAME);
        let sound = entry(SavedKind::Filter, &name, &"\u{1}".repeat(LARGEST / 6 - 5));
        assert!(sound.is_sound());
        let all = serde_json::to_vec_pretty(&vec![sound; MOST]).unwrap();
        assert!((all.len() as u64) < LONGEST_FILE, "{}", all.len());
        let larger = entry(SavedKind::Filter, "n", &"\u{1}".repeat(LARGEST / 2));
        assert!(!larger.is_sound());
    }

    #[test]
    fn what_is_too_much_is_refused_and_a_damaged_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let saved = Saved::beside(&folder.path().join("games.db"));
        let unsound = [
            entry(SavedKind::Filter, "", "x"),
            entry(SavedKind::Filter, &"n".repeat(201), "x"),
            entry(SavedKind::Filter, "n", &"x".repeat(20_001)),
            SavedEntry { state: BTreeMap::new(), ..entry(SavedKind::Filter, "n", "x") },
        ];
        for entry in unsound {
            assert_eq!(format!("{:?}", saved.keep(entry).unwrap_err()), "400 saved");
        }
        let file = folder.path().join("games.db-saved.json");
        std::fs::write(&file, "{").unwrap();
        let refused = saved.keep(entry(SavedKind::Filter, "n", "x")).unwrap_err();
        assert_eq!(format!("{refused:?}"), "500 failed");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{");
    }
}
