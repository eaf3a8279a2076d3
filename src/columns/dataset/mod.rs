//! A folder that can be deposited: the tables of an archive, and what describes them.
//!
//! | file | what |
//! |---|---|
//! | `data/*.parquet` | the tables of [`TABLES`](super::TABLES), paths without the folder that all files have in common |
//! | `files.csv` | every file that records came from: hash, size, format, licence and address |
//! | `decisions.tsv` | the decisions of people, for `xqdb decisions apply` |
//! | `datapackage.json` | Data Package 2 |
//! | `croissant.json` | Croissant 1.0 |
//! | `ro-crate-metadata.json` | RO-Crate 1.2, with provenance |
//! | `CITATION.cff` | Citation File Format 1.2 |
//! | `README.md` | a dataset card, as Hugging Face shows it |
//! | `SHA256SUMS` | the hashes of all other files |
//!
//! `files` reads where records came from, `described` writes the descriptions.

mod described;
mod files;

pub use files::{CollectionRights, Rights};

use super::error::{ColumnsError, ColumnsResult};
use super::folder::{Extract, RowCounts, write_folder};
use crate::search::{Archive, Watch};
use described::{DatasetFile, Described};
use files::SourceFiles;
use sha2::{Digest, Sha256};
use std::io::{Read, Write};
use std::path::Path;

/// The folder of the tables.
const DATA: &str = "data";
/// All other files, in the order in which they are written.
const FILES: [&str; 8] = [
    "files.csv",
    "decisions.tsv",
    "datapackage.json",
    "croissant.json",
    "ro-crate-metadata.json",
    "CITATION.cff",
    "README.md",
    "SHA256SUMS",
];

/// Writes a dataset of some games of an archive into a folder, under a title with the archive's
/// `name`. `replace` allows to replace a dataset of an earlier time.
///
/// # Errors
/// Those of [`write_folder`].
pub fn write_dataset(
    archive: &Archive,
    extract: Extract,
    (folder, replace): (&Path, bool),
    (name, rights): (&str, &Rights),
    watch: &dyn Watch,
) -> ColumnsResult<RowCounts> {
    std::fs::create_dir_all(folder)?;
    for entry in std::fs::read_dir(folder)? {
        let found = entry?.file_name();
        if !replace || !(found == DATA || FILES.iter().any(|name| found == **name)) {
            return Err(ColumnsError::Occupied(found.to_string_lossy().into_owned()));
        }
    }
    let files = SourceFiles::of(archive, rights)?;
    let extract = Extract { beneath: files.common.clone(), ..extract };
    let counts = write_folder(archive, extract, (&folder.join(DATA), replace), watch)?;
    let snapshot = archive.snapshot();
    write(folder, "files.csv", &files.to_csv())?;
    let decisions = snapshot.decisions()?;
    write(folder, "decisions.tsv", &crate::decision::write(&decisions))?;
    let rows = [counts.games, counts.positions, counts.records];
    let mut parts = Vec::new();
    for (table, rows) in super::TABLES.into_iter().zip(rows) {
        parts.push(DatasetFile::of(
            folder,
            format!("{DATA}/{}.parquet", table.name),
            Some((table, rows)),
        )?);
    }
    for name in &FILES[..2] {
        parts.push(DatasetFile::of(folder, (*name).to_owned(), None)?);
    }
    let described = Described {
        title: &format!("Xiangqi games: {name}"),
        day: snapshot.day()?,
        fingerprint: archive.fingerprint()?.hash,
        files: &files,
        parts,
    };
    write(folder, "datapackage.json", &described.data_package())?;
    write(folder, "croissant.json", &described.croissant())?;
    write(folder, "ro-crate-metadata.json", &described.ro_crate())?;
    write(folder, "CITATION.cff", &described.citation())?;
    write(folder, "README.md", &described.card())?;
    let mut sums = String::new();
    for part in &described.parts {
        sums += &format!("{}  {}\n", part.sha256, part.path);
    }
    for name in &FILES[2..7] {
        sums += &format!("{}  {name}\n", sha256(&folder.join(name))?.0);
    }
    write(folder, "SHA256SUMS", &sums)?;
    Ok(counts)
}

fn write(folder: &Path, name: &str, text: &str) -> ColumnsResult<()> {
    let mut file = std::fs::File::create(folder.join(name))?;
    Ok(file.write_all(text.as_bytes())?)
}

/// The SHA-256 of a file to the base 16, and its length in bytes.
fn sha256(path: &Path) -> ColumnsResult<(String, u64)> {
    let mut file = std::fs::File::open(path)?;
    let (mut hasher, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 20]);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => {
                hasher.update(&buffer[..count]);
                bytes += count as u64;
            }
        }
    }
    let digits = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((digits, bytes))
}
