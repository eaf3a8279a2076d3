//! Answers as figures in files: the picture, or a page with it, and beside it the numbers as CSV,
//! the specification for Vega-Lite, and what is needed to make the figure again.

mod caption;
mod record;

use super::Context;
use super::files::{WholeFile, file_name};
use crate::cli::{FigureArgs, Said};
use crate::questions::chart::Drawing;
use anyhow::bail;
use caption::Caption;
pub(super) use record::{FigureRecord, NumberTable, Stamps, changed_files, read};
use std::path::{Path, PathBuf};
use xqdb::figure::{Figure, Table};
use xqdb::search::Archive;

/// Checks, before anything is counted, that the figure can be written.
pub(super) fn prepare(context: &Context, args: &FigureArgs) -> anyhow::Result<()> {
    let Some(path) = &args.figure else { return Ok(()) };
    let lang = context.lang;
    if is_page(path).is_none() {
        bail!(lang.figure_extension(path));
    }
    let mut all = [path.clone()].into_iter().chain(files_beside(path));
    match all.find(|path| !args.force && path.exists()) {
        Some(path) => bail!(lang.file_exists(&path)),
        None => Ok(()),
    }
}

/// Writes a figure, if the user asked for one.
pub(super) fn write(
    context: &Context,
    (args, said): (&FigureArgs, &Said),
    archive: &Archive,
    drawing: impl FnOnce() -> anyhow::Result<Drawing>,
) -> anyhow::Result<()> {
    let Some(path) = &args.figure else { return Ok(()) };
    let lang = context.lang;
    let [csv, vega, beside] = files_beside(path);
    let drawing = drawing()?;
    let record = FigureRecord::of(context, said, archive, &drawing)?;
    let caption = Caption { lang, record: &record, drawing: &drawing };
    let figure = drawing.figure(caption.notes(), lang);
    let picture = match is_page(path) {
        Some(true) => {
            // The page has its own title and caption.
            let bare = Figure { title: String::new(), notes: Vec::new(), ..figure.clone() };
            caption::page(&caption, &bare.to_svg(), &figure.table, &file_name(&beside))
        }
        _ => figure.to_svg(),
    };
    let specification = figure.to_vega_lite(&file_name(&csv));
    let written = [
        (&csv, numbers(context, &figure.table)),
        (&vega, format!("{specification:#}\n")),
        (&beside, record.text()?),
        (path, picture),
    ];
    // Nothing is written if one of the files exists.
    let open = written.iter().map(|(path, _)| WholeFile::create(path, args.force, lang));
    let open = open.collect::<anyhow::Result<Vec<_>>>()?;
    for (mut file, (_, text)) in open.into_iter().zip(&written) {
        file.write(text.as_bytes())?;
        file.finish()?;
    }
    let names = written.each_ref().map(|(path, _)| path.display().to_string());
    context.tell(&lang.figure_written(&names.join(", ")));
    Ok(())
}

/// The numbers as CSV.
fn numbers(context: &Context, table: &Table) -> String {
    let head: Vec<&str> = table.columns.iter().map(|column| column.field).collect();
    let rows = table.rows.iter().map(|row| context.csv_line(&Table::cells(row)));
    std::iter::once(context.csv_line(&head)).chain(rows).collect()
}

/// Whether a picture is part of a page; `None` if the extension names no format.
fn is_page(picture: &Path) -> Option<bool> {
    match picture.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "svg" => Some(false),
        "html" | "htm" => Some(true),
        _ => None,
    }
}

/// Paths beside a picture: its numbers, its specification for Vega-Lite, its record.
fn files_beside(picture: &Path) -> [PathBuf; 3] {
    ["csv", "vl.json", "json"].map(|extension| picture.with_extension(extension))
}

/// Path of a figure's record: `path` itself, or the file beside a picture.
pub(super) fn record_of(context: &Context, path: &Path) -> anyhow::Result<PathBuf> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        return Ok(path.to_owned());
    }
    if is_page(path).is_none() {
        bail!(context.lang.figure_extension(path));
    }
    let [.., record] = files_beside(path);
    Ok(record)
}
