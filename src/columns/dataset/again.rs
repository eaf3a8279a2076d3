//! Compares a dataset in a folder with the dataset that an archive gives now.

use super::described::{EXPORT, EXPORT_NAME};
use super::{DATA, DatasetRecipe, PARTS, Rights, SUMS, SplitShares, sha256, write_dataset};
use crate::columns::error::{ColumnsError, ColumnsResult};
use crate::columns::folder::Extract;
use crate::search::{Archive, Watch};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Largest text of a dataset that is read, in bytes.
const LARGEST: u64 = 1 << 28;
/// The file that says how the dataset was made.
const CRATE: &str = "ro-crate-metadata.json";

/// A dataset in a folder, with its options and the hashes that its files had.
#[derive(Debug)]
pub struct LaidDataset {
    folder: PathBuf,
    recipe: DatasetRecipe,
    /// Whether the positions of variations are included.
    variations: bool,
    /// Whether only what records state counts.
    pub as_stated: bool,
    /// Version of the program that made the dataset.
    pub program: String,
    /// Fingerprint of the archive of which the dataset was made.
    pub fingerprint: String,
    /// Hashes of the files by path.
    sums: BTreeMap<String, String>,
}

/// A file of a dataset that is not what the archive gives now.
#[derive(Debug, Serialize)]
pub struct ChangedFile {
    /// Path below the folder.
    pub path: String,
    /// Why the file differs.
    pub state: FileState,
    /// Number of bytes in the folder; none where the file is missing.
    pub before: Option<u64>,
    /// Number of bytes that the archive gives now; none where it gives no such file.
    pub now: Option<u64>,
    /// Lines of a list that are in the folder alone (`-`) or made now alone (`+`).
    pub lines: Vec<(char, String)>,
}

/// Why a file of a dataset differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileState {
    /// The file is not in the folder.
    Missing,
    /// The list of hashes does not name the file.
    Added,
    /// The file is cut: it holds only the first bytes of the original.
    Cut,
    /// The file was altered after the dataset was made.
    Altered,
    /// The file is unchanged, but the archive or the program gives another one now.
    Remade,
}

impl LaidDataset {
    /// Reads the options and hashes of the dataset in a folder.
    ///
    /// # Errors
    /// [`ColumnsError::NoDataset`] when the RO-Crate or the list of hashes is missing or describes no
    /// dataset.
    pub fn read(folder: &Path) -> ColumnsResult<LaidDataset> {
        let text = |name| read_file(&folder.join(name)).ok_or(ColumnsError::NoDataset(name));
        let none = || ColumnsError::NoDataset(CRATE);
        let described: Value = serde_json::from_slice(&text(CRATE)?).map_err(|_| none())?;
        let graph = described["@graph"].as_array().ok_or_else(none)?;
        let node = |id: &str| graph.iter().find(|node| node["@id"] == id).unwrap_or(&Value::Null);
        let said = |id: &str, field: &str| node(id)[field].as_str().map(str::to_owned);
        if node(EXPORT)["name"] != EXPORT_NAME {
            return Err(none());
        }
        let split = match said("#split", "value") {
            Some(shares) => Some(SplitShares::read(&shares).ok_or_else(none)?),
            None => None,
        };
        let sums = sums(&text(SUMS)?).ok_or(ColumnsError::NoDataset(SUMS))?;
        let recipe = DatasetRecipe {
            title: said("./", "name").ok_or_else(none)?,
            day: said("./", "datePublished").ok_or_else(none)?,
            rights: Rights::of_files(&read_file(&folder.join(PARTS[1])).unwrap_or_default()),
            least: node("#min-games")["value"].as_u64().ok_or_else(none)?,
            split,
            ..DatasetRecipe::default()
        };
        let fingerprint = said("#archive", "identifier").ok_or_else(none)?;
        Ok(LaidDataset {
            folder: folder.to_owned(),
            recipe,
            variations: node("#variations")["value"].as_bool().ok_or_else(none)?,
            // Datasets of earlier versions lack this option.
            as_stated: node("#as-stated")["value"] == true,
            program: said("#xqdb", "version").ok_or_else(none)?,
            fingerprint: fingerprint.trim_start_matches("xqdb:").to_owned(),
            sums,
        })
    }

    /// Number of files that the dataset had.
    #[must_use]
    pub fn files(&self) -> u64 {
        self.sums.len() as u64 + 1
    }

    /// Makes the dataset of an archive once more, in an empty folder, and compares file by file.
    ///
    /// # Errors
    /// Those of [`write_dataset`], and when a file cannot be read.
    pub fn compare(
        &self,
        archive: &Archive,
        scratch: &Path,
        watch: &dyn Watch,
    ) -> ColumnsResult<Vec<ChangedFile>> {
        let extract = Extract {
            games: archive.facts().alive_ids(),
            is_all: true,
            variations: self.variations,
            beneath: String::new(),
        };
        write_dataset(archive, extract, (scratch, false), &self.recipe, watch)?;
        let (here, made) = (names(&self.folder)?, names(scratch)?);
        let mut all: BTreeSet<&String> = here.union(&made).collect();
        all.extend(self.sums.keys());
        let mut changed = Vec::new();
        for path in all.into_iter().filter(|path| *path != SUMS) {
            changed.extend(self.changed(path, (&here, &made), scratch)?);
        }
        // A changed file changes the list of hashes, too.
        let is_alone = changed.is_empty();
        if let Some(mut sums) = self.changed(SUMS, (&here, &made), scratch)? {
            sums.state = if is_alone { FileState::Altered } else { FileState::Remade };
            changed.push(sums);
        }
        Ok(changed)
    }

    /// Change of a file; `None` if the file is equal.
    fn changed(
        &self,
        path: &str,
        (here, made): (&BTreeSet<String>, &BTreeSet<String>),
        scratch: &Path,
    ) -> ColumnsResult<Option<ChangedFile>> {
        let [old, new] = [(&*self.folder, here), (scratch, made)]
            .map(|(folder, names)| names.contains(path).then(|| folder.join(path)));
        let summed = |path: &Option<PathBuf>| path.as_deref().map(sha256).transpose();
        let said = self.sums.get(path);
        // A file that is not of the dataset is not read.
        if old.is_some() && new.is_none() && said.is_none() {
            let (path, state) = (path.to_owned(), FileState::Added);
            return Ok(Some(ChangedFile { path, state, before: None, now: None, lines: vec![] }));
        }
        let (before, now) = (summed(&old)?, summed(&new)?);
        if before == now && (now.is_some() || said.is_none()) {
            return Ok(None);
        }
        let sum = |of: &Option<(String, u64)>| of.as_ref().map(|(sum, _)| sum.clone());
        let state = match (&before, said) {
            (None, _) => FileState::Missing,
            (_, said) if said == sum(&before).as_ref() => FileState::Remade,
            (_, said) if said == sum(&now).as_ref() && begins(&new, &old) => FileState::Cut,
            _ => FileState::Altered,
        };
        // In lists of sources and decisions, the lines that differ are listed.
        let lines = match (&old, &new) {
            (Some(old), Some(new)) if PARTS[1..].contains(&path) => differing_lines(old, new),
            _ => Vec::new(),
        };
        let [before, now] = [before, now].map(|file| file.map(|(_, bytes)| bytes));
        Ok(Some(ChangedFile { path: path.to_owned(), state, before, now, lines }))
    }
}

/// Bytes of a regular file of at most [`LARGEST`] bytes; `None` for others.
fn read_file(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    // Opening a pipe would wait for its writer.
    let file = if path.is_file() { File::open(path).ok()? } else { return None };
    file.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LARGEST).then_some(bytes)
}

/// Reads hashes by path from a list in the form of `sha256sum`.
fn sums(text: &[u8]) -> Option<BTreeMap<String, String>> {
    let line = |line: &str| {
        let (sum, path) = line.split_once("  ")?;
        Some((path.to_owned(), sum.to_owned()))
    };
    std::str::from_utf8(text).ok()?.lines().map(line).collect()
}

/// Paths of all files in the folder of a dataset and in its folder of tables; hidden files, such as
/// those of version control, are left out.
fn names(folder: &Path) -> ColumnsResult<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for inner in ["", DATA] {
        let path = folder.join(inner);
        if inner == DATA && !path.is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(path)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || (inner.is_empty() && name == DATA) {
                continue;
            }
            let end = if entry.path().is_file() { "" } else { "/" };
            let inner = if inner.is_empty() { String::new() } else { format!("{inner}/") };
            names.insert(format!("{inner}{name}{end}"));
        }
    }
    Ok(names)
}

/// Whether a file begins with all bytes of another one.
fn begins(whole: &Option<PathBuf>, part: &Option<PathBuf>) -> bool {
    let (Some(whole), Some(part)) = (whole, part) else { return false };
    let open = |path| File::open(path).map(std::io::BufReader::new).map(Read::bytes);
    let (Ok(mut whole), Ok(part)) = (open(whole), open(part)) else { return false };
    part.into_iter().all(|byte| matches!((byte, whole.next()), (Ok(a), Some(Ok(b))) if a == b))
}

/// Lines that one of two files has more often than the other: `-` for `before`, `+` for `now`.
fn differing_lines(before: &Path, now: &Path) -> Vec<(char, String)> {
    let mut counts = BTreeMap::<String, i64>::new();
    for (path, more) in [(before, -1), (now, 1)] {
        let text = read_file(path).unwrap_or_default();
        for line in String::from_utf8_lossy(&text).lines() {
            *counts.entry(line.to_owned()).or_default() += more;
        }
    }
    let changed = counts.into_iter().filter(|(_, more)| *more != 0);
    changed.map(|(line, more)| (if more < 0 { '-' } else { '+' }, line)).collect()
}
