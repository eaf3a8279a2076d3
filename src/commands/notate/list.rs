//! `xqdb notate --list`: the table of notations.

use crate::cli::AnswerFormat;
use crate::commands::context::Context;
use crate::commands::render::Align;
use crate::commands::sheet::{Cell, Column, Sheet};
use xqdb::notation::{NOTATIONS, RIVALS};

/// The table in a format.
pub(super) fn list(format: AnswerFormat, context: &Context) -> String {
    let lang = context.lang;
    let column = |field, head| Column { field, head, align: Align::Left };
    let columns = vec![
        column("system", lang.head_system()),
        column("complete", lang.head_complete()),
        column("automatic", lang.head_automatic()),
        column("aliases", lang.head_aliases()),
        column("example", lang.head_example()),
    ];
    let rows = NOTATIONS.iter().chain(RIVALS).map(|row| {
        vec![
            Cell::text(row.name),
            Cell::tick(row.is_complete, lang),
            Cell::tick(row.is_automatic, lang),
            Cell::list(row.aliases),
            Cell::text(row.example),
        ]
    });
    let note = format!("\n{}\n{}\n", lang.notations_complete(), lang.notations_automatic());
    Sheet { columns, rows: rows.collect() }.render(format, &note, context)
}
