//! What is found in records one by one, and between them.

use super::{Printer, each_record};
use crate::cli::AuditArgs;
use crate::commands::units::Coverage;
use crate::commands::{Context, Status, question};
use crate::messages::Lang;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use xqdb::answers::{audit_findings, finding_rows};
use xqdb::format::Warning;
use xqdb::research::{AuditFinding, Impossible, LongCareer, TwoPlaces, impossible};
use xqdb::search::{Archive, Conflict, Unwatched};
use xqdb::text::visible;

/// Prints what is found.
pub(super) fn audit(context: &Context, args: &AuditArgs) -> anyhow::Result<Status> {
    let printer = Printer::new(context, args, audit_findings(), finding_rows)?;
    let mut findings = Findings { printer, records: 0, others: 0 };
    let coverage = if args.paths.is_empty() {
        of_database(context, &mut findings)?;
        Coverage::default()
    } else {
        of_files(context, args, &mut findings)?
    };
    let Findings { mut printer, records, others } = findings;
    printer.end(&coverage, records + others > 0, &context.lang.audit_found(records, others))
}

/// Reads files without a database.
fn of_files(
    context: &Context,
    args: &AuditArgs,
    findings: &mut Findings<'_>,
) -> anyhow::Result<Coverage> {
    each_record(
        context,
        args,
        |unit, record| {
            if !context.as_stated {
                unit.derive(&args.paths, record);
            }
            AuditFinding::of_record(record)
        },
        |unit, number, found| findings.record((&unit.shown_path(), number), None, found),
    )
}

/// What is found in a record of the database.
#[derive(Default)]
struct Found {
    place: String,
    game: Option<String>,
    findings: Vec<AuditFinding>,
}

fn of_database(context: &Context, findings: &mut Findings<'_>) -> anyhow::Result<()> {
    let archive = question::open(context)?;
    // By source and ordinal.
    let mut records: BTreeMap<(i64, u64), Found> = BTreeMap::new();
    archive.troubles(None, &mut |trouble| {
        let findings = AuditFinding::of_trouble(&trouble);
        if !findings.is_empty() {
            let (place, game) = (trouble.place, trouble.game);
            records.insert((trouble.source, trouble.record), Found { place, game, findings });
        }
        ControlFlow::Continue(())
    })?;
    for record in archive.snapshot().doubted_records()? {
        let about_date = record.doubts.into_iter().filter(|doubt| doubt.field == "Date");
        let doubts: Vec<AuditFinding> =
            about_date.map(|doubt| AuditFinding::DateInDoubt { says: doubt.says }).collect();
        if doubts.is_empty() {
            continue;
        }
        let found = records.entry((record.source, record.ordinal)).or_default();
        if found.place.is_empty() {
            let places = archive.snapshot().places(record.source)?;
            found.place = places.into_iter().next().unwrap_or_default();
            found.game = record.game;
        }
        found.findings.extend(doubts);
    }
    for ((_, number), Found { place, game, findings: found }) in &records {
        findings.record((place, *number), game.as_deref(), found)?;
    }
    for conflict in archive.conflicts(&Unwatched)? {
        findings.conflict(&conflict)?;
    }
    findings.impossible(&archive, &impossible(&archive)?)
}

/// Prints findings, and counts them.
struct Findings<'c> {
    printer: Printer<'c>,
    /// Records in which something is found.
    records: u64,
    /// What is found between records.
    others: u64,
}

impl Findings<'_> {
    /// A record; nothing of one in which nothing is found.
    fn record(
        &mut self,
        (place, number): (&str, u64),
        game: Option<&str>,
        findings: &[AuditFinding],
    ) -> anyhow::Result<()> {
        if findings.is_empty() {
            return Ok(());
        }
        self.records += 1;
        let lang = self.printer.context.lang;
        self.printer.print(
            || json!({ "path": place, "record": number, "game": game, "findings": findings }),
            || record_text(lang, (place, number), game, findings),
        )
    }

    /// Witnesses of a game that tell different things.
    fn conflict(&mut self, conflict: &Conflict) -> anyhow::Result<()> {
        self.others += 1;
        let lang = self.printer.context.lang;
        let values = conflict.values.iter();
        let values = values.map(|(value, place)| json!({ "value": value, "place": place }));
        let value = || {
            json!({
                "code": "witnesses-disagree",
                "game": conflict.game,
                "field": conflict.field,
                "values": values.collect::<Vec<Value>>(),
            })
        };
        self.printer.print(value, || conflict_text(lang, conflict))
    }

    /// What cannot be of players.
    fn impossible(&mut self, archive: &Archive, found: &Impossible) -> anyhow::Result<()> {
        let lang = self.printer.context.lang;
        let key = |id: u32| archive.snapshot().game_key(id);
        for TwoPlaces { player, date, games } in &found.two_places {
            self.others += 1;
            let date = date.date().map(|date| date.to_string()).unwrap_or_default();
            let keys = games.iter().map(|&id| key(id)).collect::<xqdb::store::Result<Vec<_>>>()?;
            self.printer.print(
                || json!({ "code": "two-places", "player": player, "date": date, "games": keys }),
                || lang.audit_two_places(player, &date, &keys.join(" ")) + "\n",
            )?;
        }
        for LongCareer { player, years: (first, last), games } in &found.long_careers {
            self.others += 1;
            let keys = [key(games.0)?, key(games.1)?];
            let value = || {
                json!({
                    "code": "long-career",
                    "player": player,
                    "first": first,
                    "last": last,
                    "games": keys,
                })
            };
            let years = format!("{first}–{last}");
            let text = || lang.audit_long_career(player, &years, &keys.join(" ")) + "\n";
            self.printer.print(value, text)?;
        }
        Ok(())
    }
}

/// A record, and what is found in it, for people.
fn record_text(
    lang: Lang,
    (place, number): (&str, u64),
    game: Option<&str>,
    findings: &[AuditFinding],
) -> String {
    let game = game.map(|key| format!("  {key}")).unwrap_or_default();
    let mut text = format!("{}#{number}{game}\n", visible(place));
    for finding in findings {
        text += &format!("  {}\n", finding_text(lang, finding));
    }
    text
}

/// A game whose witnesses disagree, for people.
fn conflict_text(lang: Lang, conflict: &Conflict) -> String {
    let mut text = lang.report_conflict(&conflict.game, &lang.field(conflict.field)) + "\n";
    for (value, place) in &conflict.values {
        text += &format!("  {}  {}\n", visible(value), visible(place));
    }
    text
}

fn finding_text(lang: Lang, finding: &AuditFinding) -> String {
    match finding {
        AuditFinding::ResultAgainstBoard { recorded, board } => {
            lang.audit_against_board(recorded.as_str(), board.as_str())
        }
        AuditFinding::ResultAgainstTerminator { recorded, terminator } => {
            lang.audit_against_terminator(recorded.as_str(), terminator.as_str())
        }
        AuditFinding::SelfCheck { ply } => lang.warning(&Warning::KingExposed { ply: *ply }),
        AuditFinding::KingTaken { ply } => lang.warning(&Warning::KingTaken { ply: *ply }),
        AuditFinding::IllegalMove { ply, token, reason } => {
            lang.audit_illegal((*ply).into(), token, &lang.stored(reason))
        }
        AuditFinding::Unreadable { token, reason } => {
            lang.audit_unreadable(token, &lang.stored(reason))
        }
        AuditFinding::DateInDoubt { says } => lang.audit_date(&lang.doubt(says)),
    }
}
