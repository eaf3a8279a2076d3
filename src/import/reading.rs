//! Files read record by record, without a database.

use super::pipeline::pipeline_until;
use super::{Input, Options, Parsed, Unit, parse, path_below};
use crate::export::RecordPlace;
use crate::replay::Record;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// What is told while files are read, in their order.
#[derive(Debug)]
pub enum Reading<'a> {
    /// A file, a member of an archive, or a cut of one is told next.
    Unit(&'a Unit, &'a Parsed),
    /// A record of it.
    Record(RecordPlace<'a>, &'a Record),
    /// The file or member ends here; so many records were in it.
    End(&'a Unit, &'a Parsed, u64),
}

/// Reads everything that is named, on all cores, and tells it in the order of the files. Stops
/// early when `tell` fails. `-` is standard input. With `derive`, what places and headings say of
/// the records is found out, too.
///
/// # Errors
/// What `tell` fails with.
///
/// ```
/// use xqdb::import::{Options, Reading, read_files};
///
/// # let folder = std::env::temp_dir().join(format!("xqdb-reading-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let path = folder.join("a.pgn");
/// std::fs::write(&path, "[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 *\n")?;
/// let mut lines = Vec::new();
/// read_files(&[path], &Options::default(), true, |reading| {
///     if let Reading::Record(place, record) = reading {
///         lines.push((place.record, record.game.tree.plies));
///     }
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert_eq!(lines, [(1, 2)]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_files<E: Send>(
    paths: &[PathBuf],
    options: &Options,
    derive: bool,
    tell: impl FnMut(Reading<'_>) -> Result<(), E> + Send,
) -> Result<(), E> {
    read_files_until(paths, options, (derive, &AtomicBool::new(false)), tell)
}

/// The same, until somebody sets the flag.
///
/// # Errors
/// What `tell` fails with.
pub fn read_files_until<E: Send>(
    paths: &[PathBuf],
    options: &Options,
    (derive, stop): (bool, &AtomicBool),
    mut tell: impl FnMut(Reading<'_>) -> Result<(), E> + Send,
) -> Result<(), E> {
    let inputs = paths.iter().map(|path| Input::from_argument(path)).collect();
    let named = if derive { paths.to_vec() } else { Vec::new() };
    let options = &Options { named, ..options.clone() };
    let mut number = 0;
    pipeline_until(
        inputs,
        options,
        stop,
        |unit| {
            let mut parsed = parse(unit, &options.notation);
            if derive {
                parsed.records.iter_mut().for_each(|record| unit.derive(paths, record));
            }
            parsed
        },
        |unit, parsed| {
            tell(Reading::Unit(&unit, &parsed))?;
            for record in &parsed.records {
                number += 1;
                let place = RecordPlace {
                    path: &unit.path,
                    member: unit.member.as_deref(),
                    record: number,
                    format: parsed.format.map(|format| format.name),
                };
                tell(Reading::Record(place, record))?;
            }
            if unit.is_last {
                tell(Reading::End(&unit, &parsed, number))?;
                number = 0;
            }
            Ok(())
        },
    )
}

impl Unit {
    /// Finds out what the place of a record and its headings say of it. `named` are the paths that
    /// the user named.
    pub fn derive(&self, named: &[PathBuf], record: &mut Record) {
        let path = path_below(&self.path, self.member.as_deref(), named);
        record.derived = record.derive().1;
        record.derived.add_headings_of_path(&record.tags, &path);
    }
}
