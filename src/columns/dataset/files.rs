//! The files that records came from, with their licences.

use crate::columns::ColumnsResult;
use crate::export::csv::line;
use crate::search::Archive;
use crate::text::hex;
use std::collections::{BTreeMap, BTreeSet};

/// Licence and origin of some files.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CollectionRights {
    /// An SPDX identifier, such as `CC-BY-4.0`.
    licence: String,
    /// Address where the files were published; empty if unknown.
    address: String,
}

/// Licences and origins by the path of a folder or file, as in `files.csv`; empty for all files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rights(BTreeMap<String, CollectionRights>);

impl Rights {
    /// Reads lines with a folder, an SPDX identifier and an address, separated by tabs. Empty lines
    /// and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// Number, from 1, of the first line that cannot be understood.
    pub fn read(text: &str) -> Result<Rights, usize> {
        let mut all = BTreeMap::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
            let (folder, licence, address) = match fields[..] {
                [folder, licence] if is_licence(licence) => (folder, licence, ""),
                [folder, licence, address] if is_licence(licence) => (folder, licence, address),
                _ => return Err(number),
            };
            let folder = folder.trim_end_matches('/').trim_start_matches("./");
            let folder = if folder == "." { "" } else { folder };
            let [folder, licence, address] = [folder, licence, address].map(str::to_owned);
            all.insert(folder, CollectionRights { licence, address });
        }
        Ok(Rights(all))
    }

    /// Reads the rights that `files.csv` of a dataset states. Rows without a licence are skipped.
    pub(super) fn of_files(table: &[u8]) -> Rights {
        let place = |wanted| FILE_COLUMNS.iter().position(|(name, ..)| *name == wanted);
        let mut all = BTreeMap::new();
        for line in csv::Reader::from_reader(table).records().flatten() {
            let text = |name| place(name).and_then(|at| line.get(at)).map(str::to_owned);
            let (path, licence, address) = (text("path"), text("licence"), text("address"));
            if let (Some(path), Some(licence), Some(address)) = (path, licence, address)
                && is_licence(&licence)
            {
                all.insert(path, CollectionRights { licence, address });
            }
        }
        Rights(all)
    }

    /// The rights of a file: its own, or those of the innermost folder around it.
    fn of(&self, path: &str) -> Option<&CollectionRights> {
        let ends = path.rmatch_indices('/').map(|(end, _)| end);
        let mut ends = std::iter::once(path.len()).chain(ends).chain([0]);
        ends.find_map(|end| self.0.get(&path[..end]))
    }
}

/// Whether a text can be an SPDX identifier.
fn is_licence(text: &str) -> bool {
    let is_of_one = |byte: u8| byte.is_ascii_alphanumeric() || b"-.+".contains(&byte);
    !text.is_empty() && text.bytes().all(is_of_one)
}

#[derive(Debug)]
struct SourceFile {
    path: String,
    member: String,
    /// BLAKE3 hash of the content, in hexadecimal.
    hash: String,
    bytes: u64,
    format: Option<String>,
    records: u64,
    rights: Option<CollectionRights>,
}

/// All files with records, by path.
#[derive(Debug)]
pub(super) struct SourceFiles {
    /// Folder that contains all files, with a slash at its end; empty if there is none.
    pub(super) common: String,
    files: Vec<SourceFile>,
}

impl SourceFiles {
    /// The files of an archive that have records.
    pub(super) fn of(archive: &Archive, rights: &Rights) -> ColumnsResult<SourceFiles> {
        let snapshot = archive.snapshot();
        let mut files = Vec::new();
        let mut place = snapshot.next_place(None)?;
        while let Some(here) = place {
            let source = snapshot.source(here.source)?;
            if source.records > 0 {
                files.push(SourceFile {
                    path: here.path.clone(),
                    member: here.member.clone(),
                    hash: hex(&source.hash),
                    bytes: source.size,
                    format: source.format,
                    records: source.records,
                    rights: None,
                });
            }
            place = snapshot.next_place(Some(&here))?;
        }
        let common = common_folder(files.iter().map(|file| file.path.as_str())).to_owned();
        for file in &mut files {
            file.path.drain(..common.len());
            file.rights = rights.of(&file.path).cloned();
        }
        Ok(SourceFiles { common, files })
    }

    pub(super) fn count(&self) -> usize {
        self.files.len()
    }

    /// The licences of the files, each once.
    pub(super) fn licences(&self) -> BTreeSet<&str> {
        self.files.iter().filter_map(|file| Some(file.rights.as_ref()?.licence.as_str())).collect()
    }

    /// Number of files without a licence.
    pub(super) fn without_licence(&self) -> usize {
        self.files.iter().filter(|file| file.rights.is_none()).count()
    }

    /// The licence of all files; `None` if licences differ or one is missing.
    pub(super) fn licence(&self) -> Option<&str> {
        let licences = self.licences();
        let is_one = licences.len() == 1 && self.without_licence() == 0;
        licences.first().copied().filter(|_| is_one)
    }

    /// The addresses of the files' origins, each once.
    pub(super) fn addresses(&self) -> BTreeSet<&str> {
        let rights = self.files.iter().filter_map(|file| file.rights.as_ref());
        rights.map(|rights| rights.address.as_str()).filter(|it| !it.is_empty()).collect()
    }

    pub(super) fn to_csv(&self) -> String {
        let mut text = line(&FILE_COLUMNS.map(|(name, ..)| name));
        for file in &self.files {
            let rights = file.rights.as_ref();
            text += &line(&[
                &*file.path,
                &*file.member,
                &*file.hash,
                &*file.bytes.to_string(),
                file.format.as_deref().unwrap_or_default(),
                &*file.records.to_string(),
                rights.map_or("", |rights| rights.licence.as_str()),
                rights.map_or("", |rights| rights.address.as_str()),
            ]);
        }
        text
    }
}

/// The columns of `files.csv`: name, type in a Data Package, and meaning.
pub(super) const FILE_COLUMNS: [(&str, &str, &str); 8] = [
    ("path", "string", "The file, without the folder that all files have in common."),
    ("member", "string", "The path inside an archive; empty for a plain file."),
    ("blake3", "string", "The hash of the content, BLAKE3 in hexadecimal."),
    ("bytes", "integer", "The length of the content."),
    ("format", "string", "The format, as `xqdb formats` names it."),
    ("records", "integer", "The number of records in it."),
    ("licence", "string", "An SPDX identifier; empty where nobody says."),
    ("address", "string", "Where it was published; empty where nobody says."),
];

/// The folder that contains all paths, with a slash at its end.
fn common_folder<'p>(mut paths: impl Iterator<Item = &'p str>) -> &'p str {
    let Some(first) = paths.next() else { return "" };
    let mut common = first.rfind('/').map_or(0, |at| at + 1);
    for path in paths {
        while !path.starts_with(&first[..common]) {
            let shorter = first[..common - 1].rfind('/');
            common = shorter.map_or(0, |at| at + 1);
        }
    }
    &first[..common]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_common_ends_with_a_slash() {
        let common = |paths: &[&'static str]| common_folder(paths.iter().copied());
        assert_eq!(common(&["/home/a/x/1.pgn", "/home/a/xy/2.pgn"]), "/home/a/");
        assert_eq!(common(&["/home/a/x/1.pgn"]), "/home/a/x/");
        assert_eq!(common(&["/a.pgn", "b.pgn"]), "");
        assert_eq!(common(&["局/a.pgn", "局/b/c.pgn", "局/b"]), "局/");
        assert_eq!(common(&[]), "");
    }

    #[test]
    fn the_innermost_folder_tells_the_rights() {
        let text =
            "\u{feff}# folder\n.\tCC0-1.0\nold\tCC-BY-4.0\thttps://example.org\n\nold/new/\tMIT\n";
        let rights = Rights::read(text).unwrap();
        let licence = |path: &str| rights.of(path).map(|rights| rights.licence.as_str());
        assert_eq!(licence("a.pgn"), Some("CC0-1.0"));
        assert_eq!(licence("older/a.pgn"), Some("CC0-1.0"));
        assert_eq!(licence("old/a.pgn"), Some("CC-BY-4.0"));
        assert_eq!(licence("old/new/a.pgn"), Some("MIT"));
        for (line, text) in [(1, "old"), (2, "# x\nold\tno licence"), (1, "a\tMIT\tb\tc")] {
            assert_eq!(Rights::read(text), Err(line), "{text}");
        }
    }
}
