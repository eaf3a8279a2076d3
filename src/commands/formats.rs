//! `xqdb formats`: formats that are read and written; with `--explain FILE`, which formats fit a
//! file, and which one is chosen.

use super::printed::{Printed, tick};
use super::{Context, Status};
use crate::cli::{FormatsArgs, RowLayout};
use crate::messages::Lang;
use anyhow::Context as _;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use xqdb::answers::{self, FormatClaim, KnownFormat, format_claims};
use xqdb::container;
use xqdb::format::{FileSample, Fit, Nature, by_magic, claims, identify, other_kind};
use xqdb::text::{decode, detect};

/// Number of first bytes examined, as many as an import examines.
const HEAD: u64 = 64 << 10;

/// Lists formats that are read, formats that are only written, and opening books of engines.
pub(crate) fn formats(context: &Context, args: &FormatsArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let layout = args.answer.layout();
    if let Some(path) = &args.explain {
        return explain(context, path, layout);
    }
    let archives = container::names().collect::<Vec<_>>().join(", ");
    let note = format!("\n{}\n", lang.formats_inside(&archives));
    Printed::new(context, answers::formats(), layout)?
        .show("read", |it| Ok(tick(it.is_read, lang)))
        .show("written", |it| Ok(tick(it.is_written, lang)))
        .show("about", |it| Ok(lang.about_format(it.name, it.about)))
        .print_with(&KnownFormat::all(), &note)?;
    Ok(Status::Success)
}

/// Prints which formats fit a file.
fn explain(context: &Context, path: &Path, layout: RowLayout<'_>) -> anyhow::Result<Status> {
    let lang = context.lang;
    let file = File::open(path).with_context(|| lang.cannot_read(path))?;
    let len = file.metadata().with_context(|| lang.cannot_read(path))?.len();
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).with_context(|| lang.cannot_read(path))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let encoding = detect(&head);
    let text = decode(&head, encoding);
    let sample = FileSample { head: &head, text: &text.text, name: &name, len };
    let chosen = by_magic(&head, &name, len).or_else(|| identify(&sample));
    let rows = claims(&sample).into_iter();
    let rows = rows.map(|claim| FormatClaim { is_chosen: chosen == Some(claim.format), claim });
    let rows: Vec<FormatClaim> = rows.collect();
    let note = match chosen {
        Some(format) if format.is_text => lang.sniffed_text(format.name, encoding.label()),
        Some(format) => lang.sniffed(format.name),
        None => other(&FileSample { text: "", ..sample }, lang),
    };
    Printed::new(context, format_claims(), layout)?
        .show("fit", |it| {
            Ok(match it.claim.fit {
                Fit::No | Fit::Weak => lang.fit_weak(),
                Fit::Likely => lang.fit_likely(),
                Fit::Certain => lang.fit_certain(),
            })
        })
        .show("chosen", |it| Ok(tick(it.is_chosen, lang)))
        .print_with(&rows, "")?;
    context.tell(&note);
    Ok(Status::found(chosen.is_some()))
}

/// Sentence about a file that no format fits.
fn other(sample: &FileSample<'_>, lang: Lang) -> String {
    let archive = container::kind(sample.head).map(|kind| kind.name);
    match archive.or_else(|| other_kind(sample.head)) {
        Some("exe") => lang.sniffed_program().to_owned(),
        Some(kind) if container::names().any(|name| name == kind) => lang.sniffed_archive(kind),
        Some(kind) => lang.sniffed_other(kind),
        None => match Nature::of(sample, true) {
            Nature::Unread(why) | Nature::NoGames(why) => lang.stored(why),
        },
    }
}
