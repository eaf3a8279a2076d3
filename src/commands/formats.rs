//! `xqdb formats`: what is read and what is written.

use super::render::Align;
use super::sheet::{Cell, Column, Sheet};
use super::{Context, Status, sniffed};
use crate::cli::{AnswerFormat, FormatsArgs};
use xqdb::export::{self, EXPORTS};
use xqdb::format::{self, FORMATS};

/// Lists the formats: those that are read, then those that are only written.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn formats(context: &Context, args: &FormatsArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    if let Some(path) = &args.explain {
        return sniffed::explain(context, path, args.answer.format());
    }
    let column = |field, head| Column { field, head, align: Align::Left };
    let columns = vec![
        column("format", lang.head_format()),
        column("read", lang.head_read()),
        column("written", lang.head_written_format()),
        column("extensions", lang.head_extensions()),
        column("about", lang.head_about()),
    ];
    let row = |name: &str, is_read: bool, extensions: &[&str], about: &str| {
        vec![
            Cell::text(name),
            Cell::tick(is_read, lang),
            Cell::tick(export::by_name(name).is_some(), lang),
            Cell::list(extensions),
            Cell::told(about, lang.about_format(name, about)),
        ]
    };
    let read = FORMATS.iter().map(|format| row(format.name, true, format.extensions, format.about));
    let written = EXPORTS
        .iter()
        .filter(|written| format::by_name(written.name).is_none())
        .map(|written| row(written.name, false, &[written.extension], written.about));
    let sheet = Sheet { columns, rows: read.chain(written).collect() };
    let archives = xqdb::container::names().collect::<Vec<_>>().join(", ");
    let note = format!("\n{}\n", lang.formats_inside(&archives));
    let format: AnswerFormat = args.answer.format();
    context.print_all(&sheet.render(format, &note, context))?;
    Ok(Status::Success)
}
