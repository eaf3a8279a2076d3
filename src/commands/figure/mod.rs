//! Answers as figures in files: the picture, or a page with it, and beside it the numbers as CSV, the
//! specification for Vega-Lite, and what is needed to make the figure again.

mod caption;
mod record;

use super::Context;
use super::files::WholeFile;
use super::output::{create, refused};
use crate::cli::{FigureArgs, FilterArgs};
use crate::messages::Lang;
use anyhow::{anyhow, bail};
use caption::Caption;
pub(super) use record::{Numbers, Record, Stamps, changed_files, read};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use xqdb::figure::{Chart, Column, Figure, Mark, Panel, Scale, Table};
use xqdb::search::Archive;

/// An answer that can be drawn.
pub(super) struct Drawing {
    pub(super) title: String,
    pub(super) table: Table,
    pub(super) chart: Chart,
    /// The games behind the numbers.
    pub(super) games: Vec<u32>,
    /// All games are of one player, whose name was asked for.
    pub(super) is_of_one: bool,
    /// What the intervals are.
    pub(super) interval: Interval,
    /// What else is to be known.
    pub(super) notes: Vec<String>,
}

/// How intervals are worked out.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(super) enum Interval {
    /// Of shares, by Wilson's score method.
    Wilson,
    /// Of strengths: so many deviations to both sides.
    WholeHistory,
}

/// Sees, before anything is counted, whether the figure that is asked for can be written.
pub(super) fn prepare(context: &Context, args: &FigureArgs) -> anyhow::Result<()> {
    let Some(path) = &args.figure else { return Ok(()) };
    let lang = context.lang;
    let files = Files::beside(path).ok_or_else(|| anyhow!(lang.figure_extension(path)))?;
    let all = [&files.picture, &files.csv, &files.vega, &files.record];
    match all.into_iter().find(|path| !args.force && path.exists()) {
        Some(path) => bail!(lang.file_exists(path)),
        None => Ok(()),
    }
}

/// Writes the figure that was asked for, if one was.
pub(super) fn write(
    context: &Context,
    (args, filter): (&FigureArgs, &FilterArgs),
    archive: &Archive,
    drawing: impl FnOnce() -> anyhow::Result<Drawing>,
) -> anyhow::Result<()> {
    let Some(path) = &args.figure else { return Ok(()) };
    let lang = context.lang;
    let files = Files::beside(path).ok_or_else(|| anyhow!(lang.figure_extension(path)))?;
    let drawing = drawing()?;
    let record = Record::of(context, filter, archive, &drawing)?;
    let caption = Caption { lang, record: &record, drawing: &drawing };
    let figure = Figure {
        title: drawing.title.clone(),
        notes: caption.notes(),
        empty: lang.figure_is_empty(),
        table: drawing.table.clone(),
        chart: drawing.chart.clone(),
    };
    let picture = match files.is_page {
        true => {
            // The page has title and caption itself.
            let bare = Figure { title: String::new(), notes: Vec::new(), ..figure.clone() };
            let record = files.name(&files.record);
            caption::page(&caption, &bare.to_svg(), &figure.table, &record)
        }
        false => figure.to_svg(),
    };
    let vega = figure.to_vega_lite(&files.name(&files.csv));
    let written = [
        (&files.csv, csv(context, &figure.table)),
        (&files.vega, format!("{vega:#}\n")),
        (&files.record, record.text()?),
        (&files.picture, picture),
    ];
    // Nothing is written where one of them is there already.
    let mut open: Vec<WholeFile> = Vec::new();
    for (path, _) in &written {
        open.push(create(path, args.force, lang)?);
    }
    for (file, (path, text)) in open.into_iter().zip(&written) {
        let mut file = file;
        let done = file.write_all(text.as_bytes()).and_then(|()| file.finish());
        done.map_err(|error| refused(error, path, lang))?;
    }
    let names = written.each_ref().map(|(path, _)| path.display().to_string());
    context.tell(&lang.figure_written(&names.join(", ")));
    Ok(())
}

/// The numbers as CSV.
fn csv(context: &Context, table: &Table) -> String {
    let head: Vec<&str> = table.columns.iter().map(|column| column.field).collect();
    let rows = table.rows.iter().map(|row| context.csv_line(&Table::cells(row)));
    std::iter::once(context.csv_line(&head)).chain(rows).collect()
}

/// The files of a figure.
struct Files {
    picture: PathBuf,
    csv: PathBuf,
    vega: PathBuf,
    record: PathBuf,
    /// The picture is part of a page.
    is_page: bool,
}

impl Files {
    /// The files that belong to a picture; none where its name says no format.
    fn beside(picture: &Path) -> Option<Files> {
        let extension = picture.extension()?.to_str()?.to_ascii_lowercase();
        let is_page = match &*extension {
            "svg" => false,
            "html" | "htm" => true,
            _ => return None,
        };
        Some(Files {
            picture: picture.to_owned(),
            csv: picture.with_extension("csv"),
            vega: picture.with_extension("vl.json"),
            record: picture.with_extension("json"),
            is_page,
        })
    }

    /// The name of a file as one beside it has to call it.
    fn name(&self, path: &Path) -> String {
        path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// The file that tells of a figure: itself, or the one beside a picture.
pub(super) fn record_of(context: &Context, path: &Path) -> anyhow::Result<PathBuf> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        return Ok(path.to_owned());
    }
    match Files::beside(path) {
        Some(files) => Ok(files.record),
        None => bail!(context.lang.figure_extension(path)),
    }
}

/// A column.
pub(super) fn column(field: &'static str, head: String) -> Column {
    Column { field, head }
}

/// How many games.
pub(super) fn games_panel(lang: Lang) -> Panel {
    Panel {
        field: "games",
        head: lang.axis_games(),
        interval: None,
        mark: Mark::Bar,
        scale: Scale::FromZero,
    }
}

/// The score with its interval.
pub(super) fn score_panel(head: String) -> Panel {
    Panel {
        field: "percent",
        head,
        interval: Some(["low", "high"]),
        mark: Mark::Point,
        scale: Scale::Shared,
    }
}
