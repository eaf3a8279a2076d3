//! A folder that can be deposited: the tables of an archive, and files that describe them.
//!
//! | file | what |
//! |---|---|
//! | `data/*.parquet` | games, positions, openings and records; paths without their common folder |
//! | `games.pgn.zst` | all games with variations and comments |
//! | `files.csv` | every file that records came from: hash, size, format, licence and address |
//! | `decisions.tsv` | the decisions of people, for `xqdb decisions apply` |
//! | `datapackage.json` | Data Package 2 |
//! | `croissant.json` | Croissant 1.0 |
//! | `ro-crate-metadata.json` | RO-Crate 1.2, with provenance in the terms of W3C PROV |
//! | `CITATION.cff` | Citation File Format 1.2 |
//! | `README.md` | a dataset card, as Hugging Face shows it |
//! | `SHA256SUMS` | the hashes of all other files |
//!
//! `files` lists the files that records came from, `tables` makes the tables, `packed` the packed
//! games, `openings` and `split` make columns that archives do not have, `described` writes the descriptions, and `again`
//! compares a dataset with the one that an archive gives now.

mod again;
mod described;
mod files;
mod openings;
mod packed;
mod split;
mod tables;
#[cfg(test)]
mod tests;

pub use again::{ChangedFile, FileState, LaidDataset};
pub use files::Rights;
pub use split::SplitShares;
pub use tables::DatasetRecipe;

use super::error::{ColumnsError, ColumnsResult};
use super::folder::{Extract, RowCounts};
use crate::search::{Archive, Watch};
use crate::store::Evidence;
use crate::text::hex;
use described::{DatasetFile, Described};
use files::SourceFiles;
use packed::pack_games;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use tables::{DatasetTables, NumberedGames};

/// The folder of the tables.
const DATA: &str = "data";
/// Files with contents of the archive.
const PARTS: [&str; 3] = ["games.pgn.zst", "files.csv", "decisions.tsv"];
/// The files that describe the others.
const DESCRIPTIONS: [&str; 5] =
    ["datapackage.json", "croissant.json", "ro-crate-metadata.json", "CITATION.cff", "README.md"];
/// The file with the hashes of all others.
const SUMS: &str = "SHA256SUMS";

/// Writes a dataset of some games of an archive into a folder. With `replace`, an earlier dataset is
/// replaced.
///
/// # Errors
/// Those of [`write_folder`](super::write_folder).
pub fn write_dataset(
    archive: &Archive,
    extract: Extract,
    (folder, replace): (&Path, bool),
    recipe: &DatasetRecipe,
    watch: &dyn Watch,
) -> ColumnsResult<RowCounts> {
    std::fs::create_dir_all(folder)?;
    for entry in std::fs::read_dir(folder)? {
        let found = entry?.file_name();
        let mut names = PARTS.iter().chain(&DESCRIPTIONS).chain([&DATA, &SUMS]);
        if !replace || !names.any(|name| found == **name) {
            return Err(ColumnsError::Occupied(found.to_string_lossy().into_owned()));
        }
    }
    let files = SourceFiles::of(archive, &recipe.rights)?;
    let extract = Extract { beneath: files.common.clone(), ..extract };
    let tables = DatasetTables::of(recipe);
    let place = (&*folder.join(DATA), replace);
    let games = NumberedGames::of(archive, &extract, recipe)?;
    let written = tables.write(archive, &games, (&extract, recipe), place, watch)?;
    let snapshot = archive.snapshot();
    pack_games(archive, &games.ids, (folder, PARTS[0]), watch)?;
    write(folder, PARTS[1], &files.to_csv())?;
    write(folder, PARTS[2], &crate::decision::write(&snapshot.decisions()?))?;
    let mut parts = Vec::new();
    for (table, written) in tables.all().into_iter().zip(&written) {
        for (name, rows) in written.names().iter().zip(&written.rows_of) {
            let path = format!("{DATA}/{name}");
            parts.push(DatasetFile::of(folder, path, Some((table, *rows)))?);
        }
    }
    for name in PARTS {
        parts.push(DatasetFile::of(folder, name.to_owned(), None)?);
    }
    let described = Described {
        fingerprint: archive.fingerprint()?.hash,
        files: &files,
        recipe,
        variations: extract.variations,
        as_stated: archive.lay() == Evidence::Stated,
        parts,
    };
    let texts = [
        described.data_package(),
        described.croissant(),
        described.ro_crate(),
        described.citation(),
        described.card(),
    ];
    for (name, text) in DESCRIPTIONS.iter().zip(&texts) {
        write(folder, name, text)?;
    }
    let mut sums = String::new();
    for part in &described.parts {
        sums += &format!("{}  {}\n", part.sha256, part.path);
    }
    for name in DESCRIPTIONS {
        sums += &format!("{}  {name}\n", sha256(&folder.join(name))?.0);
    }
    write(folder, SUMS, &sums)?;
    let [games, positions, _, records] = written.each_ref().map(|table| table.rows());
    Ok(RowCounts { games, positions, records })
}

fn write(folder: &Path, name: &str, text: &str) -> ColumnsResult<()> {
    let mut file = File::create(folder.join(name))?;
    Ok(file.write_all(text.as_bytes())?)
}

/// SHA-256 of a file in hexadecimal, and its length in bytes.
fn sha256(path: &Path) -> ColumnsResult<(String, u64)> {
    let mut file = File::open(path)?;
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
    let digits = hex(&hasher.finalize());
    Ok((digits, bytes))
}
