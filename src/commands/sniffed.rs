//! `xqdb formats --explain FILE`: what sniffing saw in a file, and what it decided.

use super::render::Align;
use super::sheet::{Cell, Column, Sheet};
use super::{Context, Status};
use crate::cli::AnswerFormat;
use crate::messages::Lang;
use anyhow::Context as _;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use xqdb::container;
use xqdb::format::{Claim, Fit, Nature, Sample, by_magic, claims, identify, other_kind};
use xqdb::text::{decode, detect};

/// As much is looked at as an import looks at.
const HEAD: u64 = 64 << 10;

/// Explains what a file is taken for.
///
/// # Errors
/// When the file cannot be read, or the output cannot be written.
pub(super) fn explain(
    context: &Context,
    path: &Path,
    format: AnswerFormat,
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let file = File::open(path).with_context(|| lang.cannot_read(path))?;
    let len = file.metadata().with_context(|| lang.cannot_read(path))?.len();
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).with_context(|| lang.cannot_read(path))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let encoding = detect(&head);
    let text = decode(&head, encoding);
    let sample = Sample { head: &head, text: &text.text, name: &name, len };
    let chosen = by_magic(&head, &name, len).or_else(|| identify(&sample));
    let columns = vec![
        Column::new("format", lang.head_format(), Align::Left),
        Column::new("fit", lang.head_fit(), Align::Left),
        Column::new("games", lang.head_marks(), Align::Right),
        Column::new("chosen", lang.head_chosen(), Align::Left),
    ];
    let row = |claim: Claim| {
        vec![
            Cell::text(claim.format.name),
            Cell::told(fit_name(claim.fit), fit(claim.fit, lang)),
            claim.games.map_or_else(|| Cell::text(""), |games| Cell::number(games as u64)),
            Cell::tick(chosen == Some(claim.format), lang),
        ]
    };
    let sheet = Sheet { columns, rows: claims(&sample).into_iter().map(row).collect() };
    let note = match chosen {
        Some(format) if format.is_text => lang.sniffed_text(format.name, encoding.label()),
        Some(format) => lang.sniffed(format.name),
        None => other(&head, lang),
    };
    context.print_all(&sheet.render(format, "", context))?;
    context.tell(&note);
    Ok(Status::found(chosen.is_some()))
}

/// What a file is that no format fits: an archive, or something that holds no games.
fn other(head: &[u8], lang: Lang) -> String {
    let archive = container::kind(head).map(|kind| kind.name);
    match archive.or_else(|| other_kind(head)) {
        Some(kind) if container::names().any(|name| name == kind) => lang.sniffed_archive(kind),
        Some(kind) => lang.sniffed_other(kind),
        None => match Nature::of(head, "", true) {
            Nature::Unread(why) | Nature::NoGames(why) => lang.stored(why),
        },
    }
}

fn fit_name(fit: Fit) -> &'static str {
    match fit {
        Fit::No => "no",
        Fit::Weak => "weak",
        Fit::Likely => "likely",
        Fit::Certain => "certain",
    }
}

fn fit(fit: Fit, lang: Lang) -> String {
    match fit {
        Fit::No | Fit::Weak => lang.fit_weak(),
        Fit::Likely => lang.fit_likely(),
        Fit::Certain => lang.fit_certain(),
    }
}
