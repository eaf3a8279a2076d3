//! `xqdb export --to site`: the page and its answers as files for any host of files.

use super::files::file_name;
use super::progress::Scanning;
use super::question::SaidQuestion;
use super::{Context, Status};
use crate::cli::ExportArgs;
use crate::serve::{SiteSettings, write_site};
use anyhow::{Context as _, anyhow, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Name of the file that marks a folder as a site.
const MARK: &str = "site.json";
/// For each time that an archive has this number of games, a position needs one game more than
/// [`LEAST`] to have an answer of its own.
const GAMES: usize = 100_000;
/// Smallest number of games of a position with an answer of its own, in a small archive.
const LEAST: usize = 2;

/// Writes the site of the whole archive into a folder of its own.
pub(super) fn export_site(context: &Context, args: &ExportArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let folder = args.output.output.as_deref().filter(|folder| *folder != Path::new("-"));
    let new = NewFolder::begin(context, folder, args.output.force)?;
    let scanning = Scanning::new(context);
    let question = SaidQuestion::new(context, &args.output.notation, &[&args.selection.0])?;
    let (archive, query) = question.query(0..usize::MAX, Some(&scanning))?;
    if !args.is_of_all(&query) {
        bail!(lang.site_of_all());
    }
    let few = LEAST + archive.facts().last_id() as usize / GAMES;
    let said = args.recipe.min_games.map(|least| usize::try_from(least).unwrap_or(usize::MAX));
    let settings = SiteSettings {
        name: context.db.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        file: file_name(&context.db),
        notation: args.output.notation.clone(),
        least: said.unwrap_or(few).max(LEAST),
        as_stated: context.as_stated,
    };
    let written = write_site(&archive, &settings, &new.partial, &scanning);
    scanning.finish();
    let counts = written?;
    new.finish()?;
    let megabytes = format!("{:.1}", counts.bytes as f64 / 1e6);
    context.tell(&lang.site_written(counts.games, counts.positions, counts.files, &megabytes));
    Ok(if counts.games == 0 { Status::NothingFound } else { Status::Success })
}

/// Folder written beside its place, and renamed at the end. Dropped earlier, it leaves nothing.
struct NewFolder<'c> {
    context: &'c Context,
    target: &'c Path,
    partial: PathBuf,
}

impl<'c> NewFolder<'c> {
    /// Begins a folder where nothing is; with `force` it may replace an earlier site.
    fn begin(
        context: &'c Context,
        target: Option<&'c Path>,
        force: bool,
    ) -> anyhow::Result<NewFolder<'c>> {
        let lang = context.lang;
        let name = target.and_then(|target| Some((target, target.file_name()?)));
        let Some((target, name)) = name else { return Err(anyhow!(lang.site_needs_folder())) };
        if target.exists() {
            if !target.is_dir() {
                bail!(lang.file_exists(target));
            }
            let is_site = target.join(MARK).is_file();
            let first = std::fs::read_dir(target).with_context(|| lang.cannot_read(target))?.next();
            if let Some(first) = first.filter(|_| !(force && is_site)) {
                let first = first.with_context(|| lang.cannot_read(target))?.file_name();
                bail!(lang.site_folder_holds(target, &first.to_string_lossy()));
            }
        }
        let partial = target.with_file_name(beside(name, "xqdb-partial"));
        if partial.exists() {
            std::fs::remove_dir_all(&partial).with_context(|| lang.cannot_remove(&partial))?;
        }
        std::fs::create_dir_all(&partial).with_context(|| lang.cannot_make_folder(&partial))?;
        Ok(NewFolder { context, target, partial })
    }

    /// Renames the folder, and removes the earlier site.
    fn finish(self) -> anyhow::Result<()> {
        let lang = self.context.lang;
        let old = self
            .target
            .with_file_name(beside(self.target.file_name().unwrap_or_default(), "xqdb-before"));
        let is_there = self.target.exists();
        if is_there {
            std::fs::rename(self.target, &old).with_context(|| lang.cannot_write(self.target))?;
        }
        std::fs::rename(&self.partial, self.target)
            .with_context(|| lang.cannot_write(self.target))?;
        if is_there {
            std::fs::remove_dir_all(&old).with_context(|| lang.cannot_remove(&old))?;
        }
        Ok(())
    }
}

impl Drop for NewFolder<'_> {
    fn drop(&mut self) {
        // A renamed folder is gone from here; for messages it is too late.
        let _ = std::fs::remove_dir_all(&self.partial);
    }
}

/// Hidden name made of `name` and `ending`.
fn beside(name: &std::ffi::OsStr, ending: &str) -> OsString {
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".");
    hidden.push(ending);
    hidden
}
