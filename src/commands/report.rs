//! `xqdb report`: what was set aside, damaged, repaired or interpreted, and witnesses that disagree.

use super::render::{board, counted};
use super::{Context, Status, question};
use crate::book::{slip, tags_of};
use crate::cli::{ReportArgs, ReportFormat};
use crate::messages::Lang;
use std::collections::{BTreeSet, HashMap};
use std::io::{BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;
use xqdb::diagram::Letters;
use xqdb::export::jsonl;
use xqdb::metadata::Metadata;
use xqdb::notation::System;
use xqdb::replay::{Failure, Repair, Slip};
use xqdb::search::{Archive, Conflict, Diagnosis, ReportItem, Trouble, near_moves};
use xqdb::store::Unread;
use xqdb::text::visible;
use xqdb::xiangqi::{Move, Position};

/// Blanks before the lines about a game.
const INDENT: usize = 4;

/// How many there are of each.
#[derive(Default)]
struct Counts {
    set_aside: u64,
    partial: u64,
    damaged: u64,
    warned: u64,
    /// Files with damage outside records.
    files: BTreeSet<String>,
    /// Files and members of archives that were not read, or not to their ends.
    unread: u64,
    /// Records with values that headings or the calendar contradict.
    doubts: u64,
    /// Not counted when only some files are looked at.
    conflicts: Option<u64>,
    /// Games that have such.
    in_conflict: u64,
}

/// Prints the report.
pub(crate) fn report(context: &Context, args: &ReportArgs) -> anyhow::Result<Status> {
    let archive = question::open(context)?;
    let mut printer = Printer {
        context,
        format: args.answer.format(),
        warnings: args.warnings,
        most: most(args),
        out: BufWriter::new(std::io::stdout().lock()),
        counts: Counts::default(),
    };
    let path = args.path.as_deref();
    if args.unread {
        printer.not_read(&archive, path)?;
        printer.out.flush()?;
        let unread = printer.counts.unread;
        context.tell(&context.lang.report_unread_total(unread));
        printer.tell_rest(unread);
        return Ok(Status::found(unread > 0));
    }
    printer.findings(&archive, args)?;
    printer.out.flush()?;
    for (is_listed, count) in
        [(args.doubts, printer.counts.doubts), (args.conflicts, printer.counts.in_conflict)]
    {
        printer.tell_rest(if is_listed { count } else { 0 });
    }
    let counts = printer.counts;
    context.tell(counts.summary(context.lang).trim_matches('\n'));
    let has_conflicts = args.conflicts && counts.conflicts > Some(0);
    let has_doubts = args.doubts && counts.doubts > 0;
    Ok(Status::found(!counts.is_clean() || has_conflicts || has_doubts))
}

/// Number of doubts and conflicts that are listed where nobody says how many.
const USUAL: u64 = 100;

/// How much is listed of what there can be very much of.
fn most(args: &ReportArgs) -> u64 {
    match args.limit {
        _ if args.answer.format() == ReportFormat::Jsonl => u64::MAX,
        Some(0) => u64::MAX,
        Some(limit) => limit as u64,
        None if args.unread => u64::MAX,
        None => USUAL,
    }
}

/// Prints findings one by one, and counts them.
struct Printer<'c> {
    context: &'c Context,
    format: ReportFormat,
    warnings: bool,
    /// How much is listed of what there can be very much of.
    most: u64,
    out: BufWriter<StdoutLock<'static>>,
    counts: Counts,
}

impl Printer<'_> {
    /// Tells where the rest of so many is that were to be listed.
    fn tell_rest(&self, count: u64) {
        if count > self.most {
            self.context.tell(&self.context.lang.report_rest(self.most, count - self.most));
        }
    }

    /// Everything there is to tell.
    fn findings(&mut self, archive: &Archive, args: &ReportArgs) -> anyhow::Result<()> {
        let path = args.path.as_deref();
        if path.is_none() {
            self.counts.conflicts = Some(0);
        }
        let (mut outcome, mut conflicts) = (Ok(()), Vec::new());
        archive.findings(path, self.context.as_stated, &mut |finding| {
            self.counts.add(&finding);
            outcome = match (self.format, finding) {
                (ReportFormat::Jsonl, finding) => self.print(&jsonl::line(&finding.to_json())),
                (ReportFormat::Table, ReportItem::Conflict(conflict)) => {
                    conflicts.push(conflict);
                    Ok(())
                }
                (ReportFormat::Table, ReportItem::Doubt(..))
                    if !args.doubts || self.counts.doubts > self.most =>
                {
                    Ok(())
                }
                (ReportFormat::Table, finding) => self.page(&finding),
            };
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        outcome?;
        if args.conflicts { self.conflicts(archive, &conflicts) } else { Ok(()) }
    }

    /// A finding for people.
    fn page(&mut self, finding: &ReportItem) -> anyhow::Result<()> {
        let lang = self.context.lang;
        let text = match finding {
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
        };
        self.print(text.as_bytes())
    }

    /// All files that were not read: those that could not be, and those that hold no games by
    /// their nature.
    fn not_read(&mut self, archive: &Archive, path: Option<&str>) -> anyhow::Result<()> {
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
            if path.is_some_and(|path| !place.contains(path)) {
                continue;
            }
            self.counts.unread += 1;
            if self.counts.unread > self.most {
                continue;
            }
            let reason = lang.stored(&one.reason);
            let line = match self.format {
                ReportFormat::Jsonl => jsonl::line(&ReportItem::Unread(one).to_json()),
                ReportFormat::Table => {
                    let what = if is_unread { lang.report_unread(&reason) } else { reason };
                    format!("{}\n  {what}\n", visible(&place)).into_bytes()
                }
            };
            self.print(&line)?;
        }
        Ok(())
    }

    /// Games whose witnesses disagree, each once.
    fn conflicts(&mut self, archive: &Archive, conflicts: &[Conflict]) -> anyhow::Result<()> {
        let mut games: Vec<&str> = Vec::new();
        let mut of_game: HashMap<&str, Vec<&Conflict>> = HashMap::new();
        for conflict in conflicts {
            let fields = of_game.entry(&conflict.game).or_default();
            if fields.is_empty() {
                games.push(&conflict.game);
            }
            fields.push(conflict);
        }
        for game in games {
            self.counts.in_conflict += 1;
            if self.counts.in_conflict <= self.most {
                let text = self.witnesses(archive, game, of_game[game].iter().copied())?;
                self.print(text.as_bytes())?;
            }
        }
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
        // A place that is cut cannot be looked up: names give way to it.
        let table = self.context.table("red black date result -").keeping(&[2, 3, 4]);
        let mut table = table.within(self.context.width.map(|width| width.saturating_sub(INDENT)));
        for game in archive.games_by_key(key)? {
            for witness in archive.witnesses(game)? {
                let said = Metadata::from_tags(tags_of(&witness));
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
    fn trouble(&self, trouble: &Trouble, diagnosis: Option<&Diagnosis>) -> String {
        let lang = self.context.lang;
        let mut text = String::new();
        if let Some(failure) = &trouble.error {
            text += &self.failure(failure, true);
            for line in diagnosis.iter().flat_map(|found| diagnosed(found, lang)) {
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

    fn print(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.context.print(&mut self.out, bytes)
    }
}

impl Counts {
    fn add(&mut self, finding: &ReportItem) {
        match finding {
            ReportItem::Unread(_) => self.unread += 1,
            ReportItem::Trouble(trouble, _) => {
                if trouble.error.is_some() {
                    match trouble.game {
                        Some(_) => self.partial += 1,
                        None => self.set_aside += 1,
                    }
                }
                self.damaged += u64::from(!trouble.damaged.is_empty());
                self.warned += u64::from(!trouble.warnings.is_empty());
            }
            ReportItem::Damage { place, .. } => {
                self.files.insert(place.clone());
            }
            ReportItem::Doubt(..) => self.doubts += 1,
            ReportItem::Conflict(_) => *self.conflicts.get_or_insert(0) += 1,
        }
    }

    fn is_clean(&self) -> bool {
        let Counts { set_aside, partial, damaged, warned, unread, .. } = self;
        [set_aside, partial, damaged, warned, unread] == [&0; 5] && self.files.is_empty()
    }

    fn summary(&self, lang: Lang) -> String {
        let files = self.files.len() as u64;
        let rows = [
            Some((self.set_aside, lang.report_set_aside(self.set_aside))),
            Some((self.partial, lang.report_partial(self.partial))),
            Some((self.damaged, lang.report_damaged(self.damaged))),
            Some((self.warned, lang.report_warned(self.warned))),
            Some((files, lang.report_damaged_files(files))),
            Some((self.unread, lang.report_unread_files(self.unread))),
            Some((self.doubts, lang.report_doubts(self.doubts))),
            self.conflicts.map(|count| (count, lang.report_conflicts(count))),
        ];
        counted(rows.into_iter().flatten())
    }
}

/// More moves that would do are not named.
const MOST_MOVES: usize = 3;

/// Characters of the tail that are shown.
const TAIL: usize = 240;

/// What may be wrong with a main line that ends early, in words: the lines below a failure.
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
        let what = slip(lang, repair.ply, &repair.slip, &spelled(diagnosis, repair, moves));
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

/// Moves that stand before the ply of a repair, as they are written in Chinese.
fn spelled(diagnosis: &Diagnosis, repair: &Repair, moves: &[Move]) -> String {
    let before = (repair.ply as usize).saturating_sub(1).min(diagnosis.played.len());
    let position = diagnosis.start.after(&diagnosis.played[..before]);
    let chinese = System::named("chinese").unwrap_or(System::Auto);
    let spell = |mv: &Move| format!("{} ({mv})", chinese.write(*mv, &position));
    let mut text = moves.iter().take(MOST_MOVES).map(spell).collect::<Vec<_>>().join(", ");
    if moves.len() > MOST_MOVES {
        text += &format!(", … ({})", moves.len());
    }
    text
}
