//! `xqdb report`: what was set aside, damaged, repaired or interpreted, and witnesses that
//! disagree.

use super::render::{Align, Table, board};
use super::{Context, Status, diagnosis, question};
use crate::cli::{ReportArgs, ReportFormat};
use crate::messages::Lang;
use indicatif::HumanCount;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::io::{BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;
use xqdb::diagram::Letters;
use xqdb::export::jsonl;
use xqdb::metadata::Metadata;
use xqdb::replay::Failure;
use xqdb::search::{Archive, Conflict, Diagnosis, Trouble, near_moves};
use xqdb::store::Unread;
use xqdb::text::visible;
use xqdb::xiangqi::Position;

/// Blanks before what is told of a game.
const INDENT: usize = 4;

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
    /// Records with values that headings or the calendar contradict.
    doubts: u64,
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
    let path = args.path.as_deref();
    printer.unread(&archive, path)?;
    if args.unread {
        printer.passed_over(&archive, path)?;
        printer.out.flush()?;
        let unread = printer.counts.unread;
        context.tell(&context.lang.report_unread_total(unread));
        return Ok(Status::found(unread > 0));
    }
    printer.troubles(&archive, path)?;
    printer.damage(&archive, path)?;
    printer.doubts(&archive, path, args.doubts)?;
    if path.is_none() {
        printer.conflicts(&archive, args.conflicts)?;
    }
    printer.out.flush()?;
    let counts = printer.counts;
    context.tell(counts.summary(context.lang).trim_matches('\n'));
    let has_conflicts = args.conflicts && counts.conflicts > Some(0);
    let has_doubts = args.doubts && counts.doubts > 0;
    Ok(Status::found(!counts.is_clean() || has_conflicts || has_doubts))
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
            outcome = self.trouble(archive, &trouble);
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        outcome
    }

    fn trouble(&mut self, archive: &Archive, trouble: &Trouble) -> anyhow::Result<()> {
        let is_cut = trouble.error.as_ref().is_some_and(|failure| failure.ply > 0);
        let diagnosis = match is_cut {
            true => archive.diagnosis(trouble.source, trouble.record)?,
            false => None,
        };
        match self.format {
            ReportFormat::Table => self.page(trouble, diagnosis.as_ref()),
            ReportFormat::Jsonl => {
                let mut value = trouble.to_json();
                if let Some(diagnosis) = &diagnosis {
                    value["diagnosis"] = diagnosis::as_json(diagnosis);
                }
                self.print(&jsonl::line(&value))
            }
        }
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

    /// Files that hold no games by their nature.
    fn passed_over(&mut self, archive: &Archive, path: Option<&str>) -> anyhow::Result<()> {
        let lang = self.context.lang;
        let unread = archive.snapshot().unread()?;
        for Unread { path: file, member, reason } in archive.snapshot().unrecognised()? {
            let is_told = |other: &Unread| other.path == file && other.member == member;
            let inside = if member.is_empty() { String::new() } else { format!("!{member}") };
            let place = format!("{file}{inside}");
            let is_wanted = path.is_none_or(|path| place.contains(path));
            if !is_wanted || unread.iter().any(is_told) {
                continue;
            }
            let line = match self.format {
                ReportFormat::Table => {
                    format!("{}\n  {}\n", visible(&place), lang.stored(&reason)).into_bytes()
                }
                ReportFormat::Jsonl => {
                    let member = (!member.is_empty()).then_some(member);
                    jsonl::line(&json!({ "path": file, "member": member, "unread": reason }))
                }
            };
            self.print(&line)?;
            self.counts.unread += 1;
        }
        Ok(())
    }

    /// What headings and the calendar contradict.
    fn doubts(
        &mut self,
        archive: &Archive,
        path: Option<&str>,
        listed: bool,
    ) -> anyhow::Result<()> {
        if self.context.as_stated {
            return Ok(());
        }
        let lang = self.context.lang;
        for doubted in archive.snapshot().doubted_records()? {
            let places = archive.snapshot().places(doubted.source)?;
            let is_wanted = |place: &String| path.is_none_or(|path| place.contains(path));
            let Some(place) = places.into_iter().find(is_wanted) else { continue };
            self.counts.doubts += 1;
            let says: Vec<String> = doubted
                .doubts
                .iter()
                .map(|doubt| lang.report_doubt(&doubt.field, &lang.doubt(&doubt.says)))
                .collect();
            let line = match self.format {
                ReportFormat::Jsonl => {
                    let doubts = doubted.doubts.iter();
                    let doubts: Map<String, Value> =
                        doubts.map(|d| (d.field.clone(), d.says.as_str().into())).collect();
                    jsonl::line(&json!({
                        "path": place, "record": doubted.ordinal, "game": doubted.game,
                        "doubt": doubts,
                    }))
                }
                ReportFormat::Table if listed => {
                    let what = match &doubted.game {
                        Some(key) => lang.report_game(key),
                        None => String::from("-"),
                    };
                    let head = lang.report_record(&place, doubted.ordinal, &what);
                    format!("{head}\n  {}\n", says.join("\n  ")).into_bytes()
                }
                ReportFormat::Table => continue,
            };
            self.print(&line)?;
        }
        Ok(())
    }

    fn conflicts(&mut self, archive: &Archive, listed: bool) -> anyhow::Result<()> {
        let conflicts = archive.conflicts()?;
        let mut games: Vec<&str> = Vec::new();
        for conflict in &conflicts {
            match self.format {
                ReportFormat::Jsonl => {
                    self.print(&jsonl::line(&json!({ "conflict": conflict })))?;
                }
                ReportFormat::Table if listed && !games.contains(&conflict.game.as_str()) => {
                    games.push(&conflict.game);
                    let fields = conflicts.iter().filter(|other| other.game == conflict.game);
                    let text = self.witnesses(archive, &conflict.game, fields)?;
                    self.print(text.as_bytes())?;
                }
                ReportFormat::Table => {}
            }
        }
        self.counts.conflicts = Some(conflicts.len() as u64);
        Ok(())
    }

    /// What each witness of a game says.
    fn witnesses<'c>(
        &self,
        archive: &Archive,
        key: &str,
        conflicts: impl Iterator<Item = &'c Conflict>,
    ) -> anyhow::Result<String> {
        let lang = self.context.lang;
        let fields: Vec<String> = conflicts.map(|conflict| lang.field(conflict.field)).collect();
        let mut table = Table::new(vec![
            (lang.head_red(), Align::Left),
            (lang.head_black(), Align::Left),
            (lang.head_date(), Align::Left),
            (lang.head_result(), Align::Left),
            (String::new(), Align::Left),
        ])
        // A place that is cut cannot be looked up: names give way to it.
        .within(self.context.width.map(|width| width.saturating_sub(INDENT)))
        .keeping(&[2, 3, 4]);
        for game in archive.games_by_key(key)? {
            for witness in archive.witnesses(game)? {
                let tags = witness.tags.as_object().into_iter().flatten();
                let tags = tags.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
                let said = Metadata::from_tags(tags);
                let text = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
                let place = witness.places.first().map_or("", String::as_str);
                table.row(vec![
                    text(said.red),
                    text(said.black),
                    text(said.date_found),
                    lang.result(witness.result),
                    lang.report_witness(place, witness.record),
                ]);
            }
        }
        let head = lang.report_conflict(key, &fields.join(", "));
        let rows = table.render();
        let rows = rows.lines().map(|line| format!("{:INDENT$}{line}\n", ""));
        Ok(format!("{head}\n{}", rows.collect::<String>()))
    }

    /// A record with something to tell, for people.
    fn page(&mut self, trouble: &Trouble, diagnosis: Option<&Diagnosis>) -> anyhow::Result<()> {
        let lang = self.context.lang;
        let mut text = String::new();
        if let Some(failure) = &trouble.error {
            text += &self.failure(failure, true);
            for line in diagnosis.iter().flat_map(|found| diagnosis::told(found, lang)) {
                text += &format!("    {line}\n");
            }
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
            Some((self.doubts, lang.report_doubts(self.doubts))),
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
