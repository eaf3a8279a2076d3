//! `xqdb report`: records that were set aside, damaged, repaired or interpreted, files that were
//! not read, and witnesses that disagree.

use super::render::{board, counted, under, wrapped};
use super::samples::known_as;
use super::sums::{FindingSums, USUAL};
use super::values::{ValueList, itself};
use super::{Context, Status, question};
use crate::book::slip;
use crate::cli::ReportArgs;
use crate::messages::Lang;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use xqdb::answers::report_findings;
use xqdb::diagram::Letters;
use xqdb::metadata::Metadata;
use xqdb::notation::System;
use xqdb::replay::{Failure, Repair, Slip};
use xqdb::search::{Archive, Conflict, Diagnosis, ReportItem, Trouble, load, near_moves};
use xqdb::store::Unread;
use xqdb::text::visible;
use xqdb::xiangqi::{Move, Position};

/// Number of blanks before the lines about a game.
const INDENT: usize = 4;

/// Kinds of findings, in the order of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    SetAside,
    Partial,
    Variation,
    Warned,
    OutsideRecords,
    Unread,
    Doubts,
    Conflicts,
}

impl ReportArgs {
    /// Whether findings of a section are listed, and not only counted.
    fn lists(&self, section: Section) -> bool {
        match section {
            Section::Warned => self.warnings,
            Section::Doubts => self.doubts,
            Section::Conflicts => self.conflicts,
            _ => true,
        }
    }
}

impl Section {
    const ALL: [Section; 8] = [
        Section::SetAside,
        Section::Partial,
        Section::Variation,
        Section::Warned,
        Section::OutsideRecords,
        Section::Unread,
        Section::Doubts,
        Section::Conflicts,
    ];

    /// Text behind the number of findings in the summary.
    fn counted(self, lang: Lang, count: u64) -> String {
        match self {
            Section::SetAside => lang.report_set_aside(count),
            Section::Partial => lang.report_partial(count),
            Section::Variation => lang.report_damaged(count),
            Section::Warned => lang.report_warned(count),
            Section::OutsideRecords => lang.report_damaged_files(count),
            Section::Unread => lang.report_unread_files(count),
            Section::Doubts => lang.report_doubts(count),
            Section::Conflicts => lang.report_conflicts(count),
        }
    }

    /// Advice to readers of the section; `None` if the text of its row is enough.
    fn next_step(self, lang: Lang) -> Option<String> {
        match self {
            Section::SetAside | Section::OutsideRecords => Some(lang.report_look_into_file()),
            Section::Partial | Section::Variation => Some(lang.report_emend()),
            Section::Unread => Some(lang.report_see_formats()),
            Section::Warned | Section::Doubts | Section::Conflicts => None,
        }
    }
}

/// Prints the report.
pub(crate) fn report(context: &Context, args: &ReportArgs) -> anyhow::Result<Status> {
    let archive = question::open(context)?;
    // On a page, `--limit` limits the examples of each section, not the rows.
    let layout = match args.answer.layout() {
        page if page.is_page() => page,
        rows => rows.limited(args.limit.unwrap_or(0)),
    };
    let most = match args.limit {
        _ if args.all || !layout.is_page() => usize::MAX,
        Some(0) => usize::MAX,
        Some(limit) => limit,
        None if args.unread => usize::MAX,
        None => USUAL,
    };
    let mut printer = Printer {
        context,
        args,
        most,
        is_whole: most == usize::MAX,
        values: ValueList::new(context, layout, report_findings(), itself)?,
        found: Default::default(),
    };
    if args.unread {
        printer.not_read(&archive)?;
        printer.values.end()?;
        let unread = printer.count(Section::Unread);
        context.tell(&context.lang.report_unread_total(unread));
        printer.tell_rest(unread);
        return Ok(Status::found(unread > 0));
    }
    printer.findings(&archive)?;
    // Warnings count as findings even if they are not listed.
    let is_found =
        |section| (args.lists(section) || section == Section::Warned) && printer.count(section) > 0;
    let is_any = Section::ALL.into_iter().any(is_found);
    let summary = printer.summary();
    match printer.is_whole {
        true => {
            printer.values.end()?;
            context.tell(summary.trim_matches('\n'));
        }
        false => {
            printer.values.write(summary.trim_start_matches('\n').as_bytes())?;
            printer.sections()?;
            printer.values.end()?;
        }
    }
    Ok(Status::found(is_any))
}

/// Prints findings: every one, or sums and some examples.
struct Printer<'c> {
    context: &'c Context,
    args: &'c ReportArgs,
    /// Largest number of examples of a section.
    most: usize,
    /// Whether every finding is listed.
    is_whole: bool,
    values: ValueList<'c>,
    found: [FindingSums; Section::ALL.len()],
}

impl Printer<'_> {
    fn count(&self, section: Section) -> u64 {
        self.found[section as usize].count
    }

    /// Prints how many of `count` entries a list leaves out.
    fn tell_rest(&self, count: u64) {
        let most = self.most as u64;
        if count > most {
            self.context.tell(&self.context.lang.report_rest(most, count - most));
        }
    }

    /// Prints every finding, or counts it and keeps examples.
    fn findings(&mut self, archive: &Archive) -> anyhow::Result<()> {
        let (args, lang) = (self.args, self.context.lang);
        let (mut outcome, mut conflicts) = (Ok(()), Vec::new());
        archive.findings(args.place(), self.context.as_stated, &mut |finding| {
            let (sections, places) = sections_of(&finding);
            for &section in &sections {
                let found = &mut self.found[section as usize];
                let is_new = places.iter().any(|place| !found.has_file(place));
                // Damage outside records counts once for each file.
                found.count += u64::from(section != Section::OutsideRecords || is_new);
                if args.lists(section) || section == Section::OutsideRecords {
                    places.iter().for_each(|place| found.add_file(place));
                }
                let is_listed = args.lists(section);
                for cause in causes(&finding, section, lang).into_iter().filter(|_| is_listed) {
                    found.add_cause(cause);
                }
            }
            outcome = match finding {
                finding if !self.values.is_page() => self.values.value(&finding.to_json()),
                ReportItem::Conflict(conflict) => {
                    conflicts.push(conflict);
                    Ok(())
                }
                ReportItem::Doubt(..) if !args.doubts => Ok(()),
                finding => match sections.first() {
                    Some(&section) => self.example(section, |printer| Ok(printer.page(&finding))),
                    None => Ok(()),
                },
            };
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        outcome?;
        if args.conflicts { self.conflicts(archive, &conflicts) } else { Ok(()) }
    }

    /// Prints a finding, or keeps it as an example to print below the sums.
    fn example(
        &mut self,
        section: Section,
        page: impl FnOnce(&Self) -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        if self.is_whole {
            let text = page(self)?;
            return self.values.write(text.as_bytes());
        }
        if self.found[section as usize].examples.len() < self.most {
            let text = page(self)?;
            self.found[section as usize].keep(self.most, || text);
        }
        Ok(())
    }

    /// Table of the numbers of findings of all sections.
    fn summary(&self) -> String {
        let lang = self.context.lang;
        let is_clean = self.found.iter().all(|found| found.count == 0);
        let sections = Section::ALL.into_iter().zip(&self.found);
        // Conflicts are not counted if the user names a file.
        let is_counted = |section| section != Section::Conflicts || self.args.place().is_none();
        let rows = sections
            .filter(|(section, found)| is_counted(*section) && (found.count > 0 || is_clean));
        counted(rows.map(|(section, found)| (found.count, section.counted(lang, found.count))))
    }

    /// Prints each section with its causes, its files and some examples.
    fn sections(&mut self) -> anyhow::Result<()> {
        let lang = self.context.lang;
        for (section, found) in Section::ALL.into_iter().zip(std::mem::take(&mut self.found)) {
            let mut heading = section.counted(lang, found.count);
            if let Some(step) = section.next_step(lang) {
                heading = lang.about_record(&heading, &step);
            }
            self.values.write(found.page(self.context, &heading).as_bytes())?;
        }
        Ok(())
    }

    /// Finding as text for people.
    fn page(&self, finding: &ReportItem) -> String {
        let lang = self.context.lang;
        match finding {
            ReportItem::Unread(unread) => {
                let what = lang.report_unread(&lang.stored(&unread.reason));
                format!("{}\n  {what}\n", visible(&unread.place()))
            }
            ReportItem::Trouble(trouble, diagnosis) => self.trouble(trouble, diagnosis.as_ref()),
            ReportItem::Damage { place, byte_offset, what } => {
                let what = lang.report_at(*byte_offset, &lang.stored(what));
                format!("{}\n  {what}\n", visible(place))
            }
            ReportItem::Doubt(place, doubted) => {
                let doubts = doubted.doubts.iter();
                let says: Vec<String> = doubts
                    .map(|doubt| lang.about_record(&doubt.field, &lang.doubt(&doubt.says)))
                    .collect();
                let what = match &doubted.game {
                    Some(key) => lang.report_game(key),
                    None => String::from("-"),
                };
                let head = lang.report_record(place, doubted.ordinal, &what);
                format!("{head}\n  {}\n", says.join("\n  "))
            }
            ReportItem::Conflict(_) => String::new(),
        }
    }

    /// Prints all files that were not read: those that could not be, and those that hold no games
    /// by their nature.
    fn not_read(&mut self, archive: &Archive) -> anyhow::Result<()> {
        let lang = self.context.lang;
        let unread = archive.snapshot().unread()?;
        let is_listed = |other: &Unread| {
            unread.iter().any(|one| one.path == other.path && one.member == other.member)
        };
        let passed_over = archive.snapshot().unrecognised()?;
        let passed_over = passed_over.into_iter().filter(|one| !is_listed(one));
        let all = unread.iter().cloned().map(|one| (one, true));
        for (one, is_unread) in all.chain(passed_over.map(|one| (one, false))) {
            let place = one.place();
            if self.args.place().is_some_and(|path| !place.contains(path)) {
                continue;
            }
            let found = &mut self.found[Section::Unread as usize];
            found.count += 1;
            if found.count as usize > self.most {
                continue;
            }
            let reason = lang.stored(&one.reason);
            let what = if is_unread { lang.report_unread(&reason) } else { reason };
            let text = || format!("{}\n  {what}\n", visible(&place));
            self.values.print(|| ReportItem::Unread(one).to_json(), text)?;
        }
        Ok(())
    }

    /// Prints each game whose witnesses disagree.
    fn conflicts(&mut self, archive: &Archive, conflicts: &[Conflict]) -> anyhow::Result<()> {
        let mut games: Vec<u32> = Vec::new();
        let mut of_game: HashMap<u32, Vec<&Conflict>> = HashMap::new();
        for conflict in conflicts {
            let fields = of_game.entry(conflict.id).or_default();
            if fields.is_empty() {
                games.push(conflict.id);
            }
            fields.push(conflict);
        }
        for game in games {
            let fields = of_game[&game].iter().copied();
            self.example(Section::Conflicts, |printer| printer.witnesses(archive, game, fields))?;
        }
        Ok(())
    }

    /// Table with the statements of the witnesses of a game.
    fn witnesses<'c>(
        &self,
        archive: &Archive,
        game: u32,
        conflicts: impl Iterator<Item = &'c Conflict>,
    ) -> anyhow::Result<String> {
        let lang = self.context.lang;
        let fields: Vec<String> = conflicts.map(|conflict| lang.field(conflict.field)).collect();
        // Half a place cannot be looked up: names are cut instead.
        let table = self.context.table("red black date result -").keeping(&[2, 3, 4]);
        let mut table = table.within(self.context.width.map(|width| width.saturating_sub(INDENT)));
        for witness in archive.witnesses(game)? {
            let said = Metadata::from_tags(witness.tags.iter());
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
        let game = known_as(self.context, archive, load(archive, game)?)?;
        let head = lang.report_conflict(&game, &fields.join(", "));
        let head = wrapped(&visible(&head), self.context.width);
        let rows = table.render();
        let rows = rows.lines().map(|line| format!("{:INDENT$}{line}\n", ""));
        Ok(format!("{head}\n{}", rows.collect::<String>()))
    }

    /// Faults of a record as text for people; empty if none of them is listed.
    fn trouble(&self, trouble: &Trouble, diagnosis: Option<&Diagnosis>) -> String {
        let lang = self.context.lang;
        let mut text = String::new();
        if let Some(failure) = &trouble.error {
            text += &self.failure(failure, true);
            for line in diagnosis.iter().flat_map(|found| diagnosed(found, lang)) {
                text += &(under("    ", &line, self.context.width) + "\n");
            }
        }
        for damage in &trouble.damaged {
            text += &format!("  {}\n", lang.report_in_variation());
            text += &self.failure(&damage.failure, false);
            text += &format!("    {}\n", lang.report_lost(damage.lost.into()));
        }
        for warning in trouble.warnings.iter().filter(|_| self.args.warnings) {
            text += &format!("  {}\n", lang.warning(warning));
        }
        if text.is_empty() {
            return text;
        }
        let status = lang.status(trouble.status);
        let what = match &trouble.game {
            Some(key) => lang.report_status_of_game(&status, key),
            None => status,
        };
        let head = lang.report_record(&trouble.place, trouble.record, &what);
        format!("{head}\n{text}")
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
}

/// Sections that count a finding, and its files. The finding is an example of the first section.
fn sections_of(finding: &ReportItem) -> (Vec<Section>, BTreeSet<String>) {
    let one = |place: &str| BTreeSet::from([place.to_owned()]);
    match finding {
        ReportItem::Unread(unread) => (vec![Section::Unread], one(&unread.place())),
        ReportItem::Trouble(trouble, _) => {
            let ends = if trouble.game.is_some() { Section::Partial } else { Section::SetAside };
            let sections = [
                trouble.error.is_some().then_some(ends),
                (!trouble.damaged.is_empty()).then_some(Section::Variation),
                (!trouble.warnings.is_empty()).then_some(Section::Warned),
            ];
            (sections.into_iter().flatten().collect(), one(&trouble.place))
        }
        ReportItem::Damage { place, .. } => (vec![Section::OutsideRecords], one(place)),
        ReportItem::Doubt(place, _) => (vec![Section::Doubts], one(place)),
        ReportItem::Conflict(conflict) => {
            let files = conflict.values.iter().map(|(_, place)| place.clone());
            (vec![Section::Conflicts], files.collect())
        }
    }
}

/// Causes, in words, that a finding adds to a section.
fn causes(finding: &ReportItem, section: Section, lang: Lang) -> Vec<String> {
    let reasons = |failure: &Failure| lang.stored(&failure.reason);
    match finding {
        ReportItem::Unread(unread) => vec![lang.stored(&unread.reason)],
        ReportItem::Trouble(trouble, _) => match section {
            Section::Warned => trouble.warnings.iter().map(|it| lang.warning(it)).collect(),
            Section::Variation => trouble.damaged.iter().map(|it| reasons(&it.failure)).collect(),
            _ => trouble.error.iter().map(reasons).collect(),
        },
        ReportItem::Damage { what, .. } => vec![lang.stored(what)],
        ReportItem::Doubt(_, doubted) => {
            doubted.doubts.iter().map(|doubt| lang.field(&doubt.field)).collect()
        }
        ReportItem::Conflict(conflict) => vec![lang.field(conflict.field)],
    }
}

/// Largest number of moves that a repair names.
const MOST_MOVES: usize = 3;

/// Largest number of characters shown of a tail.
const TAIL: usize = 240;

/// Sentences on why a main line may have ended early, to stand below the failure.
fn diagnosed(diagnosis: &Diagnosis, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(tail) = &diagnosis.tail {
        let words: Vec<&str> = tail.split_whitespace().collect();
        let mut shown: String = words.join(" ").chars().take(TAIL).collect();
        if shown.len() < tail.len() {
            shown.push('…');
        }
        lines.push(lang.report_tail(&visible(&shown)));
    }
    if diagnosis.is_start_odd {
        lines.push(lang.report_odd_start());
    }
    for repair in &diagnosis.repairs {
        let moves: &[Move] = match &repair.slip {
            Slip::Misprint(moves) | Slip::Missing(_, moves) => moves,
            Slip::MissingPair(moves) => moves,
            _ => &[],
        };
        let what = slip(lang, repair.ply, &repair.slip, &spelled(lang, diagnosis, repair, moves));
        let (plays, lost) = (repair.plays.into(), diagnosis.lost.into());
        lines.push(match repair.is_whole {
            true => lang.report_repair_whole(&what, lost),
            false => lang.report_repair(&what, plays, lost),
        });
    }
    if diagnosis.repairs.is_empty() && diagnosis.lost > 1 && !diagnosis.is_start_odd {
        lines.push(lang.report_no_repair());
    }
    lines
}

/// Moves of a repair in Chinese notation, written in the position before its ply.
fn spelled(lang: Lang, diagnosis: &Diagnosis, repair: &Repair, moves: &[Move]) -> String {
    let before = (repair.ply as usize).saturating_sub(1).min(diagnosis.played.len());
    let position = diagnosis.start.after(&diagnosis.played[..before]);
    let chinese = System::named(lang.chinese_notation()).unwrap_or(System::Auto);
    let spell = |mv: &Move| format!("{} ({mv})", chinese.write(*mv, &position));
    let mut text = moves.iter().take(MOST_MOVES).map(spell).collect::<Vec<_>>().join(", ");
    if moves.len() > MOST_MOVES {
        text += &format!(", … ({})", moves.len());
    }
    text
}
