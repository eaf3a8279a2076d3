//! Makes a dataset again, and prints which of its files differ.

use super::{list, short};
use crate::cli::{ReproduceArgs, VerdictFormat};
use crate::commands::progress::Scanning;
use crate::commands::question::open_as;
use crate::commands::{Context, Status};
use anyhow::{Context as _, anyhow};
use serde_json::json;
use xqdb::columns::{ChangedFile, ColumnsError, FileState, LaidDataset};
use xqdb::store::Evidence;

/// Prints what changed since a dataset was made.
pub(super) fn reproduce_dataset(context: &Context, args: &ReproduceArgs) -> anyhow::Result<Status> {
    let (lang, folder) = (context.lang, &*args.path);
    let laid = LaidDataset::read(folder).map_err(|error| match error {
        ColumnsError::NoDataset(file) => anyhow!(lang.no_dataset(folder, file)),
        other => anyhow::Error::new(other).context(lang.cannot_read(folder)),
    })?;
    let archive =
        open_as(context, if laid.as_stated { Evidence::Stated } else { Evidence::Derived })?;
    let scratch = tempfile::tempdir().context(lang.cannot_make_folder(&std::env::temp_dir()))?;
    let scanning = Scanning::new(context);
    let changed = laid.compare(&archive, scratch.path(), &scanning);
    scanning.finish();
    let changed = changed.map_err(|error| match error {
        // A stop by the user is no failure.
        ColumnsError::Store(error) => error.into(),
        other => anyhow::Error::new(other).context(lang.cannot_make_again(folder)),
    })?;
    let (program, fingerprint) = (env!("CARGO_PKG_VERSION"), archive.fingerprint()?.hash);
    let text = match args.answer.format() {
        VerdictFormat::Json => {
            let object = json!({
                "same": changed.is_empty(),
                "program": [laid.program, program],
                "fingerprint": [laid.fingerprint, fingerprint],
                "files": changed,
            });
            format!("{object}\n")
        }
        VerdictFormat::Table if changed.is_empty() => lang.dataset_reproduced(laid.files()) + "\n",
        VerdictFormat::Table => {
            let mut lines = Vec::new();
            if laid.program != program {
                lines.push(lang.program_changed(&laid.program, program));
            }
            if laid.fingerprint != fingerprint {
                let [old, new] = [&laid.fingerprint, &fingerprint].map(|it| short(it));
                lines.push(lang.fingerprint_changed(&old, &new));
            }
            lines.push(lang.dataset_changed(changed.len() as u64, laid.files()));
            for file in &changed {
                let differing =
                    file.lines.iter().map(|(sign, line)| Ok(format!("    {sign} {line}")));
                list(&mut lines, lang, format!("  {}", line_of(context, file)), differing)?;
            }
            let shown = |line: &String| xqdb::text::visible(line).into_owned() + "\n";
            lines.iter().map(shown).collect()
        }
    };
    context.print_all(&text)?;
    Ok(if changed.is_empty() { Status::Success } else { Status::NothingFound })
}

/// Line about a changed file.
fn line_of(context: &Context, file: &ChangedFile) -> String {
    let ChangedFile { path, state, before, now, .. } = file;
    let [before, now] = [before, now].map(|bytes| bytes.unwrap_or_default());
    let lang = context.lang;
    match state {
        FileState::Missing => lang.dataset_file_missing(path),
        FileState::Added => lang.dataset_file_added(path),
        FileState::Cut => lang.dataset_file_cut(path, before, now),
        FileState::Altered => lang.dataset_file_altered(path),
        FileState::Remade => lang.dataset_file_remade(path, before, now),
    }
}
