//! `xqdb report`: what was set aside, damaged, repaired or interpreted, and witnesses that
//! disagree.

use super::render::{Align, Table, board};
use super::{Context, Status, question};
use crate::cli::{ReportArgs, ReportFormat};
use crate::messages::Lang;
use indicatif::HumanCount;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::{BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;
use xqdb::diagram::Letters;
use xqdb::export::jsonl;
use xqdb::replay::Failure;
use xqdb::search::{Archive, Conflict, Trouble, near_moves};
use xqdb::store::Unread;
use xqdb::text::visible;
use xqdb::xiangqi::Position;

/// How many there are of each.
#[derive(Default)]
struct Counts {
    set_aside: u64,
    partial: u64,
    damaged: u64,
    warned: u64,
    /// Files with damage outside records.
    files: u64,
    /// Files and members of archives that were not read, or not to their ends.
    unread: u64,
    /// Not counted when only some files are looked at.
    conflicts: Option<u64>,
}

/// Prints the report.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn report(context: &Context, args: &ReportArgs) -> anyhow::Result<Status> {
    let archive = question::open(context)?;
    let mut printer = Printer {
        context,
        format: args.answer.format(),
        warnings: args.warnings,
        out: BufWriter::new(std::io::stdout().lock()),
        counts: Counts::default(),
    };
    printer.troubles(&archive, args.path.as_deref())?;
    printer.damage(&archive, args.path.as_deref())?;
    printer.unread(&archive, args.path.as_deref())?;
    if args.path.is_none() {
        printer.conflicts(&archive.conflicts()?, args.conflicts)?;
    }
    printer.out.flush()?;
    let counts = printer.counts;
    context.tell(counts.summary(context.lang).trim_matches('\n'));
    let has_conflicts = args.conflicts && counts.conflicts > Some(0);
    Ok(if counts.is_clean() && !has_conflicts { Status::NothingFound } else { Status::Success })
}

/// Prints findings one by one, and counts them.
struct Printer<'c> {
    context: &'c Context,
    format: ReportFormat,
    warnings: bool,
    out: BufWriter<StdoutLock<'static>>,
    counts: Counts,
}

impl Printer<'_> {
    fn troubles(&mut self, archive: &Archive, path: Option<&str>) -> anyhow::Result<()> {
        let mut outcome = Ok(());
        archive.troubles(path, &mut |trouble| {
            self.counts.add(&trouble);
            outcome = match self.format {
                ReportFormat::Table => self.page(&trouble),
                ReportFormat::Jsonl => self.print(&jsonl::line(&trouble.to_json())),
            };
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        outcome
    }

    /// Damage that belongs to no record.
    fn damage(&mut self, archive: &Archive, path: Option<&str>) -> anyhow::Result<()> {
        let lang = self.context.lang;
        let mut files = BTreeSet::new();
        for (place, offset, what) in archive.source_damage()? {
            if path.is_some_and(|path| !place.contains(path)) {
                continue;
            }
            let line = match self.format {
                ReportFormat::Table => {
                    let what = lang.report_at(offset, &lang.stored(&what));
                    format!("{}\n  {what}\n", visible(&place)).into_bytes()
                }
                ReportFormat::Jsonl => {
                    jsonl::line(&json!({ "path": place, "byte_offset": offset, "damage": what }))
                }
            };
            self.print(&line)?;
            files.insert(place);
        }
        self.counts.files = files.len() as u64;
        Ok(())
    }

    /// What could not be read.
    fn unread(&mut self, archive: &Archive, path: Option<&str>) -> anyhow::Result<()> {
        let lang = self.context.lang;
        for Unread { path: file, member, reason } in archive.snapshot().unread()? {
            let member = (!member.is_empty()).then_some(member);
            let inside = member.as_deref().map(|name| format!("!{name}")).unwrap_or_default();
            let place = format!("{file}{inside}");
            if path.is_some_and(|path| !place.contains(path)) {
                continue;
            }
            let line = match self.format {
                ReportFormat::Table => {
                    let what = lang.report_unread(&lang.stored(&reason));
                    format!("{}\n  {what}\n", visible(&place)).into_bytes()
                }
                ReportFormat::Jsonl => {
                    jsonl::line(&json!({ "path": file, "member": member, "unread": reason }))
                }
            };
            self.print(&line)?;
            self.counts.unread += 1;
        }
        Ok(())
    }

    fn conflicts(&mut self, conflicts: &[Conflict], listed: bool) -> anyhow::Result<()> {
        let lang = self.context.lang;
        for conflict in conflicts {
            let line = match self.format {
                ReportFormat::Jsonl => jsonl::line(&json!({ "conflict": conflict })),
                ReportFormat::Table if listed => {
                    let head = lang.report_conflict(&conflict.game, &lang.field(conflict.field));
                    let values = conflict
                        .values
                        .iter()
                        .map(|(value, place)| format!("    {}\n", lang.report_value(value, place)));
                    format!("{head}\n{}", values.collect::<String>()).into_bytes()
                }
                ReportFormat::Table => continue,
            };
            self.print(&line)?;
        }
        self.counts.conflicts = Some(conflicts.len() as u64);
        Ok(())
    }

    /// A record with something to tell, for people.
    fn page(&mut self, trouble: &Trouble) -> anyhow::Result<()> {
        let lang = self.context.lang;
        let mut text = String::new();
        if let Some(failure) = &trouble.error {
            text += &self.failure(failure, true);
        }
        for damage in &trouble.damaged {
            text += &format!("  {}\n", lang.report_in_variation());
            text += &self.failure(&damage.failure, false);
            text += &format!("    {}\n", lang.report_lost(damage.lost.into()));
        }
        for warning in trouble.warnings.iter().filter(|_| self.warnings) {
            text += &format!("  {}\n", lang.warning(warning));
        }
        if text.is_empty() {
            return Ok(());
        }
        let status = lang.status(trouble.status);
        let what = match &trouble.game {
            Some(key) => lang.report_status_of_game(&status, key),
            None => status,
        };
        let head = lang.report_record(&trouble.place, trouble.record, &what);
        self.print(format!("{head}\n{text}").as_bytes())
    }

    fn failure(&self, failure: &Failure, draw: bool) -> String {
        let lang = self.context.lang;
        let Failure { ply, token, reason, byte_offset, fen, .. } = failure;
        let reason = lang.stored(reason);
        let what = match ply {
            0 if token.is_empty() => lang.report_at(*byte_offset, &reason),
            0 => lang.report_start(*byte_offset, token, &reason),
            _ => lang.report_failure(*byte_offset, (*ply).into(), token, &reason),
        };
        let mut text = format!("  {what}\n");
        let Some(fen) = fen else { return text };
        let near: Vec<String> =
            near_moves(token, fen).iter().map(|(mv, spelt)| format!("{spelt} ({mv})")).collect();
        if !near.is_empty() {
            text += &format!("    {}\n", lang.report_near(&near.join(", ")));
        }
        text += &format!("    {}\n", visible(fen));
        if draw && let Ok(position) = Position::from_fen(fen) {
            for line in board(&position, Letters::Traditional, None, self.context.colour).lines() {
                text += &format!("    {line}\n");
            }
        }
        text
    }

    fn print(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.context.print(&mut self.out, bytes)
    }
}

impl Counts {
    fn add(&mut self, trouble: &Trouble) {
        if trouble.error.is_some() {
            match trouble.game {
                Some(_) => self.partial += 1,
                None => self.set_aside += 1,
            }
        }
        self.damaged += u64::from(!trouble.damaged.is_empty());
        self.warned += u64::from(!trouble.warnings.is_empty());
    }

    fn is_clean(&self) -> bool {
        let Counts { set_aside, partial, damaged, warned, files, unread, .. } = self;
        [set_aside, partial, damaged, warned, files, unread] == [&0; 6]
    }

    fn summary(&self, lang: Lang) -> String {
        let rows = [
            Some((self.set_aside, lang.report_set_aside(self.set_aside))),
            Some((self.partial, lang.report_partial(self.partial))),
            Some((self.damaged, lang.report_damaged(self.damaged))),
            Some((self.warned, lang.report_warned(self.warned))),
            Some((self.files, lang.report_damaged_files(self.files))),
            Some((self.unread, lang.report_unread_files(self.unread))),
            self.conflicts.map(|count| (count, lang.report_conflicts(count))),
        ];
        let no_head = |align| (String::new(), align);
        let mut table = Table::new(vec![no_head(Align::Right), no_head(Align::Left)]);
        for (count, what) in rows.into_iter().flatten() {
            table.row(vec![HumanCount(count).to_string(), what]);
        }
        table.render()
    }
}
